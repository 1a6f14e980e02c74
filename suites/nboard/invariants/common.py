"""Helpers of several invariants."""

from conformance.suites.nboard.record import Record, Work


def after_interruptions(record: Record, work: Work) -> tuple[str, ...]:
    """Explain odd figures of a request after others were interrupted: those may go on, and these be theirs."""
    is_after = any(other.is_interrupted and other.index < work.index for other in record.works)
    return ("NB-PNG-04", "NB-PNG-09") if is_after else ()

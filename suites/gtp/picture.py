"""The board at the command that a finding is about."""

from conformance.api.suites import Picture
from conformance.suites.gtp.record import Record


def picture(record: Record, at: int) -> Picture | None:
    """The position when the line `at` came, before the command that it answers; None where no board is known or it is empty."""
    position = record.board_at(at)
    if position is None or position.is_empty:
        return None
    from conformance.games.go.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    return Picture(draw(position), position.text, f"{position.size}x{position.size}")

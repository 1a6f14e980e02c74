"""The board at the offending line of a finding, as the suite of its protocol draws it."""

from conformance.front.loading import PROTOCOLS, load_suite
from conformance.run.events import Result
from conformance.wire.transcript import Transcript
from conformance.words.pictures import Picture

#: A dialogue of more lines is not read once more for the sake of a picture.
_MOST_LINES = 20_000


def picture(protocol: str, result: Result) -> Picture | None:
    """The position that is at stake where a finding was made; None where none is, or where nobody here knows the protocol."""
    if protocol not in PROTOCOLS or not 0 < len(result.transcript) <= _MOST_LINES:
        return None
    suite = load_suite(protocol)
    transcript = Transcript(list(result.transcript), name=result.dialogue, check=result.dialogue)
    at = len(result.transcript) - 1 if result.at is None else result.at
    try:
        return suite.picture(suite.read(suite.reading(transcript)), at)
    except Exception:  # noqa: BLE001  a file can hold what no dialogue of ours does, and a picture is worth no report
        return None

"""The board of the search that a finding is about."""

from conformance.suites.oep.messages import Result
from conformance.suites.oep.record import Record
from conformance.words.pictures import Picture


def picture(record: Record, at: int) -> Picture | None:
    """The position that was searched when the line `at` came; None where none was."""
    search = next((one for one in reversed(record.searches) if one.index <= at), None)
    if search is None or search.position is None or (search.ended is not None and at > search.ended.index):
        return None
    from conformance.games.othello.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    told = next((heard.message for heard in search.results if heard.index == at), None)
    answer = told.move if isinstance(told, Result) else ""
    marked = [f"{search.position.turn.name.capitalize()} to move", *([f"answer {answer} marked"] if answer else [])]
    return Picture(draw(search.position, answer), search.position.oep, ", ".join(marked))

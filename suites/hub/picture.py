"""The board of the search that a finding is about."""

from conformance.games.draughts import format_move
from conformance.suites.hub.messages import Done
from conformance.suites.hub.record import Record
from conformance.words.pictures import Picture


def picture(record: Record, at: int) -> Picture | None:
    """The position that was searched when the line `at` came; None where none was."""
    search = next((one for one in reversed(record.searches) if one.index <= at), None)
    if search is None or search.game is None or (search.answers and at > search.answers[-1].index):
        return None
    from conformance.games.draughts.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    told = next((heard.message for heard in search.answers if heard.index == at), None)
    answer = (told.move or "") if isinstance(told, Done) else ""
    last = format_move(search.game.moves[-1]) if search.game.moves else ""
    position = search.game.final
    side = "White" if position.white else "Black"
    marked = [f"{side} to move", *([f"answer {answer} marked"] if answer else [f"last move {last} marked"] if last else [])]
    return Picture(draw(position, answer or last), str(position), ", ".join(marked))

"""Generated moves: vertices of the board, and legal."""

from conformance.api.suites import Chapter, Finding, Judgements, Seen, quoted
from conformance.games.go import Colour, IllegalMoveError, Position, VertexError, parse_vertex
from conformance.suites.gtp.dialogues.genmove import generates_a_vertex
from conformance.suites.gtp.dialogues.regression import thinks_of_a_move
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()
_FORM, _LEGAL, _REGRESSION = "GTP-GM-01", "GTP-GM-02", "GTP-RG-01"


@chapter.invariant("GTP-GM-01", "GTP-GM-02", "GTP-RG-01", evidence=(generates_a_vertex, thinks_of_a_move))
def generated_moves_are_legal(record: Record) -> Judgements:
    """A generated move is one legal vertex, a pass or a resignation."""
    for exchange in record.exchanges:
        name, colour, response = exchange.command.name, exchange.colour, exchange.response
        if name not in ("genmove", "reg_genmove") or response is None or not response.succeeded:
            continue
        if exchange.before is None or colour is None or len(exchange.command.arguments) != 1:
            continue
        form, legal = (_FORM, _LEGAL) if name == "genmove" else (_REGRESSION, _REGRESSION)
        if response.text.lower() == "resign":
            yield Seen(form)
            continue
        try:
            point = parse_vertex(response.text, exchange.before.size)
        except VertexError:
            expected = f"a vertex of a {exchange.before.size}x{exchange.before.size} board, `pass` or `resign`"
            yield Finding(form, expected, quoted(response.raw, 120), exchange.at)
            continue
        yield Seen(form)
        if why := _why_illegal(exchange.before, colour, point):
            yield Finding(legal, f"a legal move for {colour.word}", f"{quoted(response.raw, 120)}: {why}", exchange.at)
        else:
            yield Seen(legal)


def _why_illegal(position: Position, colour: Colour, point: int | None) -> str:
    """Why a move is illegal by all rules; self-capture of several stones is not by some."""
    try:
        position.play(colour, point)
    except IllegalMoveError as error:
        return "" if error.suicides > 1 else str(error)
    return ""

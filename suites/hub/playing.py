"""Helpers of the dialogues about positions: search a position, and judge its move by what explains it."""

from collections.abc import Iterable

from conformance.api.suites import Dialogue, Line, NotReached, quoted
from conformance.games.draughts import Move, Position, Variant, format_moves, parse_move
from conformance.games.draughts.bent import Rule
from conformance.suites.hub import positions
from conformance.suites.hub.commands import Pos
from conformance.suites.hub.driver import errors_in, hub, is_done, move_of
from conformance.suites.hub.grammar import parse_gui
from conformance.suites.hub.legality import UNEXPLAINED, blame, expected, is_cut, is_legal
from conformance.suites.hub.messages import MOVE
from conformance.suites.hub.record import read

CORPUS = positions.load()
ONE_CAPTURE = CORPUS["P-ONECAP"].text
#: The positions of `baits.toml` by the rule that tempts there (`bent.Rule`), or the variant that is played by the normal rules.
BAITS = {rule.name: [name for name in CORPUS if name.startswith(f"B-{rule.name}-")] for rule in (*Rule, Variant.KILLER)}
#: A position with one move that is legal in no other: an engine that keeps it when the next `pos` comes shows that by this move.
MARK = CORPUS["P-MAJ2-TWIN"].text


def twin(position: str, moves: str = "") -> tuple[str, str]:
    """A position and moves with the board turned by 180 degrees and the colours swapped."""
    return str(Position.from_hub(position).twin()), format_moves(map(_turned, map(parse_move, moves.split())))


def _turned(move: Move) -> Move:
    return Move(51 - move.origin, 51 - move.to, frozenset(51 - square for square in move.captured))


def plays_twins(d: Dialogue, names: Iterable[str], requirement: str) -> None:
    """Search positions of the corpus by the normal rules and their twins, as `plays` does."""
    for entry in map(CORPUS.__getitem__, names):
        moves = " ".join(entry.moves)
        plays_line(d, entry.text, moves, requirement)
        plays_line(d, *twin(entry.text, moves), requirement)


def plays(d: Dialogue, name: str, requirement: str, *, whatever: bool = False) -> str:
    """Search a position of the corpus; the verdict is that the move does not break `requirement`. Gives the move.

    `whatever`: any misreading breaks it, and a silence too, because the dialogue differs in one thing from others that went
    well. Otherwise a silence is a search without its answer.
    """
    entry = CORPUS[name]
    return plays_line(d, entry.text, " ".join(entry.moves), requirement, whatever=whatever)


def plays_line(d: Dialogue, position: str, moves: str, requirement: str, *, whatever: bool = False, level: str = "") -> str:
    """Search any position, as `plays` does, by a brief level where none is named."""
    hub.set_up(d, position, level or hub.brief(d), moves)
    d.send("go think")
    return answers(d, requirement, whatever=whatever)


def answers(d: Dialogue, requirement: str, *, whatever: bool = False) -> str:
    """Wait for the answer of the search that has just begun and judge its move, as `plays` does."""
    try:
        line = hub.bounded(d)
    except NotReached as missing:
        missing.blame("an answer to `go think`", requirement=requirement if whatever or d.dead else "HUB-GO-01")
    return judge(d, line, requirement, whatever=whatever)


#: What breaks nothing else, wherever it shows: a move that nothing explains, and king moves that are not counted. A capture that
#: is written in part is such a thing, too.
_OF_THEIR_OWN = (UNEXPLAINED, "HUB-VAR-05")


def judge(d: Dialogue, line: Line, requirement: str, *, whatever: bool = False) -> str:
    """Judge the move of a `done` line against the search that it answers; gives the move, "" where there is none."""
    index = next(i for i in range(len(d.transcript.lines) - 1, -1, -1) if d.transcript.lines[i] is line)
    searches = read(d.reading).searches
    search = next(one for one in searches if index in [heard.index for heard in one.answers])
    done = search.done
    if search.game is None or done is None or not done.is_move or is_legal(search.game.final, done.move or ""):
        return move_of(line)
    broken, reason = blame(search.game, search.earlier, done.move or "", search.later)
    reason += _objection(d, search.index)
    is_of_its_own = broken in _OF_THEIR_OWN or is_cut(search.game.final, done.move or "")
    if broken == requirement or (whatever and not is_of_its_own):
        d.fail(expected(search.game.final), reason, at=index, requirement=requirement)
    raise d.not_reached(broken, expected(search.game.final), reason, at=index)


def _objection(d: Dialogue, go: int) -> str:
    """An `error` that an engine has said to the position of a search, in words for a report: it has searched another one."""
    sent = [index for index, line in enumerate(d.transcript.lines[:go]) if isinstance(parse_gui(line.text), Pos)]
    said = [quoted(d.transcript.lines[index]) for index in errors_in(d, sent[-1])] if sent else []
    return f"; it has said {said[0]}" if said else ""


def still_plays(d: Dialogue, after: str) -> None:
    """The verdict: the engine lives and searches a good position, whatever it was sent before."""
    d.expect_alive(f"an engine that lives after {after}")
    try:
        line = hub.think(d, ONE_CAPTURE)
    except NotReached as missing:
        missing.blame(f"after {after} an answer to `go think`")
    if not MOVE.fullmatch(move_of(line)):
        raise d.not_reached("HUB-GO-04", "`done move=` and a move", f"`{line.text}`")
    rules = hub.rules(d)
    if rules is not None and not is_legal(root := Position.from_hub(ONE_CAPTURE, rules), move_of(line)):
        d.fail(f"after {after} {expected(root)}", f"`{line.text}`")


def stopped(d: Dialogue) -> Line:
    """Stop the running search and reach its answer."""
    d.send("stop")
    return d.reach(is_done, "done", within_ms=d.limits.stop_ms, requirement="HUB-STP-01")

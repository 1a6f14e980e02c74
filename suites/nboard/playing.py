"""Asking for a move and judging it: what several dialogues do alike.

When a misreading of the position explains an illegal answer, the dialogue's own requirement is broken: the dialogue differs in
one thing from those before it, which went well. An illegal answer that nothing explains breaks NB-GO-02: an invariant finds it.
"""

from collections.abc import Iterable
from typing import NamedTuple

from conformance.api.suites import Dialogue, Line, Missed, NotReached
from conformance.games.othello import PASS, Game
from conformance.suites.nboard.driver import USUAL_CLOCK, answer_of, is_answer, nboard, pong_to, written
from conformance.suites.nboard.legality import misreadings, wrong_move
from conformance.suites.nboard.reading import read

#: Seconds on a clock that can be waited for; `USUAL_CLOCK` shows as many.
_AT_HAND = 60


class Breach(NamedTuple):
    """An illegal answer: what should have come, what came, its line, and the misreadings that explain it and those after it."""

    expected: str
    actual: str
    at: int
    reasons: tuple[str, ...]


def plays(
    d: Dialogue,
    requirement: str,
    what: str,
    *,
    silence_counts: bool = False,
    stands_for: str = "NB-GO-01",
    is_about_flips: bool = False,
) -> str:
    """Ask for a move in the position that has been sent; the verdict is that the answer is not about another position.

    A silent engine that lives breaks the requirement that `stands_for` an answer, unless `silence_counts`. Gives the move.
    """
    d.send("go")
    line = d.owed(is_answer, within_ms=d.limits.search_ms)
    if not line and d.dead is None and not silence_counts:
        line = _at_last(d, line, what, stands_for)
    if not line:
        line.blame(f"an answer to go {what}", requirement=requirement)
    nboard.drain(d)
    answer = answer_of(line)
    if answer is None:
        raise NotReached("NB-GO-03", f"the answer to go {what} cannot be read: {line.text}")
    work = read(d.reading).works[-1]
    position = work.position
    assert position is not None, "a dialogue has sent a game that cannot be played"
    if requirement and (reasons := misreadings(work, answer.move, is_about_flips=is_about_flips)):
        expected = f"a legal move {what}: {' '.join(position.legal_moves)}"
        actual = wrong_move(position, answer.move, reasons)
        d.fail(expected, actual, at=work.answers[0].index, requirement=requirement)
    return answer.move


def _at_last(d: Dialogue, missed: Missed, what: str, stands_for: str) -> Line:
    """Wait as long as an engine may think that knows no depths; the verdict is that there is an answer by then.

    `missed` is what was owed by the depth that it was told.
    """
    work = read(d.reading).works[-1]
    left = work.game.time_left(work.position.turn) if work.game and work.position else None
    if d.broken(stands_for) or left is None or left > _AT_HAND:
        raise NotReached(stands_for, f"no answer to go {what}")
    line = d.wait_for(is_answer, within_ms=1000 * left)
    if line is None and d.dead is None:
        missed.blame(f"an answer to go {what}", requirement=stands_for)
    return line or d.reach(is_answer, "===", within_ms=0, requirement=stands_for)


def taken(d: Dialogue, requirement: str, what: str) -> None:
    """The verdict: what has been sent does not keep the engine from answering the ping after it."""
    number = nboard.next_number(d)
    d.send(f"ping {number}")
    d.expect(pong_to(d, number), f"pong {number} {what}", within_ms=d.limits.ready_ms, requirement=requirement)
    nboard.drain(d)


def plays_on(d: Dialogue, requirement: str, what: str, *, silence_counts: bool = False, is_about_flips: bool = False) -> str:
    """Wait until what has been sent is taken, and ask for a move there, as `plays` does."""
    taken(d, requirement, what)
    return plays(d, requirement, what, silence_counts=silence_counts, is_about_flips=is_about_flips)


def plays_in(d: Dialogue, game: Game, requirement: str, what: str, *, clock: str = USUAL_CLOCK) -> str:
    """Set up a game, wait until it is taken, and ask for a move there."""
    d.send("set depth 2", written(game, clock))
    return plays_on(d, requirement, what)


def plays_all(d: Dialogue, games: Iterable[tuple[str, Game]], requirement: str = "NB-GO-02") -> Breach | None:
    """Ask for a move in each game; gives the first illegal one, where some misreading explains all that are.

    Where none does they break NB-GO-02: a move that flips nothing here may be legal in many another position. Where each
    has one of its own they break what is named, and NB-GAM-02 where a legal move comes once the same position is a board.
    """
    first: Breach | None = None
    for what, game in games:
        move = plays_in(d, game, "", what)
        if game.final.is_legal(move):
            continue
        work = read(d.reading).works[-1]
        found, at = misreadings(work, move, is_about_flips=True), work.answers[0].index
        expected, actual = f"a legal move {what}: {' '.join(game.final.legal_moves)}", wrong_move(game.final, move)
        if found and move == PASS and _passes_on_the_board(d, game, what):
            d.fail(expected, f"{actual} (so it does where the same position is sent as a board)", at=at, requirement="NB-GO-02")
        if not found and _is_of_the_moves(d, game, what):
            actual += " (the same position, sent as a board, is answered by a legal move)"
            d.fail(expected, actual, at=at, requirement="NB-GAM-02")
        first = first or Breach(expected, actual, at, found)
        first = first._replace(reasons=tuple(one for one in first.reasons if one in found))
        if not first.reasons:
            d.fail(expected, actual, at=at, requirement=requirement if found else "NB-GO-02")
    return first


def _is_of_the_moves(d: Dialogue, game: Game, what: str) -> bool:
    """Whether a position is answered by a legal move as a board, and by an illegal one each time that a game leads to it."""
    if not game.moves or _are_boards_misread(d):
        return False
    board, again = (plays_in(d, shape, "", f"{what}, once more") for shape in (Game(game.final), game))
    return game.final.is_legal(board) and not game.final.is_legal(again)


def _passes_on_the_board(d: Dialogue, game: Game, what: str) -> bool:
    """Whether a position with a legal move is answered by a pass as a board, too: it is taken for finished, or for stuck."""
    return not _are_boards_misread(d) and plays_in(d, Game(game.final), "", f"{what}, as a board") == PASS


def _are_boards_misread(d: Dialogue) -> bool:
    return d.broken("NB-GAM-01") or d.broken("NB-GAM-03")

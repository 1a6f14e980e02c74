"""The answers to `go`."""

from conformance.api.suites import Chapter, Dialogue, NotApplicable, NotReached, duration, on_stderr
from conformance.games.othello import PASS, Game, Misreading, Position, move_values, random_game
from conformance.games.othello.bitboard import BIT
from conformance.suites.nboard import positions
from conformance.suites.nboard.driver import answer_of, is_answer, nboard
from conformance.suites.nboard.legality import misreadings, wrong_move
from conformance.suites.nboard.messages import Eval
from conformance.suites.nboard.playing import plays, plays_all, plays_in, plays_on
from conformance.suites.nboard.reading import read
from conformance.suites.nboard.record import Record

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
#: Results differ by less than this (disks) where they are the same.
_EQUAL = 0.011


#: Position and depth: both colours, early and late, without a choice, at the least depth.
_ASKED = (
    ("P-EX", 3), ("P-FORCED", 3), ("P-MID20", 3), ("P-END8", 3), ("P-MANY", 2), ("P-B1", 1), ("P-FORCED", 1), ("P-END1", 1),
    ("P-END2", 4),  # beyond the last ply, and no deeper: who ignores the moves of a game would search that deep from its start
)  # fmt: skip


@chapter.dialogue("NB-GO-01")
def go_is_answered_once(d: Dialogue) -> None:
    """Each `go` that is left alone is answered with exactly one `===`."""
    nboard.greet(d)
    for tag, depth in _ASKED:
        nboard.set_up(d, _TAGS[tag].game, depth=depth)
        d.send("go")
        if not (answer := d.owed(is_answer, within_ms=d.limits.search_ms)):
            if on_stderr(d, is_answer):
                raise NotReached("NB-TR-09", "the answer came on standard error")
            answer.blame(f"=== within {duration(d.limits.search_ms)} in {tag} at depth {depth}", is_limited=True)
        d.silence(is_answer, "one === to one go", for_ms=d.limits.reply_window_ms / 2)
    d.silence(is_answer, "one === to one go", for_ms=d.limits.brief_quiet_ms)
    d.fence()


@chapter.dialogue("NB-GO-02", needs=("NB-GO-01",))
def plays_legal_moves(d: Dialogue) -> None:
    """The move of every answer is legal, in openings, middle games and endings of both sides.

    If one misreading explains all that are not, the invariant puts them down to that.
    """
    nboard.ready(d)
    games = [(f"in {tag}", _TAGS[tag].game) for tag in _PLAYABLE]
    if not (d.broken("NB-GAM-01") or d.broken("NB-GAM-03")):
        games += [
            ("in P-LOST", Game(_TAGS["P-LOST"].root)),
            ("in P-LOST with the colours exchanged", Game(_TAGS["P-LOST"].root.twin())),
            ("in P-WIPE1 with the colours exchanged", Game(_TAGS["P-WIPE1"].root.twin())),
        ]
    games += [(f"after {plies} random moves", _without_end(plies)) for plies in range(7, 56, 8)]
    plays_all(d, games)
    d.fence()


_PLAYABLE = (
    "P-START", "P-FORCED", "P-MANY", "P-END1", "P-END2", "P-END4", "P-END6", "P-WON", "P-DRAW", "P-GAP", "P-PVPASS",
    "P-WIPE1",
)  # fmt: skip


def _without_end(plies: int) -> Game:
    """A random game of about so many moves, with a move to choose in the end."""
    game = random_game(plies, plies)
    while game.final.is_over or game.final.must_pass:
        game = Game(game.start, game.moves[:-1])
    return game


@chapter.dialogue("NB-GO-02", needs=("NB-GO-01",))
def plays_legal_moves_where_they_lose(d: Dialogue) -> None:
    """The move is legal where one against a rule would win, and where the only one is easily overlooked."""
    nboard.ready(d)
    if d.broken("NB-GAM-01") or d.broken("NB-GAM-03"):
        raise NotApplicable("the engine does not search the boards that it is sent")
    for name, bait in positions.baits().items():
        nboard.set_up(d, Game(bait.root), depth=10)
        answer = answer_of(nboard.go(d))
        if answer is not None and not bait.root.is_legal(answer.move):
            at = read(d.reading).works[-1].answers[0].index
            expected = f"a legal move in {name}: {' '.join(bait.root.legal_moves)}"
            d.fail(expected, wrong_move(bait.root, answer.move), at=at, requirement=_of_the_game_before(d, answer.move))
    d.fence()


def _of_the_game_before(d: Dialogue, move: str) -> str:
    """The requirement that a move on an occupied square breaks, if it is one of the game before: nothing tempts to that here."""
    work = read(d.reading).works[-1]
    disks = work.position.black | work.position.white if work.position is not None else 0
    return "NB-GAM-04" if BIT.get(move, 0) & disks and Misreading.PREVIOUS_POSITION.value in misreadings(work, move) else ""


@chapter.dialogue("NB-GO-04", needs=("NB-GO-01", "NB-GAM-02", "NB-GAM-04"))
def passes_where_it_must(d: Dialogue) -> None:
    """Where the side to move has no legal move and the other one has, the answer is a pass."""
    nboard.ready(d)
    for tag in ("P-PASS8", "P-ONE1/O"):
        if tag != "P-PASS8" and (d.broken("NB-GAM-01") or d.broken("NB-GAM-03")):
            continue
        nboard.set_up(d, _TAGS[tag].game)
        d.send("go")
        line = d.expect(is_answer, f"=== PA in {tag} (the side to move has to pass)", within_ms=d.limits.search_ms)
        answer = answer_of(line)
        if answer is None:
            raise NotReached("NB-GO-03", f"the answer cannot be read: {line.text}")
        if answer.move != PASS:
            d.fail(f"=== PA in {tag}: {_TAGS[tag].root.why_illegal(answer.move)}", f"`{line.text}`")
    d.fence()


@chapter.dialogue("NB-GO-05", needs=("NB-GO-01", "NB-GAM-01", "NB-GAM-04", "NB-MOV-01"))
def go_does_not_play_its_move(d: Dialogue) -> None:
    """`go` leaves the engine's board as it is: the move comes by `move`, and it may be another one."""
    nboard.ready(d)
    first = plays(d, "NB-GO-05", "in the start position")
    plays_on(d, "NB-GO-05", "in the same position again")
    other = next(move for move in Game().final.legal_moves if move != first)
    d.send(f"move {other}")
    plays_on(d, "NB-GO-05", f"after another move ({other}) than the answer")
    plays_in(d, _TAGS["P-FORCED"].game, "NB-GO-05", "in P-FORCED, with a single move")
    plays_on(d, "NB-GO-05", "in P-FORCED again")
    d.fence()


@chapter.dialogue("NB-GO-05", needs=("NB-GO-01", "NB-GAM-01", "NB-GAM-04", "NB-HNT-01", "NB-HNT-02"))
def hints_after_go_are_about_the_same_position(d: Dialogue) -> None:
    """`go` leaves the engine's board as it is: a hint after it is about the position in which a move was asked for."""
    nboard.ready(d)
    for tag in ("P-B1", "P-START", "P-B2"):
        nboard.set_up(d, _TAGS[tag].game)
        nboard.go(d)
        nboard.hint(d, 2)
        work = read(d.reading).works[-1]
        for heard, found in work.evaluations:
            if reasons := misreadings(work, found.move):
                expected = f"a line that begins with a move that is legal in {tag}, after `go`"
                d.fail(expected, f"`{heard.text}` (perhaps {reasons[0]})", at=heard.index)
    d.fence()


@chapter.dialogue("NB-GO-04", needs=("NB-GO-01", "NB-GAM-01", "NB-GAM-02", "NB-MOV-01"))
def passes_after_a_move(d: Dialogue) -> None:
    """The engine answers with a forced pass after moves by `move`, too, and does not play the pass by itself."""
    nboard.ready(d)
    tag = _TAGS["P-PASS8"]
    d.send(*(f"move {move}" for move in tag.game.moves))
    nboard.sync(d)
    what = f"after {' '.join(tag.game.moves)} by `move`, where the side to move has to pass"
    move = plays(d, "NB-GO-04", what, silence_counts=True)
    if move != PASS:
        at = read(d.reading).works[-1].answers[0].index
        d.fail("=== PA in P-PASS8, reached by `move`", wrong_move(tag.root, move), at=at)
    d.fence()


#: Endings with one result, of more than two disks.
_ENDINGS = ("P-END2", "P-END4", "P-END6", "P-WON")


@chapter.dialogue("NB-GO-06", needs=("NB-GO-01", "NB-GO-03", "NB-GAM-01", "NB-GAM-02", "NB-GAM-03"))
def evals_of_answers_are_those_of_the_mover(d: Dialogue) -> None:
    """Where the answer tells a certain result, it tells it as the side to move sees it, black or white."""
    nboard.begin(d)
    wrong = []
    for tag in _ENDINGS:
        boards = (_TAGS[tag].root, _TAGS[tag].root.twin())
        signs = [_sign_of_eval(d, board) for board in boards]
        if None not in signs and -1 in signs:
            at = signs.index(-1)
            what = f"{tag}, {boards[at].turn} to move" if at == 0 else f"{tag} with the colours exchanged"
            wrong.append(f"{what}: `{read(d.reading).works[at - 2].answers[0].text}`")
    if len(wrong) > 1:
        d.fail(
            "the result from the view of the side to move in ===",
            f"the result from the view of the other side: {'; '.join(wrong)}",
        )
    d.fence()


def _sign_of_eval(d: Dialogue, board: Position) -> int | None:
    """1 where the eval of an answer is the exact result of its move, -1 where it is that of the other side, else None."""
    nboard.set_up(d, Game(board), depth=20)
    answer = answer_of(nboard.go(d))
    if answer is None or not answer.eval or not board.is_legal(answer.move):
        return None
    value = move_values(board)[answer.move]
    thought = [found.eval for _, found in read(d.reading).works[-1].evaluations if found.move == answer.move]
    if thought and _is(thought[-1], -value):
        return None  # what it thinks has the same view, and that is judged elsewhere
    return next((sign for sign in (1, -1) if value and _is(answer.eval, sign * value)), None)


def _is(eval_: Eval, value: int) -> bool:
    return all(abs(value - one) < _EQUAL for one in eval_)


_WHOLE = ("NB-GO-01", "NB-GAM-01", "NB-GAM-02", "NB-GO-02", "NB-MOV-01", "NB-MOV-03", "NB-GO-04", "NB-GO-05")


@chapter.dialogue("NB-SES-01", needs=_WHOLE, cases=("black", "white"))
def plays_a_whole_game(d: Dialogue, colour: str) -> None:
    """A whole game, fed move by move as a GUI does it, is played with legal answers to its end."""
    nboard.ready(d)
    nboard.set_up(d, Game(), depth=1)
    _play_out(d, 5 if colour == "black" else 12)
    nboard.set_up(d, _TAGS["P-B1"].game)
    plays(d, "NB-SES-01", "in the next game", silence_counts=True)
    d.fence()


def _play_out(d: Dialogue, seed: int) -> None:
    """Let the engine play one side; the other one leaves it as few replies as it can, so that there are passes."""
    position, number = Game().final, 0
    while not position.is_over:
        is_ours = number % 2 == seed % 2
        move = random_game(seed + number, 1, position, seek_passes=True).moves[0] if is_ours else _asked(d, position, number)
        position, number = position.play(move), number + 1
        d.send(f"move {move}")
        if number % 10 == 0:
            nboard.sync(d)


def _asked(d: Dialogue, position: Position, number: int) -> str:
    """Ask the engine for its move; the verdict is that it is legal."""
    d.send("go")
    line = d.owed(is_answer, within_ms=d.limits.search_ms)
    if not line:
        line.blame(f"an answer to go after move {number}")
    at = len(d.transcript) - 1
    nboard.drain(d)
    answer = answer_of(line)
    if answer is None:
        raise NotReached("NB-GO-03", f"the answer cannot be read: {line.text}")
    if not position.is_legal(answer.move):
        expected = f"a legal move after move {number}: {' '.join(position.legal_moves)}"
        d.fail(expected, wrong_move(position, answer.move), at=at)
    return answer.move

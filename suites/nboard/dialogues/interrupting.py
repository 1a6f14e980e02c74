"""`ping` to an engine that is at work."""

from conformance.api.suites import Chapter, Dialogue, NotReached, quoted
from conformance.games.othello import Game
from conformance.suites.nboard import positions
from conformance.suites.nboard.driver import (
    LONG_CLOCK,
    LONG_DEPTH,
    MIDDLE,
    answer_of,
    is_answer,
    is_evaluation,
    is_pong,
    is_role_line,
    nboard,
    pong_to,
    written,
)
from conformance.suites.nboard.messages import Answer
from conformance.suites.nboard.playing import plays
from conformance.suites.nboard.reading import read
from conformance.suites.nboard.record import Record

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
_LONG = (f"set depth {LONG_DEPTH}", written(MIDDLE.game, LONG_CLOCK))
_LONG_NEAR_THE_END = (f"set depth {LONG_DEPTH}", written(_TAGS["P-MANY"].game, LONG_CLOCK))
_REQUESTS = ("go", "hint 4", "analyze")
#: The latest moment at which a request is interrupted, in times of `underway_ms`.
_LATE = 1.5


def _long(d: Dialogue, request: str) -> None:
    """Begin something long in a middle game."""
    d.send(*_LONG)
    nboard.sync(d)
    d.send(request)


@chapter.dialogue("NB-PNG-05", needs=("NB-GO-01",))
def ping_interrupts_a_search(d: Dialogue) -> None:
    """`ping` in a long search is answered promptly."""
    nboard.begin(d)
    _long(d, "go")
    d.not_over(for_ms=_LATE * d.limits.underway_ms)
    d.send("ping 55")
    d.expect(is_pong, "pong 55 in a search at depth 40", within_ms=d.limits.stop_ms)
    nboard.drain(d)
    d.send(*_LONG_NEAR_THE_END, "go")
    d.pause(_LATE * d.limits.underway_ms)
    d.send("ping 56")
    d.expect(pong_to(d, 56), "pong 56 in a search of an ending", within_ms=d.limits.stop_ms)
    d.transcript.synced = True


@chapter.dialogue("NB-PNG-05", needs=("NB-GO-01",))
def ping_interrupts_a_search_that_has_lasted(d: Dialogue) -> None:
    """`ping` is answered promptly also when a search has lasted for seconds and its iterations are long."""
    nboard.begin(d)
    _long(d, "go")
    d.not_over(for_ms=d.limits.lasting_ms)
    d.send("ping 57")
    d.expect(pong_to(d, 57), "pong 57 late in a search at depth 40", within_ms=d.limits.stop_ms)
    d.transcript.synced = True


@chapter.dialogue("NB-PNG-09", needs=("NB-PNG-05", "NB-HNT-01"), cases=("go", "hint 4"))
def the_next_request_works_after_an_interruption(d: Dialogue, request: str) -> None:
    """After the `pong` the engine is idle: the next request is carried out, a hint as well as a `go`."""
    nboard.begin(d)
    for following in ("hint 1", "go"):
        _long(d, request)
        d.pause(_LATE * d.limits.underway_ms)
        nboard.interrupt(d)
        nboard.set_up(d, _TAGS["P-EX"].game)
        d.send(following)
        if following == "go":
            d.expect(is_answer, f"=== to the first go after an interrupted {request}", within_ms=d.limits.search_ms)
            continue
        what = f"a search or book line to the first hint after an interrupted {request}"
        d.expect(is_evaluation, what, within_ms=d.limits.search_ms)
        nboard.hear_out(d)
        nboard.sync(d)
    d.fence()


_KEPT = ("NB-PNG-04", "NB-PNG-05", "NB-GO-02", "NB-GO-05", "NB-HNT-12", "NB-ANA-04", "NB-GAM-02", "NB-GAM-04")


@chapter.dialogue("NB-PNG-09", needs=_KEPT, cases=_REQUESTS)
def an_interruption_leaves_the_board(d: Dialogue, request: str) -> None:
    """An interrupted request does not change the board: the next `go`, without a new game, is about it."""
    nboard.begin(d)
    middle = "P-FORCED" if request == "analyze" else "P-MID20"  # its only move is legal nowhere else in its game
    for tag, share in ((middle, 0.17), ("P-B2", 0.25), ("P-B4", 0.5), (middle, 1)):
        nboard.set_up(d, _TAGS[tag].game, depth=LONG_DEPTH, clock="0:20//0:00")
        d.send(request)
        d.pause(share * d.limits.underway_ms)
        nboard.interrupt(d)
        d.send("set depth 2")
        what = f"in {tag} after an interrupted {request}, without a new game"
        move = plays(d, "NB-PNG-09", what, stands_for="NB-PNG-09")
        if why := _TAGS[tag].root.why_illegal(move):
            d.fail(f"a legal move {what}", why, at=read(d.reading).works[-1].answers[0].index)
    d.fence()


@chapter.dialogue("NB-PNG-04", needs=("NB-PNG-05",), cases=_REQUESTS)
def nothing_comes_after_the_pong(d: Dialogue, request: str) -> None:
    """After `pong` comes no line of the work that was begun before its `ping`."""
    nboard.begin(d)
    for share in (_LATE, 0.3, 0.03):
        _long(d, request)
        d.pause(share * d.limits.underway_ms)
        d.send(f"ping {nboard.next_number(d)}")
        d.reach(is_pong, "pong", within_ms=d.limits.stop_ms, requirement="NB-PNG-05")
        _expect_nothing_more(d, 1.5 * d.limits.quiet_ms if share == _LATE else d.limits.reply_window_ms)
    d.fence()


def _expect_nothing_more(d: Dialogue, for_ms: float) -> None:
    """The verdict: nothing of the interrupted work comes; a second === of it breaks another requirement."""
    line = d.wait_for(is_role_line, within_ms=for_ms)
    if line is not None:
        second = is_answer(line.text) and bool(read(d.reading).works[-1].answers)
        broken = "NB-PNG-06" if second else "NB-PNG-04"
        d.fail("nothing of the interrupted work after the pong", f"`{line.text}`", requirement=broken)


#: A clock of which an engine spends more than a moment on a move, and less than is listened for.
_SHORT_CLOCK = "0:04//0:00"
_CALLED_OFF = ("NB-PNG-05", "NB-HNT-01", "NB-HNT-12", "NB-GO-05", "NB-GAM-02", "NB-GAM-04")


@chapter.dialogue("NB-PNG-04", needs=_CALLED_OFF, cases=("go", "hint 2"))
def an_interrupted_go_is_called_off(d: Dialogue, following: str) -> None:
    """The move of a `go` that was interrupted, or had ended, is not given in the next game when the time of that `go` is up."""
    nboard.begin(d)
    nboard.set_up(d, MIDDLE.game, depth=1, clock=_SHORT_CLOCK)
    nboard.go(d)
    nboard.set_up(d, MIDDLE.game, depth=LONG_DEPTH, clock=_SHORT_CLOCK)
    d.send("go")
    d.pause(d.limits.early_ms)
    _expect_the_new_game(d, following, 1000 + d.limits.reply_window_ms, "go")


@chapter.dialogue("NB-PNG-04", needs=_CALLED_OFF)
def an_interrupted_hint_does_not_go_on(d: Dialogue) -> None:
    """A hint or a `go` after an interrupted hint is about its own game."""
    nboard.begin(d)
    for following in ("hint 2", "go"):
        _long(d, "hint 4")
        d.pause(d.limits.underway_ms)
        _expect_the_new_game(d, following, d.limits.brief_quiet_ms, "hint 4")


def _expect_the_new_game(d: Dialogue, following: str, for_ms: float, before: str) -> None:
    """Interrupt, and ask about a game without a move in common; the verdict is that what comes is about that one."""
    nboard.interrupt(d)
    nboard.set_up(d, _TAGS["P-B2"].game, depth=LONG_DEPTH, clock=LONG_CLOCK)
    d.send(following)
    d.wait_for(is_answer, within_ms=for_ms)
    nboard.interrupt(d)
    d.transcript.synced = True
    work = read(d.reading).works[-1]
    answers = [(heard, heard.message.move) for heard in work.answers if isinstance(heard.message, Answer)]
    said = [*answers, *((heard, found.move) for heard, found in work.evaluations)]
    late = (heard for heard, move in said if MIDDLE.root.is_legal(move) and not _TAGS["P-B2"].root.is_legal(move))
    if (heard := next(late, None)) is not None:
        expected = f"nothing of the interrupted {before} in the next request, {following} in another game"
        d.fail(expected, f"`{heard.text}`, which is of the game before", at=heard.index)


@chapter.dialogue("NB-PNG-06", needs=("NB-PNG-05",))
def an_interrupted_go_has_one_answer_or_none(d: Dialogue) -> None:
    """An interrupted `go` brings one `===` or none, and none after the `pong`."""
    nboard.begin(d)
    for share in (_LATE, 0.8, 0.17):
        _long(d, "go")
        d.not_over(for_ms=share * d.limits.underway_ms)
        since = len(d.transcript)
        nboard.interrupt(d)
        d.pause(d.limits.quiet_ms / 2)
        if (count := _answers(d, since)) > 1:
            d.fail("one === or none to an interrupted go", f"{count} of them")
    d.fence()


def _answers(d: Dialogue, since: int) -> int:
    """The number of === lines since a transcript index."""
    return sum(is_answer(line.text) for line in d.transcript.heard(since))


_AHEAD = ("the game first", "the ping first", "the game and a depth first")


@chapter.dialogue(
    "NB-PNG-07",
    needs=("NB-PNG-04", "NB-PNG-06", "NB-PNG-09", "NB-GO-02", "NB-GAM-02", "NB-GAM-04", "NB-GAM-08", "NB-TR-02"),
    cases=_AHEAD,
)
def commands_in_front_of_the_ping_count(d: Dialogue, order: str) -> None:
    """A game or a depth that is sent during a search, before or after the `ping`, counts for what follows."""
    nboard.begin(d)
    for number, tag in enumerate(("P-FORCED", "P-GAP", "P-FORCED"), 61):
        _long(d, "go")
        d.pause(d.limits.underway_ms)
        game, ping = written(_TAGS[tag].game), f"ping {number}"
        lines = [ping, game] if order == "the ping first" else [game, ping]
        if order == "the game and a depth first":  # an engine that keeps one command for later keeps the last
            lines.insert(1, "set depth 3")
        d.send_together(*lines, "set depth 2", "go")
        d.reach(pong_to(d, number), f"pong {number}", within_ms=d.limits.stop_ms, requirement="NB-PNG-05")
        _expect_only_move(d, tag)
    d.fence()


def _expect_only_move(d: Dialogue, tag: str) -> None:
    (wanted,) = _TAGS[tag].legal
    line = d.expect(is_answer, f"=== {wanted} for the game sent with the ping", within_ms=d.limits.search_ms)
    answer = answer_of(line)
    if answer is None:
        raise NotReached("NB-GO-03", f"the answer cannot be read: {line.text}")
    if answer.move != wanted:
        d.fail(f"=== {wanted}, the only move of the game sent with the ping", f"`{line.text}`")


_TAKEN = (
    "NB-PNG-04", "NB-PNG-06", "NB-PNG-09", "NB-GO-02", "NB-GAM-02", "NB-GAM-04", "NB-GAM-08", "NB-MOV-01", "NB-MOV-05",
    "NB-TR-02",
)  # fmt: skip


@chapter.dialogue("NB-PNG-07", needs=_TAKEN, cases=("go", "hint 4"))
def a_move_in_front_of_the_ping_counts(d: Dialogue, request: str) -> None:
    """A move or a game that is sent during a search counts for what follows, as when a user plays while a hint is shown."""
    nboard.begin(d)
    game = _TAGS["P-FORCED"].game
    before = Game(game.start, game.moves[:-1])
    for number, line in enumerate((f"move {game.moves[-1]}", written(game), f"move {game.moves[-1]}"), 65):
        nboard.set_up(d, before, depth=LONG_DEPTH, clock="0:20//0:00")
        d.send(request)
        d.pause(d.limits.early_ms)
        d.send_together(line, f"ping {number}", "set depth 2", "go")
        if d.wait_for(pong_to(d, number), within_ms=d.limits.stop_ms) is None:
            d.expect_alive(f"an engine that lives after {quoted(line, 120)} during a search")
            raise NotReached("NB-PNG-05", f"no pong {number}")
        _expect_only_move(d, "P-FORCED")
    d.fence()


_SEVERAL = 4


@chapter.dialogue("NB-PNG-03", needs=("NB-PNG-02", "NB-PNG-05", "NB-TR-02"), cases=_REQUESTS)
def several_pings_interrupt_at_once(d: Dialogue, request: str) -> None:
    """Of several pings that interrupt a request in one write each has its `pong`."""
    nboard.begin(d)
    _long(d, request)
    d.pause(d.limits.underway_ms)
    first = nboard.next_number(d)
    d.send_together(*(f"ping {number}" for number in range(first, first + _SEVERAL)))
    d.reach(is_pong, "pong", within_ms=d.limits.stop_ms, requirement="NB-PNG-05")
    for number in range(first + 1, first + _SEVERAL):
        what = f"pong {number} (one of {_SEVERAL} to pings in one write that interrupt {request})"
        d.expect(is_pong, what, within_ms=d.limits.ready_ms)
    d.fence()


_ROUNDS = 20


@chapter.dialogue("NB-PNG-08", needs=("NB-PNG-04", "NB-PNG-05", "NB-PNG-06", "NB-PNG-09", "NB-TR-02"), cases=("go", "hint 2"))
def ping_right_after_a_request(d: Dialogue, request: str) -> None:
    """A `ping` directly after `go` or `hint` is answered, and the search after it is not touched."""
    nboard.begin(d)
    for number in d.rounds(range(301, 301 + _ROUNDS)):
        d.send(*_LONG)
        nboard.sync(d)
        d.send_together(request, f"ping {number}")
        d.expect(pong_to(d, number), f"pong {number} to a ping in one write with {request}", within_ms=d.limits.stop_ms)
        nboard.drain(d)
        if number % 5 == 0:
            nboard.set_up(d, Game())
            d.send("go")
            d.expect(is_answer, "=== to a go after interrupted requests", within_ms=d.limits.search_ms)
    d.fence()

"""`go mate`. Mating lines are checked move by move; our own solver proves whether the first move forces mate."""

from conformance.api.suites import Chapter, Dialogue, Line, NotApplicable, NotReached
from conformance.games.shogi import MateResult, Position, check_mate_line, forced_mate_after, solve_mate
from conformance.suites.usi import positions
from conformance.suites.usi.driver import QUIET, usi
from conformance.suites.usi.grammar import parse
from conformance.suites.usi.messages import Checkmate
from conformance.suites.usi.record import Record

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
#: Plies to which we prove or refute a mate.
_PLIES = 7
#: A line no longer than this can be no forced mate if none is found within `_PLIES`, whatever defence it shows.
_SHORT = 3


def _is_checkmate(text: str) -> bool:
    return parse(text).verb == "checkmate"


def _expect_checkmate(d: Dialogue, tag: str, ms: int) -> Line:
    """The verdict: `go mate` is answered by a checkmate line in time, which may say that no mates are looked for."""
    d.send(_TAGS[tag].command, f"go mate {ms}")
    return d.expect(_is_checkmate, "a checkmate line", within_ms=ms + d.limits.grace_ms)


def _search(d: Dialogue, tag: str, ms: int) -> Checkmate:
    """Ask for a mate; raises NotApplicable when the engine says that it cannot look for one."""
    message = parse(_expect_checkmate(d, tag, ms).text)
    if not isinstance(message, Checkmate):
        raise NotReached("USI-MATE-02", "the answer cannot be read")
    if message.word == "notimplemented":
        raise NotApplicable("the engine does not look for mates")
    return message


@chapter.dialogue("USI-MATE-01")
def go_mate_ends_with_checkmate(d: Dialogue) -> None:
    """`go mate` ends with exactly one `checkmate` line and no bestmove; the next `go` is an ordinary search again."""
    usi.ready(d)
    d.send(_TAGS["P1b"].command, "go mate 3000")
    line = d.expect(usi.is_answer, "a checkmate line", within_ms=3000 + d.limits.grace_ms)
    if not _is_checkmate(line.text):
        d.fail("a checkmate line", f"`{line.text}`")
    d.silence(usi.is_answer, "one answer to go mate", for_ms=d.limits.quiet_ms / 2)
    d.send("stop")
    d.silence(_is_checkmate, "no second answer to a stop after it", for_ms=d.limits.quiet_ms / 2)
    if not d.broken("USI-GO-01"):
        d.send(f"position {QUIET}", usi.brief(d))
        d.owed(usi.is_answer, within_ms=d.limits.search_ms)  # what comes is judged by the invariants
    d.fence()


@chapter.dialogue("USI-MATE-01", silence_blocked_by=("USI-RES-01",))
def go_mate_without_a_move_ends_with_checkmate(d: Dialogue) -> None:
    """`go mate` ends with a `checkmate` line also where the side to move is mated itself."""
    usi.ready(d)
    _expect_checkmate(d, "P8a", 1000)
    d.fence()


#: The defender has a rook, or a silver to drop between, and the check comes from afar.
_DEFENDED = ("X_mate_line", "X_mate_linew", "X_mate_far", "X_mate_farw")
#: What is asked, and for how many ms: where there is no mate, engines use up all their time.
_CASES = {
    "in 1 and 3": (1000, ("P1b", "P1w", "P11", "P11w", "P11_2", "P11_3", "P11_4", "P12_3", *_DEFENDED)),
    "in 5": (1000, ("P11b_1", "P11b_1w", "P11b_2", "P11b_3")),
    "in 5, without the time": (1, ("P11b_1", "P11b_1w", "P11b_2", "P11b_3")),
    "none": (200, ("P0", "P13", "P12_1", "P12_2", "X_mate_in_check", "X_mate_by_a_retreat", "X_guarded")),
}


def flaw(position: Position, moves: tuple[str, ...]) -> tuple[str, str] | None:
    """The fault of a claimed mate, and the requirement that it breaks; None for a right one."""
    if reason := check_mate_line(position, moves):
        known = solve_mate(position, _PLIES).verdict
        illegal = any(reason.startswith(f"move {n}, {move}, is illegal") for n, move in enumerate(moves, 1))
        claimed = known in (MateResult.NO_MATE, MateResult.NOT_WITHIN) and not illegal and len(moves) <= _PLIES
        return ("USI-MATE-05" if claimed else "USI-MATE-03"), reason
    refuted = (MateResult.NO_MATE, MateResult.NOT_WITHIN) if len(moves) <= _SHORT else (MateResult.NO_MATE,)
    if forced_mate_after(position, moves[0], _PLIES).verdict in refuted:
        return "USI-MATE-04", f"{moves[0]} does not force mate: the defence has better"
    return None


_CLAIMS = ("USI-MATE-03", "USI-MATE-04", "USI-MATE-05")


@chapter.dialogue(*_CLAIMS, needs=("USI-MATE-01", "USI-MATE-06", "USI-POS-03"), cases=tuple(_CASES))
def mates_are_what_they_are_called(d: Dialogue, mates: str) -> None:
    """A mating line is legal, forced and ends in mate by checks; `nomate` is never said where there is a mate."""
    usi.ready(d)
    ms, tags = _CASES[mates]
    for test in map(_TAGS.__getitem__, tags):
        answer = _search(d, test.tag, ms)
        if answer.word == "nomate" and test.mate_in:
            expected = f"the mate in {test.mate_in} by {' or '.join(sorted(test.first_moves))}"
            d.fail(expected, "checkmate nomate", requirement="USI-MATE-05")
        if answer.moves and (found := flaw(test.root, answer.moves)):
            d.fail(f"a mate in {test.root.sfen}", f"{found[1]}: `{answer}`", requirement=found[0])
    d.fence()


@chapter.dialogue("USI-MATE-06", needs=("USI-MATE-01",))
def mate_search_keeps_its_limit(d: Dialogue) -> None:
    """`go mate X` is answered within X milliseconds, and not long before where there is a mate to be seen, however large X is."""
    usi.ready(d)
    _expect_checkmate(d, "P5", 200)
    for tag in ("P1b", "P11"):
        d.send(_TAGS[tag].command, "go mate 30000")
        if d.wait_for(_is_checkmate, within_ms=d.limits.quiet_ms) is None:  # what comes is judged by the invariants
            d.send("stop")
            d.reach(usi.is_answer, "checkmate", within_ms=d.limits.stop_ms, requirement="USI-MATE-07")
    d.fence()


@chapter.dialogue("USI-MATE-07", needs=("USI-MATE-01", "USI-STOP-01"))
def stop_ends_a_mate_search(d: Dialogue) -> None:
    """`stop` in `go mate infinite` brings one `checkmate` line and no bestmove."""
    usi.ready(d)
    d.send(_TAGS["P5"].command, "go mate infinite")
    d.not_over(for_ms=d.limits.underway_ms)
    d.send("stop")
    line = d.expect(usi.is_answer, "a checkmate line after stop", within_ms=d.limits.stop_ms)
    if not _is_checkmate(line.text):
        d.fail("a checkmate line after stop", f"`{line.text}`")
    d.silence(usi.is_answer, "one answer to go mate", for_ms=d.limits.quiet_ms)
    d.fence()


@chapter.dialogue("USI-MATE-08", needs=("USI-MATE-03", "USI-MATE-05"))
def looks_for_mates_without_an_attacking_king(d: Dialogue) -> None:
    """A mate problem without an attacking king is taken: such problems are usual."""
    usi.ready(d)
    for tag, ms in (("P11k", 1000), ("P12_1k", 200)):
        problem = _TAGS[tag]
        answer = _search(d, tag, ms)
        if answer.word == "nomate" and problem.mate_in:
            d.fail(f"the mate in {problem.mate_in}", "checkmate nomate")
        if answer.moves and (found := flaw(problem.root, answer.moves)):
            d.fail(f"a mate in {problem.root.sfen}", f"{found[1]}: `{answer}`")
    d.send("isready")
    d.expect(usi.is_sync, "readyok after a position with one king", within_ms=d.limits.ready_ms)
    d.transcript.synced = True

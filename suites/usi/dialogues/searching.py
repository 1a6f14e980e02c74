"""C6 and C7: limits and clocks, infinite, stop, ponder."""

import itertools
import math

from conformance.session import Dialogue, Inconclusive
from conformance.suites.usi import positions
from conformance.suites.usi.driver import is_bestmove, is_final, usi
from conformance.suites.usi.suite import suite

_TAGS = positions.load()
_QUIET = "startpos moves 7g7f 3c3d 2g2f 8c8d"


def _at(tag: str) -> str:
    return _TAGS[tag].position


@suite.dialogue("USI-GO-01", needs=("USI-HS-01", "USI-RDY-01"))
def depth_limit_ends_the_search(d: Dialogue) -> None:
    """`go depth N` ends by itself with a bestmove."""
    usi.ready(d)
    for depth in (1, 2):
        d.send(f"position {_QUIET}", f"go depth {depth}")
        usi.expect_bestmove(d, d.limits.search_ms, f"a bestmove to go depth {depth}")
    d.fence()


def _expect_within(d: Dialogue, go: str, ms: float) -> None:
    """The verdict: `go` is answered within its own time and the grace."""
    started = d.now_ms()
    d.send(go)
    line = d.wait_for(is_bestmove, within_ms=ms + d.limits.grace_ms)
    if line is None:
        d.fail(f"a bestmove to `{go}` within {ms:g} ms", "none", late_ms=None if d.dead else math.inf)
    late = line.at * 1000 - started - ms - d.limits.grace_ms
    if late > 0:
        d.fail(f"a bestmove to `{go}` within {ms:g} ms", f"it came {late:.0f} ms after that and the grace", late_ms=late)


@suite.dialogue("USI-GO-05", needs=("USI-GO-06", "USI-POS-02"), cases=("sente", "gote"))
def answers_within_its_own_clock(d: Dialogue, side: str) -> None:
    """With clocks the engine answers before its own time is gone, whatever the other side has."""
    usi.ready(d)
    own, other = ("btime", "wtime") if side == "sente" else ("wtime", "btime")
    d.send(f"position startpos{'' if side == 'sente' else ' moves 7g7f'}")
    _expect_within(d, f"go {own} 500 {other} 600000 byoyomi 500", 1000)
    d.fence()


@suite.dialogue("USI-GO-06")
def answers_within_byoyomi(d: Dialogue) -> None:
    """With nothing but byoyomi the engine answers within it."""
    usi.ready(d)
    for ms in (500, 1000):
        d.send(f"position {_QUIET}")
        _expect_within(d, f"go btime 0 wtime 0 byoyomi {ms}", ms)
    d.fence()


_CLOCKS = ("btime 300", "wtime 300", "byoyomi 300")


@suite.dialogue("USI-GO-08", needs=("USI-GO-06", "USI-GO-05"))
def understands_clock_words_in_any_order(d: Dialogue) -> None:
    """Any subset and any order of the clock words is understood."""
    usi.ready(d)
    for words in itertools.permutations(_CLOCKS):
        d.send(f"position {_QUIET}")
        _expect_within(d, f"go {' '.join(words)}", 600)
    d.send(f"position {_QUIET}")
    _expect_within(d, "go btime 600 wtime 600", 600)
    d.fence()


@suite.dialogue("USI-STOP-01")
def stop_ends_an_infinite_search(d: Dialogue) -> None:
    """`stop` in `go infinite` brings a bestmove at once."""
    usi.ready(d)
    d.send("position startpos", "go infinite")
    d.pause(d.limits.quiet_ms)
    _not_over(d)
    d.send("stop")
    usi.expect_bestmove(d, d.limits.stop_ms, "a bestmove after stop")
    d.fence()


def _not_over(d: Dialogue) -> None:
    if any(is_final(line.text) for line in d.transcript.lines if line.direction == "<"):
        raise Inconclusive("the search ended before it was stopped")


@suite.dialogue("USI-STOP-02", needs=("USI-STOP-01",))
def stop_ends_a_search_with_clocks(d: Dialogue) -> None:
    """`stop` ends a search with clocks, too."""
    usi.ready(d)
    d.send("position startpos", "go btime 600000 wtime 600000 byoyomi 60000")
    d.pause(300)
    _not_over(d)
    d.send("stop")
    usi.expect_bestmove(d, d.limits.stop_ms, "a bestmove after stop")
    d.fence()


@suite.dialogue("USI-STOP-03", needs=("USI-STOP-01",))
def stop_right_behind_go_is_not_lost(d: Dialogue) -> None:
    """`stop` in the same write as `go infinite` is neither lost nor answered twice."""
    usi.ready(d)
    for number in range(1, 21):
        d.send("position startpos" if number % 2 else "position startpos moves 7g7f")
        d.send_together("go infinite", "stop")
        usi.expect_bestmove(d, d.limits.stop_ms, f"a bestmove to go and stop in one write, round {number}")
    d.silence(is_bestmove, "one bestmove for each go", for_ms=d.limits.quiet_ms)
    d.fence()


@suite.dialogue("USI-STOP-04", needs=("USI-STOP-01",))
def stop_when_idle_is_ignored(d: Dialogue) -> None:
    """`stop` when nothing is searched brings no bestmove."""
    usi.ready(d)
    d.send("stop")
    d.silence(is_bestmove, "no bestmove to a stop when idle", for_ms=d.limits.quiet_ms)
    usi.think(d, "startpos")
    d.send("stop")
    d.silence(is_bestmove, "no bestmove to a stop after the search", for_ms=d.limits.quiet_ms)
    d.fence()


@suite.dialogue("USI-INF-01", needs=("USI-STOP-01",), cases=("P0", "P1b", "P7a", "P8a"))
def infinite_ends_only_by_stop(d: Dialogue, tag: str) -> None:
    """`go infinite` is not answered before `stop`, whatever has been found."""
    usi.ready(d)
    d.send(f"position {_at(tag)}", "go infinite")
    d.silence(is_bestmove, "no bestmove before stop", for_ms=d.limits.long_quiet_ms)
    d.send("stop")
    usi.expect_bestmove(d, d.limits.stop_ms, "a bestmove after stop")
    d.fence()


@suite.dialogue("USI-PON-03", needs=("USI-STOP-01",))
def stop_ends_pondering(d: Dialogue) -> None:
    """`stop` while pondering brings a bestmove."""
    usi.ready(d)
    d.send("position startpos moves 7g7f 3c3d", "go ponder btime 60000 wtime 60000 byoyomi 1000")
    d.pause(500)
    _not_over(d)
    d.send("stop")
    usi.expect_bestmove(d, d.limits.stop_ms, "a bestmove after stop")
    d.fence()


@suite.dialogue("USI-PON-01", needs=("USI-PON-03",), cases=("P0", "P1b", "P8a"))
def pondering_ends_only_by_command(d: Dialogue, tag: str) -> None:
    """`go ponder` is not answered before `ponderhit` or `stop`, whatever its clock says."""
    usi.ready(d)
    d.send(f"position {_at(tag)}", "go ponder btime 100 wtime 100 byoyomi 100")
    d.silence(is_bestmove, "no bestmove before ponderhit or stop", for_ms=d.limits.long_quiet_ms)
    d.send("stop")
    usi.expect_bestmove(d, d.limits.stop_ms, "a bestmove after stop")
    d.fence()


@suite.dialogue("USI-PON-02", needs=("USI-PON-03", "USI-GO-06"))
def ponderhit_starts_the_clock(d: Dialogue) -> None:
    """After `ponderhit` one bestmove comes within the clock of `go ponder`, counted from there."""
    usi.ready(d)
    d.send("position startpos moves 7g7f 3c3d", "go ponder btime 500 wtime 500 byoyomi 500")
    d.pause(700)
    _not_over(d)
    d.send("ponderhit")
    usi.expect_bestmove(d, 1000 + d.limits.grace_ms, "a bestmove after ponderhit")
    d.fence()

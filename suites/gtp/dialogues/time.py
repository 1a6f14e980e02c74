"""Time settings and clocks."""

from functools import partial

from conformance.api.suites import Chapter, Dialogue, Inconclusive, Miss, Nonconformance, takes_at_most
from conformance.suites.gtp.catalogue import CATALOGUE
from conformance.suites.gtp.dialogues.boards import load
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()

_LARGEST = 2**31 - 1
#: What clocks are told: in the end Black has a second for a stone, where other lines alone would give it much more.
_LAST = (
    ("time_settings 0 20 1", "time_settings 0 20 20"),
    ("time_settings 600 0 0", "time_settings 0 1 1"),
    ("time_settings 0 20 20", "time_left b 20 1", "time_left b 20 20"),
    ("time_left b 600 0", "time_left b 1 1"),
    ("time_left b 20 1", "time_settings 0 1 1"),
    ("time_left b 1 1", "time_left w 20 1"),
)
_EXTRA_MS = CATALOGUE["GTP-TM-07"].tolerance["extra_s"] * 1000


@chapter.dialogue("GTP-TM-01")
def takes_any_time_settings(d: Dialogue) -> None:
    """`time_settings` takes any three whole numbers: no main time, no byo yomi, no limit, very much."""
    gtp.ready(d)
    gtp.need(d, "time_settings")
    for numbers in ("300 30 5", "60 0 0", "0 10 1", "0 1 0", "0 0 0", f"{_LARGEST} {_LARGEST} {_LARGEST}", "1800 30 25"):
        gtp.accepts(d, f"time_settings {numbers}", "an engine takes the values that it is given")
    d.fence()


@chapter.dialogue("GTP-TM-01", needs=("GTP-GM-01",))
def moves_after_any_time_settings(d: Dialogue) -> None:
    """`genmove` is answered after settings without byo yomi, and without a limit, in which an engine may think for long."""
    gtp.ready(d)
    gtp.need(d, "time_settings")
    for numbers, why in (("60 0 0", "there is no byo yomi"), ("0 30 0", "byo yomi of no stones sets no limit")):
        _moves_after(d, f"time_settings {numbers}", why=why)
    d.fence()


def _moves_after(d: Dialogue, *lines: str, why: str) -> None:
    """The verdict: `genmove` has a response; an engine may think for long."""
    gtp.do(d, "clear_board")
    for line in lines:
        gtp.do(d, line)
    try:
        gtp.accepts(d, "genmove b", f"it never fails, after `{lines[-1]}` neither")
    except Nonconformance as breach:
        if breach.miss is Miss.SILENCE:
            raise Inconclusive(f"`genmove b` is not answered after `{lines[-1]}`: {why}") from breach
        raise


@chapter.dialogue("GTP-TM-03", needs=("GTP-GM-01", "GTP-GM-06", "GTP-TM-01"))
def moves_when_no_time_is_left(d: Dialogue) -> None:
    """`genmove` is answered when `time_left` has told that no time is left, in main time and in byo yomi."""
    gtp.ready(d)
    gtp.need(d, "time_left")
    for numbers, settings in (("0 0", "60 0 0"), ("0 0", "60 30 5"), ("0 5", "60 30 5")):
        known = [f"time_settings {settings}"] if "time_settings" in gtp.commands(d) else []
        _moves_after(d, *known, f"time_left b {numbers}", why="it may take the next byo yomi")
    d.fence()


@chapter.dialogue("GTP-TM-02")
def refuses_less_than_three_numbers(d: Dialogue) -> None:
    """`time_settings` with fewer than three numbers fails."""
    gtp.ready(d)
    gtp.need(d, "time_settings")
    for words in (" 300 30", " 300", "", " 300 x 5", " a b c"):
        gtp.refuses(d, f"time_settings{words}", "three whole numbers are wanted")
    d.fence()


@chapter.dialogue("GTP-TM-03", needs=("GTP-PL-01",))
def takes_the_time_that_is_left(d: Dialogue) -> None:
    """`time_left` is taken for both colors, in main time and in byo yomi, with settings and without."""
    gtp.ready(d)
    gtp.need(d, "time_left")
    for settings in ("", "300 30 5"):
        if settings and "time_settings" in gtp.commands(d):
            gtp.do(d, f"time_settings {settings}")
        for words in ("b 300 0", "w 299 0", "black 25 5", "WHITE 1 1", "b 0 0"):
            gtp.accepts(d, f"time_left {words}")
    d.fence()


@chapter.dialogue("GTP-TM-04")
def refuses_time_left_without_its_arguments(d: Dialogue) -> None:
    """`time_left` with a bad color or without its numbers fails."""
    gtp.ready(d)
    gtp.need(d, "time_left")
    for words in (" x 60 0", " 60 0", " b 60", " b", "", " b soon 0"):
        gtp.refuses(d, f"time_left{words}", "a color, a time and a number of stones are wanted")
    d.fence()


@chapter.dialogue("GTP-TM-05", needs=("GTP-PL-05", "GTP-PL-06"))
def leaves_the_board_alone(d: Dialogue) -> None:
    """Time commands leave the position as it is, with the ko."""
    gtp.ready(d)
    listed = gtp.some_of(d, "time_settings", "time_left")
    lines = [line for line in ("time_settings 300 30 5", "time_left b 0 0", "time_left w 30 5") if line.split()[0] in listed]
    load(d, "ko")
    knows_ko = not gtp.ask(d, "play w C3", requirement="GTP-FR-01").succeeded
    load(d, "ko")
    for line in lines:
        gtp.do(d, line)
    if knows_ko:
        gtp.refuses(d, "play w C3", "only time commands came since the ko was taken")
    gtp.occupied(d, "D3", "B3", why="only time commands came since a stone was played there")
    gtp.accepts(d, "play b C3", "it is free")
    d.fence()


@chapter.dialogue("GTP-TM-07", needs=("GTP-GM-01", "GTP-TM-01"))
def moves_within_byo_yomi(d: Dialogue) -> None:
    """`genmove` plays the stones of a byo yomi period, one or several, within it."""
    gtp.ready(d)
    gtp.need(d, "time_settings")
    for color, seconds, stones in (("b", 2, 1), ("w", 2, 1), ("b", 4, 5)):
        gtp.do(d, "clear_board")
        gtp.do(d, f"time_settings 0 {seconds} {stones}")
        started, most = d.now_ms(), 1000 * seconds + _EXTRA_MS
        for stone in range(1, stones + 1):
            gtp.ask(d, f"genmove {color}", within_ms=most)
            if (took := d.now_ms() - started) > most:
                expected, actual = f"{stones} stones within {seconds} s", f"stone {stone} came after {took / 1000:.1f} s"
                d.fail(expected, actual, miss=Miss.LATE, late_ms=took - most)
    d.fence()


@chapter.dialogue("GTP-TM-07", needs=("GTP-GM-01", "GTP-TM-01", "GTP-TM-03"))
def moves_within_the_time_that_was_set_last(d: Dialogue) -> None:
    """The last setting of a side's own clock counts: no stones and no time are left of others."""
    gtp.ready(d)
    gtp.need(d, "time_settings")
    for lines in _LAST:
        if "time_left" in gtp.commands(d) or not any(line.startswith("time_left") for line in lines):
            gtp.do(d, "clear_board")
            for line in lines:
                gtp.do(d, line)
            last = next(line for line in reversed(lines) if " w " not in line)
            seconds, stones = map(int, last.split()[-2:])
            gtp.ask(d, "genmove b", within_ms=1000 * seconds / stones + _EXTRA_MS)
    d.fence()


@chapter.dialogue("GTP-TM-07", needs=("GTP-GM-01", "GTP-TM-01", "GTP-TM-03"))
def thinks_by_its_own_clock(d: Dialogue) -> None:
    """A side with little time does not overrun it where the other one has much."""
    gtp.ready(d)
    gtp.need(d, "time_settings")
    gtp.need(d, "time_left")
    little, much = 1, 60  # seconds for a stone
    for color in "bw":
        most = max(1000 * little, _took(d, color, little, little)) + d.limits.slack_ms
        expected = f"a response to `genmove {color}` within {little} s, as where the other side has no more"
        takes_at_most(d, most, expected, partial(_took, d, color, little, much))
    d.fence()


def _took(d: Dialogue, color: str, seconds: int, others: int) -> float:
    """How long (ms) a side takes that has so many seconds for a stone, and the other side so many."""
    lines = (f"time_settings 0 {others} 1", f"time_left {color} {seconds} 1", f"time_left {'bw'.strip(color)} {others} 1")
    for line in ("clear_board", *lines):
        gtp.do(d, line)
    started = d.now_ms()
    gtp.ask(d, f"genmove {color}", within_ms=1000 * seconds + _EXTRA_MS)
    return d.now_ms() - started

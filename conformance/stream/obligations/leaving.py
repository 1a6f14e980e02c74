"""How an engine ends: told to leave, or at the end of its input, at each moment of a session."""

import math

from conformance.dialogue.endings import Inconclusive, Nonconformance, NotApplicable
from conformance.dialogue.session import Dialogue
from conformance.protocol.heard import quoted
from conformance.stream.chapter import Role, Tolerance, obligation
from conformance.stream.moments import Moment, reach
from conformance.stream.wire import Wire
from conformance.wire.ends import End
from conformance.words.model import Miss


def _leaving_ms(d: Dialogue, wire: Wire, moment: Moment) -> float:
    """How long an engine may take to leave: it may still be starting before the greeting, or have to end its search first."""
    more = {Moment.STARTED: d.limits.handshake_ms, Moment.SEARCHING: 1000 * wire.search_seconds}
    return d.limits.quit_ms + more.get(moment, 0)


def _leaves_on_quit(d: Dialogue, wire: Wire, moment: Moment) -> None:
    reach(d, wire, moment)
    line = wire.driver.quit_line or ""
    d.send_illegal(line)
    end = expect_leaving(d, wire, f"an exit on `{line}` {moment}", within_ms=_leaving_ms(d, wire, moment))
    _expect_status(d, wire, end)


def expect_leaving(d: Dialogue, wire: Wire, expected: str, *, within_ms: float) -> End:
    """The verdict: the engine leaves; gives how. Raises NotApplicable where it does not know the command, and need not."""
    if wire.refuses_quit is None:
        return d.expect_exit(expected, within_ms=within_ms)
    asked = len(d.transcript)
    if d.wait_for(wire.refuses_quit, within_ms=d.limits.reply_window_ms) is None:
        try:
            return d.expect_exit(expected, within_ms=within_ms)
        except Nonconformance:
            if d.dead is not None or not any(wire.refuses_quit(line.text) for line in d.transcript.heard(asked)):
                raise
    raise NotApplicable(f"the engine does not know `{wire.driver.quit_line}`")


def expect_no_crash(d: Dialogue, end: End, expected: str) -> None:
    """The verdict: an engine that was told to leave was not ended by a signal that only a faulty program gets."""
    if end.is_crash:
        d.fail(expected, str(end), miss=Miss.ENDED)


def _expect_status(d: Dialogue, wire: Wire, end: End) -> None:
    if wire.quit_status is not None and end != End.of_status(wire.quit_status):
        d.fail(f"an exit with status {wire.quit_status}", str(end), miss=Miss.ENDED)


def _leaves_at_the_end(d: Dialogue, wire: Wire, moment: Moment) -> None:
    reach(d, wire, moment)
    d.close_input()
    d.expect_exit(f"an exit when its input is closed {moment}", within_ms=_leaving_ms(d, wire, moment))


@obligation(leaves=True, needs=("leaves_on_quit_when_idle",))
def leaves_on_quit_before_the_greeting(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """The command to leave ends an engine that has not been greeted."""
    _leaves_on_quit(d, wire, Moment.STARTED)


@obligation(leaves=True)
def leaves_on_quit_when_idle(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """The command to leave ends an idle engine."""
    _leaves_on_quit(d, wire, Moment.IDLE)


@obligation(leaves=True, needs=("leaves_on_quit_when_idle",))
def leaves_on_quit_with_crlf(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """The command to leave is understood when it ends in CR LF, too."""
    reach(d, wire, Moment.IDLE)
    line = wire.driver.quit_line or ""
    asked = len(d.transcript)
    d.send_illegal(line, end="\r\n")
    refusal = d.wait_for(wire.refuses_quit, within_ms=d.limits.reply_window_ms) if wire.refuses_quit is not None else None
    if refusal is not None:
        d.send_illegal(line)
        expect_leaving(d, wire, f"an exit on `{line}`", within_ms=_leaving_ms(d, wire, Moment.IDLE))
        d.fail(f"`{line}` understood with CR LF, as it is without CR", quoted(refusal), at=asked)
    d.expect_exit(f"an exit on `{line}` with CR LF", within_ms=_leaving_ms(d, wire, Moment.IDLE))


@obligation(leaves=True, needs=("leaves_on_quit_when_idle",))
def leaves_on_quit_in_a_search(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """The command to leave ends a searching engine."""
    _leaves_on_quit(d, wire, Moment.SEARCHING)


@obligation(leaves=True, needs=(Role.SEARCH,))
def leaves_on_quit_after_a_search(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """The command to leave ends an engine that has just searched."""
    _leaves_on_quit(d, wire, Moment.SEARCHED)


@obligation(leaves=True, needs=(Role.GAME,))
def leaves_on_quit_after_a_game(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """The command to leave ends an engine whose game is over."""
    _leaves_on_quit(d, wire, Moment.GAME_OVER)


#: A search takes no longer than so many times what the start and the same search took together.
_AS_SLOW_AGAIN = 10


@obligation(
    leaves=True,
    needs=("leaves_on_quit_when_idle", "leaves_on_quit_in_a_search", "takes_several_commands_in_one_write", Role.SEARCH),
)
def leaves_without_a_crash(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """The command to leave, right after other commands, ends the engine and not by a signal."""
    since = d.now_ms()
    reach(d, wire, Moment.SEARCHED)
    took = d.now_ms() - since
    line = wire.driver.quit_line or ""
    wire.driver.send_together(d, *wire.brief_for(d), line)
    # the brief search may have to end first
    patience = min(d.limits.search_ms, _AS_SLOW_AGAIN * took) if wire.search_seconds else 0
    end = expect_leaving(d, wire, f"an exit on `{line}`", within_ms=d.limits.quit_ms + patience)
    expect_no_crash(d, end, f"a clean end on `{line}`")


@obligation(leaves=True, needs=("leaves_at_the_end_of_input_when_idle",))
def leaves_at_the_end_of_input_before_the_greeting(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """The end of input ends an engine that has not been greeted."""
    _leaves_at_the_end(d, wire, Moment.STARTED)


@obligation(leaves=True)
def leaves_at_the_end_of_input_when_idle(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """The end of input ends an idle engine."""
    _leaves_at_the_end(d, wire, Moment.IDLE)


@obligation(leaves=True, needs=("leaves_at_the_end_of_input_when_idle",))
def leaves_at_the_end_of_input_in_a_search(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """The end of input ends a searching engine."""
    _leaves_at_the_end(d, wire, Moment.SEARCHING)


@obligation(leaves=True, needs=(Role.SEARCH,))
def leaves_at_the_end_of_input_after_a_search(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """The end of input ends an engine that has just searched."""
    _leaves_at_the_end(d, wire, Moment.SEARCHED)


@obligation(leaves=True, needs=(Role.GAME,))
def leaves_at_the_end_of_input_after_a_game(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """The end of input ends an engine whose game is over."""
    _leaves_at_the_end(d, wire, Moment.GAME_OVER)


#: How often (s) it is looked whether helpers have left.
_LOOK = 0.02


def _expect_nothing_left(d: Dialogue) -> None:
    """The verdict: no process is left; helpers may leave a moment after the engine, when their own input ends."""
    if d.dead is None:
        d.wait_for(lambda _: False, within_ms=d.limits.quit_ms)
    if d.dead is None:
        raise Inconclusive("the engine did not leave")
    until = d.now_ms() + d.limits.grace_ms
    while d.transport.survivors() and d.now_ms() < until:
        d.transport.next_line(d.transport.now() + _LOOK)
    if count := d.transport.survivors():
        processes = "1 process" if count == 1 else f"{count} processes"
        d.fail("no process left behind", f"{processes} still running after the engine has left", late_ms=math.inf)


@obligation(leaves=True, needs=("leaves_on_quit_when_idle", Role.SEARCH))
def leaves_no_process_behind(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """No child process survives an engine that was told to leave."""
    reach(d, wire, Moment.SEARCHED)
    d.send_illegal(wire.driver.quit_line or "")
    _expect_nothing_left(d)


@obligation(leaves=True, needs=("leaves_at_the_end_of_input_when_idle",))
def leaves_no_process_behind_at_the_end_of_input(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """No child process survives an engine whose input was closed."""
    reach(d, wire, Moment.IDLE)
    d.close_input()
    _expect_nothing_left(d)

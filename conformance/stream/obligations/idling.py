"""The engine's behaviour when nothing is asked of it."""

from conformance.dialogue.endings import NotApplicable
from conformance.dialogue.session import Dialogue
from conformance.stream.chapter import Role, Tolerance, obligation
from conformance.stream.moments import Moment, end_search, reach, still_alive, stop_search
from conformance.stream.obligations.expecting import no_reply
from conformance.stream.wire import Wire

#: How often the use of the processor is measured. An engine may clear its tables or compile itself after it has answered: only
#: one that is busy each time is not idle.
_WATCHES = 6


def _expect_idle(d: Dialogue, when: str, share: float) -> None:
    d.pause(d.limits.early_ms)
    for _ in range(_WATCHES):
        used = d.processor_share(d.limits.cpu_window_ms)
        still_alive(d, "while it was idle")
        if used is None:
            raise NotApplicable("the CPU time of the engine cannot be read here")
        if used <= share:
            return
    window = d.limits.cpu_window_ms / 1000
    d.fail(f"less than {share:.0%} of a core used by an idle engine {when}", f"{used:.0%} over {window:.1f} s")


@obligation("share", fresh=True)
def is_quiet_when_idle(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """An engine that waits for its first search leaves the processor alone."""
    reach(d, wire, Moment.IDLE)
    _expect_idle(d, "before its first search", figures["share"])


@obligation("share", needs=(Role.SEARCH, Role.STOP))
def is_quiet_after_a_search(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """An engine that has searched leaves the processor alone: after a search that ended, a stopped one, and other commands."""
    reach(d, wire, Moment.SEARCHED)
    _expect_idle(d, "after a search", figures["share"])
    if wire.stop_line:
        wire.driver.start_long_search(d)
        if d.wait_for(wire.driver.is_answer, within_ms=d.limits.underway_ms) is None:
            stop_search(d, wire)
        _expect_idle(d, "after a search that was stopped", figures["share"])
    if wire.idle_lines:
        wire.driver.send_in_turn(d, *wire.idle_lines)
        d.fence()
        _expect_idle(d, "after other commands", figures["share"])


@obligation()
def does_not_flood(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """A search, and what follows it, bring no more output than a GUI can keep up with: whoever floods is ended."""
    reach(d, wire, Moment.SEARCHED)
    d.pause(d.limits.reply_window_ms)
    d.fence()


@obligation(fresh=True, needs=(Role.SEARCH,))
def says_nothing_when_idle(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """An idle engine says nothing of the protocol: not at once, and not every few seconds."""
    reach(d, wire, Moment.IDLE)
    d.silence(wire.is_chatter or no_reply(wire), "silence before the first search", for_ms=d.limits.quiet_ms)
    wire.driver.send_in_turn(d, *wire.brief_for(d))
    end_search(d, wire)
    still_alive(d, "in its first search")
    d.pause(d.limits.early_ms)  # what trails an answer is judged with the answers
    d.silence(wire.is_chatter or no_reply(wire), "silence after a search", for_ms=d.limits.heartbeat_ms)
    d.fence()

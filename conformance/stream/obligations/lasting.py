"""The effects of a hundred searches on an engine."""

import statistics

from conformance.dialogue.endings import NotReached
from conformance.dialogue.session import Dialogue
from conformance.stream.chapter import Role, Tolerance, obligation
from conformance.stream.moments import end_search
from conformance.stream.obligations.expecting import sync_ms
from conformance.stream.wire import Wire
from conformance.words.model import Miss

_SEARCHES = 100
_COMPARED = 20
#: Of how many searches the answers are compared: the last of those that compare, and the last of all.
_TIMED = 5


@obligation("slower", "growth", fresh=True, needs=(Role.SYNC, Role.SEARCH, Role.STOP))
def lasts_for_a_hundred_searches(d: Dialogue, wire: Wire, figures: Tolerance) -> None:
    """A hundred searches in one process neither end the engine, nor slow it down, nor fill the memory."""
    wire.driver.ready(d)
    took: list[float] = []
    memory = 0
    for number in d.rounds(range(1, _SEARCHES + 1)):
        d.progress(number, _SEARCHES)
        wire.driver.send_in_turn(d, *wire.brief_for(d))
        try:
            end_search(d, wire)
        except NotReached as missing:
            if number == 1:
                raise
            missing.blame(f"an answer to search {number} of {_SEARCHES}")
        d.expect_alive(f"an engine that lives after search {number} of {_SEARCHES}")
        line = wire.driver.sync_request(d)
        wire.driver.send_in_turn(d, line)
        asked = d.now_ms()
        d.expect(wire.driver.answers(d, line), f"an answer after search {number}", within_ms=sync_ms(d, wire))
        took.append(d.now_ms() - asked)
        wire.driver.drain(d)
        if number == _COMPARED:
            memory = d.transport.usage().memory_bytes or 0
    first, last = statistics.median(took[:_COMPARED][-_TIMED:]), statistics.median(took[-_TIMED:])
    allowed = figures["slower"] * d.limits.scale
    if (slower := last - first) > allowed:
        expected = f"answers that take at most {allowed:g} ms longer in the end"
        words = f"{last:.0f} ms after the last searches, {first:.0f} ms after the first"
        d.fail(expected, words, miss=Miss.LATE, late_ms=slower - allowed)
    grown = ((d.transport.usage().memory_bytes or 0) - memory) / (1 << 20)
    if memory and grown > figures["growth"]:
        d.fail(f"at most {figures['growth']:g} MB more after search {number} than after {_COMPARED}", f"{grown:.0f} MB more")
    d.fence()

"""Steps of whole sessions that UCI and USI share, drawn by Hypothesis, and pairs that have to be answered alike.

Each step leaves the engine idle, so that steps can be left out when a failing session is shrunk.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from hypothesis import strategies as st

from conformance.api.explorations import Step, step_of
from conformance.api.suites import Dialogue, Line, Nonconformance
from conformance.suites.universal.driver import UniversalDriver
from conformance.suites.universal.messages import Score

Steps: TypeAlias = st.SearchStrategy[Step]

#: Milliseconds between two lines.
_DELAYS = st.integers(0, 150)
_UNKNOWN = st.sampled_from(("foobar", "", "  ", "joho 1 2", "debug on", "debug off"))
#: Steps in one session: enough for a third game, few enough to be read.
_LONGEST = 14

#: What is drawn of a game that is played at random: its seed, and its length in plies.
SEEDS = st.integers(0, 10_000)
PLIES = st.integers(1, 120)


class Sessions:
    """The steps of a protocol's sessions.

    `moves` are those of a game from the start, in which positions are drawn. `ponder` are the clocks of `go ponder`, of which
    `ponder_time` ms are for the side to move. `ready` is the id by which an `isready` is answered in any state.
    """

    def __init__(self, driver: UniversalDriver, moves: Sequence[str], *, ready: str, ponder: str, ponder_time: float) -> None:
        self.driver = driver
        self._ready = ready
        self._ponder = ponder
        self._ponder_time = ponder_time
        self.positions = st.one_of(
            st.just("startpos"),
            st.integers(1, len(moves)).map(lambda count: f"startpos moves {' '.join(moves[:count])}"),
            st.just(driver.middle),
        )

    def drawn(self, by_clock: Steps, new_game: Steps, *others: Steps) -> st.SearchStrategy[list[Step]]:
        """Draw the steps of a session: with the protocol's own for a search by clock and a new game, and `others`."""
        limited = (self._searched_to_depth, self._searched_for_ever, self._pondered)
        return st.lists(
            st.one_of(
                by_clock,
                *(step_of(search, self.positions, _DELAYS, stopped=st.booleans()) for search in limited),
                *others,
                step_of(self.asked),
                new_game,
                step_of(self._ponder_set, st.sampled_from(("true", "false"))),
                step_of(self._sent, _UNKNOWN),
                step_of(self._stray, st.sampled_from(("stop", "ponderhit"))),
            ),
            min_size=1,
            max_size=_LONGEST,
        )

    def by_clock(self, timed: Callable[..., None], *drawn: st.SearchStrategy[Any]) -> Steps:
        """Draw a search that is over by its clock, or stopped before: a step `timed(d, position, *drawn, delay, stopped=...)`."""
        return step_of(timed, self.positions, *drawn, _DELAYS, stopped=st.booleans())

    def play(self, d: Dialogue, steps: Iterable[Step]) -> None:
        """Take the steps; an engine that has come through still answers `isready`."""
        for step in steps:
            step(d)
        self.asked(d, "readyok at the end of the session")
        d.transcript.synced = True

    def asked(self, d: Dialogue, expected: str = "readyok") -> None:
        """Have an idle engine answer `isready`."""
        d.send(self.driver.sync_line)
        d.expect(self.driver.is_sync, expected, within_ms=d.limits.ready_ms, requirement=self._ready)

    def searched_by_clock(self, d: Dialogue, position: str, go: str, ms: float, delay: int, *, stopped: bool, late: str) -> None:
        """Have a position searched for `ms`, or stopped after `delay` ms. `late` is what an answer after its time breaks."""
        d.send(f"position {position}", go)
        if stopped:
            d.pause(delay)
            d.send("stop")
        if self.driver.answered(d):
            return
        try:
            self._answer(d, ms + d.limits.grace_ms, "" if stopped else late)
        except Nonconformance:
            d.expect_alive("a bestmove", requirement=self.driver.answer_requirement)  # a crash is no matter of clocks
            raise

    def _answer(self, d: Dialogue, within_ms: float, requirement: str = "") -> None:
        requirement = requirement or self.driver.answer_requirement
        d.expect(self.driver.is_bestmove, "a bestmove", within_ms=within_ms, requirement=requirement)
        d.pause(d.limits.drain_ms)

    def _searched_to_depth(self, d: Dialogue, position: str, delay: int, *, stopped: bool) -> None:
        d.send(f"position {position}", self.driver.brief(d, depth=1 + delay % 2))
        if stopped:
            d.send("foobar")
        self._answer(d, d.limits.search_ms)

    def _searched_for_ever(self, d: Dialogue, position: str, delay: int, *, stopped: bool) -> None:
        d.send(f"position {position}")
        if stopped:
            d.send_together("go infinite", "stop")
        else:
            d.send("go infinite")
            d.pause(delay)
            if self.driver.answered(d):
                return
            d.send("stop")
        self._answer(d, d.limits.stop_ms)

    def _pondered(self, d: Dialogue, position: str, delay: int, *, stopped: bool) -> None:
        if not self.driver.may_ponder(d):
            return
        d.send(f"position {position}", f"go ponder {self._ponder}")
        d.pause(delay)
        if self.driver.answered(d):
            return
        d.send("stop" if stopped else "ponderhit")
        self._answer(d, d.limits.stop_ms if stopped else self._ponder_time + d.limits.grace_ms)

    def _ponder_set(self, d: Dialogue, value: str) -> None:
        d.send(f"setoption name {self.driver.ponder_option} value {value}")

    def _sent(self, d: Dialogue, line: str) -> None:
        d.send(line)

    def _stray(self, d: Dialogue, line: str) -> None:
        d.send(line)
        d.pause(d.limits.gap_ms)

    # -- pairs --------------------------------------------------------------------------------------------------------

    def played(self, d: Dialogue, position: str) -> Line:
        """Have a position searched briefly, and give the answer."""
        d.send(f"position {position}", self.driver.brief(d))
        expected, requirement = f"a bestmove in `{position[:80]}`", self.driver.answer_requirement
        line = d.expect(self.driver.is_bestmove, expected, within_ms=d.limits.search_ms, requirement=requirement)
        d.pause(d.limits.drain_ms)
        return line

    def in_other_words(self, d: Dialogue, position: str, others: Iterable[tuple[str, str]]) -> None:
        """A position, and the same in other words, each with the id by which it is read: the answer is legal each time.

        The choice of the move does not matter, only that it can be played: an engine that plays at random passes.
        """
        if self.driver.flaw(position, self.played(d, position)):
            return  # the invariants judge it
        for words, requirement in others:
            if flaw := self.driver.flaw(words, self.played(d, words)):
                why = f"{flaw}; sent as `position {position[:80]}`, it is played rightly"
                d.fail(f"a legal move in {self.driver.shown(words)}", why, requirement=requirement)

    def same_side_mates(self, d: Dialogue, twins: tuple[str, str], requirement: str) -> None:
        """A position with a mate in one, and its twin with colours swapped: if a mate is announced in both, it is for one side.

        Centipawns are not compared, so no noise and no memory of other searches can cross the line.
        """
        first, second = (self._mate_reported(d, twin) for twin in twins)
        if first is not None and second is not None and first.sign != second.sign:
            d.fail(
                f"the same side for {self.driver.shown(twins[0])} and its twin",
                f"`{first}` and `{second}`",
                requirement=requirement,
            )

    def _mate_reported(self, d: Dialogue, position: str) -> Score | None:
        since = len(d.transcript)
        self.played(d, position)
        scores = [info.score for info in self.driver.infos(d, since) if info.score is not None and not info.score.bound]
        return scores[-1] if scores and scores[-1].unit == "mate" and scores[-1].sign else None

"""A short game by a clock that runs, in one dialogue, where one engine plays both sides: what each run has of `conform games`."""

import math
from collections.abc import Callable, Sequence

from conformance.dialogue.session import Dialogue
from conformance.matches.blame import UNCLEAR
from conformance.matches.clock import Clock, TimeControl
from conformance.matches.player import AnswerKind, Clocks, Opening, Players, Settings
from conformance.words.model import Miss


def play_alone(
    d: Dialogue,
    players: Players,
    control: TimeControl,
    plies: int,
    *,
    requirement: str = "",
    lost: str = "",
    least_ms: Callable[[Sequence[str]], float] | None = None,
) -> None:
    """The verdict: each of so many moves is made before the time on the mover's clock is used up, and `Limits.grace_ms` more.

    The engine is ready for a game. An engine that loses on time by less than that breaks `lost`, if it is more than the engine
    needs for any move at all: `least_ms(lines)` finds that out (ms), after the lines that asked for the move; without, it is a
    moment. If the host may have taken that time, the game is measured again, alone. Without such a requirement the margin that it
    keeps for the way to the GUI is its own affair, and a remark says so. An answer that is no legal move ends the game, and is
    judged by others. After a draw they begin again, by the same clocks.
    """
    settings = Settings()
    board, player = players.start(settings), players.player(settings)
    clocks = (Clock(control, players.early_increment, players.grace), Clock(control, players.early_increment, players.grace))
    used: list[float] = []
    for _ in d.rounds(range(plies)):
        if (ending := board.ending()) is not None:
            if ending.winner is not None or not board.legal():
                return
            board = players.start(settings)  # a draw: they begin again with the time that they have
        clock = clocks[board.turn]
        seen = Clocks(control, (clocks[0].left, clocks[1].left), board.turn, clock.to_go, tuple(used))
        _ask(d, player.prepare(board, seen), requirement)
        lines = player.think(board, seen)
        d.send(*lines)
        started, left_ms = d.now_ms(), clock.available * 1000
        expected = f"move {len(board.moves) + 1} of a game of {control} ({left_ms:.0f} ms on its clock)"
        within_ms = left_ms + d.limits.grace_ms
        line = d.expect(lambda text: player.read(text) is not None, expected, within_ms=within_ms, requirement=requirement)
        used.append(line.at - started / 1000)
        if not clock.spend(used[-1]):
            late_ms, at = used[-1] * 1000 - left_ms, len(d.transcript) - 1
            host_ms = d.host_took_ms()
            own_ms, when = late_ms - host_ms, f"on time by {late_ms:.0f} ms, in ply {len(used)}"
            most_ms = math.inf if not lost else d.limits.moment_ms if least_ms is None else max(1000 * UNCLEAR, least_ms(lines))
            if 0 < own_ms <= most_ms:
                d.remark("loses on time", f"loses a game of {control} {when}: `conform games` says more")
            if late_ms > most_ms:
                expected = f"a game of {control} that is not lost on time"
                certain_ms = own_ms if own_ms > most_ms else max(0.0, min(own_ms, host_ms))  # else the host explains it
                d.fail(expected, f"a loss {when}", at=at, requirement=lost, miss=Miss.LATE, late_ms=certain_ms)
            return
        answer = player.read(line.text)
        if answer is None or answer.kind is not AnswerKind.MOVE or not board.read(answer.move):
            return
        board = board.play(board.read(answer.move))


def _ask(d: Dialogue, opening: Opening, requirement: str) -> None:
    """Lines that come before the clock is started for a move."""
    for ask in opening:
        d.send(*ask.lines)
        if ask.until is not None:
            d.reach(ask.until, ask.what, within_ms=d.limits.ready_ms, requirement=requirement)

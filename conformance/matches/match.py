"""Many games of one engine against itself, some of them at once, in a time that is known before they begin."""

import contextlib
import queue
import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from conformance.matches.arbiter import MatchSetup, play
from conformance.matches.played import Played
from conformance.matches.player import Board, Players, Settings
from conformance.transport import interrupts

#: Seconds that the start and the end of a game take, by our reckoning of how long a match takes at most.
_AROUND = 3.0
#: Seconds from one tick to the next.
_TICK = 0.5
#: Tries to find an opening after which the game is not over.
_TRIES = 100


@dataclass(frozen=True, slots=True)
class Plan:
    """How many games, how many of them at once, the seed of their openings, the seconds that all may take (0: as reckoned)."""

    games: int = 20
    at_once: int = 1
    seed: int = 0
    opening_plies: int = 8
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Tick:
    """How far a match is: games that have ended, moves made in all."""

    games: int
    moves: int


def opening(players: Players, settings: Settings, seed: int, number: int, plies: int) -> Board:
    """The position from which a game begins: random legal moves, the same for the same arguments."""
    dice = random.Random(f"{seed}/{number}")
    for _ in range(_TRIES):
        board = players.start(settings)
        while len(board.moves) < plies and board.ending() is None:
            board = board.play(dice.choice(board.legal()))
        if board.ending() is None:
            return board
    return players.start(settings)


class Match:
    """A match as it is planned; `run` plays it once."""

    def __init__(self, table: MatchSetup, plan: Plan, *, now: Callable[[], float] = time.monotonic) -> None:
        self.plan = plan
        self._now = now
        self._stop = threading.Event()
        self._until = float("inf")
        self._moves = 0
        self._table = replace(table, is_over=self._is_over, moved=self._moved)
        self._left = iter(range(1, plan.games + 1))
        self._lock = threading.Lock()
        self._items: queue.SimpleQueue[Played | BaseException | None] = queue.SimpleQueue()

    @property
    def seconds(self) -> float:
        """The match's time at most; games that are not over then are cut off."""
        rounds = -(-self.plan.games // self.plan.at_once)
        return self.plan.seconds or rounds * (self._table.control.longest(self._table.most_plies) + _AROUND)

    def _is_over(self) -> bool:
        return self._stop.is_set() or self._now() > self._until

    def _moved(self) -> None:
        self._moves += 1

    def run(self) -> Iterator[Played | Tick]:
        """Play all games, and give each as it ends; raises LaunchError. Closed early, it ends those that go on and gives them."""
        self._until = self._now() + self.seconds
        workers = [threading.Thread(target=self._work, daemon=True) for _ in range(min(self.plan.at_once, self.plan.games))]
        running, ended = 0, 0
        try:
            for worker in workers:
                worker.start()
                running += 1
            while running:
                with interrupts.let_through():
                    item = self._next()
                if isinstance(item, Tick):
                    yield replace(item, games=ended)
                elif isinstance(item, BaseException):
                    raise item
                elif item is None:
                    running -= 1
                else:
                    ended += 1
                    yield item
        finally:
            self._stop.set()
            with interrupts.deferred():
                for worker in workers:
                    if worker.ident is not None:
                        worker.join()

    def rest(self) -> Iterator[Played]:
        """After an interruption of `run`: what was played by then of the games that were going on."""
        with contextlib.suppress(queue.Empty):
            while True:
                item = self._items.get_nowait()
                if isinstance(item, Played):
                    yield item

    def _next(self) -> Played | BaseException | Tick | None:
        try:
            return self._items.get(timeout=_TICK)
        except queue.Empty:
            return Tick(0, self._moves)

    def _work(self) -> None:
        try:
            while not self._is_over():
                with self._lock:
                    number = next(self._left, None)
                if number is None:
                    break
                plan, players = self.plan, self._table.players
                self._items.put(
                    play(self._table, number, opening(players, self._table.settings, plan.seed, number, plan.opening_plies))
                )
        except BaseException as error:  # noqa: BLE001  it is raised where the match is waited for
            self._items.put(error)
        finally:
            self._items.put(None)

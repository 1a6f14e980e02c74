"""Who may search when: a few at a time, and first those that have waited longest in all."""

import threading
from dataclasses import dataclass, field

import pytest

from conformance.dialogue.search_slots import Places, Turn


class _GivenUpError(Exception):
    pass


@dataclass
class _Searchers:
    """Turns that wait for a place, each in a thread of its own, and the order in which they got it."""

    places: Places
    names: list[str] = field(default_factory=list)
    threads: list[threading.Thread] = field(default_factory=list)

    def wait(self, name: str, waited: float) -> None:
        waits = threading.Event()
        turn = Turn(self.places, waited=waited, check_cancelled=waits.set)
        self.threads.append(threading.Thread(target=self._search, args=(name, turn)))
        self.threads[-1].start()
        assert waits.wait(10)

    def _search(self, name: str, turn: Turn) -> None:
        turn.take()
        self.names.append(name)
        turn.give()

    def join(self) -> None:
        for thread in self.threads:
            thread.join(10)


def test_who_has_waited_longest_in_all_goes_first():
    places = Places(1)
    first = Turn(places)
    first.take()
    searchers = _Searchers(places)
    for name, waited in (("little", 1.0), ("most", 30.0), ("none", 0.0), ("more", 10.0)):
        searchers.wait(name, waited)
    first.give()
    searchers.join()
    assert searchers.names == ["most", "more", "little", "none"]


def test_there_are_no_more_places_than_their_number():
    places = Places(2)
    turns = [Turn(places), Turn(places)]
    for turn in turns:
        turn.take()
    searchers = _Searchers(places)
    searchers.wait("third", 0.0)
    assert not searchers.names
    turns[1].give()
    searchers.join()
    assert searchers.names == ["third"]


def test_a_wait_that_is_given_up_takes_no_place():
    def give_up() -> None:
        raise _GivenUpError

    places = Places(1)
    first = Turn(places)
    first.take()
    with pytest.raises(_GivenUpError):
        Turn(places, check_cancelled=give_up).take()
    first.give()
    assert Turn(places).take() < 1

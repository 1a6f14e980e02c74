"""A transcript as tic-tac-toe sees it: what the invariants and the pictures look at."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from conform_tictactoe.driver import SEARCHES, is_move, verb
from conform_tictactoe.grammar import Message, Move, parse
from conformance.api.suites import Fold, Heard, Reading, Step


@dataclass(slots=True)
class Search:
    """A search: its place in the transcript, its board, and what was answered."""

    index: int
    board: str
    answers: list[Heard[Message, str]] = field(default_factory=list)


class Record(Fold[str]):
    """The searches that were asked for."""

    def __init__(self, reading: Reading[str]) -> None:
        super().__init__(reading)
        self.searches: list[Search] = []
        self.walk()

    def sent(self, step: Step[str]) -> None:
        if verb(step.text) in SEARCHES:
            self.searches.append(Search(step.place, step.text.split()[1]))

    def heard(self, step: Step[str]) -> None:
        if is_move(step.text) and step.state in SEARCHES.values():
            self.searches[-1].answers.append(Heard.of(step, parse(step.text)))

    def moves(self) -> Iterator[tuple[Heard[Message, str], str, str]]:
        """Each answer that can be read, with its board and its square."""
        for search in self.searches:
            for heard in search.answers:
                if isinstance(heard.message, Move):
                    yield heard, search.board, heard.message.move

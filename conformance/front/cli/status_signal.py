"""SIGUSR1 to a run: standard error says how each of its dialogues stands, what the engine owes, and for how long.

A thread waits for the question and answers it, so that the signal interrupts nothing, and nothing is looked at before it comes.
"""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue

from conformance.front.cli.messages import complain
from conformance.system.signals import ASKING


@contextmanager
def answering(standing: Callable[[], Iterable[str]]) -> Iterator[None]:
    """Answer each question with the rows of `standing`, meanwhile. Does nothing where the system has no such signal."""
    if ASKING is None:
        yield
        return
    questions: SimpleQueue[bool] = SimpleQueue()  # its `put` may be called by the handler of a signal, whatever it interrupts

    def answer() -> None:
        while questions.get():
            complain("\n".join(standing()))

    try:
        threading.Thread(target=answer, daemon=True).start()
    except RuntimeError:  # the system lets us have no more threads: nobody answers
        yield
        return
    before = signal.signal(ASKING, lambda _number, _frame: questions.put(True))
    try:
        yield
    finally:
        signal.signal(ASKING, before)
        questions.put(False)

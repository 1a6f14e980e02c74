"""Signals that end a run, as interruptions of the main thread that come where no engine and no report is lost by them.

The first signal interrupts, as soon as nothing defers it. Signals that follow soon are taken for the same: Ctrl-C is pressed
twice, or a runner of jobs signals a group, and then its leader. A signal that comes later interrupts whatever is done then.
"""

import _thread
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from conformance.system.signals import ASKING, ENDING
from conformance.transport import Launcher, Transport

#: Seconds in which a further signal is taken for the first one: in them engines are ended and reports written.
_SAME = 10.0
#: The same while the first one is still deferred.
_SAME_WHILE_DEFERRED = 2.0
#: Bytes that are read at a time where only the end is waited for.
_CHUNK = 4096
#: Exit code of a process that a signal ended, as shells count it: so much and the signal's number.
_BASE = 128


class Interrupted(KeyboardInterrupt):
    """A signal asks for the end. `number` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class _State:
    """The signal that has been received, how often it is deferred, and the one that has interrupted."""

    def __init__(self) -> None:
        self.deferred = 0
        self.waiting: int | None = None
        self.first: int | None = None
        self.received_at = 0.0


_state = _State()


def ignore() -> None:
    """Let no signal interrupt anything any more."""
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)


def listen() -> None:
    """Turn the signals that end a job into interruptions. A signal that this process was told to ignore is left alone.

    A question how it stands is not answered before there is something to say, and must not end us.
    """
    for number in ENDING:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _received)
    if ASKING is not None and signal.getsignal(ASKING) is signal.SIG_DFL:
        signal.signal(ASKING, lambda _number, _frame: None)


def when_it_ends(descriptor: int) -> None:
    """Take the end of a pipe for SIGTERM: whoever holds its other end has ended, however that came."""

    def read_to_the_end() -> None:
        with suppress(OSError):
            while os.read(descriptor, _CHUNK):
                pass
        _thread.interrupt_main(signal.SIGTERM)

    threading.Thread(target=read_to_the_end, daemon=True).start()


def defer() -> None:
    """Defer interruptions, but for where `let_through` lets them come."""
    _state.deferred += 1


def _received(number: int, _frame: FrameType | None) -> None:
    number, now = ENDING[number], time.monotonic()
    if _state.first is not None:
        if now - _state.received_at < _SAME:
            return
    elif _state.waiting is not None:
        if now - _state.received_at < _SAME_WHILE_DEFERRED:
            return
    elif _state.deferred:
        _state.waiting, _state.received_at = number, now
        return
    else:
        _state.received_at = now
    _interrupt(number)


def _interrupt(number: int) -> None:
    _state.first, _state.waiting = _state.first or number, None
    raise Interrupted(number)


def _interrupt_if_asked() -> None:
    if _state.waiting is not None and not _state.deferred:
        _interrupt(_state.waiting)


@contextmanager
def deferred() -> Iterator[None]:
    """Defer interruptions meanwhile; one that has come is raised after it. Other threads are never interrupted."""
    step = int(_is_main())
    _state.deferred += step
    try:
        yield
    finally:
        _state.deferred -= step
    if step:
        _interrupt_if_asked()


@contextmanager
def let_through() -> Iterator[None]:
    """Let interruptions come meanwhile, whoever defers them around it."""
    step = _state.deferred if _is_main() else 0
    _state.deferred -= step
    try:
        if step:
            _interrupt_if_asked()
        yield
    finally:
        _state.deferred += step


@contextmanager
def engine(launch: Launcher) -> Iterator[Transport]:
    """An engine that is started, and ended after it, whenever an interruption comes; raises LaunchError."""
    started: Transport | None = None
    try:
        with deferred():
            started = launch()
        yield started
    finally:
        if started is not None:
            with deferred():
                started.close()


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()


def postpone(interruption: KeyboardInterrupt) -> None:
    """Let an interruption come once more, at the next place where one may come."""
    if isinstance(interruption, Interrupted):
        _state.waiting = interruption.number


def exit_code(interruption: KeyboardInterrupt | None = None) -> int:
    """The exit code of a process that was interrupted, by this or by whatever came first."""
    number = interruption.number if isinstance(interruption, Interrupted) else _state.first
    return _BASE + (number or signal.SIGINT)

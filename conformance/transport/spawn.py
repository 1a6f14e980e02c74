"""An engine that is spawned under pexpect, over pipes: pexpect's verbs, and our own reading by stamped lines, over one stream.

`pexpect.popen_spawn` is pexpect's own way over pipes. It loses the time of a line, reads in a thread, mixes standard error into
the output and leaves the children of a process alone. So this is a `SpawnBase` beside it.
"""

import math
import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from pexpect.exceptions import EOF, TIMEOUT
from pexpect.spawnbase import SpawnBase

from conformance.wire.ends import End, EndKind
from conformance.wire.lines import visible
from conformance.wire.transcript import INPUT_CLOSED, Direction, Line, as_bytes

if TYPE_CHECKING:

    class _Base(SpawnBase[Any]):
        """With what spawns of one's own need, and `types-pexpect` leaves out."""

        _encoder: Any
        _decoder: Any

        def _coerce_send_string(self, s: str | bytes) -> Any: ...
        def _log(self, s: str | bytes, direction: str) -> None: ...
else:
    _Base = SpawnBase

_ROW = re.compile(rb"[^\n]*\n|[^\n]+")


def _nobody_records(_line: Line) -> None:
    pass


class Spawn(_Base, ABC):
    """The methods of a pexpect spawn, over lines that are stamped when they are read.

    Times are seconds since the engine was started.

    It is read in two ways, and each byte goes one of them: as lines (`next_line`, for a dialogue), or by the verbs of pexpect,
    which take those lines and give their bytes on (`expect`, `expect_exact`, `read`, `readline`, ...). `recorder` hears at once
    of each line that pexpect's verbs have sent or taken. `encoding` and `codec_errors` as in pexpect: None for bytes.
    """

    def __init__(self, encoding: str | None = "utf-8", codec_errors: str = "surrogateescape") -> None:
        super().__init__(encoding=encoding, codec_errors=codec_errors)
        self.crlf = self.linesep
        self.delayafterread = None
        self.recorder: Callable[[Line], None] = _nobody_records
        self._queue: deque[Line] = deque()
        self._unread = bytearray()
        self._ahead = 0
        self._has_ended = False

    def __str__(self) -> str:
        """The text that pexpect's exceptions print: lines that have come and were not expected."""
        return f"not matched: {visible(str(self.before or 'nothing'), 200)}"

    # -- what each way over pipes does ----------------------------------------------------------------------------------

    @abstractmethod
    def now(self) -> float:
        """Seconds since the engine was started."""

    @abstractmethod
    def _serve(self, seconds: float) -> bool:
        """Put what comes within so many seconds, or a nap, at the end of the queue; True if anything came."""

    @abstractmethod
    def _unended_output(self) -> bytes:
        """The line on standard output that has not ended."""

    @abstractmethod
    def deliver(self, data: bytes) -> None:
        """Hand bytes to the engine; never blocks."""

    @abstractmethod
    def close_input(self) -> None:
        """Close the engine's standard input once everything written has gone out."""

    # -- as stamped lines -----------------------------------------------------------------------------------------------

    def next_line(self, until: float) -> Line | None:
        """Return the next line or process event, or None at `until`; after `close`, only that it was killed."""
        queue = self._queue
        while not queue:
            if self.closed:
                return Line(self.now(), Direction.PROCESS, End(EndKind.KILLED).text)
            left = until - self.now()
            if not self._serve(left if left > 0 else 0.0) and left <= 0:
                return None
        line = queue.popleft()
        if self._ahead and line.direction is Direction.FROM_ENGINE:
            self._ahead = 0
        return line

    # -- as pexpect reads and sends -------------------------------------------------------------------------------------

    def read_nonblocking(self, size: int = 1, timeout: float | None = None) -> Any:
        """Return at most `size` bytes of what the engine has written, once there are any, as text if it has an `encoding`.

        Waits for `timeout` seconds: None for ever, -1 for as long as `self.timeout` says. Raises TIMEOUT, and EOF at the end of
        the output.
        """
        limit = self.timeout if timeout == -1 else timeout
        until = math.inf if limit is None else self.now() + limit
        while not self._take_over():
            if self._has_ended or self.closed:
                self.flag_eof = True
                raise EOF("the engine's output has ended")
            left = max(0.0, until - self.now())
            if not self._serve(left) and left <= 0:
                raise TIMEOUT(f"nothing more came for {limit:.3g} s")
        data = bytes(self._unread[:size])
        del self._unread[:size]
        text = self._decoder.decode(data, final=False)
        self._log(text, "read")
        return text

    def _take_over(self) -> bool:
        """Take the lines that have come, and what there is of the next; True if any of their bytes are still to be read."""
        while self._queue:
            line = self._queue.popleft()
            self._has_ended = self._has_ended or line.is_ending or (line.direction is Direction.PROCESS and line.text == "eof")
            if line.direction is Direction.FROM_ENGINE:
                row = as_bytes([line])
                self._unread += row[self._ahead :]
                self._ahead = max(0, self._ahead - len(row))
            self.recorder(line)
        begun = self._unended_output()
        self._unread += begun[self._ahead :]
        self._ahead = max(self._ahead, len(begun))
        return bool(self._unread)

    def send(self, s: Any) -> int:
        """Send text, or bytes, and record it; gives the number of bytes. Never blocks."""
        text = self._coerce_send_string(s)
        self._log(text, "send")
        data: bytes = self._encoder.encode(text, final=False)
        self._take_over()
        at = self.now()
        for index, row in enumerate(_ROW.findall(data)):
            line = row.decode("utf-8", "surrogateescape")
            words = line.removesuffix("\n").removesuffix("\r") if line.endswith("\n") else line
            self.recorder(Line(at, Direction.TO_ENGINE, words, line[len(words) :], joined=index > 0))
        self.deliver(data)
        return len(data)

    def sendline(self, s: Any = "") -> int:
        """Send a line, in one write; gives the number of bytes."""
        return self.send(self._coerce_send_string(s) + self.linesep)

    def write(self, s: Any) -> None:
        """Like `send`, without a result."""
        self.send(s)

    def writelines(self, sequence: Iterable[Any]) -> None:
        """Send each of them; no line ends are added."""
        for one in sequence:
            self.send(one)

    def sendeof(self) -> None:
        """Close the engine's standard input."""
        self._take_over()
        self.recorder(Line(self.now(), Direction.PROCESS, INPUT_CLOSED))
        self.close_input()

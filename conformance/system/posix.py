"""Further features of macOS and the BSDs: process groups, `selectors`, terminals."""

import contextlib
import os
import resource
import selectors
import signal
import sys

from conformance.system.portable import ESTIMATED_WAITS, HIDDEN_CHILDREN, Poller, Portable

assert sys.platform != "win32"


class Posix(Portable):
    """A system with process groups, on which one thread can wait for several pipes."""

    needs_threads = False
    has_terminals = True
    lacks: tuple[str, ...] = (HIDDEN_CHILDREN, ESTIMATED_WAITS)
    readable: int = selectors.EVENT_READ
    writable: int = selectors.EVENT_WRITE

    def kill(self, pid: int) -> None:
        """End a process at once."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)

    def kill_family(self, pid: int) -> None:
        """End the process group that an engine leads."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)

    def group(self, pid: int) -> int:
        """The process group of a process."""
        try:
            return os.getpgid(pid)
        except OSError:
            return 0

    def largest_ended(self) -> int:
        """Bytes of the largest child that has been waited for; getrusage counts bytes on macOS, and kilobytes elsewhere."""
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << (0 if sys.platform == "darwin" else 10)

    def free_descriptors(self, wanted: int) -> int:
        """As above; the soft limit is raised for what is `wanted`, as far as the hard one allows."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        taken = 0
        with contextlib.suppress(OSError):  # there may be no such folder
            taken = len(os.listdir("/dev/fd"))  # noqa: PTH208  only their number
        if soft != resource.RLIM_INFINITY and soft < taken + wanted:
            most = taken + wanted if hard == resource.RLIM_INFINITY else min(taken + wanted, hard)
            with contextlib.suppress(OSError, ValueError):  # some systems allow less than their hard limit
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
                soft = most
        return wanted if soft == resource.RLIM_INFINITY else max(0, min(wanted, soft - taken))

    def poller(self) -> Poller:
        """The best of `selectors`."""
        return _SelectorPoll()

    def never_block(self, fd: int) -> None:
        """Let reading and writing a pipe return at once."""
        os.set_blocking(fd, False)

    def user(self) -> str:
        """The number of the user."""
        return str(os.getuid())


class _SelectorPoll:
    """A selector with the calls of an epoll object."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()

    def register(self, fd: int, events: int, /) -> None:
        """Watch a descriptor."""
        self._selector.register(fd, events)

    def unregister(self, fd: int, /) -> None:
        """Watch it no more."""
        self._selector.unregister(fd)

    def poll(self, timeout: float, /) -> list[tuple[int, int]]:
        """Wait so many seconds at most."""
        return [(key.fd, events) for key, events in self._selector.select(timeout)]

    def close(self) -> None:
        """Let go of the selector."""
        self._selector.close()

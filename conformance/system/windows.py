"""Further features of Windows: jobs, which hold an engine and all that it starts, and its own rules for programs and exit codes.

ctypes and not pywin32: it is five calls, and pywin32 is 20 MB of which nothing else would be used.
"""

import contextlib
import ctypes
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from subprocess import Popen
from typing import Any, Final

import psutil

from conformance.system import programs
from conformance.system.portable import ESTIMATED_WAITS, NO_TERMINAL, Portable, Process

#: For CreateProcess (winbase.h): a console that nobody sees, no Ctrl-C of ours, and no step before it is in its job.
_CREATE_SUSPENDED = 0x00000004
_CREATE_NEW_PROCESS_GROUP = 0x00000200
_CREATE_NO_WINDOW = 0x08000000
#: For SetErrorMode (winbase.h): a process that crashes, or misses a library, ends, and no box waits for somebody to click on it.
_NO_BOXES = 0x0001 | 0x0002 | 0x8000
#: For jobs (winnt.h).
_EXTENDED_LIMITS = 9
_PROCESS_IDS = 3
_KILL_ON_JOB_CLOSE = 0x2000
#: How many processes a list has room for, from one try to the next.
_SIZES = (64, 1 << 10, 1 << 14)
#: Exit codes from here on are not a program's own: it was ended by an exception (ntstatus.h).
_EXCEPTION = 0xC0000000
_EXCEPTIONS: Final = {
    0xC0000005: "ACCESS_VIOLATION",
    0xC000001D: "ILLEGAL_INSTRUCTION",
    0xC0000094: "INTEGER_DIVIDE_BY_ZERO",
    0xC00000FD: "STACK_OVERFLOW",
    0xC0000135: "DLL_NOT_FOUND",
    0xC0000139: "ENTRYPOINT_NOT_FOUND",
    0xC000013A: "CONTROL_C_EXIT",
    0xC0000142: "DLL_INIT_FAILED",
    0xC0000374: "HEAP_CORRUPTION",
    0xC0000409: "STACK_BUFFER_OVERRUN",
}
#: Seconds of processor time that a process which has not begun has had at most: what its start cost, in steps of 16 ms.
_NOT_BEGUN = 0.1
#: The program that serves a console, which Windows starts beside an engine as if that had done it.
_CONSOLE = "conhost.exe"
_PATHEXT = ".COM;.EXE;.BAT;.CMD"


class _BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("basic", _BasicLimits),
        ("io", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


def _id_list(size: int) -> Any:
    """An empty JOBOBJECT_BASIC_PROCESS_ID_LIST for so many processes."""
    fields = (("assigned", ctypes.c_uint32), ("listed", ctypes.c_uint32), ("ids", ctypes.c_size_t * size))
    return type("_IdList", (ctypes.Structure,), {"_fields_": fields})()


class Windows(Portable):
    """Windows 8 or newer, where a process may be in several jobs. `kernel` holds the calls of kernel32.dll."""

    lacks: tuple[str, ...] = (ESTIMATED_WAITS, NO_TERMINAL)
    not_started = "is there, and Windows does not start it: is its path longer than 259 characters?"
    start_options: Mapping[str, Any] = {"creationflags": _CREATE_SUSPENDED | _CREATE_NEW_PROCESS_GROUP | _CREATE_NO_WINDOW}

    def __init__(self, kernel: Any = None) -> None:
        self._kernel = kernel if kernel is not None else _kernel32()
        self._jobs: dict[int, Any] = {}

    def command(self, words: Sequence[str], cwd: str | None, env: Mapping[str, str]) -> list[str]:
        """The words with the whole path of the program; raises NotStartableError."""
        extensions = env.get("PATHEXT", _PATHEXT).split(";")
        return programs.resolved(words, cwd, extensions, env.get("PATH", "").split(os.pathsep))

    @contextlib.contextmanager
    def starting(self) -> Iterator[Callable[["Popen[bytes]"], None]]:
        """An engine waits until it is in a job of its own. How it takes a crash it has from us."""
        before = self._kernel.SetErrorMode(_NO_BOXES)
        try:
            yield self._release
        finally:
            self._kernel.SetErrorMode(before)

    def _release(self, process: "Popen[bytes]") -> None:
        """Put an engine into a job of its own, and let it run; raises OSError, and has ended it then."""
        job = self._kernel.CreateJobObjectW(None, None)
        limits = ExtendedLimits()
        limits.basic.flags = _KILL_ON_JOB_CLOSE
        handle = ctypes.c_void_p(int(getattr(process, "_handle", 0)))
        size = ctypes.sizeof(limits)
        is_held = (
            bool(job)
            and self._kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), size)
            and self._kernel.AssignProcessToJobObject(job, handle)
        )
        if is_held:
            self._jobs[process.pid] = job
            engine = psutil.Process(process.pid)
            # It has not begun: more than nothing is the time of whoever asks, which is what Wine reports of each process.
            self.measures_work = self.measures_work and sum(engine.cpu_times()[:2]) <= _NOT_BEGUN
            engine.resume()
            return
        if job:
            self._kernel.CloseHandle(job)
        process.kill()
        process.wait()
        raise OSError("it cannot be put into a job object")

    def members(self, pid: int, _among: Iterable[int]) -> Collection[int]:
        """All living processes in the engine's job."""
        job = self._jobs.get(pid)
        for size in _SIZES if job is not None else ():
            found = _id_list(size)
            if self._kernel.QueryInformationJobObject(job, _PROCESS_IDS, ctypes.byref(found), ctypes.sizeof(found), None):
                return list(found.ids[: found.listed])
        return ()

    def processes(self, since: float) -> Iterator[Process]:
        """All processes that were started since then, but for those that serve consoles."""
        return (process for process in super().processes(since) if not _serves_a_console(process.pid))

    def kill_family(self, pid: int) -> None:
        """End all in the engine's job."""
        if (job := self._jobs.get(pid)) is not None:
            self._kernel.TerminateJobObject(job, 1)

    def forget(self, pid: int) -> None:
        """Close the engine's job, which ends whoever is still in it."""
        if (job := self._jobs.pop(pid, None)) is not None:
            self._kernel.CloseHandle(job)

    def signal_of(self, status: int) -> str:
        """The name of the exception by which a process with this status has ended; empty where there was none."""
        code = status & 0xFFFFFFFF
        return _EXCEPTIONS.get(code, f"0x{code:08X}") if code >= _EXCEPTION else ""


def _serves_a_console(pid: int) -> bool:
    try:
        # Not its name: Wine does not say that of another process.
        command = psutil.Process(pid).cmdline()
    except (psutil.Error, OSError):
        return False
    return bool(command) and command[0].lower().endswith(_CONSOLE)


def _kernel32() -> Any:
    """The library, with the types of what is called."""
    library = ctypes.__dict__["WinDLL"]("kernel32")
    pointer, number = ctypes.c_void_p, ctypes.c_uint32
    for name, result, words in (
        ("CreateJobObjectW", pointer, (pointer, ctypes.c_wchar_p)),
        ("SetInformationJobObject", ctypes.c_int, (pointer, ctypes.c_int, pointer, number)),
        ("QueryInformationJobObject", ctypes.c_int, (pointer, ctypes.c_int, pointer, number, pointer)),
        ("AssignProcessToJobObject", ctypes.c_int, (pointer, pointer)),
        ("TerminateJobObject", ctypes.c_int, (pointer, ctypes.c_uint)),
        ("CloseHandle", ctypes.c_int, (pointer,)),
        ("SetErrorMode", number, (number,)),
    ):
        call = getattr(library, name)
        call.restype, call.argtypes = result, words
    return library

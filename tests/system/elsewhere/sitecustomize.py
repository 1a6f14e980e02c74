"""Makes our own modules see, on Linux, what another system has: `CONFORM_SYSTEM` says which one.

Python imports this by itself at its start where this folder is on its path. Libraries see all that there is: they have code of
their own for each system.
"""

import builtins
import os
import sys
import types

OURS = ("conformance", "conform_tictactoe")
#: By system: modules that cannot be imported, and what others lack.
NOT_MACOS = {
    "select": {"epoll", "EPOLLIN", "EPOLLOUT"},
    "os": {"pidfd_open", "sched_getaffinity", "posix_fadvise"},
    "time": {"CLOCK_BOOTTIME"},
    "fcntl": {"F_GETPIPE_SZ", "F_SETPIPE_SZ"},
}
NOT_WINDOWS = {
    "os": {
        *NOT_MACOS["os"],
        *("fork", "getpgid", "getpgrp", "getuid", "geteuid", "killpg", "mkfifo", "posix_spawn", "set_blocking", "setsid"),
        *("sysconf", "uname", "wait4", "WNOHANG", "getloadavg", "fchmod", "ttyname", "O_NONBLOCK", "O_CLOEXEC"),
    },
    "signal": {"SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP", "SIGUSR1", "SIGWINCH", "alarm"},
    "time": {"CLOCK_BOOTTIME", "CLOCK_MONOTONIC", "clock_gettime", "tzset"},
    "pexpect": {"spawn", "spawnu", "run", "runu"},
}
LACKING = {"posix": NOT_MACOS, "portable": NOT_WINDOWS}
MISSING = {
    "posix": set(),
    "portable": {"fcntl", "grp", "pexpect.pty_spawn", "pty", "pwd", "resource", "select", "selectors", "termios", "tty"},
}

system = os.environ.get("CONFORM_SYSTEM", "")
lacking, missing = LACKING.get(system, {}), MISSING.get(system, set())
stand_ins = {}


class StandIn(types.ModuleType):
    """A module without some of its names."""

    def __init__(self, module, hidden):
        super().__init__(module.__name__)
        self.__dict__.update({name: value for name, value in vars(module).items() if name not in hidden})


def is_ours(name):
    return name.split(".")[0] in OURS or name == "__main__"


def seen(module):
    if module.__name__ not in stand_ins:
        stand_ins[module.__name__] = StandIn(module, lacking[module.__name__])
    return stand_ins[module.__name__]


def import_as_elsewhere(name, names=None, *words, **named):
    if names is not None and is_ours(names.get("__name__") or ""):
        if name in missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if name in lacking:
            return seen(plain_import(name, names, *words, **named))
    return plain_import(name, names, *words, **named)


def hide_files(event, words):
    """Neither macOS nor Windows has `/proc`; libraries may look at what they know."""
    if event in ("open", "os.listdir", "os.scandir") and str(words[0]).startswith("/proc"):
        frame = sys._getframe(1)
        while frame is not None and frame.f_globals.get("__name__") in ("pathlib", "pathlib._local", "os", "io", "contextlib"):
            frame = frame.f_back
        if frame is not None and is_ours(frame.f_globals.get("__name__") or ""):
            raise FileNotFoundError(2, "no such file on this system", str(words[0]))


plain_import = builtins.__import__
if lacking:
    builtins.__import__ = import_as_elsewhere
    sys.addaudithook(hide_files)

"""A second look at a silent engine: does it answer on a terminal? Then its output is not flushed over a pipe.

On a terminal the C library writes every line at once, and a missing flush does not show: a terminal is good for this
diagnosis only, never for a verdict.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from conformance.system.current import SYSTEM
from conformance.transport import processes

#: The terminal driver ends lines so.
_LINE_END = "\r\n"

NOT_FLUSHED = "it is silent over a pipe, as GUIs use it, but answers on a terminal: its output is not flushed"


def answers_on_a_terminal(
    command: Sequence[str],
    cwd: str | None,
    env: Mapping[str, str],
    line: str,
    is_answer: Callable[[str], bool],
    seconds: float,
) -> bool:
    """Start the engine on a terminal, send one line, and see whether it lives and a message of the protocol comes back in time.

    On a terminal standard error looks like any output: an error message, or the words of an engine that ends, prove nothing.
    False where the system has no terminals.
    """
    if not SYSTEM.has_terminals:
        return False
    import pexpect  # noqa: PLC0415  Windows has none that starts an engine on a terminal

    class Spawned(pexpect.spawn):  # type: ignore[type-arg]  # at run time it takes none
        def isalive(self) -> bool:
            """See whether it lives; at the end of its output pexpect would wait for its end, which need not come."""
            self.flag_eof = False
            return bool(super().isalive())

    # pexpect looks for the program from where we are, and not from where it is started
    program = str(Path(cwd or ".", command[0]).resolve()) if "/" in command[0] else command[0]
    cookie = processes.new_cookie()
    marked = {**env, cookie.name: cookie.value}
    try:
        with processes.being_started() as note:
            child = Spawned(program, list(command[1:]), cwd=cwd, env=marked, echo=False, timeout=seconds)
            note(child.pid or 0)
    except (pexpect.ExceptionPexpect, OSError):
        return False
    try:
        child.sendline(line)
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if child.expect([_LINE_END, pexpect.EOF, pexpect.TIMEOUT], timeout=left) != 0:
                return False
            text = child.before.decode("utf-8", "replace") if isinstance(child.before, bytes) else ""
            if is_answer(text) and text.strip() != line and child.isalive():
                return True
        return False
    finally:
        if child.pid is not None:
            # isalive() would take in one that has ended, and others of its group can be there still
            processes.kill_all(child.pid, cookie, own_group=not child.terminated)
        child.close(force=True)
        processes.ended(child.pid or 0)

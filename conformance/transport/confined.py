"""A program that limits itself and becomes another one: `python -I -S confined.py LIMITS COMMAND...`, with the limits in JSON.

It imports nothing of ours: each engine that is started waits for it. A limit that it cannot set is named on standard error, and
it ends with status 126.
"""

import ctypes
import json
import os
import resource
import sys

assert sys.platform == "linux"

_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000
#: Seconds between the signal that an engine can heed and the one that it cannot.
_GRACE = 2


def main() -> None:
    """Set the limits and become the command."""
    limits, command = json.loads(sys.argv[1]), sys.argv[2:]
    if limits["no_network"]:
        _leave_the_network()
    if limits["cpu_seconds"]:
        _limit(resource.RLIMIT_CPU, limits["cpu_seconds"], limits["cpu_seconds"] + _GRACE, "the processor time")
    if limits["memory"]:
        # what is taken and written to, not what is only reserved: some runtimes reserve far more than they use
        _limit(resource.RLIMIT_DATA, limits["memory"], limits["memory"], "the memory")
    try:
        os.execvp(command[0], command)  # noqa: S606  it is what this program is for
    except OSError as error:
        _give_up(f"{command[0]} cannot be started: {error.strerror}")


def _limit(what: int, soft: int, hard: int, name: str) -> None:
    try:
        before = resource.getrlimit(what)[1]
        hard = hard if before == resource.RLIM_INFINITY else min(hard, before)
        resource.setrlimit(what, (min(soft, hard), hard))
    except (OSError, ValueError) as error:
        _give_up(f"{name} of an engine cannot be limited here: {error}")


def _leave_the_network() -> None:
    """Go into a network of our own, which has nothing in it; as an unprivileged user that takes a user namespace."""
    user, group = os.getuid(), os.getgid()
    if ctypes.CDLL(None, use_errno=True).unshare(_NEW_USER | _NEW_NETWORK):
        _give_up(f"this system does not let a user leave the network: {os.strerror(ctypes.get_errno())}")
    try:
        for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:  # noqa: PTH123  pathlib takes as long as all the rest
                file.write(text)
    except OSError as error:
        _give_up(f"this system does not let a user leave the network: {error.strerror}")


def _give_up(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
    os._exit(126)


if __name__ == "__main__":
    main()

"""The signals that end a job on this system, and the one that asks how it stands.

Nothing else is imported here: they are listened to before all else.
"""

import signal
from collections.abc import Mapping
from typing import Final

_CTRL_BREAK = "SIGBREAK"
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", _CTRL_BREAK)


def _ending() -> dict[int, int]:
    known = signal.Signals.__members__
    return {int(known[name]): int(known["SIGINT" if name == _CTRL_BREAK else name]) for name in _NAMES if name in known}


#: By number: the number under which it is reported. Ctrl-Break, which only Windows knows, is reported as Ctrl-C.
ENDING: Final[Mapping[int, int]] = _ending()
#: SIGUSR1 by number; None where there is none.
ASKING: Final[int | None] = signal.Signals.__members__.get("SIGUSR1")

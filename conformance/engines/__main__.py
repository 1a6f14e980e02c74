"""Runs an engine as a process: `python -m conformance.engines PLACE [NAME]`, with PLACE as in `Protocol`.

PLACE is the `package.module:NAME` of an engine, of its class, or of a mapping of engines, out of which NAME chooses one. A run
starts a process for each of its dialogues, so that this imports no more than the engine needs.
"""

import gc
import sys

from conformance.engines.process import run

_USAGE = "usage: python -m conformance.engines PACKAGE.MODULE:ENGINE | PACKAGE.MODULE:ENGINES NAME"


def main() -> int:
    """Run one engine until it leaves; returns its exit status, 2 where the words do not name one."""
    place, _, name = " ".join(sys.argv[1:]).partition(" ")
    module, _, attribute = place.partition(":")
    try:
        found = getattr(__import__(module, fromlist=[attribute]), attribute)
        engine = found[name] if name else found
    except (ImportError, AttributeError, KeyError, ValueError):
        sys.stderr.write(f"{_USAGE}\nthere is no engine {' '.join(sys.argv[1:])}\n")
        return 2
    return run(engine() if isinstance(engine, type) else engine.make())


if __name__ == "__main__":
    status = main()
    gc.freeze()  # nobody looks for garbage in what the process leaves behind: that took a tenth of its time
    sys.exit(status)

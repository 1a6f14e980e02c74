"""`python -m conformance` is `conform`."""

import gc
import signal
import sys


def main() -> None:
    """The command `conform`; an interruption while its modules are loaded ends it without a word, too."""
    try:
        from conformance.front import process  # noqa: PLC0415  so that an interruption is met here

        process.prepare()
        from conformance.front.cli import main as command  # noqa: PLC0415  as above
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # pressed twice is pressed once
        sys.exit(130)
    try:
        command()
    finally:
        gc.freeze()  # nobody looks for garbage in what the process leaves behind: that took a tenth of a second


if __name__ == "__main__":
    main()

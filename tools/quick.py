"""Writes `suites/<protocol>/quick.toml`: the dialogues that a quick run has, the cover of the kill matrix.

python tools/quick.py           write all files
python tools/quick.py usi       write one
python tools/quick.py --check   say which files are not up to date, and exit with 1 if there is one
"""

import gc
import sys
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from conformance.engines.builtin import Builtin  # noqa: E402
from conformance.fixtures.beginners.table import BEGINNERS  # noqa: E402
from conformance.front.loading import PROTOCOLS  # noqa: E402
from conformance.run.order import FILE  # noqa: E402
from conformance.testing.cover import Search  # noqa: E402


def _note(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:<60}", end="", file=sys.stderr, flush=True)


def beginners(protocol: str) -> list[Builtin]:
    """The beginners of a protocol that show on a virtual clock what they do wrong: not those that read or write wrongly."""
    faulty = [one for one in BEGINNERS.values() if protocol in one.habits and not one.conforms]
    plain = [one for one in faulty if not any(base.__module__.endswith("stdio") for base in one.habits[protocol].__mro__)]
    return [Builtin(one.name, one.sentence, (), partial(one.make, protocol)) for one in plain]


def main(words: list[str]) -> int:
    """Write the files, or compare them."""
    gc.set_threshold(50_000, 20, 50)  # what has been judged is kept, and need not be looked through again and again
    stale = 0
    for protocol in [word for word in words if word in PROTOCOLS] or PROTOCOLS:
        path = ROOT / "suites" / protocol / FILE
        text = Search(protocol, beginners(protocol), _note).text()
        if path.is_file() and path.read_text("utf-8") == text:
            continue
        stale += 1
        print(f"{path.relative_to(ROOT)} {'is not up to date' if '--check' in words else 'is new'}", flush=True)
        if "--check" not in words:
            path.write_text(text, "utf-8")
    return int("--check" in words and stale > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Writes what is counted: README's table of protocols, and the list of requirements with their levels.

python tools/counts.py            write both
python tools/counts.py --check    say which of them is out of date, and end with 1 then
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from conformance.front.loading import engines, load_suite
from conformance.protocol.definition import protocols
from conformance.words.catalogue import load

ROOT = Path(__file__).parents[1]
README, LEVELS = ROOT / "README.md", ROOT / "tests" / "unit" / "core" / "levels.txt"
#: A row of the table of protocols.
_ROW = re.compile(r"^\| `(?P<protocol>\w+)` \| (?P<game>[^|]*) \| \d+ \| [^|]* \|$", re.MULTILINE)


def row(protocol: str, game: str) -> str:
    """The row of a protocol: what there is for it."""
    built_in = engines(protocol).values()
    lenient, faulty = sum(engine.lenient for engine in built_in), sum(bool(engine.trips) for engine in built_in)
    requirements = len(load_suite(protocol).catalogue.requirements)
    return f"| `{protocol}` | {game} | {requirements} | 1 reference, {lenient} lenient, {faulty} faulty ones |"


def readme() -> str:
    """README with the table as it should be."""
    return _ROW.sub(lambda found: row(found["protocol"], found["game"]), README.read_text("utf-8"))


def levels() -> str:
    """A line for each requirement of our protocols: its id, level and class, and whether it is untestable."""
    return "".join(f"{line}\n" for line in _levels())


def _levels() -> Iterator[str]:
    for name, entry in protocols().items():
        if entry.value.startswith("conformance."):
            for one in load(ROOT / "suites" / name / "requirements.toml"):
                yield f"{one.id} {one.level.value} {one.kind.value}{' untestable' if one.untestable else ''}"


def main(words: list[str]) -> int:
    """Write both files, or compare them."""
    status = 0
    for path, text in ((README, readme()), (LEVELS, levels())):
        if "--check" not in words:
            path.write_text(text, "utf-8")
        elif path.read_text("utf-8") != text:
            print(f"{path.relative_to(ROOT)} is out of date: nox -s counts writes it")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Writes README's table of protocols, the list of requirements with their levels, the pages of obligations and of `Dialogue`.

python tools/counts.py              write all four
python tools/counts.py --check      say which of them is out of date, and end with 1 then
python tools/counts.py --publish    also freeze the present editions of the catalogues; what is frozen stays as it is
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import dialogue_page
import obligations

from conformance.front.loading import engines, load_suite
from conformance.protocol.definition import protocols
from conformance.words.catalogue import Catalogue, load

ROOT = Path(__file__).parents[1]
README, LEVELS = ROOT / "README.md", ROOT / "tests" / "unit" / "core" / "levels.txt"
#: A file for each protocol, with a row for each requirement of each edition that is published.
EDITIONS = ROOT / "tests" / "unit" / "core" / "editions"
#: A row of the table of protocols.
_ROW = re.compile(r"^\| `(?P<protocol>\w+)` \| (?P<game>[^|]*) \| \d+ \| [^|]* \|$", re.MULTILINE)


def row(protocol: str, game: str) -> str:
    """The row of a protocol: what there is for it."""
    built_in = engines(protocol).values()
    lenient, faulty = sum(engine.lenient for engine in built_in), sum(bool(engine.trips) for engine in built_in)
    requirements = len(load_suite(protocol).catalogue.requirements)
    return f"| `{protocol}` | {game} | {requirements} | 1 reference, {lenient} lenient, {faulty} faulty ones |"


def readme() -> str:
    """README with the table as it should be; raises LookupError for a protocol that has no row there, with its game."""
    text = README.read_text("utf-8")
    if missing := {catalogue.protocol for catalogue in _catalogues()} - {found["protocol"] for found in _ROW.finditer(text)}:
        raise LookupError(f"README's table of protocols lacks {', '.join(sorted(missing))}")
    return _ROW.sub(lambda found: row(found["protocol"], found["game"]), text)


def levels() -> str:
    """A line for each requirement of our protocols: its id, level and class, and whether it is untestable."""
    return "".join(f"{line}\n" for line in _levels())


def _levels() -> Iterator[str]:
    for catalogue in _catalogues():
        for one in catalogue:
            yield f"{one.id} {one.level.value} {one.kind.value}{' untestable' if one.untestable else ''}"


def _catalogues() -> Iterator[Catalogue]:
    """Those of our protocols."""
    for name, entry in protocols().items():
        if entry.value.startswith("conformance."):
            yield load(ROOT / "suites" / name / "requirements.toml")


def publish() -> None:
    """Freeze the present edition of each catalogue, unless it is frozen."""
    for catalogue in _catalogues():
        path, head = EDITIONS / f"{catalogue.protocol}.txt", f"[{catalogue.edition}]"
        known = path.read_text("utf-8") if path.exists() else ""
        if head not in known.splitlines():
            path.write_text("\n".join([f"{known}{head}", *map(str, catalogue.rows(catalogue.edition)), ""]), "utf-8")


def main(words: list[str]) -> int:
    """Write the files, or compare them."""
    status = 0
    pages = ((one.PAGE, one.page()) for one in (obligations, dialogue_page))
    for path, text in ((README, readme()), (LEVELS, levels()), *pages):
        if "--check" not in words:
            path.write_text(text, "utf-8")
        elif path.read_text("utf-8") != text:
            print(f"{path.relative_to(ROOT)} is out of date: nox -s counts writes it")
            status = 1
    if "--publish" in words:
        publish()
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

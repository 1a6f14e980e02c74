"""Texts are plain: a sentence begins with its subject, and a line of Markdown can be read in an editor.

A sentence that begins with "What", "Who" or "One that" makes a relative clause its subject. A message says "is not a", not "is no".
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click

from conformance.front.cli import cli
from conformance.front.options import OPTIONS

ROOT = Path(__file__).parents[3]
#: Rooms that do not keep the rule yet. The list only shrinks: a room that keeps it must not be here.
NOT_YET: tuple[str, ...] = ()
#: Where Python's docstrings are looked at; each folder of `conformance` is a room of its own.
CODE = ("conformance", "suites", "fixtures", "tools")
#: Pages that `nox -s docs` writes from the catalogues.
GENERATED = ("docs/site/protocols", "docs/site/requirements", "docs/site/readings.md")
WIDEST = 180
CLAUSE = re.compile(r"(?:^|(?<=[.!?] ))(?:What|Who|Whoever|One that|Those that|One who|Those who)\b(?:[^.?!]|[.!](?!\s|$))*[.?!]")
NEGATED_NOUN = re.compile(r"(?<!there )\b(?:is|are) no (?!longer\b|more\b|such\b)(?:\w+|$)")
#: Most files have nothing of either, and need not be parsed.
SUSPECT = re.compile(r"\b(?:What|Who|Whoever|One that|Those that|One who|Those who|(?:is|are) no)\b")
#: What stands before the text of a line: a mark of a list, a heading or a quotation.
MARK = re.compile(r"^\s*(?:[-*>]|#+|\d+\.)\s+")


def clauses(text: str) -> list[str]:
    """The sentences of `text` that begin with a relative clause, questions left out.

    A blank line or a list's mark ends a sentence.
    """
    parts = re.split(r"\n\s*\n|\n\s*(?=- )", text.replace("**", ""))
    joined = (" ".join(MARK.sub("", part).split()) for part in parts)
    return [found for part in joined for found in CLAUSE.findall(part) if not found.endswith("?")]


def in_python(path: Path) -> Iterator[str]:
    """The strange sentences of docstrings, those of attributes included, and of messages; a heading has no end and is not a sentence."""
    source = path.read_text(encoding="utf-8")
    if not SUSPECT.search(source):
        return
    nodes = list(ast.walk(ast.parse(source)))
    texts = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        yield from clauses(node.value)
        if id(node) not in texts and not path.is_relative_to(ROOT / "fixtures") and NEGATED_NOUN.search(node.value):
            yield node.value


def in_catalogue(value: object) -> Iterator[str]:
    """The strange sentences of a catalogue; words of a source are quoted as they are."""
    if isinstance(value, str):
        yield from clauses(value)
    elif isinstance(value, dict):
        yield from (found for key, one in value.items() if key != "words" for found in in_catalogue(one))
    elif isinstance(value, list):
        yield from (found for one in value for found in in_catalogue(one))


def in_markdown(path: Path) -> Iterator[str]:
    is_code = False
    prose: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.lstrip().startswith("```"):
            is_code = not is_code
            prose.append("")
        elif is_code:
            continue
        elif line.lstrip().startswith("|"):
            prose.extend(["", *(cell.strip() + "\n" for cell in line.split("|"))])
        else:
            prose.append("" if line.startswith("#") else line)
            # A link cannot be broken: a line that one alone makes too long is left.
            if len(re.sub(r"\]\([^)]*\)", "]", line)) > WIDEST:
                yield f"{len(line)} characters: {line[:60]}"
    yield from clauses("\n".join(prose))


def room(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    if parts[0] in {"conformance", "docs"} and len(parts) > 2:
        return "/".join(parts[:2])
    return parts[0]


@cache
def offenders() -> dict[str, list[str]]:
    """The texts that break the rule, by room."""
    found: dict[str, list[str]] = {}
    for folder in CODE:
        for path in (ROOT / folder).rglob("*.py"):
            if not path.parent.is_symlink():
                found.setdefault(room(path), []).extend(f"{path.relative_to(ROOT)}: {text}" for text in in_python(path))
    for path in (ROOT / "suites").glob("*/*.toml"):
        texts = in_catalogue(tomllib.loads(path.read_text(encoding="utf-8")))
        found.setdefault(room(path), []).extend(f"{path.relative_to(ROOT)}: {text}" for text in texts)
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "reports").rglob("*.md")):
        if str(path.relative_to(ROOT)).startswith(GENERATED):
            continue
        found.setdefault(room(path), []).extend(f"{path.relative_to(ROOT)}: {text}" for text in in_markdown(path))
    return {name: texts for name, texts in found.items() if texts}


def helps(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    """The help of a command, of its options and of its subcommands, each with its name."""
    yield name, command.help or ""
    for one in command.params:
        if isinstance(one, click.Option):
            yield f"{name} {one.opts[0]}", one.help or ""
    if isinstance(command, click.Group):
        for below, other in command.commands.items():
            yield from helps(other, f"{name} {below}")


def test_texts_are_plain_but_in_the_rooms_that_are_listed() -> None:
    strange = [text for name, texts in offenders().items() if name not in NOT_YET for text in texts]
    assert not strange, "\n".join(strange)


def test_no_room_that_keeps_the_rule_is_listed() -> None:
    assert [name for name in NOT_YET if name not in offenders()] == []


def test_helps_are_plain() -> None:
    said = [*helps(cli, "conform"), *((name, one.meaning) for name, one in OPTIONS.items())]
    assert len(said) > len(OPTIONS)
    assert [(name, found) for name, text in said for found in clauses(f"{text}.")] == []


def test_the_rule_itself() -> None:
    assert clauses("What ends is told. Who waits?\n\n- One that\n  waits, too.") == ["What ends is told.", "One that waits, too."]
    assert clauses("**What ends.** It says what ends. What is it?") == ["What ends."]
    assert list(in_catalogue({"words": "What is quoted.", "cause": ["What ends."]})) == ["What ends."]
    assert NEGATED_NOUN.search("'x' is no size such as 2G")
    assert NEGATED_NOUN.search(", which is no ")
    assert not NEGATED_NOUN.search("there is no size; it is no longer one")

"""A report of sections with tables, written once and rendered twice: as lines for a console, and as Markdown."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.report import plain
from conformance.report.markdown import CELL, code, escaped
from conformance.report.markdown import table as markdown_table
from conformance.words.model import number

#: Characters of a text on a console: what is longer is cut.
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts that nobody has escaped. `line` is a row on a console, with `{}` for each text of it.

    Without a `line` a console shows columns below their heads: two of words, then figures. There the heads after the first
    `named` ones are numbers, explained below. `code` is the column that Markdown shows as code, `marks` stand before its rows;
    `left_out` says how many rows are not among these, in words.
    """

    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    line: str = ""
    code: int | None = None
    left_out: str = ""
    marks: Sequence[str] = ()
    named: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report. Without a title its table has no heading; `level` is that of the heading in Markdown."""

    title: str
    table: Table | None = None
    about: str = ""
    level: int = 3


@dataclass(frozen=True, slots=True)
class Outline:
    """A report: `verdict` is what a reader has to know, in a line; `notes` are what limits it; `mark` stands before the title."""

    title: str
    verdict: str
    sections: Sequence[Section]
    notes: Sequence[str] = ()
    mark: str = ""


def left_out(count: int, noun: str) -> str:
    """The line below a table that does not show `count` more of these; nothing if it shows all."""
    return f"and {number(count, noun)} more" if count > 0 else ""


def text(outline: Outline) -> Iterator[str]:
    """The report line by line, the verdict last."""
    for section in outline.sections:
        yield from (plain(words, _LONGEST) for words in (section.title, section.about) if words)
        if section.table is not None:
            rows = [[plain(cell, _LONGEST) for cell in row] for row in section.table.rows]
            line = section.table.line
            yield from (line.format(*row) for row in rows) if line else _columns(section.table, rows)
            yield from filter(None, [section.table.left_out])
        yield ""
    yield from (plain(note, _LONGEST) for note in outline.notes)
    yield outline.verdict


def _columns(table: Table, rows: list[list[str]]) -> Iterator[str]:
    explained = list(enumerate(table.heads[table.named :], 1))
    rows = [[*table.heads[: table.named], *(str(place) for place, _ in explained)], *rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    aligned = [f"{{:{'<' if place < 2 else '>'}{width}}}" for place, width in enumerate(widths)]
    yield from ("  ".join(aligned).format(*row).rstrip() for row in rows)
    yield from (f"  {place:>2}  {plain(head)}" for place, head in explained)


def markdown(outline: Outline) -> bytes:
    """The report as a file, the verdict first."""
    lines = [f"## {outline.mark}{escaped(outline.title)}", "", f"**{escaped(outline.verdict)}**"]
    for note in outline.notes:
        lines += ["", escaped(note)]
    for section in outline.sections:
        lines += ["", f"{'#' * section.level} {escaped(section.title)}"] if section.title else []
        lines += ["", escaped(section.about)] if section.about else []
        if section.table is not None:
            heads, rows = (tuple(map(escaped, section.table.heads)), _cells(section.table))
            lines += markdown_table(heads, rows)
            lines += filter(None, [section.table.left_out])
    return "\n".join([*lines, ""]).encode()


def _cells(table: Table) -> list[tuple[str, ...]]:
    rows = [
        tuple(code(cell, CELL) if column == table.code else escaped(cell) for column, cell in enumerate(row))
        for row in table.rows
    ]
    return [(f"{mark} {row[0]}", *row[1:]) for mark, row in zip(table.marks, rows, strict=True)] if table.marks else rows

"""Cells of a table of engines: how a verdict, or a section of the catalogue, looks. A mark says what the colour says."""

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.many.fleet import NO_VERDICT, STATES, Cell, FleetRow
from conformance.report import plain
from conformance.run.events import ExitCode

#: Ids that the words of a cell name.
_MOST_IDS = 20


@dataclass(frozen=True, slots=True)
class CellLook:
    """A cell: the kind, which is its colour, its mark and its figures; in words what they mean, and where it leads to."""

    kind: str
    mark: str
    figures: str = ""
    about: str = ""
    link: str = ""


_GOOD, _MILD, _BAD, _NONE = ("good", "✓"), ("mild", "△"), ("bad", "✗"), ("none", "?")
_EMPTY = CellLook("", "")
_OF_STATE = {STATES[ExitCode.CONFORMING]: _GOOD, STATES[ExitCode.NOT_CONFORMING]: _BAD, NO_VERDICT: _NONE}

LEGEND = (
    (CellLook(*_BAD, "3/34"), "3 of 34 judged requirements are broken, and some of them fail the run"),
    (CellLook(*_MILD, "1/8"), "broken, but nothing that fails the run"),
    (CellLook(*_GOOD, "12"), "12 were judged, and all hold"),
    (CellLook(*_NONE), "none could be judged; an empty cell: none was tried"),
)


def of_state(state: str, verdict: str = "") -> CellLook:
    """The cell of a verdict: `state` is that of a row, `verdict` says it in full."""
    return CellLook(*_OF_STATE[state], state, plain(verdict, 1_000))


def of_row(row: FleetRow) -> CellLook:
    """The cell of all sections together."""
    return _look(row.broken, row.judged, sum(cell.failing for cell in row.cells), "all sections") if row.cells else _EMPTY


def of_section(cell: Cell | None, broken: Sequence[str] = (), link: str = "") -> CellLook:
    """The cell of a section, None where nothing of it was tried. `broken` are the ids that it names, `link` is where it leads."""
    if cell is None:
        return _EMPTY
    return _look(cell.broken, cell.broken + cell.passed, cell.failing, cell.title, broken, link)


def _look(broken: int, judged: int, failing: int, title: str, ids: Sequence[str] = (), link: str = "") -> CellLook:
    kind = _BAD if failing else _MILD if broken else _GOOD if judged else _NONE
    fails = f", {failing} of them fail{'s' if failing == 1 else ''} the run" if failing else ""
    more = len(ids) - _MOST_IDS
    named = f": {', '.join(ids[:_MOST_IDS])}{f' and {more} more' if more > 0 else ''}" if ids else ""
    figures = f"{broken}/{judged}" if broken else f"{judged}" if judged else ""
    return CellLook(*kind, figures, plain(f"{title}: {broken} of {judged} broken{fails}{named}", 1_000), link)

"""The part of a dialogue that a reader needs: the lines around the offending one, with times, made safe to print."""

from collections.abc import Sequence

from conformance.lines import visible
from conformance.transcript import Direction, Line

_WIDTH = 110


def excerpt(lines: Sequence[Line], at: int | None, before: int = 12, after: int = 3) -> list[str]:
    """Lines as `SECONDS MARK TEXT`, the offending one marked with an arrow. What went to the engine is kept longer."""
    if not lines:
        return []
    focus = len(lines) - 1 if at is None else min(at, len(lines) - 1)
    start = max(0, focus - before)
    shown = []
    commands = [line for line in lines[:start] if line.direction is Direction.TO_ENGINE][-4:]
    shown += [_row(line, " ") for line in commands]
    if start > len(commands):
        shown.append(f"      ... {start - len(commands)} lines left out")
    for index in range(start, min(len(lines), focus + after + 1)):
        shown.append(_row(lines[index], "->" if index == focus else " "))
    return shown


def _row(line: Line, mark: str) -> str:
    return f"{mark:<2}{line.at:9.3f} {line.direction.value} {visible(line.text, _WIDTH)}"

"""How long answers took, as a chart: every sample, the median, the 95th percentile, the longest, and the limit.

Pygal draws; what it adds for a page of its own (scripts, comments, places for its tooltips) is taken out, and colours come from
the page, so that they follow its light and its dark look. The axis of time is logarithmic.
"""

import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

from conformance.report.latency import LEAST, Figures, figures, shown
from conformance.report.model import Sample

#: Samples that are drawn: of more, the longest and a share of the others, evenly spread.
MOST, LONGEST = 600, 100
_WIDTH, _HEIGHT = 720, 330
#: Entries of the legend in a row.
_LEGEND = 3
_SVG = "http://www.w3.org/2000/svg"
_TICKS = (1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0, 100.0, 1000.0)
ET.register_namespace("", _SVG)


@dataclass(frozen=True, slots=True)
class Series:
    """Points (place, power of ten of seconds) of one kind; `colour` is a custom property of the page's style."""

    title: str
    colour: str
    points: Sequence[tuple[float, float]]
    is_line: bool = False


def plot(name: str, samples: Sequence[Sample]) -> str:
    """The chart as SVG without a background of its own; `name` parts its styles from those of other charts of the page."""
    values = figures(samples)
    low = math.floor(height(min(sample.delay.seconds for sample in samples)))
    high = max(math.ceil(height(max(values.longest, values.limit or 0)) + 0.05), low + 1)
    return drawn(name, _series(_chosen(samples), values, len(samples)), (low, high))


def left_out(samples: Sequence[Sample]) -> str:
    """The number of samples that a chart leaves out, as the end of a sentence; empty where it draws all."""
    count = len(_chosen(samples))
    return f"; {count} of them are drawn, with the {LONGEST} longest" if count < len(samples) else ""


def _chosen(samples: Sequence[Sample]) -> list[tuple[int, Sample]]:
    """The samples that are drawn, each with its place."""
    placed = list(enumerate(samples, 1))
    if len(placed) <= MOST:
        return placed
    longest = sorted(placed, key=lambda one: -one[1].delay.seconds)[:LONGEST]
    step = math.ceil(len(placed) / (MOST - LONGEST))
    return sorted({one[0]: one for one in [*longest, *placed[::step]]}.values(), key=lambda one: one[0])


def _series(chosen: Iterable[tuple[int, Sample]], values: Figures, count: int) -> list[Series]:
    dots = [(place, height(sample.delay.seconds), sample.is_calm) for place, sample in chosen]
    lines = [("p50", values.p50), ("p95", values.p95), ("max", values.longest)]
    if values.limit is not None:
        lines.append(("limit", values.limit))
    return [
        Series("sample", "--dot", [(x, y) for x, y, is_calm in dots if is_calm]),
        Series("on a busy host", "--dot-busy", [(x, y) for x, y, is_calm in dots if not is_calm]),
        *(_line(f"{name} {shown(seconds)}", f"--{name}", seconds, count) for name, seconds in lines),
    ]


def _line(title: str, colour: str, seconds: float, count: int) -> Series:
    return Series(title, colour, [(end, height(seconds)) for end in (1, max(count, 2))], is_line=True)


def height(seconds: float) -> float:
    """The place of a time on the axis."""
    return math.log10(max(seconds, LEAST))


def drawn(name: str, series: Iterable[Series], between: tuple[float, float]) -> str:
    """A chart of some series on an axis of time between two powers of ten (s); what has no points is left out."""
    values = [one for one in series if one.points]
    chart = _chart(name, [one.colour for one in values], between)
    for one in values:
        style = {"dasharray": "6, 4", "width": 1.5} if one.is_line else {"width": 0}
        chart.add(one.title, list(one.points), show_dots=not one.is_line, stroke=one.is_line, stroke_style=style)
    return _bare(chart.render_tree())


def _chart(name: str, colours: Sequence[str], between: tuple[float, float]) -> Any:
    pygal = _pygal()
    low, high = between
    font = {f"{part}_font_size": 16 for part in ("label", "major_label", "legend", "title", "no_data")}
    look = dict.fromkeys(("background", "plot_background"), "transparent")
    look |= dict.fromkeys(
        ("guide_stroke_color", "major_guide_stroke_color", "foreground", "foreground_strong", "foreground_subtle"), "var(--ink)"
    )
    chart = pygal.XY(
        width=_WIDTH,
        height=_HEIGHT,
        margin=8,
        margin_bottom=8 if len(colours) % _LEGEND == 0 else 34,  # it makes no room for a row of the legend that is not full
        js=(),
        disable_xml_declaration=True,
        pretty_print=False,
        explicit_size=False,
        dots_size=2.2,
        legend_at_bottom=True,
        truncate_legend=-1,
        legend_at_bottom_columns=_LEGEND,
        show_x_labels=False,
        range=(low, high),
        style=pygal.style.Style(**font, **look, colors=tuple(f"var({one})" for one in colours), font_family="inherit"),
    )
    chart.y_labels = [
        {"value": math.log10(tick), "label": shown(tick) if tick > LEAST else "≤ 0.1 ms"}
        for tick in _TICKS
        if low <= math.log10(tick) <= high
    ]
    chart.uuid = name
    return chart


def _pygal() -> Any:
    """Pygal, without the finder of modules that it leaves behind for plugins: every import that follows would be warned of it."""
    import pygal  # noqa: PLC0415  a run without a page has no use for it
    import pygal.style  # noqa: PLC0415

    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "pygal"]
    return pygal


def _bare(tree: Any) -> str:
    """The chart without what only a page of its own needs."""
    for parent in list(tree.iter()):
        for child in list(parent):
            is_comment = not isinstance(child.tag, str)
            if is_comment or child.tag.split("}")[-1] in ("script", "desc", "title"):
                parent.remove(child)
            elif child.get("id"):
                del child.attrib["id"]  # it would not be the only one of that name in the page
    tree.set("aria-hidden", "true")
    tree.set("focusable", "false")
    return ET.tostring(tree, encoding="unicode")

"""A badge for a README: the verdict in a few words, as JSON for the endpoint badge of shields.io, or as a picture of its own."""

import json
from html import escape
from pathlib import Path

from conformance.report import plain
from conformance.report.model import Run
from conformance.words.model import Outcome

#: Colour of a verdict, by the name that shields.io has for it -> as it is drawn.
_COLOURS = {"brightgreen": "#4c1", "green": "#97ca00", "red": "#e05d44", "lightgrey": "#9f9f9f"}
#: Pixels of a character on average, and around a text.
_CHARACTER, _MARGIN = 6.6, 10
#: Characters of the label: the name of a protocol is as long as its author likes.
_LONGEST = 40
_SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="{label}: {message}">
<title>{label}: {message}</title>
<clipPath id="r"><rect width="{width}" height="20" rx="3" fill="#fff"/></clipPath>
<g clip-path="url(#r)">
<rect width="{left}" height="20" fill="#555"/>
<rect x="{left}" width="{right}" height="20" fill="{colour}"/>
</g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
<text x="{label_at}" y="14" textLength="{label_long}" lengthAdjust="spacingAndGlyphs">{label}</text>
<text x="{message_at}" y="14" textLength="{message_long}" lengthAdjust="spacingAndGlyphs">{message}</text>
</g>
</svg>
"""

#: Ending of a file -> what is written there.
FORMS = (".json", ".svg")


def badge(run: Run, path: Path) -> bytes:
    """The badge in the form that the file's name asks for: one of `FORMS`."""
    return (_picture if path.suffix.lower() == ".svg" else _endpoint)(run)


def _words(run: Run) -> tuple[str, str, str]:
    """Label, message, and the name of the colour."""
    label, message, colour = _verdict(run)
    level = run.end.claim.level if run.end.claim is not None else ""
    if run.plan.level and run.end.exit_code == 0:  # nothing was broken in what was run, which is not all
        return label, f"level {plain(level or 'none', _LONGEST)}", "brightgreen" if level == run.plan.level else "lightgrey"
    return label, f"{message}, level {plain(level, _LONGEST)}" if level else message, colour


def _verdict(run: Run) -> tuple[str, str, str]:
    """The same without the level that the engine can claim."""
    label = plain(run.catalogue or run.plan.protocol, _LONGEST)
    match run.end.exit_code:
        case 0:
            if run.plan.quick:
                return label, "quick run, nothing broken", "green"
            message = f"conforming{run.scope}"
            known = len({result.requirement.id for result in run.waived})
            return (label, f"{message}, {known} waived", "green") if known else (label, message, "brightgreen")
        case 1:
            broken = len({result.requirement.id for result in run.judged if result.outcome is Outcome.FAIL and result.gates})
            return label, f"{broken} broken" if broken else "baseline out of date", "red"
    return label, "no verdict", "lightgrey"


def _endpoint(run: Run) -> bytes:
    label, message, colour = _words(run)
    return json.dumps({"schemaVersion": 1, "label": label, "message": message, "color": colour}, indent=1).encode() + b"\n"


def _picture(run: Run) -> bytes:
    label, message, colour = _words(run)
    label_long, message_long = round(len(label) * _CHARACTER), round(len(message) * _CHARACTER)
    left, right = label_long + _MARGIN, message_long + _MARGIN
    return _SVG.format(
        label=escape(label),
        message=escape(message),
        colour=_COLOURS[colour],
        width=left + right,
        left=left,
        right=right,
        label_at=left / 2,
        message_at=left + right / 2,
        label_long=label_long,
        message_long=message_long,
    ).encode()

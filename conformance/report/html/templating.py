"""The templates: everything in them is escaped but what is made safe here, and a name that is missing is an error."""

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from conformance import __version__
from conformance.wire.lines import visible

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, **values: object) -> bytes:
    """A page of a template; lone surrogates, which no encoding has, come out as question marks."""
    script = _source("script.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    own = {"version": __version__, "style": Markup(_source("style.css")), "script": Markup(script)}  # noqa: S704  our own files
    text = _environment().get_template(template).render(**own, script_hash=f"sha256-{digest}", **values)
    return text.encode("utf-8", "replace")


def ticked(text: str) -> Markup:
    """A text whose words in backticks are shown as code; everything in it is escaped."""
    pieces = text.split("`")
    is_paired = len(pieces) % 2 == 1
    shown = [Markup("<code>{}</code>").format(piece) if place % 2 and is_paired else piece for place, piece in enumerate(pieces)]
    return (Markup() if is_paired else escape("`")).join(shown)


def drawing(svg: str) -> Markup:
    """A chart that we have drawn ourselves, as markup of the page."""
    return Markup(svg)  # noqa: S704  made by pygal, of numbers and of words of ours


def data_uri(svg: str) -> str:
    """A picture that is kept apart from the page: as an image it can neither run a script nor load anything."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode('utf-8', 'replace')).decode()}"


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415  who writes no page has no use for it

    found = Environment(
        loader=PackageLoader("conformance.report.html"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_seen,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["px"] = lambda pixels: f"{pixels:.1f}".removesuffix(".0")
    found.filters["words"] = lambda name: str(name).replace("_", " ")
    found.filters["ticked"] = ticked
    return found


def _seen(value: object) -> object:
    """A text without anything unseen in it but line ends, whoever forgot to take it out."""
    if isinstance(value, str) and not isinstance(value, Markup) and not value.isprintable():
        return "\n".join(visible(row, len(row)) for row in value.split("\n"))
    return value


@cache
def _source(name: str) -> str:
    return (files("conformance.report.html") / "templates" / name).read_text("utf-8")

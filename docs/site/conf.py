"""How Sphinx builds the documentation: `nox -s docs`. `tools/` writes the pages of protocols and requirements, and the board."""

import re
import sys
from pathlib import Path

import click
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import board  # noqa: E402
import site_pages  # noqa: E402

from conformance import __version__  # noqa: E402

project = "conform"
author = "the conform authors"
project_copyright = author
release = version = __version__

extensions = ["myst_parser", "sphinx_click", "sphinx_copybutton"]
exclude_patterns = ["**/_*.md"]
nitpicky = True
myst_heading_anchors = 3
copybutton_exclude = ".linenos, .gp, .go"
highlight_language = "text"
pygments_style = "default"

html_theme = "furo"
html_title = f"conform {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = html_show_sourcelink = False
smartquotes = False  # they would spoil options: what begins with two dashes is to be copied


#: Lines that click keeps as they are, as sphinx-click writes them.
_KEPT = re.compile(r"(?:^\| .*\n?)+", re.MULTILINE)


def _mend_help(_app: Sphinx, _ctx: click.Context, lines: list[str]) -> None:
    """Help is written for a terminal: what stands in single backticks there is code, and lines that are kept as they are, too."""
    if not lines:  # nothing to say, and so no heading
        return
    text = re.sub(r"(?<![`:])`([^`]+)`(?!`)", r"``\1``", "\n".join(lines))
    lines[:] = _KEPT.sub(lambda found: "::\n\n" + found[0].replace("| ", "    "), text).split("\n")


def _write_pages(app: Sphinx) -> None:
    """Make the pages of the catalogues before Sphinx looks which pages there are."""
    site_pages.write(Path(app.srcdir))


def _write_board(app: Sphinx, exception: Exception | None) -> None:
    """Make the board of the records that are kept, beside the pages."""
    if exception is None and app.builder.format == "html":
        board.write(Path(app.outdir, "board"))


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", _write_pages)
    app.connect("build-finished", _write_board)
    for part in ("description", "options", "arguments"):
        app.connect(f"sphinx-click-process-{part}", _mend_help)

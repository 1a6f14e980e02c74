"""How a distribution makes a protocol known to `conform`: an entry point in the group `conform.protocols`.

    [project.entry-points."conform.protocols"]
    tictactoe = "conform_tictactoe:PROTOCOL"

The entry point's name is the protocol's, its object a `Protocol`. Nothing is imported before it is needed: a suite that is not
asked for costs nothing, and the process of a built-in engine does not load the checks.
"""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

#: The entry point group.
GROUP = "conform.protocols"
#: The distribution whose documentation has a page for each requirement of its protocols.
DISTRIBUTION = "conform-engines"
#: What it calls the address of its documentation, among the URLs of its metadata.
_DOCUMENTATION = "documentation"


@dataclass(frozen=True, slots=True)
class Greeting:
    """How to find out whether an engine speaks a protocol: lines to send, and a pattern that one of its lines then matches.

    `name` is the protocol's name, also of one that we have no suite for. No `lines`: the engine speaks first.
    """

    name: str
    lines: tuple[str, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Protocol:
    """Where the parts of a protocol are, each as `package.module:NAME`.

    `suite` is its `Suite`. `engines` is a mapping of names to `Builtin`, "" where there are none; `reference` is the one of them
    with the name `reference`, so that its process need not import the others ("" takes it from `engines`).

    `match` is its `Players`, for `conform games`; where there is none, `no_match` says why, in a sentence.

    `client` is the `Suite` of what a client owes, and `scenarios` a mapping of names to the `Scenario`s by which clients are
    tried, for `conform gui`; both are "" where there are none.

    `greetings` are the protocol's own and those of its cousins, for engines that turn out to speak another one.
    """

    suite: str
    engines: str = ""
    reference: str = ""
    greetings: tuple[Greeting, ...] = ()
    client: str = ""
    scenarios: str = ""
    match: str = ""
    no_match: str = ""


class UnknownProtocolError(ValueError):
    """There is no protocol of that name."""


def attribute(place: str) -> Any:
    """The object at `package.module:NAME`; raises ImportError or AttributeError."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


@cache
def protocols() -> "Mapping[str, EntryPoint]":
    """The entry points of all protocols that are installed, by name, in alphabetical order.

    The first distribution that declares a name has it.
    """
    # Not above: the process of a built-in engine imports this module for its protocol's declaration, and lives for one dialogue.
    from importlib.metadata import entry_points  # noqa: PLC0415

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, entry)
    return dict(sorted(found.items()))


def protocol(name: str) -> Protocol:
    """The protocol of a name; raises UnknownProtocolError."""
    if name not in protocols():
        known = ", ".join(protocols()) or "none: install a distribution that declares one, such as conform-engines itself"
        raise UnknownProtocolError(f"there is no protocol {name!r}; known are {known}")
    declared: Protocol = protocols()[name].load()
    return declared


def distribution(protocol_name: str) -> str:
    """The distribution that a protocol comes with, and its version; empty where that is not known."""
    entry = protocols().get(protocol_name)
    return "" if entry is None or entry.dist is None else f"{entry.dist.name} {entry.dist.version}"


def is_ours(protocol_name: str) -> bool:
    """Whether a protocol comes with this distribution."""
    entry = protocols().get(protocol_name)
    return entry is not None and entry.dist is not None and entry.dist.name == DISTRIBUTION


@cache
def _documentation(protocol_name: str) -> str:
    entry = protocols().get(protocol_name)
    if entry is None or entry.dist is None or not is_ours(protocol_name):
        return ""
    urls = (url.partition(",") for url in entry.dist.metadata.get_all("Project-URL") or ())
    return next((address.strip().rstrip("/") for label, _, address in urls if label.strip().lower() == _DOCUMENTATION), "")


def page(protocol_name: str, requirement_id: str) -> str:
    """The address of a requirement's page in the documentation; empty where the protocol's distribution has none published.

    The address of the documentation is the URL `Documentation` in the metadata of the installed distribution, which come from
    `project.urls` in pyproject.toml.
    """
    base = _documentation(protocol_name)
    return f"{base}/requirements/{requirement_id}.html" if base else ""

"""The page of what an author's dialogue can do, made from the docstrings of `Dialogue`. `nox -s counts` writes it."""

import inspect
import re
from enum import Enum
from pathlib import Path

from conformance.api.suites import Dialogue

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "site" / "guides" / "dialogue.md"
_HEAD = """# What a dialogue can do

`d` is the conversation of one check with one engine: a `Dialogue`. Waits are in milliseconds and have names in `d.limits`.
A verdict that fails raises `Nonconformance` and ends the check; set-up that fails raises `NotReached`, which blames the
requirement that is named. `wanted` is a function of one line's text. A check may raise `NotApplicable(reason)` and
`Inconclusive(reason)`. See [Write a suite](suite.md)."""

_TAIL = """`d.owed` gives a line, which is true, or a `Missed`, which is false: `missed.blame(expected, requirement=...)`
blames the engine for it. A breach that is caught is told under another requirement by
`raise breach.told_as(requirement, expected)`."""

#: All that an author may ask of a dialogue, by what it is for.
GROUPS = {
    "Send": ("send", "send_together", "send_pieces", "send_illegal", "close_input"),
    "Set up and wait": ("prepare", "reach", "wait_for", "owed", "not_over", "pause", "linger", "rounds"),
    "Judge": ("expect", "silence", "expect_judged", "expect_alive", "expect_exit", "fence", "fail", "not_reached", "remark"),
    "Know": (
        "limits", "settings", "seed", "is_new", "greeting", "transcript", "reading", "broken", "ended", "dead",
        "now_ms", "host_took_ms", "processor_share", "memory_bytes", "progress",
    ),
}  # fmt: skip
_FIELDS = {
    "greeting": "The first lines, if nothing but a greeting has come before the rest.",
    "transcript": "All lines so far, of both sides, with their times.",
    "reading": "The same lines, followed through the suite's table of states: what a GUI may send now, what is searched.",
    "dead": "The line of the transcript at which the engine ended; None while it runs.",
}


def _parameter(one: inspect.Parameter) -> str:
    """A parameter without its type, as it is written in a call."""
    star = "*" if one.kind is one.VAR_POSITIONAL else ""
    if one.default is one.empty:
        return star + one.name
    default = f"{type(one.default).__name__}.{one.default.name}" if isinstance(one.default, Enum) else repr(one.default)
    return f"{one.name}={default}"


def _words(name: str) -> tuple[str, str]:
    """A name as it is written in a check, and the first paragraph of what it does."""
    if name in _FIELDS:
        return f"d.{name}", _FIELDS[name]
    member = inspect.getattr_static(Dialogue, name)
    text = " ".join((inspect.getdoc(member) or "").split("\n\n", 1)[0].split())
    if isinstance(member, property):
        return f"d.{name}", text
    parameters = [one for one in inspect.signature(member).parameters.values() if one.name != "self"]
    shown = ", ".join(_parameter(one) for one in parameters)
    star = next((one.name for one in parameters if one.kind is one.KEYWORD_ONLY), "")
    if star and not any(one.kind is one.VAR_POSITIONAL for one in parameters):
        shown = re.sub(rf"\b{star}\b", f"*, {star}", shown, count=1)
    return f"d.{name}({shown})", text


def page() -> str:
    """The page as it should be."""
    parts = [_HEAD]
    for title, names in GROUPS.items():
        rows = [f"| `{written}` | {text} |" for written, text in map(_words, names)]
        parts += [f"## {title}", "\n".join(["| In a check | What it does |", "|---|---|", *rows])]
    parts.append(_TAIL)
    return "\n\n".join(parts) + "\n"

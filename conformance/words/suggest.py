"""Suggestions for a user: near misses of names, as they follow an error message."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean ...?` for the nearest of the known names, ignoring case, or nothing."""
    names = {name.lower(): name for name in known}
    near = get_close_matches(word.lower(), names, n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(names[name] for name in near)}?" if near else ""

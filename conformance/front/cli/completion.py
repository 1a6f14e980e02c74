"""Completion in a shell: protocols, requirements, names of checks, built-in engines.

click writes the shell's part: `eval "$(_CONFORM_COMPLETE=bash_source conform)"`, or zsh_source, or fish_source.
"""

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem

from conformance.front.cli.last_run import last_run
from conformance.front.loading import PREFIX, PROTOCOLS, engines, load_suite


def requirements(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of requirements, with their statements, of the protocol that was typed or else of all."""
    rows = [row for name in _protocols(ctx) for row in load_suite(name).catalogue]
    return [CompletionItem(row.id, help=row.statement) for row in rows if row.id.startswith(incomplete.upper())]


def selections(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The words that `--select` takes. Of several words with commas between them the last is completed."""
    done, comma, word = incomplete.rpartition(",")
    known = [item.value for item in requirements(ctx, param, "")]
    prefixes = {key.rsplit("-", 1)[0] for key in known}
    checks = [check for name in _protocols(ctx) for check in load_suite(name).checks]
    requests = [request for name in _protocols(ctx) for request in load_suite(name).requests]
    words = [*sorted(prefixes), *known, "MUST", "SHOULD", "MAY", "conformance", "robustness", *requests, *checks]
    return [CompletionItem(f"{done}{comma}{one}") for one in beginning(words, word)]


def engine(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Built-in engines, and files: the first word of an engine's command."""
    typed = tuple(ctx.params.get(param.name or "") or ())
    if typed[:1] == ("builtin",) and (typed[1:2] == (":",) or incomplete == ":"):
        return _builtins(ctx, incomplete.removeprefix(":"), "")  # bash breaks words at colons
    if typed:
        return [CompletionItem(incomplete, type="file")]
    if incomplete.startswith(PREFIX):
        return _builtins(ctx, incomplete.removeprefix(PREFIX), PREFIX)
    prefix = [CompletionItem(PREFIX)] if incomplete and PREFIX.startswith(incomplete) else []
    return [*prefix, CompletionItem(incomplete, type="file")]


def found(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The findings of the last run from this folder, and files."""
    last = last_run()
    ids = beginning(last.found, incomplete) if last is not None else []
    return [*map(CompletionItem, ids), CompletionItem(incomplete, type="file")]


def beginning(words: Iterable[str], incomplete: str) -> list[str]:
    """Those of the words that begin with what was typed, in either case, each once."""
    return [word for word in dict.fromkeys(words) if word.lower().startswith(incomplete.lower())]


def _builtins(ctx: click.Context, incomplete: str, prefix: str) -> list[CompletionItem]:
    table = {name: one.sentence for protocol in _protocols(ctx) for name, one in engines(protocol).items()}
    return [CompletionItem(f"{prefix}{name}", help=table[name]) for name in beginning(table, incomplete)]


def _protocols(ctx: click.Context) -> tuple[str, ...]:
    """The protocol that was typed, or all."""
    typed = str(ctx.params.get("protocol") or "").lower()
    return (typed,) if typed in PROTOCOLS else PROTOCOLS

"""What the commands that start an engine have in common: options of the form NAME=VALUE, and how they are said again."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from conformance.loading import EngineCommand


def pairs(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    """Read the values of an option NAME=VALUE; raises BadParameter."""
    found = {}
    for value in values:
        name, equals, rest = value.partition("=")
        if not name or not equals:
            raise click.BadParameter(f"{value!r} is not NAME=VALUE", ctx, param)
        found[name] = rest
    return found


def surroundings(options: Mapping[str, Any]) -> list[str]:
    """The words that start an engine in the same surroundings again."""
    words = ["--cwd", options["cwd"]] if options["cwd"] else []
    for name, value in options["env"].items():
        words += ["--env", f"{name}={value}"]
    return [*words, "--virtual"] if options["virtual"] else words


def engine_words(command: EngineCommand) -> list[str]:
    """The words of the engine's own command, kept apart from options of ours."""
    return [*(["--"] if len(command.words) > 1 else []), *command.words]

"""Options that several commands have, in click's words: a protocol, NAME=VALUE, and a factor for every wait."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from conformance.front import usage
from conformance.front.loading import PROTOCOLS
from conformance.transport.confinement import Confinement
from conformance.words.suggest import did_you_mean

_Command = TypeVar("_Command", bound=Callable[..., Any])


def pairs(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    """Read the values of an option NAME=VALUE; raises BadParameter."""
    try:
        return usage.pairs(str(param.name), values)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from error


class _TimeScale(click.FloatRange):
    """A factor that waits can be multiplied by; the range is there for the help."""

    def __init__(self) -> None:
        super().__init__(min=usage.LEAST_TIME_SCALE)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            return usage.time_scale(float(super().convert(value, param, ctx)))
        except ValueError as error:
            self.fail(str(error), param, ctx)


class _Protocol(click.Choice[str]):
    """The name of a protocol, in any case."""

    def __init__(self, *more: str) -> None:
        super().__init__([*PROTOCOLS, *more], case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if str(value).lower() not in self.choices:
            known = ", ".join(self.choices) or "none: install a distribution that has one, such as conform-engines itself"
            self.fail(
                f"there is no protocol {value!r}{did_you_mean(str(value), self.choices) or f'; known are {known}'}", param, ctx
            )
        return super().convert(value, param, ctx)


class Seconds(click.FloatRange):
    """A time in seconds that has an end."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read it; raises BadParameter."""
        found = float(super().convert(value, param, ctx))
        if not found <= usage.LONGEST:
            self.fail(f"{found:g} is no time up to {usage.LONGEST:,} s", param, ctx)
        return found


class Size(click.ParamType[int]):
    """A number of bytes, with K, M or G behind it for 1024, 1024² or 1024³ of them."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read it; raises BadParameter."""
        try:
            return usage.size(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


def confined(command: _Command) -> _Command:
    """Give a command the options that limit what an engine may use."""
    for option in reversed(
        (
            click.option("--memory", type=SIZE, metavar="SIZE", help="Memory of each of its processes, such as 512M. Linux."),
            click.option("--cpu-seconds", type=click.IntRange(1, usage.MOST_CPU_SECONDS), metavar="N",
                         help="Processor time of each of its processes. Linux."),
            click.option("--no-network", is_flag=True, help="Leave the engine no network. Linux."),
            click.option("--scratch", is_flag=True, help="Start each engine in an empty folder, removed at its end."),
        )
    ):  # fmt: skip
        command = option(command)
    return command


def confinement(options: Mapping[str, Any]) -> Confinement:
    """What was asked for; raises UsageError where this system cannot do it."""
    try:
        return usage.confinement(
            "--",
            memory=options["memory"] or 0,
            cpu_seconds=options["cpu_seconds"] or 0,
            **{name: options[name] for name in ("no_network", "scratch", "cwd", "virtual")},
        )
    except ValueError as error:
        raise click.UsageError(str(error)) from error


SIZE = Size()
TIME_SCALE = _TimeScale()
PROTOCOL = _Protocol()
#: The same where the engine can be asked.
PROTOCOL_OR_AUTO = _Protocol("auto")

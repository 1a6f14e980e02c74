"""The options of a run (`front.options`) in click's words, for `conform run` and the commands that share some of them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from conformance.front import usage
from conformance.front.cli import completion
from conformance.front.loading import PROTOCOLS
from conformance.front.options import OPTIONS, USUAL, Option, RunOptions, ValueKind, dashed
from conformance.report.badge import FORMS
from conformance.transport.confinement import Confinement
from conformance.words.suggest import did_you_mean

_Command = TypeVar("_Command", bound=Callable[..., Any])
_Value = TypeVar("_Value")


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


class SecondsType(click.FloatRange):
    """A time in seconds that has an end."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read it; raises BadParameter."""
        found = float(super().convert(value, param, ctx))
        if not found <= usage.LONGEST:
            self.fail(f"{found:g} is not a time up to {usage.LONGEST:,} s", param, ctx)
        return found


class Read(click.ParamType[_Value]):
    """A value that a function makes of a text; its ValueError says what is wrong with it."""

    def __init__(self, read: Callable[[str], _Value]) -> None:
        self.name = read.__name__
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> _Value:
        """Read it; raises BadParameter."""
        try:
            return self._read(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


def _badge(path: str) -> str:
    """A path whose ending says which form of a badge is meant; raises ValueError for another one."""
    if path and Path(path).suffix.lower() not in FORMS:
        raise ValueError(f"{path!r} ends in neither {' nor '.join(FORMS)}")
    return path


#: A protocol that has to be known.
PROTOCOL = _Protocol()
_TYPES: dict[ValueKind, click.ParamType[Any]] = {
    ValueKind.PROTOCOL: _Protocol("auto"),
    ValueKind.BADGE: Read(_badge),
    ValueKind.FOLDER: click.Path(exists=True, file_okay=False),
    ValueKind.SCALE: _TimeScale(),
    ValueKind.SIZE: Read(usage.size),
}


def _type(one: Option) -> click.ParamType[Any] | None:
    if one.kind is ValueKind.NUMBER:
        return click.INT if one.least is None else click.IntRange(one.least, one.most)
    return SecondsType(one.least) if one.kind is ValueKind.SECONDS else _TYPES.get(one.kind)


def run_options(*names: str, **other: Any) -> Callable[[_Command], _Command]:
    """Give a command some options of a run; `other` replaces what click usually gets."""

    def with_them(command: _Command) -> _Command:
        for name in reversed(names):
            command = click.option(*_names(name), **_of_click(name) | other)(command)
        return command

    return with_them


def _names(name: str) -> list[str]:
    return [*filter(None, [OPTIONS[name].short]), dashed(name)]


def _of_click(name: str) -> dict[str, Any]:
    """The words of an option for click."""
    one = OPTIONS[name]
    words: dict[str, Any] = {"help": one.meaning}
    if one.kind is ValueKind.FLAG:
        return words | {"is_flag": True}
    words |= {"metavar": one.metavar, "type": _type(one)}
    if one.kind is ValueKind.PAIRS:
        return words | {"multiple": True, "callback": pairs}
    if one.kind is ValueKind.WORDS:
        return words | {"multiple": True, "shell_complete": completion.selections}
    return words | {"default": USUAL[name], "show_default": one.shows_default}


def confinement(said: RunOptions) -> Confinement:
    """The confinement that was asked for; raises UsageError where this system cannot do it."""
    try:
        return usage.confinement("--", said)
    except ValueError as error:
        raise click.UsageError(str(error)) from error

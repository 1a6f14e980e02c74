"""What the commands that start an engine have in common, in click's words: NAME=VALUE, and a factor for every wait."""

from collections.abc import Sequence
from typing import Any

import click

from conformance.front import usage


def pairs(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    """Read the values of an option NAME=VALUE; raises BadParameter."""
    try:
        return dict(map(usage.pair, values))
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


TIME_SCALE = _TimeScale()

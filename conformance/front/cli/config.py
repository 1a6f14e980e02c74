"""`conform.toml`, or `[tool.conform]` in `pyproject.toml`: every option of a run can stand there.

The file of the folder is read, or else that of the nearest one above, up to the top of a repository. Paths in it start at its
folder, and so does the engine.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from conformance.front.cli.messages import complain
from conformance.front.options import OPTIONS, PATHS, Scope, ValueKind
from conformance.front.toml_places import Layout, TomlPath
from conformance.system import programs
from conformance.system.files import is_of_another_user
from conformance.wire.lines import visible
from conformance.words import inputs
from conformance.words.inputs import InputError, Place
from conformance.words.suggest import did_you_mean

_NAME, _PROJECT = "conform.toml", "pyproject.toml"
#: Where a run keeps, in its click context, the file that it was configured by.
_FILE = "conform.config"
#: Bytes of such a file that are read.
_MOST = 4 << 20


class ConfigFile(NamedTuple):
    """A file of options as it was read: the values for click, and the file and line of each."""

    options: Mapping[str, Any]
    place: Callable[[str], Place]


def find(directory: Path | None) -> Path | None:
    """The configuration file of a directory, None where there is no directory; raises InputError."""
    for folder in (directory, *directory.parents) if directory is not None else ():
        own, project = folder / _NAME, folder / _PROJECT
        try:
            for path in (own, project):
                if path.is_file() and (path == own or b"tool.conform" in inputs.read_bytes(path, _MOST)):
                    _refuse_of_another_user(path)
                    return path
        except OSError as error:
            raise InputError(Place(inputs.shown(folder)), error.strerror or str(error)) from error
        if (folder / ".git").exists():
            break
    return None


def _refuse_of_another_user(path: Path) -> None:
    """Refuse a file that somebody else may have put there: what stands in it is started. Raises InputError and OSError."""
    if is_of_another_user(path):
        reason = "it belongs to another user, and its options start programs; if you trust it, name it"
        raise InputError(Place(inputs.shown(path)), f"{reason}: --config {programs.join([str(path)])}")


def use(ctx: click.Context, path: Path) -> None:
    """Take a file's options as the defaults of a command, and say which file; raises InputError."""
    config = load(path, ctx.command)
    if not ctx.resilient_parsing:
        complain(f"options from {inputs.shown(path)}")
    ctx.default_map = dict(config.options)
    ctx.meta[_FILE] = config


def place_of(error: click.BadParameter) -> Place | None:
    """The file and the line in which a wrong value stands; None where it was typed."""
    name = error.param.name if error.param is not None else None
    if error.ctx is None or not name or _FILE not in error.ctx.meta:
        return None
    if error.ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT_MAP:
        return None
    config: ConfigFile = error.ctx.meta[_FILE]
    return config.place(name)


def load(path: Path, command: click.Command) -> ConfigFile:
    """Read the options in a file; raises InputError for what is unreadable or unknown."""
    text, document = inputs.read_toml(path, _MOST)
    table: TomlPath = ()
    if path.name == _PROJECT:
        table = ("tool", "conform")
        tool = document.get("tool", {})
        document = tool.get("conform", {}) if isinstance(tool, dict) else tool
        if not isinstance(document, dict):
            raise InputError(Place(str(path)), "tool.conform is not a table of options")
    place = partial(Layout(path, text).place, table)
    values = values_of(document, parameters(command, Scope.RUN), place)
    return ConfigFile(_from_here(values, path.parent), place)


def parameters(command: click.Command, scope: Scope) -> dict[str, click.Parameter]:
    """The parameters of a command that a kind of file can have, by name."""
    return {one.name: one for one in command.params if one.name in OPTIONS and OPTIONS[one.name].scope >= scope}


def values_of(
    table: Mapping[str, Any], known: Mapping[str, click.Parameter], place: Callable[[str], Place], names: Collection[str] = ()
) -> dict[str, Any]:
    """The options of a table as click takes them, by parameter; raises InputError, which begins with the `place` of the option.

    `names` are given, too, as what can stand there. Dashes in names are underscores.
    """
    values = {}
    for option, value in table.items():
        name = option.replace("-", "_")
        if name not in known:
            raise InputError(place(name), unknown_key("option", option, [*known, *names]))
        values[name] = _value(name, place, known[name], value)
    return values


def unknown_key(kind: str, name: str, known: Iterable[str]) -> str:
    """The message for an unknown key: it names the nearest one, or all that are known."""
    shown, names = name.replace("_", "-"), sorted(one.replace("_", "-") for one in known)
    near = did_you_mean(shown, names) or f"; known are {', '.join(names)}"
    return f"unknown {kind} {_shown(shown)}{near}"


def _value(name: str, place: Callable[[str], Place], parameter: click.Parameter, value: Any) -> Any:
    """A value as click takes it. Where several may stand, one may stand alone; a table is a list of NAME=VALUE."""
    if isinstance(parameter, click.Argument) and isinstance(value, str):
        try:
            value = programs.split(value)
        except ValueError as error:
            raise InputError(place(name), f"{name} cannot be split into words: {error}") from error
    kind = OPTIONS[str(parameter.name)].kind
    if kind is ValueKind.PAIRS and isinstance(value, dict):
        value = [f"{key}={str(one).lower() if isinstance(one, bool) else one}" for key, one in value.items()]
    if isinstance(parameter, click.Argument) or parameter.multiple:
        value = [value] if isinstance(value, str) else value
        fits, wanted = isinstance(value, list) and all(isinstance(one, str) for one in value), "a text or a list of texts"
    elif getattr(parameter, "is_flag", False):
        fits, wanted = isinstance(value, bool), "true or false"
    elif kind in PATHS:
        fits, wanted = isinstance(value, str), "a text"
    else:
        fits, wanted = isinstance(value, str | int | float) and not isinstance(value, bool), "a text or a number"
    if not fits:
        raise InputError(place(name), f"{name.replace('_', '-')} is {_shown(value)}, and not {wanted}")
    if any("\0" in text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)):
        raise InputError(place(name), f"{name.replace('_', '-')} has a NUL in it, which no command can have")
    return value


def _shown(value: Any) -> str:
    try:
        return visible(repr(value), 200)
    except (ValueError, RecursionError):  # an integer of thousands of digits, or what is nested deeply
        return "too large to be shown"


def _from_here(options: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The options with their paths as they are seen from where we are. The engine starts beside the file, or in its `cwd`."""
    if folder.resolve() == inputs.existing_folder():
        return options
    paths = {"cwd": "."} | {name: value for name, value in options.items() if OPTIONS[name].kind in PATHS}
    return options | {name: str(folder / value) for name, value in paths.items()}


# -- for editors --------------------------------------------------------------------------------------------------------------

_STRINGS = {"type": "array", "items": {"type": "string"}}
ONE_OR_SEVERAL: list[dict[str, Any]] = [{"type": "string"}, _STRINGS]


def schema(command: click.Command) -> dict[str, Any]:
    """The JSON Schema of `conform.toml`, for editors, made of the options of `conform run`."""
    properties = {
        name.replace("_", "-"): property_of(parameter) for name, parameter in sorted(parameters(command, Scope.RUN).items())
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "conform.toml",
        "description": "Options of `conform run`; in pyproject.toml they stand under [tool.conform].",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def property_of(parameter: click.Parameter) -> dict[str, Any]:
    """The JSON Schema of the value of a parameter."""
    if isinstance(parameter, click.Argument):
        return {"description": OPTIONS[str(parameter.name)].meaning, "anyOf": ONE_OR_SEVERAL}
    about = {"description": getattr(parameter, "help", None) or ""}
    if parameter.multiple:
        pair = {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}}
        return about | {"anyOf": [*ONE_OR_SEVERAL, *([pair] if OPTIONS[str(parameter.name)].kind is ValueKind.PAIRS else [])]}
    return about | _of_type(parameter)


def _of_type(parameter: click.Parameter) -> dict[str, Any]:
    kind = parameter.type
    if isinstance(kind, click.Choice):
        return {"enum": list(kind.choices)}
    if getattr(parameter, "is_flag", False):
        return {"type": "boolean"}
    if isinstance(kind, click.FloatRange | click.IntRange):
        name = "integer" if isinstance(kind, click.IntRange) else "number"
        return {"type": name} | ({"minimum": kind.min} if kind.min is not None else {})
    if isinstance(kind, click.types.IntParamType):
        return {"type": "integer"}
    return {"type": "number"} if isinstance(kind, click.types.FloatParamType) else {"type": "string"}

"""`engines.toml`: the engines of a fleet, each a table with its command and the options of its run, and their versions.

`[defaults]` holds options of all engines. An engine is `[engines.NAME]`, a version of it `[engines.NAME.versions.LABEL]`, which
has what the engine has and can say it otherwise; `env` and `setup` are added up. Paths start at the folder of the file.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from conformance.fleet.jobs import Job
from conformance.front.cli import run
from conformance.front.cli.config import ONE_OR_SEVERAL, parameters, property_of, unknown_key, values_of
from conformance.front.options import OPTIONS, Scope, ValueKind
from conformance.front.toml_places import Layout, TomlPath
from conformance.words import inputs
from conformance.words.inputs import InputError, Place
from conformance.words.suggest import did_you_mean

_DEFAULTS, _ENGINES, _VERSIONS = "defaults", "engines", "versions"
_COMMAND = "command"
#: What an engine and a version of it say beside options, and what an engine says alone.
_WORDS = ("needs",)
_WORDS_OF_ENGINE = ("tags", *_WORDS)
#: Options that can be said in several places at once.
_ADDED_UP = tuple(name for name, one in OPTIONS.items() if one.kind is ValueKind.PAIRS)
#: Names are names of folders, too.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:+-]{0,63}")
#: Bytes of a file that are read, and campaigns in it.
_MOST, _MOST_JOBS = 4 << 20, 10_000


@dataclass(frozen=True, slots=True)
class _Said:
    """Tables that say the options of a campaign, from the most general to the most special one, with what each says."""

    layout: Layout
    tables: tuple[tuple[TomlPath, Mapping[str, Any]], ...] = ()

    def with_table(self, table: TomlPath, options: Mapping[str, Any]) -> "_Said":
        return replace(self, tables=(*self.tables, (table, options)))

    def options(self) -> dict[str, Any]:
        """The options that count."""
        found: dict[str, Any] = {}
        for _, options in self.tables:
            added = {name: [*found.get(name, []), *options[name]] for name in _ADDED_UP if name in options}
            found |= {**options, **added}
        return found

    def place(self, option: str = "") -> Place:
        """Where the value of an option stands, or the most special table."""
        table = next((table for table, options in reversed(self.tables) if option in options), None)
        return self.layout.place(*((table, option) if table is not None else (self.tables[-1][0],)))


def read(path: Path, *, is_elsewhere: bool) -> list[Job]:
    """The campaigns that a file asks for, in its order; raises InputError.

    Here an engine starts in the folder of the file where it says nothing else. With `is_elsewhere` it is started on other
    machines: then it starts where their worker is, and a folder that is named need not exist here.
    """
    text, document = inputs.read_toml(path, _MOST)
    layout = Layout(path, text)
    for key in document:
        if key not in (_DEFAULTS, _ENGINES):
            raise InputError(layout.place((), key), unknown_key("table", key, (_DEFAULTS, _ENGINES)))
    general = _Said(layout).with_table((_DEFAULTS,), _options(layout, (_DEFAULTS,), _table(layout, document, (_DEFAULTS,))))
    engines = _table(layout, document, (_ENGINES,))
    if not engines:
        raise InputError(Place(str(path)), f"it names no engine: write each as a table [{_ENGINES}.NAME]")
    _refuse_names(layout, (_ENGINES,), engines)
    jobs = [job for name in engines for job in _engine(general, engines, name, is_elsewhere=is_elsewhere)]
    if len(jobs) > _MOST_JOBS:
        raise InputError(Place(str(path)), f"it asks for {len(jobs):,} campaigns, and {_MOST_JOBS:,} are the most")
    return jobs


def _engine(general: _Said, engines: Mapping[str, Any], name: str, *, is_elsewhere: bool) -> Iterator[Job]:
    """The campaigns of one engine: one for each version, or one where it has none."""
    layout, table = general.layout, (_ENGINES, name)
    entry = _table(layout, engines, table)
    said = general.with_table(table, _options(layout, table, entry, (*_WORDS_OF_ENGINE, _VERSIONS)))
    tags, needs = (_labels(layout, table, entry, key) for key in _WORDS_OF_ENGINE)
    versions = _table(layout, entry, (*table, _VERSIONS))
    _refuse_names(layout, (*table, _VERSIONS), versions)
    if not versions:
        yield _job(said, Job(name, "", (), needs=needs, tags=tags), is_elsewhere=is_elsewhere)
    for label in versions:
        own = (*table, _VERSIONS, label)
        version = _table(layout, versions, own)
        job = Job(name, label, (), needs=(*needs, *_labels(layout, own, version, *_WORDS)), tags=tags)
        yield _job(said.with_table(own, _options(layout, own, version, _WORDS)), job, is_elsewhere=is_elsewhere)


def _job(said: _Said, job: Job, *, is_elsewhere: bool) -> Job:
    """A campaign with the words of its run, which have been tried; raises InputError."""
    options = said.options()
    if _COMMAND not in options:
        raise InputError(said.place(), f"{job.name} has no {_COMMAND}")
    folder, command = said.layout.path.absolute().parent, options.pop(_COMMAND)
    if "cwd" in options or not (is_elsewhere or options.get("scratch")):
        options["cwd"] = str(folder / options.get("cwd", "."))
    baseline = str(folder / options.pop("baseline")) if "baseline" in options else ""
    end = [*(["--label", job.version] if job.version else []), "--", *command]
    tried = {name: value for name, value in options.items() if name != "cwd" or not is_elsewhere}
    _try(said, [*_words(tried), *(["--baseline", baseline] if baseline else []), *end])
    texts = {"--baseline": inputs.read_text(baseline, _MOST)} if baseline else {}
    return replace(job, words=(*_words(options), *end), texts=texts)


def _try(said: _Said, words: Sequence[str]) -> None:
    """Read words as `conform run` does; raises InputError with the line that is wrong."""
    try:
        run.check(run.run_command.make_context("run", ["--unconfigured", *words]))
    except click.ClickException as error:
        param = error.param.name if isinstance(error, click.BadParameter) and error.param is not None else None
        option = _COMMAND if param == "engine" else param or ""
        raise InputError(said.place(option), error.format_message()) from error


def _words(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Options as they are typed."""
    known, words = _known(), list[str]()
    for name, value in sorted(options.items()):
        option = max(known[name].opts, key=len)
        if isinstance(value, bool):
            words += [option] if value else []
        else:
            words += [f"{option}={one}" for one in (value if isinstance(value, list) else [value])]
    return tuple(words)


def _known() -> dict[str, click.Parameter]:
    """The keys of an engine's table, by name."""
    known = parameters(run.run_command, Scope.ENGINE)
    return {_COMMAND if name == "engine" else name: parameter for name, parameter in known.items()}


def _options(layout: Layout, table: TomlPath, entry: Mapping[str, Any], others: Sequence[str] = ()) -> dict[str, Any]:
    """The options in a table; raises InputError."""
    options = {key: value for key, value in entry.items() if key not in others}
    return values_of(options, _known(), lambda name: layout.place(table, name), others)


def _table(layout: Layout, around: Mapping[str, Any], table: TomlPath) -> dict[str, Any]:
    """The table of the last name in another one, empty where there is none; raises InputError."""
    found = around.get(table[-1], {})
    if not isinstance(found, dict):
        raise InputError(layout.place(table[:-1], table[-1]), f"{'.'.join(table)} is not a table")
    return found


def _labels(layout: Layout, table: TomlPath, entry: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """A list of words; raises InputError."""
    found = entry.get(key, [])
    found = [found] if isinstance(found, str) else found
    if not isinstance(found, list) or not all(isinstance(one, str) and LABEL.fullmatch(one) for one in found):
        raise InputError(layout.place(table, key), f"{key} is not a list of words such as linux, avx2 or engine:stockfish")
    return tuple(found)


def _refuse_names(layout: Layout, table: TomlPath, names: Mapping[str, Any]) -> None:
    """Refuse what cannot be the name of a folder everywhere; raises InputError."""
    known: dict[str, str] = {}
    for name in names:
        if not NAME.fullmatch(name) or name.endswith("."):
            raise InputError(layout.place((*table, name)), f"{name!r} is not a name of letters, figures and . _ + - in it")
        if (other := known.setdefault(name.lower(), name)) != name:
            raise InputError(layout.place((*table, name)), f"{name!r} differs from {other!r} in capitals only")


# -- a choice of them -----------------------------------------------------------------------------------------------------------


def chosen(jobs: Sequence[Job], only: Sequence[str], leave_out: Sequence[str]) -> list[Job]:
    """The campaigns that one word of `only` names, or all, but for those that one of `leave_out` names.

    A word is an engine, one of its versions (`stockfish/16`) or a tag. Raises UsageError for one that names none.
    """
    words = {word for job in jobs for word in (job.engine, job.name, *job.tags)}
    for word in (*only, *leave_out):
        if word not in words:
            near = did_you_mean(word, words) or f"; known are {', '.join(sorted(words)[:30])}"
            raise click.UsageError(f"{word!r} is neither an engine, nor a version, nor a tag{near}")
    return [job for job in jobs if (not only or _is_named(job, only)) and not _is_named(job, leave_out)]


def _is_named(job: Job, words: Sequence[str]) -> bool:
    return any(word in (job.engine, job.name, *job.tags) for word in words)


# -- for editors ----------------------------------------------------------------------------------------------------------------


def schema() -> dict[str, Any]:
    """The JSON Schema of `engines.toml`, for editors."""
    options = {name.replace("_", "-"): property_of(parameter) for name, parameter in sorted(_known().items())}
    labels = {"anyOf": ONE_OR_SEVERAL}
    needs = {"description": "Labels that a worker has to have: linux, avx2, engine:stockfish, or one of its own.", **labels}
    tags = {"description": "Words by which --only and --leave-out choose the engine.", **labels}
    version = _object("A version: what it says counts instead of what the engine says.", {**options, "needs": needs})
    versions = {"description": "The versions of the engine, by their labels.", "type": "object", "additionalProperties": version}
    engine = _object("An engine.", {**options, "needs": needs, "tags": tags, _VERSIONS: versions})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "engines.toml",
        **_object(
            "The engines of `conform fleet`.",
            {
                _DEFAULTS: _object("Options of all engines.", options),
                _ENGINES: {"description": "The engines, by name.", "type": "object", "additionalProperties": engine},
            },
        ),
        "required": [_ENGINES],
    }


def _object(meaning: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": meaning, "type": "object", "properties": dict(properties), "additionalProperties": False}

"""The table of options: what click, the plugin and the files make of it, and how an option is said again."""

from types import SimpleNamespace

import pytest

from conformance.front import plugin_options
from conformance.front.cli.config import parameters
from conformance.front.cli.run import run_command
from conformance.front.options import OPTIONS, USUAL, RunOptions, Scope, ValueKind, words

#: A value of each kind that is not the usual one.
SAMPLES = {
    ValueKind.FLAG: True,
    ValueKind.TEXT: "a b",
    ValueKind.PATH: "file",
    ValueKind.FOLDER: ".",
    ValueKind.BADGE: "badge.svg",
    ValueKind.PROTOCOL: "usi",
    ValueKind.WORDS: ("USI-STOP", "MUST"),
    ValueKind.PAIRS: {"K": "a=b", "L": ""},
    ValueKind.NUMBER: 3,
    ValueKind.SECONDS: 2.5,
    ValueKind.SCALE: 0.5,
    ValueKind.SIZE: 1024,
}


@pytest.mark.parametrize("name", [name for name, one in OPTIONS.items() if one.kind is not ValueKind.ENGINE])
def test_what_is_said_again_is_what_was_said(name):
    said = {name: SAMPLES[OPTIONS[name].kind]}
    typed = words(said)
    assert typed[0] == f"--{name.replace('_', '-')}"
    context = run_command.make_context("run", ["--unconfigured", *typed, "./engine", "-x"])
    assert RunOptions(**context.params) == RunOptions(engine=("./engine", "-x"), **said)


def test_what_is_usual_is_not_said_again():
    assert words(USUAL) == []
    context = run_command.make_context("run", ["--unconfigured", "./engine"])
    assert RunOptions(**context.params) == RunOptions(engine=("./engine",))


def test_a_file_takes_what_its_scope_allows():
    kept_out = {name for name in OPTIONS if name not in parameters(run_command, Scope.RUN)}
    assert kept_out == {"baseline_update", "baseline_prune", "quick", "on_change"}
    of_no_engine = {name for name in OPTIONS if name not in parameters(run_command, Scope.ENGINE)} - kept_out
    assert of_no_engine == {"badge", "html", "json", "jsonl", "junit", "keep", "label", "markdown", "quiet", "verbose"}


@pytest.mark.parametrize("place", ["typed", "ini"])
def test_the_plugin_reads_every_option_that_it_has(place):
    texts = {
        ValueKind.FLAG: True,
        ValueKind.PAIRS: ["K=a=b", "L="],
        ValueKind.SCALE: "0.5",
        ValueKind.SIZE: "1K",
        ValueKind.NUMBER: "3",
    }
    names = [name for name, one in OPTIONS.items() if one.pytest is not None]
    said = {f"conform_{name}": texts.get(OPTIONS[name].kind, SAMPLES.get(OPTIONS[name].kind)) for name in names}
    typed = {f"--{key.replace('_', '-')}": value for key, value in said.items()} if place == "typed" else {}
    config = SimpleNamespace(getoption=typed.get, getini=(said if place == "ini" else {}).get)
    of_a_run = [name for name in names if name not in plugin_options.SHORT]
    assert plugin_options.options(config) == RunOptions(**{name: SAMPLES[OPTIONS[name].kind] for name in of_a_run})

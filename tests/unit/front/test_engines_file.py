"""`engines.toml`: what it makes of engines and their versions, what it refuses and in which line, and its JSON Schema."""

import json
import os
from pathlib import Path

import click
import pytest
from jsonschema import Draft202012Validator

from conformance.front.cli import engines_file
from conformance.front.cli.fleet import fleet_command
from conformance.words.inputs import InputError

ROOT = Path(__file__).parents[3]
SCHEMA = ROOT / "schemas" / "engines.schema.json"

TWO_VERSIONS = """
[defaults]
protocol = "oep"
time-scale = 2
env = { A = 1 }

[engines.one]
command = './one --flag "a b"'
tags = ["small", "ours"]
needs = "linux"

[engines.one.versions."1.0"]

[engines.one.versions.next]
command = ["./next", "x y"]
cwd = "there"
strict = true
time-scale = 3
needs = ["avx2"]
[engines.one.versions.next.env]
B = true
"""


@pytest.fixture
def read(tmp_path):
    def reads(text, *, is_elsewhere=False):
        path = tmp_path / "engines.toml"
        path.write_text(text)
        return engines_file.read(path, is_elsewhere=is_elsewhere)

    return reads


def test_a_version_says_otherwise_what_its_engine_says_and_environments_are_added_up(read, tmp_path):
    (tmp_path / "there").mkdir()
    old, new = read(TWO_VERSIONS)
    assert (old.name, old.tags, old.needs) == ("one/1.0", ("small", "ours"), ("linux",))
    assert old.words == (
        f"--cwd={tmp_path}",
        "--env=A=1",
        "--protocol=oep",
        "--time-scale=2",
        "--label",
        "1.0",
        "--",
        "./one",
        "--flag",
        "a b",
    )
    assert (new.name, new.tags, new.needs) == ("one/next", ("small", "ours"), ("linux", "avx2"))
    assert new.words[:4] == (f"--cwd={tmp_path / 'there'}", "--env=A=1", "--env=B=true", "--protocol=oep")
    assert new.words[4:] == ("--strict", "--time-scale=3", "--label", "next", "--", "./next", "x y")


def test_an_engine_with_one_version_has_no_label(read, tmp_path):
    (job,) = read('[engines.a]\ncommand = "builtin:reference"\nprotocol = "usi"\n')
    assert (job.name, job.version, job.words) == ("a", "", (f"--cwd={tmp_path}", "--protocol=usi", "--", "builtin:reference"))


def test_on_other_machines_an_engine_starts_where_it_is_told_to_and_that_need_not_exist_here(read, tmp_path):
    engine = '[engines.a]\ncommand = "a"\nprotocol = "usi"\n'
    assert read(engine, is_elsewhere=True)[0].words == ("--protocol=usi", "--", "a")
    engine += f"cwd = '{tmp_path / 'missing'}'\n"
    assert read(engine, is_elsewhere=True)[0].words[0] == f"--cwd={tmp_path / 'missing'}"
    with pytest.raises(InputError, match=r"line 4: .*missing"):
        read(engine)


def test_a_baseline_goes_with_the_campaign(read, tmp_path):
    text = "[[waived]]\nrequirement = 'USI-HS-01'\ncheck = 'usiok_comes'\nreason = 'why'\n"
    engine = '[engines.a]\ncommand = "a"\nprotocol = "usi"\nbaseline = "known.toml"\n'
    with pytest.raises(InputError, match=r"known\.toml: there is no such file"):
        read(engine)
    (tmp_path / "known.toml").write_text(text)
    with pytest.raises(InputError, match=r"known\.toml, line 3: there is no check 'usiok_comes'"):
        read(engine)
    (tmp_path / "known.toml").write_text("")
    assert read(engine)[0].texts == {"--baseline": ""}
    assert not [word for word in read(engine)[0].words if word.startswith("--baseline")]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("[engine.a]\n", 1, "unknown table 'engine'; did you mean engines?"),
        ("", 0, "it names no engine"),
        ("[defaults]\ncommand = 'x'\n[engines]\n", 0, "it names no engine"),
        ("[engines.a]\nprotocol = 'usi'\n", 1, "a has no command"),
        ("[engines.a]\n[engines.a.versions.'1']\n", 2, "a/1 has no command"),
        ("[engines.a]\ncommand = 'x'\n\ncommnd = 'x'\n", 4, "unknown option 'commnd'; did you mean command?"),
        ("[engines.a]\ncommand = 'x'\njsonl = 'x'\n", 3, "unknown option 'jsonl'"),
        ("[engines.a]\ncommand = 'x'\n[engines.a.versions.b]\ntags = ['x']\n", 4, "unknown option 'tags'"),
        pytest.param(
            '[engines.a]\ncommand = "x \'y"\n',
            2,
            "command cannot be split into words",
            marks=pytest.mark.skipif(os.name == "nt", reason="on Windows a quote need not be closed"),
        ),
        ("[engines.a]\ncommand = 'x'\nprotocol = 'uzi'\n", 3, "there is no protocol 'uzi'; did you mean"),
        (
            "[engines.a]\ncommand = 'x'\nprotocol = 'usi'\nselect = 'USI-STOPP'\n",
            4,
            "selects nothing in usi; did you mean USI-STOP",
        ),
        ("[engines.a]\ncommand = 'builtin:reference'\n", 1, "which protocol?"),
        ("[engines.a]\ncommand = 'builtin:reference x'\nprotocol='usi'", 1, "takes no arguments"),
        ("[defaults]\n\ntime-scale = 0.001\n[engines.a]\ncommand = 'x'\n", 3, "time-scale"),
        ("[engines.a]\ncommand = 'x'\n[engines.b]\ncommand = 'x'\ntime-scale = 0.001\n", 5, "time-scale"),
        ("[engines.a]\ncommand = 'x'\n[engines.a.env]\n'' = 'x'\n", 3, "is not NAME=VALUE"),
        ("[engines.a]\ncommand = 'x'\nno-explore = true\nmax-examples = 3\n", 1, "contradicts"),
        ("[engines.a]\ncommand = 'x'\ntags = 3\n", 3, "tags is not a list of words"),
        ("[engines.a]\ncommand = 'x'\ncwd = 3\n", 3, "cwd is 3, and not a text"),
        ("[engines.a]\ncommand = 'x'\nbaseline = 3\n", 3, "baseline is 3, and not a text"),
        ("[engines.a]\ncommand = 'x'\nneeds = ['a b']\n", 3, "needs is not a list of words"),
        ("[engines.'..']\ncommand = 'x'\n", 1, "is not a name"),
        ("[engines.'a/b']\ncommand = 'x'\n", 1, "is not a name"),
        ("[engines.a]\ncommand = 'x'\n[engines.A]\n", 3, "differs from 'a' in capitals only"),
        ("[engines]\na = 3\n", 2, "engines.a is not a table"),
        ("[engines.a]\nversions = 3\n", 2, "engines.a.versions is not a table"),
        ("engines = 3\n", 1, "engines is not a table"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(read, text, line, what):
    place = f"engines.toml, line {line}: " if line else "engines.toml: "
    with pytest.raises(InputError) as raised:
        read(text)
    assert place in str(raised.value)
    assert what in str(raised.value)


@pytest.mark.parametrize(
    "text",
    ["[engines.'a\u001b']\ncommand = 'x'\n", "[engines.a]\n'\u001b[31m' = 1\n", "[[engines]]\na = 1\n", "[engines.a]\r\n\x00"],
)
def test_a_hostile_file_is_refused_in_words_without_control_characters(read, text):
    with pytest.raises(InputError) as raised:
        read(text)
    assert str(raised.value).isprintable()


def test_engines_versions_and_tags_choose(read, tmp_path):
    (tmp_path / "there").mkdir()
    jobs = read(TWO_VERSIONS + "[engines.two]\ncommand = 'x'\ntags = ['ours']\n")

    def names(only=(), leave_out=()):
        return [job.name for job in engines_file.chosen(jobs, only, leave_out)]

    assert names() == ["one/1.0", "one/next", "two"]
    assert names(only=["one"]) == ["one/1.0", "one/next"]
    assert names(only=["small", "two"]) == ["one/1.0", "one/next", "two"]
    assert names(only=["ours"], leave_out=["one/1.0"]) == ["one/next", "two"]
    with pytest.raises(click.UsageError, match="did you mean small"):
        names(leave_out=["smal"])


def test_the_published_schema_is_that_of_the_options():
    assert json.loads(SCHEMA.read_text("utf-8")) == engines_file.schema(), (
        "run `conform schema engines >schemas/engines.schema.json`"
    )


@pytest.mark.parametrize(
    ("document", "is_good"),
    [
        ({"engines": {"a": {"command": "./a", "protocol": "uci", "tags": ["x"], "needs": "linux"}}}, True),
        ({"defaults": {"strict": True}, "engines": {"a": {"versions": {"1": {"command": ["./a"], "setup": {"Hash": 1}}}}}}, True),
        ({"defaults": {}}, False),
        ({"engines": {"a": {"command": "./a", "jsonl": "x"}}}, False),
        ({"engines": {"a": {"versions": {"1": {"tags": ["x"]}}}}}, False),
    ],
)
def test_editors_can_use_it(document, is_good):
    assert Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).is_valid(document) is is_good


def test_a_shell_is_given_engines_versions_and_tags(read, tmp_path):
    (tmp_path / "there").mkdir()
    read(TWO_VERSIONS)
    ctx = click.Context(fleet_command)
    ctx.params["engines"] = str(tmp_path / "engines.toml")
    option = fleet_command.params[0]
    assert [item.value for item in option.shell_complete(ctx, "o")] == ["one", "one/1.0", "ours", "one/next"]
    ctx.params["engines"] = str(tmp_path / "none.toml")
    assert option.shell_complete(ctx, "o") == []

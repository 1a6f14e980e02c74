"""`conform.toml` as it is read, and its JSON Schema."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from conformance.front.cli.config import find, load, schema
from conformance.front.cli.run import run_command
from conformance.words.inputs import InputError

ROOT = Path(__file__).parents[3]
SCHEMA = ROOT / "schemas" / "conform.schema.json"


def read(tmp_path, text):
    path = tmp_path / "conform.toml"
    path.write_text(text)
    return load(path, run_command).options


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_text_for_the_engine_is_split_as_a_shell_does_and_a_list_is_not(tmp_path):
    assert read(tmp_path, "engine = './e --name \"a b\"'") == {"engine": ["./e", "--name", "a b"]}
    assert read(tmp_path, 'engine = ["./my engine", "x y"]') == {"engine": ["./my engine", "x y"]}


def test_pairs_are_texts_lists_or_tables(tmp_path):
    assert read(tmp_path, 'setup = "A=1"')["setup"] == ["A=1"]
    assert read(tmp_path, 'setup = ["A=1", "B=2"]')["setup"] == ["A=1", "B=2"]
    assert read(tmp_path, '[setup]\nA = 1\nB = true\n"C D" = "x"\n')["setup"] == ["A=1", "B=true", "C D=x"]


def test_dashes_are_underscores(tmp_path):
    assert read(tmp_path, "time-scale = 2\nmax_time = 3") == {"time_scale": 2, "max_time": 3}


def test_the_nearest_file_holds_up_to_the_top_of_a_repository(tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "conform.toml").touch()
    assert find(inner) == tmp_path / "conform.toml"
    (tmp_path / "a" / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert find(inner) == tmp_path / "conform.toml"
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.conform]\nprotocol = 'usi'\n")
    assert find(inner) == tmp_path / "a" / "pyproject.toml"
    (inner / ".git").mkdir()
    assert find(inner) is None


def test_the_line_is_that_of_the_key_however_it_is_written(tmp_path):
    for text, line in (
        ('# strict = 3\n"strict" = 3', 2),
        ("\n\n  strict=3", 3),
        ("[setup]\nstrictness = 1\n[strict]\nx = 1", 3),
        ("time_scale = [1]", 1),
    ):
        with pytest.raises(InputError, match=rf"conform\.toml, line {line}: "):
            read(tmp_path, text)


def test_the_line_is_that_of_our_table(tmp_path):
    path = tmp_path / "pyproject.toml"
    for ours, line in (("[tool.conform]\nstrict = 3", 6), ("[[x.y]]\n[tool.conform.strict]\na = 1", 6)):
        path.write_text(
            f"[tool.ruff.lint]\nstrict = ['ALL']\n[[tool.mypy.overrides]]\nstrict = true\n{ours}\n[tool.x]\nstrict = 1"
        )
        with pytest.raises(InputError, match=rf"pyproject\.toml, line {line}: "):
            load(path, run_command)


def test_a_number_is_no_path(tmp_path):
    for option in ("junit", "cwd", "badge", "baseline"):
        with pytest.raises(InputError, match=f"{option} is 3, and not a text"):
            read(tmp_path, f"{option} = 3")


def test_the_published_schema_is_that_of_the_options():
    assert json.loads(SCHEMA.read_text("utf-8")) == schema(run_command), (
        "run `conform schema config >schemas/conform.schema.json`"
    )


def test_the_schema_knows_every_option_with_its_help():
    properties = schema(run_command)["properties"]
    assert set(properties) == {
        name.replace("_", "-")
        for name in (p.name for p in run_command.params)
        if name not in ("config", "baseline_update", "baseline_prune", "quick", "on_change", "unconfigured", "end_with_stdin")
    }
    assert all(entry["description"] for entry in properties.values())
    assert properties["jobs"] == {"description": properties["jobs"]["description"], "type": "integer", "minimum": 1}
    assert properties["strict"]["type"] == "boolean"
    assert properties["protocol"]["enum"][-1] == "auto"


@pytest.mark.parametrize(
    ("document", "is_good"),
    [
        ({"protocol": "usi", "engine": "./e --usi", "strict": True, "setup": {"USI_Hash": 64}, "jobs": 2}, True),
        ({"engine": ["./e"], "setup": ["A=1"], "select": "USI-STOP", "time-scale": 1.5}, True),
        ({"protocl": "usi"}, False),
        ({"protocol": "xboard"}, False),
        ({"strict": 3}, False),
        ({"jobs": 0}, False),
        ({"select": 4}, False),
        ({"select": {"A": 1}}, False),
    ],
)
def test_editors_can_use_it(document, is_good):
    validator = Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    assert validator.is_valid(document) is is_good


def test_a_file_of_another_user_is_refused_where_it_was_found(tmp_path, monkeypatch):
    (tmp_path / "conform.toml").touch()
    assert find(tmp_path) == tmp_path / "conform.toml"
    monkeypatch.setattr("conformance.front.cli.config.is_of_another_user", lambda _: True)
    with pytest.raises(InputError, match=r"another user.*: --config "):
        find(tmp_path)

"""`--level`, `--edition`, and the commands that list them, as a user types them."""

import json

import pytest

from conformance.front.loading import load_suite

UCI = ("--protocol", "uci", "--virtual")
EDITIONS = load_suite("uci").catalogue.editions.names


def claim_of(path):
    return json.loads(path.read_text().splitlines()[-1])["claim"]


def test_a_level_runs_what_it_asks_for_and_says_so(conform, tmp_path):
    result = conform(*UCI, "--level", "plays", "--jsonl", "run.jsonl", "builtin:chess960_castles_to_the_kings_square")
    assert result.returncode == 0, result.stdout
    assert result.stdout.splitlines()[-2:] == [
        f"Judged by uci {EDITIONS[-1]}. Level: plays; nothing else was run.",
        "conforming in level plays: no MUST requirement is broken",
    ]
    assert claim_of(tmp_path / "run.jsonl") == {"level": "plays", "next": "", "missing": [], "not_offered": []}
    assert json.loads((tmp_path / "run.jsonl").read_text().splitlines()[0])["level"] == "plays"


def test_a_selection_replaces_the_level_of_a_file_and_claims_none(conform, tmp_path):
    (tmp_path / "conform.toml").write_text('level = "plays"\nedition = "2026.1"\n')
    result = conform(*UCI, "--select", "UCI-STOP-01", "--jsonl", "run.jsonl", "builtin:stop_ignored")
    assert result.returncode == 1
    assert "Judged by uci 2026.1.\n" in result.stdout
    assert "--edition 2026.1" in result.stdout  # the command that shows it again
    assert claim_of(tmp_path / "run.jsonl") is None


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--level", "play"), "there is no level 'play' in uci; did you mean plays?"),
        (("--level", "wins"), "there is no level 'wins' in uci; known are plays, analyses, ponders, tournament, complete"),
        (("--edition", "1999.1"), f"uci: no edition '1999.1': there are {', '.join(EDITIONS)}"),
    ],
)
def test_what_there_is_not_is_refused(conform, words, why):
    result = conform(*UCI, *words, "builtin:reference")
    assert result.returncode == 2
    assert why in " ".join(result.stderr.split())


def test_editions_and_levels_are_listed(conform):
    listed = conform("editions", "--protocol", "uhp").stdout.splitlines()
    assert any(row.startswith(f"uhp {load_suite('uhp').catalogue.editions.names[-1]}, the present one: ") for row in listed)
    assert [row.split()[1] for row in listed if row.startswith("level ")] == ["plays", "analyses", "tournament", "complete"]
    asked = json.loads(conform("list", "--protocol", "uhp", "--level", "plays", "--format", "json").stdout)
    assert {entry["claim"] for entry in asked} == {"plays"}
    assert "there is no level 'ponders' in uhp" in conform("list", "--protocol", "uhp", "--level", "ponders").stderr

"""What a shell is given to complete: as click's script for bash asks for it."""

import pytest


@pytest.fixture
def complete(conform):
    def ask(*words):
        env = {"_CONFORM_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
        result = conform(env=env)
        assert result.returncode == 0, result.stderr
        return [tuple(row.split(",", 1)) for row in result.stdout.splitlines()]

    return ask


def plain(items):
    return [value for kind, value in items if kind == "plain"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("conform expl", ["explain"]),
        ("conform --prot", ["--protocol"]),
        ("conform --protocol us", ["usi"]),
        ("conform --protocol usi builtin:stop_ig", ["builtin:stop_ignored"]),
        ("conform --protocol usi builtin : stop_ig", ["stop_ignored"]),
        ("conform --protocol usi --strict builtin:stop_ig", ["builtin:stop_ignored"]),
        ("conform --protocol hub --select HUB-PNG-01", ["HUB-PNG-01"]),
        ("conform --protocol usi --select usi-hs-01,stop_when_idle_is", ["usi-hs-01,stop_when_idle_is_ignored"]),
        ("conform run --protocol uhp --deselect per", ["perft"]),
        ("conform explain NB-HS-01", ["NB-HS-01"]),
        ("conform builtin --protocol h", ["hub"]),
        ("conform judge --protocol nb", ["nboard"]),
    ],
)
def test_what_is_completed(complete, words, expected):
    assert plain(complete(*words.split(" "))) == expected


def test_an_engine_may_be_a_file_and_a_command_need_not_be_said(complete):
    assert ("file", "./my") in complete("conform", "--protocol", "usi", "./my")
    assert ("file", "./my") in complete("conform", "./my")


def test_what_the_last_run_found_is_completed(complete, conform):
    conform("--protocol", "usi", "--virtual", "--select", "USI-STOP-01", "builtin:stop_ignored")
    assert plain(complete("conform", "replay", "USI-")) == ["USI-STOP-01"]


def test_click_writes_the_shell_s_part(conform):
    for shell in ("bash", "zsh", "fish"):
        assert "_CONFORM_COMPLETE" in conform(env={"_CONFORM_COMPLETE": f"{shell}_source"}).stdout

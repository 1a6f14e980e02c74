"""Commands as Windows understands them, tried on files here."""

import shlex

import mslex
import pytest

from conformance.front.cli import config
from conformance.system import programs
from conformance.system.programs import NotStartableError, resolved

PATHEXT = (".COM", ".EXE", ".BAT", ".CMD", ".PY")


@pytest.fixture
def place(tmp_path):
    """Give a folder with an engine of each kind, and one on the path that has a program of its own."""
    for name in (
        "engine.exe",
        "other.bat",
        "script.py",
        "both.cmd",
        "both.exe",
        "plain",
        "a&b.cmd",
        "sub/deep.exe",
        "far/far.exe",
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    return tmp_path


def found(place, *words):
    return resolved(words, str(place), PATHEXT, [str(place / "far")])


@pytest.mark.parametrize(
    ("word", "file"),
    [
        ("engine.exe", "engine.exe"),
        ("engine", "engine.exe"),
        (".\\engine", "engine.exe"),
        ("./engine.exe", "engine.exe"),
        ("sub\\deep", "sub/deep.exe"),
        ("both", "both.exe"),
        ("other", "other.bat"),
        ("far", "far/far.exe"),
    ],
)
def test_a_word_means_the_file_that_cmd_would_start(place, word, file):
    assert found(place, word, "--usi", "a b") == [str(place / file), "--usi", "a b"]


def test_a_program_may_have_any_name(place):
    (place / "plain").write_bytes(b"MZ...")
    assert found(place, "plain") == [str(place / "plain")]


def test_a_whole_path_means_itself_wherever_the_engine_starts(place, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    assert resolved([str(place / "engine.exe")], str(elsewhere), PATHEXT, []) == [str(place / "engine.exe")]


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("nobody",), "no such program; give its path"),
        ((".\\far",), "no such program"),
        (("script",), "is not a Windows program; name what runs it, too, such as: python script"),
        (("plain",), "is not a Windows program"),
        (("other", "50%"), "cmd.exe would read '50%'"),
        (("other", "a\nb"), "cmd.exe would read"),
        (("a&b.cmd",), "cmd.exe would read"),
    ],
)
def test_what_cannot_be_started_says_what_to_do(place, words, reported):
    with pytest.raises(NotStartableError, match=reported):
        found(place, *words)


@pytest.mark.skipif(programs.IS_WINDOWS, reason="the next test asks for the words of Windows")
def test_words_are_those_of_the_shell_here():
    assert programs.split("./a 'b c'") == ["./a", "b c"]
    assert programs.join(["./a", "b c"]) == shlex.join(["./a", "b c"])


@pytest.fixture
def on_windows(monkeypatch):
    """Let words be those of Windows."""
    monkeypatch.setattr(programs, "IS_WINDOWS", True)
    monkeypatch.setattr(programs, "mslex", mslex, raising=False)


@pytest.mark.parametrize("words", [[r"C:\chess engines\sf.exe", "--uci"], ["a", 'say "x"', "50%", "a&b", ""]])
def test_on_windows_words_survive_a_line(on_windows, words):
    assert programs.split(programs.join(words)) == words


def test_on_windows_a_backslash_in_a_configuration_is_part_of_a_path(on_windows, monkeypatch, tmp_path):
    from conformance.front.cli.run import run_command

    monkeypatch.chdir(tmp_path)
    (tmp_path / "conform.toml").write_text("engine = 'C:\\engines\\sf.exe --uci'\n")
    options = config.load(tmp_path / "conform.toml", run_command).options
    assert options["engine"] == ["C:\\engines\\sf.exe", "--uci"]

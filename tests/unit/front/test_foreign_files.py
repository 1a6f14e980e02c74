"""Files that others have written, whatever is in them: one sentence that names the file, exit code 2, never a traceback."""

import os

import pytest

from conformance.front.cli import command

DEEP = "[" * 100_000
DIGITS = "9" * 5_000
SPOKEN = '{"at":0,"dir":">","text":"usi"}\n{"at":0,"dir":"<","text":"usiok"}\n'
#: What is no file of ours, and where it goes wrong.
BROKEN = {
    "nothing": (b"", ""),
    "NULs": (b"\0" * 1000, ""),
    "UTF-16": ("> usi\n< usiok\n".encode("utf-16"), ""),
    "JSON nested deeply": (f'{{"event":{DEEP}\n'.encode(), ", line 1"),
    "objects nested deeply": (b'{"dir":' * 50_000, ", line 1"),
    "an integer of 5,000 digits": (f'{{"at":{DIGITS},"dir":">","text":"usi"}}\n'.encode(), ", line 1"),
    "an integer beyond all numbers": (f'{{"at":1{"0" * 400},"dir":">","text":"usi"}}\n'.encode(), ", line 1"),
    "half of a surrogate pair": (b'{"at":0,"dir":">","text":"\\ud800"}\n', ", line 1"),
    "a list": (b'{"dir":">"}\n[1]\n', ", line 1"),
    "a transcript that is a number": (b'{"transcript":5}\n', ", line 1"),
    "values of other types": (b'{"at":[],"dir":{},"text":5}\n', ", line 1"),
    "no time": (b'{"at":NaN,"dir":">","text":"usi"}\n', ", line 1"),
    "a time beyond all dialogues": (b'{"at":1e300,"dir":">","text":"usi"}\n', ", line 1"),
    "a direction that steers a terminal": (b'{"at":0,"dir":"\\u001b[31m","text":"usi"}\n', ", line 1"),
}
READERS = {
    "judge": ("judge", "--protocol", "usi", "FILE"),
    "replay": ("replay", "--protocol", "usi", "FILE", "builtin:reference"),
    "export": ("export", "--as", "pytest", "--protocol", "usi", "FILE"),
    "report": ("report", "FILE"),
    "diff": ("diff", "FILE", "FILE"),
}
CONFIGURED = {
    "--config": ("--config", "FILE", "--virtual", "--select", "USI-ID-01", "builtin:reference"),
    "--baseline": ("--protocol", "usi", "--virtual", "--select", "USI-ID-01", "--baseline", "FILE", "builtin:reference"),
}
BROKEN_TOML = {
    "lists nested deeply": f"a = {DEEP}",
    "an integer of 5,000 digits": f"jobs = {DIGITS}",
    "a NUL": 'a = "\0"',
    "half of a surrogate pair": 'a = "\\ud800"',
    "a table that is a number": "tool = 3\nwaived = 3",
    "a pattern as a name": '"((" = 1',
    "a name that steers a terminal": '"\\u001b[31m" = 1',
}


@pytest.fixture
def refused(tmp_path, monkeypatch, capfd):
    """Run a command that has to refuse its file; gives what it said."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)

    def run(words, path):
        code = command([str(path) if word == "FILE" else word for word in words])
        out, err = capfd.readouterr()
        assert code == 2, out + err
        assert len(err) < 1000
        assert "Traceback" not in err
        assert "\x1b" not in out + err
        return err

    return run


@pytest.mark.parametrize("what", BROKEN)
@pytest.mark.parametrize("reader", READERS)
def test_a_recording_that_is_none_is_refused_with_its_name_and_line(refused, tmp_path, reader, what):
    data, place = BROKEN[what]
    path = tmp_path / "there"
    path.write_bytes(data)
    assert f"there{place}" in refused(READERS[reader], path)


@pytest.mark.parametrize("what", BROKEN_TOML)
@pytest.mark.parametrize("option", CONFIGURED)
def test_a_broken_configuration_or_baseline_is_refused_with_its_name(refused, tmp_path, option, what):
    path = tmp_path / "there"
    path.write_text(BROKEN_TOML[what])
    assert "there" in refused(CONFIGURED[option], path)


@pytest.mark.parametrize("words", [*READERS.values(), *CONFIGURED.values()], ids=[*READERS, *CONFIGURED])
@pytest.mark.parametrize("kind", ["a directory", "a pipe", "nothing", "a device"])
def test_what_is_no_file_is_refused(refused, tmp_path, words, kind):
    path = tmp_path / "there"
    if kind == "a directory":
        path.mkdir()
    elif kind == "a pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("no pipes with names of files")
        os.mkfifo(path)
    elif kind == "a device":
        path.symlink_to("/dev/null")
    if kind == "a device" and words in CONFIGURED.values():
        return  # an empty file says nothing, which is no fault
    if kind == "nothing" and words is CONFIGURED["--baseline"]:
        return  # a new project has no baseline yet
    assert "there" in refused(words, path)

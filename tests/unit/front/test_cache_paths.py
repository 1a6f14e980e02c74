"""Records in the user's cache: the last ones of a kind are kept, whoever else removes some."""

import os
from pathlib import Path

import pytest

from conformance.front import cache_paths


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def recorded(*times):
    for time in times:
        path = cache_paths.folder("watched") / f"{time}.jsonl"
        path.touch()
        os.utime(path, (time, time))


def left():
    return sorted(path.stem for path in cache_paths.folder("watched").iterdir())


def test_there_is_room_for_a_new_record_among_the_last_ones():
    recorded(3, 1, 2, 4)
    assert cache_paths.new_record("watched", "usi", 3).name.startswith("usi-")
    assert left() == ["3", "4"]


def test_what_another_process_removes_meanwhile_is_gone_and_no_trouble(monkeypatch):
    recorded(3, 1, 2)
    found = Path.glob
    monkeypatch.setattr(Path, "glob", lambda folder, pattern: [*found(folder, pattern), folder / "gone.jsonl"])
    cache_paths.new_record("watched", "usi", 3)
    assert left() == ["2", "3"]


def test_without_a_cache_a_file_has_to_be_named(tmp_path, monkeypatch):
    (tmp_path / "conform").write_text("")
    with pytest.raises(OSError, match="there is none: name a file: 'the cache folder'"):
        cache_paths.new_record("watched", "usi", 3)

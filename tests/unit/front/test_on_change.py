"""`--on-change`: which files are looked at, and when they count as changed."""

import os
import sys

import pytest

from conformance.front.cli.on_change import changed, stamp
from conformance.front.loading import engine_command
from conformance.front.provenance import engine_paths


def test_the_program_and_the_files_among_its_words_are_looked_at(tmp_path):
    for name in ("engine.py", "net.bin"):
        (tmp_path / name).write_text("")
    command = engine_command((sys.executable, "engine.py", "--net", "net.bin", "bad\0word"), str(tmp_path), {})
    assert [path.name for path in engine_paths(command)[1:]] == ["engine.py", "net.bin"]


def test_a_change_counts_once_the_file_stays_as_it_is(tmp_path):
    """A compiler empties the file, writes pieces of it, and takes its time between them."""
    engine = tmp_path / "engine"
    engine.write_text("old")
    before = stamp([engine])
    steps = iter((lambda: None, engine.unlink, lambda: None, lambda: None, lambda: None, *[lambda: engine.write_text("n")] * 1))
    further = iter(("ne", "new"))
    looks = []

    def sleep(_):
        looks.append(engine.exists() and engine.read_text())
        if step := next(steps, None):
            step()
        elif text := next(further, ""):
            engine.write_text(text)

    changed([engine], before, sleep)
    assert looks[-2:] == ["new", "new"]
    assert engine.read_text() == "new"


def test_a_file_that_is_another_one_of_the_same_size_and_time_has_changed(tmp_path):
    engine, other = tmp_path / "engine", tmp_path / "other"
    engine.write_text("a")
    other.write_text("b")
    os.utime(other, ns=(engine.stat().st_atime_ns, engine.stat().st_mtime_ns))
    before = stamp([engine])
    other.replace(engine)
    assert stamp([engine]) != before
    changed([engine], before, lambda _: None)


def test_what_changed_while_a_run_went_on_is_not_waited_for(tmp_path):
    engine = tmp_path / "engine"
    engine.write_text("a")
    before = stamp([engine])
    engine.write_text("ab")
    slept = []
    changed([engine], before, slept.append)
    assert len(slept) < 5


def test_a_file_that_stays_as_it_is_has_not_changed(tmp_path):
    engine = tmp_path / "engine"
    engine.write_text("a")
    slept = []

    def sleep(_):
        slept.append(1)
        if len(slept) > 50:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        changed([engine], stamp([engine]), sleep)

"""Engines as authors on Windows build, wrap and place them."""

import sys

import pytest

from tests.windows.conftest import GREETING, IN_WINE, JUDGED, left_over

GO = ("--protocol", "usi", "--select", "USI-POS-01")


@pytest.mark.parametrize("name", ["engine", "endl", "engine-windowed", "endl-windowed"])
def test_a_program_in_text_mode_conforms_with_a_console_or_without(judged, program, name):
    judged(program(name))


@pytest.mark.parametrize("extension", ["bat", "cmd"])
def test_a_batch_file_is_an_engine(judged, program, tmp_path, extension):
    program()
    batch = tmp_path / f"start.{extension}"
    batch.write_text('@echo off\r\n"%~dp0engine.exe" %*\r\n', newline="")
    judged(batch)


def test_a_program_that_starts_the_engine_and_passes_everything_on_is_an_engine(judged, program, tmp_path):
    wrapper = tmp_path / "wrapper.py"
    wrapper.write_text("import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))\n")
    judged(sys.executable, wrapper, program())


@pytest.mark.parametrize("place", ["my engines/my engine.exe", "将棋/エンジン é.exe", "100% & more/(engine)^.exe"])
def test_any_name_can_be_started(judged, program, place):
    judged(program(place=place))


def test_a_path_over_260_characters_is_started_or_refused_in_words(judged, tmp_path, program):
    result = judged(
        "\\\\?\\" + str(program(place="long" * 20 + "/" + "longer" * 15 + "/" + "longest" * 15 + "/engine.exe")), codes=(0, 3)
    )
    assert result.returncode == 0 or "longer than 259 characters" in " ".join(result.stdout.split())


def test_the_code_page_of_a_japanese_console_is_no_fault(judged, program):
    judged(program(), "japanese")


def test_what_is_written_to_the_console_is_not_taken_for_an_answer(judged, program):
    assert "no line of the protocol" not in judged(program(), "console").stdout


def test_a_child_that_outlives_its_engine_is_ended_with_it(judged, program):
    engine = program()
    judged(engine, "child", options=JUDGED, codes=(0, 1))
    assert not left_over(str(engine), "sleep")


@pytest.mark.skipif(IN_WINE, reason="Wine 8 hands no error mode on to a child")
def test_a_crash_of_an_engine_opens_no_box(judged, program):
    assert "error mode 0x8003" in judged(program(), "mode").stdout


def test_a_crash_has_its_name(judged, program):
    assert "ACCESS_VIOLATION" in judged(program(), "crash", options=GO, codes=(1,)).stdout


def test_an_engine_that_aborts_is_reported(judged, program):
    assert "exited with status 3" in judged(program(), "abort", options=GO, codes=(1,)).stdout


def test_an_engine_that_waits_behind_a_box_of_its_own_is_silent_and_ended(judged, program):
    engine = program()
    assert "silence" in judged(engine, "box", options=GREETING, codes=(1,)).stdout
    assert not left_over(str(engine))


@pytest.mark.parametrize(("word", "reported"), [("nobody", "there is no such program"), ("notes.txt", "no program of Windows")])
def test_what_is_no_program_is_said_so(judged, tmp_path, word, reported):
    (tmp_path / "notes.txt").touch()
    result = judged(".\\" + word, codes=(2, 3))
    assert reported in " ".join((result.stdout + result.stderr).split())

"""`conform games` as a user types it: on the virtual clock where time is not the point, and with real processes where it is."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import psutil
import pytest

ROOT = Path(__file__).parents[2]
#: How a process of an engine that is wrong in games is started.
ENGINE = [sys.executable, "-m", "conformance.engines"]


def faulty(protocol, name):
    return [*ENGINE, f"conformance.fixtures.{protocol}.games:ENGINES", name]


def test_a_sound_engine(conform, tmp_path):
    run = conform(
        "games", "--protocol", "uci", "--virtual", "--games", 3, "--out", "out", "--json", "a.json", "builtin:reference"
    )
    assert run.returncode == 0, run.stdout + run.stderr
    rows = run.stdout.splitlines()
    assert rows[0] == "builtin:reference against itself, 3 games at 1+0.01: at most 27 s"
    assert rows[-1] == "SOUND at 1+0.01 (3 of 3 games played to the end)"
    assert "Flags: none in " in run.stdout
    assert "Nearest to the end of its time: " in run.stdout
    reported = json.loads((tmp_path / "a.json").read_text())
    (match,) = reported["matches"]
    assert [game["number"] for game in match["games"]] == [1, 2, 3]
    assert match["moves"] == sum(len(game["times"]) for game in match["games"])


def test_each_game_is_written_down_with_its_dialogues_and_a_plot(conform, tmp_path):
    import chess.pgn

    conform("games", "--protocol", "uci", "--virtual", "--games", 2, "--out", "out", "builtin:reference")
    folder = tmp_path / "out"
    assert sorted(file.name for file in folder.iterdir()) == [
        *("game-001-black.jsonl", "game-001-white.jsonl", "game-001.pgn"),
        *("game-002-black.jsonl", "game-002-white.jsonl", "game-002.pgn", "times.svg"),
    ]
    game = chess.pgn.read_game(io.StringIO((folder / "game-001.pgn").read_text()))
    assert not game.errors
    assert game.headers["White"] == "conform reference"
    assert len(list(game.mainline_moves())) == int(game.headers["PlyCount"])
    assert ET.fromstring((folder / "times.svg").read_text()).tag.endswith("svg")
    judged = conform("judge", "--protocol", "uci", folder / "game-001-white.jsonl")
    assert judged.returncode == 0, judged.stdout + judged.stderr


@pytest.mark.parametrize(
    ("protocol", "control", "suffix", "begins"),
    [
        ("usi", "1byo0.1", "usi", "# game 1"),
        ("hub", "1+0.01", "pdn", "[Event"),
        ("nboard", "5", "ggf", "(;GM[Othello]"),
        ("uhp", "1/move", "uhp", "Base;"),
        ("gtp", "10", "sgf", "(;GM[1]"),
    ],
)
def test_games_are_written_as_their_players_write_them(conform, tmp_path, protocol, control, suffix, begins):
    words = ("--virtual", "--games", 1, "--max-plies", 30, "--time", control, "--out", "out", "builtin:reference")
    run = conform("games", "--protocol", protocol, *words)
    assert run.returncode == 0, run.stdout + run.stderr
    assert (tmp_path / "out" / f"game-001.{suffix}").read_text().startswith(begins)


def test_what_is_written_can_be_read_again(conform, tmp_path):
    from conformance.games.go import parse_sgf
    from conformance.games.hive import parse_game
    from conformance.games.othello import parse_ggf
    from conformance.games.shogi import parse_position

    for protocol, control in (("usi", "1byo0.1"), ("nboard", "5"), ("uhp", "1/move"), ("gtp", "10")):
        words = ("--virtual", "--games", 1, "--max-plies", 30, "--time", control, "--out", protocol, "builtin:reference")
        conform("games", "--protocol", protocol, *words)
    position = (tmp_path / "usi" / "game-001.usi").read_text().splitlines()[-1]
    assert len(parse_position(position.removeprefix("position ")).moves) > 20
    assert len(parse_ggf((tmp_path / "nboard" / "game-001.ggf").read_text()).game.moves) == 38
    assert len(parse_sgf((tmp_path / "gtp" / "game-001.sgf").read_text()).moves) == 38
    assert parse_game((tmp_path / "uhp" / "game-001.uhp").read_text().strip()).moves


def test_several_controls_are_played_one_behind_the_other(conform, tmp_path):
    run = conform(
        "games", "--protocol", "usi", "--virtual", "--games", 1, "--time", "1+0.01", "--time", "0.1/move", "--max-plies", 20,
        "--out", "out", "builtin:reference",
    )  # fmt: skip
    assert run.returncode == 0, run.stdout
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["0.1inmove", "1+0.01"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--protocol", "oep", "builtin:reference"), "the Othello Engine Protocol has no clocks"),
        (("--protocol", "uci", "--time", "soon", "builtin:reference"), "'soon' is not a time control such as"),
        (("--protocol", "uci", "--time", "1byo1", "builtin:reference"), "UCI has no byoyomi"),
        (("--protocol", "nboard", "--ponder", "builtin:reference"), "--ponder"),
        (("--protocol", "uci", "--virtual", "builtin:reference", "x"), "takes no arguments"),
        (("builtin:reference",), "--protocol"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(conform, words, said):
    run = conform("games", *words)
    assert run.returncode == 2
    assert said in run.stderr


def test_an_engine_that_cannot_be_started_is_no_verdict(conform):
    run = conform("games", "--protocol", "uci", "./nothing")
    assert run.returncode == 3
    assert "no such file" in run.stderr


def test_a_program_that_is_no_engine_is_no_verdict(conform):
    run = conform("games", "--protocol", "uci", "--games", 1, "--", sys.executable, "-c", "pass")
    assert run.returncode == 3
    assert "the engine exited with status 0 to `uci`" in run.stdout


def test_an_engine_that_loses_on_time_is_blamed(conform, tmp_path):
    # It is late by more than a second with each move, which no host that runs tests beside this one takes.
    words = ("--games", 3, "--time", "0.2", "--opening-plies", 2, "--json", "a.json", "--", *faulty("uci", "slow"))
    run = conform("games", "--protocol", "uci", *words)
    assert run.returncode == 1, run.stdout + run.stderr
    assert "lost on time" in run.stdout
    assert "by the engine: " in run.stdout
    assert re.search(r"BROKEN at 0\.2 .*: the engine lost [23] games on time, by its own doing", run.stdout)
    flags = json.loads((tmp_path / "a.json").read_text())["matches"][0]["flags"]
    assert flags["engine"] >= 2


def test_an_illegal_move_is_told_with_the_whole_game(conform):
    run = conform("games", "--protocol", "usi", "--games", 1, "--time", "2", "--", *faulty("usi", "stale"))
    assert run.returncode == 1, run.stdout + run.stderr
    assert re.search(r"^(Stale|Illegal) move in game 1, move \d+, Sente: ", run.stdout, re.MULTILINE)
    assert re.search(r"^  it said: bestmove ", run.stdout, re.MULTILINE)
    assert re.search(r"^  after: [1-9a-i+ PLNSGBR*]+$", run.stdout, re.MULTILINE)


def test_more_games_at_once_than_there_are_cores(conform):
    at_once = 2 * (os.cpu_count() or 1) + 1
    words = ("--games", at_once, "--concurrency", at_once, "--time", "2+0.1", "--max-plies", 12)
    run = conform("games", "--protocol", "uci", *words, "builtin:reference")
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{at_once} of {at_once} games played to the end" in run.stdout


def test_the_smallest_overhead_is_found(conform):
    """The engine takes 80 ms for its answer, of which 50 are granted."""
    words = ("--virtual", "--games", 1, "--max-plies", 10, "--time", "0.2/move")
    run = conform("games", "--protocol", "uci", *words, "--find-overhead", "builtin:reference")
    assert run.returncode == 3
    assert "the engine declares no option for it" in run.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux has them")
def test_ctrl_c_tells_what_was_played_and_leaves_nothing(tmp_path):
    command = [sys.executable, "-m", "conformance", "games", "--protocol", "uci", "--games", "50", "--time", "20"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "CONFORM_TEST_MARK": str(tmp_path)}
    words = [*command, "--concurrency", "2", "--json", str(tmp_path / "a.json"), "builtin:reference"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, text=True, cwd=tmp_path) as process:
        until = time.monotonic() + 60
        while len(psutil.Process(process.pid).children(recursive=True)) < 4 and time.monotonic() < until:
            time.sleep(0.1)
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=60)
    assert process.returncode == 130, said + errors
    assert "interrupted: this is what was played until then" in said
    assert "the match was ended" in said
    assert json.loads((tmp_path / "a.json").read_text())["matches"][0]["games"]
    marked = [one for one in psutil.process_iter() if _has(one, str(tmp_path))]
    assert not marked


def _has(process, mark):
    try:
        return process.environ().get("CONFORM_TEST_MARK") == mark
    except psutil.Error:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts who waited for a core")
def test_a_sound_engine_is_not_blamed_for_a_busy_host(conform, tmp_path):
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4 * (os.cpu_count() or 1))]
    try:
        words = ("--games", 4, "--concurrency", 2, "--time", "0.3+0.01", "--max-plies", 40, "--json", "a.json")
        run = conform("games", "--protocol", "uci", *words, "builtin:reference")
    finally:
        for one in busy:
            one.kill()
            one.wait()
    assert run.returncode in (0, 3), run.stdout + run.stderr
    assert json.loads((tmp_path / "a.json").read_text())["matches"][0]["flags"]["engine"] <= 1, run.stdout

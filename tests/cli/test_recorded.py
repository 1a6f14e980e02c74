"""judge, replay, export: what can be done with a recorded dialogue."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.words import inputs

DATA = Path(__file__).parents[1] / "data" / "transcripts"
FAULTS = {
    "stop_ignored": "USI-STOP-01",
    "bestmove_in_csa_notation": "USI-BM-01",
    "unflushed": "USI-ROB-09",
    "end_of_input_ignored": "USI-EOF-01",
    "truncated_go_crash": "USI-GO-13",
}


@pytest.fixture
def kept(conform, tmp_path):
    def keep(name):
        result = conform("--protocol", "usi", "--virtual", "--keep", "kept", "--select", FAULTS[name], f"builtin:{name}")
        path = tmp_path / "kept" / "usi" / f"{FAULTS[name]}.jsonl"
        assert f"replay:   conform replay --virtual kept/usi/{FAULTS[name]}.jsonl builtin:{name}" in result.stdout
        return path

    return keep


@pytest.mark.parametrize("name", FAULTS)
def test_a_finding_shows_itself_again_on_the_faulty_engine_and_not_on_the_good_one(conform, kept, name):
    path = kept(name)
    again = conform("replay", "--virtual", path, f"builtin:{name}")
    assert again.returncode == 1, again.stdout + again.stderr
    assert f"{FAULTS[name]} shows itself again" in again.stdout
    good = conform("replay", "--virtual", path, "builtin:reference")
    assert good.returncode == 0, good.stdout + good.stderr


def test_a_finding_shows_itself_again_in_a_real_process(conform, kept):
    assert conform("replay", kept("bestmove_in_csa_notation"), "builtin:bestmove_in_csa_notation").returncode == 1


def test_the_replay_line_works_as_it_is_printed(conform, tmp_path):
    engine = tmp_path / "there" / "engine"
    engine.parent.mkdir()
    engine.write_text(
        f'#!/bin/sh\n[ "$LUCKY" = 7 ] || exit 9\nexec {shlex.quote(sys.executable)} -m conformance.engines conformance.fixtures.usi.engines:ENGINES "$1"\n'
    )
    engine.chmod(0o755)
    words = ("--select", "USI-BM-01", "--setup", "Style=Solid", "--keep", "kept", "--env", "LUCKY=7", "--cwd", "there")
    said = conform("--protocol", "usi", *words, "--", "./engine", "bestmove_in_csa_notation").stdout
    (line,) = (row for row in said.splitlines() if "replay:" in row)
    again = conform(*shlex.split(line.partition("replay:")[2])[1:])
    assert again.returncode == 1, said + again.stdout + again.stderr
    assert "USI-BM-01 shows itself again" in again.stdout


def test_the_engine_options_of_the_run_stand_in_the_recording_and_can_be_said_again(conform, tmp_path):
    words = ("--virtual", "--setup", "Style=Solid", "--time-scale", "2", "--seed", "5", "--keep", "kept")
    conform("--protocol", "usi", *words, "--select", "USI-STOP-01", "builtin:stop_ignored")
    path = tmp_path / "kept" / "usi" / "USI-STOP-01.jsonl"
    head, *rows = path.read_text().splitlines()
    about = json.loads(head)["recording"]
    assert (about["settings"], about["seed"], about["time_scale"]) == ({"Style": "Solid"}, 5, 2.0)
    assert conform("replay", "--virtual", path, "builtin:stop_ignored").returncode == 1
    path.write_text("\n".join([json.dumps({"recording": about | {"settings": {}}}), *rows]) + "\n")
    lost = conform("replay", "--virtual", path, "builtin:stop_ignored")
    assert lost.returncode == 3, lost.stdout
    assert "no verdict on USI-STOP-01: the check does not go with the recording" in lost.stdout
    assert conform("replay", "--virtual", "--setup", "Style=Solid", path, "builtin:stop_ignored").returncode == 1


@pytest.mark.parametrize(("engine", "reason"), [("false", "exited with status 1"), ("yes", "a flood of output")])
def test_an_engine_that_ends_or_floods_ends_the_replay_without_a_verdict(conform, tmp_path, engine, reason):
    (tmp_path / "log").write_text("0 > usi\n1 < usiok\n2 > isready\n3 < readyok\n4 > usinewgame\n5 > isready\n6 < readyok\n")
    result = conform("replay", "--protocol", "usi", "log", engine, timeout=60)
    assert result.returncode == 3, result.stdout + result.stderr
    assert "no verdict" in result.stdout
    assert reason in result.stdout


def test_the_pytest_export_fails_while_the_fault_is_there(conform, kept, tmp_path):
    module = tmp_path / "test_reproducer.py"
    module.write_text(conform("export", kept("bestmove_in_csa_notation")).stdout)

    def run(engine):
        env = {**os.environ, "ENGINE": f"builtin:{engine}", "PYTHONPATH": str(Path(__file__).parents[2])}
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(module)]
        return subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)

    assert run("bestmove_in_csa_notation").returncode == 1
    good = run("reference")
    assert good.returncode == 0, good.stdout + good.stderr
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    for engine, code, words in (("bestmove_in_csa_notation", 1, "FAIL: USI-BM-01: expected"), ("reference", 0, "PASS\n")):
        alone = subprocess.run(
            [sys.executable, module, f"builtin:{engine}"], env=env, capture_output=True, text=True, check=False
        )
        assert (alone.returncode, alone.stdout.startswith(words)) == (code, True), alone.stdout + alone.stderr


def test_what_the_last_run_found_is_sent_again_without_a_word(conform, tmp_path):
    none = conform("replay")
    assert (none.returncode, "there was no run from this folder" in none.stderr) == (2, True)
    conform("--protocol", "usi", "--virtual", "--select", "USI-STOP-01,USI-BM-01", "builtin:stop_ignored")
    again = conform("replay")
    assert (again.returncode, "engine: builtin:stop_ignored\n" in again.stdout) == (1, True)
    assert again.stdout.endswith("USI-STOP-01 shows itself again\n")
    good = conform("replay", "--virtual", "usi-stop-01", "builtin:reference")
    assert (good.returncode, good.stdout) == (0, "USI-STOP-01 does not show itself this time\n")
    strange = conform("replay", "USI-STOP-02")
    assert (strange.returncode, "found nothing about USI-STOP-02; did you mean USI-STOP-01?" in strange.stderr) == (2, True)
    assert "\nrequirement: USI-STOP-01\n" in conform("export", "USI-STOP-01", "--as", "pytest").stdout
    assert list(tmp_path.iterdir()) == []
    conform("--protocol", "usi", "--virtual", "--select", "USI-HS-01", "--keep", "kept", "builtin:reference")
    clean = conform("replay")
    assert (clean.returncode, "the last run from this folder found nothing" in clean.stdout) == (0, True)


def test_the_last_run_is_that_of_this_folder_and_a_cache_that_cannot_be_written_disturbs_nothing(conform, tmp_path):
    words = ("--protocol", "usi", "--virtual", "--select", "USI-STOP-01", "builtin:stop_ignored")
    result = conform(*words, env={"XDG_CACHE_HOME": "/proc/nowhere"})
    assert (result.returncode, "cannot write" in result.stderr + result.stdout) == (1, False)
    conform(*words)
    (tmp_path / "elsewhere").mkdir()
    assert conform("replay", cwd=tmp_path / "elsewhere").returncode == 2


def test_real_recordings_are_judged(conform):
    result = conform("judge", "--protocol", "usi", DATA / "fairy-handshake.txt", DATA / "yaneuraou-ponder-True.txt")
    assert re.search(
        r"^judged \d+ of \d+ requirements \(\d+ of \d+ MUST\) in 2 dialogues; --unjudged names", result.stdout, re.MULTILINE
    )
    assert "USI-OPT-02 MUST" in result.stdout
    assert result.returncode == 1
    assert "yaneuraou-ponder-True.txt: USI-BM" not in result.stdout


def test_the_marks_can_be_the_other_way_round(conform, tmp_path):
    (tmp_path / "log").write_text(
        "< usi\n> id name A\n> id author B\n> usiok\n> option name Late type check default true\n< isready\n> readyok\n"
    )
    for words in ((), ("--engine-mark", ">")):
        said = conform("judge", "--protocol", "usi", *words, "log").stdout
        assert "lines with `>` were taken for the engine's, lines with `<` for what it was sent" in said
        assert "USI-HS-02" in said
    assert "USI-HS-02" not in conform("judge", "--protocol", "usi", "--engine-mark", "<", "log").stdout


def test_an_event_stream_is_judged_too(conform, tmp_path):
    conform("--protocol", "usi", "--virtual", "--jsonl", "run.jsonl", "--select", "USI-BM-01", "builtin:bestmove_in_csa_notation")
    result = conform("judge", "--protocol", "usi", "run.jsonl")
    assert result.returncode == 1
    assert "USI-BM-01" in result.stdout


def test_the_event_stream_of_a_clean_run_holds_no_dialogue(conform):
    conform("--protocol", "usi", "--virtual", "--jsonl", "run.jsonl", "--select", "USI-HS-01", "builtin:reference")
    result = conform("judge", "--protocol", "usi", "run.jsonl")
    assert result.returncode == 3
    assert result.stdout.endswith(
        "in 0 dialogues; --unjudged names the others\nno verdict: there is no dialogue in what was given\n"
    )


def test_the_logs_of_guis_are_judged_by_process(conform):
    logs = DATA.parent / "gui_logs"
    result = conform("judge", "--protocol", "usi", logs / "shogihome.log", logs / "shogidokoro.txt")
    assert result.returncode == 0, result.stdout
    assert "in 3 dialogues" in result.stdout
    assert "in 1 dialogue" in conform("judge", "--protocol", "usi", "--only", "sid=2", logs / "shogihome.log").stdout


@pytest.mark.parametrize(
    ("name", "only"),
    [
        ("arena.debug", "1"),
        ("cutechess.log", "Mine(0)"),
        ("cutechess-window.log", "Other 2.0(1)"),
        ("fastchess.log", "140198998400000 mine"),
        ("banksia.txt", "Mine 2"),
        ("python-chess.log", "pid=1012"),
        ("fastchess-numbered.log", "alpha"),
        ("fastchess-same-names.log", "alpha 2"),
        ("lichess-bot.log", "pid=64"),
        ("shredder.txt", "Mine 1.2 (0)"),
    ],
)
def test_so_are_those_of_chess_guis(conform, name, only):
    result = conform("judge", "--protocol", "uci", "--only", only, DATA.parent / "gui_logs" / name)
    assert "not judged" not in result.stdout
    assert re.search(r"^judged [1-9]\d* of \d+ requirements .* in [12] dialogues?;", result.stdout, re.MULTILINE), result.stdout


def test_an_illegal_move_in_the_log_of_a_gui_is_told_with_its_time(conform, tmp_path):
    text = (DATA.parent / "gui_logs" / "shogihome.log").read_text("utf-8").replace("bestmove 2f2e", "bestmove 2f2g")
    (tmp_path / "usi.log").write_text(text, "utf-8")
    result = conform("judge", "--protocol", "usi", "usi.log")
    assert result.returncode == 1
    assert "usi.log: sid=1: USI-BM-02 MUST" in result.stdout
    assert "->    0.074 < bestmove 2f2g" in result.stdout


def test_the_debug_output_of_nboards_gui_has_its_marks_the_other_way_round(conform):
    result = conform("judge", "--protocol", "nboard", DATA.parent / "gui_logs" / "nboard.txt")
    assert result.returncode == 1, result.stdout
    assert "nboard.txt: NB-GO-02 MUST" in result.stdout
    assert "black may not pass" in result.stdout


def test_judge_says_how_it_has_read_a_log_and_what_it_left_out(conform):
    said = conform("judge", "--protocol", "usi", "--only", "sid=1", DATA.parent / "gui_logs" / "shogihome-prefixed.log").stdout
    assert "read as a log of ShogiHome: lines with `sid=1: <` were taken for the engine's, lines with `sid=1: >` for what" in said
    assert "shogihome-prefixed.log: colour codes were taken out of its lines\n" in said
    said = conform("judge", "--protocol", "uci", "--only", "Other", DATA.parent / "gui_logs" / "shredder.txt").stdout
    assert "shredder.txt: left out by --only: 1 of 2 dialogues\n" in said


def test_replay_takes_the_first_dialogue_of_a_log_and_says_so(conform):
    path = DATA.parent / "gui_logs" / "shredder.txt"
    result = conform("replay", "--protocol", "uci", "--virtual", path, "builtin:reference")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "lines with `from Mine 1.2 (0):`, `from Other (1):` were taken for the engine's" in result.stderr
    assert "it holds 2 dialogues, and all but the first" in result.stderr


def test_what_was_not_judged_is_named_on_request_and_nothing_judged_is_no_verdict(conform, tmp_path):
    (tmp_path / "late.log").write_text(">1:isready\n<1:readyok\n")
    result = conform("judge", "--protocol", "usi", "--unjudged", "late.log")
    assert result.returncode == 3
    assert "late.log: 1: not judged: it does not begin with `usi`" in result.stdout
    assert "judged 0 of " in result.stdout
    for heading in ("Not met in these dialogues:", "Judged by steering an engine only (conform run):", "Not tested:"):
        assert f"\n{heading}\n  USI-" in result.stdout
    assert result.stdout.endswith("no verdict: no dialogue is there from its beginning\n")


def test_it_is_told_from_where_on_nothing_is_judged(conform, tmp_path):
    (tmp_path / "log").write_text("0 > usi\n0 < usiok\n1 > ponderhit\n2 < bestmove 7g7f\n")
    said = conform("judge", "--protocol", "usi", "log").stdout
    assert "log: a GUI may not send `ponderhit` there, before `isready`, 1.000 s: judged up to it" in said


def test_it_is_told_what_a_gui_should_have_sent_before(conform, tmp_path):
    (tmp_path / "log").write_text("0 > nboard 2\n1 > go\n2 < === D3\n")
    said = conform("judge", "--protocol", "nboard", "log").stdout
    assert "log: a GUI may not send `go` there, before `set depth` and `set game`, 1.000 s: judged up to it" in said


def test_a_log_without_times_blames_nobody_for_times(conform, tmp_path):
    game = "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)"
    session = f"> nboard 2\n> set depth 1\n> set game {game}\n> go\n< === F5 -1.00 5.0\n< status\n> ping 1\n< pong 1\n"
    (tmp_path / "log").write_text(session)
    assert "NB-GO-07" not in conform("judge", "--protocol", "nboard", "log").stdout
    (tmp_path / "log").write_text(session.replace("> ", "0 > ").replace("< ", "0.1 < "))
    assert "NB-GO-07" in conform("judge", "--protocol", "nboard", "log").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("judge", "--protocol", "usi", "nobody"), "nobody: there is no such file"),
        (("judge", "--protocol", "usi", "empty"), "no dialogue in it"),
        (("judge", "--protocol", "usi", "broken"), "broken, line 1"),
        (("judge", "--protocol", "usi", "prose"), "prose, line 2: `The engine said usiok.` is not a line of a dialogue"),
        (("replay", "log", "builtin:reference"), "give --protocol"),
        (("judge", "log"), "log does not say which protocol it is of: give --protocol"),
        (("gui", "--judge", "log"), "log does not say which protocol it is of: give --protocol"),
        (("gui", "--", "x"), "name the protocol"),
        (("games", "x"), "    hub,\n    nboard"),
        (("export", "log"), "give --protocol"),
        (("replay", "--protocol", "usi", "stream", "builtin:reference"), "run with --keep DIR"),
        (("export", "--as", "pytest", "stream"), "run with --keep DIR"),
        (("replay", "null", "builtin:reference"), "null, line 1: known_broken is None"),
    ],
)
def test_wrong_files_are_told(conform, tmp_path, words, message):
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "prose").write_text("\nThe engine said usiok.\n")
    (tmp_path / "broken").write_text('{"at": 1, "dir": "?"}\n')
    (tmp_path / "log").write_text("> usi\n< usiok\n")
    line = '{"at": 1, "dir": ">", "text": "usi"}'
    (tmp_path / "stream").write_text(f'{{"event": "result", "requirement": "USI-HS-01", "transcript": [{line}]}}\n')
    (tmp_path / "null").write_text(f'{{"recording": {{"protocol": "usi", "known_broken": null}}}}\n{line}\n')
    result = conform(*words)
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_it_is_told_what_is_missing_before_a_line_that_may_not_be_sent(conform, tmp_path):
    (tmp_path / "log").write_text("0 > uci\n0 < uciok\n0 > isready\n0 < readyok\n0 > go infinite\n1 > position startpos\n")
    said = conform("judge", "--protocol", "uci", "log").stdout
    assert "log: a GUI may not send `position startpos` there, before `bestmove`, 1.000 s: judged up to it" in said


GUI_LOG = """\
> uci
< id name x
< uciok
> isready
> position startpos
> go movetime 50
< readyok
< bestmove e2e4
> position startpos moves e2e4 e7e5 e1e3
> go movetime 50
< bestmove d2d4
> quit
"""


def test_judge_says_what_the_gui_of_a_log_did_wrong_and_does_not_fail_the_engine_for_it(conform, tmp_path):
    (tmp_path / "gui.log").write_text(GUI_LOG)
    done = conform("judge", "--protocol", "uci", "gui.log")
    assert "UCI-C-RDY-01 MUST" in done.stdout
    assert "UCI-C-POS-02 SHOULD" in done.stdout
    assert "the GUI breaks 2 requirements of clients" in done.stdout
    assert done.returncode == 1, "the engine has no author"
    author = GUI_LOG.replace("< uciok", "< id author y\n< uciok")
    (tmp_path / "gui.log").write_text(author)
    assert conform("judge", "--protocol", "uci", "gui.log").returncode == 0


def test_judge_does_not_blame_a_check_of_ours_for_what_it_sends_on_purpose(conform, kept):
    done = conform("judge", kept("truncated_go_crash"))
    assert "the GUI breaks" not in done.stdout


@pytest.mark.parametrize(
    "words",
    [("judge", "--protocol", "usi"), ("replay", "--protocol", "usi"), ("report",), ("gui", "--protocol", "uci", "--judge")],
)
def test_each_command_reads_records_up_to_the_same_size(conform, tmp_path, words):
    with (tmp_path / "large").open("wb") as file:
        file.truncate(inputs.RECORD + 1)
    more = ("builtin:reference",) if words[0] == "replay" else ()
    result = conform(*words, "large", *more)
    assert result.returncode == 2
    assert "large: it has more than 128 MB, which is more than is read" in result.stderr

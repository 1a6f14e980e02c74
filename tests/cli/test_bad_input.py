"""Whatever is wrong: one clear message that says what to do, the right exit code, no traceback, and the reports are written."""

import json
import os
import stat
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

USI = ("--protocol", "usi")
TOO_LONG = "a" * 300


def script(path, text):
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def reported(result, code, *words):
    said = " ".join((result.stdout + result.stderr).split())
    assert result.returncode == code, said
    assert "Traceback" not in said
    for word in words:
        assert word in said


def test_a_path_that_does_not_exist(conform, tmp_path):
    reported(conform(*USI, tmp_path / "nobody"), 3, "nobody", "no such file")


def test_a_name_that_lacks_its_directory(conform, tmp_path):
    script(tmp_path / "myengine", "#!/bin/sh\n")
    reported(conform(*USI, "myengine"), 3, "did you mean ./myengine?")


def test_a_directory(conform, tmp_path):
    reported(conform(*USI, tmp_path), 3, "is a directory", "such as", "/myengine")
    reported(conform(tmp_path), 3, "is a directory")


def test_an_engine_and_its_arguments_as_one_word(conform, tmp_path):
    engine = script(tmp_path / "engine", "#!/bin/sh\n")
    reported(conform(*USI, f"{engine} --usi"), 3, "it is one word, so leave out the quotes")


def test_an_engine_that_is_not_in_the_folder_where_it_is_started(conform, tmp_path):
    script(tmp_path / "engine", "#!/bin/sh\n")
    (tmp_path / "bin").mkdir()
    reported(conform(*USI, "--cwd", "bin", "./engine"), 3, "no such file in bin, where the engine is started")


def test_an_engine_that_ends_whatever_it_is_asked(conform, tmp_path):
    engine = script(tmp_path / "engine", "#!/bin/sh\necho needs a book >&2\nexit 3\n")
    ends = ("it exited with status 3; on standard error: needs a book", "Does it need arguments")
    reported(conform(engine), 3, "ends before it answers any greeting", *ends)
    reported(conform(*USI, engine), 3, "ends before it can be checked", *ends)


def test_a_second_engine(conform, tmp_path):
    first, second = (script(tmp_path / name, "#!/bin/sh\n") for name in ("first", "second"))
    for other in (second, "builtin:reference"):
        reported(conform(*USI, first, other), 3, f"{other} follows the engine, so it goes to the engine", "conform fleet")
    assert "follows the engine" not in conform(*USI, "--", first, second).stderr


def test_a_file_that_is_not_executable(conform, tmp_path):
    (tmp_path / "engine").write_text("#!/bin/sh\n")
    reported(conform(*USI, tmp_path / "engine"), 3, "cannot be executed", "chmod +x")


def test_a_file_that_is_no_program(conform, tmp_path):
    engine = tmp_path / "engine"
    engine.write_bytes(b"\x7fELF nonsense")
    engine.chmod(0o755)
    reported(conform(*USI, engine), 3, "engine")


def test_a_script_whose_interpreter_is_missing(conform, tmp_path):
    reported(conform(*USI, script(tmp_path / "engine", "#!/no/such/interpreter\n")), 3, "interpreter")


def test_reports_of_an_engine_that_cannot_start_are_written(conform, tmp_path):
    reported(conform(*USI, "--junit", "out.xml", "--jsonl", "out.jsonl", "./nobody"), 3)
    assert ET.parse(tmp_path / "out.xml").getroot().find(".//error") is not None
    assert json.loads((tmp_path / "out.jsonl").read_text().splitlines()[-1])["event"] == "summary"


def test_an_engine_that_exits_at_once(conform, tmp_path):
    engine = script(tmp_path / "engine", "#!/bin/sh\necho 'cannot open nn.bin' >&2\nexit 7\n")
    reported(conform(*USI, "--junit", "out.xml", engine), 3, "no verdict", "exited with status 7", "cannot open nn.bin")
    assert "cannot open nn.bin" in (tmp_path / "out.xml").read_text()


ANOTHER_PROTOCOL = """#!/bin/sh
while read -r line; do
    case $line in
        uci) printf 'id name U\nuciok\n';;
        quit) exit 0;;
    esac
done
"""


def test_an_engine_of_another_protocol_is_told_so_at_once(conform, tmp_path):
    engine = script(tmp_path / "engine", ANOTHER_PROTOCOL)
    reported(conform(*USI, engine, timeout=60), 3, "answers `uci`, and not `usi`")


def test_the_engine_is_asked_for_its_protocol(conform, tmp_path):
    engine = script(tmp_path / "engine", ANOTHER_PROTOCOL.replace("uci", "usi"))
    result = conform("--select", "USI-HS-01", "--jobs", "1", engine)
    reported(result, 0, "Universal Shogi Interface")
    assert "--protocol usi saves the question" in result.stderr


def test_an_engine_that_does_not_flush_is_asked_for_its_protocol_too(conform, tmp_path):
    """Its answer comes when its input is closed."""
    said = "import sys\nfor line in sys.stdin:\n    if line.strip() == 'usi':\n        print('id name U\\nusiok')\n"
    engine = script(tmp_path / "engine", f"#!{sys.executable}\n{said}")
    result = conform("--quick", engine, timeout=60)
    reported(result, 1, "USI-ROB-09")
    assert "--protocol usi saves the question" in result.stderr
    reported(conform("--select", "USI-HS-01", script(tmp_path / "mute", "#!/bin/sh\nexec sleep 1000\n")), 3, "name the protocol")


def test_what_a_broken_engine_says_on_a_terminal_is_no_proof_of_a_missing_flush(conform, tmp_path):
    engine = script(tmp_path / "engine", "#!/bin/sh\nread -r line\necho 'usage: engine FILE' >&2\nexec sleep 1000\n")
    result = conform(*USI, "--time-scale", "0.1", "--select", "USI-HS-01", engine)
    reported(result, 1, "USI-HS-01")
    assert "not flushed" not in result.stdout


def test_an_engine_that_says_nothing(conform, tmp_path):
    engine = script(tmp_path / "engine", "#!/bin/sh\nexec sleep 1000\n")
    reported(conform(*USI, "--time-scale", "0.1", engine), 1, "USI-HS-01", "silence")


def test_an_engine_that_does_not_flush_is_told_so(conform, tmp_path):
    program = "import os, sys\nfor line in sys.stdin:\n    print('id name x\\nid author y\\nusiok')\nos._exit(0)\n"
    engine = script(tmp_path / "engine", f"#!{sys.executable}\n{program}")
    for words in ((engine,), ("--cwd", tmp_path, "./engine")):
        result = conform(*USI, "--time-scale", "0.1", "--select", "USI-HS-01", *words, cwd="/")
        reported(result, 1, "USI-HS-01", "answers on a terminal: its output is not flushed")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--protocol", "xboard", "x"), "did you mean nboard"),
        ((*USI, "--select", "USI-NOPE", "x"), "selects nothing"),
        ((*USI, "--select", "USI-STOP-99", "x"), "USI-STOP"),
        ((*USI,), "Missing argument"),
        (("builtin:reference",), "--protocol"),
        (("lst",), "did you mean list"),
        (("--protocol", "usu", "x"), "did you mean usi"),
        ((*USI, "--select", "USI-STPO", "x"), "did you mean"),
        (("explain", "USI-STPO-01"), "did you mean USI-STOP-01"),
        ((*USI, "--setup", "USI_Hash", "x"), "NAME=VALUE"),
        ((*USI, "--env", "=1", "x"), "NAME=VALUE"),
        ((*USI, "--cwd", "no/such/dir", "x"), "no/such/dir"),
        ((*USI, "--jobs", "0", "x"), "jobs"),
        ((*USI, "--max-time", "nan", "x"), "nan is not a time"),
        ((*USI, "--time-scale", "1e300", "x"), "is not a number from 0.1 up to"),
        ((*USI, "--setup", "A=1\nquit", "x"), "the end of a line in it"),
        (("judge", *USI, "\x1b[31mnone"), "\\x1b[31mnone: there is no such file"),
        ((*USI, "--junitt", "a.xml", "x"), "--junitt"),
        ((*USI, "--config", "missing.toml", "x"), "missing.toml"),
        (("explain", "USI-NOPE-1"), "no requirement"),
        (("list", "--protocol", "xboard"), "did you mean nboard"),
        ((*USI, "builtin:reference", "--stict"), "builtin:reference takes no arguments"),
        ((*USI, "--baseline", TOO_LONG, "x"), "File name too long"),
        (("replay", TOO_LONG, "x"), "File name too long"),
        (("export", TOO_LONG), "File name too long"),
    ],
)
def test_wrong_usage(conform, words, message):
    reported(conform(*words), 2, message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("protocol = ", "not valid TOML"),
        ('protocl = "usi"', "unknown option 'protocl'"),
        ('protocol = "usi"\njobs = "many"', "conform.toml, line 2: Invalid value for '--jobs': 'many' is not a valid integer"),
        (
            'protocol = "usi"\n\nselect = ["USI-STPO"]',
            "conform.toml, line 3: Invalid value for '--select': 'USI-STPO' selects nothing",
        ),
        ('# mine\nprotocol = "usj"', "conform.toml, line 2: Invalid value for '--protocol': there is no protocol 'usj'"),
        ('protocol = "usi"\nstrict = 3', "conform.toml, line 2: strict is 3, and not true or false"),
        ('protocol = "usi"\nselect = 4', "conform.toml, line 2: select is 4, and not a text or a list of texts"),
        ('protocol = "usi"\nengine = "./e \'x"', "conform.toml, line 2: engine cannot be split into words: No closing quotation"),
        ('protocol = "usi"\n[setup]\nA = 1\n[tool]\nconform = 3', "conform.toml, line 4: unknown option 'tool'"),
        ('protocol = "usi"\n[setup]\nA = 1\n[engin]', "conform.toml, line 4: unknown option 'engin'; did you mean engine?"),
    ],
)
def test_a_broken_configuration(conform, tmp_path, text, message):
    (tmp_path / "conform.toml").write_text(text)
    reported(conform("builtin:reference"), 2, message)


def test_a_built_in_engine_that_does_not_exist(conform):
    reported(conform(*USI, "builtin:nobody"), 3, "conform builtin")


@pytest.mark.parametrize("where", ["/proc/nowhere/out.xml", "/dev/full"])
def test_a_report_that_cannot_be_written(conform, where):
    result = conform(*USI, "--virtual", "--select", "USI-HS", "--junit", where, "builtin:reference")
    reported(result, 3, "cannot write the report", where.removesuffix("/out.xml"))
    if where == "/dev/full":
        assert result.stderr.endswith("conform: no verdict, as a report is missing\n")


@pytest.mark.parametrize("lost", [("--jsonl", "/dev/full"), ("--keep", "/proc/nowhere"), ("--junit", "/dev/full")])
def test_a_report_that_is_lost_takes_no_other_with_it(conform, tmp_path, lost):
    words = ("--virtual", "--select", "USI-STOP-01", "--jsonl", "out.jsonl", "--junit", "out.xml", *lost)
    reported(
        conform(*USI, *words, "builtin:stop_ignored"), 1, "cannot write the report", "not conforming: 1 MUST requirement broken"
    )
    if "--junit" not in lost:
        assert ET.parse(tmp_path / "out.xml").getroot().find(".//failure") is not None
    if "--jsonl" not in lost:
        assert '"summary"' in (tmp_path / "out.jsonl").read_text()


@pytest.mark.parametrize("screen", ["exec >/dev/full", "exec > >(head -c 1 >/dev/null)"])
def test_a_screen_that_is_lost_takes_no_report_with_it(tmp_path, screen):
    words = f"{sys.executable} -m conformance --protocol usi --virtual --select USI-ID --junit out.xml builtin:reference"
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    result = subprocess.run(
        ["bash", "-c", f"{screen}; sleep 0.1; {words}"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    reported(result, 3, "cannot write the report on standard output")
    assert ET.parse(tmp_path / "out.xml").getroot() is not None


@pytest.mark.parametrize("screen", ["exec >/dev/full", "exec > >(true)"])
def test_a_screen_that_is_lost_is_no_fault_of_ours(conform, tmp_path, screen):
    (tmp_path / "runs").mkdir()
    conform(*USI, "--virtual", "--select", "USI-ID", "--jsonl", "runs/a.jsonl", "builtin:reference")
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    for words in ("diff runs/a.jsonl runs/a.jsonl", "history runs"):
        command = f"{screen}; sleep 0.1; {sys.executable} -m conformance {words}"
        result = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        reported(result, 3, "cannot write the report on standard output")


@pytest.mark.parametrize("closed", ["1>&- 2>&-", "0<&- 1>&- 2>&-"])
def test_descriptors_that_are_closed_are_no_place_for_reports(tmp_path, closed):
    words = f"{sys.executable} -m conformance --protocol usi --virtual --select USI-ID --jsonl out.jsonl --junit out.xml"
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    result = subprocess.run(["bash", "-c", f"{words} builtin:reference {closed}"], cwd=tmp_path, env=env, check=False)
    assert result.returncode == 0
    assert json.loads((tmp_path / "out.jsonl").read_text().splitlines()[-1])["exit_code"] == 0
    assert ET.parse(tmp_path / "out.xml").getroot() is not None


def test_a_folder_that_was_removed_is_told(conform, tmp_path):
    gone = f"mkdir gone; cd gone; rmdir ../gone; exec {sys.executable} -m conformance list"
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    result = subprocess.run(["bash", "-c", gone], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    reported(result, 2, "the folder that we are in has been removed")


@pytest.mark.parametrize("words", [("--help",), ("list",), ("run", "--help")])
def test_a_full_disk_is_no_bug(words):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "conformance", *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    assert ran.returncode == 3
    assert "on standard output: No space left on device" in ran.stderr
    assert "a bug in conform" not in ran.stderr


def test_who_has_read_enough_is_told_nothing():
    words = [sys.executable, "-m", "conformance", "list", "--protocol", "usi"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as ran:
        ran.stdout.close()
        assert ran.stderr.read() == b""
    assert ran.returncode == 141

"""Options of the plugin: names that leave room for others, the engine's surroundings, and keys in the ini file."""

import sys

import pytest

READY = """
def test_it(conform_session):
    conform_session.driver.ready(conform_session)
"""
#: An engine that needs its own folder and a word in its environment, and says what it was told.
PICKY = """#!/bin/sh
test -f weights.bin || exit 3
test "$MODE" = "a b" || exit 4
while read line; do
  case "$line" in
    usi) echo id name picky; echo id author me; echo option name Book type string default; echo usiok;;
    isready) echo readyok;;
    quit) exit 0;;
    "setoption name Book value y=z") : > reported;;
  esac
done
"""
USI = ("--conform-protocol", "usi")


@pytest.fixture
def picky(pytester):
    """A folder with that engine, and a test that needs it ready."""
    folder = pytester.mkdir("bin")
    program = folder / "picky"
    program.write_text(PICKY)
    program.chmod(0o755)
    (folder / "weights.bin").touch()
    pytester.makepyfile(test_mine=READY)
    return pytester


def test_a_conftest_may_have_an_engine_and_a_protocol_of_its_own(run, pytester):
    pytester.makeconftest(
        """
        def pytest_addoption(parser):
            for name in ("engine", "protocol", "cwd", "env", "setup", "time-scale"):
                parser.addoption(f"--{name}")
        """
    )
    pytester.makepyfile("def test_it(pytestconfig): assert pytestconfig.getoption('--engine') == 'mine'")
    assert run("--engine", "mine").parseoutcomes() == {"passed": 1}
    both = run(
        "--engine", "mine", "test_a_conftest_may_have_an_engine_and_a_protocol_of_its_own.py", "conform::usi", builtin="reference"
    )
    assert set(both.parseoutcomes()) == {"passed", "skipped"}


def test_a_conftest_further_down_may_have_an_engine_of_its_own(run, pytester):
    folder = pytester.mkdir("sub")
    (folder / "conftest.py").write_text("def pytest_addoption(parser): parser.addoption('--engine', default='mine')")
    (folder / "test_it.py").write_text("def test_it(pytestconfig): assert pytestconfig.getoption('--engine', 'none') is not None")
    assert run().parseoutcomes() == {"passed": 1}
    assert run("--engine", "mine", "sub/test_it.py").parseoutcomes() == {"passed": 1}
    assert run("--protocol=usi", "--engine=builtin:reference", "-k", "test_it").parseoutcomes()["passed"] == 1


def test_an_engine_option_that_is_not_declared_is_told_once(run, pytester):
    pytester.makepyfile(READY + READY.replace("test_it", "test_that"))
    options = ("--conform-setup", "USI_Hsah=1", "-k", "test_it or test_that")
    result = run(*options, builtin="reference")
    assert (result.parseoutcomes()["passed"], result.parseoutcomes()["warnings"]) == (2, 1)
    result.stdout.fnmatch_lines(["*--conform-setup: the engine has no option 'USI_Hsah'; did you mean USI_Hash?"])


@pytest.mark.parametrize("inside", [True, False])
def test_the_short_names_do_where_nobody_else_has_them(run, pytester, inside):
    pytester.makeini("[pytest]\nconform_strict = true")
    options = ("--protocol", "usi", "--engine", "builtin:no_info_at_all", "-k", "USI-BM-05")
    beside = ("-n", "1", "-p", "xdist") if not inside else ()
    assert run("--conform-virtual", *options, *beside, apart=not inside).parseoutcomes()["failed"] == 1


def test_the_engine_gets_its_folder_its_environment_and_its_options(run, picky):
    options = ("--conform-cwd", "bin", "--conform-env", "MODE=a b", "--conform-setup", "Book=y=z")
    assert run(*USI, "--conform-engine", "./picky", *options, "test_mine.py").parseoutcomes() == {"passed": 1}
    assert (picky.path / "bin" / "reported").exists()


def test_a_finding_is_shown_again_with_the_folder_and_the_environment(run, picky):
    options = ("--conform-cwd", "bin", "--conform-env", "MODE=a b", "--conform-strict", "--conform-time-scale", "0.1")
    result = run(*USI, "--conform-engine", "./picky -x", *options, "-k", "USI-OPT-07")
    options = "--strict --time-scale 0.1 --cwd bin --env 'MODE=a b'"
    again = f"conform --protocol usi --select USI-OPT-07@* {options} -- ./picky -x"
    result.stdout.fnmatch_lines([f"again: {again}"])


@pytest.mark.parametrize("folder", [".", "sub"])
def test_the_ini_file_says_it_all_wherever_pytest_is_started(run, picky, monkeypatch, folder):
    picky.makeini(
        """
        [pytest]
        conform_protocol = usi
        conform_engine = ./picky
        conform_cwd = bin
        conform_env =
            MODE=a b
            OTHER=1
        conform_setup = Book=y=z
        conform_time_scale = 0.5
        conform_strict = true
        """
    )
    picky.mkdir("sub")
    monkeypatch.chdir(folder)
    assert run(picky.path / "test_mine.py").parseoutcomes() == {"passed": 1}
    assert (picky.path / "bin" / "reported").exists()


def test_an_engine_in_the_ini_file_stands_beside_it_and_one_on_the_command_line_beside_the_user(run, picky, monkeypatch):
    picky.makeini("[pytest]\nconform_protocol = usi\nconform_engine = bin/picky")
    (picky.path / "weights.bin").touch()
    mine = picky.path / "test_mine.py"
    monkeypatch.chdir("bin")
    assert run("--conform-env", "MODE=a b", mine).parseoutcomes() == {"passed": 1}
    assert run("--conform-env", "MODE=a b", "--conform-engine", "./picky", mine).parseoutcomes() == {"passed": 1}
    assert run("--conform-env", "MODE=a b", "--conform-engine", "bin/picky", mine).parseoutcomes() == {"errors": 1}


def test_the_command_line_outweighs_the_ini_file(run, picky):
    picky.makeini("[pytest]\nconform_protocol = gtp\nconform_engine = nobody\nconform_cwd = nowhere\nconform_env = MODE=c")
    options = ("--conform-engine", "./picky", "--conform-cwd", "bin", "--conform-env", "MODE=a b")
    assert run(*USI, *options, "test_mine.py").parseoutcomes() == {"passed": 1}


def test_tests_may_go_elsewhere_before_they_meet_the_engine(run, picky):
    picky.makepyfile(
        test_mine="""
        import pytest

        @pytest.fixture(autouse=True)
        def elsewhere(tmp_path, monkeypatch):
            monkeypatch.chdir(tmp_path)

        def test_it(conform_session):
            conform_session.driver.ready(conform_session)
        """
    )
    (picky.path / "weights.bin").touch()
    options = ("--conform-engine", "bin/picky", "--conform-env", "MODE=a b")
    assert run(*USI, *options, "test_mine.py").parseoutcomes() == {"passed": 1}


def test_strict_can_stand_in_the_ini_file(run, pytester):
    pytester.makeini("[pytest]\nconform_strict = true")
    assert run("-k", "USI-BM-05", builtin="no_info_at_all").parseoutcomes()["failed"] == 1


#: An engine that is ready only with what the test gave it: little memory and processor time, no network, a folder of its own.
LIMITED = """#!/usr/bin/env python3
import os, resource, socket
assert resource.getrlimit(resource.RLIMIT_DATA)[0] == 512 << 20
assert resource.getrlimit(resource.RLIMIT_CPU)[0] == 20
assert [name for _, name in socket.if_nameindex()] == ["lo"]
assert os.listdir() == []
while (line := input()) != "quit":
    print({"usi": "usiok\\nusiok", "isready": "readyok"}.get(line, "info string " + "x" * 200_000), flush=True)
"""
LIMITS_IN_THE_INI_FILE = """
[pytest]
conform_protocol = usi
conform_engine = bin/limited
conform_memory = 512M
conform_cpu_seconds = 20
conform_max_output = 100K
conform_no_network = true
conform_scratch = true
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits what an engine may use")
@pytest.mark.parametrize("folder", [".", "sub"])
def test_what_the_engine_may_use_is_limited(run, picky, monkeypatch, folder):
    program = picky.path / "bin" / "limited"
    program.write_text(LIMITED)
    program.chmod(0o755)
    picky.makeini(LIMITS_IN_THE_INI_FILE)
    picky.makepyfile(
        test_mine="""
        def test_it(conform_session):
            conform_session.driver.ready(conform_session)
            conform_session.send("go infinite")
            conform_session.expect(lambda line: line == "bestmove resign", "an answer", within_ms=60_000)
        """
    )
    picky.mkdir("sub")
    monkeypatch.chdir(folder)
    result = run(picky.path / "test_mine.py")
    assert result.parseoutcomes() == {"failed": 1}
    result.stdout.fnmatch_lines(["*102,400 bytes in one go, as asked for*"])
    again = "again: conform --protocol usi --select USI-HS-01@handshake --memory 536870912 --cpu-seconds 20 --no-network"
    result = run("-k", "USI-HS-01")
    result.stdout.fnmatch_lines([f"{again} --scratch --max-output 102400 {'../' * (folder == 'sub')}bin/limited"])

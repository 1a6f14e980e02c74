"""The pytest plugin, run inside pytest on engines of ours on the virtual clock."""

from pathlib import Path

import pytest

VIRTUAL = (
    "--protocol",
    "usi",
    "--conform-virtual",
    "-p",
    "conformance.pytest_plugin",
    "-p",
    "no:conform",
    "-p",
    "no:cacheprovider",
)


@pytest.fixture(autouse=True)
def _from_the_checkout(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))


@pytest.fixture
def run(pytester):
    def run(engine, *options):
        return pytester.runpytest_subprocess(*VIRTUAL, "--engine", engine, *options)

    return run


def test_the_reference_engine_passes_every_check(run):
    outcomes = run("builtin:reference").parseoutcomes()
    assert set(outcomes) == {"passed"}
    assert outcomes["passed"] > 100


def test_a_broken_must_fails_with_our_report_and_what_it_blocks_is_skipped(run):
    result = run("builtin:stop_ignored", "-rs")
    outcomes = result.parseoutcomes()
    assert outcomes["failed"] == 1
    assert outcomes["skipped"] > 5
    result.stdout.fnmatch_lines(
        ["*requirement: USI-STOP-01 (MUST conformance)*", "expected: a bestmove after stop*", "*blocked by USI-STOP-01*"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_broken_should_is_expected_unless_strict(run):
    assert run("builtin:no_info_at_all", "-k", "USI-BM-05").parseoutcomes()["xfailed"] == 1
    assert run("builtin:no_info_at_all", "-k", "USI-BM-05", "--conform-strict").parseoutcomes()["failed"] == 1


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (("-k", "USI-STOP-01"), ["stop_ends_an_infinite_search"]),
        (("-m", "robustness", "-k", "EOF"), ["leaves_on_end_of_input_when_idle", "leaves_on_end_of_input_when_searching"]),
        (("-m", "may and not must", "-k", "PON"), ["survives_ponderhit_with_clocks"]),
    ],
)
def test_checks_are_selected_by_requirement_and_marker(run, options, names):
    result = run("builtin:reference", "--collect-only", "-q", *options)
    found = [line.removeprefix("conform::usi::") for line in result.outlines if line.startswith("conform::")]
    assert found == names


def test_a_single_check_is_blamed_as_in_a_whole_run(run):
    outcomes = run("builtin:stop_ignored", "-k", "USI-STOP-03").parseoutcomes()
    assert outcomes["skipped"] == 1


def test_an_invariant_finds_its_own_evidence(run):
    assert run("builtin:pv_illegal_tail", "-k", "USI-INFO-04").parseoutcomes()["failed"] == 1


def test_x_stops_at_the_first_failure(run):
    assert run("builtin:bm_csa_style", "-x").parseoutcomes()["failed"] == 1


def test_junit_and_xdist(pytester):
    options = ["--junitxml", "out.xml", "-n", "2", "-k", "USI-STOP"]
    result = pytester.runpytest_subprocess(*VIRTUAL, "--engine", "builtin:stop_ignored", *options)
    assert result.parseoutcomes()["failed"] == 1
    assert "USI-STOP-01" in (pytester.path / "out.xml").read_text()


def test_last_failed_comes_again(pytester):
    options = [word for word in VIRTUAL if word != "no:cacheprovider"][:-1]
    assert (
        pytester.runpytest_subprocess(*options, "--engine", "builtin:stop_ignored", "-k", "STOP").parseoutcomes()["failed"] == 1
    )
    again = pytester.runpytest_subprocess(*options, "--engine", "builtin:stop_ignored", "-k", "STOP", "--lf").parseoutcomes()
    assert again["failed"] == 1
    assert "skipped" not in again


def test_ini_options_and_the_session_fixture(pytester):
    pytester.makeini("[pytest]\nconform_protocol = usi\nconform_engine = builtin:reference")
    pytester.makepyfile(
        """
        def test_it_mates(conform_session):
            d = conform_session
            d.driver.ready(d)
            d.send("position sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1", "go depth 1")
            d.expect(lambda line: line == "bestmove G*5b", "bestmove G*5b", within_ms=5000)
        """
    )
    result = pytester.runpytest_subprocess(
        "-p", "conformance.pytest_plugin", "-p", "no:conform", "--conform-virtual", "-k", "test_it_mates or HS-04"
    )
    assert result.parseoutcomes()["passed"] == 2


def test_without_an_engine_the_fixture_skips_and_nothing_is_collected(pytester):
    pytester.makepyfile("def test_it(conform_session): pass")
    result = pytester.runpytest_subprocess("-p", "conformance.pytest_plugin", "-p", "no:conform")
    assert result.parseoutcomes() == {"skipped": 1}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--protocol", "usi"), "needs both --protocol and --engine"),
        (("--protocol", "gtp", "--engine", "builtin:reference"), "there is no protocol 'gtp'"),
        (("--protocol", "usi", "--engine", "./no_such_engine"), "no_such_engine"),
        (("--protocol", "usi", "--engine", "builtin:nobody"), "there is no built-in usi engine 'nobody'"),
        (("--protocol", "usi", "--engine", "builtin:reference", "--conform-setup", "x"), "not NAME=VALUE"),
    ],
)
def test_wrong_usage_is_one_clear_sentence(pytester, options, message):
    result = pytester.runpytest_subprocess("-p", "conformance.pytest_plugin", "-p", "no:conform", *options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert message in result.stderr.str()
    assert "Traceback" not in result.stderr.str()

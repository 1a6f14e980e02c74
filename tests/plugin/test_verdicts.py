"""How verdicts on an engine become outcomes of pytest, on engines of ours on the virtual clock."""

from xml.etree import ElementTree as ET

import pytest


def test_the_reference_engine_passes_every_check_that_applies_to_it(run):
    result = run("-rs", builtin="reference", apart=True)
    outcomes = result.parseoutcomes()
    assert set(outcomes) == {"passed", "skipped"}
    assert outcomes["passed"] > 100
    skipped = [line for line in result.outlines if line.startswith("SKIPPED")]
    assert {line.partition("not applicable: ")[2] for line in skipped} == {
        "the engine does not report a variation for every move",
        "the engine declares no book of its own",
        "the engine declares no number of threads",
    }


def test_a_broken_must_fails_with_our_report_and_what_it_blocks_is_skipped(run):
    result = run("-k", "USI-STOP", "-rsf", builtin="stop_ignored")
    outcomes = result.parseoutcomes()
    assert outcomes["failed"] == 1
    assert outcomes["skipped"] > 5
    result.stdout.fnmatch_lines(
        [
            "requirement: USI-STOP-01 (MUST conformance): `stop` in `go infinite` is followed by one `bestmove`*",
            "expected: a bestmove after stop*",
            "actual: *",
            "dialogue (seconds, > to the engine, < from it):",
            "* > stop",
            "-> *",
            "SKIPPED*blocked by USI-STOP-01",
            "FAILED conform::usi::stop_ends_an_infinite_search - *USI-STOP-01*",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*pytest_plugin.py*Failed*")


@pytest.mark.parametrize(
    ("engine", "requirement"),
    [("no_info_at_all", "USI-BM-05"), ("win_then_leaves", "USI-RES-04"), ("truncated_go_crash", "USI-GO-13")],
)
def test_a_broken_should_may_or_robustness_row_is_expected(run, engine, requirement):
    result = run("-k", requirement, "-rx", builtin=engine)
    assert result.parseoutcomes()["xfailed"] == 1
    result.stdout.fnmatch_lines([f"XFAIL*{requirement}: * Actual: *"])


@pytest.mark.parametrize("option", ["--conform-strict", "--runxfail"])
def test_a_broken_should_fails_when_asked_for(run, option):
    result = run("-k", "USI-BM-05", option, builtin="no_info_at_all")
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines(["requirement: USI-BM-05 (SHOULD conformance)*"])


def test_a_single_check_is_blamed_as_in_a_whole_run(run):
    result = run("-k", "USI-STOP-03", "-rs", builtin="stop_ignored")
    assert result.parseoutcomes()["skipped"] == 1
    result.stdout.fnmatch_lines(["SKIPPED*blocked by USI-STOP-01"])


def test_an_invariant_finds_its_own_evidence(run):
    assert run("-k", "variations_are_legal", builtin="pv_illegal_tail").parseoutcomes()["failed"] == 1


def test_a_fault_of_ours_is_an_error(run, pytester):
    pytester.makeconftest(
        r"""
        from dataclasses import replace
        from conformance.protocol.suite import Chapter
        from conformance.suites.usi import checks

        chapter = Chapter()

        @chapter.dialogue("USI-QUIT-01")
        def breaks(d):
            "This check is broken."
            raise ZeroDivisionError("\x1b[31mred")

        checks.suite = replace(checks.suite, chapters=(*checks.suite.chapters, chapter))
        """
    )
    result = run("-k", "breaks", builtin="reference", apart=True)
    assert result.parseoutcomes()["errors"] == 1
    result.stdout.fnmatch_lines([r"a fault of conform itself*ZeroDivisionError: \x1b[[]31mred"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_an_engine_that_is_gone_is_an_error(run, pytester):
    program = pytester.path / "engine"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    pytester.makeconftest("import os\ndef pytest_collection_finish(): os.remove('engine')")
    result = run("--conform-protocol", "usi", "--conform-engine", "./engine", "-k", "USI-HS")
    assert set(result.parseoutcomes()) == {"errors", "deselected"}
    result.stdout.fnmatch_lines(["ERROR*./engine: there is no such file*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_the_line_that_shows_it_again_is_whole(run):
    options = ["-k", "USI-STOP-01", "--conform-time-scale", "2", "--conform-setup", "USI_Hash=1 2"]
    result = run(
        "--conform-protocol", "usi", "--conform-virtual", "--conform-engine", "builtin:stop_ignored --jobs 'a b'", *options
    )
    again = (
        "conform --protocol usi --select USI-STOP-01@stop_ends_an_infinite_search --time-scale 2 --setup 'USI_Hash=1 2' --virtual"
    )
    result.stdout.fnmatch_lines([f"again: {again} -- builtin:stop_ignored --jobs 'a b'"])


def test_x_stops_at_the_first_failure(run):
    assert run("-x", "-m", "must", "-k", "USI-BM", builtin="bestmove_in_csa_notation").parseoutcomes()["failed"] == 1


def test_junit_and_xdist(run, pytester):
    options = ["-p", "xdist", "-n", "2", "--junitxml", "out.xml", "-k", "USI-STOP"]
    outcomes = run(*options, builtin="stop_ignored").parseoutcomes()
    assert outcomes["failed"] == 1
    assert outcomes["skipped"] > 5
    cases = {case.get("name"): case for case in ET.parse(pytester.path / "out.xml").iter("testcase")}
    failed = cases["stop_ends_an_infinite_search"]
    assert failed.get("classname") == "conform.usi"
    assert "dialogue (seconds" in failed.find("failure").text
    skipped = [case.find("skipped").get("message") for case in cases.values() if case.find("skipped") is not None]
    assert any("blocked by USI-STOP-01" in message for message in skipped)


def test_last_failed_comes_again(run):
    assert run("-k", "USI-STOP", builtin="stop_ignored").parseoutcomes()["failed"] == 1
    again = run("-k", "USI-STOP", "--lf", builtin="stop_ignored").parseoutcomes()
    assert again["failed"] == 1
    assert "skipped" not in again


WAIVED = """[[waived]]
requirement = "USI-STOP-01"
check = "stop_ends_an_infinite_search"
reason = "the search is rewritten"
"""


def test_what_a_baseline_waives_is_an_expected_failure(run, pytester):
    pytester.makefile(".toml", base=WAIVED)
    result = run("-k", "USI-STOP-01", "-rx", "--conform-baseline", "base.toml", builtin="stop_ignored")
    assert result.parseoutcomes()["xfailed"] == 1
    result.stdout.fnmatch_lines(["XFAIL*USI-STOP-01: * (waived: the search is rewritten)*"])
    assert run("-k", "USI-STOP-01", builtin="stop_ignored").parseoutcomes()["failed"] == 1


def test_what_is_fixed_is_told_and_fails_when_asked_for(run, pytester):
    pytester.makefile(".toml", base=WAIVED)
    pytester.makeini("[pytest]\nconform_baseline = base.toml\n")
    reported = "*the baseline is out of date: USI-STOP-01 stop_ends_an_infinite_search: it passes now*"
    result = run("-k", "stop_ends_an_infinite_search", builtin="reference")
    assert result.parseoutcomes()["passed"] == 1
    result.stdout.fnmatch_lines([reported])
    result = run("-k", "stop_ends_an_infinite_search", "--conform-strict", builtin="reference")
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines([reported])


def test_a_baseline_that_is_wrong_is_told_with_its_line(run, pytester):
    pytester.makefile(".toml", base=WAIVED.replace("USI-STOP-01", "USI-STOP-91"))
    result = run("--conform-baseline", "base.toml", builtin="reference")
    result.stderr.fnmatch_lines(["ERROR: *base.toml, line 2: there is no requirement 'USI-STOP-91'; did you mean*"])

"""The fixture `conform_session`, its wider scopes, and further engines."""

import pytest


def test_it_plays_with_the_engine_of_the_ini_file(run, pytester):
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
    assert run("--conform-virtual", "-k", "test_it_mates or HS-04").parseoutcomes()["passed"] == 2


def test_options_are_set_and_the_engine_is_ended_when_the_test_breaks(run, pytester):
    pytester.makepyfile(
        """
        import os
        import pytest

        seen = []

        def test_it_breaks(conform_session):
            d = conform_session
            seen.append(d)
            d.driver.ready(d)
            assert "setoption name USI_Hash value 32" in [line.text for line in d.transcript]
            os.kill(d.transport.pid, 0)
            raise ValueError("of mine")

        def test_it_has_ended():
            assert seen[0].transport.closed
            with pytest.raises(ProcessLookupError):
                os.kill(seen[0].transport.pid, 0)
        """
    )
    options = ["--conform-protocol", "usi", "--conform-engine", "builtin:reference", "--conform-setup", "USI_Hash=32"]
    result = run(*options, "-k", "test_it")
    outcomes = result.parseoutcomes()
    assert (outcomes["failed"], outcomes["passed"]) == (1, 1)
    result.stdout.fnmatch_lines(["*ValueError: of mine*"])


def test_it_is_skipped_without_an_engine(run, pytester):
    pytester.makepyfile("def test_it(conform_session): pass")
    result = run("-rs")
    assert result.parseoutcomes() == {"skipped": 1}
    result.stdout.fnmatch_lines(["SKIPPED*needs an engine: pytest --conform-protocol PROTOCOL --conform-engine COMMAND"])


FAILS = """
def test_it(conform_session):
    d = conform_session
    d.driver.ready(d)
    d.send("position startpos", "go infinite")
    d.expect(lambda line: line == "bestmove 1g1f", "bestmove 1g1f", within_ms=300)
"""


def test_a_failing_test_shows_the_dialogue_as_a_finding_does_and_none_of_our_frames(run, pytester):
    pytester.makepyfile(FAILS)
    result = run("-k", "test_it", builtin="reference")
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines(
        [
            ">       d.expect(*",
            "E       conformance.dialogue.endings.Nonconformance: expected bestmove 1g1f within 300 ms, got *",
            "*- conform: builtin:reference -*",
            "expected: bestmove 1g1f within 300 ms",
            "actual: * other lines, the last `info *",
            "dialogue (seconds, > to the engine, < from it):",
            "   ...",
            "*> go infinite",
            "->  *< info *",
        ]
    )
    result.stdout.no_fnmatch_line("*self.fail(*")
    result.stdout.no_fnmatch_line("*dialogue/session.py*")
    assert "session.py" in run("-k", "test_it", "--full-trace", builtin="reference").stdout.str()


@pytest.mark.parametrize(
    "body",
    [
        "d.driver.ready(d); assert d.transcript.heard()[-1].text == 'no'",
        "d.driver.ready(d); d.send('go infinite')",
        "d.driver.ready(d); d.reach(lambda _: False, 'nothing', within_ms=10, requirement='USI-HS-01')",
        "d.driver.ready(d); d.expect(lambda line: line[1000], 'nothing', within_ms=10) or d.send('position startpos', 'go infinite')",
    ],
)
def test_so_does_one_that_fails_in_another_way(run, pytester, body):
    pytester.makepyfile(f"def test_it(conform_session):\n    d = conform_session\n    {body}\n    d.pause(1000)\n    assert 0")
    result = run("-k", "test_it", builtin="reference")
    result.stdout.fnmatch_lines(["E  *", "*- conform: builtin:reference -*", "*< readyok"])
    result.stdout.no_fnmatch_line("*dialogue/session.py*")


def test_so_does_a_fixture_of_the_user_that_fails_and_one_in_a_worker(run, pytester):
    pytester.makepyfile(
        """
        import pytest

        @pytest.fixture
        def engine(conform_session):
            conform_session.driver.ready(conform_session)
            raise ValueError("of mine")

        def test_it(engine): pass
        def test_without(): assert 0
        """
    )
    for beside in ((), ("-p", "xdist", "-n", "1")):
        result = run("-k", "test_it or test_without", *beside, builtin="reference")
        assert (result.parseoutcomes()["failed"], result.parseoutcomes()["errors"]) == (1, 1)
        assert result.stdout.str().count("- conform: builtin:reference -") == 1
        result.stdout.fnmatch_lines(["*ValueError: of mine", "*< readyok"])


def test_one_process_may_serve_a_module_or_the_whole_run(run, pytester):
    body = """
        seen = []

        def test_{0}_1(conform_module_session, conform_shared_session):
            seen.extend([conform_module_session, conform_shared_session])
            for d in seen:
                d.is_new and d.driver.ready(d)
                d.fence()

        def test_{0}_2(conform_module_session, conform_shared_session):
            assert seen == [conform_module_session, conform_shared_session]
            from collections import Counter
            asked = [Counter(line.text for line in d.transcript.sent())["usi"] for d in seen]
            fences = [Counter(line.text for line in d.transcript.sent())["isready"] for d in seen]
            assert asked == [1, 1]
            assert (fences == [2, 2]) is ({0!r} == "a"), fences
        """
    pytester.makepyfile(test_a=body.format("a"), test_b=body.format("b"))
    outcomes = run("-k", "test_a or test_b", builtin="reference").parseoutcomes()
    assert (outcomes["passed"], outcomes.get("failed", 0)) == (4, 0)


def test_further_engines_can_be_started_and_all_are_shown_and_ended(run, pytester):
    pytester.makepyfile(
        """
        started = []

        def test_it(conform_session, conform_start):
            started.extend([conform_session, conform_start(), conform_start("builtin:stop_ignored", settings={"Style": "Solid"})])
            for d in started:
                d.driver.ready(d)
            texts = [[line.text for line in d.transcript.sent()] for d in started]
            assert [any("Style" in text for text in sent) for sent in texts] == [False, False, True]
            raise ValueError("of mine")

        def test_ended():
            assert [d.transport.closed for d in started] == [True] * 3
        """
    )
    options = ("--conform-protocol", "usi", "--conform-engine", "builtin:reference", "-k", "test_it or test_ended")
    result = run(*options)
    assert (result.parseoutcomes()["failed"], result.parseoutcomes()["passed"]) == (1, 1)
    said = result.stdout.str()
    assert (said.count("- conform: builtin:reference -"), said.count("- conform: builtin:stop_ignored -")) == (2, 1)


def test_an_engine_that_cannot_be_started_is_one_clear_sentence(run, pytester):
    pytester.makepyfile("def test_it(conform_start): conform_start('./nobody')")
    result = run("-k", "test_it", builtin="reference")
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines(["--virtual works with the built-in engines only*"])

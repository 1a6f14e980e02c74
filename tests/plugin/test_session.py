"""The fixture `conform_session`."""


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

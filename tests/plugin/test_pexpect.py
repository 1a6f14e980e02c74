"""The fixture `conform_engine`: the engine as pexpect knows a child, recorded and judged like any dialogue."""

import pytest

AN_ENGINE = ["--conform-protocol", "uci", "--conform-engine", "builtin:reference"]


@pytest.mark.parametrize("more", [[], ["--conform-virtual"]])
def test_an_author_talks_to_the_engine_by_pexpect(run, pytester, more):
    pytester.makepyfile(
        """
        import pexpect

        def test_it(conform_engine):
            engine = conform_engine
            engine.sendline("uci")
            engine.expect_exact("uciok")
            assert engine.before.startswith("id name")
            engine.sendline("isready")
            assert engine.expect([pexpect.TIMEOUT, "readyok"], timeout=5) == 1
            engine.sendline("quit")
            engine.expect(pexpect.EOF)
            assert engine.after is pexpect.EOF
        """
    )
    assert run(*AN_ENGINE, *more, "-k", "test_it").parseoutcomes()["passed"] == 1


def test_a_failing_test_shows_what_was_said(run, pytester):
    pytester.makepyfile(
        """
        def test_it(conform_engine):
            conform_engine.sendline("uci")
            conform_engine.expect_exact("uciok")
            conform_engine.sendline("isready")
            conform_engine.expect_exact("ready.", timeout=0.2)
        """
    )
    result = run(*AN_ENGINE, "-k", "test_it")
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines(["*TIMEOUT*", "*dialogue (seconds*", "*> uci*", "*< uciok*", "*> isready*", "*< readyok*"])


def test_what_was_said_is_judged(run, pytester):
    pytester.makepyfile(
        """
        def test_it(conform_engine):
            engine = conform_engine
            engine.sendline("uci")
            engine.expect_exact("uciok")
            engine.sendline("position startpos")
            engine.sendline("go depth 1")
            engine.expect("bestmove")
        """
    )
    assert run(*AN_ENGINE, "-k", "test_it").parseoutcomes()["passed"] == 1
    result = run("--conform-protocol", "uci", "--conform-engine", "builtin:no_id_name", "-k", "test_it")
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines(["*UCI-ID-01*"])

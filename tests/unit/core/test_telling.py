"""A failed kill matrix says, in a line each, which engine was found to break what, and why."""

from conform_tictactoe.checks import suite
from conform_tictactoe.engines import ENGINES

from conformance.testing.runs import failing, results, run_suite
from conformance.testing.telling import difference, told

ENGINE = ENGINES["answers_twice"]


def events():
    return run_suite(suite, ENGINE, keep_going=True)


def test_a_result_is_one_whole_line():
    broken = [one for one in results(events()) if one.requirement.id in ENGINE.trips and one.actual]
    lines = told(ENGINE, broken)
    assert lines
    for line, one in zip(lines, broken, strict=True):
        assert line == f"answers_twice: {one.requirement.id} fail by {one.check}: {one.expected}; {one.actual}"


def test_what_should_not_be_found_and_what_should_be_are_both_told():
    run = events()
    assert difference(ENGINE, run, failing(run)) == ""
    text = difference(ENGINE, run, {"TTT-PING-01", "TTT-NONE-01"})
    assert text.startswith("\nanswers_twice: TTT-GO-01 fail by ")
    assert "\nanswers_twice: TTT-PING-01 pass by " in text
    assert text.endswith("\nanswers_twice: TTT-NONE-01 has not been checked")

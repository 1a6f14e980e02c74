"""What every front lets a user say about a run."""

import shlex

import pytest

from conformance.front import usage
from conformance.front.loading import EngineCommand, load_suite
from conformance.front.options import RunOptions
from conformance.run.selection import Selection
from conformance.system.current import SYSTEM


def test_a_pair_is_split_at_its_first_equals_sign():
    assert usage.pair("Book=a=b c") == ("Book", "a=b c")
    assert usage.pair("Book=") == ("Book", "")


@pytest.mark.parametrize("text", ["", "Book", "=x"])
def test_what_is_no_pair_is_refused(text):
    with pytest.raises(ValueError, match=f"'{text}' is not NAME=VALUE"):
        usage.pair(text)


@pytest.mark.parametrize("factor", [0.1, 1.0, 40.0])
def test_waits_can_be_multiplied(factor):
    assert usage.time_scale(factor) == factor


@pytest.mark.parametrize("factor", [0.0999, 0.0, -1.0, float("nan"), float("inf")])
def test_waits_that_judge_nothing_or_never_end_are_refused(factor):
    with pytest.raises(ValueError, match=r"is not a number from 0\.1 up"):
        usage.time_scale(factor)


def test_a_plain_command_is_said_again_in_plain_words():
    assert usage.again("usi", Selection(("USI-HS-01",)), EngineCommand(("./e",)), {}) == (
        "conform --protocol usi --select USI-HS-01 ./e"
    )


def test_everything_is_said_again_as_a_shell_takes_it():
    command = EngineCommand(("./e", "-v", "a b"), "my bin", {"K": "1 2", "L": ""})
    values = {"setup": {"Book": "x y"}, "time_scale": 2.5, "virtual": True, "strict": True, "seed": 0}
    said = usage.again("usi", Selection(("X-1", "greets")), command, values)
    options = ["--time-scale", "2.5", "--cwd", "my bin", "--env", "K=1 2", "--env", "L=", "--setup", "Book=x y", "--virtual"]
    assert shlex.split(said) == [
        *("conform", "--protocol", "usi", "--select", "X-1", "--select", "greets", "--strict"),
        *options,
        *("--", "./e", "-v", "a b"),
    ]


def at_a_time(**said):
    options = usage.plan(RunOptions(**said), EngineCommand(("./e",)), load_suite("usi"), Selection())
    return options.jobs, options.memory_share


def test_engines_run_side_by_side_as_was_said_or_as_the_cores_and_the_memory_allow(monkeypatch):
    monkeypatch.setattr(type(SYSTEM), "cores", lambda _self: 2)
    assert at_a_time(jobs=3) == (3, 0.0)
    assert at_a_time() == (20, 0.5)
    assert at_a_time(virtual=True, jobs=3) == (1, 0.0)

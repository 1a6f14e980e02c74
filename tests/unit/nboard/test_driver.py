"""What NBoard's driver knows of an engine's lines."""

import pytest

from conformance.suites.nboard.driver import nboard


@pytest.mark.parametrize("line", ["status", "status ", "=== F5/0.00/0.1", "pong 3"])
def test_another_engine_may_search_when_a_request_is_over(line):
    assert nboard.ends_search(line)


@pytest.mark.parametrize("line", ["status thinking", "status 3", "search F5 0.00 0 2", "nodestats 100 0.1"])
def test_a_search_goes_on_after_what_is_said_in_it(line):
    assert not nboard.ends_search(line)

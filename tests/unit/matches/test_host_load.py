"""How much the host can have taken: what threads waited for a core, and all that anybody waited where threads have ended."""

from conformance.engines.base import FixtureEngine
from conformance.transport.host_load import Counters, HostLoad
from conformance.transport.simulated import SimulatedTransport


def between(earlier, later):
    return HostLoad(SimulatedTransport(FixtureEngine())).between(earlier, later)


def test_what_threads_waited_is_the_hosts():
    share = between(Counters({1: (1.0, 0.5), 2: (0.0, 0.1)}, 1.0, 9.0), Counters({1: (1.2, 0.6), 2: (0.0, 0.15)}, 1.2, 11.0))
    assert round(share.host, 6) == 0.15
    assert round(share.worked, 6) == 0.2
    assert share.is_exact


def test_a_thread_that_is_new_has_waited_all_its_life():
    assert between(Counters({1: (1.0, 0.5)}, 1.0, 9.0), Counters({1: (1.0, 0.5), 2: (0.1, 0.2)}, 1.1, 9.5)).host == 0.2


def test_where_a_thread_has_ended_anybodys_wait_may_have_been_its():
    assert (
        between(Counters({1: (1.0, 0.5), 2: (0.1, 0.1)}, 1.1, 9.0), Counters({1: (1.0, 0.5)}, 1.1, 9.7)).host
        == 0.6999999999999993
    )


def test_a_thread_that_nobody_saw_shows_by_its_work():
    """It began and ended between the two looks."""
    assert between(Counters({1: (1.0, 0.5)}, 1.0, 9.0), Counters({1: (1.0, 0.5)}, 1.4, 9.7)).host > 0.6


def test_without_the_systems_count_of_waits_nothing_is_certain_then():
    share = between(Counters({1: (1.0, 0.5)}, 1.0, None), Counters({1: (1.0, 0.5)}, 1.4, None))
    assert not share.is_exact


def test_a_system_that_tells_nothing_of_threads_estimates():
    share = between(Counters(None, 1.0, None, 0.1), Counters(None, 1.5, None, 0.4))
    assert (round(share.host, 6), round(share.worked, 6)) == (0.3, 0.5)


def test_an_engine_whose_threads_end_is_known_by_it_from_then_on():
    """A thread that wanted a core all the time and then hardly worked leaves no trace at all."""
    load = HostLoad(SimulatedTransport(FixtureEngine()))
    still = Counters({1: (1.0, 0.5)}, 1.0, 9.0), Counters({1: (1.0, 0.5)}, 1.0, 9.7)
    assert load.between(*still).host == 0
    load.between(Counters({1: (1.0, 0.5)}, 1.0, 9.0), Counters({1: (1.0, 0.5)}, 1.4, 9.7))
    assert load.between(*still).host > 0.6

"""Every transition of each table of states is taken, and nine in ten pairs of them: what is not has a reason."""

import pytest

from conformance.front.loading import PROTOCOLS, load_suite
from conformance.testing.transitions import visits

_SHARE = 0.9


@pytest.mark.slow
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_transition_is_taken_or_argued(protocol):
    seen = visits(load_suite(protocol))
    argued = dict(seen.argued_pairs())
    assert not seen.unargued()
    assert not argued[None]
    assert seen.share() >= _SHARE
    assert set(argued) - {None} == set(seen.names.why_not), "each reason speaks of something that is not taken"

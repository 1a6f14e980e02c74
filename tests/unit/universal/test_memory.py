"""Memory that stays where a hash table was made smaller is worth a remark."""

import pytest

from conformance.run.events import Remarked
from conformance.run.selection import Selection
from conformance.testing.runs import run_suite


def said(protocol, engine):
    events = run_suite(protocol, engine, selection=Selection(("searches_with_every_size_of_its_hash",)))
    return [event.text for event in events if isinstance(event, Remarked) and "hash table" in event.topic]


@pytest.mark.parametrize("protocol", ["uci", "usi"])
def test_what_is_kept_is_told(protocol):
    assert [text.split(" when ")[0] for text in said(protocol, "lenient_hoarder")] == ["keeps 63 of 63 MB"]
    assert said(protocol, "reference") == []

"""The process events of a client's record: read back as they were written, and nothing else is taken for one."""

import pytest

from conformance.clients.record_events import Closing, RecordHead
from conformance.wire.ends import End, EndKind


@pytest.mark.parametrize(
    "event",
    [
        RecordHead("plain", False, ""),
        RecordHead("flood", True, "UCI-C-FLT-07"),
        Closing(End(EndKind.EXIT, "0"), 0, 3, 2),
        Closing(End(EndKind.SIGNAL, "SIGSEGV"), 2, 0, 2),
        Closing(End(EndKind.FLOOD, "1 MB; a second"), 0, 0, 0),
        Closing(End(EndKind.KILLED), 1, 0, 2),
    ],
)
def test_it_is_read_back(event):
    assert type(event).read(event.text) == event


@pytest.mark.parametrize(
    "text",
    [
        "exit 0",
        "scenario",
        "scenario plain: ",
        "scenario [1]",
        'scenario {"name": 3, "faulty": false, "tries": ""}',
        'client {"end": "exit 0", "left": 0, "searched": 3}',
        'client {"end": "gone away", "left": 0, "searched": 3, "plain": 2}',
        "client " + "[" * 100_000,
    ],
)
def test_what_is_none_is_passed_over(text):
    assert RecordHead.read(text) is None
    assert Closing.read(text) is None

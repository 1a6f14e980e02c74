"""What a process of ours opens before anything else. How it is on Linux is seen by the tests of the command line."""

import os
from types import SimpleNamespace

from conformance.front import process


def test_a_standard_descriptor_that_is_closed_and_not_free_is_replaced(monkeypatch):
    """On Windows a program without console has three descriptors that lead nowhere, and `open` gives a fourth one."""
    calls = []

    def fstat(_descriptor):
        raise OSError

    stand_in = SimpleNamespace(
        fstat=fstat,
        open=lambda *_words: 7,
        dup2=lambda old, new: calls.append(("dup2", old, new)),
        close=lambda descriptor: calls.append(("close", descriptor)),
        devnull=os.devnull,
        O_RDWR=os.O_RDWR,
    )
    monkeypatch.setattr(process, "os", stand_in)
    process._open_standard_descriptors()
    assert calls == [call for number in range(3) for call in (("dup2", 7, number), ("close", 7))]

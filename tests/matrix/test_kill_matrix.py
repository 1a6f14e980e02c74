"""Every fault against its whole suite on the virtual clock: it trips exactly what it says, and nothing else."""

import pytest

from conformance.api.engines import Messages
from conformance.front.loading import PROTOCOLS
from conformance.testing import KillMatrix


class TestUsi(KillMatrix):
    protocol = "usi"
    clean_examples = 100
    explored_for = "USI-BM-03"


class TestUci(KillMatrix):
    protocol = "uci"
    examples = 1000
    clean_examples = 60
    explored_for = "UCI-BM-03"
    #: Only an engine that tells of them can break it.
    unseen = frozenset({"UCI-REG-01"})
    unseen_by = "lenient_registered"


class TestHub(KillMatrix):
    protocol = "hub"
    clean_examples = 60
    explored_for = "HUB-GO-01"
    #: They say everything on standard error, which breaks a SHOULD.
    unheard = frozenset({"pong_on_stderr", "wait_on_stderr"})

    def may_leave_open(self, engine):
        return engine.lenient or engine.name.startswith("habits_of")


#: What an NBoard engine says, to be written wrong in every way. `status` and `set myname` are for the user to read: a GUI that
#: does not know such a line shows another text. Behind the 0 of `search` stands its depth.
NBOARD_MESSAGES = Messages(
    {"===": (), "search": ("0",), "pong": (), "learned": (), "analysis": (), "nodestats": ()},
    free={
        ("===", "the value of ===", "in the other case"): "a move is written in either case, as in the source's own examples",
        (
            "search",
            "the value of search",
            "in the other case",
        ): "a move is written in either case, as in the source's own examples",
        ("search", "*", "written twice"): "what stands behind the depth is free text, and 0 is a depth",
        ("learned", "*", "left out"): "an engine without a book says nothing to `learn`: a SHOULD of its own",
        ("analysis", "analysis", "left out"): "an analysis is optional, and a line without its verb is free text",
        ("nodestats", "nodestats", "left out"): "counts are optional, and a line without its verb is free text",
    },
)


class TestNboard(KillMatrix):
    protocol = "nboard"
    messages = NBOARD_MESSAGES
    explored_for = "NB-SES-01"
    clean_examples = 60


class TestOep(KillMatrix):
    protocol = "oep"
    explored_for = "OEP-SES-01"
    clean_examples = 60
    unheard = frozenset({"protocol_on_stderr"})


class TestUhp(KillMatrix):
    protocol = "uhp"
    explored_for = "UHP-START-02"
    examples = 250
    clean_examples = 60
    unseen = frozenset({"UHP-NEW-04", "UHP-OPT-09"})
    unseen_by = "lenient_plain"

    @pytest.fixture(autouse=True)
    def counts_less_deep(self, monkeypatch):
        monkeypatch.setattr("conformance.suites.uhp.dialogues.counting._DEPTH", 3)


def test_every_protocol_is_proven():
    assert {matrix.protocol for matrix in (TestUci, TestUsi, TestHub, TestNboard, TestOep, TestUhp)} == set(PROTOCOLS)

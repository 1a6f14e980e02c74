"""Every fault against its whole suite on the virtual clock: it trips exactly what it says, and nothing else."""

import pytest

from conformance.engines.slips import Messages
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


class TestNboard(KillMatrix):
    protocol = "nboard"
    explored_for = "NB-SES-01"
    clean_examples = 60
    unheard = frozenset({"answer_on_stderr", "protocol_on_stderr"})


class TestOep(KillMatrix):
    protocol = "oep"
    explored_for = "OEP-SES-01"
    clean_examples = 60
    unheard = frozenset({"protocol_on_stderr"})


#: One message of each kind, and one value of each kind. Of a name and of the text of an error nothing is asked, and that an
#: error begins with `err` is no MUST: "The engine should respond with err".
UHP_MESSAGES = Messages(
    {
        "ok": (),
        "Mosquito": (),
        "Base": ("InProgress", "Black", "wS1", "pass"),
        "TableSizeMB": ("int",),
        "Threads": (),
        "wA1": (),
    },
    free={
        ("Mosquito", "*", "left out"): "which expansions an engine supports is its own affair",
        ("Mosquito", "*", "swapped with the next"): "capabilities have no order",
    },
)


class TestUhp(KillMatrix):
    protocol = "uhp"
    messages = UHP_MESSAGES
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

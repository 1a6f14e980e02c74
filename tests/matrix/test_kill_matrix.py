"""Every fault against its whole suite on the virtual clock: it trips exactly what it says, and nothing else."""

import pytest

from conformance.engines.slips import Messages
from conformance.front.loading import PROTOCOLS
from conformance.testing import KillMatrix

_TEXT = "what stands behind `id name` is text"
_CASE = "names and values of options are compared ignoring case"
_VALUE = "a value may have blanks, and be spelled like a key"


class TestUsi(KillMatrix):
    protocol = "usi"
    examples = 1200
    clean_examples = 100
    explored_for = "USI-BM-03"
    #: Each kind of message and of value once.
    messages = Messages(
        {
            "id": ("name",),
            "option": ("name", "type", "spin", "default", "max", "combo", "var", "button"),
            "usiok": (),
            "readyok": (),
            "info": ("depth", "score", "cp", "currmove", "multipv", "pv"),
            "bestmove": ("ponder", "resign"),
            "checkmate": (),
        },
        free={
            ("id", "the value of id", "written twice"): _TEXT,
            ("id", "name", "written twice"): _TEXT,
            ("id", "the value of name", "*"): _TEXT,
            ("option", "the value of name", "in the other case"): _CASE,
            ("option", "the value of var", "in the other case"): _CASE,
            ("option", "the value of var", "written twice"): _VALUE,
            ("option", "var", "written twice"): _VALUE,
            ("option", "button", "written twice"): "words behind a button break a SHOULD, USI-OPT-08",
        },
    )


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

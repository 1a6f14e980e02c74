"""Every fault against its whole suite on the virtual clock: it trips exactly what it says, and nothing else."""

import pytest

from conformance.api.engines import Messages
from conformance.front.loading import PROTOCOLS
from conformance.suites.oep.positions import load as oep_positions
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


#: The first word of a result is its position.
_OEP_RESULT = oep_positions()["P-END4"].text
_BY_EXAMPLE = "the source shows it by an example only, so that what breaks it is a SHOULD"
_NAME = "what stands behind `version:` is a name, and the blank before it a SHOULD"


class TestOep(KillMatrix):
    protocol = "oep"
    messages = Messages(
        {"ready.": (), "ok.": (), "version:": (), "node": (), _OEP_RESULT: ("move",)},
        free={
            ("version:", "version:", "written twice"): _NAME,
            ("version:", "version:", "joined to the next"): _NAME,
            ("version:", "the value of version:", "*"): _NAME,
            ("node", "node", "written twice"): _BY_EXAMPLE,
            ("node", "the value of node", "*"): _BY_EXAMPLE,
            (_OEP_RESULT, _OEP_RESULT, "in the other case"): _BY_EXAMPLE,
            (_OEP_RESULT, "the value of move", "in the other case"): "the source does not say how a square is spelled",
        },
    )
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

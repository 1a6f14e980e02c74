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


_HUB_COMMANDS = ("id", "param", "wait", "ready", "info", "done", "pong", "error")
_HUB_IGNORED = "the second word is an argument that nobody knows, and those are to be ignored"
_HUB_BANNER = "text that is no message is a banner until the introduction has begun, and `id` is shown by an example only"
_HUB_EXAMPLE = "what `id` names is shown by an example only"
_HUB_TYPE = "to indicate the type is recommended, and no more"
HUB_MESSAGES = Messages(
    {
        **dict.fromkeys(_HUB_COMMANDS, ()),
        "param": ("name", "type", "min", "values"),
        "info": ("depth", "pv"),
        "done": ("move", "ponder"),
        "error": ("message",),
    },
    free={
        **{(command, command, "written twice"): _HUB_IGNORED for command in _HUB_COMMANDS},
        ("id", "id", "left out"): _HUB_BANNER,
        ("id", "id", "joined to the next"): _HUB_BANNER,
        ("id", "the value of id", "*"): _HUB_EXAMPLE,
        ("param", "the value of name", "in the other case"): "names of parameters are the engine's own",
        **{("param", "type", how): _HUB_TYPE for how in ("left out", "swapped with the next", "joined to the next")},
        ("param", "the value of type", "written twice"): _HUB_IGNORED,
        ("error", "the value of message", "*"): "what an error says is the engine's own text",
    },
)


class TestHub(KillMatrix):
    protocol = "hub"
    messages = HUB_MESSAGES
    clean_examples = 60
    explored_for = "HUB-GO-01"
    #: They say everything on standard error, which breaks a SHOULD.
    unheard = frozenset({"pong_on_stderr", "wait_on_stderr"})

    def may_leave_open(self, engine):
        # A ping that is lost leaves open what a dialogue asks behind it.
        loses_pings = engine.name in ("ping_behind_new_game_lost", "ping_behind_level_lost")
        return engine.lenient or loses_pings or engine.name.startswith("habits_of")


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

"""Replies of several lines: what belongs to one, and what a faulty engine makes of them."""

from conformance.api.suites import Replies, ReplyReader
from conformance.engines.base import FixtureEngine
from conformance.stream import MUTANTS
from conformance.stream.wire import Wire
from conformance.suites.nboard.stream import WIRE as NBOARD
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.stream import WIRE as UHP

BLOCKS = Replies(begins=lambda text: text.startswith("="), ends=lambda text: not text)


def test_lines_are_collected_into_replies():
    reader = ReplyReader(BLOCKS)
    lines = ["", "stray", "=1 a", "= b", "", "", "=2", ""]
    assert [reply for line in lines if (reply := reader.take(line))] == [("=1 a", "= b", ""), ("=2", "")]
    assert not reader.is_open


def test_a_reply_is_open_until_it_ends():
    assert BLOCKS.is_open(["=1 a", "", "=2"])
    assert not BLOCKS.is_open(["=1 a", ""])
    assert not BLOCKS.is_open(["stray"])
    assert uhp.replies.is_open(["id x", "ok", "id y"])


def test_a_sign_of_life_is_doubled_with_all_its_lines():
    class Engine(MUTANTS["sync_answered_twice"].mixin, FixtureEngine):
        wire = UHP

    engine = Engine()
    for line in ("id x", "ok", "foo", "ok"):
        engine.say(line)
    said = b"".join(data for _, data in engine.output).decode().split("\n")
    assert said == ["id x", "ok", "id x", "ok", "foo", "ok", ""]


def test_a_number_may_stand_anywhere_in_a_request():
    class Driver:
        sync_line = "1 protocol_version"

        def sync_request(self, d):
            return "17 protocol_version"

    assert NBOARD.is_sync_line("ping 3")
    assert not NBOARD.is_sync_line("pong 3")
    wire = Wire(Driver(), None, None, "", (), "", "", numbered=lambda number: f"{number} protocol_version")
    assert wire.syncs(None, 2) == ("17 protocol_version", "18 protocol_version")
    assert wire.is_sync_line("5 protocol_version")
    assert not wire.is_sync_line("5 version")

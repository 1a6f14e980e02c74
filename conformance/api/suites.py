"""The parts of a suite: catalogue, driver, states, checks, tours, and the stream chapter."""

from conformance.dialogue.endings import CheckEnd, Inconclusive, Missed, Nonconformance, NotApplicable, NotReached
from conformance.dialogue.parts import short_part
from conformance.dialogue.session import Dialogue, Wanted
from conformance.dialogue.tries import takes_at_most
from conformance.protocol.conversation import Conversation
from conformance.protocol.driver import Driver, Identity
from conformance.protocol.heard import Heard, faults_of, quoted
from conformance.protocol.replies import Replies, ReplyReader
from conformance.protocol.states import ENDS_ONCE, Fold, Names, Reading, States, Step, Transition, WhyNot, named
from conformance.protocol.suite import Chapter, Judgements, Suite, SuiteError
from conformance.stream import MUTANTS, OnStderr, Stream, Wire
from conformance.stream.obligations import blame_buffer, blame_stderr, on_stderr
from conformance.stream.obligations.leaving import expect_leaving, expect_no_crash
from conformance.stream.unusual import Unusual
from conformance.tours import Send, Theme, Tours, Wait, of, turns
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Line, Transcript
from conformance.words.catalogue import Catalogue, CatalogueError
from conformance.words.catalogue import load as load_catalogue
from conformance.words.model import Finding, Kind, Level, Limits, Miss, Remark, Requirement, Seen, duration, number
from conformance.words.pictures import Picture

__all__ = [
    "ENDS_ONCE",
    "MUTANTS",
    "Catalogue",
    "CatalogueError",
    "Chapter",
    "CheckEnd",
    "Conversation",
    "Dialogue",
    "Direction",
    "Driver",
    "Finding",
    "Fold",
    "Heard",
    "Identity",
    "Inconclusive",
    "Judgements",
    "Kind",
    "Level",
    "Limits",
    "Line",
    "Miss",
    "Missed",
    "Names",
    "Nonconformance",
    "NotApplicable",
    "NotReached",
    "OnStderr",
    "Picture",
    "Reading",
    "Remark",
    "Replies",
    "ReplyReader",
    "Requirement",
    "Seen",
    "Send",
    "States",
    "Step",
    "Stream",
    "Suite",
    "SuiteError",
    "Theme",
    "Tours",
    "Transcript",
    "Transition",
    "Unusual",
    "Wait",
    "Wanted",
    "WhyNot",
    "Wire",
    "blame_buffer",
    "blame_stderr",
    "duration",
    "expect_leaving",
    "expect_no_crash",
    "faults_of",
    "load_catalogue",
    "named",
    "number",
    "of",
    "on_stderr",
    "quoted",
    "short_part",
    "takes_at_most",
    "turns",
    "visible",
]

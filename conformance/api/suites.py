"""The parts of a suite: catalogue, driver, states, checks, and the stream chapter."""

from conformance.dialogue.session import (
    CheckEnd,
    Dialogue,
    Inconclusive,
    Nonconformance,
    NotApplicable,
    NotReached,
)
from conformance.protocol.conversation import Conversation
from conformance.protocol.driver import Driver, Identity
from conformance.protocol.replies import Replies, ReplyReader
from conformance.protocol.states import ENDS_ONCE, Fold, Names, Reading, States, Step, Transition, WhyNot, named
from conformance.protocol.suite import Chapter, Judgements, Suite, SuiteError
from conformance.stream import Stream, Wire
from conformance.tours import Send, Theme, Tours, Wait, of, turns
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Line, Transcript
from conformance.words.catalogue import Catalogue, CatalogueError
from conformance.words.catalogue import load as load_catalogue
from conformance.words.model import Finding, Kind, Level, Limits, Miss, Remark, Requirement, Seen
from conformance.words.pictures import Picture

__all__ = [
    "ENDS_ONCE",
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
    "Identity",
    "Inconclusive",
    "Judgements",
    "Kind",
    "Level",
    "Limits",
    "Line",
    "Miss",
    "Names",
    "Nonconformance",
    "NotApplicable",
    "NotReached",
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
    "Wait",
    "WhyNot",
    "Wire",
    "load_catalogue",
    "named",
    "of",
    "turns",
    "visible",
]

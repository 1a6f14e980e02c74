"""What a suite is made of: catalogue, driver, states, checks, and the stream chapter."""

from conformance.dialogue.session import (
    Dialogue,
    Inconclusive,
    Nonconformance,
    NotApplicable,
    NotReached,
    Verdict,
)
from conformance.protocol.driver import Driver, Identity
from conformance.protocol.states import Fold, Reading, States, Step
from conformance.protocol.suite import Chapter, Judgements, Suite, SuiteError
from conformance.stream import Stream, Wire
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Line, Transcript
from conformance.words.catalogue import Catalogue, CatalogueError
from conformance.words.catalogue import load as load_catalogue
from conformance.words.model import Finding, Kind, Level, Limits, Remark, Requirement, Seen

__all__ = [
    "Catalogue",
    "CatalogueError",
    "Chapter",
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
    "Nonconformance",
    "NotApplicable",
    "NotReached",
    "Reading",
    "Remark",
    "Requirement",
    "Seen",
    "States",
    "Step",
    "Stream",
    "Suite",
    "SuiteError",
    "Transcript",
    "Verdict",
    "Wire",
    "load_catalogue",
    "visible",
]

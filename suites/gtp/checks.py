"""The GTP suite: its catalogue, driver and limits, and its chapters in report order."""

from conformance.api.suites import Limits, Suite
from conformance.suites.gtp import dialogues, explorations, invariants
from conformance.suites.gtp.catalogue import CATALOGUE
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.picture import picture
from conformance.suites.gtp.record import Record
from conformance.suites.gtp.stream import STREAM
from conformance.suites.gtp.tours import TOURS

suite: Suite[Record] = Suite(
    catalogue=CATALOGUE,
    driver=gtp,
    read=Record,
    limits=Limits(handshake_ms=30_000, command_ms=5_000, search_ms=30_000, quit_ms=5_000, quiet_ms=500),
    first=("GTP-TR-01", "GTP-FR-04", "GTP-FR-03", "GTP-FR-01", "GTP-FR-06", "GTP-SE-01", "GTP-PL-05", "GTP-PL-10", "GTP-GM-01"),
    foundations=("GTP-TR-01", "GTP-FR-04", "GTP-FR-06"),
    basis=("GTP-TR-01", "GTP-FR-04", "GTP-FR-03", "GTP-FR-01", "GTP-FR-06"),
    chapters=(
        dialogues.transport.chapter,
        dialogues.responses.chapter,
        dialogues.administration.chapter,
        dialogues.setup.chapter,
        dialogues.handicap.chapter,
        dialogues.play.chapter,
        dialogues.genmove.chapter,
        dialogues.undo.chapter,
        dialogues.time.chapter,
        dialogues.score.chapter,
        dialogues.regression.chapter,
        dialogues.errors.chapter,
        dialogues.leaving.chapter,
        dialogues.games.chapter,
        STREAM.chapter(CATALOGUE),
        TOURS.chapter("GTP-FR-01"),
        invariants.responses.chapter,
        invariants.moves.chapter,
        explorations.chapter,
    ),
    code=__package__,
    picture=picture,
)

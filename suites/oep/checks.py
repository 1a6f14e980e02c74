"""The OEP suite: its catalogue, driver and limits, and its chapters in report order."""

from pathlib import Path

from conformance.api.suites import Limits, Suite, load_catalogue
from conformance.suites.oep import dialogues, explorations, invariants
from conformance.suites.oep.driver import oep
from conformance.suites.oep.picture import picture
from conformance.suites.oep.record import Record, read
from conformance.suites.oep.stream import STREAM
from conformance.suites.oep.tours import TOURS

CATALOGUE = load_catalogue(Path(__file__).with_name("requirements.toml"), Path(__file__).with_name("consequences.toml"))

suite: Suite[Record] = Suite(
    catalogue=CATALOGUE,
    driver=oep,
    read=read,
    limits=Limits(handshake_ms=60_000, stop_ms=2_000, command_ms=5_000, quiet_ms=500, long_quiet_ms=2_000),
    first=("OEP-INI-01", "OEP-TR-01", "OEP-VER-01", "OEP-SEA-01", "OEP-SEA-02", "OEP-SEA-03", "OEP-STP-02"),
    foundations=("OEP-INI-01", "OEP-TR-01", "OEP-SEA-01", "OEP-STP-02"),
    basis=("OEP-INI-01", "OEP-TR-01"),
    leans_on=(
        "OEP-TR-08",
        "OEP-SEA-14",
        "OEP-EOF-01",
        "OEP-EOF-02",
        "OEP-QUI-05",
        "OEP-QUI-06",
    ),
    chapters=(
        dialogues.transport.chapter,
        dialogues.handshake.chapter,
        dialogues.games.chapter,
        dialogues.searches.chapter,
        dialogues.results.chapter,
        dialogues.endgame.chapter,
        dialogues.liveness.chapter,
        dialogues.stopping.chapter,
        dialogues.session.chapter,
        dialogues.robustness.chapter,
        STREAM.chapter(CATALOGUE),
        TOURS.chapter("OEP-SES-01"),
        invariants.lines.chapter,
        invariants.answers.chapter,
        invariants.results.chapter,
        invariants.endgame.chapter,
        explorations.chapter,
    ),
    code=__package__,
    picture=picture,
)

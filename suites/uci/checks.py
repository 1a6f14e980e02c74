"""The UCI suite: its catalogue, driver and limits, and its chapters in report order."""

from pathlib import Path

from conformance.api.suites import Limits, Suite, load_catalogue
from conformance.suites.uci import dialogues, explorations, invariants
from conformance.suites.uci.driver import uci
from conformance.suites.uci.picture import picture
from conformance.suites.uci.record import Record, read
from conformance.suites.uci.stream import STREAM
from conformance.suites.uci.tours import TOURS

CATALOGUE = load_catalogue(Path(__file__).with_name("requirements.toml"), Path(__file__).with_name("consequences.toml"))

suite: Suite[Record] = Suite(
    catalogue=CATALOGUE,
    driver=uci,
    read=read,
    limits=Limits(underway_ms=100),
    first=("UCI-HS-01", "UCI-RDY-01", "UCI-ROB-09", "UCI-INFO-03", "UCI-NEW-01", "UCI-GO-01", "UCI-STOP-01"),
    foundations=("UCI-HS-01", "UCI-RDY-01", "UCI-ROB-09", "UCI-BM-03", "UCI-STOP-01"),
    basis=("UCI-HS-01", "UCI-RDY-01", "UCI-ROB-09", "UCI-INFO-03"),
    leans_on=(
        "UCI-HS-05",
        "UCI-SET-08",
        "UCI-NEW-02",
        "UCI-DBG-01",
        "UCI-REG-02",
        "UCI-GO-04",
        "UCI-GO-05",
        "UCI-STOP-07",
        "UCI-PON-02",
        "UCI-PON-05",
        "UCI-QUIT-05",
        "UCI-QUIT-06",
        "UCI-ROB-01",
        "UCI-ROB-02",
        "UCI-ROB-06",
        "UCI-ROB-16",
    ),
    chapters=(
        dialogues.handshake.chapter,
        dialogues.options.chapter,
        dialogues.readiness.chapter,
        dialogues.position.chapter,
        dialogues.clocks.chapter,
        dialogues.stopping.chapter,
        dialogues.pondering.chapter,
        dialogues.answers.chapter,
        dialogues.infos.chapter,
        dialogues.stream.chapter,
        STREAM.chapter(CATALOGUE),
        TOURS.chapter("UCI-BM-03"),
        invariants.handshake.chapter,
        invariants.options.chapter,
        invariants.answers.chapter,
        invariants.infos.chapter,
        explorations.chapter,
    ),
    code=__package__,
    picture=picture,
)

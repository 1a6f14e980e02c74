"""The NBoard suite: its catalogue, driver and limits, and its chapters in report order."""

from pathlib import Path

from conformance.api.suites import Limits, Suite, load_catalogue
from conformance.suites.nboard import dialogues, explorations, invariants
from conformance.suites.nboard.driver import nboard
from conformance.suites.nboard.picture import picture
from conformance.suites.nboard.reading import read
from conformance.suites.nboard.record import Record
from conformance.suites.nboard.stream import STREAM
from conformance.suites.nboard.tours import TOURS

CATALOGUE = load_catalogue(Path(__file__).with_name("requirements.toml"), Path(__file__).with_name("consequences.toml"))

suite: Suite[Record] = Suite(
    catalogue=CATALOGUE,
    driver=nboard,
    read=read,
    limits=Limits(handshake_ms=30_000, search_ms=20_000, underway_ms=120),
    first=("NB-TR-09", "NB-HS-01", "NB-HS-02", "NB-PNG-01", "NB-TR-01", "NB-PNG-02", "NB-GO-01", "NB-GAM-01", "NB-GAM-03"),
    foundations=("NB-HS-01", "NB-TR-01", "NB-PNG-01", "NB-GO-01"),
    basis=("NB-HS-01", "NB-TR-01", "NB-PNG-01"),
    leans_on=(
        "NB-TR-09",
        "NB-DEP-02",
        "NB-DEP-03",
        "NB-CTM-01",
        "NB-GAM-07",
        "NB-GAM-08",
        "NB-GAM-10",
        "NB-MOV-05",
        "NB-CLK-05",
        "NB-HNT-07",
        "NB-PNG-10",
        "NB-LRN-02",
        "NB-UNK-01",
        "NB-UNK-03",
        "NB-END-01",
        "NB-END-02",
        "NB-END-03",
        "NB-END-04",
    ),
    chapters=(
        dialogues.stream.chapter,
        dialogues.handshake.chapter,
        dialogues.settings.chapter,
        dialogues.game.chapter,
        dialogues.moves.chapter,
        dialogues.going.chapter,
        dialogues.clocks.chapter,
        dialogues.hinting.chapter,
        dialogues.pinging.chapter,
        dialogues.interrupting.chapter,
        dialogues.requests.chapter,
        dialogues.ending.chapter,
        STREAM.chapter(CATALOGUE),
        TOURS.chapter("NB-GO-01"),
        invariants.lines.chapter,
        invariants.order.chapter,
        invariants.answers.chapter,
        invariants.hints.chapter,
        invariants.extras.chapter,
        explorations.chapter,
    ),
    code=__package__,
    picture=picture,
)

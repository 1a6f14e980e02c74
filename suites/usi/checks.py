"""The USI suite: its catalogue, driver and limits, and its chapters in report order."""

from conformance.api.suites import Limits, Suite
from conformance.suites.usi import dialogues, explorations, invariants
from conformance.suites.usi.catalogue import CATALOGUE
from conformance.suites.usi.driver import usi
from conformance.suites.usi.picture import picture
from conformance.suites.usi.record import Record, read
from conformance.suites.usi.stream import STREAM
from conformance.suites.usi.tours import TOURS

suite: Suite[Record] = Suite(
    catalogue=CATALOGUE,
    driver=usi,
    read=read,
    limits=Limits(underway_ms=100),
    # A search comes fourth: it is the third word after which an engine shows that it sleeps before whatever it says.
    first=("USI-HS-01", "USI-RDY-01", "USI-RDY-02", "USI-INFO-03", "USI-ROB-09", "USI-NEW-01", "USI-GO-01", "USI-STOP-01"),
    foundations=("USI-HS-01", "USI-RDY-01", "USI-ROB-09", "USI-BM-03", "USI-STOP-01"),
    basis=("USI-HS-01", "USI-ROB-09", "USI-RDY-01", "USI-RDY-02", "USI-INFO-03"),
    leans_on=(
        "USI-HS-06",
        "USI-RDY-04",
        "USI-NEW-02",
        "USI-OVER-02",
        "USI-GO-01",
        "USI-GO-08",
        "USI-STOP-07",
        "USI-PON-05",
        "USI-PON-08",
        "USI-QUIT-05",
        "USI-QUIT-06",
        "USI-ROB-01",
        "USI-ROB-02",
        "USI-ROB-06",
        "USI-ROB-16",
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
        dialogues.mating.chapter,
        dialogues.infos.chapter,
        dialogues.stream.chapter,
        STREAM.chapter(CATALOGUE),
        TOURS.chapter("USI-BM-03"),
        invariants.handshake.chapter,
        invariants.options.chapter,
        invariants.answers.chapter,
        invariants.infos.chapter,
        explorations.chapter,
    ),
    code=__package__,
    picture=picture,
)

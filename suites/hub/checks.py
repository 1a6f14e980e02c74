"""The Hub suite: its catalogue, driver and limits, and its chapters in report order."""

from pathlib import Path

from conformance.api.suites import Limits, Suite, load_catalogue
from conformance.suites.hub import dialogues, explorations, invariants, spelling
from conformance.suites.hub.driver import hub
from conformance.suites.hub.picture import picture
from conformance.suites.hub.record import Record, read
from conformance.suites.hub.stream import STREAM
from conformance.suites.hub.tours import TOURS

#: An engine may load for a minute, and is not expected to obey `stop` at once.
LIMITS = Limits(ready_ms=60_000, command_ms=3_000, stop_ms=10_000, search_ms=20_000, quiet_ms=500, underway_ms=120)

CATALOGUE = load_catalogue(Path(__file__).with_name("requirements.toml"), Path(__file__).with_name("consequences.toml"))

suite: Suite[Record] = Suite(
    catalogue=CATALOGUE,
    driver=hub,
    read=read,
    limits=LIMITS,
    first=(
        "HUB-INI-01",
        "HUB-TR-01",
        "HUB-INI-07",
        "HUB-INI-06",
        "HUB-TR-11",
        "HUB-PNG-01",
        "HUB-LVL-08",
        "HUB-LVL-03",
        "HUB-GO-01",
        "HUB-GO-02",
    ),
    foundations=("HUB-INI-01", "HUB-TR-01", "HUB-INI-06", "HUB-GO-01", "HUB-GO-02"),
    basis=("HUB-INI-01", "HUB-TR-01", "HUB-INI-06"),
    leans_on=(
        "HUB-TR-11",
        "HUB-INI-13",
        "HUB-POS-10",
        "HUB-LVL-09",
        "HUB-STP-07",
        "HUB-PON-06",
        "HUB-PON-08",
        "HUB-PNG-05",
        "HUB-NEW-03",
        "HUB-QUI-03",
        "HUB-EOF-01",
        "HUB-EOF-02",
        "HUB-QUI-05",
    ),
    chapters=(
        spelling.chapter,
        STREAM.chapter(CATALOGUE),
        dialogues.channel.chapter,
        dialogues.syntax.chapter,
        dialogues.introduction.chapter,
        dialogues.position.chapter,
        dialogues.variants.chapter,
        dialogues.limits.chapter,
        dialogues.answers.chapter,
        dialogues.reporting.chapter,
        dialogues.stopping.chapter,
        dialogues.pondering.chapter,
        dialogues.pinging.chapter,
        dialogues.ending.chapter,
        TOURS.chapter("HUB-GO-14"),
        invariants.lines.chapter,
        invariants.introduction.chapter,
        invariants.answers.chapter,
        invariants.reporting.chapter,
        invariants.pinging.chapter,
        explorations.chapter,
    ),
    code=__package__,
    picture=picture,
)

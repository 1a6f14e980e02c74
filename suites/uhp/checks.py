"""The UHP suite: its catalogue, driver and limits, and its chapters in report order."""

from pathlib import Path

from conformance.api.suites import Limits, Suite, load_catalogue
from conformance.suites.uhp import dialogues, explorations, invariants, twins
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.picture import picture
from conformance.suites.uhp.record import Record, read
from conformance.suites.uhp.stream import STREAM
from conformance.suites.uhp.tours import TOURS

CATALOGUE = load_catalogue(Path(__file__).with_name("requirements.toml"), Path(__file__).with_name("consequences.toml"))

suite: Suite[Record] = Suite(
    catalogue=CATALOGUE,
    driver=uhp,
    read=read,
    limits=Limits(handshake_ms=30_000, command_ms=5_000, search_ms=45_000, grace_ms=5_000, quiet_ms=500, underway_ms=120),
    first=("UHP-START-01", "UHP-IO-05", "UHP-INFO-01", "UHP-OK-01", "UHP-BEST-05"),
    foundations=("UHP-IO-05", "UHP-INFO-01", "UHP-OK-01"),
    basis=("UHP-IO-05", "UHP-INFO-01"),
    leans_on=(
        "UHP-NEW-08",
        "UHP-PLAY-12",
        "UHP-VM-07",
        "UHP-BEST-10",
        "UHP-RULE-15",
        "UHP-ERR-04",
        "UHP-IO-03",
        "UHP-LIFE-01",
        "UHP-LIFE-02",
        "UHP-LIFE-03",
    ),
    chapters=(
        dialogues.start.chapter,
        dialogues.options.chapter,
        dialogues.newgame.chapter,
        dialogues.play.chapter,
        dialogues.passing.chapter,
        dialogues.undo.chapter,
        dialogues.validmoves.chapter,
        dialogues.rules.chapter,
        dialogues.bestmove.chapter,
        dialogues.errors.chapter,
        dialogues.life.chapter,
        dialogues.stream.chapter,
        STREAM.chapter(CATALOGUE),
        dialogues.walks.chapter,
        dialogues.counting.chapter,
        TOURS.chapter("UHP-OK-01"),
        invariants.framing.chapter,
        invariants.options.chapter,
        invariants.gamestrings.chapter,
        invariants.answers.chapter,
        invariants.refusals.chapter,
        invariants.moves.chapter,
        invariants.obedience.chapter,
        explorations.chapter,
        twins.chapter,
    ),
    code=__package__,
    picture=picture,
)

"""The OEP suite object: catalogue, driver, limits. The checks register with it when `checks` is imported."""

from pathlib import Path

from conformance.protocol.suite import Suite
from conformance.suites.oep.driver import oep
from conformance.suites.oep.record import Record, read
from conformance.words import catalogue
from conformance.words.model import Limits

suite: Suite[Record] = Suite(
    catalogue=catalogue.load(Path(__file__).with_name("requirements.toml")),
    driver=oep,
    read=read,
    limits=Limits(handshake_ms=60_000, stop_ms=5_000, command_ms=5_000, quiet_ms=500, long_quiet_ms=2_000),
    foundations=("OEP-INI-01", "OEP-VER-01", "OEP-SEA-01", "OEP-SEA-02", "OEP-SEA-03"),
    basis=("OEP-INI-01",),
)

#: What a dialogue needs that looks at the results of searches, stops one, or asks during one.
SEARCHES = ("OEP-SEA-01", "OEP-SEA-02", "OEP-SEA-03")
STOPS = ("OEP-STP-02", "OEP-STP-03")
AGAIN = (*SEARCHES, *STOPS, "OEP-STP-04")
QUESTIONS = ("OEP-INF-02", "OEP-INF-05", "OEP-EMP-02", "OEP-EMP-03")
IDLE_QUESTIONS = ("OEP-INF-01", "OEP-EMP-01")
SYNC = ("OEP-VER-01",)
HASH = ("OEP-HSH-01", "OEP-HSH-03")

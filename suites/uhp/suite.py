"""The UHP suite object: catalogue, driver, limits. The checks register with it when `checks` is imported."""

from pathlib import Path

from conformance.protocol.suite import Suite
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.record import Record, read
from conformance.words import catalogue
from conformance.words.model import Limits

suite: Suite[Record] = Suite(
    catalogue=catalogue.load(Path(__file__).with_name("requirements.toml")),
    driver=uhp,
    read=read,
    limits=Limits(command_ms=5_000, search_ms=60_000, grace_ms=5_000, quiet_ms=500),
    foundations=("UHP-START-01", "UHP-INFO-01", "UHP-OK-01", "UHP-BEST-05"),
    basis=("UHP-INFO-01",),
)

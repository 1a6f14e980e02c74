"""The USI suite object: catalogue, driver, limits. The checks register with it when `checks` is imported."""

from pathlib import Path

from conformance.protocol.suite import Suite
from conformance.suites.usi.driver import usi
from conformance.suites.usi.record import Record, read
from conformance.words import catalogue
from conformance.words.model import Limits

suite: Suite[Record] = Suite(
    catalogue=catalogue.load(Path(__file__).with_name("requirements.toml")),
    driver=usi,
    read=read,
    limits=Limits(),
    foundations=("USI-HS-01", "USI-RDY-01", "USI-RDY-02", "USI-NEW-01", "USI-INFO-03", "USI-GO-01"),
    basis=("USI-HS-01", "USI-RDY-01", "USI-RDY-02", "USI-INFO-03"),
)

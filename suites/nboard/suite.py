"""The NBoard suite object: catalogue, driver, limits. The checks register with it when `checks` is imported."""

from pathlib import Path

from conformance.protocol.suite import Suite
from conformance.suites.nboard.driver import nboard
from conformance.suites.nboard.reading import read
from conformance.suites.nboard.record import Record
from conformance.words import catalogue
from conformance.words.model import Limits

suite: Suite[Record] = Suite(
    catalogue=catalogue.load(Path(__file__).with_name("requirements.toml")),
    driver=nboard,
    read=read,
    limits=Limits(search_ms=20_000),
    foundations=(
        "NB-HS-01",
        "NB-HS-02",
        "NB-PNG-01",
        "NB-PNG-02",
        "NB-GO-01",
        "NB-GAM-01",
        "NB-GAM-03",
    ),
    basis=("NB-HS-01", "NB-PNG-01"),
)

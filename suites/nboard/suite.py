"""The NBoard suite object: catalogue, driver, limits. The checks register with it when `checks` is imported."""

from pathlib import Path

from conformance import catalogue
from conformance.model import Limits
from conformance.suite import Suite
from conformance.suites.nboard.driver import nboard
from conformance.suites.nboard.record import Record, read

suite: Suite[Record] = Suite(
    catalogue=catalogue.load(Path(__file__).with_name("requirements.toml")),
    driver=nboard,
    read=read,
    limits=Limits(),
    foundations=(
        "NB-HS-01",
        "NB-HS-02",
        "NB-PNG-01",
        "NB-PNG-02",
        "NB-GO-01",
        "NB-GAM-01",
        "NB-GAM-02",
        "NB-GAM-04",
        "NB-HNT-01",
        "NB-PNG-05",
        "NB-PNG-09",
    ),
    basis=("NB-HS-01", "NB-PNG-01"),
)

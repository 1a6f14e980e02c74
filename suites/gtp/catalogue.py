"""The catalogue, with what clients make of breaches."""

from pathlib import Path

from conformance.api.suites import load_catalogue

_HERE = Path(__file__).parent
CATALOGUE = load_catalogue(_HERE / "requirements.toml", _HERE / "consequences.toml")

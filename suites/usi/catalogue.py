"""The catalogue of USI, and the figures that its statements name."""

from pathlib import Path

from conformance.api.suites import load_catalogue

CATALOGUE = load_catalogue(Path(__file__).with_name("requirements.toml"), Path(__file__).with_name("consequences.toml"))


def figure(requirement: str, name: str) -> float:
    """A figure of a requirement, as its statement tells it."""
    return CATALOGUE[requirement].tolerance[name]

"""The engines start without numpy, and leave it to be imported by whoever wants it."""

import importlib
import sys
from collections.abc import Iterator

import pytest

from conformance.fixtures.usi import starting


def _forget(*packages: str) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in packages]:
        del sys.modules[name]


@pytest.fixture
def _modules() -> Iterator[None]:
    before = dict(sys.modules)
    yield
    sys.modules.clear()
    sys.modules.update(before)


@pytest.mark.usefixtures("_modules")
def test_a_module_that_is_not_loaded_is_hidden_and_comes_back() -> None:
    _forget("colorsys")
    with starting._hidden("colorsys"), pytest.raises(ImportError):
        importlib.import_module("colorsys")
    assert importlib.import_module("colorsys").rgb_to_hsv(0.0, 0.0, 0.0) == (0.0, 0.0, 0.0)


@pytest.mark.usefixtures("_modules")
def test_a_module_that_is_loaded_stays() -> None:
    with starting._hidden("json"):
        assert importlib.import_module("json") is sys.modules["json"]


@pytest.mark.usefixtures("_modules")
def test_a_release_that_needs_what_is_hidden_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def load(name: str) -> object:
        asked.append(sys.modules.get("numpy", ...) is None)
        if asked[-1]:
            raise ImportError(name)
        return sys.modules[__name__]

    _forget("numpy")
    monkeypatch.setattr(starting.importlib, "import_module", load)
    starting.import_rules()
    assert asked == [True, False]

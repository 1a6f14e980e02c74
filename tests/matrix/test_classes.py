"""The table of `classes.toml`: for each class of false alarms and of missed faults, engines that stand for it in each protocol."""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from conformance.front.loading import PROTOCOLS, engines
from tests.each import each

pytestmark = pytest.mark.slow  # it loads the engines of all protocols

_TABLE = tomllib.loads((Path(__file__).parent / "classes.toml").read_text("utf-8"))
#: How many engines stand for a class in a protocol, at least.
_LEAST = {"fair": 2, "faulty": 3}
CLASSES = {name: (kind, name) for kind, classes in _TABLE.items() for name in classes}
CELLS = {f"{name} in {protocol}": (kind, name, protocol) for kind, name in CLASSES.values() for protocol in PROTOCOLS}

known = cache(engines)


def test_there_are_conforming_engines_and_faulty_ones():
    assert _TABLE.keys() == _LEAST.keys()


@each(CLASSES)
def test_a_class_is_told_in_a_sentence_and_speaks_of_known_protocols(row):
    kind, name = row
    sentence, *rows = (_TABLE[kind][name].get(key) for key in ("sentence", "engines", "left_out", "fewer"))
    assert sentence.endswith(".")
    assert all(row.keys() <= set(PROTOCOLS) for row in rows if row is not None)
    assert _TABLE[kind][name].keys() <= {"sentence", "engines", "left_out", "fewer"}


@each(CELLS)
def test_the_engines_of_a_class_exist_and_are_of_its_kind(cell):
    kind, name, protocol = cell
    listed = _TABLE[kind][name]["engines"].get(protocol, [])
    assert len(listed) == len(set(listed))
    assert set(listed) <= known(protocol).keys()
    assert all(known(protocol)[each].lenient == (kind == "fair") for each in listed)
    assert all(bool(known(protocol)[each].trips) == (kind == "faulty") for each in listed)


@each(CELLS)
def test_there_are_enough_engines_or_a_reason(cell):
    kind, name, protocol = cell
    table = _TABLE[kind][name]
    count = len(table["engines"].get(protocol, []))
    left_out, fewer = (table.get(key, {}).get(protocol) for key in ("left_out", "fewer"))
    if count == 0:
        assert left_out, "no engine, and no reason why there is none"
        assert fewer is None
    elif count < _LEAST[kind]:
        assert fewer, "too few engines, and no reason why they are enough"
        assert left_out is None
    else:
        assert left_out is None, "a reason stands where enough engines are named"
        assert fewer is None, "a reason stands where enough engines are named"

"""The findings of real engines as data: each is argued where a reader finds it, and nothing is argued that is not expected."""

import re

import pytest

from conformance.front.loading import load_suite
from tests.engines.argued import FINDINGS, LEVELS, REPORTS, argued

#: Where the findings of a protocol's engines are argued.
PAGES = {"usi": REPORTS / "README.md", "uci": REPORTS / "uci" / "README.md", "gtp": REPORTS / "gtp" / "README.md"}
ENGINES = [(protocol, engine) for protocol, engines in FINDINGS.items() for engine in engines]


@pytest.mark.parametrize(("protocol", "engine"), ENGINES)
def test_what_is_expected_is_what_is_argued(protocol, engine):
    text = PAGES[protocol].read_text("utf-8")
    section = re.search(rf"^## {engine}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    table = re.findall(rf"^\| ({protocol.upper()}-[A-Z]+-\d+) (MUST|SHOULD|MAY)\b", section[1], re.MULTILINE)
    assert sorted(table) == sorted(argued(protocol, engine).items())


@pytest.mark.parametrize("protocol", PAGES)
def test_each_engine_that_has_a_table_is_expected(protocol):
    tables = re.findall(r"^## (\S+)\n(?:(?!^## ).*\n)*?\| Requirement", PAGES[protocol].read_text("utf-8"), re.MULTILINE)
    assert set(tables) == set(FINDINGS[protocol])


@pytest.mark.parametrize(("protocol", "engine"), ENGINES)
def test_requirements_exist_and_have_the_level_that_is_said(protocol, engine):
    known = FINDINGS[protocol][engine]
    assert known.keys() <= {"command", *LEVELS}
    catalogue = load_suite(protocol).catalogue
    assert argued(protocol, engine) == {name: catalogue[name].level for name in argued(protocol, engine)}

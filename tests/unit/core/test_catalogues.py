"""What the catalogues of all protocols owe their readers: every field filled, one sentence where one is asked for."""

import re
import tomllib
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from conformance.front.loading import CLIENT_PROTOCOLS, PROTOCOLS, load_suite
from conformance.protocol.suite import CheckKind
from conformance.words.catalogue import load
from conformance.words.model import IN_ANSWERING, Miss

SUITES = Path(__file__).parents[3] / "suites"
FIELDS = {"id", "section", "level", "class", "source", "statement", "example", "cause", "fix"}
OPTIONAL = {"untestable", "reading", "tolerance", "words", "when", "cause_of", "since", "was", "explains"}


def texts(row):
    return {key: value for key, value in row.items() if key not in ("tolerance", "cause_of", "was", "explains")}


@cache
def document(catalogue):
    return tomllib.loads((SUITES / catalogue).read_text("utf-8"))


CATALOGUES = [f"{protocol}/requirements.toml" for protocol in PROTOCOLS] + [
    f"{protocol}/client.toml" for protocol in CLIENT_PROTOCOLS
]
ROWS = [row for catalogue in CATALOGUES for row in document(catalogue)["requirement"]]
each_protocol = pytest.mark.parametrize("protocol", PROTOCOLS)
each_catalogue = pytest.mark.parametrize("catalogue", CATALOGUES)


def each_row(test):
    """One test for the rows of a catalogue: thousands of tests would cost each worker more memory than the suites do."""

    @each_catalogue
    def all_rows(catalogue):
        for row in document(catalogue)["requirement"]:
            test(row)

    return all_rows


@each_catalogue
def test_the_harness_accepts_it(catalogue):
    loaded = load(SUITES / catalogue)
    assert list(loaded.requirements) == [row["id"] for row in document(catalogue)["requirement"]]
    assert loaded.protocol == catalogue.partition("/")[0]
    assert loaded.title.strip()


@each_catalogue
def test_sections_are_all_used_and_in_order(catalogue):
    sections = list(document(catalogue)["sections"])
    order = [sections.index(row["section"]) for row in document(catalogue)["requirement"]]
    assert order == sorted(order)
    assert set(order) == set(range(len(sections)))
    assert all(title.strip() for title in document(catalogue)["sections"].values())


@each_protocol
def test_no_dialogue_waits_for_itself(protocol):
    """Dialogues that need each other are run in some order or other, and what is broken is told twice."""
    needs = defaultdict(set)
    for check in load_suite(protocol).checks.values():
        if check.kind is CheckKind.DIALOGUE:
            for row in check.requirements:
                needs[row].update(check.comes_after)
    assert list(TopologicalSorter(needs).static_order())


@each_row
def test_what_a_cause_explains_is_in_order_and_not_what_is_usual(row):
    if "cause_of" in row:
        assert row["cause_of"] == [miss for miss in Miss if miss in row["cause_of"]]
        assert tuple(row["cause_of"]) != IN_ANSWERING


@each_row
def test_a_single_cause_does_not_explain_both_that_nothing_comes_and_that_too_much_does(row):
    explained = set(row.get("cause_of", IN_ANSWERING))
    is_single = not re.search(r"\bor\b|;|Where", row["cause"])
    assert not (is_single and {Miss.SILENCE, Miss.TOO_MANY} <= explained)


@each_row
def test_fields_are_all_there_and_none_is_blank(row):
    assert set(row) >= FIELDS
    assert set(row) <= FIELDS | OPTIONAL
    assert [key for key, text in texts(row).items() if not text.strip()] == []


@each_row
def test_words_of_the_model_are_legal(row):
    assert row["level"] in {"MUST", "SHOULD", "MAY"}
    assert row["class"] in {"conformance", "robustness"}


@each_row
def test_each_must_tells_the_words_that_make_it_one(row):
    if row["level"] == "MUST":
        assert row["class"] == "conformance"
        assert row.get("words", "").strip()


def one_sentence(text):
    return text.endswith(".") and text == text.strip() and not re.search(r"[.!?]\s|\n", text[:-1])


@pytest.mark.parametrize("text", ["No full stop", "Two. Sentences.", "Two! Sentences.", "A line\nbreak.", "Blank at the end. "])
def test_what_is_not_one_sentence_is_refused(text):
    assert not one_sentence(text)


@each_row
def test_statements_and_reasons_are_one_sentence(row):
    assert one_sentence(row["statement"])
    assert one_sentence(row.get("untestable", "A sentence."))


@each_row
def test_advice_is_made_of_sentences(row):
    assert all(row[key].endswith(".") for key in ("cause", "fix", "reading") if key in row)


@each_row
def test_text_is_ascii_and_has_no_blanks_at_line_ends(row):
    assert all(text.isascii() for text in texts(row).values())
    assert not re.search(r"[ \t]\n", row["example"])


@each_row
def test_example_lines_say_who_speaks(row):
    assert [line for line in row["example"].strip().splitlines() if not re.match(r"[<>#]( .*\S|$)", line)] == []


# -- what clients make of breaches ------------------------------------------------------------------------------------------

#: Characters of a client's name and of what it does: a line of a report at 100 columns.
LINE = 87
#: How many rows there are at least, by protocol.
AT_LEAST = {"uci": 15, "usi": 10}


@each_protocol
def test_each_consequence_has_a_source_and_fits_on_a_line(protocol):
    rows = document(f"{protocol}/consequences.toml")["consequence"]
    assert len(rows) >= AT_LEAST.get(protocol, 1)
    for row in rows:
        told = (row["client"], row["happens"], *row["source"].values())
        assert one_sentence(row["happens"]), row
        assert len(f"{row['client']}: {row['happens']}") <= LINE, row
        assert all(text.isascii() and text == text.strip() for text in told), row
        assert re.fullmatch(r"[\w.-]+/[\w.-]+", row["source"]["repository"]), row
        assert re.fullmatch(r"[\w./-]+\.\w+", row["source"]["file"]), row
        assert re.fullmatch(r"[0-9a-f]{7,10}|v[0-9.]+", row["source"]["version"]), row
        assert row["of"] == [miss for miss in Miss if miss in row["of"]], row


@each_protocol
def test_of_one_breach_a_client_makes_one_thing(protocol):
    seen = [
        (requirement.id, one.client, miss)
        for requirement in load_suite(protocol).catalogue
        for one in requirement.consequences
        for miss in one.of
    ]
    assert len(seen) == len(set(seen))


@each_protocol
def test_a_consequence_is_of_requirements_that_exist_and_are_tested_or_say_why_not(protocol):
    suite = load_suite(protocol)
    named = {name for row in document(f"{protocol}/consequences.toml")["consequence"] for name in row["requirements"]}
    assert named == {requirement.id for requirement in suite.catalogue if requirement.consequences}
    assert all(suite.checks_of(name) or suite.requirement(name).untestable for name in named)

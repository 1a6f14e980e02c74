"""Editions of a catalogue: what an older one has, how it judges, and that a published one stays as it is."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from conform_tictactoe import checks
from conform_tictactoe.engines import ENGINES

from conformance.front.loading import PROTOCOLS, load_suite
from conformance.run.events import ExitCode
from conformance.run.selection import Selection
from conformance.testing import failing, results, run_suite
from conformance.words.catalogue import CatalogueError, parse
from conformance.words.editions import EditionError
from conformance.words.model import Kind, Level, Outcome

ROW = {
    "section": "a",
    "level": "MUST",
    "class": "conformance",
    "source": "x",
    "statement": "It holds.",
    "example": "> x",
    "cause": "x",
    "fix": "x",
}
GONE = {
    "id": "X-C-01",
    "until": "2026.1",
    "level": "MUST",
    "class": "conformance",
    "statement": "It held.",
    "why": "No text asks for it.",
}
OLD, MIDDLE, NEW = "2026.1", "2026.2", "2027.1"


def document(*rows, **more):
    rows = rows or ({"id": "X-A-01"}, {"id": "X-A-02", "since": MIDDLE}, {"id": "X-B-01", "was": {OLD: "SHOULD robustness"}})
    usual = {
        "protocol": "x",
        "title": "X",
        "editions": [OLD, MIDDLE, NEW],
        "sections": {"a": "A"},
        "requirement": [ROW | row for row in rows],
        "retired": [GONE],
        "levels": {OLD: {"plays": ["X-A"], "complete": ["X"]}, NEW: {"plays": ["X-A-01"], "complete": ["X"]}},
    }
    return usual | more


CATALOGUE = parse(document())


def test_the_last_edition_is_the_present_one():
    assert (CATALOGUE.edition, CATALOGUE.newer) == (NEW, frozenset())
    assert CATALOGUE.levels == {"plays": ("X-A-01",), "complete": ("X-A-01", "X-A-02", "X-B-01")}


def test_an_older_edition_leaves_out_what_is_newer_and_takes_the_levels_of_then():
    old = CATALOGUE.of_edition(OLD)
    assert (old.edition, old.newer) == (OLD, {"X-A-02"})
    assert (old["X-B-01"].level, old["X-B-01"].kind) == (Level.SHOULD, Kind.ROBUSTNESS)
    assert old.levels == {"plays": ("X-A-01",), "complete": ("X-A-01",)}
    middle = CATALOGUE.of_edition(MIDDLE)
    assert (middle.newer, middle["X-B-01"].level) == (frozenset(), Level.MUST)
    assert middle.levels["plays"] == ("X-A-01", "X-A-02")
    assert CATALOGUE.of_edition(NEW) == CATALOGUE


def test_the_rows_of_an_edition_are_what_it_had_and_no_run_judges_what_is_retired():
    assert list(map(str, CATALOGUE.rows(OLD))) == [
        "X-A-01 MUST conformance plays",
        "X-B-01 SHOULD robustness",
        "X-C-01 MUST conformance complete",
    ]
    assert [row.id for row in CATALOGUE.rows(MIDDLE)] == ["X-A-01", "X-A-02", "X-B-01"]
    assert "X-C-01" not in CATALOGUE.of_edition(OLD)


def test_an_id_stands_for_itself_in_a_level_and_what_is_untestable_decides_none():
    rows = {"id": "X-A-01", "level": "SHOULD"}, {"id": "X-A-02", "level": "SHOULD"}, {"id": "X-A-03", "untestable": "Unseen."}
    levels = parse(document(*rows, levels={OLD: {"plays": ["X-A", "X-A-02"]}})).levels
    assert levels == {"plays": ("X-A-02",)}


def test_a_catalogue_need_not_have_editions():
    bare = parse(
        {
            key: value
            for key, value in document({"id": "X-A-01"}).items()
            if key in ("protocol", "title", "sections", "requirement")
        }
    )
    assert (bare.edition, bare.levels) == ("", {})
    with pytest.raises(EditionError, match=r"no edition '2026\.1': the catalogue has no editions"):
        bare.of_edition(OLD)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"editions": [OLD, OLD]}, "an edition stands twice"),
        ({"editions": [OLD]}, "X-A-02: no edition '2026.2': there are 2026.1"),
        ({"retired": [GONE | {"until": NEW}]}, "X-C-01 is retired and judged"),
        ({"retired": [GONE | {"id": "X-A-01"}]}, "X-A-01 is retired and judged"),
        ({"retired": [GONE | {"why": ""}]}, "X-C-01: no why"),
        ({"retired": [GONE | {"fix": "x"}]}, "X-C-01: unknown fix"),
        ({"retired": [GONE | {"level": "OUGHT"}]}, "X-C-01: 'OUGHT'"),
        ({"levels": {"2020.1": {}}}, "levels: no edition '2020.1'"),
        ({"levels": {OLD: {"plays": ["X-D"]}}}, "levels: X-D names no requirement"),
        ({"requirement": [ROW | {"id": "X-A-01", "was": {OLD: "SHOULD"}}]}, "X-A-01: '' is not"),
    ],
)
def test_a_catalogue_that_contradicts_itself_is_refused(more, why):
    with pytest.raises(CatalogueError, match=why):
        parse(document(**more))


# -- a run by an older edition --------------------------------------------------------------------------------------------


def younger(**changes):
    """The toy suite, with a second edition that has changed its requirements so."""
    every = {one.id: replace(one, **changes.get(one.id.replace("-", "_"), {})) for one in checks.suite.catalogue}
    editions = replace(checks.suite.catalogue.editions, names=(OLD, MIDDLE))
    return replace(checks.suite, catalogue=replace(checks.suite.catalogue, requirements=every, edition=MIDDLE, editions=editions))


def verdict(suite, engine, **options):
    events = run_suite(suite, ENGINES[engine], **options)
    return events[0], events[-1], results(events)


def test_what_is_newer_fails_no_run_by_the_edition_before():
    suite = younger(TTT_STOP_01={"since": MIDDLE})
    plan, end, _ = verdict(suite, "stop_ignored")
    assert (plan.edition, end.exit_code) == (MIDDLE, ExitCode.NOT_CONFORMING)
    plan, end, found = verdict(suite.of_edition(OLD), "stop_ignored")
    assert (plan.edition, end.exit_code) == (OLD, ExitCode.CONFORMING)
    newer = [result for result in found if result.requirement.id == "TTT-STOP-01"]
    assert newer
    assert not any(result.selected or result.gates for result in newer)
    assert plan.requirements == len(suite.catalogue.requirements) - 1


def test_what_was_a_should_fails_no_run_by_the_edition_before():
    suite = younger(TTT_MOVE_01={"was": {OLD: (Level.SHOULD, Kind.CONFORMANCE)}})
    assert verdict(suite, "plays_on_its_own_stone")[1].exit_code == ExitCode.NOT_CONFORMING
    _, end, found = verdict(suite.of_edition(OLD), "plays_on_its_own_stone")
    assert end.exit_code == ExitCode.CONFORMING
    broken = [result for result in found if result.outcome is Outcome.FAIL]
    assert {(result.requirement.id, result.requirement.level) for result in broken} == {("TTT-MOVE-01", Level.SHOULD)}


def test_what_was_a_should_explains_no_must_by_the_edition_before():
    suite = younger(TTT_STOP_01={"was": {OLD: (Level.SHOULD, Kind.CONFORMANCE)}})
    _, _, found = verdict(suite, "stop_ignored")
    assert failing(found) == {"TTT-STOP-01"}
    _, end, found = verdict(suite.of_edition(OLD), "stop_ignored")
    assert failing(found) == {"TTT-STOP-01", "TTT-LINE-01"}
    assert end.exit_code == ExitCode.NOT_CONFORMING


def test_a_check_of_nothing_but_newer_requirements_is_not_run():
    old = younger(TTT_MOVE_01={"since": MIDDLE}).of_edition(OLD)
    lone = [check for check in old.checks.values() if check.requirements == ("TTT-MOVE-01",)]
    dialogues, invariants = Selection().plan(old)
    assert lone
    assert not set(lone) & {*dialogues, *invariants}


# -- what is published ----------------------------------------------------------------------------------------------------


def published(protocol):
    """The rows of each edition that is published."""
    path = Path(__file__).with_name("editions") / f"{protocol}.txt"
    blocks = path.read_text("utf-8").removeprefix("[").split("\n[")
    return {head: rows.splitlines() for head, _, rows in (block.partition("]\n") for block in blocks)}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_published_edition_stays_as_it_is(protocol):
    """What is new has `since`, what has changed has `was`, what has gone is in `retired`: see CONTRIBUTING.md."""
    catalogue = load_suite(protocol).catalogue
    for edition, rows in published(protocol).items():
        assert list(map(str, catalogue.rows(edition))) == rows, f"{edition} is published"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_all_editions_but_the_last_are_published(protocol):
    names = load_suite(protocol).catalogue.editions.names
    assert list(published(protocol)) in (list(names), list(names[:-1]))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_last_level_asks_for_all_that_must_be_and_each_one_for_more(protocol):
    catalogue = load_suite(protocol).catalogue
    musts = {one.id for one in catalogue if (one.level, one.kind) == (Level.MUST, Kind.CONFORMANCE) and not one.untestable}
    asked = [set(ids) for ids in catalogue.levels.values()]
    assert musts <= asked[-1]
    assert all(less < more for less, more in pairwise(asked))

"""A suite is made strictly: what it names must be in the catalogue and have a check, what it binds must be complete."""

import sys
from dataclasses import replace
from types import ModuleType

import pytest
from conform_tictactoe import checks
from conform_tictactoe.driver import STREAM

from conformance.protocol.suite import Chapter, SuiteError
from conformance.stream import Stream
from conformance.testing.ids import strays
from conformance.words.catalogue import CatalogueError, load, parse, with_consequences
from conformance.words.model import IN_ANSWERING, Consequence, Miss

SUITE = checks.suite
ROW = {
    "id": "X-A-01",
    "section": "a",
    "level": "MUST",
    "class": "conformance",
    "source": "x",
    "statement": "It holds.",
    "example": "> x",
    "cause": "x",
    "fix": "x",
}


def catalogue(**row):
    return parse({"protocol": "x", "title": "X", "sections": {"a": "A"}, "requirement": [ROW | row]})


def with_dialogue(*requirements, name="holds", doc="It holds.", **more):
    chapter = Chapter()

    def function(d):
        pass

    function.__name__, function.__doc__ = name, doc
    chapter.dialogue(*requirements, **more)(function)
    return replace(SUITE, chapters=(*SUITE.chapters, chapter))


# -- checks and ids -------------------------------------------------------------------------------------------------------


def test_a_check_is_added():
    assert "holds" in with_dialogue("TTT-GO-01").checks


@pytest.mark.parametrize(
    ("requirements", "more", "why"),
    [
        (("TTT-GO-99",), {}, "holds: there is no requirement TTT-GO-99"),
        (("TTT-GO-01",), {"needs": ("TTT-GO-99",)}, "holds: there is no requirement TTT-GO-99"),
        ((), {}, "holds names no requirement"),
        (("TTT-GO-01",), {"name": "answers_each_go"}, "two checks are named answers_each_go"),
        (("TTT-GO-01",), {"doc": ""}, "holds has no docstring"),
    ],
)
def test_a_check_that_contradicts_the_suite_is_refused(requirements, more, why):
    with pytest.raises(SuiteError, match=why):
        with_dialogue(*requirements, **more)


def test_an_invariant_without_its_evidence_is_refused():
    others = replace(SUITE.chapters[0].checks[-2], evidence=("plays_no_more",))
    chapter = Chapter()
    chapter.checks = [*SUITE.chapters[0].checks[:-2], others]
    with pytest.raises(SuiteError, match="no check is named plays_no_more"):
        replace(SUITE, chapters=(chapter, *SUITE.chapters[1:]))


@pytest.fixture
def code(monkeypatch):
    """Make a module of a suite's package out of its text; gives the name of the package."""

    def make(text):
        module = ModuleType("made_suite.checks")
        exec(compile(text, module.__name__, "exec"), module.__dict__)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        return "made_suite"

    return make


#: A check that is written elsewhere, and bound to ids here.
BOUND = """
from functools import partial, update_wrapper
from conformance.protocol.suite import Chapter
def _bound(chapter):
    def f(d, kept):
        "F."
    chapter.dialogue("TTT-GO-01")(update_wrapper(partial(f, kept="TTT-GO-" + str(99)), f))
    return chapter
chapter = _bound(Chapter())
"""


@pytest.mark.parametrize(
    "text",
    [
        'REACHED = "TTT-GO-99"',
        'NEEDS = {"x": ["TTT-GO-99"]}',
        'def f(d):\n    d.reach(print, "x", within_ms=1, requirement="TTT-GO-99")',
        'def f(d, requirement="TTT-GO-99"): ...',
        'class C:\n    def f(self):\n        return lambda: "TTT-GO-99"',
        'class C:\n    @property\n    def f(self):\n        return "TTT-GO-99"',
        BOUND,
    ],
)
def test_an_unknown_id_anywhere_in_the_code_is_found(code, text):
    suite = replace(SUITE, code=code(text))
    assert strays(suite) == ["made_suite.checks uses TTT-GO-99, which the catalogue does not have"]


def test_an_id_in_the_code_that_no_check_is_bound_to_is_found(code):
    package = code('X = "TTT-QUIT-02"')
    unbound = [check for check in STREAM.chapter(SUITE.catalogue).checks if "TTT-QUIT-02" not in check.requirements]
    stream = Chapter()
    stream.checks = unbound
    suite = replace(SUITE, chapters=(SUITE.chapters[0], stream), code=package)
    assert strays(suite) == ["made_suite.checks uses TTT-QUIT-02, to which no check is bound"]


def test_words_that_only_hold_an_id_are_no_use_of_it(code):
    assert strays(replace(SUITE, code=code('X = "as TTT-GO-99 says"'))) == []


@pytest.mark.parametrize("part", ["foundations", "basis"])
def test_unknown_foundations_are_refused(part):
    with pytest.raises(SuiteError, match="TTT-GO-99"):
        replace(SUITE, **{part: ("TTT-GO-99",)})


def test_every_dialogue_needs_the_basis_but_those_that_decide_it():
    assert set(SUITE.checks["answers_each_go"].needs) == {"TTT-HELLO-01", "TTT-PING-01"}
    assert SUITE.checks["answers_ping"].needs == ("TTT-HELLO-01",)


# -- the stream chapter ---------------------------------------------------------------------------------------------------


def test_an_obligation_that_is_neither_bound_nor_waived_is_refused():
    ids = {name: row for name, row in STREAM.ids.items() if name != "takes_crlf"}
    with pytest.raises(SuiteError, match="neither bound nor waived: takes_crlf"):
        replace(STREAM, ids=ids)


@pytest.mark.parametrize("reason", ["", "  "])
def test_an_obligation_that_is_waived_without_a_reason_is_refused(reason):
    with pytest.raises(SuiteError, match="waived without a reason: leaves_on_quit_after_a_game"):
        replace(STREAM, waived=STREAM.waived | {"leaves_on_quit_after_a_game": reason})


@pytest.mark.parametrize(
    ("part", "entry", "why"),
    [
        ("waived", {"takes_crlf": "It is old."}, "bound and waived: takes_crlf"),
        ("ids", {"takes_tea": "TTT-LINE-01"}, "no obligations of the stream chapter: takes_tea"),
        ("needs", {"takes_tea": ("TTT-GO-01",)}, "no obligations of the stream chapter: takes_tea"),
        ("also", {"spills_tea": ("TTT-GO-01",)}, "no mutants of the stream chapter: spills_tea"),
        ("without", {"spills_tea": "It has none."}, "no mutants of the stream chapter: spills_tea"),
    ],
)
def test_a_chapter_that_names_what_is_not_there_is_refused(part, entry, why):
    with pytest.raises(SuiteError, match=why):
        replace(STREAM, **{part: {**getattr(STREAM, part), **entry}})


def test_an_obligation_of_an_unknown_requirement_is_refused():
    with pytest.raises(SuiteError, match="takes_crlf is bound to TTT-LINE-99, which the catalogue does not have"):
        replace(STREAM, ids={**STREAM.ids, "takes_crlf": "TTT-LINE-99"}).chapter(SUITE.catalogue)


@pytest.mark.parametrize(
    ("name", "missing"), [("is_quiet_when_idle", "share"), ("lasts_for_a_hundred_searches", "growth, slower")]
)
def test_an_obligation_whose_figures_the_catalogue_does_not_have_is_refused(name, missing):
    with pytest.raises(SuiteError, match=f"TTT-GO-01 has no tolerance {missing}, which {name} needs"):
        replace(STREAM, ids={**STREAM.ids, name: "TTT-GO-01"}).chapter(SUITE.catalogue)


def test_the_check_takes_the_figure_that_the_statement_tells():
    assert SUITE.requirement("TTT-IDLE-01").tolerance == {"share": 0.05}
    assert "less than 5%" in SUITE.requirement("TTT-IDLE-01").statement


def test_the_mutants_are_those_of_what_is_bound():
    few = Stream(STREAM.wire, {"takes_crlf": "TTT-LINE-01"}, dict.fromkeys({*STREAM.ids, *STREAM.waived} - {"takes_crlf"}, "No."))
    assert set(few.engines(object)) == {"cr_kept"}
    without = replace(few, without={"cr_kept": "It has no words."}, also={})
    assert not without.engines(object)
    assert replace(few, also={"cr_kept": ("TTT-GO-01",)}).engines(object)["cr_kept"].trips == ("TTT-LINE-01", "TTT-GO-01")


# -- the catalogue --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"tolerance": {"share": 0.05}}, "the statement does not give share"),
        ({"statement": "Less than {portion}.", "tolerance": {"share": 0.05}}, "the statement does not give share"),
        ({"statement": "{share} of {portion}.", "tolerance": {"share": 0.05}}, "the statement cannot be filled: KeyError"),
        ({"tolerance": {"share": "much"}}, "tolerance is a table of figures"),
        ({"tolerance": 5}, "tolerance is a table of figures"),
        ({"fix": " "}, "no fix"),
        ({"remedy": "x"}, "unknown remedy"),
        ({"id": "X1"}, "an id looks like"),
        ({"section": "b"}, "section 'b' is not declared"),
        ({"level": "OUGHT"}, "OUGHT"),
        ({"class": "politeness"}, "politeness"),
        ({"cause_of": ["crash"]}, "cause_of is a list of silence, late, ended"),
        ({"cause_of": []}, "cause_of is a list"),
        ({"cause_of": "ended"}, "cause_of is a list"),
    ],
)
def test_a_catalogue_that_breaks_its_rules_is_refused(row, why):
    with pytest.raises(CatalogueError, match=why):
        catalogue(**row)


def test_figures_stand_in_the_statement_as_it_wants_them():
    row = {"statement": "{share:.0%} and {slower} ms.", "tolerance": {"share": 0.05, "slower": 300}}
    assert catalogue(**row)["X-A-01"].statement == "5% and 300 ms."


def test_what_a_cause_explains_is_read_or_what_is_usual():
    assert catalogue(cause_of=["ended", "wrong"])["X-A-01"].cause_of == (Miss.ENDED, Miss.WRONG)
    assert catalogue()["X-A-01"].cause_of == IN_ANSWERING


SOURCE = {"repository": "a/b", "file": "c.py", "version": "v1.0", "says": "a loop"}
CONSEQUENCE = {"requirements": ["X-A-01"], "of": ["silence"], "client": "Gui", "happens": "It waits.", "source": SOURCE}


def consequences(**row):
    return with_consequences(catalogue(), {"consequence": [CONSEQUENCE | row]})["X-A-01"].consequences


def test_what_a_client_makes_of_a_breach_stands_in_the_requirement():
    assert catalogue()["X-A-01"].consequences == ()
    assert consequences() == (Consequence("Gui", "It waits.", "a/b: c.py at v1.0: a loop", (Miss.SILENCE,)),)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"requirements": ["X-A-02"]}, "Gui: there is no requirement X-A-02"),
        ({"requirements": "X-A-01"}, "Gui: requirements is a list of ids"),
        ({"requirements": []}, "requirements is a list of ids"),
        ({"of": ["crash"]}, "Gui: of is a list of silence, late, ended"),
        ({"client": " "}, "no client"),
        ({"happens": ""}, "Gui: no happens"),
        ({"source": "read somewhere"}, "source a table"),
        ({"source": SOURCE | {"says": ""}}, "Gui, source: no says"),
        ({"source": SOURCE | {"line": "5"}}, "Gui, source: unknown line"),
        ({"since": "1.0"}, "Gui: unknown since"),
    ],
)
def test_a_consequence_that_breaks_the_rules_is_refused(row, why):
    with pytest.raises(CatalogueError, match=why):
        consequences(**row)


def test_a_file_of_consequences_that_cannot_be_read_is_refused(tmp_path):
    file = tmp_path / "requirements.toml"
    file.write_text('protocol = "x"\ntitle = "X"\nrequirement = []\n[sections]\n')
    assert load(file).protocol == "x"
    with pytest.raises(CatalogueError, match=r"consequences\.toml: .*No such file"):
        load(file, tmp_path / "consequences.toml")


def test_a_row_that_stands_twice_is_refused():
    with pytest.raises(CatalogueError, match="X-A-01 stands twice"):
        parse({"protocol": "x", "title": "X", "sections": {"a": "A"}, "requirement": [ROW, ROW]})
    with pytest.raises(CatalogueError, match="no 'title'"):
        parse({"protocol": "x"})

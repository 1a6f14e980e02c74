"""A shared check is bound under the names, titles and ids of a protocol, and with all that it takes."""

import pytest

from conformance.protocol.suite import Chapter
from conformance.suites.uci.driver import uci
from conformance.suites.universal.binding import Binder
from conformance.suites.usi.driver import usi


def searches(d, driver, go, answers="USI-BM-03"):
    """`go` is answered after `{greeting}ok`, with `{ponder}` or without."""
    d.append((driver, go, answers))


def searches_each(d, case, driver):
    """Each case is searched."""
    d.append((driver, case))


def is_kept(record, requirement, most=1):
    """At most some `{things}` are said."""
    yield from [requirement] * min(record, most)


def bound(driver, **more):
    chapter = Chapter()
    Binder(chapter, driver).dialogue(searches, "UCI-GO-01", go="go", **more)
    (check,) = chapter.checks
    return check


def test_a_dialogue_has_its_driver_and_what_it_was_given():
    seen = []
    bound(uci, answers="UCI-BM-03").function(seen)
    assert seen == [(uci, "go", "UCI-BM-03")]


@pytest.mark.parametrize(("driver", "words"), [(uci, ("uciok", "Ponder")), (usi, ("usiok", "USI_Ponder"))])
def test_a_title_has_the_words_of_the_protocol(driver, words):
    check = bound(driver)
    assert check.name == "searches"
    assert check.title == "`go` is answered after `{}`, with `{}` or without.".format(*words)


def test_name_title_and_needs_are_the_protocols_own():
    check = bound(uci, name="goes", title="It goes after `{greeting}`.", needs=("UCI-HS-01",), fresh=True)
    assert (check.name, check.title, check.needs, check.fresh) == ("goes", "It goes after `uci`.", ("UCI-HS-01",), True)


def test_a_dialogue_with_cases_gets_each():
    chapter, seen = Chapter(), []
    Binder(chapter, usi).dialogue(searches_each, "USI-GO-01", cases=("a", "b"))
    for check in chapter.checks:
        check.function(seen, check.case)
    assert [check.name for check in chapter.checks] == ["searches_each[a]", "searches_each[b]"]
    assert seen == [(usi, "a"), (usi, "b")]


def test_an_invariant_has_its_requirement_and_judges():
    chapter = Chapter()
    Binder(chapter, usi).invariant(is_kept, "USI-INFO-01", evidence=(searches,), most=2)
    (check,) = chapter.checks
    assert list(check.function(3)) == ["USI-INFO-01"] * 2
    assert (check.title, check.evidence) == ("At most some `{things}` are said.", ("searches",))


@pytest.mark.parametrize("given", [{}, {"go": "go", "gone": "go"}])
def test_what_does_not_fit_is_refused_where_it_is_bound(given):
    with pytest.raises(TypeError):
        Binder(Chapter(), uci).dialogue(searches, "UCI-GO-01", **given)

"""The engines of the tutorial: each is built and checked as its page says, in its first draft and fixed."""

import importlib.util
import re
import shutil
from pathlib import Path

import pytest

from tests.sampling import IS_EXHAUSTIVE

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "site" / "tutorial"
#: What builds each engine, and the source that its page shows.
LANGUAGES = {"python": ("git", "pebble.py"), "cpp": ("g++", "pebble.cpp"), "rust": ("cargo", "src/main.rs")}
#: Dialogues that the whole run of a page has among others: they show the mistake, or that it has been fixed.
SELECTED = {"python": "obeys_after_nboard", "cpp": "passes_where_it_must", "rust": "go_does_not_play_its_move"}


def imported():
    spec = importlib.util.spec_from_file_location("tutorial", ROOT / "tools" / "tutorial.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tutorial = imported()


@pytest.fixture(params=LANGUAGES)
def language(request, monkeypatch):
    """Give a language; compilers need not make fast code here."""
    if request.param != "python" and not IS_EXHAUSTIVE:
        pytest.skip("only in nox -s exhaustive")
    if shutil.which(LANGUAGES[request.param][0]) is None:
        pytest.skip(f"{LANGUAGES[request.param][0]} is not installed")
    monkeypatch.setenv("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
    monkeypatch.setenv("MAKEFLAGS", "CXXFLAGS=-std=c++17")
    return request.param


def test_the_first_draft_breaks_what_the_page_shows_and_fixed_it_conforms(language, tmp_path):
    for name, draft in (("draft", True), ("fixed", False)):
        # The draft in Python is silent until the limit is over.
        limits = ("--time-scale", "0.1") if draft and language == "python" else ()
        tutorial.lay_out(language, tmp_path / name, draft=draft)
        said = tutorial.checked(tmp_path / name, "--no-explore", *limits, "--select", SELECTED[language])
        verdict = " ".join(said.stdout.splitlines()[-3:])
        assert said.returncode == int(draft), said.stdout
        assert (tutorial.ENGINES[language].breaks in verdict) is draft


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_lines_of_the_first_draft(language):
    fixed = (tutorial.EXAMPLES / language / LANGUAGES[language][1]).read_text("utf-8")
    diff = (PAGES / f"{language}.diff").read_text("utf-8").splitlines()[2:]
    draft = {line[1:].strip() for line in diff if line.startswith(("-", " "))}
    (shown,) = re.findall(rf"```{language}\n(.*?)```", (PAGES / f"{language}.md").read_text("utf-8"), re.DOTALL)
    assert {line.strip() for line in shown.splitlines()} <= draft
    assert all(f"{line[1:]}\n" in fixed for line in diff if line.startswith(("+", " ")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_what_was_said_of_this_draft_and_of_this_engine(language):
    breaks = tutorial.ENGINES[language].breaks
    draft, fixed = ((PAGES / f"{language}-{name}.txt").read_text("utf-8") for name in ("draft", "fixed"))
    assert re.search(rf"^not conforming: 1 MUST requirement broken: {breaks}\b", draft, re.MULTILINE)
    assert fixed.splitlines()[-1] == "conforming: no MUST requirement is broken"

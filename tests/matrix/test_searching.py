"""Nobody searches for nothing: an engine that searches takes a core, so a run cannot take less than what is searched in it."""

import importlib.util
from pathlib import Path

import pytest

#: Searches of a few plies are done in no time by real engines, and not by ours. USI has a game with byoyomi, of two seconds.
#: UCI and USI watch endless searches for a second where little is left to search.
#: Hub asks for nodes behind a `ponder-hit`, and for an analysis before and behind a time per move: half a second of its 47.
#: Two seconds of each are those around a `ponderhit`, in which iterations have to end both before it and after it.
_MOST = {"uci": 35, "usi": 43, "hub": 47, "nboard": 70, "oep": 57, "uhp": 16}
_LONGEST = 4.2
#: Dialogues that listen to an idle engine for a while.
_LISTENING = ("is_quiet", "says_nothing")


@pytest.fixture
def searching():
    path = Path(__file__).parents[2] / "tools" / "searching.py"
    spec = importlib.util.spec_from_file_location("searching", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.parametrize("protocol", _MOST)
def test_no_dialogue_searches_longer_than_its_question_needs(searching, protocol):
    rows = searching.rows_of(protocol)
    assert sum(row.searched - row.brief for row in rows) < _MOST[protocol]
    assert max(row.seconds for row in rows if row.searched > row.brief and not row.name.startswith(_LISTENING)) < _LONGEST

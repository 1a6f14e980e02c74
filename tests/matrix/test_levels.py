"""The levels of each protocol against its built-in engines: what is reached, and what keeps an engine from the next level.

The kill matrix looks at the level of every engine that it runs.
"""

import pytest

from conformance.front.loading import PROTOCOLS, engines, load_suite
from conformance.run.selection import Selection
from conformance.testing.runs import run_suite
from tests.sampling import sample

#: Of each level an engine that breaks what it asks for, and nothing that a lower one asks for.
BREAKS = {
    ("gtp", "plays"): "overwrites_enemy_stone",
    ("gtp", "tournament"): "handicap_three_other_corner",
    ("gtp", "regression"): "reg_genmove_plays",
    ("gtp", "complete"): "showboard_empty",
    ("hub", "plays"): "double_done",
    ("hub", "analyses"): "ping_blocks_in_search",
    ("hub", "ponders"): "crashes_at_a_hit_after_a_miss",
    ("hub", "tournament"): "quit_waits_for_a_missed_guess",
    ("hub", "complete"): "error_without_message",
    ("nboard", "plays"): "startpos_mirrored",
    ("nboard", "analyses"): "pv_illegal_head",
    ("nboard", "tournament"): "clock_ignored",
    ("nboard", "complete"): "nodes_without_a_time",
    ("oep", "plays"): "passes_where_all_is_lost",
    ("oep", "analyses"): "black_pass_keeps_the_window",
    ("oep", "complete"): "early_quit_lost",
    ("uci", "plays"): "bestmove_in_short_notation",
    ("uci", "analyses"): "late_stop_in_second_game",
    ("uci", "ponders"): "ponderhit_flag_stays",
    ("uci", "tournament"): "uses_other_sides_clock",
    ("uci", "complete"): "chess960_castles_to_the_kings_square",
    ("uhp", "plays"): "bestmove_illegal",
    ("uhp", "analyses"): "depth_zero_crash",
    ("uhp", "tournament"): "time_as_milliseconds_x1000",
    ("uhp", "complete"): "error_resets_game",
    ("usi", "plays"): "bestmove_with_equals_sign",
    ("usi", "analyses"): "info_float_nps",
    ("usi", "ponders"): "ponder_clock_runs",
    ("usi", "tournament"): "uses_other_sides_clock",
    ("usi", "complete"): "go_mate_answered_by_bestmove",
}
#: Each protocol with one level or another; `nox -s exhaustive` takes all.
TRIED = sample(BREAKS, 9)
each_level = pytest.mark.parametrize(("protocol", "level"), TRIED, ids=map("-".join, TRIED))


def test_each_level_of_each_protocol_is_tried():
    assert list(BREAKS) == [(protocol, level) for protocol in PROTOCOLS for level in load_suite(protocol).catalogue.levels]


@each_level
def test_an_engine_that_breaks_what_a_level_asks_for_reaches_the_one_before(protocol, level):
    engine, levels = engines(protocol)[BREAKS[protocol, level]], list(load_suite(protocol).catalogue.levels)
    claim = run_suite(protocol, engine)[-1].claim
    assert (claim.level, claim.next) == (["", *levels][levels.index(level)], level)
    assert set(engine.trips) <= set(claim.missing)


@each_level
def test_a_run_of_a_level_shows_that_the_reference_engine_reaches_it(protocol, level):
    asked = load_suite(protocol).catalogue.levels[level]
    claim = run_suite(protocol, "reference", level=level, selection=Selection(asked))[-1].claim
    assert (claim.level, claim.next, claim.missing) == (level, "", ())

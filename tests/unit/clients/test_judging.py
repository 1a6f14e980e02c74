"""What is said of clients by single dialogues: freedoms that they have, and records of others."""

from pathlib import Path

import pytest

from conformance.clients.record_events import Closing, RecordHead
from conformance.front.loading import load_client_suite
from conformance.judging.recorded import judge_recorded
from conformance.wire import recordings
from conformance.wire.ends import End, EndKind
from conformance.wire.transcript import Direction, Line
from conformance.words.model import Level

LOGS = sorted((Path(__file__).parents[2] / "data" / "gui_logs").iterdir())
HEAD = ["> uci", "< option name Hash type spin default 16 min 1 max 64", "< uciok", "> isready", "< readyok"]


def judged(*rows, protocol="uci", head=HEAD):
    timed = (f"{number}.0 {row}" for number, row in enumerate((*head, *rows)))
    (transcript,) = recordings.read("\n".join(timed), "a dialogue")
    return judge_recorded(load_client_suite(protocol), transcript)


def broken(*rows, **more):
    return {finding.requirement for finding in judged(*rows, **more).findings}


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.name)
def test_logs_of_guis_in_use_break_no_must(log):
    for protocol in ("uci", "usi"):
        suite = load_client_suite(protocol)
        text = log.read_text("utf-8", "surrogateescape")
        for transcript in recordings.read_log(
            text, log.name, spoken=recordings.Spoken(is_engines=suite.driver.is_protocol)
        ).dialogues:
            if any(line.text.strip() == protocol for line in transcript.sent()):
                found = judge_recorded(suite, transcript).findings
                assert not [one for one in found if suite.requirement(one.requirement).level is Level.MUST]
                assert {one.requirement.partition("-C-")[2] for one in found} <= {"RDY-02"}


@pytest.mark.parametrize(
    "line", ["setoption name Ponder value true", "setoption name HASH value 32", "setoption name hash value 1"]
)
def test_options_that_may_be_set(line):
    assert not broken(f"> {line}")


@pytest.mark.parametrize(
    ("line", "requirement"),
    [
        ("setoption name Hash value 65", "OPT-03"),
        ("setoption name Hash value many", "OPT-03"),
        ("setoption name Hash", "OPT-04"),
        ("setoption name Hash=32", "OPT-02"),
        ("setoption Hash 32", "OPT-02"),
    ],
)
def test_options_that_may_not_be_set_so(line, requirement):
    assert broken(f"> {line}") == {f"UCI-C-{requirement}"}


def test_nothing_is_said_of_names_where_a_declaration_cannot_be_read():
    head = ["> uci", "< option name Hash", "< uciok"]
    assert not broken("> setoption name Hash value 1", head=head)


def test_a_name_may_hold_the_word_value():
    head = ["> uci", "< option name Piece value type spin default 1 min 0 max 9", "< uciok"]
    assert not broken("> setoption name Piece value value 3", head=head)
    assert broken("> setoption name Piece value value 11", head=head) == {"UCI-C-OPT-03"}


def test_ready_is_asked_for_also_where_position_and_go_come_before_the_greeting_is_over():
    head = ["> uci"]
    assert broken("> position startpos", "> go movetime 1", head=head) == {"UCI-C-HS-02", "UCI-C-RDY-01"}


def test_a_client_may_leave_before_it_has_greeted():
    assert not judged("> quit", head=[]).findings


def test_a_stop_that_crosses_the_answer_and_a_late_ponderhit_are_no_fault():
    game = ["> position startpos", "> go ponder wtime 9 btime 9", "> stop", "< bestmove e2e4", "> stop", "> ponderhit"]
    assert not broken(*game)


def test_a_clock_may_rise_by_movestogo_and_stands_still_in_short_searches():
    first = ["> position startpos", "> go wtime 1000 btime 1000 movestogo 1", "< bestmove e2e4"]
    assert not broken(*first, "> position startpos moves e2e4 e7e5", "> go wtime 9000 btime 9000 movestogo 40")
    assert broken(
        *(row.replace(" movestogo 1", "") for row in first),
        "> position startpos moves e2e4 e7e5",
        "> go wtime 9000 btime 1000",
    ) == {"UCI-C-CLK-02"}


def clocked(*clocks, searched=0.3, replied=1.5, go="go wtime {} btime {}"):
    """A game of the engine, as White, that was sent these clocks."""
    rows, now, moves = [f"{number / 10} {row}" for number, row in enumerate(HEAD)], 5.0, ""
    for pair, played in zip(clocks, ("e2e4 e7e5", "g1f3 b8c6", "f1c4 f8c5", "d2d3 d7d6"), strict=False):
        rows += [f"{now:.3f} > position startpos{' moves' if moves else ''}{moves}", f"{now:.3f} > {go.format(*pair)}"]
        rows.append(f"{now + searched:.3f} < bestmove {played.split()[0]}")
        moves, now = f"{moves} {played}", now + searched + replied
    (transcript,) = recordings.read("\n".join(rows), "a dialogue")
    return [(one.requirement, one.actual) for one in judge_recorded(load_client_suite("uci"), transcript).findings]


SWAPPED = [(60003, 60003), (58503, 59703), (57003, 59403), (55503, 59103)]


@pytest.mark.parametrize("scale", [1, 10])
def test_swapped_clocks_are_named_so(scale):
    clocks = [(60003 - (60003 - own) * scale, 60003 - (60003 - other) * scale) for own, other in SWAPPED]
    ((requirement, actual),) = clocked(*clocks, searched=0.3 * scale, replied=1.5 * scale)
    assert requirement == "UCI-C-CLK-03"
    assert "they are swapped" in actual


@pytest.mark.parametrize(
    "clocks",
    [
        [(other, own) for own, other in SWAPPED],
        SWAPPED[:2],  # once is no evidence
        [(60000, 60000), (58000, 60000), (57000, 59000), (55000, 59000)],  # whole seconds
        [(60003, 60003), (60003, 60003), (60003, 60003)],
        [*SWAPPED[:3], (59103, 55503)],
    ],
)
def test_clocks_are_not_called_swapped_without_evidence(clocks):
    assert "swapped" not in str(clocked(*clocks))


def test_where_both_sides_think_alike_nothing_is_said():
    assert not clocked(*[(60003 - 900 * n, 60003 - 900 * n) for n in range(4)], searched=0.9, replied=0.9)


def test_an_option_is_named_as_it_was_sent():
    (found,) = judged("> setoption name Threads value 1").findings
    assert found.actual == "there is no option 'Threads'"


def test_a_position_of_two_moves_later_may_come_as_a_fen_and_another_one_may_not():
    first = ["> position startpos", "> go wtime 9000 btime 9000", "< bestmove e2e4"]
    later = "> position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert not broken(*first, later, "> go wtime 8000 btime 8000")
    other = "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert broken(*first, other, "> go wtime 8000 btime 8000") == {"UCI-C-POS-03"}
    assert not broken(*first, "> ucinewgame", "> isready", "< readyok", other, "> go wtime 9000 btime 9000")
    assert not broken(*first, other, "> go infinite")


def test_an_illegal_move_of_the_engine_is_another_fault_than_one_of_the_client():
    first = ["> position startpos", "> go movetime 1", "< bestmove e2e5"]
    assert broken(*first, "> position startpos moves e2e5 e7e5") == {"UCI-C-FLT-04"}
    assert broken(*first, "> position startpos moves e2e4 e7e4") == {"UCI-C-POS-02"}


def test_chess960_castles_by_its_own_notation():
    head = [*HEAD[:1], "< option name UCI_Chess960 type check default false", *HEAD[2:]]
    rows = ["> setoption name UCI_Chess960 value true", "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1"]
    assert not broken(*rows, head=head)
    assert broken(rows[1], head=head) == {"UCI-C-POS-02"}


@pytest.mark.parametrize("name", ["UCI_Variant", "uci_variant"])
def test_an_illegal_move_is_one_also_where_the_client_has_named_the_usual_game(name):
    head = [*HEAD[:1], "< option name UCI_Variant type combo default chess var chess var atomic", *HEAD[2:]]
    rows = ["> position startpos moves e2e4 e7e4"]
    for value in ("chess", "Chess"):
        assert broken(f"> setoption name {name} value {value}", *rows, head=head) == {"UCI-C-POS-02"}
    assert not broken(f"> setoption name {name} value atomic", *rows, head=head)
    again = [f"> setoption name {name} value {value}" for value in ("atomic", "chess")]
    assert broken(*again, *rows, head=head) == {"UCI-C-POS-02"}


def test_in_shogi_the_usual_game_may_be_named_too():
    head = ["> usi", "< option name USI_Variant type combo default shogi var shogi var minishogi", "< usiok"]
    row = "> position startpos moves 7g7f 3c3d 7f7c"
    assert broken("> setoption name USI_Variant value shogi", row, protocol="usi", head=head) == {"USI-C-POS-02"}
    assert not broken("> setoption name USI_Variant value minishogi", row, protocol="usi", head=head)


def test_nothing_is_said_of_castling_where_only_the_variant_says_that_it_is_chess960():
    head = [*HEAD[:1], "< option name UCI_Variant type combo default chess var chess var fischerandom", *HEAD[2:]]
    rows = ["> setoption name UCI_Variant value fischerandom", "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1"]
    assert not broken(*rows, head=head)


def test_the_end_of_the_client_counts_behind_what_a_long_record_has_left_out():
    done = judged("> position startpos", "> go movetime 1")
    lines = done.transcript.lines
    lines.insert(0, Line(0.0, Direction.PROCESS, RecordHead("flood", True, "UCI-C-FLT-07").text))
    lines.append(Line(20.0, Direction.PROCESS, "left out: what is more than a record holds"))
    lines.append(Line(30.0, Direction.PROCESS, Closing(End(EndKind.KILLED), 0, 0, 2).text))
    again = judge_recorded(load_client_suite("uci"), done.transcript)
    assert [finding.requirement for finding in again.findings] == ["UCI-C-FLT-07"]


def test_in_shogi_ready_is_asked_for_between_two_games():
    head = ["> usi", "< usiok", "> isready", "< readyok", "> usinewgame"]
    game = ["> position startpos", "> go btime 0 wtime 0 byoyomi 1000", "< bestmove resign", "> gameover win"]
    further = ["> usinewgame", "> position startpos", "> go btime 0 wtime 0 byoyomi 1000"]
    assert broken(*game, *further, protocol="usi", head=head) == {"USI-C-RDY-02"}
    assert not broken(*game, "> isready", "< readyok", *further, protocol="usi", head=head)


TWICE = ("> position startpos", "> go infinite", "> stop", "< bestmove e2e4", "< bestmove e2e4")


def test_a_surplus_answer_that_is_unread_at_stop_is_taken_for_the_answer_to_it():
    next_search = ("> position startpos moves e2e4", "> go infinite", "> stop")
    too_early = ("> position startpos moves e2e4 e7e5", "> go infinite")
    assert broken(*TWICE, *next_search, *too_early) == {"UCI-C-FLT-05"}
    assert broken(*TWICE, *next_search, "< bestmove e7e5", *next_search, *too_early) == {"UCI-C-SRCH-01"}, "long read by now"

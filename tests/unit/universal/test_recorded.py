"""What a recorded dialogue proves of the moves in it: of which game they are, and of which position."""

import pytest

from conformance.front.loading import load_suite
from conformance.judging.recorded import judge_recorded
from conformance.wire import recordings

OPTIONS = {
    "uci": ("Hash type spin default 16 min 1 max 64", "Ponder type check default false"),
    "usi": ("USI_Hash type spin default 16 min 1 max 64", "USI_Ponder type check default false"),
}
both = pytest.mark.parametrize("protocol", ["uci", "usi"])


def broken(protocol, text, *more):
    """The requirements that a recorded dialogue breaks, by an engine that offers some options more."""
    options = "".join(f"0 < option name {option}\n" for option in (*OPTIONS[protocol], *more))
    greeting = f"0 > {protocol}\n0 < id name X\n0 < id author Y\n{options}0 < {protocol}ok\n"
    (transcript,) = recordings.read(greeting + text, "session")
    return {finding.requirement for finding in judge_recorded(load_suite(protocol), transcript).findings}


READY = "1 > isready\n1 < readyok\n"
#: For each protocol an unusual game, a position, a line in it, and what is broken where the game is the usual one.
VARIANTS = {
    "uci": ("crazyhouse", "startpos moves e2e4 d7d5 e4d5", "P@e4 d8d5", {"UCI-BM-01", "UCI-INFO-01"}),
    "usi": ("kyotoshogi", "startpos", "+S*3c 3b3c", {"USI-BM-01", "USI-INFO-01"}),
}
OTHER_MATE = "1 > go mate 1000\n2 < checkmate +S*3c\n"


def variant_game(protocol):
    _, position, line, _ = VARIANTS[protocol]
    best, reply = line.split()
    info = f"2 < info depth 1 currmove {best}\n2 < info depth 1 score cp 10 pv {line}\n"
    return f"1 > position {position}\n1 > go depth 1\n{info}2 < bestmove {best} ponder {reply}\n"


def variants(default, other):
    return [f"{prefix}_Variant type combo default {default} var {default} var {other}" for prefix in ("UCI", "USI")]


@both
def test_moves_of_another_game_are_written_in_its_own_way(protocol):
    other, *_, wrong = VARIANTS[protocol]
    played = variant_game(protocol) + (OTHER_MATE if protocol == "usi" else "")
    for option in variants("standard", other):
        chosen = f"1 > setoption name {option.split()[0]} value {other}\n{READY}{played}"
        assert broken(protocol, chosen, option) == set()
        assert broken(protocol, READY + variant_game(protocol), option) == wrong


@both
def test_an_engine_may_play_another_game_from_the_start(protocol):
    other, *_, wrong = VARIANTS[protocol]
    for option in variants(other, "standard"):
        assert broken(protocol, READY + variant_game(protocol), option) == set()
        usual = f"1 > setoption name {option.split()[0]} value standard\n{READY}"
        assert broken(protocol, usual + variant_game(protocol), option) == wrong


@both
def test_scores_are_written_alike_in_all_games(protocol):
    other, *_ = VARIANTS[protocol]
    text = f"{READY}1 > position startpos\n1 > go depth 1\n2 < info score pawns 1\n2 < bestmove a1a2\n"
    assert broken(protocol, text, variants(other, "standard")[0]) == {f"{protocol.upper()}-INFO-02"}


#: For each protocol the first two moves of a game.
MOVES = {"uci": ("e2e4", "e7e5"), "usi": ("7g7f", "3c3d")}


def two_searches(protocol, between, answer):
    """The second move of a game is searched, and then, after what stands between, there is a `go` with this answer."""
    first, second = MOVES[protocol]
    game = f"1 > position startpos moves {first}\n1 > go depth 1\n2 < bestmove {second}\n"
    return f"{READY}{game}{between}4 > go depth 1\n5 < bestmove {answer}\n"


@both
def test_a_new_game_may_begin_at_its_start(protocol):
    first, second = MOVES[protocol]
    for answer in (first, second):
        assert broken(protocol, two_searches(protocol, f"3 > {protocol}newgame\n", answer)) == set()
    again = f"3 > {protocol}newgame\n3 > position startpos moves {first}\n"
    for between in ("", again):
        assert broken(protocol, two_searches(protocol, between, first)) == {f"{protocol.upper()}-BM-02"}


@pytest.mark.parametrize(
    ("named", "wrong"), [("e2e5", set()), ("e2e5 e7e5 wtime 1000", set()), ("e2e5 e2e4", {"UCI-BM-08"}), ("", {"UCI-BM-08"})]
)
def test_who_may_choose_from_no_legal_move_may_say_so(named, wrong):
    go = f"1 > go depth 1 searchmoves {named}" if named else "1 > go depth 1"
    assert broken("uci", f"{READY}1 > position startpos\n{go}\n2 < bestmove (none)\n") == wrong


def test_who_asks_between_a_position_and_its_go_may_find_another_one():
    between = "3 > position startpos moves 7g7f\n3 > isready\n3 < readyok\n"
    assert broken("usi", two_searches("usi", between, "7g7f")) == set()
    again = f"{between}3 > position startpos moves 7g7f\n"
    assert broken("usi", two_searches("usi", again, "7g7f")) == {"USI-BM-02"}


def test_a_gui_of_chess_may_ask_between_a_position_and_its_go():
    between = "3 > position startpos moves e2e4\n3 > isready\n3 < readyok\n"
    assert broken("uci", two_searches("uci", between, "e2e4")) == {"UCI-BM-02"}


CHESS960 = "UCI_Chess960 type check default {}"
CASTLING = "2 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6\n2 > go depth 1\n3 < bestmove {}\n"


def castles(move, *options, value="", name="UCI_Chess960"):
    """What an engine breaks that castles so, with its options, of which one may be set."""
    setting = f"1 > setoption name {name} value {value}\n" if value else ""
    return broken("uci", setting + READY + CASTLING.format(move), *options) - {"UCI-OPT-10"}


def test_castling_is_written_as_the_gui_has_asked():
    off, on = {"value": "false"}, {"value": "true"}
    assert castles("e1h1", CHESS960.format("false"), **off) == castles("e1h1", CHESS960.format("false")) == {"UCI-BM-01"}
    assert castles("e1g1", CHESS960.format("false"), **on) == {"UCI-BM-02"}
    for option in map(CHESS960.format, ("false", "true")):
        assert castles("e1g1", option, **off) == castles("e1h1", option, **on) == set()


@pytest.mark.parametrize("move", ["e1g1", "e1h1"])
def test_who_has_not_been_asked_clearly_may_castle_either_way(move):
    assert castles(move, CHESS960.format("true")) == set()
    for value in ("TRUE", "on"):
        assert castles(move, CHESS960.format("false"), value=value) == set()


@pytest.mark.parametrize("variant", ["fischerandom", "Chess960"])
def test_an_option_for_variants_may_ask_for_chess960(variant):
    option = f"UCI_Variant type combo default chess var chess var {variant}"
    for others in ((option,), (option, CHESS960.format("false"))):
        assert castles("e1h1", *others, name="UCI_Variant", value=variant) == set()
        assert castles("e1g1", *others, name="UCI_Variant", value=variant) == {"UCI-BM-02"}
        assert castles("e1h1", *others, name="UCI_Variant", value="chess") == {"UCI-BM-01"}


#: For each protocol an answer, and text that is nearly one.
TEXT = {
    "uci": ("e2e4", ["Bestmove e2e4", "ponder e7e5"]),
    "usi": ("7g7f", ["Bestmove 7g7f", "ponder 3c3d", "Checkmate nomate"]),
}
TEXTS = [(protocol, move, text) for protocol, (move, texts) in TEXT.items() for text in texts]


@pytest.mark.parametrize(("protocol", "move", "text"), TEXTS)
def test_what_is_nearly_an_answer_is_text_before_one(protocol, move, text):
    go, text, answer = f"{READY}1 > position startpos\n1 > go depth 1\n", f"2 < {text}\n", f"2 < bestmove {move}\n"
    wrong = {f"{protocol.upper()}-{'MATE-02' if 'mate' in text else 'BM-01'}"}
    assert broken(protocol, go + text + answer) == set()
    assert broken(protocol, go + text) == broken(protocol, go + answer + text) == wrong


@both
def test_a_dialogue_without_isready_is_judged_on_and_the_gui_is_told(protocol):
    move, wrong = ("e2e4", "e2e5") if protocol == "uci" else ("7g7f", "7g7e")
    game = f"1 > {protocol}newgame\n1 > position startpos\n1 > go depth 1\n2 < bestmove {{}}\n2 > quit\n"
    assert broken(protocol, game.format(move)) == set()
    assert broken(protocol, game.format(wrong)) == {f"{protocol.upper()}-BM-02"}
    (transcript,) = recordings.read(f"0 > {protocol}\n0 < {protocol}ok\n{game.format(move)}", "session")
    found = judge_recorded(load_suite(protocol), transcript)
    assert (found.stopped_at, {one.missing for one in found.missteps}) == (None, {"`isready`"})
    assert len(found.missteps) == 1

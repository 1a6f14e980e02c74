"""Info lines, each by itself and in the order of a search."""

from collections.abc import Iterator, Sequence

from conformance.games.shogi import Game
from conformance.protocol.suite import Chapter, Judgements
from conformance.suites.universal import judging
from conformance.suites.universal.judging import SHOWN, heaviest, quoted
from conformance.suites.usi.catalogue import figure
from conformance.suites.usi.dialogues import answers, clocks, infos
from conformance.suites.usi.grammar import INFO
from conformance.suites.usi.messages import SPECIAL_WORDS, Info
from conformance.suites.usi.positions import is_opening
from conformance.suites.usi.record import Go, Heard, Record
from conformance.words.messages import Malformed
from conformance.words.model import Finding, Remark, Seen

chapter: Chapter[Record] = Chapter()

#: A search shorter than this (s) need not report anything in full, nor is its traffic counted.
_WORTH_A_REPORT = 0.5
_FLOOD = figure("USI-INFO-19", "lines")


@chapter.invariant("USI-INFO-01", evidence=(clocks.depth_limit_ends_the_search,))
def info_lines_are_well_formed(record: Record) -> Judgements:
    """Every info line follows the grammar."""
    yield from _malformed(record, "USI-INFO-01", "an info line of the grammar")
    yield from heaviest(judging.oddities(list(_all_infos(record))))


@chapter.invariant("USI-INFO-02", evidence=(clocks.depth_limit_ends_the_search, answers.plays_in_many_positions))
def scores_are_well_formed(record: Record) -> Judgements:
    """Every score is cp or mate with a number."""
    yield from _malformed(record, "USI-INFO-02", "score cp NUMBER or score mate NUMBER")


def _malformed(record: Record, requirement: str, expected: str) -> Judgements:
    for heard in record.of("info"):
        if isinstance(heard.message, Malformed):
            if heard.message.requirement == requirement:
                yield Finding(requirement, expected, f"{heard.message.reason}: {quoted(heard)}", heard.index)
        elif requirement == "USI-INFO-01" or (isinstance(heard.message, Info) and heard.message.score):
            yield Seen(requirement)


def _infos(go: Go) -> Iterator[tuple[Heard, Info]]:
    for heard in go.infos:
        if isinstance(heard.message, Info):
            yield heard, heard.message


def _all_infos(record: Record) -> Iterator[tuple[Heard, Info]]:
    for heard in record.of("info"):
        if isinstance(heard.message, Info):
            yield heard, heard.message


@chapter.invariant("USI-GO-02", evidence=(clocks.depth_limit_ends_the_search,))
def depth_limits_are_kept(record: Record) -> Judgements:
    """With `go depth N` no greater depth is reported; a move from a book has a depth of its own."""
    for go in record.searches:
        limit = go.number("depth")
        if limit is None or limit < 1 or "ponder" in go.words or go.position is None or is_opening(go.position):
            continue
        yield from judging.depth_is_limited(limit, list(_infos(go)), "USI-GO-02")
    told = (judging.stopped_short(go.words, list(_infos(go))) for go in record.searches if _chose_its_end(go))
    yield from heaviest(remark for remarks in told for remark in remarks)


def _chose_its_end(go: Go) -> bool:
    """Whether a search ended by itself where it had more than one move to look at, and no book to take it from."""
    is_new = go.position is not None and not is_opening(go.position) and len(go.position.legal_moves()) > 1
    return is_new and len(go.answers) == 1 and not go.stops


@chapter.invariant("USI-INFO-04", evidence=(answers.plays_in_many_positions, clocks.depth_limit_ends_the_search))
def variations_are_legal(record: Record) -> Judgements:
    """Every pv is a legal line from the root of the search."""
    for go in record.searches:
        if _is_misread(go):
            continue
        for heard, info in _infos(go):
            if info.pv:
                yield _line(go, heard, info.pv)
    yield from heaviest(remark for go in record.searches if not _is_misread(go) for remark in _of_the_last_line(go))


def _is_misread(go: Go) -> bool:
    """Whether the engine searched another position than the one sent: then its reports prove nothing more."""
    best = go.bestmove
    return go.position is None or (best is not None and best.is_move and not go.position.is_legal(best.move))


def _line(go: Go, heard: Heard, pv: tuple[str, ...]) -> Finding | Seen:
    here = go.position
    assert here is not None
    for number, move in enumerate(pv, 1):
        if not here.is_legal(move):
            if move in SPECIAL_WORDS:
                break
            actual = f"move {number}, {move}: {here.why_illegal(move)}"
            return Finding("USI-INFO-04", "a pv that can be played from the root", actual, heard.index)
        here = here.play(move)
    return Seen("USI-INFO-04")


@chapter.invariant("USI-INFO-05", evidence=(clocks.depth_limit_ends_the_search,))
def the_variation_ends_the_line(record: Record) -> Judgements:
    """`pv` is the last key of its line: some GUIs take the rest of the line for moves."""
    for heard, info in _all_infos(record):
        if info.pv:
            behind = [key for key in info.keys[info.keys.index("pv") + 1 :] if key in INFO.keys - {"string"}]
            if behind:
                yield Finding("USI-INFO-05", "pv as the last key", f"{behind[0]} behind it: {quoted(heard)}", heard.index)
            else:
                yield Seen("USI-INFO-05")


@chapter.invariant("USI-INFO-06", evidence=(infos.reported_time_is_in_milliseconds,))
def variations_come_with_their_score(record: Record) -> Judgements:
    """In a longer search the score stands in lines that have the pv, if it is told at all."""
    for go in record.searches:
        scores = [(heard, info) for heard, info in _infos(go) if info.score is not None]
        if go.seconds < _WORTH_A_REPORT or not any(info.pv for _, info in _infos(go)):
            continue
        if not scores or any(info.pv for _, info in scores):
            yield Seen("USI-INFO-06")
        else:
            heard, late_ms = scores[-1][0], (go.seconds - _WORTH_A_REPORT) * 1000
            yield Finding("USI-INFO-06", "the score in the line of its pv", f"only {quoted(heard)}", heard.index, late_ms)


@chapter.invariant("USI-INFO-07", evidence=(clocks.depth_limit_ends_the_search,))
def seldepth_comes_with_depth(record: Record) -> Judgements:
    """`seldepth` stands in a line that has `depth`."""
    yield from judging.seldepth_has_depth(list(_all_infos(record)), "USI-INFO-07")


@chapter.invariant("USI-INFO-09", evidence=(clocks.depth_limit_ends_the_search,))
def permille_is_at_most_1000(record: Record) -> Judgements:
    """`hashfull` is between 0 and 1000."""
    yield from judging.permille(list(_all_infos(record)), "USI-INFO-09")


@chapter.invariant("USI-INFO-10", evidence=(infos.reported_time_is_in_milliseconds,))
def time_and_nodes_rise(record: Record) -> Judgements:
    """Within a search the time and the nodes never fall."""
    searches = [list(_infos(go)) for go in record.searches]
    yield from judging.rising(searches, "USI-INFO-10", "a time", lambda info: info.time, slack=judging.SLACK)
    yield from judging.rising(searches, "USI-INFO-10", "a number of nodes", lambda info: info.nodes, slack=judging.SLACK)


@chapter.invariant("USI-INFO-11", evidence=(infos.reported_time_is_in_milliseconds,))
def depth_rises(record: Record) -> Judgements:
    """Within a search the depth of a variation never falls; a bound belongs to a depth that is not finished."""
    yield from judging.depth_rises([list(_infos(go)) for go in record.searches], "USI-INFO-11")


@chapter.invariant("USI-INFO-12", evidence=(infos.reported_time_is_in_milliseconds,))
def no_more_time_is_reported_than_has_passed(record: Record) -> Judgements:
    """No info line tells a time that has not passed since `go`."""
    for go in record.searches:
        for heard, info in _infos(go):
            passed = (heard.at - go.at) * 1000
            if info.time is None:
                continue
            if info.time <= passed + infos.allowed_ms(passed):
                yield Seen("USI-INFO-12")
            else:
                yield Finding("USI-INFO-12", f"a time of at most {passed:.0f} ms", quoted(heard), heard.index)


@chapter.invariant("USI-INFO-13", evidence=(infos.reported_time_is_in_milliseconds,))
def nps_is_nodes_by_time(record: Record) -> Judgements:
    """`nps` is the nodes by the time, wherever all three are told together after a while; 0 tells of no measurement."""
    yield from judging.rates(list(_all_infos(record)), "USI-INFO-13")


@chapter.invariant("USI-INFO-14", evidence=(clocks.depth_limit_ends_the_search,))
def current_moves_are_legal(record: Record) -> Judgements:
    """`currmove` is a legal move at the root, and its number begins at 1."""
    for go in record.searches:
        for heard, info in [] if _is_misread(go) else _infos(go):
            if info.currmovenumber == 0:
                yield Finding("USI-INFO-14", "currmovenumber from 1", "currmovenumber 0", heard.index)
            elif info.currmove is not None and go.position is not None and info.currmove not in SPECIAL_WORDS:
                if go.position.is_legal(info.currmove):
                    yield Seen("USI-INFO-14")
                else:
                    actual = f"{info.currmove}: {go.position.why_illegal(info.currmove)}"
                    yield Finding("USI-INFO-14", f"a legal move in {go.position.sfen}", actual, heard.index)


@chapter.invariant("USI-INFO-15", evidence=(clocks.depth_limit_ends_the_search,))
def lines_are_shown_when_asked_for(record: Record) -> Judgements:
    """`refutation` and `currline` are sent only when their options are on."""
    on = record.switched_on
    for heard, info in _all_infos(record):
        for key, option in (("refutation", "usi_showrefutations"), ("currline", "usi_showcurrline")):
            if key in info.keys and option not in on:
                yield Finding("USI-INFO-15", f"no {key} unless it is asked for", quoted(heard), heard.index)
        if info.is_search_data and not {"refutation", "currline"} & set(info.keys):
            yield Seen("USI-INFO-15")


@chapter.invariant("USI-INFO-18", evidence=(infos.mates_are_counted_in_plies, answers.plays_in_many_positions))
def mates_have_the_parity_of_their_side(record: Record) -> Judgements:
    """The distance to mate is odd for the side that mates, and even for the side that is mated."""
    for go in record.searches:
        for heard, info in _infos(go) if go.position is not None else ():
            score = info.score
            if score is None or score.unit != "mate" or score.bound or score.value is None:
                continue
            if go.position is not None and go.position.is_terminal:
                if score.value % 2:
                    text = f"`{str(score)[:SHOWN]}` where the side to move is mated already, which is `mate 0`"
                    yield Remark("mate score of a mated side", text, at=heard.index)
            elif score.value == 0:
                if score.number.isdigit():  # a signed zero is a mate of unknown length
                    yield Finding("USI-INFO-18", "mate 0 only where the side to move is mated", quoted(heard), heard.index)
            elif (score.value > 0) == (score.value % 2 == 1):
                yield Seen("USI-INFO-18")
            else:
                side = "odd for who mates" if score.value > 0 else "even for who is mated"
                yield Finding("USI-INFO-18", f"a number of plies that is {side}", f"`{str(score)[:SHOWN]}`", heard.index)


@chapter.invariant("USI-INFO-19", evidence=(infos.reported_time_is_in_milliseconds,))
def traffic_is_moderate(record: Record) -> Judgements:
    """A search does not send more info lines than anybody can read."""
    for go in record.searches:
        if go.seconds < _WORTH_A_REPORT or not go.infos:
            continue
        if (rate := len(go.infos) / go.seconds) < _FLOOD:
            yield Seen("USI-INFO-19")
        else:
            yield Finding("USI-INFO-19", f"fewer than {_FLOOD:g} info lines a second", f"{rate:.0f}", go.infos[-1].index)


#: So often a position comes before the game is drawn.
_FOUR_TIMES = 4


def _of_the_last_line(go: Go) -> Iterator[Remark]:
    """What is odd about the last line: it does not end as it says, begins with another move than is played, passes a draw."""
    last = judging.last_line(list(_infos(go)))
    if last is None or go.game is None or go.position is None:
        return
    info, drawn = last[1], _draws(go.game, last[1].pv or ())
    if drawn[0]:
        return  # what an engine tells there is its own
    if info.score is not None and info.score.unit == "mate" and info.score.value:
        yield from judging.mating_line(go.position, last, abs(info.score.value), lambda one: bool(one.is_terminal))
    if go.bestmove is not None and go.bestmove.is_move and go.stop_at is None and not go.is_set_otherwise:
        yield from judging.other_move(last, go.bestmove.move)
    yield from judging.line_behind_a_draw(last, drawn)


def _draws(game: Game, moves: Sequence[str]) -> list[bool]:
    """Whether the position that is searched, and each of a line behind it, is drawn; up to the first illegal move."""
    here, seen = game.position, [position.key for position in game.positions]
    drawn = [seen.count(here.key) >= _FOUR_TIMES]
    for move in moves:
        if not here.is_legal(move):
            break
        here = here.play(move)
        seen.append(here.key)
        drawn.append(seen.count(here.key) >= _FOUR_TIMES)
    return drawn

"""Info lines, each by itself and in the order of a search."""

from collections.abc import Sequence

from conformance.api.suites import Chapter, Finding, Judgements, Remark, Seen, quoted
from conformance.games.shogi import Game
from conformance.suites.universal import judging
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import infos as shared_infos
from conformance.suites.universal.invariants import infos as shared
from conformance.suites.universal.judging import heaviest
from conformance.suites.usi.catalogue import figure
from conformance.suites.usi.dialogues import answers, clocks, infos, position
from conformance.suites.usi.driver import usi
from conformance.suites.usi.grammar import INFO
from conformance.suites.usi.messages import SPECIAL_WORDS
from conformance.suites.usi.positions import is_opening
from conformance.suites.usi.record import Go, Record

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)


bind.invariant(shared.info_lines_are_well_formed, "USI-INFO-01", evidence=(clocks.depth_limit_ends_the_search,))
bind.invariant(
    shared.variations_have_moves,
    "USI-INFO-05",
    evidence=(clocks.depth_limit_ends_the_search, position.plays_on_after_repetition),
)
bind.invariant(
    shared.scores_are_well_formed, "USI-INFO-02", evidence=(clocks.depth_limit_ends_the_search, answers.plays_in_many_positions)
)


@chapter.invariant("USI-GO-02", evidence=(clocks.depth_limit_ends_the_search,))
def depth_limits_are_kept(record: Record) -> Judgements:
    """With `go depth N` no greater depth is reported; a move from a book has a depth of its own."""
    for go in record.searches:
        limit = go.number("depth")
        if limit is None or limit < 1 or "ponder" in go.words or go.position is None or is_opening(go.position):
            continue
        yield from judging.depth_is_limited(limit, go, "USI-GO-02", ("USI-GO-01",), "USI-ROB-04")
    found = (judging.stopped_short(go.words, go.lines) for go in record.searches if _chose_its_end(go))
    yield from heaviest(remark for remarks in found for remark in remarks)


def _chose_its_end(go: Go) -> bool:
    """Whether a search ended by itself where it had more than one move to look at, and no book to take it from."""
    is_new = go.position is not None and not is_opening(go.position) and len(go.position.legal_moves()) > 1
    return is_new and len(go.answers) == 1 and not go.stops and not go.is_discarded


#: So often a position comes before the game is drawn.
_FOUR_TIMES = 4


def _draws(game: Game, moves: Sequence[str]) -> list[bool]:
    """Whether the position that is searched, and each of a line after it, is drawn; up to the first illegal move."""
    here, seen = game.position, [position.key for position in game.positions]
    drawn = [seen.count(here.key) >= _FOUR_TIMES]
    for move in moves:
        if not here.is_legal(move):
            break
        here = here.play(move)
        seen.append(here.key)
        drawn.append(seen.count(here.key) >= _FOUR_TIMES)
    return drawn


bind.invariant(
    shared.variations_are_legal,
    "USI-INFO-04",
    evidence=(answers.plays_in_many_positions, clocks.depth_limit_ends_the_search),
    words=SPECIAL_WORDS,
    draws=_draws,
    plies=abs,
    is_mated=lambda position: bool(position.is_terminal),
)


@chapter.invariant("USI-INFO-05", evidence=(clocks.depth_limit_ends_the_search,))
def the_variation_ends_the_line(record: Record) -> Judgements:
    """`pv` is the last key of its line: some GUIs take the rest of the line for moves."""
    for heard, info in record.infos:
        if info.pv:
            behind = [key for key in info.keys[info.keys.index("pv") + 1 :] if key in INFO.keys - {"string"}]
            if behind:
                yield Finding("USI-INFO-05", "pv as the last key", f"{behind[0]} after it: {quoted(heard)}", heard.index)
            else:
                yield Seen("USI-INFO-05")


@chapter.invariant("USI-INFO-06", evidence=(shared_infos.reported_time_is_in_milliseconds,))
def variations_come_with_their_score(record: Record) -> Judgements:
    """In a longer search the score stands in lines that have the pv, if it is told at all."""
    for go in record.searches:
        scores = [(heard, info) for heard, info in go.lines if info.score is not None]
        if go.seconds < shared.WORTH_A_REPORT or not any(info.pv for _, info in go.lines):
            continue
        if not scores or any(info.pv for _, info in scores):
            yield Seen("USI-INFO-06")
        else:
            heard, late_ms = scores[-1][0], (go.seconds - shared.WORTH_A_REPORT) * 1000
            yield Finding("USI-INFO-06", "the score in the line of its pv", f"only {quoted(heard)}", heard.index, late_ms)


bind.invariant(shared.seldepth_comes_with_depth, "USI-INFO-07", evidence=(clocks.depth_limit_ends_the_search,))
bind.invariant(shared.permille_is_at_most_1000, "USI-INFO-09", evidence=(clocks.depth_limit_ends_the_search,))
bind.invariant(shared.time_and_nodes_rise, "USI-INFO-10", evidence=(shared_infos.reported_time_is_in_milliseconds,))
bind.invariant(shared.depth_rises, "USI-INFO-11", evidence=(shared_infos.reported_time_is_in_milliseconds,))
bind.invariant(
    shared.no_more_time_is_reported_than_has_passed,
    "USI-INFO-12",
    evidence=(shared_infos.reported_time_is_in_milliseconds,),
    allowed_ms=infos.allowed_ms,
)


@chapter.invariant("USI-INFO-13", evidence=(shared_infos.reported_time_is_in_milliseconds,))
def nps_is_nodes_by_time(record: Record) -> Judgements:
    """`nps` is the nodes by the time, wherever all three are told together after a while; 0 tells of no measurement."""
    yield from judging.rates(record.infos, "USI-INFO-13")


bind.invariant(shared.current_moves_are_legal, "USI-INFO-14", evidence=(clocks.depth_limit_ends_the_search,), words=SPECIAL_WORDS)


bind.invariant(
    shared.lines_are_shown_when_asked_for,
    "USI-INFO-15",
    evidence=(clocks.depth_limit_ends_the_search,),
    options={"refutation": "usi_showrefutations", "currline": "usi_showcurrline"},
)


@chapter.invariant("USI-INFO-18", evidence=(infos.mates_are_counted_in_plies, answers.plays_in_many_positions))
def mates_have_the_parity_of_their_side(record: Record) -> Judgements:
    """The distance to mate is odd for the side that mates, and even for the side that is mated."""
    for go in record.searches:
        for heard, info in go.lines if go.position is not None else ():
            score = info.score
            if score is None or score.unit != "mate" or score.bound or score.value is None:
                continue
            if go.position is not None and go.position.is_terminal:
                if score.value % 2:
                    text = f"{quoted(str(score))} where the side to move is mated already, which is `mate 0`"
                    yield Remark("mate score of a mated side", text, at=heard.index)
            elif score.value == 0:
                if score.number.isdigit():  # a signed zero is a mate of unknown length
                    yield Finding("USI-INFO-18", "mate 0 only where the side to move is mated", quoted(heard), heard.index)
            elif (score.value > 0) == (score.value % 2 == 1):
                yield Seen("USI-INFO-18")
            else:
                side = "odd for who mates" if score.value > 0 else "even for who is mated"
                expected = f"a number of plies that is {side}"
                yield Finding("USI-INFO-18", expected, quoted(str(score)), heard.index, unless=("USI-INFO-16", "USI-INFO-17"))


@chapter.invariant("USI-INFO-18", evidence=(answers.plays_in_many_positions, infos.mates_are_counted_in_plies))
def a_mate_in_one_mates(record: Record) -> Judgements:
    """A line that is called a mate in one ply begins with a move that mates."""
    for go in record.searches:
        here = go.position
        if here is None or shared.is_misread(go):
            continue
        for heard, info in go.lines:
            score = info.score
            if score is None or score.unit != "mate" or score.bound or score.value != 1 or not info.pv:
                continue
            if not here.is_legal(info.pv[0]):
                continue  # which another requirement is about
            if here.play(info.pv[0]).is_terminal:
                yield Seen("USI-INFO-18")
            else:
                actual = f"{quoted(str(score))} for {info.pv[0]}, which does not mate"
                yield Finding(
                    "USI-INFO-18", "a mate in one that mates", actual, heard.index, unless=("USI-INFO-16", "USI-INFO-17")
                )


bind.invariant(
    shared.traffic_is_moderate,
    "USI-INFO-19",
    evidence=(shared_infos.reported_time_is_in_milliseconds,),
    most=figure("USI-INFO-19", "lines"),
)

"""Info lines, each by itself and in the order of a search."""

from collections.abc import Sequence

from conformance.api.suites import Chapter, Finding, Judgements, Remark, Seen, quoted
from conformance.games.chess import Game, MateResult, solve_mate
from conformance.suites.uci.dialogues import answers, clocks, infos
from conformance.suites.uci.driver import uci
from conformance.suites.uci.messages import SPECIAL_WORDS
from conformance.suites.uci.record import Go, Record
from conformance.suites.universal import judging
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import infos as shared_infos
from conformance.suites.universal.dialogues import stopping
from conformance.suites.universal.invariants import infos as shared
from conformance.suites.universal.judging import heaviest
from conformance.suites.universal.option_grammar import threads

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, uci)

#: So many nodes more than twice the limit may be reported for each thread: engines look at their counter now and then.
_NODES_OF_A_THREAD = 10_000
#: So many above the limit are worth a remark.
_OVERSHOOT = 1000


bind.invariant(shared.info_lines_are_well_formed, "UCI-INFO-01", evidence=(clocks.depth_limit_ends_the_search,))
bind.invariant(shared.variations_have_moves, "UCI-INFO-01", evidence=(clocks.depth_limit_ends_the_search, answers.plays_in_draws))
bind.invariant(
    shared.scores_are_well_formed, "UCI-INFO-02", evidence=(clocks.depth_limit_ends_the_search, answers.plays_in_many_positions)
)


@chapter.invariant("UCI-GO-02", evidence=(clocks.depth_limit_ends_the_search,))
def depth_limits_are_kept(record: Record) -> Judgements:
    """With `go depth N` no greater depth is reported."""
    for go in record.searches:
        limit = go.number("depth")
        if limit is not None and limit > 0 and "ponder" not in go.words and not go.has_no_move:
            yield from judging.depth_is_limited(limit, go, "UCI-GO-02", ("UCI-GO-01",), "UCI-ROB-04")
    yield from heaviest(
        remark for go in record.searches if _chose_its_end(go) for remark in judging.stopped_short(go.words, go.lines)
    )


def _chose_its_end(go: Go) -> bool:
    """Whether a search ended by itself where it had more than one move to look at."""
    is_ended_by_itself = len(go.answers) == 1 and not go.stops and not go.is_discarded
    return is_ended_by_itself and go.position is not None and len(go.position.legal_moves()) > 1


@chapter.invariant("UCI-GO-13", evidence=(clocks.node_limit_ends_the_search,))
def node_limits_are_kept(record: Record) -> Judgements:
    """With `go nodes N` not many more nodes are reported."""
    found: list[Remark] = []
    for go in record.searches:
        limit = go.number("nodes")
        if not limit or "ponder" in go.words or not go.answers:  # one that goes on for ever breaks another requirement
            continue
        most = 2 * limit + _NODES_OF_A_THREAD * threads(option for _, option in record.declarations())
        for heard, info in go.lines:
            if info.nodes is None:
                continue
            if info.nodes > most:
                yield Finding(
                    "UCI-GO-13", f"at most {most} nodes reported to go nodes {limit}", f"nodes {info.nodes}", heard.index
                )
            else:
                yield Seen("UCI-GO-13")
            if info.nodes > limit + _OVERSHOOT:
                text = f"`go nodes {limit}` was searched to {info.nodes} nodes"
                found.append(Remark("nodes above the limit", text, info.nodes / limit, heard.index))
    yield from heaviest(found)


#: Half moves without progress, and times that a position comes, after which a game is drawn.
_FIFTY_MOVES, _THREE_TIMES = 100, 3


def _draws(game: Game, moves: Sequence[str]) -> list[bool]:
    """Whether a draw may be claimed in the position that is searched, and in each of a line after it, up to an illegal move."""
    here, seen = game.root, [position.key for position in game.positions]
    for move in game.moves:
        here = here.play(move)
    drawn = [here.clock >= _FIFTY_MOVES or seen.count(here.key) >= _THREE_TIMES]
    for move in moves:
        if not here.is_legal(move):
            break
        here = here.play(move)
        seen.append(here.key)
        drawn.append(not here.is_terminal and (here.clock >= _FIFTY_MOVES or seen.count(here.key) >= _THREE_TIMES))
    return drawn


bind.invariant(
    shared.variations_are_legal,
    "UCI-INFO-04",
    evidence=(answers.plays_in_many_positions, clocks.depth_limit_ends_the_search),
    words=SPECIAL_WORDS,
    draws=_draws,
    plies=lambda moves: 2 * moves - 1 if moves > 0 else -2 * moves,
    is_mated=lambda position: bool(position.is_mate),
)


@chapter.invariant("UCI-INFO-05", evidence=(shared_infos.reported_time_is_in_milliseconds,))
def variations_come_with_their_data(record: Record) -> Judgements:
    """A longer search sends at least one line that has pv, depth, score, and time or nodes together."""
    for go in record.searches:
        lines = [(heard, info) for heard, info in go.lines if info.pv]
        if not lines or go.seconds < shared.WORTH_A_REPORT:
            continue
        if any({"depth", "score"} <= set(i.keys) and {"time", "nodes"} & set(i.keys) for _, i in lines):
            yield Seen("UCI-INFO-05")
        else:
            heard, late_ms = lines[-1][0], (go.seconds - shared.WORTH_A_REPORT) * 1000
            expected = "a line with pv, depth, score, and time or nodes"
            yield Finding("UCI-INFO-05", expected, f"only {quoted(heard)}", heard.index, late_ms)


bind.invariant(shared.seldepth_comes_with_depth, "UCI-INFO-06", evidence=(clocks.depth_limit_ends_the_search,))
bind.invariant(shared.permille_is_at_most_1000, "UCI-INFO-08", evidence=(clocks.depth_limit_ends_the_search,))
bind.invariant(shared.time_and_nodes_rise, "UCI-INFO-09", evidence=(shared_infos.reported_time_is_in_milliseconds,))
bind.invariant(shared.depth_rises, "UCI-INFO-10", evidence=(shared_infos.reported_time_is_in_milliseconds,))
bind.invariant(
    shared.no_more_time_is_reported_than_has_passed,
    "UCI-INFO-11",
    evidence=(shared_infos.reported_time_is_in_milliseconds,),
    allowed_ms=infos.allowed_ms,
)


bind.invariant(
    shared.current_moves_are_legal,
    "UCI-INFO-12",
    evidence=(clocks.depth_limit_ends_the_search,),
    words=SPECIAL_WORDS,
    most=lambda position: len(position.legal_moves()),
)


bind.invariant(
    shared.lines_are_shown_when_asked_for,
    "UCI-INFO-13",
    evidence=(clocks.depth_limit_ends_the_search,),
    options={"refutation": "uci_showrefutations", "currline": "uci_showcurrline"},
)


@chapter.invariant("UCI-INFO-15", evidence=(infos.mates_are_counted_in_moves, answers.plays_in_many_positions))
def mate_0_is_for_who_is_mated(record: Record) -> Judgements:
    """`mate 0` stands only where the side to move is mated."""
    for go in record.searches:
        for heard, info in go.lines if go.position is not None else ():
            score = info.score
            if score is None or score.unit != "mate" or score.bound:
                continue
            if score.value or go.has_no_move:
                yield Seen("UCI-INFO-15")
            else:
                actual = quoted(str(score))
                yield Finding("UCI-INFO-15", "mate 0 only where the side to move is mated", actual, heard.index)


@chapter.invariant("UCI-INFO-15", evidence=(answers.plays_in_many_positions, infos.mates_are_counted_in_moves))
def what_is_called_a_mate_is_none_that_draws(record: Record) -> Judgements:
    """A line that is called a mate does not end in stalemate, and a mate in one mates."""
    for go in record.searches:
        for heard, info in [] if shared.is_misread(go) else go.lines:
            score = info.score
            if score is None or score.unit != "mate" or score.bound or not score.value or not info.pv:
                continue
            here = go.position
            for move in info.pv:
                if here is None or not here.is_legal(move):
                    here = None  # which another requirement is about
                    break
                here = here.play(move)
                if score.value == 1:
                    break
            if here is None:
                continue
            ends_in_mate = here.is_terminal and here.in_check
            if (here.is_terminal or score.value == 1) and not ends_in_mate:
                actual = f"{quoted(str(score))} for a line that {'ends in stalemate' if here.is_terminal else 'leaves a move'}"
                yield Finding("UCI-INFO-15", "a mate that mates", actual, heard.index, unless=("UCI-INFO-14",))
            elif ends_in_mate:
                yield Seen("UCI-INFO-15")


bind.invariant(
    shared.traffic_is_moderate,
    "UCI-INFO-16",
    title="A search sends fewer than 5000 info lines a second.",
    evidence=(shared_infos.reported_time_is_in_milliseconds,),
    most=5000,
)


@chapter.invariant("UCI-INFO-17", evidence=(stopping.stop_ends_a_deep_search,))
def rates_are_nodes_a_second(record: Record) -> Judgements:
    """`nps` is the nodes by the time, wherever all three are told together after a while."""
    for go in record.searches:
        if not go.has_no_move:
            yield from judging.rates(go.lines, "UCI-INFO-17")


#: Mates up to so many moves are held against the facts.
_SHORT = 2


@chapter.invariant("UCI-INFO-15", evidence=(infos.mates_are_counted_in_moves, answers.plays_in_many_positions))
def mates_are_there(record: Record) -> Judgements:
    """A mate in one or two that an engine has at the end of its search, by its own move or the other side's, is there."""
    for go in record.searches:
        last = None if shared.is_misread(go) or "searchmoves" in go.words else judging.last_line(go.lines)
        if last is None or last[1].score is None or last[1].score.unit != "mate":
            continue
        moves, position = last[1].score.value or 0, go.position
        assert position is not None
        if not 0 < abs(moves) <= _SHORT:
            continue
        asked = [position] if moves > 0 else [position.play(move) for move in sorted(position.legal_moves())]
        verdicts = {solve_mate(one, abs(moves)).verdict for one in asked}
        if verdicts == {MateResult.MATE}:
            yield Seen("UCI-INFO-15")
        elif MateResult.NOT_WITHIN in verdicts:
            expected, unless = f"no mate before its time in {position.key}", ("UCI-INFO-14", "UCI-POS-")
            yield Finding("UCI-INFO-15", expected, f"`{last[1].score}`", last[0].index, unless=unless)

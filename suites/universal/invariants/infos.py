"""Info lines, each by itself and in the order of a search."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from conformance.api.messages import Malformed
from conformance.api.suites import Finding, Judgements, Remark, Seen, quoted
from conformance.suites.universal import judging
from conformance.suites.universal.judging import heaviest
from conformance.suites.universal.messages import Info
from conformance.suites.universal.record import Heard, UniversalRecord

Record = UniversalRecord[Any, Any]
Draws = Callable[[Any, Sequence[str]], Sequence[bool]]
IsMated = Callable[[Any], bool]
Go = Any
#: A search shorter than this (s) need not report anything in full, nor is its traffic counted.
WORTH_A_REPORT = 0.5


def info_lines_are_well_formed(record: Record, requirement: str) -> Judgements:
    """Every info line follows the grammar, as far as it is known how moves are written."""
    for heard in record.of("info"):
        if heard.is_usual:
            yield from _malformed(heard, requirement, "an info line of the grammar", is_judged=True)
    yield from heaviest(judging.oddities(record.infos))


def scores_are_well_formed(record: Record, requirement: str) -> Judgements:
    """Every score is cp or mate with a number."""
    for heard in record.of("info"):
        is_judged = isinstance(heard.message, Info) and bool(heard.message.score)
        yield from _malformed(heard, requirement, "score cp NUMBER or score mate NUMBER", is_judged=is_judged)


def variations_have_moves(record: Record, requirement: str) -> Judgements:
    """A move follows `pv`, where there is one to search."""
    found: list[Remark] = []
    for go in record.searches:
        for heard, info in go.lines:
            if info.pv:
                yield Seen(requirement)
            elif info.pv is not None and go.has_no_move:
                found.append(Remark("empty pv", f"prints a pv without a move: {quoted(heard)}", at=heard.index))
            elif info.pv is not None:
                yield Finding(requirement, "a move after pv", f"pv without a move: {quoted(heard)}", heard.index)
    yield from heaviest(found)


def _malformed(heard: Heard[Any, Any], requirement: str, expected: str, *, is_judged: bool) -> Judgements:
    if isinstance(heard.message, Malformed):
        if heard.message.requirement == requirement:
            yield Finding(requirement, expected, f"{heard.message.reason}: {quoted(heard)}", heard.index)
    elif is_judged:
        yield Seen(requirement)


def is_misread(go: Go) -> bool:
    """Whether the engine searched another position than the one sent: then its reports prove nothing more."""
    best = go.bestmove
    return go.position is None or (best is not None and best.is_move and not go.position.is_legal(best.move))


def current_moves_are_legal(
    record: Record, requirement: str, words: Collection[str], most: Callable[[Any], int] | None = None
) -> Judgements:
    """`currmove` is a legal move at the root, and its number begins at 1.

    `words` stand for moves and are none; `most` is the highest number in a position, where the protocol has one.
    """
    for go in record.searches:
        for heard, info in [] if is_misread(go) else go.lines:
            number, move = info.currmovenumber, info.currmove
            if number == 0:
                yield Finding(requirement, "currmovenumber from 1", "currmovenumber 0", heard.index)
            elif number is not None and most is not None and number > most(go.position):
                expected = f"currmovenumber up to {most(go.position)}, the number of legal moves"
                yield Finding(requirement, expected, f"currmovenumber {number}", heard.index)
            elif move is not None and move not in words:
                if go.position.is_legal(move):
                    yield Seen(requirement)
                else:
                    expected, actual = f"a legal move in {go.position.key}", f"{move}: {go.position.why_illegal(move)}"
                    yield Finding(requirement, expected, actual, heard.index)


def _variation_is_legal(
    go: Go, heard: Heard[Any, Any], pv: Sequence[str], requirement: str, words: Collection[str]
) -> Finding | Seen:
    # of a search that never came to its answer nobody knows which position it searched
    unless = (f"{requirement.partition('-')[0]}-POS-",) if go.bestmove is None else ()
    here = go.position
    for number, move in enumerate(pv, 1):
        if not here.is_legal(move):
            if move in words:
                break
            actual = f"move {number}, {move}: {here.why_illegal(move)}"
            return Finding(requirement, "a pv that can be played from the root", actual, heard.index, unless=unless)
        here = here.play(move)
    return Seen(requirement)


def variations_are_legal(
    record: Record, requirement: str, words: Collection[str], draws: Draws, plies: Callable[[int], int], is_mated: IsMated
) -> Judgements:
    """Every pv is a legal line from the root of the search.

    `words` stand for moves and are none. Oddities of the last line are remarks: `draws` says of the position searched, and of
    each of a line after it, whether it is drawn; `plies` how long a mate is that an engine reports.
    """
    read = [go for go in record.searches if not is_misread(go)]
    for go in read:
        for heard, info in go.lines:
            if info.pv:
                yield _variation_is_legal(go, heard, info.pv, requirement, words)
    yield from heaviest(remark for go in read for remark in _of_the_last_line(go, draws, plies, is_mated))


def _of_the_last_line(go: Go, draws: Draws, plies: Callable[[int], int], is_mated: IsMated) -> Iterator[Remark]:
    """Oddities of the last line: it does not end as it says, begins with another move than is played, passes a draw."""
    last = judging.last_line(go.lines)
    if last is None:
        return
    info, drawn = last[1], draws(go.game, last[1].pv or ())
    if drawn[0]:
        return  # what an engine tells there is its own
    if info.score is not None and info.score.unit == "mate" and info.score.value:
        yield from judging.mating_line(go.position, last, plies(info.score.value), is_mated)
    if go.bestmove is not None and go.bestmove.is_move and not (go.stops or go.is_set_otherwise):
        yield from judging.other_move(last, go.bestmove.move)
    yield from judging.line_after_a_draw(last, drawn)


def seldepth_comes_with_depth(record: Record, requirement: str) -> Judgements:
    """`seldepth` stands in a line that has `depth`."""
    for heard, info in record.infos:
        if info.seldepth is not None and info.depth is None:
            yield Finding(requirement, "depth beside seldepth", quoted(heard), heard.index)
        elif info.seldepth is not None:
            yield Seen(requirement)


def permille_is_at_most_1000(record: Record, requirement: str) -> Judgements:
    """`hashfull` is between 0 and 1000.

    A `cpuload` above that adds up cores and is told of elsewhere.
    """
    for heard, info in record.infos:
        if info.hashfull is not None and info.hashfull > 1000:
            yield Finding(requirement, "hashfull in permille", f"hashfull {info.hashfull}", heard.index)
        elif info.hashfull is not None:
            yield Seen(requirement)


def time_and_nodes_rise(record: Record, requirement: str) -> Judgements:
    """Within a search the time and the nodes never fall, but at a ponderhit."""
    searches = [lines for go in record.searches for lines in go.stretches]
    yield from judging.rising(searches, requirement, "a time", lambda info: info.time, slack=judging.SLACK)
    yield from judging.rising(searches, requirement, "a number of nodes", lambda info: info.nodes, slack=judging.SLACK)


def depth_rises(record: Record, requirement: str) -> Judgements:
    """Within a search the depth of a variation never falls, but at a ponderhit; a bound belongs to an unfinished depth.

    The last line may be that of another thread, whose move is played.
    """
    for go in record.searches:
        stretches = [lines for lines in go.stretches if lines]
        if stretches and go.bestmove is not None and (stretches[-1][-1][1].pv or ())[:1] == (go.bestmove.move,):
            stretches[-1] = stretches[-1][:-1]
        yield from judging.depth_rises(stretches, requirement)


def no_more_time_is_reported_than_has_passed(
    record: Record, requirement: str, allowed_ms: Callable[[float], float]
) -> Judgements:
    """No info line tells a time that has not passed since `go`."""
    for go in record.searches:
        for heard, info in go.lines:
            passed = (heard.at - go.at) * 1000
            if info.time is None:
                continue
            if info.time <= passed + allowed_ms(passed):
                yield Seen(requirement)
            else:
                yield Finding(requirement, f"a time of at most {passed:.0f} ms", quoted(heard), heard.index)


def lines_are_shown_when_asked_for(record: Record, requirement: str, options: Mapping[str, str]) -> Judgements:
    """`refutation` and `currline` are sent only when their options are on."""
    on = record.switched_on
    for heard, info in record.infos:
        for key, option in options.items():
            if key in info.keys and option not in on:
                yield Finding(requirement, f"no {key} unless it is asked for", quoted(heard), heard.index)
        if info.is_search_data and not options.keys() & set(info.keys):
            yield Seen(requirement)


def traffic_is_moderate(record: Record, requirement: str, most: float) -> Judgements:
    """A search does not send more info lines than anybody can read.

    Fewer than `most` in a second. Of several variations, which are asked for, only the first one counts.
    """
    for go in record.searches:
        if go.seconds < WORTH_A_REPORT or not go.infos:
            continue
        asked = sum((info.multipv or 1) > 1 for _, info in go.lines)
        if (rate := (len(go.infos) - asked) / go.seconds) < most:
            yield Seen(requirement)
        else:
            yield Finding(requirement, f"fewer than {most:g} info lines a second", f"{rate:.0f} a second", go.infos[-1].index)

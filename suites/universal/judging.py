"""The common part of both suites' invariants: judge lines by what the grammar found, and info lines in the order of a search."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from conformance.api.suites import Finding, Heard, Judgements, Remark, Seen, quoted
from conformance.suites.universal.messages import UNEVEN, Info

#: Counters that several threads add up, or that are read before that, may fall by as much (ms, nodes) and mislead nobody.
SLACK = 10


def heaviest(remarks: Iterable[Remark]) -> Iterator[Remark]:
    """One remark for each topic, the first of those with the most weight: a search has thousands of lines."""
    found: dict[str, Remark] = {}
    for remark in remarks:
        if remark.topic not in found or remark.weight > found[remark.topic].weight:
            found[remark.topic] = remark
    yield from found.values()


AnyHeard = Heard[Any, Any]
InfoLine = tuple[AnyHeard, Info]
Lines = Sequence[InfoLine]


def rising(
    searches: Iterable[Lines], requirement: str, key: str, value: Callable[[Info], int | None], *, slack: int = 0
) -> Judgements:
    """Judge that a value never falls by more than `slack` within a search, for each variation by itself.

    A 0 at the end is no fall: it is said by an engine that moves without having measured.
    """
    for lines in searches:
        highest: dict[int, int] = {}
        zeros: dict[int, AnyHeard] = {}
        for heard, info in lines:
            now, line = value(info), info.multipv or 1
            if now is None:
                continue
            if now == 0 and highest.get(line, 0) > slack:
                zeros.setdefault(line, heard)
                continue
            if line in zeros or now < highest.get(line, 0) - slack:
                at = zeros.get(line, heard).index
                reported = 0 if line in zeros else now
                yield Finding(requirement, f"{key} that does not fall in a search", f"{reported} after {highest[line]}", at)
                break
            highest[line] = max(now, highest.get(line, 0))
            yield Seen(requirement)


def depth_rises(searches: Iterable[Lines], requirement: str) -> Judgements:
    """Judge that the depth of a variation never falls; a bound belongs to a depth that is not finished."""
    for lines in searches:
        for judgement in rising((lines,), requirement, "a depth", _finished_depth):
            if isinstance(judgement, Seen) or not _has_no_iterations(lines):
                yield judgement


def _has_no_iterations(lines: Lines) -> bool:
    """Whether a search prints the length of each variation for its depth, as tree-sampling engines do."""
    return all(info.depth == len(info.pv) for _, info in lines if info.pv and info.depth is not None)


def _finished_depth(info: Info) -> int | None:
    is_bound = info.score is not None and bool(info.score.bound)
    return info.depth if info.pv and not is_bound else None


def depth_is_limited(limit: int, go: Any, requirement: str, endless: tuple[str, ...], blanks: str) -> Judgements:
    """Judge that no greater depth is reported than was asked for.

    A search that has not ended by itself may know no limit of depth at all, which is told as what it is: one of `endless`. A
    `go` between odd blanks may not have been read: `blanks`.
    """
    unless = (*(endless if go.stops or not go.answers else ()), *((blanks,) if go.has_odd_blanks else ()))
    for heard, info in go.lines:
        if info.depth is not None and info.depth > limit:
            yield Finding(requirement, f"no depth above {limit}", f"depth {info.depth}", heard.index, unless=unless)
        elif info.depth is not None:
            yield Seen(requirement)


#: So many iterations show that a search tells each of them.
_ITERATIONS = 3


def stopped_short(words: Sequence[str], lines: Lines) -> Iterator[Remark]:
    """A remark on a search that ended by itself far below its only limit, with no mate in sight.

    "Search x plies only" forbids more, and nobody says that it forbids less. An engine that does not report each iteration is
    left out.
    """
    key, number = (words[0], int(words[1])) if len(words) == 2 and words[1].isdecimal() else ("", 0)
    depths = {depth for _, info in lines if (depth := _finished_depth(info))}
    deepest = max(depths, default=0)
    has_all_depths = deepest >= _ITERATIONS and len(depths) == deepest
    if not has_all_depths or _has_no_iterations(lines) or any(info.score and info.score.unit == "mate" for _, info in lines):
        return
    nodes = max((info.nodes or 0 for _, info in lines), default=0)
    if key == "depth" and deepest < number:
        text = f"`go depth {number}` ended by itself when depth {deepest} was searched"
        yield Remark("depth below the limit", text, number - deepest, lines[-1][0].index)
    elif key == "nodes" and 0 < nodes < number / 2:
        text = f"`go nodes {number}` ended by itself, and the last iteration that was reported had {nodes} nodes"
        yield Remark("nodes below the limit", text, number / nodes, lines[-1][0].index)


#: From this time on (ms) a rate is judged, and by this factor it may be off: engines tell the rate of now, or of before.
_LONG_ENOUGH_MS = 500
_RATE_FACTOR = 10
#: What no time measured makes of a rate: the largest numbers of the usual types.
_UNMEASURED = frozenset((1 << bits) - 1 for bits in (31, 32, 63, 64))


def rates(lines: Lines, requirement: str) -> Judgements:
    """Judge that `nps` is the nodes by the time, wherever all three are told together after a while."""
    for heard, info in lines:
        if not info.nps or not info.nodes or info.time is None or info.time < _LONG_ENOUGH_MS or info.nps in _UNMEASURED:
            continue
        rate = info.nodes * 1000 / info.time
        if rate / _RATE_FACTOR <= info.nps <= rate * _RATE_FACTOR:
            yield Seen(requirement)
        else:
            expected = f"about {rate:.0f} nodes a second: {info.nodes} nodes in {info.time} ms"
            yield Finding(requirement, expected, f"nps {info.nps}", heard.index)


def oddities(lines: Lines) -> Iterator[Remark]:
    """Oddities that the sources do not have or do not ask for: engines print them, and GUIs pass over them."""
    for heard, info in lines:
        if info.unknown:
            yield Remark("unknown info key", f"info lines have the unknown key {quoted(info.unknown[0][0])}", at=heard.index)
        for irregularity in info.irregularities:
            if not irregularity.requirement and irregularity != UNEVEN:
                yield Remark("word for a move", f"{irregularity.reason}: {quoted(heard)}", at=heard.index)
        if info.seldepth is not None and info.depth is not None and info.seldepth < info.depth:
            text = f"seldepth {info.seldepth} is below depth {info.depth}"
            yield Remark("seldepth below depth", text, info.depth - info.seldepth, heard.index)
        if info.cpuload is not None and info.cpuload > 1000:
            yield Remark("cpuload", f"cpuload {info.cpuload} is above 1000: it adds up cores", info.cpuload, heard.index)


class Board(Protocol):
    """A position of either game."""

    def is_legal(self, move: str) -> bool:
        """Whether it is a legal move."""
        ...

    def play(self, move: str) -> Any:
        """The position after a legal move."""
        ...


def last_line(lines: Lines) -> InfoLine | None:
    """The last variation of a search, the first of several, whose score is no bound."""
    complete = (
        (heard, info)
        for heard, info in reversed(lines)
        if info.pv and info.score is not None and not info.score.bound and (info.multipv or 1) == 1
    )
    return next(complete, None)


def mating_line(position: Board, line: InfoLine, plies: int, is_mated: Callable[[Any], bool]) -> Iterator[Remark]:
    """Oddities of a variation that is told to mate in so many plies; a move that is illegal is told of elsewhere."""
    heard, info = line
    here, pv = position, info.pv or ()
    for move in pv:
        if not here.is_legal(move):
            return
        here = here.play(move)
    if len(pv) != plies:
        text = f"a mate in {plies} plies comes with a line of {len(pv)}: {quoted(heard)}"
        yield Remark(f"mating line {'shorter' if len(pv) < plies else 'longer'} than the mate", text, at=heard.index)
    elif not is_mated(here):
        yield Remark("mating line without a mate", f"a line that is said to mate does not: {quoted(heard)}", at=heard.index)


def other_move(line: InfoLine, move: str) -> Iterator[Remark]:
    """A remark on an engine that plays another move than its last variation begins with."""
    heard, info = line
    if info.pv and info.pv[0] != move:
        yield Remark("bestmove not of the last line", f"plays {move}, but its last line was {quoted(heard)}", at=heard.index)


def line_after_a_draw(line: InfoLine, drawn: Sequence[bool]) -> Iterator[Remark]:
    """A remark on a variation that goes on after a draw: `drawn` tells of the root and of each position after a move."""
    heard, info = line
    over = next((number for number, is_drawn in enumerate(drawn) if is_drawn), None)
    if over and info.pv and over < len(info.pv):
        text = f"a line goes on after move {over}, {info.pv[over - 1]}, which draws: {quoted(heard)}"
        yield Remark("line after a draw", text, at=heard.index)

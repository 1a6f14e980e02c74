"""Info lines, each by itself and in the order of a search."""

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from conformance.api.suites import Chapter, Finding, Judgements, Seen, faults_of, quoted
from conformance.games.draughts import Game, Position, parse_move
from conformance.suites.hub.dialogues import limits, pinging, pondering, reporting
from conformance.suites.hub.legality import is_legal, is_line, misreadings
from conformance.suites.hub.messages import Info
from conformance.suites.hub.record import Heard, Record, Search

chapter: Chapter[Record] = Chapter()

#: What a report may be ahead of our own clock, in seconds and as a share.
_AHEAD, _AHEAD_SHARE = 0.1, 0.05
#: Reports of less than this (s) are too short to compute a speed from.
_WORTH_A_SPEED = 0.2
#: What rounding may take from a speed in millions of nodes a second, and by what factor it may be off: it may be that of late.
_ROUNDED, _OFF = 0.06, 10


def _infos(search: Search) -> Iterator[tuple[Heard, Info]]:
    for heard in search.infos:
        if isinstance(heard.message, Info) and not heard.is_torn:
            yield heard, heard.message


def _all_infos(record: Record) -> list[Heard]:
    return [heard for search in record.searches for heard in search.infos if not heard.is_torn]


@chapter.invariant("HUB-INF-01", evidence=(reporting.reports_on_brief_searches,))
def keys_stand_once(record: Record) -> Judgements:
    """An `info` line names each of its keys once, those of the source with a value."""
    yield from faults_of("HUB-INF-01", _all_infos(record), "key=value pairs, each key once")


def _rising(search: Search, requirement: str, key: str, value: Callable[[Info], float | None]) -> Judgements:
    """Judge that a value never falls within a search, but for other variations than the first; a hit may begin it anew."""
    highest = 0.0
    for heard, info in [] if search.hit_at is not None else _infos(search):
        now = value(info)
        if now is None or info.is_secondary:
            continue
        if now < highest:
            expected = f"{key} that does not fall within a search, after {highest:g}"
            yield Finding(requirement, expected, quoted(heard), heard.index)
            return
        highest = now
        yield Seen(requirement)


@chapter.invariant("HUB-INF-02", evidence=(reporting.reports_on_brief_searches,))
def depth_rises(record: Record) -> Judgements:
    """`depth` is an integer, not negative, and does not go down within a search."""
    yield from faults_of("HUB-INF-02", _all_infos(record), "depth, an integer that is not negative")
    for search in record.searches:
        yield from _rising(search, "HUB-INF-02", "a depth", lambda info: info.depth)


@chapter.invariant("HUB-INF-03", evidence=(reporting.reports_on_a_long_search,))
def nodes_rise(record: Record) -> Judgements:
    """`nodes` is an integer below 2^63 and does not go down within a search."""
    yield from faults_of("HUB-INF-03", _all_infos(record), "nodes, an integer below 2^63")
    for search in record.searches:
        yield from _rising(search, "HUB-INF-03", "a number of nodes", lambda info: info.nodes)


@chapter.invariant(
    "HUB-INF-04",
    evidence=(
        reporting.reports_on_a_long_search,
        pinging.ping_is_answered_late_in_a_search,
        pondering.reports_after_a_ponder_hit,
    ),
)
def time_is_in_seconds(record: Record) -> Judgements:
    """`time` counts the seconds since `go`: it does not fall, nor run ahead of our own clock."""
    yield from faults_of("HUB-INF-04", _all_infos(record), "time, a real number of seconds")
    for search in record.searches:
        yield from _rising(search, "HUB-INF-04", "a time", lambda info: info.time)
        for heard, info in _infos(search):
            passed = heard.at - search.at
            if info.time is not None and info.time > passed * (1 + _AHEAD_SHARE) + _AHEAD:
                yield Finding("HUB-INF-04", f"at most the {passed:.2f} s since `go`", quoted(heard), heard.index)
                break
        yield from _time_goes_on(search)
        yield from _time_goes_on_at_a_hit(search)


def _time_goes_on_at_a_hit(search: Search) -> Judgements:
    """Judge that a search keeps its time that goes on at a hit, deeper and with more nodes: one may also begin anew."""
    told = [(heard, info.time, info.nodes, info.depth) for heard, info in _infos(search) if info.time is not None]
    whole = [(heard, time, nodes, depth) for heard, time, nodes, depth in told if nodes and depth]
    for (_, before, searched, reached), (heard, time, nodes, depth) in pairwise(whole if search.hit_at is not None else ()):
        if time < before / 2 and nodes > searched and depth > reached:
            expected = f"a time above the {before:g} s reported before, with nodes={searched}"
            yield Finding("HUB-INF-04", expected, quoted(heard), heard.index)


#: Reports so far apart (s), between which the search has gone on, tell times that differ by this share at least: an engine may
#: count the time of its processor, and a busy host keeps it waiting.
_APART, _LEAST_SHARE = 1.0, 0.05


def _time_goes_on(search: Search) -> Judgements:
    """Judge that the time is not told in minutes, nor always the same, while nodes are added; what is repeated tells nothing."""
    rows: list[tuple[Heard, float, int]] = []
    for heard, info in _infos(search):
        if info.time is not None and info.nodes and info.nodes > (rows[-1][2] if rows else 0) and _is_under_way(search, heard):
            rows.append((heard, info.time, info.nodes))
    if not rows or search.hit_at is not None:
        return
    (first, began, _), (last, now, _) = rows[0], rows[-1]
    passed = last.at - first.at
    if passed >= _APART and now - began < _LEAST_SHARE * passed:
        expected = f"a time that has gone on by {passed:.1f} s since time={began:g}"
        yield Finding("HUB-INF-04", expected, quoted(last), last.index, (passed - _APART) * 1000)


def _is_under_way(search: Search, heard: Heard) -> bool:
    """Whether a report comes in the search, and not with its end, when what was found before may be told again."""
    ends = [at for at in (search.stop_at, search.answers[0].at - _WITH_THE_END if search.answers else None) if at is not None]
    return heard.at < min(ends, default=math.inf)


@chapter.invariant("HUB-INF-05", evidence=(reporting.reports_on_a_long_search,))
def speed_is_in_millions(record: Record) -> Judgements:
    """`nps` is in millions of nodes a second and fits `nodes` and `time`."""
    yield from faults_of("HUB-INF-05", _all_infos(record), "nps, a real number")
    for search in record.searches:
        for heard, info in _infos(search):
            if info.nps is None or info.nodes is None or info.time is None or info.time < _WORTH_A_SPEED:
                continue
            real = info.nodes / info.time / 1e6
            if abs(info.nps - real) <= _ROUNDED or real / _OFF <= info.nps <= real * _OFF:
                yield Seen("HUB-INF-05")
            else:
                yield Finding("HUB-INF-05", f"nps near {real:.3g}, in millions", quoted(heard), heard.index)
                break


@chapter.invariant("HUB-INF-06", evidence=(reporting.reports_on_brief_searches,))
def scores_are_real_numbers(record: Record) -> Judgements:
    """`score` and `mean-depth` are real numbers with a dot."""
    yield from faults_of("HUB-INF-06", _all_infos(record), "a real number with a dot")


@chapter.invariant(
    "HUB-INF-07", "HUB-INF-08", evidence=(reporting.reports_on_brief_searches, pondering.ponders_on_the_position_sent)
)
def variations_are_legal(record: Record) -> Judgements:
    """The `pv` is a line of legal moves from the position that is searched, in Hub notation."""
    yield from faults_of("HUB-INF-07", _all_infos(record), "a pv of moves in Hub notation")
    yield from faults_of("HUB-INF-08", _all_infos(record), "a pv of moves in Hub notation")
    for search in record.searches:
        root, done = search.root, search.done
        # Where the move that is played cannot be played in the position that was sent, a variation says nothing more.
        if search.game is None or root is None or (done is not None and not is_legal(root, done.move or "")):
            continue
        variations = _Variations(search, search.game, root)
        for heard, info in _infos(search):
            if info.pv and not any(fault.requirement in ("HUB-INF-07", "HUB-INF-08") for fault in info.irregularities):
                yield from _line(variations.wrong_at(info.pv), root, heard, info.pv)


class _Variations:
    """Which variations of one search cannot be played. An engine may tell the same one thousands of times: it is judged once."""

    def __init__(self, search: Search, game: Game, root: Position) -> None:
        self._search, self._game, self._root = search, game, root
        self._known: dict[tuple[str, ...], int | None] = {}
        self._misread: list[Position] | None = None

    def wrong_at(self, pv: tuple[str, ...]) -> int | None:
        """The index of the move that is wrong, `_MISREAD` where something else is, None where nothing is."""
        if pv not in self._known:
            self._known[pv] = None if is_line(self._root, pv) else self._wrong_move(pv)
        return self._known[pv]

    def _wrong_move(self, pv: tuple[str, ...]) -> int:
        done = self._search.done
        others = (position for position in self._misreadings() if is_line(position, pv))
        if any(done is None or is_legal(other, done.move or "") for other in others):
            return _MISREAD
        return next(count for count in range(len(pv)) if not is_line(self._root, pv[: count + 1]))

    def _misreadings(self) -> list[Position]:
        if self._misread is None:
            found = misreadings(self._game, self._search.earlier, self._search.later)
            self._misread = list(dict.fromkeys(other.position for other in found))
        return self._misread


#: A variation that fits a position that was misread: that breaks another requirement.
_MISREAD = -1


def _line(wrong_at: int | None, root: Position, heard: Heard, pv: tuple[str, ...]) -> Judgements:
    if wrong_at is None:
        yield Seen("HUB-INF-07")
        yield Seen("HUB-INF-08")
    elif wrong_at != _MISREAD:
        requirement = "HUB-INF-08" if wrong_at else "HUB-INF-07"
        found = f"move {wrong_at + 1}, `{pv[wrong_at]}`: {quoted(heard)}"
        yield Finding(requirement, f"a pv that can be played from {root}", found, heard.index)


@chapter.invariant("HUB-INF-09", evidence=(reporting.reports_on_brief_searches,))
def the_last_variation_is_played(record: Record) -> Judgements:
    """When a search ends by itself, its move is the first of the last `pv`."""
    for search in record.searches:
        last = next((info for _, info in reversed(list(_infos(search))) if info.pv and not info.is_secondary), None)
        done = search.done
        if last is None or not last.pv or done is None or not done.is_move or not search.ended_by_itself:
            continue
        if _same(last.pv[0], done.move or ""):
            yield Seen("HUB-INF-09")
        elif search.root is not None and is_legal(search.root, done.move or "") and is_legal(search.root, last.pv[0]):
            yield Finding("HUB-INF-09", f"done move={last.pv[0]}, as in the last pv", f"`{done}`", search.answers[0].index)


def _same(first: str, second: str) -> bool:
    """Whether two texts are the same move: captured squares may come in any order."""
    try:
        return parse_move(first) == parse_move(second)
    except ValueError:
        return first == second


#: A search so long (s) has something to report before its end, and reports so close to the end (s) come with it.
_LONG, _WITH_THE_END = 1.0, 0.05
#: So many iterations show that there was something to report.
_ITERATIONS = 3


def _thinking_seconds(search: Search) -> float:
    """How long an engine has had something to think about, for sure.

    While it ponders it may wait for the hit, and before it searches it may have to end a `new-game`.
    """
    if search.may_wait:
        return 0.0
    if search.mode == "ponder":
        return search.answers[0].at - search.hit_at if search.hit_at is not None and search.answers else 0.0
    return search.seconds


#: Reports that come at once, and tell times so far apart (s), were not made at once.
_MADE_APART = 0.5
#: An engine that is slow to begin has begun in a search that is so many times as long.
_LONGER = 1.8


@chapter.invariant("HUB-INF-11", evidence=(reporting.reports_on_a_long_search,))
def reports_come_in_the_search(record: Record) -> Judgements:
    """Reports of a long search come while it goes on, and not in one block with its `done`.

    An engine may be slow to begin, and then have little to report and at once: a block was held back where it tells so itself by
    its times, or where a much longer search has such a block, too.
    """
    shortest = math.inf
    for search in sorted(record.searches, key=_thinking_seconds):
        reports = [(heard, info) for heard, info in _infos(search) if info.depth is not None]
        seconds = _thinking_seconds(search)
        if seconds < _LONG or len({info.depth for _, info in reports}) < _ITERATIONS:
            continue
        first = reports[0][0]
        if search.answers[0].at - search.infos[0].at > _WITH_THE_END:
            yield Seen("HUB-INF-11")
        elif _are_made_apart(info for _, info in reports) or (search.stop_at is not None and seconds > _LONGER * shortest):
            expected = f"reports in a search of {search.seconds:.1f} s"
            actual = f"all {len(reports)} reports came with its end, the first {quoted(first)}"
            late_ms = (seconds - _LONG) * 1000  # one that has no core is not searching
            yield Finding("HUB-INF-11", expected, actual, first.index, late_ms)
        elif search.stop_at is not None:
            shortest = min(shortest, seconds)


def _are_made_apart(reports: Iterable[Info]) -> bool:
    times = [info.time for info in reports if info.time is not None]
    return bool(times) and max(times) - min(times) > _MADE_APART


@chapter.invariant("HUB-LVL-01", evidence=(limits.depth_ends_the_search,))
def no_depth_beyond_the_limit(record: Record) -> Judgements:
    """A search that ends by `level depth=d` reports no deeper iteration than d; one that ignores the level is not blamed.

    It follows the level where a smaller one makes it less deep in the same position, each time. How deep it goes while it
    ponders is its own affair.
    """
    follows = _follows_depths(record)
    for search in record.searches:
        limit, depths = _limit_of_depth(search), _depths(search)
        if limit is None or not depths:
            continue
        heard, deepest = max(depths, key=lambda one: one[1])
        if deepest <= limit:
            yield Seen("HUB-LVL-01")
        elif follows:
            yield Finding("HUB-LVL-01", f"no depth above {limit}", f"depth={deepest}", heard.index)


def _limit_of_depth(search: Search) -> int | None:
    is_bound = search.level is not None and search.ended_by_itself and search.mode != "ponder"
    return search.level.depth if search.level is not None and is_bound else None


def _depths(search: Search) -> list[tuple[Heard, int]]:
    return [(heard, info.depth) for heard, info in _infos(search) if info.depth is not None]


#: So many levels in a row, each less deep than the one before, show that an engine follows them.
_LEVELS = 3


def _follows_depths(record: Record) -> bool:
    """Whether a few searches of one position, each with a smaller limit than the one before, are each less deep."""
    reached = [
        (search.root, limit, max(depth for _, depth in _depths(search)))
        for search in record.searches
        if (limit := _limit_of_depth(search)) is not None and _depths(search)
    ]
    for start in range(len(reached) - _LEVELS + 1):
        row = reached[start : start + _LEVELS]
        if all(a[0] == b[0] and a[1] > b[1] and a[2] > b[2] for a, b in pairwise(row)):
            return True
    return False

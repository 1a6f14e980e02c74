"""Output of `conform games`: lines for a console, a JSON document, a plot of the time that each move took."""

import json
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.matches.blame import Taker
from conformance.matches.clock import TimeControl
from conformance.matches.overhead import OverheadOption, TriedValue, is_safe
from conformance.matches.played import Made, Played, Wrong
from conformance.matches.summary import Summary, Verdict, Worst
from conformance.report import plain
from conformance.report.html.plots import Series, drawn, height
from conformance.words.model import number

#: The number of the form of the JSON document.
SCHEMA = 1
#: Flags and offences that are shown one by one.
_MOST = 8
_TAKERS = {
    Taker.ENGINE: "by the engine",
    Taker.HOST: "by the host",
    Taker.OURS: "by conform",
    Taker.NOBODY: "too close to say",
}
#: Colours of a plot that stands alone.
_STYLE = (
    "<style>svg{background:#fff;font-family:sans-serif;--ink:#1b1f24;--dot:#0969da;--dot-busy:#8c959f;--limit:#cf222e;--p50:#1a7f37}"
    ".axis .line{stroke:var(--ink);stroke-opacity:.22;stroke-dasharray:3 3;fill:none}</style>"
)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match that was played: at which control, its summary, and how long it took; `sides` name who moves first and second."""

    control: TimeControl
    summary: Summary
    seconds: float
    sides: tuple[str, str]


def budget(control: TimeControl, games: int, at_once: int, seconds: float) -> str:
    """A sentence about the match to come, and how long it takes at most."""
    beside = f", {at_once} at once" if at_once > 1 else ""
    return f"{number(games, 'game')} at {control}{beside}: at most {duration(seconds)}"


def duration(seconds: float) -> str:
    """A time as people say it."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min" + (f" {left} s" if left else "")


def game_row(game: Played) -> str:
    """A game in a line."""
    flags = f", {number(len(game.flags), 'flag')}" if game.flags else ""
    moves = number(len(game.made), "move")
    return f"  game {game.number:>3}  {game.result:<7}  {plain(game.reason, 120)} ({moves}, {game.seconds:.1f} s{flags})"


def rows(result: MatchResult) -> Iterator[str]:
    """The results of a match, line by line, the verdict last."""
    summary = result.summary
    yield from _flags(result)
    if (latest := summary.latest) is not None:
        yield from _latest(result, latest)
        own, host, ours = summary.shares
        yield f"Time of all moves: at least {own:.2f} s the engine, at most {host:.2f} s the host, at most {ours:.2f} s conform"
    yield from _offences(result)
    for game, fault in summary.faults[:_MOST]:
        yield f"Game {game} was not played: {plain(fault, 200)}"
    yield verdict(result)


def _flags(result: MatchResult) -> Iterator[str]:
    summary = result.summary
    if not summary.flags:
        yield f"Flags: none in {number(summary.moves, 'move')}"
        return
    counts = [(len(summary.flags_of(who)), words) for who, words in _TAKERS.items()]
    takers = ", ".join(f"{count} {words}" for count, words in counts if count)
    yield f"Flags: {len(summary.flags)} in {number(summary.moves, 'move')} ({summary.per_thousand:.1f} per thousand): {takers}"
    overs = sorted(one.made.over for one in summary.flags)
    yield f"  beyond the time that was left: median {_ms(statistics.median(overs))}, longest {_ms(overs[-1])}"
    shown = [*summary.flags_of(Taker.ENGINE), *(one for one in summary.flags if one.made.taker is not Taker.ENGINE)]
    for one in shown[:_MOST]:
        yield f"  {_place(result, one)}: {_ms(one.made.over)} over; {_who(one.made)}"
    if len(shown) > _MOST:
        yield f"  and {len(shown) - _MOST} more"


def _place(result: MatchResult, one: Worst) -> str:
    return f"game {one.game}, move {one.made.ply // 2 + one.made.ply % 2}, {result.sides[one.made.side]}"


def _who(made: Made) -> str:
    spent = made.spent
    taker = _TAKERS[made.taker] if made.taker else ""
    used = f"{_ms(spent.elapsed)} where {_ms(made.available)} were left"
    return f"{taker}: {used}, of which the host took up to {_ms(spent.host)}, conform up to {_ms(spent.ours)}"


def _latest(result: MatchResult, latest: Worst) -> Iterator[str]:
    if latest.made.over <= 0:
        yield f"Nearest to the end of its time: {_ms(-latest.made.over)} before it ({_place(result, latest)})"


def _ms(seconds: float) -> str:
    return f"{seconds:.2f} s" if abs(seconds) >= 1 else f"{1000 * seconds:.0f} ms"


def _offences(result: MatchResult) -> Iterator[str]:
    games = {game.number: game for game in result.summary.played}
    offences = result.summary.offences
    for game, offence in offences[:_MOST]:
        side = result.sides[offence.side]
        yield f"{offence.wrong.capitalize()} in game {game}, move {(offence.ply + 1) // 2}, {side}: {plain(offence.text, 300)}"
        if offence.line:
            yield f"  it said: {plain(offence.line, 300)}"
        if offence.wrong is not Wrong.SILENT:
            yield f"  after: {plain(' '.join(games[game].board.moves), 4000)}"
    if len(offences) > _MOST:
        yield f"and {len(offences) - _MOST} more of the kind"


def verdict(result: MatchResult) -> str:
    """The verdict, in a line."""
    summary = result.summary
    reason = f": {plain(summary.reason, 300)}" if summary.reason else ""
    games = f"{len(summary.finished)} of {number(summary.planned, 'game')} played to the end"
    match summary.verdict:
        case Verdict.SOUND:
            return f"SOUND at {result.control} ({games}){reason}"
        case Verdict.BROKEN:
            return f"BROKEN at {result.control} ({games}){reason}"
    return f"NO VERDICT at {result.control} ({games}){reason}"


def overhead(option: OverheadOption, tried: Sequence[TriedValue], control: TimeControl) -> Iterator[str]:
    """The smallest overhead that was safe, and what each value gave."""
    for one in tried:
        summary = one.summary
        flags = f"{number(len(summary.flags), 'flag')} in {number(summary.moves, 'move')}" if summary.flags else "no flag"
        yield f"  {option.name} {one.value} ms: {flags} ({number(len(summary.finished), 'game')})"
    if not tried:
        return
    last, name = tried[-1], option.name
    if not is_safe(last.summary):
        yield f"Even with `{name}` at {last.value} ms this engine loses on time at {control} on this host"
    elif len(tried) == 1:
        yield f"`{name}` may be {last.value} ms at {control} on this host"
    else:
        yield f"With `{name}` below {last.value} ms this engine loses on time at {control} on this host"
    all_flags = sum(len(one.summary.flags) for one in tried)
    if all_flags > 2 * sum(len(one.summary.flags_of(Taker.ENGINE)) for one in tried):
        yield "Most of these flags come of a busy host: on a quiet one less will do"


def document(
    protocol: str, command: Sequence[str], matches: Sequence[MatchResult], overheads: Sequence[TriedValue] = ()
) -> bytes:
    """All matches as one JSON document."""
    matches_played = {
        "schema": SCHEMA,
        "protocol": protocol,
        "command": list(command),
        "matches": [_match(result) for result in matches],
        "overheads": [{"ms": one.value, "flags": len(one.summary.flags), "safe": is_safe(one.summary)} for one in overheads],
    }
    return json.dumps(matches_played, indent=1).encode("ascii") + b"\n"


def _match(result: MatchResult) -> dict[str, Any]:
    summary = result.summary
    own, host, ours = summary.shares
    return {
        "control": str(result.control),
        "verdict": summary.verdict.value,
        "reason": summary.reason,
        "planned": summary.planned,
        "finished": len(summary.finished),
        "seconds": round(result.seconds, 3),
        "moves": summary.moves,
        "flags": {who.value: len(summary.flags_of(who)) for who in Taker},
        "flags_per_thousand": round(summary.per_thousand, 3),
        "took": {"engine": round(own, 6), "host": round(host, 6), "conform": round(ours, 6)},
        "games": [_game(game) for game in summary.played],
    }


def _game(game: Played) -> dict[str, Any]:
    return {
        "number": game.number,
        "result": game.result,
        "reason": game.reason,
        "fault": game.fault,
        "opening": game.opening,
        "moves": list(game.board.moves),
        "offences": [
            {"what": one.wrong.value, "ply": one.ply, "side": one.side, "text": one.text, "line": one.line}
            for one in game.offences
        ],
        "times": [
            {
                "ply": made.ply,
                "seconds": round(made.spent.elapsed, 6),
                "available": round(made.available, 6),
                "host": round(made.spent.host, 6),
                "conform": round(made.spent.ours, 6),
                "worked": round(made.spent.worked, 6),
                "taker": made.taker.value if made.taker else None,
            }
            for made in game.made
        ],
    }


def plot(result: MatchResult) -> bytes:
    """The time that each move took, over its place in the game, as an SVG that stands alone; nothing where no move was made."""
    made = [one for game in result.summary.played for one in game.made]
    if not made:
        return b""
    heights = [height(one.spent.elapsed) for one in made]
    calm = [(one.ply, height(one.spent.elapsed)) for one in made if one.taker is None and one.spent.others < one.spent.own]
    busy = [(one.ply, height(one.spent.elapsed)) for one in made if one.taker is None and one.spent.others >= one.spent.own]
    flags = [(one.ply, height(one.spent.elapsed)) for one in made if one.taker is not None]
    series = [
        Series("time of a move", "--dot", calm),
        Series("mostly the host's or conform's", "--dot-busy", busy),
        Series("more than was left", "--limit", flags),
    ]
    low, high = int(min(heights)) - 1, int(max(heights)) + 1
    svg = drawn("games", series, (float(low), float(high)))
    head, _, rest = svg.partition(">")
    head = head.replace(' aria-hidden="true" focusable="false"', "")  # beside nothing else it is not there to be passed over
    return f"{head}>{_STYLE}{rest}\n".encode()

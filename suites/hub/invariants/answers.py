"""The answers to `go`: their form, their number, and the legality of what is played."""

import re

from conformance.api.suites import Chapter, Finding, Judgements, Miss, Remark, Seen, faults_of, quoted
from conformance.games.draughts import parse_move
from conformance.suites.hub.dialogues import answers, variants
from conformance.suites.hub.legality import UNEXPLAINED, blame, expected, is_legal, is_line, misreadings
from conformance.suites.hub.record import Heard, Record, Search
from conformance.suites.hub.states import State

chapter: Chapter[Record] = Chapter()

#: What an engine breaks that had another position in mind, or plays by other rules. Such a breach explains an illegal move.
_MISREAD = ("HUB-POS-", "HUB-NEW-", "HUB-TR-06", "HUB-VAR-")
#: A `stop` so soon (s) after `go` may meet a search that has not begun: HUB-STP-02 judges what comes of that.
_AT_ONCE = 0.05
#: A square below 10 that is written with two digits.
_LEADING_ZERO = re.compile(r"\b0[1-9]")
#: What comes later (s) than this after the last word is said without any cause; what comes sooner belongs to it.
TRAILING = 0.25
_IN_A_SEARCH = ("go", "stop", "ponder-hit", "ping")
_REQUIREMENTS = {"think": "HUB-GO-01", "analyze": "HUB-GO-02", "ponder": "HUB-GO-03"}


def cut_at_once(search: Search) -> bool:
    """Whether a search was stopped before it can have begun."""
    return search.stop_at is not None and search.stop_at - search.at < _AT_ONCE and not search.infos


@chapter.invariant(*_REQUIREMENTS.values(), evidence=(answers.go_think_is_answered_once,))
def one_done_for_each_go(record: Record) -> Judgements:
    """Every `go` that is not stopped gets exactly one `done`."""
    for search in record.searches:
        requirement = _REQUIREMENTS[search.mode]
        twice = next((heard for heard in search.answers[1:] if heard.after.startswith("go ")), None)
        if twice is not None:
            yield Finding(
                requirement,
                f"one done for one `go {search.mode}`",
                f"{len(search.answers)} of them",
                twice.index,
                miss=Miss.TOO_MANY,
            )
        elif len(search.answers) == 1:
            yield Seen(requirement)
            yield from _early_end(search)


def _early_end(search: Search) -> Judgements:
    """A search that could have gone on until `stop`, and that the engine has ended by itself, as it may."""
    is_endless = search.mode == "analyze" and search.level is not None and search.level.infinite
    is_pondering = search.mode == "ponder" and search.hit_at is None
    if search.ended_by_itself and (is_endless or is_pondering):
        how = f"ended `go {search.mode}` by itself after {search.seconds:.1f} s"
        yield Remark(f"ends go {search.mode} by itself", how, at=search.answers[0].index)


@chapter.invariant("HUB-GO-04", evidence=(answers.plays_in_many_positions,))
def dones_are_well_formed(record: Record) -> Judgements:
    """`done` carries the move in Hub notation."""
    for search in record.searches:
        if not (cut_at_once(search) or (search.root is not None and search.root.is_terminal)):
            whole = [heard for heard in search.answers[:1] if not heard.is_torn]
            yield from faults_of("HUB-GO-04", whole, "done move=MOVE, a capture with all captured squares")
            for heard in whole:
                if search.done is not None and _LEADING_ZERO.search(search.done.move or ""):
                    yield Remark("leading zeros", f"writes squares with a leading zero: {quoted(heard)}", at=heard.index)


@chapter.invariant("HUB-GO-05", evidence=(answers.plays_in_many_positions,))
def moves_are_legal(record: Record) -> Judgements:
    """Every move is legal; a move that another requirement explains breaks that one."""
    for search in record.searches:
        done = search.done
        if search.game is None or done is None or not done.is_move or search.game.final.is_terminal:
            continue
        move = done.move or ""
        if is_legal(search.game.final, move):
            yield Seen("HUB-GO-05")
            continue
        broken, reason = blame(search.game, search.earlier, move, search.later)
        unless = () if broken == UNEXPLAINED else (broken, *_MISREAD)
        yield Finding("HUB-GO-05", expected(search.game.final), reason, search.answers[0].index, unless=unless)


@chapter.invariant(
    "HUB-GO-11",
    "HUB-GO-12",
    evidence=(
        answers.plays_in_many_positions,
        answers.plays_the_last_move,
        variants.knows_breakthrough_draughts,
        variants.knows_losing_draughts,
    ),
)
def ponder_moves_are_legal(record: Record) -> Judgements:
    """A `ponder` move is legal after the move, and there is none when the game is over."""
    for search in record.searches:
        done = search.done
        if search.game is None or done is None or not is_legal(search.game.final, done.move or ""):
            continue
        move, ponder, at = done.move or "", done.ponder, search.answers[0].index
        if _ends_the_game(search, move):
            if not ponder:
                yield Seen("HUB-GO-12")
            else:
                unless = _misread(search, (move, ponder))
                yield Finding("HUB-GO-12", f"no ponder, for {move} ends the game", f"`ponder={ponder}`", at, unless=unless)
        elif ponder and is_line(search.game.final, (move, ponder)):
            yield Seen("HUB-GO-11")
        elif ponder:
            unless = _misread(search, (move, ponder))
            yield Finding("HUB-GO-11", f"a legal answer to {move}", f"`ponder={ponder}`", at, unless=unless)


def _ends_the_game(search: Search, move: str) -> bool:
    assert search.game is not None
    return search.game.final.after(parse_move(move)).is_terminal


def _misread(search: Search, line: tuple[str, ...]) -> tuple[str, ...]:
    """The requirements that are broken where the engine has searched another position, in which a line can be played."""
    assert search.game is not None
    others = misreadings(search.game, search.earlier, search.later)
    found = tuple({other.requirement: None for other in others if is_line(other.position, line)})
    return (*found, *_MISREAD) if found else ()


@chapter.invariant("HUB-GO-13", evidence=(answers.stops_at_any_moment,))
def no_info_after_done(record: Record) -> Judgements:
    """No `info` of a search comes after its `done`; what follows a `done` that was one too many is HUB-GO-01's."""
    done: Heard | None = None
    for heard in record.heard:
        if heard.verb == "done" and heard.allowed:
            done = None if _is_repeated(record, heard) else heard
            yield Seen("HUB-GO-13")
        elif done is not None and _trails(heard) and heard.at - done.at < TRAILING:
            yield Finding("HUB-GO-13", "no info between done and the next go", quoted(heard), heard.index, miss=Miss.TOO_MANY)


def _is_repeated(record: Record, done: Heard) -> bool:
    """Whether a search has no reports before its `done`, and the search before gave the same answer: it may be that one's."""
    searches = record.searches
    number = next((place for place, search in enumerate(searches) if done in search.answers), 0)
    if not number or any(heard.index < done.index for heard in searches[number].infos):
        return False
    return any(str(before.message) == str(done.message) for before in searches[number - 1].answers)


def _trails(heard: Heard) -> bool:
    """Whether this is an `info` of an idle engine, with no other command after its search."""
    idle = heard.verb == "info" and not heard.allowed and heard.state is State.IDLE
    return idle and heard.after.split(" ")[0] in _IN_A_SEARCH

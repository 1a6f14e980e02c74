"""What clients of UCI and USI owe their engines, as invariants over a `ClientRecord`. A protocol binds them to its ids."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from conformance.protocol.suite import Chapter
from conformance.suites.universal.client import ClientRecord, Go, Misstep
from conformance.suites.universal.messages import SIGNED, OptionLine, OptionType
from conformance.words.catalogue import Catalogue
from conformance.words.model import Finding, Seen

Judgements = Iterator[Finding | Seen]

#: Milliseconds by which a clock may rise: it is read at two moments, and rounded.
SLACK_MS = 100
#: A search that takes less (s) says little about a clock: servers give back what the way to them takes, and others drop fractions
#: of a second.
_LONG = 1.0
#: Searches of a game that are needed to judge its clock.
_ENOUGH = 2
#: The clock may fall by so many times less, or more, than the searches took, and by so many ms for each besides.
_TIMES, _BESIDES_MS = 4, 2000
#: Half moves that lie between two searches of an engine in a game.
_TURN = 2

_RULES: list[tuple[tuple[str, ...], Callable[[ClientRecord], Judgements]]] = []


def rule(*suffixes: str) -> Callable[[Callable[[ClientRecord], Judgements]], Callable[[ClientRecord], Judgements]]:
    """Register a function as the judge of requirements, named without their protocol."""

    def register(function: Callable[[ClientRecord], Judgements]) -> Callable[[ClientRecord], Judgements]:
        _RULES.append((suffixes, function))
        return function

    return register


def chapter(prefix: str, catalogue: Catalogue) -> Chapter[ClientRecord]:
    """All rules bound to the ids of a protocol, as far as its catalogue has them.

    What scenarios decide are the requirements about what engines print, and how they fail.
    """
    tried = tuple(row.id for row in catalogue if row.section in ("reading", "faults"))
    found: Chapter[ClientRecord] = Chapter()
    for suffixes, function in _RULES:
        ids = tuple(f"{prefix}-{suffix}" for suffix in suffixes) or tried
        if set(ids) <= catalogue.requirements.keys():
            found.invariant(*ids)(function)
    return found


def _misstep(record: ClientRecord, suffix: str, one: Misstep, expected: str) -> Finding:
    return Finding(record.id(suffix), expected, f"`{one.verb}` was sent in the state {one.state}", one.at)


@rule("HS-01")
def the_greeting_comes_first_and_once(record: ClientRecord) -> Judgements:
    """The greeting is the first command, and is sent once."""
    if record.first is None:
        return
    greeting = record.words.greeting
    if record.first[1] != greeting:
        yield Finding(
            record.id("HS-01"), f"`{greeting}` as the first command", f"`{record.first[1]}` came first", record.first[0]
        )
    elif len(record.greetings) > 1:
        yield Finding(record.id("HS-01"), f"one `{greeting}`", f"it was sent {len(record.greetings)} times", record.greetings[1])
    else:
        yield Seen(record.id("HS-01"))


@rule("HS-02", "RDY-01", "OPT-01", "SRCH-01", "POND-01", "FLT-05")
def nothing_is_sent_that_may_not_be_sent_there(record: ClientRecord) -> Judgements:
    """The client sends nothing that the table of states does not have."""
    words = record.words
    for one in record.missteps:
        if one.state == "handshake":
            # `stop` there asks for nothing: it comes from clients that give an engine up.
            if one.verb in ("position", words.new_game) or (one.verb.startswith("go") and one.verb != "gameover"):
                yield _misstep(record, "HS-02", one, f"nothing of a game before `{words.greeting}ok`")
        elif one.state in ("uci", "usi") and one.verb.startswith("go"):
            yield _misstep(record, "RDY-01", one, "`isready` and its answer before the first `go`")
        elif one.state in words.searching and one.verb == "setoption":
            yield _misstep(record, "OPT-01", one, "no `setoption` before the search has been answered")
        elif one.state in words.searching and one.verb == "ponderhit":
            yield _misstep(record, "POND-01", one, "`ponderhit` only in a search that was begun by `go ponder`")
        elif one.state in words.searching:
            is_fooled = not one.is_stopped and any(at < one.at for at in record.surplus)
            yield _misstep(record, "FLT-05" if is_fooled else "SRCH-01", one, "the answer to the search before it is sent")
    broken = {one.at for one in record.missteps}
    unready = {one.at for one in record.missteps if one.state in ("uci", "usi")}
    if record.is_greeted:
        yield Seen(record.id("HS-02"))
    if record.sets:
        yield Seen(record.id("OPT-01"))
    for at, go in record.hits:
        if at not in broken and (go is None or not go.is_ponder):
            yield Finding(record.id("POND-01"), "a `go ponder` before `ponderhit`", "the last search was none", at)
        else:
            yield Seen(record.id("POND-01"))
    for go in record.gos:
        if go.is_greeted_unready and go.at not in unready:
            yield Finding(record.id("RDY-01"), "`go` after the first `readyok`", "`readyok` had not come yet", go.at)
        elif go.at not in broken:
            yield Seen(record.id("RDY-01"))
            yield Seen(record.id("SRCH-01"))
    if record.surplus and any(go.at > record.surplus[0] for go in record.gos):
        yield Seen(record.id("FLT-05"))


@rule("RDY-02")
def a_new_game_is_waited_for(record: ClientRecord) -> Judgements:
    """After a new game, `isready` is sent and answered before the next `go`."""
    for go in record.gos:
        if go.is_first and go.is_new_unready:
            since = "the last search" if record.words.asks_before_games else f"`{record.words.new_game}`"
            expected = f"`isready` and its answer between {since} and `go`"
            yield Finding(record.id("RDY-02"), expected, "`go` came before", go.at, unless=(record.id("RDY-01"),))
        elif go.is_first:
            yield Seen(record.id("RDY-02"))


@rule("OPT-02", "OPT-03", "OPT-04")
def options_are_set_as_declared(record: ClientRecord) -> Judgements:
    """`setoption` names a declared option, with a value that the option can have."""
    for at, name, value, option in record.sets:
        if option is None:
            if record.are_options_known and name not in record.words.unasked:
                yield Finding(record.id("OPT-02"), "an option that the engine has declared", f"there is no option {name!r}", at)
            continue
        yield Seen(record.id("OPT-02"))
        if option.type is OptionType.BUTTON:
            continue
        if value is None:
            yield Finding(record.id("OPT-04"), f"`value` and a value for {option.name}", "there is no `value` in the line", at)
        elif flaw := _flaw(option, value):
            yield Finding(record.id("OPT-03"), f"a value that {option.name} was declared with", flaw, at)
        else:
            yield Seen(record.id("OPT-03"))
            yield Seen(record.id("OPT-04"))


def _flaw(option: OptionLine, value: str) -> str:
    if option.type is OptionType.CHECK and value.lower() not in ("true", "false"):
        return f"{value!r} is neither true nor false"
    if option.type is OptionType.COMBO and value.lower() not in {one.lower() for one in option.vars}:
        return f"{value!r} is none of its vars"
    if option.type is OptionType.SPIN:
        if not SIGNED.fullmatch(value):
            return f"{value!r} is no whole number"
        if option.minimum is not None and option.maximum is not None and not option.minimum <= int(value) <= option.maximum:
            return f"{value} is not within {option.minimum} to {option.maximum}"
    return ""


@rule("POS-01")
def a_position_comes_before_a_search(record: ClientRecord) -> Judgements:
    """A `position` comes before the first `go` of each game."""
    for go in record.gos:
        if go.is_first and not go.has_position:
            yield Finding(record.id("POS-01"), "a `position` before the first `go` of a game", "there is none", go.at)
        elif go.is_first:
            yield Seen(record.id("POS-01"))


@rule("POS-02", "FLT-04")
def positions_can_be_set_up(record: ClientRecord) -> Judgements:
    """`position` can be read, and its moves are legal; an illegal move of the engine is not played."""
    for at, flaw, is_engines in record.positions:
        if flaw and is_engines:
            yield Finding(record.id("FLT-04"), "no illegal move of the engine in a `position`", flaw, at)
        elif flaw:
            yield Finding(record.id("POS-02"), "a position that can be set up, and legal moves", flaw, at)
        else:
            yield Seen(record.id("POS-02"))


def _pairs(record: ClientRecord) -> Iterator[tuple[Go, Go]]:
    """Each two searches by the clock, one after the other, with no new game between them."""
    clocks = set(record.words.clocks.values())
    for one, other in zip(record.gos, record.gos[1:], strict=False):
        known = one.game is not None and other.game is not None
        if known and not other.is_first and clocks & one.numbers.keys() and clocks & other.numbers.keys():
            yield one, other


def _board(position: Any) -> frozenset[tuple[str, str]]:
    return frozenset(position.pieces().items())


@lru_cache(maxsize=1 << 8)
def _follows(before: Any, after: Any) -> bool:
    """Whether a game is, or may be, the same as one before: it has the same start, or comes from it in two moves."""
    if before.root == after.root:
        return True
    boards = {_board(position) for position in after.positions}
    if boards & {_board(position) for position in before.positions}:
        return True
    for first in before.position.legal_moves():
        following = before.position.play(first)
        if _board(following) in boards or any(_board(following.play(second)) in boards for second in following.legal_moves()):
            return True
    return False


@rule("POS-03")
def a_game_goes_on_from_where_it_was(record: ClientRecord) -> Judgements:
    """In a game by the clock, a position that does not follow from the one before it comes after a new game."""
    for one, other in _pairs(record):
        if _follows(one.game, other.game):
            yield Seen(record.id("POS-03"))
        else:
            expected = f"a position that follows from the last one, or `{record.words.new_game}` before it"
            yield Finding(record.id("POS-03"), expected, "it is of another game", other.at)


@rule("GO-01")
def limits_are_numbers(record: ClientRecord) -> Judgements:
    """Each limit of `go` has a number after it."""
    for go in record.gos:
        if go.flaw:
            yield Finding(record.id("GO-01"), "a whole number that is not negative after each limit", go.flaw, go.at)
        elif go.numbers:
            yield Seen(record.id("GO-01"))


@rule("GO-02")
def there_are_moves_to_go(record: ClientRecord) -> Judgements:
    """There are moves to go where `movestogo` is sent."""
    for go in record.gos:
        if go.numbers.get("movestogo") == 0:
            yield Finding(record.id("GO-02"), "`movestogo` only where it is more than 0", "`movestogo 0`", go.at)
        elif "movestogo" in go.numbers:
            yield Seen(record.id("GO-02"))


@rule("CLK-01")
def the_clock_of_the_side_to_move_is_sent(record: ClientRecord) -> Judgements:
    """A `go` with a clock has the clock of the side that is to move."""
    clocks = record.words.clocks
    for go in record.gos:
        if not go.side or not set(clocks.values()) & go.numbers.keys():
            continue
        if clocks[go.side] in go.numbers:
            yield Seen(record.id("CLK-01"))
        elif not go.flaw:
            yield Finding(record.id("CLK-01"), f"`{clocks[go.side]}`, for the side to move", "only the other clock", go.at)


@rule("CLK-02")
def clocks_do_not_rise(record: ClientRecord) -> Judgements:
    """From one search of a game to the next, a clock does not rise by more than its increment."""
    words = record.words
    for one, other in _pairs(record):
        if "movestogo" in {*one.numbers, *other.numbers} or not _follows(one.game, other.game):
            continue
        plies = len(other.game.moves) - len(one.game.moves) if one.game.root == other.game.root else _TURN
        if plies < 0:
            continue
        moves = max(1, (plies + 1) // 2)
        for side, clock in words.clocks.items():
            if clock not in one.numbers or clock not in other.numbers:
                continue
            increment = max(go.numbers.get(words.increments[side], 0) for go in (one, other))
            rise = other.numbers[clock] - one.numbers[clock] - moves * increment
            if rise > SLACK_MS:
                expected = f"`{clock}` at most {one.numbers[clock] + moves * increment}"
                actual = f"`{clock} {other.numbers[clock]}`, after {one.numbers[clock]} with an increment of {increment}"
                yield Finding(record.id("CLK-02"), expected, actual, other.at)
            else:
                yield Seen(record.id("CLK-02"))


@rule("CLK-03")
def the_clock_falls_by_what_was_used(record: ClientRecord) -> Judgements:
    """The clock of the engine's side falls by what its searches take, in milliseconds."""
    words = record.words
    used, fallen, count, at = 0.0, 0, 0, 0
    for one, other in _pairs(record):
        clock = words.clocks.get(one.side, "")
        is_plain = not (one.is_first or one.is_ponder or other.is_ponder or one.is_stopped or "movestogo" in one.numbers)
        if not is_plain or not one.answers or one.side != other.side or not other.numbers.get(clock) or clock not in one.numbers:
            continue
        if one.game.root == other.game.root and len(other.game.moves) - len(one.game.moves) != _TURN:
            continue
        if not _follows(one.game, other.game):
            continue
        seconds = one.answers[0][1] - one.time
        if seconds >= _LONG:
            used += seconds * 1000
            fallen += one.numbers[clock] + one.numbers.get(words.increments[one.side], 0) - other.numbers[clock]
            count, at = count + 1, other.at
    if count < _ENOUGH:
        return
    if used / _TIMES <= fallen <= used * _TIMES + _BESIDES_MS * count:
        yield Seen(record.id("CLK-03"))
    else:
        expected = f"a clock that falls by about {used:.0f} in {count} searches that took so many ms"
        rising = (record.id("CLK-02"),)
        yield Finding(record.id("CLK-03"), expected, f"it fell by {fallen}, increments included", at, unless=rising)


@rule("SRCH-02")
def nothing_is_awaited_that_is_not_owed(record: ClientRecord) -> Judgements:
    """The client does not wait for an answer that the engine does not owe."""
    if not record.end:
        return
    if _waits_in_vain(record):
        what = "it waited until its time was up, and the engine owed nothing"
        yield Finding(record.id("SRCH-02"), "a client that goes on, or ends", what, record.end_at)
    elif record.end != "killed":
        yield Seen(record.id("SRCH-02"))


def _waits_in_vain(record: ClientRecord) -> bool:
    """Whether a client that had to be ended waited for nothing, and no oddity of the engine can have led it there."""
    return record.end == "killed" and record.is_idle and not (record.tries or record.engine_ended)


@rule("POND-02")
def pondering_is_about_the_position_after_the_expected_move(record: ClientRecord) -> Judgements:
    """The position of `go ponder` has the expected move as its last one."""
    side = ""
    for go in record.gos:
        if go.is_first:
            side = ""
        if not go.is_ponder:
            side = go.side
        elif side and go.side:
            if go.side == side:
                yield Seen(record.id("POND-02"))
            else:
                expected = "the engine's own side to move after the expected move"
                yield Finding(record.id("POND-02"), expected, "the other side is to move", go.at)


@rule("END-01")
def no_engine_is_left(record: ClientRecord) -> Judgements:
    """No process of the engine is left when the client has ended."""
    if record.end in ("", "killed"):
        return
    if record.left:
        left = "1 process" if record.left == 1 else f"{record.left} processes"
        yield Finding(record.id("END-01"), "no process of the engine after the client's end", f"{left} left", record.end_at)
    else:
        yield Seen(record.id("END-01"))


@rule()
def a_client_comes_through(record: ClientRecord) -> Judgements:
    """A client plays on with a difficult engine, and gives up a faulty one instead of waiting for it."""
    if not record.tries or not record.end:
        return
    if record.is_faulty:
        if record.end == "killed":
            yield Finding(
                record.tries, "a client that gives the engine up", "it still waited when its time was up", record.end_at
            )
        else:
            yield Seen(record.tries)
    elif record.end != "exit 0":
        ended = "it did not end" if record.end == "killed" else f"it ended with {record.end}"
        yield Finding(record.tries, "a client that plays on as with the plain engine, and ends with exit 0", ended, record.end_at)
    elif record.searched < record.searched_plain and not record.searched:
        actual = f"it asked for no search, and for {record.searched_plain} with the plain engine"
        yield Finding(record.tries, "a client that plays on as with the plain engine", actual, record.end_at)
    else:
        yield Seen(record.tries)

"""The duties of clients of UCI and USI to their engines, as invariants over a `ClientRecord`.

A protocol binds them to its ids.
"""

from conformance.api.clients import ClientMisstep, Judgements, Rules
from conformance.api.suites import Finding, Seen
from conformance.suites.universal.client import ClientRecord
from conformance.suites.universal.messages import SIGNED, OptionLine, OptionType

RULES = Rules()
rule = RULES.rule


def _misstep(record: ClientRecord, suffix: str, one: ClientMisstep, expected: str) -> Finding:
    return Finding(record.id(suffix), expected, f"`{one.verb}` was sent in the state {one.state}", one.at)


@rule("HS-02", "RDY-01", "OPT-01", "SRCH-01", "POND-01", "FLT-05")
def nothing_is_sent_that_may_not_be_sent_there(record: ClientRecord) -> Judgements:
    """The client sends nothing that the table of states does not have."""
    words = record.words
    for one in record.missteps:
        if one.state == "handshake":
            # `stop` there asks for nothing: it comes from clients that give an engine up.
            if one.verb in ("position", words.new_game) or one.verb.startswith("go"):
                yield _misstep(record, "HS-02", one, f"nothing of a game before `{words.greeting}ok`")
        elif one.state in ("uci", "usi") and one.verb.startswith("go"):
            yield _misstep(record, "RDY-01", one, "`isready` and its answer before the first `go`")
        elif one.state in words.searching and one.verb == "setoption":
            yield _misstep(record, "OPT-01", one, "no `setoption` before the search has been answered")
        elif one.state in words.searching and one.verb == "ponderhit":
            yield _misstep(record, "POND-01", one, "`ponderhit` only in a search that was begun by `go ponder`")
        elif one.state in words.searching:
            broken_by_it = "FLT-05" if record.is_fooled(one) else "SRCH-01"
            yield _misstep(record, broken_by_it, one, "the answer to the search before it is sent")
    broken = {one.at for one in record.missteps}
    unready = {one.at for one in record.missteps if one.state in ("uci", "usi")}
    if record.is_greeted:
        yield Seen(record.id("HS-02"))
    if record.sets:
        yield Seen(record.id("OPT-01"))
    for at, go in record.hits:
        if at not in broken and (go is None or not go.is_ponder):
            yield Finding(record.id("POND-01"), "a `go ponder` before `ponderhit`", "the last `go` was another one", at)
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
            if record.are_options_known and name.lower() not in record.words.unasked:
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
        return f"{value!r} is not one of its vars"
    if option.type is OptionType.SPIN:
        if not SIGNED.fullmatch(value):
            return f"{value!r} is not a whole number"
        if option.minimum is not None and option.maximum is not None and not option.minimum <= int(value) <= option.maximum:
            return f"{value} is not within {option.minimum} to {option.maximum}"
    return ""


@rule("POS-01")
def a_position_comes_before_a_search(record: ClientRecord) -> Judgements:
    """A `position` comes before the first `go` of each game."""
    for go in record.gos:
        if go.is_first and not go.has_position:
            yield Finding(record.id("POS-01"), "a `position` before the first `go` of a game", "no `position`", go.at)
        elif go.is_first:
            yield Seen(record.id("POS-01"))


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

"""Setting options. The values are drawn from what the engine itself declares."""

from conformance.dialogue.session import Dialogue, NotApplicable
from conformance.protocol.suite import Chapter
from conformance.suites.uci import positions
from conformance.suites.uci.driver import MIDDLE, MIDDLE_BLACK, QUIET, bestmove_of, is_bestmove, is_readyok, uci
from conformance.suites.uci.grammar import parse
from conformance.suites.uci.record import Record
from conformance.suites.universal.messages import Info, OptionLine, OptionType
from conformance.suites.universal.relations import searches_with_every_value
from conformance.suites.universal.values import OUTSIDE, WRONG, cap, clearable, legal_values, safe, without_value, wrong_lines
from conformance.suites.universal.variations import expect_best_first, expect_several_behind_a_stop, expect_whole_reports

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
#: An engine with hundreds of options that takes its time for each `isready` is asked more seldom after a while.
_TOGETHER = 20


def _set(d: Dialogue, line: str, *, within_ms: float) -> None:
    d.send(line, "isready")
    d.expect(is_readyok, f"readyok after `{line}`", within_ms=within_ms)


def _addressable(options: list[OptionLine]) -> list[OptionLine]:
    """Options whose names can be told apart from the words around them."""
    return [option for option in options if not {"name", "value"} & set(option.name.lower().split())]


@chapter.dialogue("UCI-SET-01", needs=("UCI-RDY-01",))
def takes_every_declared_value(d: Dialogue) -> None:
    """Every declared option takes its default, its ends and its vars, and the engine stays ready."""
    uci.ready(d)
    options = [option for option in _addressable(uci.declared(d)) if option.type is not OptionType.BUTTON]
    if not options:
        raise NotApplicable("the engine declares no option that has a value")
    lines = [f"setoption name {option.name} value {value}" for option in options for value in legal_values(option)]
    started = d.now_ms()
    while lines:
        together = 1 if d.now_ms() - started < d.limits.enough_ms else _TOGETHER
        now, lines = lines[:together], lines[together:]
        d.send(*now, "isready")
        before = f" and {len(now) - 1} lines before it" if len(now) > 1 else ""
        d.expect(is_readyok, f"readyok after `{now[-1]}`{before}", within_ms=d.limits.ready_ms)
    d.fence()


@chapter.dialogue("UCI-SET-01", needs=("UCI-POS-01",))
def searches_with_every_size_of_its_hash(d: Dialogue) -> None:
    """The engine searches with the smallest and the largest hash size, nothing else changed."""
    uci.ready(d)
    option = uci.option(d, "Hash")
    if option is None:
        raise NotApplicable("the engine declares no hash size")
    for value in legal_values(option):
        _set(d, f"setoption name {option.name} value {value}", within_ms=d.limits.ready_ms)
        d.send("position startpos", uci.brief(d))
        if d.wait_for(is_bestmove, within_ms=d.limits.search_ms, owed=True) is None:
            d.expect_alive(f"an engine that searches with {option.name} {value}")
            uci.reach_answer(d)
    d.fence()


@chapter.dialogue("UCI-SET-01", "UCI-SET-06", needs=("UCI-POS-01", "UCI-STOP-01"))
def searches_whatever_the_options_say(d: Dialogue) -> None:
    """The engine lives when it searches with each value of an option, and after each button."""
    uci.ready(d)
    options = _addressable(uci.declared(d))
    searches_with_every_value(d, uci, options, "startpos", values="UCI-SET-01", buttons="UCI-SET-06")
    d.fence()


@chapter.dialogue("UCI-SET-02")
def ignores_unknown_options(d: Dialogue) -> None:
    """An unknown option is ignored, with a value and without one."""
    uci.ready(d)
    for line in ("setoption name No_Such_Option_X value 1", "setoption name No Such Button"):
        _set(d, line, within_ms=d.limits.ready_ms)
    d.transcript.settled = True


@chapter.dialogue("UCI-SET-03", needs=("UCI-SET-01",))
def survives_values_out_of_range(d: Dialogue) -> None:
    """A value out of range, no number, or no value at all does no harm."""
    uci.ready(d)
    declared = _addressable(uci.declared(d))
    options = [option for kind in WRONG for option in safe(declared, kind)]
    if not options:
        raise NotApplicable("the engine declares no option that can be tried safely")
    for option in options:
        for line in wrong_lines(option):
            d.send(line, "isready")
            d.expect(is_readyok, f"readyok after `{line}`", within_ms=d.limits.ready_ms)
    d.fence()


# A process of its own: what clears a path cannot be undone by the declared `<empty>`, which some engines take for a name.
@chapter.dialogue("UCI-SET-03", needs=("UCI-SET-01",), fresh=True)
def takes_text_options_without_a_value(d: Dialogue) -> None:
    """An option that is text is cleared without a value, as match programs clear a path."""
    uci.ready(d)
    options = clearable(_addressable(uci.declared(d)))
    if not options:
        raise NotApplicable("the engine declares no text that can be cleared safely")
    for option in options:
        for line in without_value(option):
            d.send(line, "isready")
            d.expect(is_readyok, f"readyok after `{line}`", within_ms=d.limits.ready_ms)
    d.fence()


def multipv_option(d: Dialogue) -> OptionLine:
    """The option for several variations; raises NotApplicable."""
    option = uci.option(d, "MultiPV")
    if option is None or option.type is not OptionType.SPIN or (option.maximum or 0) < 2:
        raise NotApplicable("the engine declares no MultiPV")
    return option


def variations(d: Dialogue, since: int) -> set[int]:
    """The `multipv` numbers in the info lines since a transcript index."""
    return {info.multipv for info in uci.infos(d, since) if info.multipv is not None}


def _tells_variations(d: Dialogue, since: int) -> bool:
    return any(info.pv for info in uci.infos(d, since))


def _need_variations(d: Dialogue, since: int) -> None:
    if not _tells_variations(d, since):
        raise NotApplicable("the engine sends no variations that can be read")


def _search(d: Dialogue) -> set[int]:
    since = len(d.transcript)
    d.send(f"position {MIDDLE_BLACK}", uci.brief(d, depth=2))
    uci.reach_answer(d)
    return variations(d, since)


def _in_force(d: Dialogue, line: str) -> None:
    d.send(line)
    uci.sync(d)
    d.pause(d.limits.reply_window_ms)  # who says readyok too soon breaks UCI-RDY-03 alone


@chapter.dialogue("UCI-SET-09", needs=("UCI-SET-01",))
def multipv_has_an_effect(d: Dialogue) -> None:
    """With MultiPV set, several variations are reported, also in the next game; set back to 1, one is."""
    uci.ready(d)
    option = multipv_option(d)
    _in_force(d, f"setoption name {option.name} value {min(3, option.maximum or 3)}")
    since = len(d.transcript)
    seen = _search(d)
    _need_variations(d, since)
    if len(seen) < 2:
        d.fail(f"lines for several variations with {option.name} set", f"multipv {sorted(seen) or 'in no line'}")
    if not d.broken("UCI-NEW-01"):
        uci.new_game(d)
        if len(_search(d)) < 2:
            d.fail(f"{option.name} in force in the next game", "it is not after `ucinewgame`")
    if (option.minimum or 1) <= 1:
        _in_force(d, f"setoption name {option.name} value 1")
        if len(seen := _search(d)) > 1:
            d.fail(f"one variation with {option.name} set back to 1", f"multipv {sorted(seen)}")
    d.fence()


@chapter.dialogue("UCI-SET-09", needs=("UCI-SET-01", "UCI-STOP-01"))
def multipv_outlasts_a_stop(d: Dialogue) -> None:
    """Several variations are reported behind a search that was stopped, too."""
    uci.ready(d)
    option = multipv_option(d)
    _in_force(d, f"setoption name {option.name} value {min(3, option.maximum or 3)}")
    since = len(d.transcript)
    expect_several_behind_a_stop(d, uci, MIDDLE, option.name, lambda: _search(d))
    _need_variations(d, since)
    d.fence()


@chapter.dialogue("UCI-SET-04", needs=("UCI-SET-09",))
def option_names_ignore_case(d: Dialogue) -> None:
    """The name of an option is compared ignoring case."""
    uci.ready(d)
    option = multipv_option(d)
    _in_force(d, f"setoption name {option.name.swapcase()} value 2")
    since = len(d.transcript)
    seen = _search(d)
    _need_variations(d, since)
    if len(seen) < 2:
        d.fail(f"{option.name} set by the name {option.name.swapcase()}", "it is not in force")
    d.fence()


@chapter.dialogue("UCI-SET-05", needs=("UCI-SET-01",))
def takes_text_with_blanks(d: Dialogue) -> None:
    """Names of several words, values with blanks, and `<empty>` are taken."""
    uci.ready(d)
    options = _addressable(uci.declared(d))
    texts = [option for option in options if option.type is OptionType.STRING and not OUTSIDE.search(option.name)]
    named = [option for option in options if option.name_words > 1 and cap(option) is None and list(legal_values(option))]
    if not texts and not named:
        raise NotApplicable("the engine declares no such option that can be tried safely")
    for option in texts:
        for value in ("two words", "C:\\some dir\\file name.txt", "<empty>", option.default or "<empty>"):
            _set(d, f"setoption name {option.name} value {value}", within_ms=d.limits.ready_ms)
    for option in named:
        _set(d, f"setoption name {option.name} value {list(legal_values(option))[-1]}", within_ms=d.limits.ready_ms)
    d.fence()


@chapter.dialogue("UCI-SET-06")
def takes_buttons_without_value(d: Dialogue) -> None:
    """A button is pressed by its name alone."""
    uci.ready(d)
    buttons = [option for option in _addressable(uci.declared(d)) if option.type is OptionType.BUTTON]
    if not buttons:
        raise NotApplicable("the engine declares no button")
    for option in buttons:
        _set(d, f"setoption name {option.name}", within_ms=d.limits.ready_ms)
    d.fence()


#: So many options are set to see whether there is a reply.
_SOME = 6


def _replies(text: str) -> bool:
    return uci.is_protocol(text) and not isinstance(parse(text), Info)


@chapter.dialogue("UCI-SET-07", needs=("UCI-SET-01",))
def setoption_has_no_reply(d: Dialogue) -> None:
    """`setoption` has no reply."""
    uci.ready(d)
    for option in _addressable(uci.declared(d))[:_SOME]:
        for value in list(legal_values(option))[-1:]:
            d.send(f"setoption name {option.name} value {value}")
            d.silence(_replies, "no reply to setoption", for_ms=d.limits.reply_window_ms)
    d.fence()


@chapter.dialogue("UCI-SET-08")
def takes_options_before_isready(d: Dialogue) -> None:
    """Options are accepted between `uciok` and the first `isready`, as GUIs send them."""
    uci.greet(d)
    for name, value in (("Hash", "16"), ("Ponder", "true")):
        option = uci.option(d, name)
        if option is not None and (option.minimum or 0) <= 16 <= (option.maximum or 16):
            d.send(f"setoption name {option.name} value {value}")
    d.send("isready")
    d.expect(is_readyok, "readyok after two options", within_ms=d.limits.ready_ms)
    d.transcript.settled = True


@chapter.dialogue("UCI-RDY-03", needs=("UCI-SET-09", "UCI-ROB-07"), fresh=True)
def readyok_comes_after_the_options(d: Dialogue) -> None:
    """`readyok` comes when the commands before it are in force, also when all are sent at once; MultiPV shows it."""
    uci.ready(d)
    if not uci.offers(d, "MultiPV"):
        d.fence()
        return
    option = multipv_option(d)
    since = len(d.transcript)
    lines = (f"setoption name {option.name} value 2", "isready", f"position {MIDDLE_BLACK}", uci.brief(d, depth=2))
    d.send_together(*lines)
    d.expect(is_readyok, "readyok before the search is answered", within_ms=d.limits.ready_ms)
    uci.reach_answer(d)
    if _tells_variations(d, since) and len(variations(d, since)) < 2:
        d.fail(f"{option.name} in force when readyok has come", "one variation")
    d.fence()


@chapter.dialogue("UCI-INFO-07", needs=("UCI-SET-09", "UCI-POS-03"))
def more_variations_than_moves_do_no_harm(d: Dialogue) -> None:
    """If MultiPV is larger than the number of legal moves, there are as many variations as moves."""
    uci.ready(d)
    option = multipv_option(d)
    _in_force(d, f"setoption name {option.name} value {min(4, option.maximum or 4)}")
    since = len(d.transcript)
    d.send(_TAGS["single"].command, uci.brief(d, depth=2))
    if d.wait_for(is_bestmove, within_ms=d.limits.search_ms, owed=True) is None:
        d.expect_alive("an engine that lives with more variations than moves")
        uci.reach_answer(d)
    if (most := max(variations(d, since), default=0)) > 1:
        d.fail("one variation where there is one legal move", f"multipv {most}")
    d.fence()


@chapter.dialogue("UCI-INFO-07", needs=("UCI-SET-09", "UCI-RDY-03"))
def variations_come_together(d: Dialogue) -> None:
    """With MultiPV k, a report is k lines, numbered from 1, with different first moves."""
    uci.ready(d)
    option = multipv_option(d)
    count = min(3, option.maximum or 3)
    _in_force(d, f"setoption name {option.name} value {count}")
    since = len(d.transcript)
    d.send(f"position {MIDDLE_BLACK}", uci.brief(d, depth=3))
    d.reach(is_bestmove, "bestmove", within_ms=d.limits.search_ms, requirement="UCI-BM-03")
    _need_variations(d, since)
    wanted = list(range(1, count + 1))
    if (seen := variations(d, since)) != set(wanted):
        d.fail(f"multipv {wanted}", f"multipv {sorted(seen)}")
    expect_whole_reports(d, uci.infos(d, since), wanted, is_done=not d.broken("UCI-GO-01"))
    d.fence()


#: Positions in which some moves are better than others.
_UNEVEN = (_TAGS["kiwipete"].position, MIDDLE, MIDDLE_BLACK, _TAGS["castling"].position, QUIET, _TAGS["ep"].position)


@chapter.dialogue("UCI-SET-09", "UCI-INFO-07", needs=("UCI-SET-01", "UCI-POS-03"))
def the_first_variation_is_the_best(d: Dialogue) -> None:
    """`multipv 1` is the best variation: not the last one in each search, and not the one whose move is never played."""
    uci.ready(d)
    option = multipv_option(d)
    count = min(3, option.maximum or 3)
    _in_force(d, f"setoption name {option.name} value {count}")
    expect_best_first(d, uci, (_UNEVEN, uci.brief(d, depth=2)), range(1, count + 1), bestmove_of, "UCI-INFO-07")
    d.fence()

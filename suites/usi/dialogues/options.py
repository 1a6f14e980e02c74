"""Setting options. The values are drawn from what the engine itself declares."""

from conformance.dialogue.session import Dialogue, NotApplicable
from conformance.protocol.suite import Chapter
from conformance.suites.universal.relations import searches_with_every_value
from conformance.suites.universal.values import OUTSIDE, WRONG, clearable, legal_values, safe, without_value, wrong_lines
from conformance.suites.universal.variations import expect_best_first, expect_several_behind_a_stop, expect_whole_reports
from conformance.suites.usi import positions
from conformance.suites.usi.driver import MIDDLE, bestmove_of, heard_infos, is_bestmove, is_final, is_readyok, usi
from conformance.suites.usi.grammar import parse
from conformance.suites.usi.messages import Info, OptionLine, OptionType, ReadyOk, UsiOk
from conformance.suites.usi.record import Record
from conformance.words.messages import Malformed

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
#: An engine with hundreds of options that takes its time for each `isready` is asked more seldom after a while.
_TOGETHER = 20
#: Options that every search uses, and that change nothing else.
_HASHES = ("usi_hash", "hash")


def _set(d: Dialogue, option: OptionLine, value: str | None, *, within_ms: float) -> None:
    line = f"setoption name {option.name}" + ("" if value is None else f" value {value}")
    d.send(line, "isready")
    d.expect(is_readyok, f"readyok after `{line}`", within_ms=within_ms)


@chapter.dialogue("USI-SET-01", needs=("USI-RDY-02",))
def takes_every_declared_value(d: Dialogue) -> None:
    """Every declared option takes its default, its ends and its vars, and the engine stays ready."""
    usi.ready(d)
    options = [option for option in usi.declared(d) if option.type is not OptionType.BUTTON]
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


@chapter.dialogue("USI-SET-01", needs=("USI-RDY-02", "USI-POS-01"))
def searches_with_every_size_of_its_hash(d: Dialogue) -> None:
    """The engine searches with the smallest and the largest hash size, nothing else changed."""
    usi.ready(d)
    options = [option for option in usi.declared(d) if option.name.lower() in _HASHES]
    if not options:
        raise NotApplicable("the engine declares no hash size")
    for option in options:
        for value in legal_values(option):
            _set(d, option, value, within_ms=d.limits.ready_ms)
            d.send("position startpos", usi.brief(d))
            if d.wait_for(is_bestmove, within_ms=d.limits.search_ms, owed=True) is None:
                d.expect_alive(f"an engine that searches with {option.name} {value}")
                usi.reach_answer(d)
    d.fence()


@chapter.dialogue("USI-SET-01", "USI-SET-06", needs=("USI-RDY-02", "USI-POS-01", "USI-STOP-01"))
def searches_whatever_the_options_say(d: Dialogue) -> None:
    """The engine lives when it searches with each value of an option, and after each button."""
    usi.ready(d)
    options = usi.declared(d)
    searches_with_every_value(d, usi, options, "startpos", values="USI-SET-01", buttons="USI-SET-06")
    d.fence()


#: SEED: these have a fixed meaning, and none of them changes what a search may say.
_FIXED = frozenset(
    f"usi_{name}"
    for name in ("hash", "ponder", "ownbook", "multipv", "showcurrline", "showrefutations", "limitstrength", "strength")
)


def _at_end(option: OptionLine, end: str) -> str:
    """A switch off or on, a number at its minimum or maximum; "" where the domain cannot be read."""
    values = list(legal_values(option))[:2]
    return values[(end == "high") != (option.type is OptionType.CHECK)] if len(values) == 2 else ""


@chapter.dialogue("USI-SET-01", needs=("USI-RDY-02", "USI-STOP-01"), cases=("low", "high"))
def searches_with_all_options_at_one_end(d: Dialogue, end: str) -> None:
    """The engine searches with every option whose meaning USI fixes at one end of its domain, and obeys `stop`.

    Other options stay as they are: they may change the rules, or what the engine calls a millisecond.
    """
    usi.ready(d)
    kinds = (OptionType.CHECK, OptionType.SPIN)
    options = [option for option in usi.declared(d) if option.type in kinds and option.name.lower() in _FIXED]
    lines = [f"setoption name {option.name} value {value}" for option in options if (value := _at_end(option, end))]
    if not lines:
        raise NotApplicable("the engine declares none of the options whose meaning USI fixes")
    d.send(*lines, "isready")
    d.expect(is_readyok, f"readyok with these options at their {end} end", within_ms=d.limits.ready_ms)
    d.send(f"position {MIDDLE}", "go infinite")
    d.pause(d.limits.underway_ms)
    if not usi.answered(d):
        d.send("stop")
        d.expect(is_bestmove, f"a bestmove to stop with these options at their {end} end", within_ms=d.limits.search_ms)
    d.fence()


@chapter.dialogue("USI-SET-03", needs=("USI-SET-01",))
def survives_values_out_of_range(d: Dialogue) -> None:
    """A value out of range, no number, or no value at all does no harm."""
    usi.ready(d)
    declared = usi.declared(d)
    options = [option for kind in WRONG for option in safe(declared, kind)]
    if not options:
        raise NotApplicable("the engine declares no option that can be tried safely")
    for option in options:
        for line in wrong_lines(option):
            d.send(line, "isready")
            d.expect(is_readyok, f"readyok after `{line}`", within_ms=d.limits.ready_ms)
    d.fence()


# A process of its own: what clears a path cannot be undone by the declared `<empty>`, which some engines take for a name.
@chapter.dialogue("USI-SET-03", needs=("USI-SET-01",), fresh=True)
def takes_text_options_without_a_value(d: Dialogue) -> None:
    """An option that is text is cleared without a value, as match programs clear a path."""
    usi.ready(d)
    options = clearable(usi.declared(d))
    if not options:
        raise NotApplicable("the engine declares no text that can be cleared safely")
    for option in options:
        for line in without_value(option):
            d.send(line, "isready")
            d.expect(is_readyok, f"readyok after `{line}`", within_ms=d.limits.ready_ms)
    d.fence()


def multipv_option(d: Dialogue) -> OptionLine:
    """The option for several variations; raises NotApplicable."""
    if (option := _find_multipv(d)) is None:
        raise NotApplicable("the engine declares no option for several variations")
    return option


def _find_multipv(d: Dialogue) -> OptionLine | None:
    """The option for several variations, under any of its spellings."""
    spins = [option for option in usi.declared(d) if option.type is OptionType.SPIN and (option.maximum or 0) > 1]
    return next((option for option in spins if option.name.lower() in ("usi_multipv", "multipv")), None)


def variations(d: Dialogue, since: int) -> set[int]:
    """The `multipv` numbers in the info lines since a transcript index."""
    messages = [parse(line.text) for line in d.transcript.heard(since)]
    return {message.multipv for message in messages if isinstance(message, Info) and message.multipv is not None}


def _need_variations(d: Dialogue, since: int) -> None:
    if not any(info.pv for info in heard_infos(d, since)):
        raise NotApplicable("the engine sends no variations that can be read")


def _search_with(d: Dialogue, *before: str) -> set[int]:
    since = len(d.transcript)
    d.send(*before, f"position {MIDDLE}", usi.brief(d, depth=2))
    usi.reach_answer(d)
    return variations(d, since)


def _in_force(d: Dialogue, line: str) -> None:
    d.send(line)
    usi.sync(d)
    d.pause(d.limits.reply_window_ms)


@chapter.dialogue("USI-SET-07", needs=("USI-SET-01", "USI-OVER-03"))
def multipv_has_an_effect(d: Dialogue) -> None:
    """With MultiPV set, several variations are reported, also in the next game; set back to 1, one is."""
    usi.ready(d)
    option = multipv_option(d)
    _in_force(d, f"setoption name {option.name} value {min(3, option.maximum or 3)}")
    since = len(d.transcript)
    seen = _search_with(d)
    _need_variations(d, since)
    if len(seen) < 2:
        d.fail(f"lines for several variations with {option.name} set", f"multipv {sorted(seen) or 'in no line'}")
    d.send("gameover draw")
    usi.sync(d)
    usi.new_game(d)
    if len(_search_with(d)) < 2:
        d.fail(f"{option.name} in force in the next game", "it is not after `gameover` and `usinewgame`")
    if (option.minimum or 1) <= 1:
        _in_force(d, f"setoption name {option.name} value 1")
        if len(seen := _search_with(d)) > 1:
            d.fail(f"one variation with {option.name} set back to 1", f"multipv {sorted(seen)}")
    d.fence()


@chapter.dialogue("USI-SET-07", needs=("USI-SET-01", "USI-STOP-01"))
def multipv_outlasts_a_stop(d: Dialogue) -> None:
    """Several variations are reported behind a search that was stopped, too."""
    usi.ready(d)
    option = multipv_option(d)
    _in_force(d, f"setoption name {option.name} value {min(3, option.maximum or 3)}")
    since = len(d.transcript)
    expect_several_behind_a_stop(d, usi, MIDDLE, option.name, lambda: _search_with(d))
    _need_variations(d, since)
    d.fence()


@chapter.dialogue("USI-SET-04", needs=("USI-SET-07",))
def option_names_ignore_case(d: Dialogue) -> None:
    """The name of an option is compared ignoring case."""
    usi.ready(d)
    option = multipv_option(d)
    d.send(f"setoption name {option.name.swapcase()} value 2")
    usi.sync(d)
    d.pause(d.limits.reply_window_ms)
    since = len(d.transcript)
    seen = _search_with(d)
    _need_variations(d, since)
    if len(seen) < 2:
        d.fail(f"{option.name} set by the name {option.name.swapcase()}", "it is not in force")
    d.fence()


@chapter.dialogue("USI-RDY-03", needs=("USI-SET-01", "USI-ROB-07"), fresh=True)
def readyok_comes_after_the_options(d: Dialogue) -> None:
    """`readyok` comes when the commands before it are in force, also when all are sent at once."""
    usi.ready(d)
    option = _find_multipv(d)
    name, value = ("USI_Hash", 16) if option is None else (option.name, 2)
    since = len(d.transcript)
    d.send_together(f"setoption name {name} value {value}", "isready", f"position {MIDDLE}", usi.brief(d, depth=2))
    line = d.expect(
        lambda text: is_readyok(text) or is_bestmove(text), "readyok before the search is answered", within_ms=d.limits.ready_ms
    )
    if not is_readyok(line.text):
        d.fail("readyok before the search is answered", f"`{line.text}`")
    usi.reach_answer(d)
    if option is not None and len(variations(d, since)) < 2:
        d.pause(d.limits.quiet_ms)
        if len(_search_with(d)) > 1:  # else it has no effect that can be seen
            d.fail("an option that is in force when readyok comes", f"{option.name} was in force only later")
    d.fence()


@chapter.dialogue("USI-SET-06", needs=("USI-RDY-02",))
def takes_buttons_without_value(d: Dialogue) -> None:
    """A button is pressed by its name alone."""
    usi.ready(d)
    buttons = [option for option in usi.declared(d) if option.type is OptionType.BUTTON]
    if not buttons:
        raise NotApplicable("the engine declares no button")
    for option in buttons:
        _set(d, option, None, within_ms=d.limits.ready_ms)
    d.fence()


@chapter.dialogue("USI-SET-08", needs=("USI-SET-01", "USI-SET-06"))
def setoption_has_no_reply(d: Dialogue) -> None:
    """`setoption` has no reply."""
    usi.ready(d)
    lines = [line for option in usi.declared(d) if (line := _harmless(option))]
    started = d.now_ms()
    while lines:
        together = 1 if d.now_ms() - started < d.limits.enough_ms else _TOGETHER
        now, lines = lines[:together], lines[together:]
        d.send(*now)
        d.silence(_replies, f"no reply to `{now[-1]}`", for_ms=d.limits.reply_window_ms)
    d.fence()


def _harmless(option: OptionLine) -> str:
    """A line that sets an option to what it is, or presses a button; "" where that is not known."""
    if option.type is OptionType.BUTTON:
        return f"setoption name {option.name}"
    return next((f"setoption name {option.name} value {value}" for value in list(legal_values(option))[-1:]), "")


def _replies(text: str) -> bool:
    message = parse(text)
    return is_final(text) or isinstance(message, ReadyOk | UsiOk | OptionLine | Malformed)


@chapter.dialogue("USI-SET-09", needs=("USI-SET-01",))
def takes_any_text_for_a_string(d: Dialogue) -> None:
    """A string option takes text with blanks and backslashes, and `<empty>`."""
    usi.ready(d)
    options = [o for o in usi.declared(d) if o.type is OptionType.STRING and not OUTSIDE.search(o.name)]
    if not options:
        raise NotApplicable("the engine declares no string option that can be tried safely")
    for option in options:
        for value in ("two words", "C:\\some dir\\file name.txt", "<empty>", option.default or "<empty>"):
            _set(d, option, value, within_ms=d.limits.ready_ms)
    d.fence()


@chapter.dialogue("USI-INFO-08", needs=("USI-SET-07", "USI-POS-03"))
def more_variations_than_moves_do_no_harm(d: Dialogue) -> None:
    """If MultiPV is larger than the number of legal moves, there are as many variations as moves."""
    usi.ready(d)
    option = multipv_option(d)
    only = _TAGS["P7c"]
    d.send(f"setoption name {option.name} value {min(4, option.maximum or 4)}")
    usi.sync(d)
    since = len(d.transcript)
    d.send(only.command, usi.brief(d, depth=2))
    if d.wait_for(is_bestmove, within_ms=d.limits.search_ms, owed=True) is None:
        d.expect_alive("an engine that lives with more variations than moves")
        usi.reach_answer(d)
    if (most := max(variations(d, since), default=0)) > 1:
        d.fail("one variation where there is one legal move", f"multipv {most}")
    d.fence()


@chapter.dialogue("USI-INFO-08", needs=("USI-SET-07", "USI-RDY-03"))
def variations_come_together(d: Dialogue) -> None:
    """With MultiPV k, a report is k lines, numbered from 1, with different first moves."""
    usi.ready(d)
    option = multipv_option(d)
    count = min(3, option.maximum or 3)
    d.send(f"setoption name {option.name} value {count}")
    usi.sync(d)
    since = len(d.transcript)
    d.send(f"position {MIDDLE}", usi.brief(d, depth=3))
    d.reach(is_bestmove, "bestmove", within_ms=d.limits.search_ms, requirement="USI-BM-03")
    _need_variations(d, since)
    wanted = list(range(1, count + 1))
    if (seen := variations(d, since)) != set(wanted):
        d.fail(f"multipv {wanted}", f"multipv {sorted(seen)}")
    expect_whole_reports(d, heard_infos(d, since), wanted, is_done=False)
    d.fence()


#: Positions in which some moves are better than others.
_UNEVEN = tuple(_TAGS[tag].position for tag in ("MIDDLE", "P5", "P14", "P2", "P9", "P13", "P11"))


@chapter.dialogue("USI-SET-07", "USI-INFO-08", needs=("USI-SET-01", "USI-POS-03"))
def the_first_variation_is_the_best(d: Dialogue) -> None:
    """`multipv 1` is the best variation: not the last one in each search, and not the one whose move is never played."""
    usi.ready(d)
    option = multipv_option(d)
    count = min(3, option.maximum or 3)
    d.send(f"setoption name {option.name} value {count}")
    usi.sync(d)
    expect_best_first(d, usi, (_UNEVEN, usi.brief(d, depth=2)), range(1, count + 1), bestmove_of, "USI-INFO-08")
    d.fence()

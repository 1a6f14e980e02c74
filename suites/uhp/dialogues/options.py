"""`options`, listed, got and set, within their range and beyond it."""

import math
from contextlib import suppress

from conformance.api.suites import Chapter, Dialogue, NotApplicable, NotReached
from conformance.suites.uhp import corpus
from conformance.suites.uhp.dialogues.concluding import expect_same_moves
from conformance.suites.uhp.dialogues.play import expect_error
from conformance.suites.uhp.driver import Answer, uhp
from conformance.suites.uhp.grammar import read_option
from conformance.suites.uhp.messages import OptionLine, OptionType, Shape, read_number
from conformance.suites.uhp.playing import Player, on_trial
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()


def _options(d: Dialogue) -> list[OptionLine]:
    """The engine's options; raises NotReached where they cannot be listed, NotApplicable where there are none."""
    answer = uhp.ask(d, "options")
    if answer.error:
        raise d.not_reached("UHP-OPT-09", "the list of options", answer.words, at=answer.index)
    found = [message for message in answer.reply.messages if isinstance(message, OptionLine)]
    if not found:
        raise NotApplicable("the engine has no options")
    return found


def _names(d: Dialogue) -> list[OptionLine]:
    """Those options that can be asked for: a name with a blank in it cannot."""
    options = _options(d)
    found = {option.name: option for option in options if option.name and len(option.name.split()) == 1}
    return list(found.values())


def _settable(d: Dialogue) -> list[OptionLine]:
    """Those options that have a value of their range, so that it can be set again."""
    return [option for option in _names(d) if option.accepts(option.value)]


def settable(d: Dialogue) -> list[OptionLine]:
    """The same, and none where there are no options."""
    try:
        return _settable(d)
    except (NotApplicable, NotReached):
        return []


@chapter.dialogue("UHP-OPT-01")
def lists_its_options(d: Dialogue) -> None:
    """`options` lists each option on a line of its own."""
    uhp.ready(d)
    _options(d)
    d.fence()


@chapter.dialogue("UHP-OPT-09")
def lists_no_options_by_ok_alone(d: Dialogue) -> None:
    """An engine without options answers `options` by `ok` alone."""
    uhp.ready(d)
    answer = uhp.demand(d, "options", "UHP-OPT-09")
    if answer.error:
        d.fail("the options, or ok alone where there are none", answer.words, at=answer.index)
    if not answer.is_empty:
        raise NotApplicable("the engine has options")
    d.fence()


@chapter.dialogue("UHP-OPT-04")
def gets_single_options(d: Dialogue) -> None:
    """`options get` returns the line that the option has in the list."""
    uhp.ready(d)
    for option in _names(d):
        answer = uhp.demand(d, f"options get {option.name}", "UHP-OPT-04", anywhere=True)
        if answer.lines != (str(option),):
            d.fail(f"`{option}`, as in the list", answer.words, at=answer.index)
    d.fence()


# ---- Values


#: An upper bound that an engine can live with, even as a number of threads or of megabytes.
_MODEST = 64
#: Values of an enum that are set from either end of its list.
_FEW = 3


def valid_values(option: OptionLine) -> list[str]:
    """Values to set, modest ones: an engine might take the largest of all at its word."""
    if option.type is OptionType.BOOL:
        return ["True", "False"]
    if option.type is OptionType.ENUM:
        # An engine that has no room for all of them loses the last ones.
        return list(dict.fromkeys((*option.values[:_FEW], *option.values[-_FEW:])))
    low, high = (read_number(option.type, bound or "") for bound in (option.minimum, option.maximum))
    value = read_number(option.type, option.value)
    if low is None or value is None:
        return []
    middle = str((low + value) // 2) if option.type is OptionType.INT else _as_written((low + value) / 2, option)
    greatest = [option.maximum or ""] if high is not None and high <= _MODEST else []
    return [text for text in (option.minimum or "", middle, *greatest) if option.accepts(text)]


def _as_written(number: float, option: OptionLine) -> str:
    """A number with as many decimals as the engine itself writes: it may round what has more."""
    texts = (option.value, option.default, option.minimum, option.maximum)
    decimals = max(len((text or "").partition(".")[2]) for text in texts)
    return f"{round(number, decimals) + 0.0:.{decimals}f}"


def invalid_values(option: OptionLine) -> list[str]:
    """Values out of the range, and of another type."""
    if option.type is OptionType.BOOL:
        return ["maybe", "2", "true"]
    if option.type is OptionType.ENUM:
        return ["NoSuchValue", *(value for value in (option.value.swapcase(),) if value and value not in option.values)]
    low, high = (read_number(option.type, bound or "") for bound in (option.minimum, option.maximum))
    beyond = [str(bound) for bound in (low is not None and low - 1, high is not None and high + 1) if bound is not False]
    if option.type is OptionType.INT:
        beyond.append(f"{option.value}.5")
    return [*beyond, "99999999999999999999", "abc", "nan", "1x"]


#: How far apart two numbers of type double may be, as a share of the larger, for an engine that keeps them in four bytes.
_SINGLE_PRECISION = 1e-6


def is_same(option: OptionLine, first: str, second: str) -> bool:
    """Whether two texts are the same value: numbers may be written in several ways."""
    if option.type in (OptionType.BOOL, OptionType.ENUM):
        return first == second
    one, other = (read_number(option.type, text) for text in (first, second))
    if one is None or other is None:
        return first == second
    return one == other or (option.type is OptionType.DOUBLE and math.isclose(one, other, rel_tol=_SINGLE_PRECISION))


def _value_in(answer: Answer, option: OptionLine) -> str | None:
    """The value in a response that is the option's one line; None for anything else."""
    line = answer.lines[0] if len(answer.lines) == 1 and not answer.error else ""
    read = read_option(line, option.shape) if line else None
    return read.value if isinstance(read, OptionLine) and read.name == option.name else None


#: With so many options all others are looked at each time that one is set.
_WATCHED = 8


def _set(d: Dialogue, option: OptionLine, value: str) -> None:
    answer = uhp.demand(d, f"options set {option.name} {value}", "UHP-OPT-05", anywhere=True)
    reported = _value_in(answer, option)
    if reported is None or not is_same(option, reported, value):
        d.fail(f"the line of {option.name} with the value {value}", answer.words, at=answer.index)
    got = uhp.ask(d, f"options get {option.name}", anywhere=True)
    stored = _value_in(got, option)
    if stored is not None and not is_same(option, stored, value):
        d.fail(f"the value {value}, which was set", got.words, at=got.index)


@chapter.dialogue("UHP-OPT-05", needs=("UHP-OPT-04",))
def sets_options(d: Dialogue) -> None:
    """`options set` stores a value of the range, returns the line, and leaves other options alone."""
    uhp.ready(d)
    options = _settable(d)
    before = {option.name: option for option in options}
    for option in options[_WATCHED:]:
        values = valid_values(option)
        for value in (*values[:1], *values[-1:], option.value):
            _set(d, option, value)
    for option in options[:_WATCHED]:
        for value in valid_values(option):
            _set(d, option, value)
            now = {each.name: each for each in _options(d)}
            for name, due in before.items():
                other = now.get(name, due)
                if name != option.name and not is_same(due, other.value, due.value) and not _may_follow(option, value, other):
                    d.fail(f"`{due}`, for only {option.name} was set", f"`{other}`")
            before = {name: now.get(name, due) for name, due in before.items()}
        _set(d, option, option.value)
        before = {each.name: each for each in _options(d) if each.name in before}
    d.fence()


_NUMBERS = (OptionType.INT, OptionType.DOUBLE)


def _may_follow(option: OptionLine, value: str, other: OptionLine) -> bool:
    """Whether another option may have changed with this one.

    A choice may stand for the values of others (a style of play), and a number may push one along (a least number and a
    greatest).
    """
    if option.type not in _NUMBERS:
        return other.accepts(other.value)
    return other.type in _NUMBERS and is_same(other, other.value, value)


@chapter.dialogue("UHP-OPT-05", needs=("UHP-OPT-04", "UHP-NEW-01"))
def keeps_options_over_games(d: Dialogue) -> None:
    """An option that was set before `newgame` is still set in the game."""
    uhp.ready(d)
    for option in _settable(d):
        other = next((value for value in valid_values(option) if not is_same(option, value, option.value)), None)
        if other is None:
            continue
        _set(d, option, other)
        uhp.ask(d, "newgame Base", anywhere=True)
        got = uhp.ask(d, f"options get {option.name}", anywhere=True)
        stored = _value_in(got, option)
        if stored is not None and not is_same(option, stored, other):
            d.fail(f"the value {other}, which was set before `newgame`", got.words, at=got.index)
        uhp.ask(d, f"options set {option.name} {option.value}", anywhere=True)
    d.fence()


@chapter.dialogue("UHP-OPT-03", "UHP-OPT-06", needs=("UHP-OPT-04", "UHP-OPT-05"))
def stores_no_value_out_of_range(d: Dialogue) -> None:
    """A value out of range or of the wrong type is answered, and is not stored."""
    uhp.ready(d)
    for option in _settable(d):
        for value in invalid_values(option):
            expected = f"a value of {option.name} in its range, though {value} was set"
            answer = uhp.demand(d, f"options set {option.name} {value}", "UHP-OPT-06", anywhere=True)
            got = uhp.ask(d, f"options get {option.name}", anywhere=True)
            for each in (answer, got):
                told = _value_in(each, option)
                if told is not None and not option.accepts(told):
                    d.fail(expected, each.words, at=each.index, requirement="UHP-OPT-03")
    d.fence()


@chapter.dialogue("UHP-OPT-07")
def refuses_unknown_options(d: Dialogue) -> None:
    """Unknown names and missing words are refused; an engine without options may answer `ok` to all."""
    uhp.ready(d)
    lines = ["get NoSuchOption", "set NoSuchOption 1", "set"]
    options: list[OptionLine] = []
    with suppress(NotApplicable):  # the others are wrong for every engine
        options = _names(d)
        lines += [f"set {option.name}" for option in options[:1]]
    for text in lines:
        answer = uhp.demand(d, f"options {text}", "UHP-OPT-07", anywhere=True)
        if answer.is_empty and not options:
            continue
        expect_error(d, answer, "UHP-OPT-07", "there is no such option" if "NoSuch" in text else "a word is missing")
    d.fence()


@chapter.dialogue("UHP-OPT-08", needs=("UHP-OPT-05", "UHP-VM-06"))
def setting_leaves_the_game_alone(d: Dialogue) -> None:
    """Setting an option leaves the game as it is."""
    uhp.ready(d)
    options = _settable(d)
    player = Player(d)
    player.load(corpus.game("H2"))
    before = player.moves()
    for option in options:
        uhp.ask(d, f"options set {option.name} {next(iter(valid_values(option)), option.value)}", anywhere=True)
        player.disturbed("UHP-OPT-08")
        answer = uhp.ask(d, "validmoves", anywhere=True)
        if answer.error:
            d.fail(f"the same moves after {option.name} was set", answer.words)
        expect_same_moves(d, player, before.moves, "UHP-OPT-08", f"the same moves after {option.name} was set")
        uhp.ask(d, f"options set {option.name} {option.value}", anywhere=True)
    with on_trial(d, "UHP-OPT-08", expected="a game that goes on where it was before options were set"):
        player.play(player.common(before))
    d.fence()


@chapter.dialogue("UHP-OPT-10", needs=("UHP-OPT-04", "UHP-OPT-05"))
def defaults_stay(d: Dialogue) -> None:
    """A default is the value at the start of the process, and stays when the value is set."""
    if d.settings:
        raise NotApplicable("options have been set by the user")
    uhp.ready(d)
    options = [option for option in _names(d) if option.shape is Shape.SIX and option.default is not None]
    if not options:
        raise NotApplicable("the engine lists no defaults")
    for option in options:
        default = option.default or ""
        if not is_same(option, option.value, default):
            d.fail("the default as value at the start", f"`{option}`")
        other = next((value for value in valid_values(option) if not is_same(option, value, default)), None)
        if other is None:
            continue
        answer = uhp.ask(d, f"options set {option.name} {other}", anywhere=True)
        reported = read_option(answer.lines[0], Shape.SIX) if answer.lines else None
        if isinstance(reported, OptionLine) and not is_same(option, reported.default or "", default):
            d.fail(f"the default {default}, though {other} was set", answer.words, at=answer.index)
        uhp.ask(d, f"options set {option.name} {option.value}", anywhere=True)
    d.fence()

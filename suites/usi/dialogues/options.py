"""Setting options. The values are drawn from what the engine itself declares."""

from conformance.api.messages import Malformed
from conformance.api.suites import Chapter, Dialogue, NotApplicable
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import options as shared
from conformance.suites.universal.dialogues import variations
from conformance.suites.universal.messages import OptionLine, OptionType, ReadyOk
from conformance.suites.universal.option_values import OUTSIDE, legal_values
from conformance.suites.usi import positions
from conformance.suites.usi.driver import MIDDLE, usi
from conformance.suites.usi.grammar import parse
from conformance.suites.usi.messages import UsiOk
from conformance.suites.usi.record import Record

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, usi)

_TAGS = positions.load()
#: Positions in which a rule forbids a move that looks possible: in check, pinned, with hands, next to the last rows.
_RULES = (
    *("P5", "P7a", "P9", "P9b", "P9c", "P12_1", "P12_2", "P13", "P14", "X_hands", "X_promoted", "X_pin", "X_ray"),
    *("X_pawn_drop_pinned", "X_pawn_drop_pinnedw", "P9w", "P9bw", "P9cw", "P12_1w", "P12_2w"),
)


bind.dialogue(shared.takes_every_declared_value, "USI-SET-01", needs=("USI-RDY-02",))
bind.dialogue(
    shared.searches_with_every_size_of_its_hash, "USI-SET-01", needs=("USI-RDY-02", "USI-POS-01"), names=("usi_hash", "hash")
)
bind.dialogue(
    shared.searches_whatever_the_options_say,
    "USI-SET-01",
    "USI-SET-06",
    needs=("USI-RDY-02", "USI-POS-01", "USI-STOP-01"),
    values="USI-SET-01",
    buttons="USI-SET-06",
)
bind.dialogue(
    shared.searches_whenever_options_were_set,
    "USI-GO-05",
    "USI-BM-03",
    needs=("USI-RDY-02", "USI-SET-01", "USI-GO-06"),
    fresh=True,
    early="USI-SET-05",
    position=MIDDLE,
    go="go btime 50 wtime 50 byoyomi 20",
    ms=70,
)
bind.dialogue(
    shared.searches_after_each_button,
    "USI-BM-03",
    needs=("USI-RDY-02", "USI-POS-01", "USI-STOP-02", "USI-SET-06"),
    fresh=True,
    buttons="USI-SET-06",
    readiness="USI-RDY-02",
)


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
    d.expect(usi.is_sync, f"readyok with these options at their {end} end", within_ms=d.limits.ready_ms)
    d.send(f"position {MIDDLE}", "go infinite")
    d.pause(d.limits.underway_ms)
    if not usi.answered(d):
        d.send("stop")
        d.expect(usi.is_bestmove, f"a bestmove to stop with these options at their {end} end", within_ms=d.limits.search_ms)
    d.fence()


def _next_game(d: Dialogue) -> str:
    d.send("gameover draw")
    usi.sync(d)
    usi.new_game(d)
    return "`gameover` and `usinewgame`"


bind.dialogue(
    variations.multipv_has_an_effect,
    "USI-SET-07",
    needs=("USI-SET-01", "USI-OVER-01", "USI-OVER-03"),
    position=MIDDLE,
    next_game=_next_game,
)
bind.dialogue(variations.multipv_outlasts_a_stop, "USI-SET-07", needs=("USI-SET-01", "USI-STOP-01"), position=MIDDLE)
bind.dialogue(variations.option_names_ignore_case, "USI-SET-04", needs=("USI-SET-01", "USI-SET-07"), position=MIDDLE)


@chapter.dialogue("USI-RDY-03", needs=("USI-SET-01", "USI-ROB-07"), fresh=True)
def readyok_comes_after_the_options(d: Dialogue) -> None:
    """`readyok` comes when the commands before it are in force, also when all are sent at once."""
    usi.ready(d)
    option = usi.multipv(d)
    name, value = ("USI_Hash", 16) if option is None else (option.name, 2)
    since = len(d.transcript)
    d.send_together(f"setoption name {name} value {value}", "isready", f"position {MIDDLE}", usi.brief(d, depth=2))
    d.expect(usi.is_sync, "readyok after an option", within_ms=d.limits.ready_ms)
    if not usi.answered(d):
        usi.reach_answer(d)
    if option is not None and len(variations.numbers(d, usi, since)) < 2:
        d.pause(d.limits.quiet_ms)
        if len(variations.search(d, usi, MIDDLE)) > 1:  # else it has no effect that can be seen
            d.fail("an option that has taken effect when readyok comes", f"{option.name} took effect only after readyok")
    d.fence()


bind.dialogue(shared.takes_buttons_without_value, "USI-SET-06", needs=("USI-RDY-02",))


@chapter.dialogue("USI-SET-08", needs=("USI-SET-01", "USI-SET-06"))
def setoption_has_no_reply(d: Dialogue) -> None:
    """`setoption` has no reply."""
    usi.ready(d)
    lines = [line for option in usi.declared(d) if (line := _harmless(option))]
    started = d.now_ms()
    while lines:
        together = 1 if d.now_ms() - started < d.limits.enough_ms else shared.TOGETHER
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
    return usi.is_answer(text) or isinstance(message, ReadyOk | UsiOk | OptionLine | Malformed)


@chapter.dialogue("USI-SET-09", needs=("USI-SET-01",))
def takes_any_text_for_a_string(d: Dialogue) -> None:
    """A string option takes text with blanks and backslashes, and `<empty>`."""
    usi.ready(d)
    options = [o for o in usi.declared(d) if o.type is OptionType.STRING and not OUTSIDE.search(o.name)]
    if not options:
        raise NotApplicable("the engine declares no string option that can be tried safely")
    for option in options:
        for value in ("two words", "C:\\some dir\\file name.txt", shared.LONG_TEXT, "<empty>", option.default or "<empty>"):
            shared.expect_taken(d, usi, f"setoption name {option.name} value {value}")
    d.fence()


bind.dialogue(
    variations.more_variations_than_moves_do_no_harm,
    "USI-INFO-08",
    needs=("USI-SET-01", "USI-SET-07", "USI-POS-03", "USI-GO-10"),
    single=_TAGS["P7c"].position,
    chosen="searchmoves 2g2f",
)
bind.dialogue(
    variations.all_moves_have_a_variation,
    "USI-INFO-08",
    needs=("USI-SET-01", "USI-SET-07", "USI-BM-02", "USI-INFO-01", "USI-RES-02", "USI-POS-03"),
    control=_TAGS["P0"].position,
    positions=[_TAGS[tag].position for tag in (*_RULES, "X_mate_in_check")],
)
bind.dialogue(
    variations.all_variations_begin_by_the_rules,
    "USI-INFO-04",
    needs=("USI-SET-01", "USI-INFO-08", "USI-BM-02", "USI-POS-02", "USI-POS-03"),
    positions=[_TAGS[tag].position for tag in _RULES],
)
bind.dialogue(
    variations.variations_come_together, "USI-INFO-08", needs=("USI-SET-01", "USI-SET-07", "USI-RDY-03"), position=MIDDLE
)
bind.dialogue(
    variations.all_moves_of_a_lost_position_come_together,
    "USI-INFO-08",
    "USI-INFO-16",
    needs=("USI-SET-01", "USI-SET-07", "USI-RDY-03", "USI-POS-03"),
    lost=_TAGS["X_ray"].position,
    moves=4,
    seen_from="USI-INFO-16",
)


#: Positions in which some moves are better than others.
_POISONED = tuple(f"X_poisoned{number}" for number in (1, 2, 3, 4))
_UNEVEN = tuple(_TAGS[tag].position for tag in ("MIDDLE", "P5", "P14", "P2", "P9", "P13", "P11", *_POISONED))


bind.dialogue(
    variations.the_first_variation_is_the_best,
    "USI-SET-07",
    "USI-INFO-08",
    needs=("USI-SET-01", "USI-POS-02", "USI-POS-03"),
    uneven=_UNEVEN,
    together="USI-INFO-08",
)
bind.dialogue(
    variations.variations_are_the_best_of_all,
    "USI-SET-07",
    needs=("USI-SET-01", "USI-POS-03"),
    positions=[test.position for tag, test in _TAGS.items() if tag.startswith("several_mates_")],
)
bind.rest(shared)

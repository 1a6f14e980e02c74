"""Setting options. The values are drawn from what the engine itself declares."""

from collections.abc import Sequence

from conformance.api.suites import Chapter, Dialogue, NotApplicable
from conformance.suites.uci import positions
from conformance.suites.uci.driver import MIDDLE, MIDDLE_BLACK, QUIET, uci
from conformance.suites.uci.grammar import parse
from conformance.suites.uci.record import Record
from conformance.suites.universal.binding import Binder
from conformance.suites.universal.dialogues import options as shared
from conformance.suites.universal.dialogues import variations
from conformance.suites.universal.messages import Info, OptionLine, OptionType
from conformance.suites.universal.option_values import OUTSIDE, cap, legal_values

chapter: Chapter[Record] = Chapter()
bind = Binder(chapter, uci)

_TAGS = positions.load()
#: Positions in which a rule forbids a move that looks possible.
_RULES = (
    *("kiwipete", "castling_barred", "castling_through_check", "castling_in_check", "castling_over_a_piece", "rook_taken"),
    *("rook_taken_b", "corner_retaken", "rook_returned", "king_returned", "ep_pinned", "late_ep", "late_ep_by_one", "pinned"),
    *("double_check", "double_step_in_check", "double_step_in_check_b", "promotion", "king_steps_back", "king_steps_back_b"),
    *("rook_returned_b", "rook_returned_long", "rook_returned_long_b", "castling_onto_rooks", "castling_onto_rooks_b"),
)

#: Positions with moves that engines forget, beside others: castling, en passant, promotions, in check too.
_KINDS = (
    *("kiwipete", "castling", "ep", "promotion", "promotion_only_b", "promotion_may_block", "promotion_may_block_w"),
    *("ep_shields", "ep_shields_b"),
)


bind.dialogue(shared.takes_every_declared_value, "UCI-SET-01", needs=("UCI-RDY-01",))
bind.dialogue(shared.searches_with_every_size_of_its_hash, "UCI-SET-01", needs=("UCI-POS-01",), names=("hash",))
bind.dialogue(
    shared.searches_whatever_the_options_say,
    "UCI-SET-01",
    "UCI-SET-06",
    needs=("UCI-POS-01", "UCI-STOP-01"),
    values="UCI-SET-01",
    buttons="UCI-SET-06",
)
bind.dialogue(
    shared.searches_whenever_options_were_set,
    "UCI-GO-05",
    "UCI-BM-03",
    needs=("UCI-RDY-01", "UCI-SET-01", "UCI-POS-02"),
    fresh=True,
    early="UCI-SET-08",
    position=QUIET,
    go="go wtime 300 btime 300",
    ms=300,
)
bind.dialogue(
    shared.searches_after_each_button,
    "UCI-BM-03",
    needs=("UCI-POS-01", "UCI-STOP-02", "UCI-SET-06"),
    fresh=True,
    buttons="UCI-SET-06",
    readiness="UCI-RDY-01",
)


#: No engine has an option of this name.
_UNKNOWN = "No_Such_Option_X"


@chapter.dialogue("UCI-SET-02")
def ignores_unknown_options(d: Dialogue) -> None:
    """An unknown option is ignored, with a value and without one."""
    uci.ready(d)
    for line in (f"setoption name {_UNKNOWN} value 1", "setoption name No Such Button"):
        shared.expect_taken(d, uci, line)
    d.transcript.synced = True


def _next_game(d: Dialogue) -> str:
    uci.new_game(d)
    return "" if d.broken("UCI-NEW-01") else "`ucinewgame`"


bind.dialogue(variations.multipv_has_an_effect, "UCI-SET-09", needs=("UCI-SET-01",), position=MIDDLE_BLACK, next_game=_next_game)
bind.dialogue(variations.multipv_outlasts_a_stop, "UCI-SET-09", needs=("UCI-SET-01", "UCI-STOP-01"), position=MIDDLE_BLACK)
bind.dialogue(variations.option_names_ignore_case, "UCI-SET-04", needs=("UCI-SET-01", "UCI-SET-09"), position=MIDDLE_BLACK)


def _set_again(option: OptionLine) -> str:
    """The line that sets an option to what it is, or presses a button; "" where its value cannot be set safely."""
    if option.type is OptionType.BUTTON:
        return f"setoption name {option.name}"
    values = [option.default] if option.default else list(legal_values(option)) if cap(option) is None else []
    return f"setoption name {option.name} value {values[-1]}" if values else ""


def _said_to(d: Dialogue, line: str) -> list[str]:
    """The lines of the engine that follow a `setoption`, in lower case."""
    since = len(d.transcript)
    shared.expect_taken(d, uci, line)
    return [heard.text.lower() for heard in d.transcript.heard(since)]


def _refusals(d: Dialogue, options: Sequence[OptionLine]) -> list[list[str]]:
    """The texts about an option that the engine does not know, and about no other: each in its parts, without the name."""
    unknown = _said_to(d, f"setoption name {_UNKNOWN} value 1")
    found = [text.split(_UNKNOWN.lower()) for text in unknown if _UNKNOWN.lower() in text]
    plain = next((option for option in options if option.name_words == 1 and _set_again(option)), None)
    known = _said_to(d, _set_again(plain)) if plain else []
    return [parts for parts in found if plain and plain.name.lower().join(parts) not in known]


@chapter.dialogue("UCI-SET-05", needs=("UCI-SET-01", "UCI-SET-02", "UCI-SET-06"))
def takes_text_with_blanks(d: Dialogue) -> None:
    """Names of several words, values with blanks, and `<empty>` are taken.

    An engine that keeps the first word of a name may say that it does not know such an option.
    """
    uci.ready(d)
    options = uci.settable(d)
    texts = [option for option in options if option.type is OptionType.STRING and not OUTSIDE.search(option.name)]
    named = [option for option in options if option.name_words > 1 and _set_again(option)]
    if not texts and not named:
        raise NotApplicable("the engine declares no such option that can be tried safely")
    for option in texts:
        for value in ("two words", "C:\\some dir\\file name.txt", shared.LONG_TEXT, "<empty>", option.default or "<empty>"):
            shared.expect_taken(d, uci, f"setoption name {option.name} value {value}")
    refusals = _refusals(d, options) if named else []
    for option in named:
        words = option.name.lower().split()
        cut = [" ".join(words[:count]) for count in range(1, len(words) + 1)]
        for said in _said_to(d, line := _set_again(option)):
            if said in (name.join(parts) for name in cut for parts in refusals):
                d.fail(f"`{option.name}` known to `{line}`, for it is declared", f"`{said}`, as of an option that there is not")
    d.fence()


bind.dialogue(shared.takes_buttons_without_value, "UCI-SET-06")


#: So many options are set to see whether there is a reply.
_SOME = 6


def _replies(text: str) -> bool:
    return uci.is_protocol(text) and not isinstance(parse(text), Info)


@chapter.dialogue("UCI-SET-07", needs=("UCI-SET-01",))
def setoption_has_no_reply(d: Dialogue) -> None:
    """`setoption` has no reply."""
    uci.ready(d)
    for option in uci.settable(d)[:_SOME]:
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
    d.expect(uci.is_sync, "readyok after two options", within_ms=d.limits.ready_ms)
    d.transcript.synced = True


@chapter.dialogue("UCI-RDY-03", needs=("UCI-SET-09", "UCI-ROB-07"), fresh=True)
def readyok_comes_after_the_options(d: Dialogue) -> None:
    """`readyok` comes when the commands before it are in force, also when all are sent at once; MultiPV shows it."""
    uci.ready(d)
    if not uci.offers(d, "MultiPV"):
        d.fence()
        return
    option = variations.multipv_option(d, uci)
    since = len(d.transcript)
    lines = (f"setoption name {option.name} value 2", "isready", f"position {MIDDLE_BLACK}", uci.brief(d, depth=2))
    d.send_together(*lines)
    d.expect(uci.is_sync, "readyok after an option", within_ms=d.limits.ready_ms)
    if not uci.answered(d):
        uci.reach_answer(d)
    if any(info.pv for info in uci.infos(d, since)) and len(variations.numbers(d, uci, since)) < 2:
        d.fail(f"{option.name} in force when readyok has come", "one variation")
    d.fence()


bind.dialogue(
    variations.more_variations_than_moves_do_no_harm,
    "UCI-INFO-07",
    needs=("UCI-SET-01", "UCI-SET-09", "UCI-POS-03"),
    single=_TAGS["single"].position,
    chosen="searchmoves e2e4",
)
bind.dialogue(
    variations.all_moves_have_a_variation,
    "UCI-INFO-07",
    needs=("UCI-SET-01", "UCI-SET-09", "UCI-BM-02", "UCI-INFO-01", "UCI-BM-08", "UCI-POS-03"),
    control=_TAGS["start"].position,
    positions=[_TAGS[tag].position for tag in _KINDS],
)
bind.dialogue(
    variations.all_variations_begin_by_the_rules,
    "UCI-INFO-04",
    needs=("UCI-SET-01", "UCI-INFO-07", "UCI-BM-02", "UCI-POS-02", "UCI-POS-03"),
    positions=[_TAGS[tag].position for tag in _RULES],
)
bind.dialogue(
    variations.variations_come_together, "UCI-INFO-07", needs=("UCI-SET-01", "UCI-SET-09", "UCI-RDY-03"), position=MIDDLE_BLACK
)
bind.dialogue(
    variations.all_moves_of_a_lost_position_come_together,
    "UCI-INFO-07",
    "UCI-INFO-14",
    needs=("UCI-SET-01", "UCI-SET-09", "UCI-RDY-03", "UCI-POS-03"),
    lost=_TAGS["losing_b"].position,
    moves=5,
    seen_from="UCI-INFO-14",
)


#: Positions in which some moves are better than others, in the last ones another move from ply to ply.
_UNEVEN = (
    *(_TAGS["kiwipete"].position, MIDDLE, MIDDLE_BLACK, _TAGS["castling"].position, QUIET, _TAGS["ep"].position),
    *(_TAGS[tag].position for tag in ("poisoned1", "poisoned2", "poisoned3", "poisoned4_b")),
)


bind.dialogue(
    variations.the_first_variation_is_the_best,
    "UCI-SET-09",
    "UCI-INFO-07",
    needs=("UCI-SET-01", "UCI-POS-03"),
    uneven=_UNEVEN,
    together="UCI-INFO-07",
)
bind.dialogue(
    variations.variations_are_the_best_of_all,
    "UCI-SET-09",
    needs=("UCI-SET-01", "UCI-POS-03"),
    positions=[test.position for tag, test in _TAGS.items() if tag.startswith("several_mates_")],
)
bind.rest(shared)

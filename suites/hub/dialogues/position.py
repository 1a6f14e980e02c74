"""Positions and moves. Each is searched briefly; an illegal move breaks the requirement that explains it."""

from conformance.api.suites import Chapter, Dialogue, Nonconformance, NotReached
from conformance.suites.hub.driver import hub, is_done, is_role
from conformance.suites.hub.playing import CORPUS, MARK, answers, judge, plays, plays_line, plays_twins, still_plays, twin
from conformance.suites.hub.record import Record

chapter: Chapter[Record] = Chapter()

_START = CORPUS["P-START"].text


@chapter.dialogue("HUB-POS-01")
def knows_the_initial_position(d: Dialogue) -> None:
    """The initial position is understood, with white to move."""
    hub.ready(d)
    plays(d, "P-START", "HUB-POS-01")
    d.fence()


@chapter.dialogue("HUB-POS-02")
def reads_the_side_to_move(d: Dialogue) -> None:
    """The first letter decides whose move is searched."""
    hub.ready(d)
    for name in ("P-ONEQUIET", "P-ONEQUIET-TWIN", "P-BLACK"):
        plays(d, name, "HUB-POS-02")
    d.fence()


@chapter.dialogue("HUB-POS-03")
def reads_kings(d: Dialogue) -> None:
    """The letters W and B on the board are kings."""
    hub.ready(d)
    try:
        plays_twins(d, ("P-KINGCAP", "P-KING1", "P-REP"), "HUB-POS-03")
    except NotReached as other:
        if other.requirement == "HUB-GO-08":  # its kings go by one square, if they are kings: no man goes back
            plays(d, "P-KING-BACK", "HUB-POS-03", whatever=True)
        raise
    d.fence()


@chapter.dialogue("HUB-POS-04")
def reads_squares_in_order(d: Dialogue) -> None:
    """The squares come in standard order, from 1 to 50."""
    hub.ready(d)
    for name in ("P-ONEQUIET", "P-ONEQUIET-TWIN", "P-ONECAP", "P-ONECAP-TWIN"):
        plays(d, name, "HUB-POS-04")
    d.fence()


def _after_mark(d: Dialogue, position: str, moves: str, requirement: str) -> None:
    """Search a line; an engine that refuses it still has the marked position, and shows it by its move."""
    d.send(f"pos pos={MARK}")
    plays_line(d, position, moves, requirement, whatever=True)


_LINES = ("32-28 17-22", "32-28 19-23 28x19x23", "32-28 17-22 28x17x22 12x21x17")


@chapter.dialogue("HUB-POS-05", needs=("HUB-GO-05", "HUB-GO-07", "HUB-GO-08", "HUB-POS-01"), cases=_LINES)
def plays_the_moves(d: Dialogue, moves: str) -> None:
    """The moves in `moves` are played on the position before the search."""
    hub.ready(d)
    _after_mark(d, _START, moves, "HUB-POS-05")
    d.fence()


@chapter.dialogue("HUB-POS-05", needs=("HUB-GO-05", "HUB-GO-07", "HUB-GO-08", "HUB-POS-01"))
def plays_a_single_move_without_quotes(d: Dialogue) -> None:
    """A single move in `moves`, which needs no quotes, is played as well."""
    hub.ready(d)
    d.send(f"pos pos={MARK}", f"pos pos={_START} moves=32-28", f"level {hub.brief(d)}", "go think")
    answers(d, "HUB-POS-05", whatever=True)
    d.fence()


_ORDERS = ("21x23x28x27", "21x23x27x28")


@chapter.dialogue("HUB-POS-06", "HUB-POS-07", needs=("HUB-POS-05", "HUB-GO-06", "HUB-GO-08"), cases=_ORDERS)
def takes_captured_squares_in_any_order(d: Dialogue, capture: str) -> None:
    """The captured squares of a move are accepted in any order; one that is not taken in either is no matter of their order."""
    hub.ready(d)
    try:
        _after_mark(d, _START, f"31-27 17-21 32-28 {capture}", "HUB-POS-06")
    except Nonconformance as breach:
        other = next(one for one in _ORDERS if one != capture)
        try:
            _after_mark(d, _START, f"31-27 17-21 32-28 {other}", "HUB-POS-06")
        except Nonconformance:
            raise breach.told_as("HUB-POS-07", breach.expected) from None
        raise
    d.fence()


#: Lines after positions of the corpus, by what is reported of them.
KINDS = {
    "promotion": ("P-PROMO", "7-1 45-50"),
    "capture by a king": ("P-KINGCAP", "46x5x23 1-6"),
    "moves of kings": ("P-REP", "38-15 5-41 48-26"),
    "quiet move of a king": ("P-KINGWALK", "48-42 20-24"),
    "promotion by a capture": ("P-PROMO-CAPTURE", "12x1x7 24-29"),
    "first of two captures with the same ends": ("P-AMBIG", "5x25x10x29x30"),
    "second of two captures with the same ends": ("P-AMBIG", "5x25x10x30x38"),
    "capture that ends where it began": ("P-CIRC", "38x38x22x23x32x33"),
    "capture by a king that ends where it began": ("P-CIRCK-REPLY", "3x3x12x14x39x42 16-21"),
    "capture over the promotion row": ("P-PASSTHRU", "13x15x9x10 29-33"),
    "capture by a man where a king may capture": ("P-MAJ3", "28x17x22"),
    "backward capture by a man": ("P-BACK", "23x32x28"),
    "capture of ten pieces": ("P-LONG", "4x24x7x8x19x21x30x31x40x41x42x43"),
    "capture of a king by a man": ("P-MAN-TAKES-KING", "28x17x22"),
    "move that shuts oneself in": ("P-SHUT-IN", "21-26"),
}


@chapter.dialogue(
    "HUB-POS-07", needs=("HUB-POS-05", "HUB-POS-06", "HUB-GO-08"), silence_blocked_by=("HUB-GO-01",), cases=tuple(KINDS)
)
def takes_all_kinds_of_moves(d: Dialogue, kind: str) -> None:
    """All kinds of moves are accepted in `moves`, of both colours."""
    hub.ready(d)
    name, moves = KINDS[kind]
    for position, line in ((CORPUS[name].text, moves), twin(CORPUS[name].text, moves)):
        _after_mark(d, position, line, "HUB-POS-07")
    d.fence()


@chapter.dialogue("HUB-POS-08", needs=("HUB-POS-07",), cases=("P-REP-MOVES", "P-KINGS2-TWICE", "P-KINGS2-TEMPO"))
def plays_on_after_a_repetition(d: Dialogue, name: str) -> None:
    """A position that occurs twice within `moves` is searched like any other."""
    hub.ready(d)
    _after_mark(d, CORPUS[name].text, " ".join(CORPUS[name].moves), "HUB-POS-08")
    d.fence()


@chapter.dialogue("HUB-POS-08", needs=("HUB-POS-07", "HUB-TR-06"), cases=("P-KINGS2-30", "P-KINGS2-49", "P-LONGQUIET"))
def plays_on_after_many_moves_of_kings(d: Dialogue, name: str) -> None:
    """A position that kings have moved to for less than 25 moves of each side in a row is searched like any other."""
    hub.ready(d)
    _after_mark(d, CORPUS[name].text, " ".join(CORPUS[name].moves), "HUB-POS-08")
    d.fence()


#: An analysis without a limit ends, and a line as long as this one is read.
_TO_ANALYSE = ("HUB-POS-07", "HUB-TR-06", "HUB-GO-02", "HUB-LVL-07", "HUB-STP-01")


@chapter.dialogue("HUB-POS-08", needs=_TO_ANALYSE, cases=("P-KINGS2-THRICE", "P-KINGS2-53"))
def analyses_what_is_drawn_by_some_rules(d: Dialogue, name: str) -> None:
    """A position that comes for the third time, or after 25 moves of kings by each side, is analysed like any other."""
    hub.ready(d)
    plays_line(d, MARK, "", "HUB-POS-08")
    hub.set_up(d, CORPUS[name].text, "infinite", " ".join(CORPUS[name].moves))
    d.send("go analyze")
    line = d.wait_for(is_done, within_ms=d.limits.early_ms)
    if line is None:
        d.send("stop")
        line = d.expect(is_done, "an answer to `go analyze` and `stop`", within_ms=d.limits.stop_ms)
    hub.drain(d)
    judge(d, line, "HUB-POS-08", whatever=True)
    d.fence()


@chapter.dialogue("HUB-POS-09", needs=("HUB-POS-01",))
def a_new_position_replaces_the_old(d: Dialogue) -> None:
    """Each `pos` replaces the position and the moves of the one before."""
    hub.ready(d)
    d.send(f'pos pos={_START} moves="32-28"')
    plays(d, "P-ONECAP", "HUB-POS-09")
    plays(d, "P-START", "HUB-POS-09")
    d.fence()


@chapter.dialogue("HUB-POS-09", needs=("HUB-POS-03", "HUB-POS-04", "HUB-POS-05", "HUB-GO-08"), silence_blocked_by=("HUB-GO-01",))
def nothing_is_left_of_the_old_position(d: Dialogue) -> None:
    """A new `pos` leaves nothing of the old one: neither its kings nor its first moves."""
    hub.ready(d)
    kings = CORPUS["P-KINGCAP"].text
    for position, moves in ((kings, ""), (kings[0] + kings[1:].lower(), ""), (_START, "32-28"), (_START, "31-26 19-23")):
        plays_line(d, position, moves, "HUB-POS-09", whatever=True)
    d.fence()


@chapter.dialogue("HUB-POS-10")
def pos_is_not_answered(d: Dialogue) -> None:
    """A good `pos` is not answered."""
    hub.ready(d)
    d.pause(d.limits.reply_window_ms)
    for line in (f"pos pos={_START}", f'pos pos={_START} moves="32-28 17-22"'):
        d.send(line)
        d.silence(is_role, "no answer to a good pos", for_ms=d.limits.reply_window_ms)
    d.fence()


_BAD_POSITIONS = {
    "50 squares": _START[:-1],
    "52 squares": _START + "w",
    "an unknown letter": _START.replace("e", "x", 1),
    "an unknown side": "X" + _START[1:],
    "men on their promotion rows": "W" + "w" * 20 + "e" * 10 + "b" * 20,
}


@chapter.dialogue("HUB-POS-11", needs=("HUB-GO-05", "HUB-GO-07"), cases=tuple(_BAD_POSITIONS), fresh=True)
def survives_a_bad_position(d: Dialogue, what: str) -> None:
    """A bad position is survived, and the next good one works."""
    hub.ready(d)
    d.send_illegal(f"pos pos={_BAD_POSITIONS[what]}")
    d.pause(d.limits.reply_window_ms)
    still_plays(d, f"a position with {what}")


_BAD_MOVES = ("32-22", "99-1", "32x", "32-28 32-28")


@chapter.dialogue("HUB-POS-12", needs=("HUB-GO-05", "HUB-GO-07", "HUB-POS-09"), fresh=True)
def survives_a_bad_move(d: Dialogue) -> None:
    """An illegal or unreadable move in `moves` is survived, and the next `pos` is not affected."""
    hub.ready(d)
    for moves in _BAD_MOVES:
        d.send_illegal(f'pos pos={_START} moves="{moves}"')
        d.pause(d.limits.moment_ms)
        still_plays(d, f'moves="{moves}"')

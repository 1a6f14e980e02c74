"""Search modes, and what is played."""

from conformance.api.suites import Chapter, Dialogue, NotApplicable, NotReached
from conformance.games.draughts import Game, Position, Variant, parse_move, random_game
from conformance.suites.hub.driver import MIDDLE, hub, is_done
from conformance.suites.hub.grammar import parse
from conformance.suites.hub.legality import expected
from conformance.suites.hub.messages import MOVE, Info
from conformance.suites.hub.playing import BAITS, CORPUS, answers, plays, plays_line, plays_twins, still_plays, stopped, twin
from conformance.suites.hub.record import Record, game_of, read

chapter: Chapter[Record] = Chapter()

_START = CORPUS["P-START"].text


@chapter.dialogue("HUB-GO-01")
def go_think_is_answered_once(d: Dialogue) -> None:
    """`go think` is answered by exactly one `done`."""
    hub.ready(d)
    for name in ("P-START", "P-BLACK", "P-ONEQUIET", "P-KINGS2", "P-KINGS-ONLY"):
        hub.set_up(d, CORPUS[name].text, hub.brief(d))
        d.send("go think")
        if d.wait_for(is_done, within_ms=d.limits.brief_search_ms) is None:
            d.expect_alive("an engine that answers `go think`")
            d.send("stop")
            d.expect(is_done, "done after `go think` and `stop`", within_ms=d.limits.stop_ms)
        d.silence(is_done, "one done for one `go think`", for_ms=d.limits.reply_window_ms)
    d.fence()


@chapter.dialogue("HUB-GO-01", cases=("time per move", "time"))
def go_think_is_answered_once_when_the_answer_came_early(d: Dialogue, limit: str) -> None:
    """A search that ended early, for there was nothing to choose, is not answered again when its time is over."""
    hub.ready(d)
    level = hub.move_time(d, 1) if limit == "time per move" else "time=1"
    hub.set_up(d, CORPUS["P-ONECAP"].text, level)
    d.send("go think")
    until = d.now_ms() + 1000 + d.limits.brief_quiet_ms
    if d.wait_for(is_done, within_ms=1000 + d.limits.grace_ms) is None:
        d.send("stop")
        d.expect(is_done, "done after `go think` and `stop`", within_ms=d.limits.stop_ms)
    if (left := until - d.now_ms()) > 0:
        d.silence(is_done, f"one done to `level {level}`, also when the time is over", for_ms=left)
    d.fence()


#: Limits of each kind but the clock, under which other dialogues ask where little is left.
_LIMITS = ("depth=1", "nodes=20", "move-time=0.01")
#: A single reply, and a win that is near: where a search ends in another way than by its limit.
_LITTLE_LEFT = ("P-ONECAP", "P-ONEQUIET", "P-WINCAP")


@chapter.dialogue("HUB-GO-01", cases=_LIMITS)
def go_think_is_answered_where_little_is_left(d: Dialogue, level: str) -> None:
    """`go think` is answered where there is a single reply or a win is near, under each limit that ends other searches."""
    hub.ready(d)
    if "." in level and d.broken("HUB-LVL-08"):
        raise NotApplicable("the engine does not read times with decimals")
    hub.set_up(d, MIDDLE, level)
    d.send("go think")
    if d.wait_for(is_done, within_ms=d.limits.search_ms) is None:
        d.expect_alive(f"an engine that lives with `level {level}`")
        raise NotApplicable(f"the engine does not end its search by `level {level}`, which is optional")
    hub.drain(d)
    for name in _LITTLE_LEFT:
        hub.set_up(d, CORPUS[name].text, level)
        d.send("go think")
        d.expect(is_done, f"done under `level {level}` in {name}", within_ms=d.limits.search_ms)
        hub.drain(d)
    d.fence()


@chapter.dialogue("HUB-GO-02", needs=("HUB-GO-01",), cases=("P-MID", "P-ONECAP"))
def go_analyze_is_answered_once(d: Dialogue, name: str) -> None:
    """`go analyze` is answered by exactly one `done`, also with a single legal move."""
    hub.ready(d)
    hub.set_up(d, CORPUS[name].text, "time=600")
    d.send("go analyze")
    _expect_one(d, "go analyze")
    d.fence()


@chapter.dialogue("HUB-GO-03", needs=("HUB-GO-02", "HUB-GO-01"))
def go_ponder_is_answered_once(d: Dialogue) -> None:
    """`go ponder` is answered by exactly one `done` when it is stopped."""
    hub.ready(d)
    hub.set_up(d, CORPUS["P-BLACK"].text, "time=600")
    d.send("go ponder")
    _expect_one(d, "go ponder")
    d.fence()


def _expect_one(d: Dialogue, go: str) -> None:
    d.pause(d.limits.underway_ms)
    if not hub.answered(d):
        d.send("stop")
        d.expect(is_done, f"done after `{go}` and `stop`", within_ms=d.limits.stop_ms)
    d.silence(is_done, f"one done for one `{go}`", for_ms=d.limits.reply_window_ms)


_GROUPS = {
    "quiet": "P-START P-ONEQUIET P-ONEQUIET-TWIN P-BLACK P-MID P-UP5 P-UP5-TWIN P-PROMO P-PROMO5 P-BLOCK",
    "captures": "P-ONECAP P-ONECAP-TWIN P-MAJ1 P-MAJ2 P-MAJ2-TWIN P-BACK P-BACK-TWIN P-PASSTHRU P-CIRC P-WINCAP P-WOLD",
    "kings": "P-KINGCAP P-KING1 P-MAJ3 P-TURK P-AMBIG P-DUP P-LONG P-CIRCK P-REP P-KINGS2 P-R178",
}
_RULES = ("HUB-GO-06", "HUB-GO-07", "HUB-GO-08", "HUB-GO-09", "HUB-GO-10")


@chapter.dialogue("HUB-GO-05", cases=tuple(_GROUPS))
def plays_in_many_positions(d: Dialogue, group: str) -> None:
    """Every move is legal in the position that was sent; the rules of capture have requirements of their own."""
    hub.ready(d)
    for name in _GROUPS[group].split():
        try:
            plays(d, name, "HUB-GO-05")
        except NotReached as other:
            if other.requirement not in _RULES:
                raise
    d.fence()


@chapter.dialogue("HUB-GO-06", needs=("HUB-POS-03", "HUB-POS-04"))
def takes_the_most_pieces(d: Dialogue) -> None:
    """Of all captures one that takes the most pieces is played."""
    hub.ready(d)
    plays_twins(d, ("P-MAJ2", "P-MAJ3", "P-PROMO-CAPTURE3"), "HUB-GO-06")
    d.fence()


@chapter.dialogue("HUB-GO-07", needs=("HUB-POS-03", "HUB-POS-04"))
def lists_each_captured_square(d: Dialogue) -> None:
    """A capture lists each captured square, and no other."""
    hub.ready(d)
    plays_twins(d, ("P-MAJ2", BAITS["FEWER"][0], "P-LONG"), "HUB-GO-07")  # of two, three and ten pieces
    d.fence()


@chapter.dialogue("HUB-GO-08", needs=("HUB-POS-03", "HUB-POS-04"))
def knows_how_pieces_capture(d: Dialogue) -> None:
    """Men capture backwards and promote only where they stop, kings fly, captured pieces stay until the end."""
    hub.ready(d)
    plays_twins(d, ("P-BACK", "P-PASSTHRU", "P-KINGCAP", "P-TURK"), "HUB-GO-08")
    d.fence()


@chapter.dialogue("HUB-GO-05", needs=("HUB-POS-03", "HUB-POS-04"))
def takes_where_a_quiet_move_is_better(d: Dialogue) -> None:
    """A capture is compulsory, also where each one loses and a quiet move does not."""
    _resists(d, "QUIET", "HUB-GO-05")


@chapter.dialogue("HUB-GO-06", needs=("HUB-POS-03", "HUB-POS-04"))
def takes_the_most_pieces_where_fewer_are_better(d: Dialogue) -> None:
    """The capture that takes the most pieces is compulsory, also where it loses and a shorter one does not."""
    _resists(d, "FEWER", "HUB-GO-06")


@chapter.dialogue(
    "HUB-GO-08",
    needs=("HUB-POS-03", "HUB-POS-04", "HUB-GO-05", "HUB-GO-06"),
    cases=("FORWARD", "ONWARD", "CROWNED", "REMOVED", "OVER_TWO", "NO_KING", "ONTO"),
)
def knows_how_pieces_capture_where_it_is_bad(d: Dialogue, rule: str) -> None:
    """The rules of capture hold where each legal move loses, and one against a rule does not."""
    _resists(d, rule, "HUB-GO-08")


def _resists(d: Dialogue, rule: str, requirement: str) -> None:
    hub.ready(d)
    variant = hub.rules(d) or Variant.NORMAL
    for name in BAITS[rule]:
        game = game_of(CORPUS[name].text, (), variant)
        if game is not None and game.final.legal_moves:  # a king ends a game of breakthrough
            plays(d, name, requirement)
    d.fence()


@chapter.dialogue("HUB-GO-09", needs=("HUB-GO-06", "HUB-GO-07", "HUB-GO-08"))
def finds_captures_that_end_where_they_began(d: Dialogue) -> None:
    """A capture that ends where it began is written with the same square twice."""
    hub.ready(d)
    plays_twins(d, ("P-CIRC", "P-CIRCK"), "HUB-GO-09")
    d.fence()


@chapter.dialogue("HUB-GO-10", needs=("HUB-GO-06", "HUB-GO-07"))
def keeps_captures_apart(d: Dialogue) -> None:
    """Captures with the same start and end but other captured pieces are kept apart."""
    hub.ready(d)
    plays_twins(d, ("P-AMBIG",), "HUB-GO-10")
    d.fence()


@chapter.dialogue("HUB-GO-12", needs=("HUB-GO-05", "HUB-GO-07"))
def plays_the_last_move(d: Dialogue) -> None:
    """Moves that end the game are played without an answer to expect."""
    hub.ready(d)
    positions = [CORPUS[name].text for name in ("P-WINCAP", "P-DUP", "P-BLOCK")]
    for position in (*positions, *(twin(position)[0] for position in positions)):
        move = plays_line(d, position, "", "HUB-GO-12")
        search = read(d.reading).searches[-1]
        over = search.root is not None and MOVE.fullmatch(move) and search.root.after(parse_move(move)).is_terminal
        if over and search.done is not None and search.done.ponder:
            at = search.answers[0].index
            d.fail(f"no ponder, for {move} ends the game", f"`ponder={search.done.ponder}`", at=at)
    d.fence()


@chapter.dialogue("HUB-GO-13", needs=("HUB-LVL-07", "HUB-STP-02"))
def stops_at_any_moment(d: Dialogue) -> None:
    """Searches that are stopped at any moment report nothing after their `done`."""
    hub.ready(d)
    for share in (0, 0.02, 0.15, 0.4, 1):
        hub.start_long_search(d)
        d.pause(share * d.limits.underway_ms)
        if not hub.answered(d):
            stopped(d)
        d.pause(d.limits.reply_window_ms)
    d.fence()


_ONLY_MOVES = ("P-ONECAP", "P-ONEQUIET", "P-MAJ2", "P-ONECAP-TWIN", "P-BACK")
_MANY = 30


@chapter.dialogue("HUB-GO-14", needs=("HUB-GO-05", "HUB-GO-07", "HUB-GO-06", "HUB-GO-08"), fresh=True)
def answers_many_searches(d: Dialogue) -> None:
    """Any number of searches may follow each other, each with one `done` for its own position."""
    hub.ready(d)
    for number in d.rounds(range(_MANY)):
        plays(d, _ONLY_MOVES[number % len(_ONLY_MOVES)], "HUB-GO-14", whatever=True)
    d.fence()


_SOAK = 90


@chapter.dialogue("HUB-GO-14", needs=("HUB-GO-05", "HUB-GO-07", "HUB-STP-01", "HUB-LVL-07"), fresh=True)
def lasts_for_many_searches(d: Dialogue) -> None:
    """One process answers ninety short searches, or as many as a slow engine has time for."""
    hub.ready(d)
    for number in d.rounds(range(_SOAK)):
        hub.set_up(d, CORPUS[_ONLY_MOVES[number % len(_ONLY_MOVES)]].text, "infinite" if number % 2 else hub.brief(d))
        d.send("go analyze" if number % 2 else "go think")
        if d.wait_for(is_done, within_ms=(1 if number % 2 else 3) * d.limits.gap_ms) is None:
            if d.dead is None:
                d.send("stop")
            if not (answer := d.owed(is_done, within_ms=d.limits.stop_ms)):
                answer.blame(f"an answer to search {number + 1} of this process")
    d.fence()


_PLIES = 50


@chapter.dialogue(
    "HUB-GO-15",
    needs=(
        "HUB-GO-01",
        "HUB-GO-14",
        "HUB-POS-01",
        "HUB-POS-07",
        "HUB-POS-06",
        "HUB-TR-06",
        "HUB-LVL-04",
        "HUB-GO-07",
        "HUB-GO-05",
        "HUB-GO-06",
        "HUB-GO-08",
    ),
)
def plays_a_whole_game(d: Dialogue) -> None:
    """A whole game can be played, with legal moves throughout."""
    hub.ready(d)
    rules = hub.rules(d)
    if rules is None:
        raise NotApplicable("the engine plays by rules that this suite does not know")
    game = Game((Position.from_hub(_START, rules),))
    while len(game.moves) < _PLIES and not game.final.is_terminal:
        hub.set_up(d, _START, "time=1", str(game))
        d.send("go think")
        move = answers(d, "HUB-GO-15", whatever=True)
        game = _reply(_played(d, game, move), d.seed)
    d.fence()


def _played(d: Dialogue, game: Game, text: str) -> Game:
    try:
        return game.play(parse_move(text))
    except ValueError:
        if not MOVE.fullmatch(text):
            raise NotReached("HUB-GO-04", f"`move={text}` is not a move") from None
        at = read(d.reading).searches[-1].answers[0].index
        d.fail(f"in move {len(game.moves) + 1} of the game {expected(game.final)}", f"`move={text}`", at=at)


def _reply(game: Game, seed: int) -> Game:
    """The harness's own move; it repeats no position."""
    follow = random_game(game.final, seed + len(game.moves), 1)
    return Game((*game.positions, *follow.positions[1:]), (*game.moves, *follow.moves))


@chapter.dialogue("HUB-GO-16", needs=("HUB-GO-05", "HUB-GO-07", "HUB-STP-01"), cases=("go", "go fishing"))
def survives_a_go_without_mode(d: Dialogue, line: str) -> None:
    """`go` without a known mode is ignored or searched as usual."""
    hub.ready(d)
    hub.set_up(d, MIDDLE, "infinite")
    since = len(d.transcript)
    d.send_illegal(line)
    d.wait_for(is_done, within_ms=d.limits.underway_ms)
    d.expect_alive(f"an engine that lives after `{line}`")
    d.send_illegal("stop")
    is_searched = any(isinstance(parse(text.text), Info) for text in d.transcript.lines[since:])
    d.wait_for(is_done, within_ms=d.limits.stop_ms if is_searched else d.limits.reply_window_ms)
    still_plays(d, f"`{line}` and `stop`")

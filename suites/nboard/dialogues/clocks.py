"""The time left. The games have no grace (`//0:00`): GGF grants 120 s of it where none is named."""

from conformance.api.games import TimeControl, play_alone
from conformance.api.suites import Chapter, Dialogue, Miss, takes_at_most
from conformance.games.othello import Game, GameRecord, Played, random_game
from conformance.suites.nboard import positions
from conformance.suites.nboard.driver import MIDDLE, headers, is_answer, nboard, written
from conformance.suites.nboard.match import PLAYERS
from conformance.suites.nboard.record import Record

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
_DEEP = 50
#: Few squares are empty, and there are many moves: more than an engine searches to the end in a few seconds.
_NEAR_THE_END = _TAGS["P-MANY"].game
#: Of the game by a clock that runs.
_PLIES = 50
#: An ending that takes an engine more than a moment.
_ENDING = random_game(9, 44)
_NEEDS = ("NB-GO-01", "NB-GAM-02", "NB-GAM-04", "NB-GAM-06", "NB-PNG-05")


@chapter.dialogue("NB-GO-01", "NB-CLK-01", cases=("P-FORCED", "P-END1"))
def answers_once_when_the_answer_came_early(d: Dialogue, tag: str) -> None:
    """A search that ended early, for there was nothing to choose, is not answered again when its time is over."""
    _answers_once(d, tag, "NB-GO-01")


@chapter.dialogue("NB-GO-04", "NB-CLK-01", needs=("NB-GO-01", "NB-GAM-02"))
def answers_once_when_it_has_to_pass(d: Dialogue) -> None:
    """A pass takes no search, and is not said again when the time is over."""
    _answers_once(d, "P-PASS8", "NB-GO-04")


def _answers_once(d: Dialogue, tag: str, owner: str) -> None:
    """The verdict: one answer, within a second, and none when the second is over."""
    nboard.begin(d)
    d.send("set depth 2", written(_TAGS[tag].game, "0:01//0:00"))
    nboard.sync(d)
    until = d.now_ms() + 1000 + d.limits.brief_quiet_ms
    d.send("go")
    asked = d.now_ms()
    line = d.expect(is_answer, f"=== to go in {tag}", within_ms=d.limits.search_ms, requirement=owner)
    if (late := line.at * 1000 - asked - 1000 - d.limits.grace_ms) > 0:
        expected = f"=== within 1 s in {tag}, where there is nothing to choose"
        actual = f"it came {late:.0f} ms after that and the grace"
        d.fail(expected, actual, requirement="NB-CLK-01", miss=Miss.LATE, late_ms=late)
    if (left := until - d.now_ms()) > 0:
        d.silence(is_answer, f"one === in {tag}, also when the time is over", for_ms=left)
    d.fence()


def answers_within(d: Dialogue, record: GameRecord, seconds: float, what: str, *, depth: int = _DEEP) -> None:
    """The verdict: `go` in this game is answered within so many seconds and the grace of the host."""
    d.send(f"set depth {depth}", f"set game {record}")
    nboard.sync(d)
    goes_within(d, seconds, what)


def goes_within(d: Dialogue, seconds: float, what: str) -> None:
    """The verdict: `go` in the game that the engine has is answered within so many seconds and the grace of the host."""
    started = d.now_ms()
    d.send("go")
    line = d.owed(is_answer, within_ms=seconds * 1000 + d.limits.grace_ms)
    expected = f"=== within {seconds:g} s {what}"
    if not line:
        line.blame(expected, is_limited=True)
    late = line.at * 1000 - started - seconds * 1000 - d.limits.grace_ms
    if late > 0:
        d.fail(expected, f"it came {late:.0f} ms after that and the grace", miss=Miss.LATE, late_ms=late)


def used(game: Game, seconds: float, clocks: positions.Headers) -> GameRecord:
    """A game in which every move took so long."""
    return GameRecord(game, tuple(Played(move, (), seconds) for move in game.moves), clocks)


@chapter.dialogue("NB-CLK-01", needs=_NEEDS)
def answers_within_its_time(d: Dialogue) -> None:
    """`go` is answered within the time that the side to move has left, whatever the depth."""
    nboard.ready(d)
    d.send(f"set depth {_DEEP}", written(MIDDLE.game, "0:03"))
    nboard.sync(d)
    d.send("go")
    if d.wait_for(is_answer, within_ms=3000 + d.limits.grace_ms) is None and d.dead is None:
        nboard.interrupt(d)  # with two minutes of grace it may think longer
        answers_within(d, GameRecord(MIDDLE.game, (), headers("0:03//0:00")), 3, "with 3 s for the whole game")
    d.expect_alive("an engine that lives after go with 3 s for the whole game")
    d.fence()


@chapter.dialogue("NB-CLK-01", needs=(*_NEEDS, "NB-GAM-04"))
def forgets_the_clocks_of_the_game_before(d: Dialogue) -> None:
    """The clock is that of the latest game, where the one before had a clock for each side and hints were given."""
    nboard.ready(d)
    nboard.go(d)
    nboard.give_a_hint(d)
    d.send(f"set game {_apart(MIDDLE.game, '60:00', '60:00')}")
    nboard.sync(d)
    record = GameRecord(MIDDLE.game, (), headers("0:01//0:00"))
    answers_within(d, record, 1, "with TI[0:01//0:00], after a game with TB[60:00] and TW[60:00]")
    d.fence()


@chapter.dialogue("NB-CLK-01", needs=_NEEDS)
def answers_within_its_time_near_the_end(d: Dialogue) -> None:
    """`go` is answered within the time left also in an opening, after a pass, and where a game can be searched to its end."""
    nboard.ready(d)
    for seconds, game in ((2, _NEAR_THE_END), (1, _TAGS["P-PASSGAME"].game), (1, _ENDING)):
        record = GameRecord(game, (), headers(f"0:0{seconds}//0:00"))
        answers_within(d, record, seconds, f"with {game.final.empties} empty squares")
    d.fence()


def _apart(game: Game, black: str, white: str) -> GameRecord:
    """A game with a clock for each side, and none for both; "" for a side without."""
    others = tuple(tag for tag in headers() if tag[0] != "TI")
    clocks = tuple((tag, clock) for tag, clock in (("TB", black), ("TW", white)) if clock)
    return GameRecord(game, (), (*others, *clocks))


#: Nearly ten minutes used by three moves: an engine that plays by the whole clock takes longer than what is left.
_TEN_MINUTES, _USED, _LEFT = "9:59//0:00", 199, 2
#: The same by four moves: nearly ten minutes.
_LESS = 149


@chapter.dialogue("NB-CLK-02", needs=("NB-CLK-01", "NB-GAM-01", "NB-GAM-02", "NB-GAM-04", "NB-GAM-06"))
def deducts_the_time_of_earlier_moves(d: Dialogue) -> None:
    """The time that the moves of a game took is taken off the clock."""
    nboard.ready(d)
    for plies in (6, 7):
        game = Game(MIDDLE.game.start, MIDDLE.game.moves[:plies])
        what = f"with 597 of 599 s used by three moves of {game.final.turn}"
        answers_within(d, used(game, _USED, headers(_TEN_MINUTES)), _LEFT, what)
    d.fence()


#: Two seconds for the game, of which black has used most (s).
_TWO_SECONDS, _MOST = "0:02//0:00", 0.85


@chapter.dialogue("NB-CLK-02", needs=("NB-CLK-01", "NB-GAM-02", "NB-GAM-06"))
def answers_with_less_than_a_second_left(d: Dialogue) -> None:
    """With less than a second left the engine answers in time, as it can: it keeps to no least time for a move."""
    nboard.ready(d)
    game = Game(MIDDLE.game.start, MIDDLE.game.moves[:4])
    left_ms = 2000 - 2000 * _MOST

    def go(depth: int) -> float:
        d.send(f"set depth {depth}", f"set game {used(game, _MOST, headers(_TWO_SECONDS))}")
        nboard.sync(d)
        started = d.now_ms()
        return nboard.go(d).at * 1000 - started

    expected = f"=== within the {left_ms:.0f} ms that two moves of {_MOST:g} s have left of 2 s"
    takes_at_most(d, left_ms + d.limits.slack_ms + go(1), expected, lambda: go(_DEEP))
    d.fence()


@chapter.dialogue("NB-CLK-02", needs=("NB-PNG-02", "NB-CLK-01", "NB-GAM-04"))
def keeps_its_clock_through_a_game(d: Dialogue) -> None:
    """In a game by a clock that runs, each move comes before the time of its side is used up."""
    nboard.ready(d)
    d.send(f"set depth {_DEEP}")
    play_alone(d, PLAYERS, TimeControl(base=1), _PLIES, lost="NB-CLK-02")
    d.fence()


@chapter.dialogue("NB-CLK-02", needs=("NB-CLK-01", "NB-GAM-03"))
def an_increment_has_to_be_earned(d: Dialogue) -> None:
    """The increment of a clock is added after a move, so the next one cannot use it."""
    nboard.ready(d)
    record = GameRecord(Game(MIDDLE.root), (), headers("0:02/10:00/0:00"))
    answers_within(d, record, 2, "with 2 s left, to which ten minutes are added after the move")
    d.fence()


@chapter.dialogue("NB-CLK-02", needs=("NB-CLK-01", "NB-GAM-01", "NB-MOV-02"))
def deducts_the_time_of_moves(d: Dialogue) -> None:
    """The time that comes with `move` is taken off the clock."""
    nboard.ready(d)
    d.send(f"set depth {_DEEP}", written(Game(), _TEN_MINUTES))
    for number, move in enumerate(MIDDLE.game.moves[:7]):
        d.send(f"move {move}/{'' if number % 4 else '1.25'}/{_USED if number % 2 else _LESS}")
    nboard.sync(d)
    goes_within(d, _LEFT, f"with 597 of 599 s used by three moves of white as in `move {MIDDLE.game.moves[1]}//{_USED}`")
    d.fence()


@chapter.dialogue("NB-CLK-03", needs=("NB-CLK-01", "NB-GAM-07"))
def keeps_the_clocks_of_the_sides_apart(d: Dialogue) -> None:
    """A clock of one colour is used for that colour only."""
    nboard.ready(d)
    for black, white, plies in (("10:00", "0:02//0:00", 7), ("0:02//0:00", "10:00", 8)):
        d.send(written(MIDDLE.game, "60:00"))
        game = Game(MIDDLE.game.start, MIDDLE.game.moves[:plies])
        what = f"for {game.final.turn}, who has 2 s where the other side has ten minutes"
        answers_within(d, _apart(game, black, white), 2, what)
    for black, white, plies in (("", "0:02//0:00", 7), ("0:02//0:00", "", 8)):
        game = Game(MIDDLE.game.start, MIDDLE.game.moves[:plies])
        answers_within(d, _apart(game, black, white), 2, f"for {game.final.turn}, who has 2 s where the other side has no clock")
    d.fence()


@chapter.dialogue("NB-CLK-04", "NB-HNT-01", needs=("NB-CLK-01", "NB-GAM-02", "NB-GAM-04", "NB-GAM-06"))
def answers_with_an_exhausted_clock(d: Dialogue) -> None:
    """With an exhausted clock there is still an answer, and a hint after it has no clock."""
    nboard.ready(d)
    game = Game(MIDDLE.game.start, MIDDLE.game.moves[:10])
    answers_within(d, used(game, 1, headers("0:01//0:00")), 3, "with 5 of 1 s used")
    d.send("set depth 2")
    if not nboard.hint(d):
        d.fail("an evaluation to a hint after a go whose time was over", "none", requirement="NB-HNT-01")
    d.fence()


@chapter.dialogue("NB-CLK-05", needs=("NB-GO-01", "NB-GAM-02", "NB-PNG-05"))
def a_small_depth_ends_the_search(d: Dialogue) -> None:
    """With much time left a small depth still ends the search."""
    nboard.ready(d)
    record = GameRecord(random_game(2, 12), (), headers("60:00"))
    answers_within(d, record, 20, "at depth 2, with an hour left", depth=2)
    d.fence()

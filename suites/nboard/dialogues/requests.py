"""`learn`, `analyze` and the lines that inform."""

from collections.abc import Sequence

from conformance.api.suites import Chapter, Dialogue, Inconclusive, NotApplicable, NotReached
from conformance.games.othello import Game, random_game, solve
from conformance.suites.nboard import positions
from conformance.suites.nboard.driver import MIDDLE, is_answer, is_learned, is_role_line, nboard
from conformance.suites.nboard.grammar import parse
from conformance.suites.nboard.messages import Analysis, NodeStats
from conformance.suites.nboard.playing import plays, taken
from conformance.suites.nboard.record import Record

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
#: So many last moves of a game that is learned or analysed come by `move`.
_FED = 2


@chapter.dialogue("NB-LRN-01", needs=("NB-GAM-02",))
def learn_is_answered(d: Dialogue) -> None:
    """`learn` is answered with one `learned`."""
    _learns(d, "P-MID20", and_after_a_hint=True)


@chapter.dialogue("NB-LRN-01", needs=("NB-GAM-01",))
def learn_is_answered_for_an_empty_game(d: Dialogue) -> None:
    """`learn` is answered for a game without moves."""
    _learns(d, "P-START")


@chapter.dialogue("NB-LRN-01", needs=("NB-GAM-02", "NB-GAM-10"))
def learn_is_answered_for_a_finished_game(d: Dialogue) -> None:
    """`learn` is answered for a whole game, as GUIs send it."""
    _learns(d, "P-OVER")


@chapter.dialogue("NB-LRN-01", needs=("NB-GAM-02", "NB-GAM-10", "NB-MOV-01"))
def learn_is_answered_for_a_game_that_moves_have_ended(d: Dialogue) -> None:
    """`learn` is answered where the last moves of a whole game have come by `move`."""
    _learns(d, "P-OVER", fed=_FED)


def _learns(d: Dialogue, tag: str, *, fed: int = 0, and_after_a_hint: bool = False) -> None:
    nboard.begin(d)
    for what in (tag, f"{tag} once more", *([f"{tag} after a hint"] if and_after_a_hint else [])):
        _set_up_by_moves(d, _TAGS[tag].game, fed)
        if what.endswith("hint"):
            nboard.give_a_hint(d)
        d.send("learn")
        d.expect(is_learned, f"learned in {what}", within_ms=d.limits.ready_ms)
        d.silence(is_learned, "one learned to one learn", for_ms=d.limits.reply_window_ms)
    d.fence()


def _set_up_by_moves(d: Dialogue, game: Game, fed: int) -> None:
    """Set up a game; so many of its last moves come by `move`."""
    at_once = len(game.moves) - fed
    nboard.set_up(d, Game(game.start, game.moves[:at_once]))
    if fed:
        d.send(*(f"move {move}" for move in game.moves[at_once:]))
        nboard.sync(d)


@chapter.dialogue("NB-LRN-02", needs=("NB-GO-01", "NB-GO-05", "NB-GAM-02", "NB-GAM-04", "NB-MOV-01"))
def learn_does_not_change_the_board(d: Dialogue) -> None:
    """`learn` leaves the engine's board as it is."""
    nboard.begin(d)
    for tag in ("P-B1", "P-FORCED"):
        nboard.set_up(d, _TAGS[tag].game)
        d.send("learn")
        d.wait_for(is_learned, within_ms=d.limits.command_ms)
        nboard.sync(d)
        move = plays(d, "NB-LRN-02", f"after learn in {tag}")
        if _TAGS[tag].root.is_legal(move):
            d.send(f"move {move}")
            plays(d, "NB-LRN-02", f"after learn and `move {move}` in {tag}")
    d.fence()


@chapter.dialogue("NB-LRN-02", needs=("NB-GO-02", "NB-GO-05", "NB-GAM-02", "NB-GAM-04", "NB-GAM-10"))
def what_was_learned_is_no_other_game(d: Dialogue) -> None:
    """A game that was learned does not change what is played in another one: no move of it is played where it is not legal."""
    nboard.begin(d)
    learned = _TAGS["P-OVER"].game
    nboard.set_up(d, learned)
    d.send("learn")
    d.wait_for(is_learned, within_ms=d.limits.command_ms)
    nboard.sync(d)
    for number in range(9, 49, 8):
        game = random_game(number, number)
        if game.final.is_over or game.final.must_pass or game.final.is_legal(learned.moves[number]):
            continue
        nboard.set_up(d, game, depth=1)
        move = plays(d, "NB-LRN-02", f"after move {number}, after learn of another game")
        if why := game.final.why_illegal(move):
            d.fail(f"a legal move after move {number}, after learn of another game", why)
    d.fence()


@chapter.dialogue("NB-LRN-03", needs=("NB-GAM-02",))
def learn_is_answered_by_nothing_else(d: Dialogue) -> None:
    """`learn` brings nothing but `learned` and a status."""
    nboard.begin(d)
    nboard.set_up(d, _TAGS["P-EX"].game)
    d.send("learn")
    d.silence(_is_no_answer_to_learn, "learned and status only", for_ms=d.limits.quiet_ms)
    d.fence()


def _is_no_answer_to_learn(text: str) -> bool:
    return is_role_line(text) and parse(text).verb not in ("learned", "nodestats")


def analyses(d: Dialogue, game: Game, fed: int = 0, *, after: Sequence[str] = ()) -> list[Analysis]:
    """Set up a game, the last moves by `move`, and have it analysed; raises NotApplicable for an engine that does not do it.

    Lines that are sent `after` the request come when the first position has been analysed.
    """
    _set_up_by_moves(d, game, fed)
    since = len(d.transcript)
    d.send("analyze")
    if d.wait_for(lambda text: parse(text).verb == "analysis", within_ms=2 * d.limits.brief_search_ms) is None:
        requirement = "NB-GAM-10" if game.final.is_over else "NB-ANA-04"
        d.expect_alive("an engine that lives after analyze", requirement=requirement)
        raise NotApplicable("the engine does not analyse: no analysis line came")
    d.send(*after)
    until = d.now_ms() + d.limits.search_ms
    wanted = set(range(len(game.moves) + 1))
    while d.now_ms() < until and not wanted <= {a.moves_made for a in _heard(d, since)}:
        if d.wait_for(is_role_line, within_ms=d.limits.command_ms) is None:
            break
    if after:
        d.expect_alive("an engine that lives while it analyses")
        taken(d, "", "after it in an analysis")
    nboard.sync(d)
    found = _heard(d, since)
    if not found or max(analysis.moves_made for analysis in found) > len(game.moves):
        raise NotReached("NB-ANA-01", "the analysis lines cannot be read, or speak of moves beyond the game")
    return found


def _heard(d: Dialogue, since: int) -> list[Analysis]:
    messages = (parse(line.text) for line in d.transcript.heard(since))
    return [message for message in messages if isinstance(message, Analysis)]


#: A game that does not begin with the usual board.
_FROM_A_BOARD = random_game(1, 4, _TAGS["P-MID20"].root)


@chapter.dialogue("NB-ANA-02", needs=("NB-GAM-02", "NB-GAM-03", "NB-GAM-10", "NB-MOV-01", "NB-ANA-04"))
def analyses_every_position(d: Dialogue) -> None:
    """The analysis has one line for each position of the game, the first and the last included, however its moves have come."""
    nboard.begin(d)
    over = _TAGS["P-OVER"].game
    finished = (_TAGS["P-WIPE"].game, Game(over.positions[-_LAST - 1], over.moves[-_LAST:]))
    games = ((_TAGS["P-EX"].game, _FED), (_TAGS["P-PASSGAME"].game, 0), (_FROM_A_BOARD, 0), *((game, 0) for game in finished))
    for game, fed in games:
        made = [analysis.moves_made for analysis in analyses(d, game, fed)]
        wanted = range(len(game.moves) + 1)
        if missing := sorted(set(wanted) - set(made)):
            d.fail(f"analysis lines for 0 to {len(game.moves)} moves made", f"no line for {', '.join(map(str, missing))}")
        if len(made) > len(set(made)):
            d.fail("one analysis line for each position", f"{len(made)} lines for {len(set(made))} positions")
    d.fence()


#: So many last moves of a game are analysed to see whose evals those of an ending are.
_LAST = 5


@chapter.dialogue("NB-ANA-03", needs=("NB-GAM-02", "NB-GAM-03"))
def analysis_is_from_the_side_to_move(d: Dialogue) -> None:
    """The evals of an analysis are those of the side to move in each position."""
    nboard.begin(d)
    agreed = opposed = 0
    for tag in ("P-END2", "P-WON", "P-END6"):
        whole = _TAGS[tag].game
        game = Game(whole.positions[-_LAST - 1], whole.moves[-_LAST:])
        found = {analysis.moves_made: analysis.eval for analysis in analyses(d, game)}
        for board, moves in ((game.positions[-1], len(game.moves)), (game.positions[-2], len(game.moves) - 1)):
            if board.empties > 7 or not found.get(moves):
                continue
            if value := solve(board):
                agreed += (value > 0) == (found[moves] > 0)
                opposed += (value > 0) != (found[moves] > 0)
    if agreed + opposed < 4:
        raise Inconclusive("too few of the last positions were analysed")
    if opposed >= agreed:
        d.fail("evals of the side to move", f"{opposed} of {agreed + opposed} endings with the sign of the other side")
    d.fence()


@chapter.dialogue("NB-ANA-04", needs=("NB-GO-01", "NB-GO-05", "NB-GAM-02", "NB-GAM-04", "NB-MOV-01"))
def analyze_does_not_change_the_board(d: Dialogue) -> None:
    """`analyze` brings no `===` and leaves the engine's board as it is."""
    nboard.begin(d)
    games = [("in P-B1", _TAGS["P-B1"].game), ("in P-FORCED", _TAGS["P-FORCED"].game)]
    for what, game in (*games, ("in a game that begins with another board", _FROM_A_BOARD)):
        nboard.set_up(d, game)
        d.send("analyze")
        nboard.hear_out(d)
        d.expect_alive(f"an engine that lives after analyze {what}")
        nboard.sync(d)
        move = plays(d, "NB-ANA-04", f"after analyze {what}")
        if game.final.is_legal(move):
            d.send(f"move {move}")
            plays(d, "NB-ANA-04", f"after analyze and `move {move}` {what}")
    d.fence()


def _stats(d: Dialogue, since: int) -> list[NodeStats]:
    messages = (parse(line.text) for line in d.transcript.heard(since))
    return [message for message in messages if isinstance(message, NodeStats)]


@chapter.dialogue("NB-NOD-02", needs=("NB-GO-01", "NB-GAM-02", "NB-GAM-04"))
def nodes_are_those_of_the_search(d: Dialogue) -> None:
    """Nodes and time are counted anew for each search: a small search after a large one has few nodes."""
    nboard.begin(d)
    counts = []
    for tag, depth in (("P-MID20", 4), ("P-END1", 1)):
        nboard.set_up(d, _TAGS[tag].game, depth=depth)
        since = len(d.transcript)
        nboard.go(d)
        nboard.sync(d)
        counts.append(_stats(d, since))
    if not counts[0] or not counts[1]:
        raise NotApplicable("the engine sends no nodestats lines in one of two searches")
    if counts[1][-1].nodes > counts[0][-1].nodes > 1:
        actual = f"{counts[1][-1].nodes} nodes with one empty square, {counts[0][-1].nodes} in the middle game before"
        d.fail("fewer nodes in a search of one move than in the one before", actual)
    d.fence()


@chapter.dialogue("NB-NOD-02", needs=("NB-GO-01", "NB-GAM-02", "NB-PNG-05"))
def time_of_nodes_goes_on(d: Dialogue) -> None:
    """The time in `nodestats` goes on during a search of more than a second."""
    nboard.begin(d)
    nboard.set_up(d, MIDDLE.game, depth=50, clock="0:05//0:00")
    since = len(d.transcript)
    d.send("go")
    d.wait_for(is_answer, within_ms=d.limits.command_ms)
    nboard.interrupt(d)
    d.fence()
    if not _stats(d, since):
        raise NotApplicable("the engine sends no nodestats lines")

"""The game as GameStrings describe it, held against the oracle's."""

from conformance.api.suites import Chapter, Finding, Judgements, Seen, number
from conformance.games.hive import Game, GameState, Position
from conformance.suites.uhp import following, legality
from conformance.suites.uhp.dialogues import bestmove, newgame, passing, play, rules, undo, walks
from conformance.suites.uhp.following import LONG
from conformance.suites.uhp.invariants.common import command, faults_of, is_own, response
from conformance.suites.uhp.messages import BestMove, GameString, Move, NewGame
from conformance.suites.uhp.record import Exchange, Record

chapter: Chapter[Record] = Chapter()

_GAME = ("newgame", "play", "pass", "undo")
_REQUIREMENTS = {
    "UHP-GS-02": ("newgame", "play", "pass"),
    "UHP-GS-04": ("play", "pass"),
    "UHP-GS-06": ("play", "pass", "undo"),
    "UHP-GS-07": ("play", "pass"),
    "UHP-NEW-06": ("newgame",),
    "UHP-NEW-08": ("newgame",),
    "UHP-PASS-01": ("pass",),
    "UHP-PLAY-08": ("play",),
    "UHP-UNDO-01": ("undo",),
    "UHP-UNDO-02": ("undo",),
    "UHP-UNDO-03": ("undo",),
    "UHP-UNDO-05": ("play",),
    "UHP-IO-08": ("play", "pass"),
}


@chapter.invariant("UHP-GS-01", "UHP-GS-02", "UHP-GS-03", evidence=(walks.plays_whole_games,))
def game_strings_are_well_formed(record: Record) -> Judgements:
    """A GameString is type, state, turn and moves joined by `;`, the state and the turn in the protocol's words."""
    yield from faults_of(record, "UHP-GS-01", _GAME, "TYPE;STATE;TURN and ;MOVE for each move")
    yield from faults_of(record, "UHP-GS-02", _GAME, "a turn such as White[1] or Black[12]")
    yield from faults_of(record, "UHP-GS-03", _GAME, "one of NotStarted, InProgress, Draw, WhiteWins and BlackWins")


@chapter.invariant("UHP-GS-05", evidence=(walks.plays_whole_games,))
def listed_moves_refer_to_other_pieces(record: Record) -> Judgements:
    """A move in a GameString refers to another piece on the board; words that came from the viewer may be echoed."""
    sent = {exchange.text.removeprefix("play ") for exchange in record.exchanges}
    for exchange in record.of(*_GAME):
        reported = exchange.reported
        odd = (
            next((move for move in reported.moves if move.refers_to_itself and str(move) not in sent), None) if reported else None
        )
        if odd is not None:
            expected = "moves that refer to another piece on the board"
            yield Finding("UHP-GS-05", expected, f"`{odd}` refers to the piece that moves", exchange.shown_at)
        elif exchange.breach and exchange.breach.requirement == "UHP-GS-05":
            yield _finding(exchange)
        elif reported and reported.moves:
            yield Seen("UHP-GS-05")


@chapter.invariant("UHP-NEW-01", "UHP-NEW-02", evidence=(newgame.starts_a_base_game, newgame.starts_every_type))
def new_games_are_of_the_type_asked_for(record: Record) -> Judgements:
    """`newgame` starts a game of the type it names, or a plain one."""
    for exchange in record.of("newgame"):
        requirement = "UHP-NEW-01" if exchange.text == "newgame" else "UHP-NEW-02"
        if exchange.breach and exchange.breach.requirement == requirement:
            yield _finding(exchange)
        elif exchange.reported and exchange.due:
            yield Seen(requirement)


@chapter.invariant(
    *_REQUIREMENTS,
    evidence=(
        walks.plays_whole_games,
        passing.passes_where_nothing_else_is_left,
        undo.takes_back_one_move,
        undo.takes_back_several_moves,
        undo.takes_back_what_is_special,
        undo.goes_on_after_undo,
        play.refused_moves_change_nothing,
        newgame.throws_the_running_game_away,
        newgame.loads_a_game,
    ),
)
def game_strings_are_those_of_the_game(record: Record) -> Judgements:
    """A GameString has the type, the moves and the turn of the game after the command."""
    for exchange in record.of(*_GAME):
        if exchange.reported is None or exchange.due is None:
            continue
        if exchange.breach is None:
            yield from (Seen(requirement) for requirement in _REQUIREMENTS if _is_about(exchange, requirement))
        elif exchange.breach.requirement in _REQUIREMENTS:
            yield _finding(exchange)


@chapter.invariant("UHP-GS-05", evidence=(rules.lists_what_is_legal, bestmove.answers_with_legal_moves))
def moves_refer_to_other_pieces(record: Record) -> Judgements:
    """A move that `validmoves` lists or `bestmove` names refers to another piece than the one that moves."""
    for exchange in record.of("validmoves", "bestmove"):
        messages = exchange.reply.messages if exchange.reply is not None else ()
        reported = [(number, message.move) for number, message in enumerate(messages) if isinstance(message, BestMove)]
        reported += [(0, move) for move in exchange.listed or ()]
        # An illegal one may have no other words, and its words are not what is wrong with it.
        odd = next((one for one in reported if one[1].refers_to_itself and _is_legal(exchange, one[1])), None)
        if odd is not None:
            number, move = odd
            expected = "moves that refer to another piece on the board"
            actual = f"`{move}` refers to the piece that moves, after {command(exchange)}"
            yield Finding("UHP-GS-05", expected, actual, exchange.lines[number].index)
        elif reported:
            yield Seen("UHP-GS-05")


def _is_legal(exchange: Exchange, move: Move) -> bool:
    return exchange.game is not None and following.meant(exchange.game.final, str(move)) in exchange.game.final.legal_moves


def _is_about(exchange: Exchange, requirement: str) -> bool:
    """Whether an exchange is a case of a requirement."""
    if exchange.verb not in _REQUIREMENTS[requirement]:
        return False
    if requirement == "UHP-NEW-08":
        return isinstance(exchange.message, NewGame) and isinstance(exchange.message.game, GameString)
    return requirement != "UHP-IO-08" or (exchange.due is not None and len(exchange.due.moves) > LONG)


@chapter.invariant(
    "UHP-GS-03",
    "UHP-RULE-14",
    "UHP-NEW-01",
    "UHP-UNDO-05",
    evidence=(play.knows_the_end_of_the_game, walks.plays_whole_games, newgame.closes_a_loaded_game),
)
def states_are_those_of_the_board(record: Record) -> Judgements:
    """The state says whether the game has begun, goes on, or how it has ended."""
    seen: list[tuple[Position, GameState]] = []
    wrong: list[tuple[Exchange, str]] = []
    undone = False
    for exchange in record.of(*_GAME):
        was_undone = undone
        if exchange.error is None:
            undone = exchange.verb == "undo" or (undone and exchange.verb != "newgame")
        if exchange.reported is None or exchange.due is None or exchange.breach:
            continue
        state = GameState(exchange.reported.state)
        if state is GameState.DRAW and not exchange.due.state.is_over and exchange.due.occurrences > 1:
            continue
        seen.append((exchange.due.final, state))
        if state is not exchange.due.state:
            wrong.append((exchange, _requirement_of_state(exchange, undone=was_undone and state is GameState.DRAW)))
        else:
            yield Seen("UHP-GS-03")
            if requirement := _requirement_of_state(exchange, undone=was_undone):
                yield Seen(requirement)
    distinguished = legality.distinguishes_endings(seen)
    if not wrong:
        if distinguished:
            yield Seen("UHP-RULE-14")
        return
    explained = bool(legality.state_switches(seen))
    if explained and not distinguished and is_own(record):
        return  # another dialogue decides which it is
    requirement = "UHP-RULE-14" if explained else "UHP-GS-03"
    first, named = wrong[0]
    due, reported = first.due, first.reported
    assert due is not None
    assert reported is not None
    actual = f"{reported.state}: {response(first)}"
    yield Finding(named or requirement, f"{due.state} after {command(first)}", actual, first.shown_at)


def _requirement_of_state(exchange: Exchange, *, undone: bool) -> str:
    """The requirement of the state after a bare `newgame`, or where moves that were taken back may count."""
    if exchange.verb == "newgame":
        return "UHP-NEW-01" if exchange.text == "newgame" else ""
    return "UHP-UNDO-05" if undone and exchange.due is not None and not exchange.due.state.is_over else ""


@chapter.invariant("UHP-RULE-15", evidence=(play.repeats_a_position,))
def repetition_is_no_early_draw(record: Record) -> Judgements:
    """A repetition is no draw before the third occurrence of a position."""
    for exchange in record.of("play", "pass"):
        due, reported = exchange.due, exchange.reported
        if due is None or reported is None or exchange.breach or due.state.is_over:
            continue
        if reported.state == "Draw" and due.occurrences == 2:
            yield Finding("UHP-RULE-15", "InProgress at the second occurrence of a position", "Draw", exchange.shown_at)
        elif reported.state == "InProgress" and _stood_before(due):
            yield Seen("UHP-RULE-15")


def _stood_before(game: Game) -> bool:
    """Whether the final position stood on the board before, on the same hexes: quick, for every move is asked about."""
    final = game.final
    return any(each.stacks == final.stacks and each.turn is final.turn for each in game.positions[:-1])


def _finding(exchange: Exchange) -> Finding:
    assert exchange.breach is not None
    expected = f"the GameString after {command(exchange)}"
    if exchange.due is not None:
        expected += f": {exchange.due.final.game_type};{exchange.due.state};{exchange.due.final.turn_string}"
        expected += f" and {number(len(exchange.due.moves), 'move')}"
    return Finding(exchange.breach.requirement, expected, f"{exchange.breach.reason}: {response(exchange)}", exchange.shown_at)

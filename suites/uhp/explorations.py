"""Whole sessions drawn by Hypothesis: games, lists, searches, undo, options, and what an engine has to refuse in between.

Each step leaves the engine idle and may come after any other one, so that steps can be left out when a failing session is
shrunk. A step does without whatever it needs and does not find.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import strategies as st

from conformance.api.suites import Chapter, Dialogue, NotReached
from conformance.games.hive import PASS, Move, format_move, spellings
from conformance.games.hive.hexes import NEIGHBOURS
from conformance.suites.uhp import corpus
from conformance.suites.uhp.dialogues.bestmove import think
from conformance.suites.uhp.dialogues.options import valid_values
from conformance.suites.uhp.dialogues.play import expect_error
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.grammar import read_move
from conformance.suites.uhp.messages import OptionLine
from conformance.suites.uhp.playing import Player, on_trial, supported
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()

_WORDS = st.sampled_from(
    ("foobar", "undo 99", "bestmove depth x", "newgame Bogus", "play xx", "options get NoSuchOption", "info")
)
_CHOICE = st.integers(0, 99)
#: Steps in one session: enough for a third game, few enough to be read.
_SHORTEST, _LONGEST = 3, 20

Step = Callable[[Player], None]


def _new_game(player: Player, choice: int) -> None:
    types = uhp.types(player.d)
    player.new(types[choice % len(types)])


def _known_game(player: Player, choice: int) -> None:
    games = supported(player.d, [each.game for each in corpus.going_on()])
    player.load(games[choice % len(games)])


def _move(player: Player, choice: int, words: int) -> None:
    moves = sorted(player.position.legal_moves)
    if not moves:
        return
    move = moves[choice * len(moves) // 100]
    texts = [text for text in spellings(player.position, move) if _is_plain(player, text)]
    with on_trial(player.d, "UHP-PLAY-01", expected="a legal move accepted"):
        player.play(move, texts[words % len(texts)] if texts else "")


def _is_plain(player: Player, text: str) -> bool:
    """Whether a text refers to a piece that is not covered, so that every engine takes it."""
    read = read_move(text)
    tops = {stack[-1] for stack in player.position.stacks.values()}
    return read is not None and not read.refers_to_itself and (read.reference in tops or not read.reference)


def _list(player: Player) -> None:
    if not player.game.state.is_over:
        player.moves()


def _take_back(player: Player, choice: int) -> None:
    if player.game.moves:
        player.undo(1 + choice % min(3, len(player.game.moves)))


def _moved_and_taken_back(player: Player, choice: int) -> None:
    _move(player, choice, 0)
    _take_back(player, 0)


def _search(player: Player) -> None:
    if not player.game.state.is_over:
        player.moves()
        think(player.d, player)
        player.moves()


def _refused_move(player: Player, choice: int) -> None:
    """A piece of the side to move goes where it may not."""
    position = player.position
    own = sorted(piece for stack in position.stacks.values() for piece in stack[-1:] if piece[0] == position.turn.letter)
    if player.game.state.is_over or not own or position.legal_moves == {PASS}:
        return
    listed = player.moves().moves
    piece = own[choice % len(own)]
    places = [hex_ for place in sorted(position.stacks) for hex_ in NEIGHBOURS[place] if hex_ not in position.stacks]
    wrong = [Move(piece, to) for to in places if Move(piece, to) not in position.legal_moves | listed]
    texts = [text for move in wrong if _is_plain(player, text := format_move(position, move))]
    if texts:
        text = texts[choice % len(texts)]
        expect_error(player.d, player.refused(text, "UHP-OK-01"), "UHP-PLAY-06", "it is illegal and not listed")


def _refused_and_taken_back(player: Player, choice: int) -> None:
    """A wrong move, and then the one before it is taken back, as a viewer does that lets its user start over."""
    _refused_move(player, choice)
    _take_back(player, 0)


def _set_option(player: Player, choice: int) -> None:
    answer = uhp.ask(player.d, "options", anywhere=True)
    options = [each for each in answer.reply.messages if isinstance(each, OptionLine) and each.accepts(each.value)]
    if options:
        _list(player)
        option = options[choice % len(options)]
        values = valid_values(option)
        uhp.ask(player.d, f"options set {option.name} {values[choice % len(values)]}", anywhere=True)
        _list(player)


def _words(player: Player, line: str) -> None:
    uhp.ask(player.d, line, anywhere=True)


def _step(function: Callable[..., None], *strategies: st.SearchStrategy[Any]) -> st.SearchStrategy[Step]:
    return st.tuples(*strategies).map(lambda given: lambda player: function(player, *given))


_STEPS: st.SearchStrategy[list[Step]] = st.lists(
    st.one_of(
        _step(_move, _CHOICE, _CHOICE),
        _step(_take_back, _CHOICE),
        _step(_moved_and_taken_back, _CHOICE),
        _step(_list),
        _step(_known_game, _CHOICE),
        _step(_refused_move, _CHOICE),
        _step(_refused_and_taken_back, _CHOICE),
        _step(_search),
        _step(_set_option, _CHOICE),
        _step(_words, _WORDS),
        _step(_new_game, _CHOICE),
    ),
    min_size=_SHORTEST,
    max_size=_LONGEST,
)


@contextmanager
def _answered() -> Iterator[None]:
    """The verdict: every command is ended by `ok`."""
    try:
        yield
    except NotReached as missing:
        if missing.requirement != "UHP-OK-01":
            raise
        missing.blame("ok after every command", requirement="UHP-OK-01")


@chapter.exploration("UHP-PLAY-01", "UHP-PLAY-06", "UHP-OK-01")
def sessions(d: Dialogue, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    """Whole sessions, drawn at random: every command is answered, legal moves are accepted, and every invariant holds."""
    steps = draw(_STEPS)
    if d.is_new:
        uhp.ready(d)
    player = Player(d)
    with _answered():
        _known_game(player, 0)
        for step in steps:
            step(player)
        _list(player)
        d.fence()

"""`newgame`, with a type, with a whole game, with neither, and with what is neither."""

from collections.abc import Iterator

from conformance.api.suites import Chapter, Dialogue, NotApplicable, NotReached, number
from conformance.games.hive import Game, GameStringError, IllegalMoveError, parse_game
from conformance.suites.uhp import corpus
from conformance.suites.uhp.dialogues.bestmove import brief, think
from conformance.suites.uhp.dialogues.concluding import conclude, expect_same_moves
from conformance.suites.uhp.dialogues.play import ENDS, expect_error, would_be
from conformance.suites.uhp.driver import Answer, uhp
from conformance.suites.uhp.grammar import parse
from conformance.suites.uhp.messages import GameString, GameType
from conformance.suites.uhp.playing import Player, supported
from conformance.suites.uhp.record import Record, read

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("UHP-NEW-01")
def starts_a_base_game(d: Dialogue) -> None:
    """`newgame` alone starts a game without expansions."""
    uhp.ready(d)
    answer = uhp.demand(d, "newgame", "UHP-NEW-01")
    if answer.error or answer.is_empty:
        d.fail("Base;NotStarted;White[1]", answer.words)
    conclude(d, "UHP-NEW-01")


@chapter.dialogue("UHP-NEW-02", "UHP-NEW-03", needs=("UHP-NEW-06",))
def starts_every_type(d: Dialogue) -> None:
    """`newgame` starts a game of every type that the capabilities cover, and their pieces are in hand."""
    uhp.ready(d)
    player = Player(d)
    for game_type in reversed(uhp.types(d)):
        answer = uhp.demand(d, f"newgame {game_type}", "UHP-NEW-02", anywhere=True)
        if answer.error or answer.is_empty:
            d.fail(f"{game_type};NotStarted;White[1], for the capabilities cover it", answer.words, requirement="UHP-NEW-02")
        player.new(game_type)
        player.moves()
    conclude(d, "UHP-NEW-02", "UHP-NEW-03")


def _started(d: Dialogue) -> Player:
    uhp.ready(d)
    player = Player(d)
    player.load(corpus.game("H0a"))
    player.moves()
    return player


def _expect_refusal(d: Dialogue, answer: Answer, player: Player, requirement: str) -> None:
    """The verdict: an error, and the game as it was."""
    if answer.error is None:
        d.fail(f"an error after `{answer.command}`", answer.words, at=answer.index, requirement=requirement)
    before = player.listed
    player.disturbed(requirement)
    if before is not None:
        expect_same_moves(d, player, before.moves, requirement, f"the game as it was before `{answer.command}`")


@chapter.dialogue("UHP-NEW-04", needs=("UHP-VM-06",))
def refuses_a_type_that_it_does_not_support(d: Dialogue) -> None:
    """A type that needs an expansion which was not announced is refused, and the game stays."""
    player = _started(d)
    introduction = next(read(d.reading).of("start", "info")).reply
    for fault in introduction.faults if introduction else ():
        if "INFO" in fault.requirement:
            raise NotReached(fault.requirement, "the capabilities cannot be read for certain")
    missing = [each for each in GameType if each not in uhp.types(d)]
    if not missing:
        raise NotApplicable("all expansions are announced")
    for game_type in missing:
        _expect_refusal(d, uhp.demand(d, f"newgame {game_type}", "UHP-NEW-04", anywhere=True), player, "UHP-NEW-04")
    d.fence()


_NO_TYPES = ("Base+", "Base+X", "Base+MM", "Base+M+L", "Base+MLPP", "BaseM", "+M", "Bogus")


@chapter.dialogue("UHP-NEW-05", needs=("UHP-VM-06",))
def refuses_what_is_no_type(d: Dialogue) -> None:
    """A type that is none of the eight is refused, and the game stays."""
    player = _started(d)
    for text in _NO_TYPES:
        _expect_refusal(d, uhp.demand(d, f"newgame {text}", "UHP-NEW-05", anywhere=True), player, "UHP-NEW-05")
    answer = uhp.demand(d, "newgame base", "UHP-NEW-05", anywhere=True)
    # The page is silent on letters large and small: an engine that takes them for the same is to answer in the known ones.
    if answer.lines != (str(Game.new()),):
        _expect_refusal(d, answer, player, "UHP-NEW-05")
    d.fence()


@chapter.dialogue("UHP-NEW-06")
def throws_the_running_game_away(d: Dialogue) -> None:
    """`newgame` throws the running game away, with a type and without."""
    uhp.ready(d)
    player = Player(d)
    for line in ("newgame Base", "newgame"):
        player.load(corpus.game("H2"))
        answer = uhp.demand(d, line, "UHP-NEW-06")
        if answer.error or answer.is_empty:
            d.fail("a new game", answer.words)
        uhp.ask(d, "validmoves", anywhere=True)
    conclude(d, "UHP-NEW-06")


@chapter.dialogue("UHP-NEW-06", needs=("UHP-NEW-01",))
def throws_expansions_away(d: Dialogue) -> None:
    """After `newgame` alone no expansion pieces of the earlier game are in hand, and all pieces that had come into play are."""
    uhp.ready(d)
    largest = max(uhp.types(d), key=len)
    for line in (f"newgame {largest}", "newgame Base", f"newgame {largest}", "newgame"):
        uhp.demand(d, line, "UHP-NEW-06", anywhere=True)
        d.expect_judged("UHP-NEW-06")
        uhp.ask(d, "validmoves", anywhere=True)
    Player(d).load(corpus.game("H5"))
    uhp.demand(d, "newgame", "UHP-NEW-06", anywhere=True)
    uhp.ask(d, "validmoves", anywhere=True)
    conclude(d, "UHP-NEW-06")


@chapter.dialogue("UHP-NEW-07", needs=("UHP-NEW-06",))
def starts_again_after_the_end(d: Dialogue) -> None:
    """`newgame` works after a game has ended."""
    uhp.ready(d)
    player = Player(d)
    player.load(corpus.game("H2"))
    has_answers = not think(d, player).is_empty
    for name, line in (("H20", "newgame Base"), ("H24", "newgame")):
        player.load(corpus.game(name))
        answer = uhp.demand(d, line, "UHP-NEW-07", anywhere=True)
        if answer.error or answer.is_empty:
            d.fail("Base;NotStarted;White[1]", answer.words)
        player.load(corpus.game("H2"))
        player.moves()
        if think(d, player).is_empty and has_answers:
            d.fail("a move in a new game", f"nothing but ok to `bestmove`, since `{line}` came after the end of a game")
    d.fence()


#: Two of the same type are of the same length.
_LOADED = ("H0", "H0a", "H1", "H5", "H13", "H17a", "H18", "H20", "H24b", "H35", "H45", "H46")


@chapter.dialogue("UHP-NEW-08")
def loads_a_game(d: Dialogue) -> None:
    """`newgame` with a GameString sets up the game of its moves, whatever its state field says."""
    uhp.ready(d)
    passed = corpus.passed("H18")
    with_pass = passed.play(min(passed.final.legal_moves))
    games = supported(d, [with_pass, *(corpus.game(name) for name in _LOADED)])
    refused = []
    for game in games:
        answer = uhp.demand(d, f"newgame {game}", "UHP-NEW-08")
        if answer.error:
            refused.append((game, answer))
        elif not game.state.is_over:
            uhp.ask(d, "validmoves", anywhere=True)
    if len(refused) == len(games):
        raise NotApplicable(f"the engine does not load games: {refused[0][1].words}")
    for game, answer in refused:
        if can_be_played(d, game):
            d.fail(f"a game after `{answer.command}`, for others are loaded", answer.words, at=answer.index)
    _load_with_wrong_states(d)
    conclude(d, "UHP-NEW-08")


def _load_with_wrong_states(d: Dialogue) -> None:
    """The verdict: a state that is not that of the moves is put right or refused, where the engine knows the right one."""
    for name, wrong in (("H2", "WhiteWins"), ("H20", "InProgress")):
        game = corpus.game(name)
        right = uhp.demand(d, f"newgame {game}", "UHP-NEW-08").reported
        reported = uhp.demand(d, f"newgame {str(game).replace(game.state, wrong)}", "UHP-NEW-08", anywhere=True).reported
        if reported is not None and reported.state == wrong and right is not None and right.state.value == game.state.value:
            d.fail(f"{game.state}, for that is what the moves lead to, or an error", f"`{reported}`")


def can_be_played(d: Dialogue, game: Game) -> bool:
    """Whether the engine accepts the moves of a game one by one, in these words; if not, loading is not to blame."""
    player = Player(d)
    try:
        player.load(game)
    except NotReached:
        if d.dead:
            raise
        return False
    return not player.reworded


@chapter.dialogue("UHP-NEW-08", needs=("UHP-UNDO-01", "UHP-UNDO-02", "UHP-UNDO-03"))
def takes_back_a_loaded_game(d: Dialogue) -> None:
    """A game that was loaded is one like any other: it is searched, and its moves are taken back, one or several at a time."""
    uhp.ready(d)
    game = corpus.game("H5")
    answer = uhp.demand(d, f"newgame {game}", "UHP-NEW-08")
    if answer.error:
        raise NotApplicable(f"the engine does not load this game: {answer.words}")
    think(d, Player(d, game))
    _load_and_undo(d, game, 1)
    for name, count in (("H17b", 2), ("H33", 3)):
        for held in supported(d, [corpus.game(name)]):
            player = Player(d)
            player.load(held)
            player.moves()  # the invariants compare the lists of one game
            _load_and_undo(d, corpus.extended(held, count), count)
    _load_and_undo(d, game, len(game.moves))
    short = corpus.game("H2")
    _load_and_undo(d, short, *[1] * len(short.moves))
    d.fence()


def _load_and_undo(d: Dialogue, game: Game, *counts: int) -> None:
    """The verdict: so many moves of a loaded game can be taken back at a time. The invariants judge what is left."""
    uhp.demand(d, f"newgame {game}", "UHP-NEW-08")
    for count in counts:
        answer = uhp.ask(d, f"undo {count}" if count > 1 else "undo", anywhere=True)
        if answer.error:
            d.fail(f"{number(count, 'move')} of a loaded game taken back", answer.words, at=answer.index)
    uhp.ask(d, "validmoves", anywhere=True)


def _loaded_ends(d: Dialogue) -> Iterator[Game]:
    """Games that are over, each loaded. An engine need not load games, and the state that it tells is judged elsewhere."""
    loaded = False
    for game in supported(d, [corpus.game(name) for name in ENDS]):
        answer = uhp.demand(d, f"newgame {game}", "UHP-NEW-08")
        if answer.reported is not None and answer.reported.state.is_over:
            loaded = True
            yield game
    if not loaded:
        raise NotApplicable("the engine loads no game as one that is over")


@chapter.dialogue("UHP-NEW-08", needs=("UHP-PLAY-11",))
def closes_a_loaded_game(d: Dialogue) -> None:
    """A game that was over when it was loaded, however it had ended, does not go on: neither by a move nor by a pass."""
    uhp.ready(d)
    for game in _loaded_ends(d):
        answer = uhp.demand(d, f"play {would_be(game.final)}", "UHP-NEW-08", anywhere=True)
        if answer.reported is not None and len(answer.reported.moves) > len(game.moves):
            d.fail(f"an error after `{answer.command}`, for the game that was loaded is over", answer.words, at=answer.index)
        expect_error(d, uhp.demand(d, "pass", "UHP-NEW-08", anywhere=True), "UHP-NEW-08", f"the game is over: {game.state}")
    d.fence()


@chapter.dialogue("UHP-VM-07", "UHP-BEST-10", needs=("UHP-GS-02", "UHP-GS-03", "UHP-NEW-08"), silence_blocked_by=("UHP-BEST-05",))
def has_no_moves_in_a_game_that_was_over_when_loaded(d: Dialogue) -> None:
    """A game that was over when it was loaded has no moves: none is listed or named."""
    uhp.ready(d)
    for _ in _loaded_ends(d):
        uhp.demand(d, "validmoves", "UHP-VM-07", anywhere=True)
        uhp.demand(d, brief(d), "UHP-BEST-10", anywhere=True, within_ms=d.limits.search_ms)
    d.fence()


_WITH_A_WRONG_MOVE = ("wS1;bS1 wS1-;wQ wS1", "wS1;bS1 wS1;wQ -wS1", "wS1;bS1 wS1-;pass", "wS1;xyz")


@chapter.dialogue("UHP-NEW-09", needs=("UHP-NEW-08", "UHP-VM-06", "UHP-PASS-03"))
def refuses_a_game_with_a_wrong_move(d: Dialogue) -> None:
    """A GameString with a move that is illegal or cannot be read is refused, and the game stays."""
    player = _started(d)
    for moves in _WITH_A_WRONG_MOVE:
        line = f"newgame Base;InProgress;White[2];{moves}"
        _expect_refusal(d, uhp.demand(d, line, "UHP-NEW-09", anywhere=True), player, "UHP-NEW-09")
    d.fence()


@chapter.dialogue("UHP-NEW-10", needs=("UHP-NEW-08",))
def does_not_echo_a_wrong_turn(d: Dialogue) -> None:
    """A wrong turn in a GameString is put right or refused."""
    uhp.ready(d)
    line = f"newgame {corpus.game('H2')}".replace("White[2]", "White[99]")
    answer = uhp.demand(d, line, "UHP-NEW-10")
    if answer.reported is not None and str(answer.reported.turn) == "White[99]":
        d.fail("the turn White[2], or an error", f"`{answer.reported}`")
    d.fence()


@chapter.dialogue("UHP-NEW-11", silence_blocked_by=("UHP-BEST-05",), fresh=True)
def lives_through_commands_before_a_game(d: Dialogue) -> None:
    """Commands of a game that come before any `newgame` are answered, and do no harm."""
    uhp.ready(d)
    for line in ("validmoves", "bestmove depth 1", "undo", "pass", "play wS1"):
        answer = uhp.demand(d, line, "UHP-NEW-11", anywhere=True, within_ms=d.limits.search_ms)
        if answer.reported is not None and not _is_consistent(answer.lines[0]):
            d.fail("an error, or a GameString that fits its moves", answer.words)
        if not answer.error and not answer.is_empty:
            d.remark("a game from the start", f"obeys `{line}` before any `newgame`: {answer.words}", at=answer.index)
    d.fence()


def _is_consistent(line: str) -> bool:
    """Whether a GameString fits its moves."""
    message = parse(line)
    try:
        return not isinstance(message, GameString) or bool(parse_game(str(message)))
    except (IllegalMoveError, GameStringError):
        return False

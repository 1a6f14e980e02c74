"""`bestmove` by depth and by time, in odd positions, and with limits that are none."""

from collections.abc import Collection

from conformance.api.suites import Chapter, Conversation, Dialogue, NotApplicable, quoted
from conformance.games.hive import Game, GameType, Move, format_move, replay
from conformance.suites.uhp import corpus, positions
from conformance.suites.uhp.dialogues.concluding import conclude, expect_same_moves
from conformance.suites.uhp.dialogues.options import settable, valid_values
from conformance.suites.uhp.dialogues.play import expect_error
from conformance.suites.uhp.driver import Answer, is_ok, uhp
from conformance.suites.uhp.following import meant
from conformance.suites.uhp.lines import read_error
from conformance.suites.uhp.messages import BestMove
from conformance.suites.uhp.playing import Player, on_trial, supported
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()


def brief(d: Conversation, depth: int = 1) -> str:
    """A short search: by depth, or by time for an engine whose search by depth is known to be broken."""
    return "bestmove time 00:00:01" if d.broken("UHP-BEST-05") else f"bestmove depth {depth}"


def think(d: Conversation, player: Player, depth: int = 1) -> Answer:
    """Search the position on the board, and reach the answer."""
    answer = uhp.ask(d, brief(d, depth), anywhere=True, requirement="UHP-BEST-05", within_ms=d.limits.search_ms)
    player.disturbed("UHP-BEST-02")
    return answer


def _player(d: Dialogue) -> Player:
    uhp.ready(d)
    return Player(d)


@chapter.dialogue("UHP-BEST-05")
def searches_to_a_depth(d: Dialogue) -> None:
    """`bestmove depth` is answered with a move, for each depth from 0 on."""
    player = _player(d)
    for depth in (1, 2, 0):
        player.load(corpus.game("H0a"))
        answer = uhp.demand(d, f"bestmove depth {depth}", "UHP-BEST-05", anywhere=True, within_ms=d.limits.search_ms)
        if answer.error and depth:
            d.fail(f"a move at depth {depth}", answer.words)
        if answer.error:
            d.remark("depth 0", f"answers `bestmove depth 0` by an error: {answer.words}", at=answer.index)
        uhp.ask(d, "validmoves", anywhere=True)
    d.fence()


@chapter.dialogue("UHP-BEST-05", cases=(3, 10))
def takes_a_greater_depth(d: Dialogue, depth: int) -> None:
    """A search to three or to ten plies is not refused; nobody waits for its end here."""
    player = _player(d)
    player.load(corpus.game("H5"))
    d.send_illegal(f"bestmove depth {depth}")
    heard = len(d.transcript)
    d.wait_for(is_ok, within_ms=d.limits.brief_quiet_ms)
    if (said := d.transcript.heard(heard)) and read_error(said[0].text) is not None:
        d.fail(f"a search to depth {depth}", quoted(said[0]), at=heard)
    d.expect_alive("an engine that searches")


@chapter.dialogue("UHP-BEST-05")
def lives_through_a_great_depth(d: Dialogue) -> None:
    """A search to a depth that none will reach does not end the engine; it may be refused."""
    player = _player(d)
    player.load(corpus.game("H5"))
    d.send_illegal("bestmove depth 99")
    d.wait_for(is_ok, within_ms=d.limits.quiet_ms)
    d.expect_alive("an engine that searches")


@chapter.dialogue("UHP-BEST-01", needs=("UHP-VM-06",))
def answers_with_legal_moves(d: Dialogue) -> None:
    """`bestmove` is answered by a legal move, for both colours and in all stages of a game."""
    player = _player(d)
    for game in supported(
        d, [corpus.game(name) for name in ("H0", "H0a", "H3", "H3b", "H5", "H8", "H17b", "H17e", "H6", "H31", "H41")]
    ):
        player.load(game)
        think(d, player)
        uhp.ask(d, "validmoves", anywhere=True)
    conclude(d, "UHP-BEST-01")


@chapter.dialogue("UHP-BEST-01", needs=("UHP-VM-06",))
def answers_where_every_move_loses(d: Dialogue) -> None:
    """`bestmove` is answered by a move also where every move loses."""
    player = _player(d)
    player.load(corpus.game("H36"))
    think(d, player, 2)
    uhp.ask(d, "validmoves", anywhere=True)
    conclude(d, "UHP-BEST-01")


@chapter.dialogue("UHP-BEST-01", needs=("UHP-VM-06",))
def takes_no_bait(d: Dialogue) -> None:
    """`bestmove` is answered by a legal move also where only an illegal one would win at once."""
    player = _player(d)
    for game in supported(d, [bait.game for bait in positions.baits().values()]):
        player.load(game)
        think(d, player)
        uhp.ask(d, "validmoves", anywhere=True)
    conclude(d, "UHP-BEST-01")


#: An opening that no book has: what an engine keeps by the number of the ply, or from its last search, does not fit here.
_OPENING = r"wG1;bG1 \wG1;wA1 wG1\;bA1 -bG1;wQ wG1-;bQ \bG1;wA1 wQ-;bA1 -bQ"


@chapter.dialogue("UHP-BEST-01", needs=("UHP-BEST-02", "UHP-UNDO-01"))
def follows_the_game(d: Dialogue) -> None:
    """`bestmove` knows the game as it is: when others move than it thought, after `undo`, and after a move for one undone."""
    player = _player(d)
    game = replay(GameType.BASE, _OPENING.split(";"))
    player.new()
    for length in range(1, len(game.moves), 2):
        player.follow(Game(game.positions[: length + 1], game.moves[:length]))
        think(d, player)
        uhp.ask(d, "validmoves", anywhere=True)
    player.follow(game)
    player.undo()
    think(d, player)
    uhp.ask(d, "validmoves", anywhere=True)
    think(d, player)
    player.undo()
    uhp.ask(d, "validmoves", anywhere=True)
    think(d, player)
    first, other = sorted(player.position.legal_moves)[:2]
    player.play(first)
    player.undo()
    player.play(other)
    think(d, player)
    uhp.ask(d, "validmoves", anywhere=True)
    conclude(d, "UHP-BEST-01")


@chapter.dialogue("UHP-BEST-01", needs=("UHP-BEST-02", "UHP-UNDO-01", "UHP-UNDO-02"))
def keeps_no_answer_for_another_game(d: Dialogue) -> None:
    """`bestmove` answers for the game on the board, also where an earlier one had as many moves and the same side to move."""
    player = _player(d)
    for name in ("H5", "H0a"):
        player.load(corpus.game(name))
        move = _named(think(d, player), player)
        uhp.ask(d, "validmoves", anywhere=True)
        replies = _where_illegal(player.game.undo(2), move) if move is not None and len(player.game.moves) > 1 else ()
        if not replies:
            continue
        player.undo(2)
        for reply in replies:
            player.play(reply)
        think(d, player)
        uhp.ask(d, "validmoves", anywhere=True)
    conclude(d, "UHP-BEST-01")


def _named(answer: Answer, player: Player) -> Move | None:
    """The legal move that an answer names last, or None."""
    last = answer.reply.messages[-1] if answer.reply.messages else None
    move = meant(player.position, str(last.move)) if isinstance(last, BestMove) else None
    return move if move in player.position.legal_moves else None


def _where_illegal(game: Game, move: Move) -> tuple[Move, ...]:
    """Two moves with which a game goes on to a position where a third one is not legal; none where there are no such."""
    begin = sorted(game.final.legal_moves, key=lambda first: first != move)
    for first in begin:
        middle = game.final.after(first)
        for second in sorted(middle.legal_moves):
            then = middle.after(second)
            if not then.state.is_over and move not in then.legal_moves:
                return first, second
    return ()


@chapter.dialogue("UHP-BEST-01", needs=("UHP-BEST-02", "UHP-OPT-08"))
def follows_the_game_past_options(d: Dialogue) -> None:
    """`bestmove` still knows the game when an option was set."""
    player = _player(d)
    player.load(corpus.game("H5"))
    uhp.ask(d, "validmoves", anywhere=True)
    for option in settable(d)[:2]:
        for value in (next(iter(valid_values(option)), option.value), option.value):
            uhp.ask(d, f"options set {option.name} {value}", anywhere=True)
    think(d, player)
    conclude(d, "UHP-BEST-01")


#: So many options, and values of each, are set before a search.
_OPTIONS, _VALUES = 8, 3


@chapter.dialogue("UHP-BEST-01", "UHP-BEST-07", needs=("UHP-BEST-02", "UHP-OPT-05", "UHP-OPT-08"))
def answers_whatever_is_set(d: Dialogue) -> None:
    """Every line of the answer to `bestmove` begins with a legal move, whatever the options are; an error is an answer, too."""
    player = _player(d)
    player.load(corpus.game("H5"))
    options = settable(d)[:_OPTIONS]
    if not options:
        raise NotApplicable("the engine has no options to set")
    uhp.ask(d, "validmoves", anywhere=True)
    for option in options:
        for value in (*valid_values(option)[:_VALUES], option.value):
            uhp.ask(d, f"options set {option.name} {value}", anywhere=True)
            if value != option.value:
                think(d, player)
                d.pause(d.limits.drain_ms)
    conclude(d, "UHP-BEST-01", "UHP-BEST-07")


@chapter.dialogue("UHP-BEST-02", needs=("UHP-VM-06",))
def does_not_play_its_move(d: Dialogue) -> None:
    """`bestmove` does not play the move that it names."""
    player = _player(d)
    known = supported(d, [corpus.game(name) for name in ("H0a", "H5", "H8", "H17a")])
    for number, (game, limit) in enumerate(zip(known, ("", "", *["time 00:00:01"] * 2), strict=False)):
        player.load(game)
        before = player.moves()
        if limit:
            uhp.ask(d, f"bestmove {limit}", anywhere=True, requirement="UHP-BEST-03", within_ms=1000 + d.limits.grace_ms)
            player.disturbed("UHP-BEST-02")
        else:
            think(d, player, 1 + number)
        expect_same_moves(d, player, before.moves, "UHP-BEST-02", "the same moves after bestmove")
        with on_trial(d, "UHP-BEST-02", expected="a game that goes on where it was before bestmove"):
            player.play(player.common(before))
    d.fence()


@chapter.dialogue("UHP-BEST-02", needs=("UHP-VM-06",))
def does_not_play_a_move_that_wins(d: Dialogue) -> None:
    """`bestmove` does not play the move that it names where that move would end the game."""
    player = _player(d)
    player.load(corpus.game("H25"))
    before = player.moves()
    think(d, player, 2)
    expect_same_moves(d, player, before.moves, "UHP-BEST-02", "the same moves after bestmove")
    d.fence()


#: The share of the grace in which an engine that answers other commands at once notices that its time is up.
_NOTICED_IN = 0.4


@chapter.dialogue("UHP-BEST-03", cases=(1, 3))
def keeps_to_its_time(d: Dialogue, seconds: int) -> None:
    """`bestmove time` is answered within its limit in seconds."""
    player = _player(d)
    player.load(corpus.game("H5" if seconds == 1 else "H8"))
    asked = d.now_ms()
    uhp.ask(d, "validmoves", anywhere=True)
    within_ms = 1000 * seconds + min(d.limits.grace_ms, _NOTICED_IN * d.limits.grace_ms + d.now_ms() - asked)
    answer = uhp.demand(d, f"bestmove time 00:00:{seconds:02}", "UHP-BEST-03", anywhere=True, within_ms=within_ms)
    if answer.error:
        d.fail(f"a move after {seconds} s", answer.words)
    uhp.ask(d, "validmoves", anywhere=True)
    d.fence()


_LIMIT_MS = 1000
#: A win in one and a forced pass.
_EARLY = ("H25", "H18")
#: An engine that thinks for half of its second or longer is still searching when the limit before runs out.
_SEARCHES = 3


@chapter.dialogue("UHP-BEST-01", needs=("UHP-BEST-02", "UHP-BEST-03"))
def outlives_an_earlier_limit(d: Dialogue) -> None:
    """The time limit of a search that ended early neither brings a second answer nor disturbs a later search."""
    player = _player(d)
    for name in _EARLY:
        player.load(corpus.game(name))
        player.moves()
        end = d.now_ms() + _LIMIT_MS
        answer = _search_for_a_second(d)
        if wins := corpus.entry(name).wins:
            _look_at_the_win(d, player, answer, wins)
        d.pause(max(0.0, end - d.now_ms()) + d.limits.reply_window_ms)
    player.load(corpus.game("H5"))
    player.moves()
    end = d.now_ms() + _LIMIT_MS
    for _ in d.rounds(range(_SEARCHES)):
        _search_for_a_second(d)
        if d.now_ms() > end:
            break
    conclude(d, "UHP-BEST-01")


def _search_for_a_second(d: Dialogue) -> Answer:
    line = "bestmove time 00:00:01"
    return uhp.ask(d, line, anywhere=True, requirement="UHP-BEST-03", within_ms=_LIMIT_MS + d.limits.grace_ms)


def _look_at_the_win(d: Dialogue, player: Player, answer: Answer, wins: Collection[Move]) -> None:
    """Remark on a win that is not taken: how well an engine plays is its own affair."""
    last = answer.reply.messages[-1] if answer.reply.messages else None
    if isinstance(last, BestMove) and meant(player.position, str(last.move)) not in wins:
        words = " or ".join(f"`{format_move(player.position, move)}`" for move in sorted(wins))
        d.remark("a win in one", f"does not play {words}, which wins at once, but {answer.words}", at=answer.index)


@chapter.dialogue("UHP-BEST-04", cases=("00:01:00", "01:00:01", "08:09:08"))
def takes_minutes_and_hours(d: Dialogue, limit: str) -> None:
    """A limit with minutes or hours in it is accepted."""
    player = _player(d)
    player.load(corpus.game("H5"))
    d.send_illegal(f"bestmove time {limit}")
    heard = len(d.transcript)
    if d.wait_for(is_ok, within_ms=d.limits.brief_quiet_ms) is None:
        d.expect_alive("an engine that searches")
        return
    said = [line.text for line in d.transcript.lines[heard:]]
    if said and said[0].startswith(("err", "invalidmove")):
        d.fail(f"a search of at most {limit}", f"`{said[0]}`", at=heard)


@chapter.dialogue("UHP-BEST-06", needs=("UHP-BEST-01", "UHP-BEST-03"))
def takes_a_limit_of_zero(d: Dialogue) -> None:
    """A time limit of zero is answered at once, by a move or an error."""
    player = _player(d)
    player.load(corpus.game("H0a"))
    answer = uhp.demand(d, "bestmove time 00:00:00", "UHP-BEST-06", anywhere=True)
    last = answer.reply.messages[-1] if answer.reply.messages else None
    if not answer.error and not isinstance(last, BestMove):
        d.fail("a move or an error after `bestmove time 00:00:00`", answer.words, at=answer.index)
    d.fence()


@chapter.dialogue("UHP-BEST-08", needs=("UHP-PASS-01", "UHP-RULE-03", "UHP-RULE-04"))
def names_a_forced_pass(d: Dialogue) -> None:
    """`bestmove` answers `pass` where it is the only move."""
    player = _player(d)
    for name in ("H18", "H18c"):
        player.load(corpus.game(name))
        uhp.ask(d, "validmoves", anywhere=True)
        answer = think(d, player)
        last = answer.reply.messages[-1] if answer.reply.messages else None
        if not isinstance(last, BestMove) or not last.move.is_pass:
            d.fail("pass, for there is no other move", answer.words, at=answer.index)
    d.fence()


_NO_LIMITS = ("depth", "time", "depth -1", "depth x", "depth 1x", "time soon", "time 00:00:0x", "foo 1")


@chapter.dialogue("UHP-BEST-09", needs=("UHP-VM-06",), silence_blocked_by=("UHP-BEST-05",))
def refuses_what_is_no_limit(d: Dialogue) -> None:
    """A limit that is missing, unknown or malformed is refused."""
    player = _player(d)
    player.load(corpus.game("H0a"))
    before = player.moves()
    for text in _NO_LIMITS:
        answer = uhp.demand(d, f"bestmove {text}", "UHP-BEST-09", anywhere=True)
        expect_error(d, answer, "UHP-BEST-09", "that is not a limit")
    player.disturbed("UHP-ERR-02")
    expect_same_moves(d, player, before.moves, "UHP-ERR-02", "the same moves as before the wrong limits")
    d.fence()


@chapter.dialogue("UHP-BEST-10", silence_blocked_by=("UHP-BEST-05",))
def has_no_move_after_the_end(d: Dialogue) -> None:
    """After the end of the game `bestmove` names no move, and the engine lives on."""
    player = _player(d)
    games = supported(d, [corpus.game(name) for name in ("H20", "H24", "H21", "H22")])
    for number, game in enumerate(games):
        player.load(game)
        line = "bestmove time 00:00:01" if number == 1 else brief(d)
        answer = uhp.demand(d, line, "UHP-BEST-10", anywhere=True, within_ms=d.limits.search_ms)
        if not answer.is_empty:
            expect_error(d, answer, "UHP-BEST-10", f"the game is over: {game.state}")
    d.fence()

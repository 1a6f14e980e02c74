"""`play`, in all words and with what it has to refuse; the end of the game; repetition."""

from collections import Counter

from conformance.api.suites import Chapter, Conversation, Dialogue, NotReached
from conformance.games import hive
from conformance.games.hive import PASS, Game, Position, format_move, spellings
from conformance.suites.uhp import corpus, following, legality
from conformance.suites.uhp.dialogues.concluding import conclude, expect_same_moves
from conformance.suites.uhp.driver import Answer, uhp
from conformance.suites.uhp.grammar import read_move
from conformance.suites.uhp.playing import Player, on_trial, supported
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()

_SAMPLE = 6


def _player(d: Dialogue) -> Player:
    uhp.ready(d)
    return Player(d)


def expect_error(d: Conversation, answer: Answer, requirement: str, why: str) -> None:
    """The verdict: the response begins with `err` or `invalidmove`."""
    if answer.error is None:
        d.fail(f"err or invalidmove after `{answer.command}`, for {why}", answer.words, at=answer.index, requirement=requirement)


# ---- Words


@chapter.dialogue("UHP-PLAY-02", needs=("UHP-PLAY-01", "UHP-UNDO-01", "UHP-UNDO-05"))
def takes_every_spelling(d: Dialogue) -> None:
    """A move may be written relative to any neighbour of its goal, with the same effect."""
    player = _player(d)
    for game in supported(d, [corpus.game(name) for name in ("H0a", "H5", "H7", "H17b")]):
        player.load(game)
        for move in _many_worded(player.position):
            _try_all_words(d, player, move)
    d.fence()


def _many_worded(position: Position) -> list[hive.Move]:
    moves = [move for move in sorted(position.legal_moves) if len(wordings(position, move)) > 1]
    return moves[:: max(1, len(moves) // _SAMPLE)][:_SAMPLE]


def wordings(position: Position, move: hive.Move) -> list[str]:
    """Its spellings but for those that refer to a piece which is covered before the move."""
    tops = {stack[-1] for stack in position.stacks.values()} - {move.piece}
    return [text for text in spellings(position, move) if text.partition(" ")[2].strip("-/\\") in tops]


def _try_all_words(d: Dialogue, player: Player, move: hive.Move) -> None:
    first, *others = wordings(player.position, move)
    player.play(move, first)
    due = player.moves().moves
    player.undo()
    for text in others[:3]:
        answer = uhp.ask(d, f"play {text}", anywhere=True)
        if answer.error:
            d.fail(f"`{text}` accepted, for it is the same move as `{first}`", answer.words, at=answer.index)
        player.game = following.extended(player.game, move)
        expected = f"the moves that follow `{first}`, for `{text}` is the same move"
        expect_same_moves(d, player, due, "UHP-PLAY-02", expected)
        player.listed = None
        player.undo()


@chapter.dialogue("UHP-PLAY-03")
def reads_six_directions(d: Dialogue) -> None:
    """Each of the six directions means the hex that it should."""
    player = _player(d)
    for text in ("bS1 wS1-", "bS1 wS1/", "bS1 \\wS1", "bS1 -wS1", "bS1 /wS1", "bS1 wS1\\"):
        player.load(following.replayed("Base", ["wS1"]) or Game.new())
        move = hive.parse_move(player.position, text)
        player.play(move, text)
        listing = player.moves()
        if words := legality.misread(player.game, listing.texts):
            d.fail(f"the moves that follow `{text}`", f"the moves that follow if {words}")
    d.fence()


@chapter.dialogue("UHP-PLAY-04")
def wants_a_goal_but_for_the_first_move(d: Dialogue) -> None:
    """The first move names a piece without a goal, and every later one names a goal."""
    player = _player(d)
    player.new()
    for text in ("wS1 wS1-", "wS1 bG1-"):
        expect_error(d, player.refused(text, "UHP-PLAY-04"), "UHP-PLAY-04", "the first move is a bare piece")
    for played, texts in ((["wS1"], ("bG1",)), (["wS1", "bS1 wS1-"], ("wA1", "wS1", "wQ"))):
        player.load(following.replayed("Base", played) or Game.new())
        for text in texts:
            expect_error(d, player.refused(text, "UHP-PLAY-04"), "UHP-PLAY-04", "it names no place")
    d.fence()


@chapter.dialogue("UHP-PLAY-05", needs=("UHP-PLAY-01", "UHP-UNDO-01", "UHP-UNDO-03"))
def finds_the_hex_of_a_covered_piece(d: Dialogue) -> None:
    """A reference to a covered piece means its hex, or is refused."""
    player = _player(d)
    for game in supported(d, [corpus.game(name) for name in ("H5", "H13", "H9")]):
        player.load(game)
        for move, text in _by_covered_pieces(player.position)[:4]:
            player.play(move)
            due = player.moves().moves
            player.undo()
            answer = uhp.ask(d, f"play {text}", anywhere=True)
            if answer.error:
                continue
            player.game = following.extended(player.game, move)
            place = format_move(player.game.positions[-2], move)
            expect_same_moves(d, player, due, "UHP-PLAY-05", f"`{text}` refused, or taken for `{place}`")
            player.listed = None
            player.undo()
    d.fence()


def _by_covered_pieces(position: Position) -> list[tuple[hive.Move, str]]:
    """Legal moves in words that refer to a piece which another one covers."""
    found = []
    covered = {piece: place for place, stack in position.stacks.items() for piece in stack[:-1]}
    for piece in covered:
        for text in ("{}-", "{}/", "\\{}", "-{}", "/{}", "{}\\"):
            for move in sorted(position.legal_moves):
                said = f"{move.piece} {text.format(piece)}"
                if (
                    following.meant(position, said) == move
                    and move.to not in position.stacks
                    and position.where(move.piece) is None
                ):
                    found.append((move, said))
                    break
    return found


# ---- What is refused


#: In so many positions each rule is tried.
_OFTEN = 3


@chapter.dialogue("UHP-PLAY-06", needs=("UHP-VM-06",))
def refuses_illegal_moves(d: Dialogue) -> None:
    """Illegal moves, one for each rule, are refused; moves that the engine itself lists are judged elsewhere."""
    player = _player(d)
    wanted = {game.moves for game in supported(d, [each.game for each in corpus.going_on()])}
    tried = Counter[str]()
    for each in corpus.going_on():
        moves = corpus.illegal_moves(each, but=[switch for switch, times in tried.items() if times >= _OFTEN])
        if each.game.moves in wanted and moves:
            _try_illegal(d, player, each.game, list(dict.fromkeys(moves.values())))
            tried.update(moves.keys())
    d.fence()


def _try_illegal(d: Dialogue, player: Player, game: Game, moves: list[hive.Move]) -> None:
    try:
        player.load(game)
        listing = player.moves()
    except NotReached:
        if d.dead:
            raise
        return  # stands in the way of this position only
    for move in moves:
        if move in listing.moves:
            continue
        text = format_move(player.position, move)
        if (read := read_move(text)) is None or read.refers_to_itself:
            continue
        answer = player.refused(text, "UHP-PLAY-06")
        expect_error(d, answer, "UHP-PLAY-06", f"it is illegal: {hive.why_illegal(player.position, move)}")
        if player.moves().moves != listing.moves:
            return  # PLAY-08 is about that


#: Illegal moves of either side, and texts that cannot be read.
_REFUSED = (
    ("H2", "wA1 bB1/"), ("H0a", "bA1 wS1"), ("H5", "wS1 wQ-"), ("H3b", "bA2 bG1-"), ("H2", "xx"), ("H3b", "wG9 wQ-")
)  # fmt: skip


@chapter.dialogue("UHP-PLAY-08", needs=("UHP-PLAY-06", "UHP-VM-06"))
def refused_moves_change_nothing(d: Dialogue) -> None:
    """After a refused move the board, the turn and the list of moves are as before."""
    player = _player(d)
    for name, text in _REFUSED:
        player.load(corpus.game(name))
        before = player.moves()
        if following.meant(player.position, text) in before.moves:
            continue  # the list is wrong, and that is judged elsewhere
        answer = player.refused(text, "UHP-PLAY-08")
        if following.meant(player.position, text) is None and answer.error is None:
            raise d.not_reached("UHP-PLAY-09", f"an error for `{text}`, which is not a move", "it was accepted", at=answer.index)
        expect_error(d, answer, "UHP-PLAY-06", "it is illegal and not listed")
        expect_same_moves(d, player, before.moves, "UHP-PLAY-08", f"the same moves after `{text}` was refused")
        with on_trial(d, "UHP-PLAY-08", expected=f"the game to go on after `{text}` was refused"):
            player.play(player.common(before))
    d.fence()


# Two of them begin like a legal move.
_UNREADABLE = ("", "xx", "wS1 zz-", "wS9", "wS1 -wS1-", "wG1 wA1-xyz", "wG1 wA1/-", "wA1 bA3-", "wG1 wB2\\")
_ABSENT = ("wA1 bA3-", "wG1 wB2\\")


@chapter.dialogue("UHP-PLAY-09")
def refuses_what_it_cannot_read(d: Dialogue) -> None:
    """A move that is missing, cannot be read, or refers to an absent piece is refused."""
    player = _player(d)
    player.load(corpus.game("H2"))
    for text in _UNREADABLE:
        answer = player.refused(text, "UHP-PLAY-09")
        why = "a piece that it refers to is not on the board" if text in _ABSENT else "it is not a move"
        expect_error(d, answer, "UHP-PLAY-09", why)
    player.moves()
    d.fence()


@chapter.dialogue("UHP-PLAY-10", needs=("UHP-PLAY-06", "UHP-PLAY-08"))
def refuses_the_opponents_pieces(d: Dialogue) -> None:
    """The opponent's pieces are not moved or placed."""
    player = _player(d)
    for name in ("H8", "H2"):
        player.load(corpus.game(name))
        listing = player.moves()
        theirs = player.position.after(PASS)
        for move in sorted(theirs.legal_moves)[:: max(1, len(theirs.legal_moves) // 4)][:4]:
            if move in listing.moves or move == PASS:
                continue
            text = format_move(player.position, move)
            expect_error(d, player.refused(text, "UHP-PLAY-10"), "UHP-PLAY-10", "it is the opponent's piece")
    d.fence()


@chapter.dialogue("UHP-VM-04", needs=("UHP-PLAY-06",))
def refuses_the_queen_first(d: Dialogue) -> None:
    """Neither side's first piece is its queen, also where the move is played without a look at the list."""
    player = _player(d)
    for played, text in (([], "wQ"), (["wS1"], "bQ wS1-")):
        player.load(following.replayed("Base", played) or Game.new())
        expect_error(d, player.refused(text, "UHP-VM-04"), "UHP-VM-04", "the queen is not placed first")
    d.fence()


@chapter.dialogue("UHP-PLAY-12", needs=("UHP-PLAY-06",))
def places_pieces_in_order(d: Dialogue) -> None:
    """Of pieces of one kind the one with the lowest number comes first."""
    player = _player(d)
    player.new()
    for piece in ("wA2", "wB2", "wS2", "wG2", "wG3"):
        why = f"pieces with lower numbers have to be placed before {piece}"
        expect_error(d, player.refused(piece, "UHP-PLAY-12"), "UHP-PLAY-12", why)
    d.fence()


# ---- The end


@chapter.dialogue("UHP-PLAY-11", "UHP-VM-07")
def refuses_moves_after_the_end(d: Dialogue) -> None:
    """After the end of the game `play` and `pass` are refused, and `validmoves` lists nothing."""
    player = _player(d)
    for game in supported(d, [corpus.game(name) for name in ("H20", "H24", "H21")]):
        player.load(game)
        uhp.demand(d, "validmoves", "UHP-VM-07", anywhere=True)
        for text in (would_be(player.position), "pass"):
            answer = player.refused(text, "UHP-PLAY-11")
            expect_error(d, answer, "UHP-PLAY-11", f"the game is over: {game.state}")
    d.fence()


@chapter.dialogue("UHP-PLAY-11", needs=("UHP-UNDO-01", "UHP-UNDO-03"))
def refused_moves_after_the_end_change_nothing(d: Dialogue) -> None:
    """A move that was refused after the end of the game is not there when the last move is taken back."""
    player = _player(d)
    player.load(corpus.game("H20"))
    for text in (would_be(player.position), "pass"):
        player.refused(text, "UHP-PLAY-11")
    player.undo()
    d.expect_judged("UHP-UNDO-03")
    answer = uhp.ask(d, "validmoves", anywhere=True)
    if answer.error:
        d.fail("a game that goes on, since its last move was taken back", answer.words)
    player.moves()
    d.fence()


def would_be(position: Position) -> str:
    """A move that only the end of the game forbids: a piece of the side to move is placed at the rim."""
    free = Position(position.game_type, position.stacks, position.ply, position.moved)
    for place, stack in sorted(position.stacks.items()):
        if stack[-1][0] != position.turn.letter:
            continue
        for piece in ("G1", "A1", "B2", "S2", "A2", "G2"):
            name = position.turn.letter + piece
            for text in ("{}-", "-{}", "{}/", "/{}", "{}\\", "\\{}"):
                said = f"{name} {text.format(stack[-1])}"
                move = following.meant(free, said)
                if move is not None and move.to not in position.stacks and position.where(name) is None and place >= 0:
                    return said
    return "pass"


#: Games that are over: won by either side, by a move of its own or of the other, and drawn by either.
ENDS = ("H20", "H21", "H22", "H23", "H24", "H24c", "H24b", "H34")


@chapter.dialogue("UHP-GS-03", "UHP-RULE-14")
def knows_the_end_of_the_game(d: Dialogue) -> None:
    """The game ends when a queen is surrounded, covered or not, whoever moved; it is drawn when both are."""
    player = _player(d)
    for game in supported(d, [corpus.game(name) for name in ENDS]):
        try:
            player.load(game)
        except NotReached as missing:
            if d.dead or missing.requirement not in ("UHP-GS-03", "UHP-RULE-14"):
                raise
    conclude(d, "UHP-GS-03", "UHP-RULE-14")


@chapter.dialogue(
    "UHP-GS-03",
    needs=(
        "UHP-UNDO-01",
        "UHP-UNDO-03",
    ),
)
def knows_an_end_that_comes_again(d: Dialogue) -> None:
    """A game whose end was taken back is over again when that move is played again."""
    player = _player(d)
    with on_trial(d, "UHP-GS-03", expected="the end of the game whenever its last move is played"):
        for game in (corpus.game(name) for name in ("H20", "H24")):
            player.load(game)
            player.undo()
            player.follow(game)
    d.fence()


@chapter.dialogue("UHP-RULE-15")
def repeats_a_position(d: Dialogue) -> None:
    """A position that occurs twice is no draw."""
    player = _player(d)
    game = corpus.game("H26")
    second = next(
        length for length in range(len(game.moves)) if Game(game.positions[: length + 1], game.moves[:length]).occurrences > 1
    )
    with on_trial(d, "UHP-RULE-15", expected="InProgress at the second occurrence of a position"):
        player.load(Game(game.positions[: second + 1], game.moves[:second]))
    d.fence()

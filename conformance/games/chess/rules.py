"""The rules of chess from the library chess, as cached functions over position keys. Only `drawing` and `varied` import it, too.

A key is a FEN without its two counters; its square for en passant is there only where a pawn stands to capture. In Chess960 the
rights to castle are the files of the rooks. Repetition and the fifty-move rule never make a move illegal here.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from sys import intern

import chess

from conformance.games.chess.illegality import Illegality
from conformance.games.chess.notation import is_move

_VALUES = ((chess.PAWN, 100), (chess.KNIGHT, 300), (chess.BISHOP, 310), (chess.ROOK, 500), (chess.QUEEN, 900))
_LAST_RANKS = (0, 7)


@lru_cache(maxsize=1 << 12)
def _board(key: str, chess960: bool) -> chess.Board:
    """A board that is never changed."""
    return chess.Board(f"{key} 0 1", chess960=chess960)


def _key(board: chess.Board) -> str:
    """The same as `board.epd(en_passant="xfen", shredder=board.chess960)`, in a fraction of its time."""
    rights = board.castling_shredder_fen() if board.chess960 else board.castling_xfen()
    passing = chess.SQUARE_NAMES[board.ep_square] if board.ep_square and board.has_pseudo_legal_en_passant() else "-"
    return f"{_placement(board)} {'w' if board.turn else 'b'} {rights} {passing}"


def _placement(board: chess.Board) -> str:
    squares = ["1"] * 64  # from a8 to h1
    for colour, letters in ((chess.BLACK, "pnbrqk"), (chess.WHITE, "PNBRQK")):
        for kind, letter in enumerate(letters, chess.PAWN):
            for square in chess.scan_forward(board.pieces_mask(kind, colour)):
                squares[square ^ 56] = letter
    text = "/".join("".join(squares[rank : rank + 8]) for rank in range(0, 64, 8))
    for number in range(8, 1, -1):
        text = text.replace("1" * number, str(number))
    return text


def read(fen: str, *, chess960: bool) -> tuple[str, int, int] | str:
    """The key, the half-move clock and the move number of a FEN of four or six fields, or what is wrong with it."""
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError as error:
        return str(error)
    status = board.status()
    if not board.has_pseudo_legal_en_passant():  # else a pawn would take nothing there
        status &= ~chess.STATUS_INVALID_EP_SQUARE
    rights = "".join(fen.split()[2:3]).strip("-")
    if len(rights) > board.castling_rights.bit_count():  # a right without its rook is dropped in silence
        status |= chess.STATUS_BAD_CASTLING_RIGHTS
    if status != chess.STATUS_VALID:
        return f"no game can reach this position ({status!r})"
    return _key(board), board.halfmove_clock, board.fullmove_number


def passes_nothing(fen: str) -> bool:
    """Whether a readable FEN has a square for en passant that no pawn can have passed by its last move."""
    return bool(chess.Board(fen).status() & chess.STATUS_INVALID_EP_SQUARE)


@lru_cache(maxsize=1 << 12)
def _moves(key: str, chess960: bool) -> dict[str, chess.Move]:
    board = _board(key, chess960)
    return {intern(board.uci(move)): move for move in board.legal_moves}


@lru_cache(maxsize=1 << 12)
def legal_moves(key: str, chess960: bool) -> frozenset[str]:
    """All legal moves. Castling is the king's two steps, in Chess960 the king takes its own rook."""
    return frozenset(_moves(key, chess960))


@lru_cache(maxsize=1 << 12)
def in_check(key: str, chess960: bool) -> bool:
    """Whether the king of the side to move is attacked."""
    return _board(key, chess960).is_check()


@lru_cache(maxsize=1 << 12)
def after(key: str, chess960: bool, move: str) -> str:
    """Give the key after a legal move."""
    board = _board(key, chess960).copy(stack=False)
    board.push(_moves(key, chess960)[move])
    return _key(board)


def follow(key: str, chess960: bool, moves: Sequence[str]) -> tuple[str, ...]:
    """Play `moves` up to the first that cannot be played: the keys of all positions passed, `key` first."""
    board = _board(key, chess960).copy(stack=False)
    keys = [key]
    for text in moves:
        found = _find(board, text)
        if found is None:
            break
        board.push(found)
        keys.append(_key(board))
    return tuple(keys)


def san_line(key: str, chess960: bool, moves: Sequence[str]) -> tuple[str, ...]:
    """A line of legal moves in short algebraic notation, as PGN has it."""
    board = _board(key, chess960).copy(stack=False)
    line = []
    for text in moves:
        move = _moves(_key(board), chess960)[text]
        line.append(board.san(move))
        board.push(move)
    return tuple(line)


def is_dead(key: str, chess960: bool) -> bool:
    """Whether neither side has the pieces to mate."""
    return _board(key, chess960).is_insufficient_material()


def random_line(key: str, chess960: bool, choose: Callable[[Sequence[str]], str], plies: int) -> tuple[str, ...]:
    """Play at most `plies` moves, each chosen among the legal ones in the order of their letters: fewer where the game ends."""
    board = _board(key, chess960).copy(stack=False)
    line: list[str] = []
    while len(line) < plies and (legal := {move.uci(): move for move in board.legal_moves}):
        line.append(choose(sorted(legal)))
        board.push(legal[line[-1]])
    return tuple(line)


def _find(board: chess.Board, text: str) -> chess.Move | None:
    """The legal move that is written so, None where there is none."""
    if not is_move(text):
        return None
    try:
        move = board.parse_uci(text)
    except ValueError:
        return None
    return move if board.uci(move) == text else None


def resets_clock(key: str, chess960: bool, move: str) -> bool:
    """Whether a legal move is a capture or a pawn's: the fifty-move rule counts from it."""
    return _board(key, chess960).is_zeroing(_moves(key, chess960)[move])


def mirrored(key: str, chess960: bool) -> str:
    """The same position for the other side: board flipped, colours, rights and en passant swapped."""
    return _key(_board(key, chess960).mirror())


def pieces(key: str, chess960: bool) -> dict[str, str]:
    """All pieces by square; White's are upper case."""
    return {chess.square_name(square): piece.symbol() for square, piece in _board(key, chess960).piece_map().items()}


def perft(key: str, chess960: bool, depth: int) -> int:
    """Count the lines of exactly `depth` legal moves (at least 1); lines that end sooner count nothing."""
    return _perft(_board(key, chess960).copy(stack=False), depth)


def _perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += _perft(board, depth - 1)
        board.pop()
    return total


class Walker:
    """A board to walk on, for a search: moves are played and taken back."""

    def __init__(self, key: str, *, chess960: bool = False) -> None:
        self._board = _board(key, chess960).copy(stack=False)

    def moves(self) -> list[str]:
        """The legal moves: captures of the most valuable pieces first, then as text, so that every walk is the same."""
        board = self._board
        return [name for _, name in sorted((self._rank(move), board.uci(move)) for move in board.legal_moves)]

    def _rank(self, move: chess.Move) -> int:
        victim = self._board.piece_type_at(move.to_square)
        return -(victim or 0) - (8 if move.promotion == chess.QUEEN else 0)

    def push(self, move: str) -> None:
        """Play a legal move."""
        self._board.push(self._board.parse_uci(move))

    def pop(self) -> None:
        """Take the last move back."""
        self._board.pop()

    @property
    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return self._board.is_check()

    @property
    def is_mate(self) -> bool:
        """Whether the side to move is mated."""
        return self._board.is_checkmate()

    @property
    def balance(self) -> int:
        """Material in centipawns; positive is good for the side to move."""
        board, own = self._board, self._board.turn
        return sum(
            value * (chess.popcount(board.pieces_mask(kind, own)) - chess.popcount(board.pieces_mask(kind, not own)))
            for kind, value in _VALUES
        )


def saves(key: str, chess960: bool, move: str) -> bool:
    """Whether every legal move is answered by mate at once, and an illegal one, played all the same, is not.

    An illegal move that leaves the own king attacked saves nobody: whoever plays it sees that it loses the king.
    """
    board = _board(key, chess960).copy(stack=False)
    legal = list(board.legal_moves)
    if not legal or any(after.was_into_check() or _can_mate(after) for after in _played(board, chess.Move.from_uci(move))):
        return False
    for one in legal:
        board.push(one)
        if not _can_mate(board):
            return False
        board.pop()
    return True


def _played(board: chess.Board, move: chess.Move) -> Iterator[chess.Board]:
    """The position after an illegal move; after a castling without a rook there may be one from nowhere, or none."""
    after = board.copy(stack=False)
    after.push(move)
    yield after  # such a king goes to the corner here
    origin, target = move.from_square, move.to_square
    step = chess.square_file(target) - chess.square_file(origin)
    corner, rook = target + 1 if step > 0 else target - 2, chess.Piece(chess.ROOK, board.turn)
    if board.piece_type_at(origin) != chess.KING or abs(step) != 2 or board.piece_at(corner) == rook:
        return
    after = board.copy(stack=False)
    after.castling_rights &= ~chess.BB_RANKS[chess.square_rank(origin)]
    after.ep_square, after.turn = None, not board.turn
    after.set_piece_at(target, after.remove_piece_at(origin))
    yield after.copy(stack=False)
    after.remove_piece_at(corner)
    after.set_piece_at((origin + target) // 2, rook)
    yield after


def mates_alone(key: str, chess960: bool, move: str) -> bool:
    """Whether an illegal move, played all the same, mates at once, and no legal one does.

    The own king may be left attacked, but not by the other king.
    """
    board = _board(key, chess960).copy(stack=False)
    board.push(chess.Move.from_uci(move))
    kings = [square for side in chess.COLORS if (square := board.king(side)) is not None]
    if not board.is_checkmate() or chess.square_distance(*kings) == 1:
        return False
    return not _can_mate(_board(key, chess960).copy(stack=False))


def leaving_check(key: str, chess960: bool) -> list[str]:
    """The moves that are illegal only because the own king can be taken then, those of the king left out."""
    board = _board(key, chess960)
    king = board.king(board.turn)
    return sorted(move.uci() for move in board.pseudo_legal_moves if move.from_square != king and not board.is_legal(move))


def stops_check(key: str, chess960: bool, move: str) -> bool:
    """Whether a move that is not the king's ends the check that there is; it may uncover another one."""
    board = _board(key, chess960).copy(stack=False)
    own, king, checkers = board.turn, board.king(board.turn), board.checkers_mask()
    board.push(chess.Move.from_uci(move))
    return king is not None and not board.attackers_mask(not own, king) & checkers


def _can_mate(board: chess.Board) -> bool:
    """Whether the side to move mates by its next move."""
    for move in board.legal_moves:
        if board.gives_check(move):
            board.push(move)
            is_mate = board.is_checkmate()
            board.pop()
            if is_mate:
                return True
    return False


def why_illegal(key: str, chess960: bool, text: str) -> Illegality | None:
    """Say why a move is illegal, None if it is legal."""
    if text in legal_moves(key, chess960):
        return None
    if not is_move(text):
        return Illegality.NOT_A_MOVE
    board, move = _board(key, chess960), chess.Move.from_uci(text)
    piece, goal = board.piece_at(move.from_square), board.piece_at(move.to_square)
    if piece is None:
        return Illegality.NO_PIECE
    if piece.color != board.turn:
        return Illegality.OPPONENTS_PIECE
    if piece.piece_type == chess.KING and (label := _castling(board, move, goal)):
        return label
    if goal is not None and goal.color == board.turn:
        return Illegality.OWN_PIECE_ON_TARGET
    if label := _promotion(board, move, piece):
        return label
    if board.is_pseudo_legal(move):
        return Illegality.LEAVES_CHECK
    return _step(move, piece)


def _castling(board: chess.Board, move: chess.Move, goal: chess.Piece | None) -> Illegality | None:
    """The fault of a castling move, None where a king's move is no try at it."""
    own_rook = goal == chess.Piece(chess.ROOK, board.turn)
    home = 0 if board.turn else 7
    same_rank = chess.square_rank(move.from_square) == chess.square_rank(move.to_square) == home
    far = abs(chess.square_file(move.from_square) - chess.square_file(move.to_square)) == 2
    if not same_rank or not (own_rook or (far and goal is None)):
        return None
    king_side = chess.square_file(move.to_square) > chess.square_file(move.from_square)
    side = board.has_kingside_castling_rights if king_side else board.has_queenside_castling_rights
    if not side(board.turn):
        return Illegality.NO_CASTLING_RIGHT
    if any(board.is_castling(m) and board.is_kingside_castling(m) == king_side for m in board.legal_moves):
        return Illegality.CASTLING_NOTATION
    if board.is_check():
        return Illegality.CASTLING_OUT_OF_CHECK
    return Illegality.BLOCKED if _way(board, king_side) & board.occupied else Illegality.CASTLING_THROUGH_CHECK


def _way(board: chess.Board, king_side: bool) -> int:
    """The squares that have to be empty for castling to one side: those that king and rook pass and reach, as a bit board."""
    home = chess.BB_RANKS[0 if board.turn else 7]
    king = board.king(board.turn) or 0
    rooks = [square for square in chess.scan_forward(board.clean_castling_rights() & home) if (square > king) == king_side]
    rank = chess.square_rank(king)
    way = 0
    for square, file in ((king, 6 if king_side else 2), (rooks[0], 5 if king_side else 3)):
        goal = chess.square(file, rank)
        way |= chess.between(square, goal) | chess.BB_SQUARES[goal]
    return int(way & ~chess.BB_SQUARES[king] & ~chess.BB_SQUARES[rooks[0]])


def broken_conditions(key: str, move: str) -> int:
    """How many things forbid to castle by the king's two steps: right, rook, each square that is not empty or is attacked."""
    board, step = _board(key, False), chess.Move.from_uci(move)
    king, target = step.from_square, step.to_square
    is_short = target > king
    corner = king + 3 if is_short else king - 4
    right = board.has_kingside_castling_rights if is_short else board.has_queenside_castling_rights
    passed = chess.SquareSet(chess.between(king, target)) | {king, target}
    missing = [right(board.turn), board.piece_at(corner) == chess.Piece(chess.ROOK, board.turn)].count(False)
    barred = chess.popcount(chess.between(king, corner) & board.occupied)
    return missing + barred + sum(board.is_attacked_by(not board.turn, square) for square in passed)


def _promotion(board: chess.Board, move: chess.Move, piece: chess.Piece) -> Illegality | None:
    last = chess.square_rank(move.to_square) in _LAST_RANKS
    if move.promotion is None:
        queen = chess.Move(move.from_square, move.to_square, chess.QUEEN)
        missing = piece.piece_type == chess.PAWN and last and board.is_pseudo_legal(queen)
        return Illegality.MISSING_PROMOTION if missing else None
    return None if piece.piece_type == chess.PAWN and last else Illegality.CANNOT_PROMOTE


def _step(move: chess.Move, piece: chess.Piece) -> Illegality:
    target = chess.BB_SQUARES[move.to_square]
    if piece.piece_type == chess.PAWN:
        if chess.BB_PAWN_ATTACKS[piece.color][move.from_square] & target:
            return Illegality.NOTHING_TO_TAKE
        forward = 8 if piece.color else -8
        start = chess.square_rank(move.from_square) == (1 if piece.color else 6)
        steps = (forward, 2 * forward) if start else (forward,)
        return Illegality.BLOCKED if move.to_square - move.from_square in steps else Illegality.WRONG_STEP
    alone = chess.BaseBoard.empty()
    alone.set_piece_at(move.from_square, piece)
    return Illegality.BLOCKED if int(alone.attacks(move.from_square)) & target else Illegality.WRONG_STEP

"""Which requirement an illegal move breaks: before the move generator is blamed, what was misread is looked for.

Pure. A move that nothing explains is HUB-GO-05's. Nothing here knows a dialogue.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from conformance.games.draughts import START, Game, Move, Position, Variant, bent, describe, parse_game, parse_move
from conformance.suites.hub.messages import Param

UNEXPLAINED = "HUB-GO-05"
#: A line of more moves than this may have been cut.
_LONG = 30
_ROW = 5
_MEN = "legal if the kings were men"
#: The rules without which there are other captures.
_OTHER = (
    *(bent.Rule.ONWARD, bent.Rule.CROWNED, bent.Rule.REMOVED, bent.Rule.OVER_TWO),
    *(bent.Rule.SHORT, bent.Rule.BEHIND, bent.Rule.NO_KING, bent.Rule.ONTO),
)
_VARIANTS = {
    Variant.KILLER: "HUB-VAR-01",
    Variant.BT: "HUB-VAR-02",
    Variant.FRISIAN: "HUB-VAR-03",
    Variant.LOSING: "HUB-VAR-04",
}


def rules_of(declared: Sequence[Param], chosen: Mapping[str, str]) -> Variant | None:
    """The rules that an engine plays which has declared these parameters, with what was chosen of them; None if not known.

    Another parameter than `variant` may also choose them, where names of rules that are not the usual ones are among its values.
    """
    values = {param.name: chosen.get(param.name or "", param.value) for param in declared}
    others = (param for param in declared if param.name != "variant" and values[param.name] != Variant.NORMAL)
    if any(_VARIANTS.keys() & {values[param.name], *(param.values or ())} for param in others):
        return None
    variant = values.get("variant", Variant.NORMAL)
    return Variant(variant) if variant in set(Variant) else None


class Misreading(NamedTuple):
    """Another position that an engine may have searched, the requirement that it breaks by that, and how it came there."""

    requirement: str
    words: str
    position: Position


def misreadings(game: Game, earlier: Sequence[Game], later: Sequence[Game] = ()) -> Iterator[Misreading]:
    """The positions that an engine may have searched in place of the end of `game`, the most likely first."""
    yield from _misread_moves(game)
    yield from _misread_rules(game)
    yield from _misread_pieces(game)
    yield from _played_again(game, earlier)
    yield from _misread_board(game)
    yield from _left_over(game, earlier)
    for other in later:
        yield Misreading("HUB-STP-06", "legal in the position that was sent after `stop`", other.final)
    yield Misreading("HUB-POS-09", "legal in the initial position", Position.from_hub(START, game.start.variant))


def _position(text: str, variant: Variant) -> Iterator[Position]:
    try:
        yield Position.from_hub(text, variant)
    except ValueError:
        return


def _misread_board(game: Game) -> Iterator[Misreading]:
    text, variant = str(game.final), game.start.variant
    side, board = text[0], text[1:]
    requirement = "HUB-POS-01" if text == START else "HUB-POS-02"
    for position in _position(("B" if side == "W" else "W") + board, variant):
        yield Misreading(requirement, "legal for the other side", position)
    if {"W", "B"} & set(board):
        for position in _position(side + board.lower(), variant):
            yield Misreading("HUB-POS-03", _MEN, position)
    rows = [board[start : start + _ROW] for start in range(0, len(board), _ROW)]
    for position in _position(side + "".join(row[::-1] for row in rows), variant):
        yield Misreading("HUB-POS-04", "legal if each row were read from right to left", position)
    for position in _position(side + board[::-1], variant):
        yield Misreading("HUB-POS-04", "legal if the board were read from its end", position)


def _misread_moves(game: Game) -> Iterator[Misreading]:
    requirement = "HUB-TR-06" if len(game.moves) > _LONG else "HUB-POS-05"
    if game.moves:
        yield Misreading(requirement, "legal before the moves", game.start)
        if game.start.is_legal(game.moves[-1]):
            yield Misreading(requirement, "legal if only the last move was played", game.start.after(game.moves[-1]))
    for position in reversed(game.positions[1:-1]):
        yield Misreading(requirement, "legal earlier in the moves", position)


def _misread_pieces(game: Game) -> Iterator[Misreading]:
    for place, move in enumerate(game.moves):
        yield from _misread_move(game, place, move)


def _misread_move(game: Game, place: int, move: Move) -> Iterator[Misreading]:
    """The positions that result when a capture is taken for another one, a man promotes wrongly or not, or pieces stay."""
    before = game.positions[place]
    for other in before.legal_moves:
        if other != move and (other.origin, other.to) == (move.origin, move.to):
            for position in _played_on(before.after(other), game.moves[place + 1 :]):
                yield Misreading("HUB-POS-07", "legal after another capture with the same start and end", position)
    board, man = str(game.final), str(before)[move.origin]
    if man.islower() and board[move.to] == man.upper():
        words = f"legal if the man that came to {move.to} had not become a king"
        for position in _position(f"{board[: move.to]}e{board[move.to + 1 :]}", game.start.variant):
            yield Misreading("HUB-POS-07", words, position)
    elif man.isupper() and board[move.to] == man:
        words = f"legal if the king that came to {move.to} had become a man"
        for position in _position(f"{board[: move.to]}{man.lower()}{board[move.to + 1 :]}", game.start.variant):
            yield Misreading("HUB-POS-07", words, position)
    elif man.islower() and move.captured and board[move.to] == man:
        words = f"legal if the man that came to {move.to} had become a king"
        for position in _position(f"{board[: move.to]}{man.upper()}{board[move.to + 1 :]}", game.start.variant):
            yield Misreading("HUB-POS-07", words, position)
    for squares, what in (((move.origin,), "the piece that left"), (move.captured, "what was taken on")):
        left = {square: str(before)[square] for square in squares if board[square] == "e"}
        text = "".join(left.get(square, letter) for square, letter in enumerate(board))
        for position in _position(text, game.start.variant) if left else ():
            yield Misreading("HUB-POS-07", f"legal if {what} {' and '.join(map(str, left))} still stood there", position)


def _played_on(position: Position, moves: Sequence[Move]) -> Iterator[Position]:
    for move in moves:
        if not position.is_legal(move):
            return
        position = position.after(move)
    yield position


def _played_again(game: Game, earlier: Sequence[Game]) -> Iterator[Misreading]:
    """The positions that result when moves sent before are played again, since the new command has none."""
    for other in reversed(earlier):
        if other.moves and not game.moves:
            for position in _played_on(game.start, other.moves):
                yield Misreading("HUB-POS-09", "legal if the moves sent before were played again", position)


def _left_over(game: Game, earlier: Sequence[Game]) -> Iterator[Misreading]:
    """The positions that may be left over from those sent before."""
    for other in reversed(earlier):
        yield Misreading("HUB-POS-09", "legal in a position that was sent before", other.final)
    for other in reversed(earlier):
        if other.moves and other.start == game.start:
            for position in _played_on(other.final, game.moves[len(other.moves) :]):
                yield Misreading("HUB-POS-09", "legal if the moves at the same places were not read again", position)
        board = "".join(map(_crowned, str(game.final), str(other.final)))
        for position in _position(board, game.start.variant):
            yield Misreading("HUB-POS-09", "legal if the kings of a position sent before were kings still", position)


def _crowned(now: str, before: str) -> str:
    return before if before.isupper() and now == before.lower() else now


def _misread_rules(game: Game) -> Iterator[Misreading]:
    variant = game.start.variant
    if variant is Variant.FRISIAN and game.moves:
        for position in _position(str(game.final), variant):
            yield Misreading("HUB-VAR-05", "legal if the moves of the kings were not counted", position)
    if variant is not Variant.NORMAL:
        for position in _position(str(game.final), Variant.NORMAL):
            yield Misreading(_VARIANTS[variant], "legal by the normal rules", position)


def is_legal(position: Position, text: str) -> bool:
    """Whether `text` is a legal move in Hub notation."""
    try:
        return position.is_legal(parse_move(text))
    except ValueError:
        return False


def _habits_of_kings(root: Position, move: Move) -> str:
    """The rules of a king that goes less far than it may, if a move is legal by them."""
    if root.variant is not Variant.NORMAL or not str(root)[move.origin].isupper():
        return ""
    return ", or ".join(rule for rule in (bent.Rule.BEHIND, bent.Rule.SHORT) if move in bent.moves(root, rule))


def is_cut(position: Position, text: str) -> bool:
    """Whether `text` is the one legal capture between its ends, without some of the captured squares."""
    try:
        move = parse_move(text)
    except ValueError:
        return False
    same_ends = [best for best in position.legal_moves if (best.origin, best.to) == (move.origin, move.to)]
    return len(same_ends) == 1 and bool(move.captured) and move.captured < same_ends[0].captured


def is_line(position: Position, moves: Sequence[str]) -> bool:
    """Whether `moves` can be played one after the other."""
    try:
        parse_game(position, moves)
    except ValueError:
        return False
    return True


def blame(game: Game, earlier: Sequence[Game], text: str, later: Sequence[Game] = ()) -> tuple[str, str]:
    """The requirement that an illegal move in `game` breaks, and what makes us think so, in words for a report."""
    root = game.final
    for other in misreadings(game, earlier, later):
        if is_legal(other.position, text):
            if other.words == _MEN and _habits_of_kings(root, parse_move(text)):
                break  # a king of a short step moves as a man does
            return other.requirement, f"`{text}` ({other.words})"
    requirement, words = _of_rules(root, text)
    return requirement, f"`{text}`, {words}"


def expected(root: Position) -> str:
    """The answer that should have come, for a report."""
    moves = root.legal_moves
    return f"the only legal move {describe(root)}" if len(moves) == 1 else f"one of the legal moves {describe(root, 6)}"


def _of_rules(root: Position, text: str) -> tuple[str, str]:
    """Which rule of the game the move breaks."""
    try:
        move = parse_move(text)
    except ValueError:
        return "HUB-GO-07", "which names a captured square twice or not at all"
    legal = root.legal_moves
    if is_cut(root, text):
        return "HUB-GO-07", "where captured squares are missing"
    if root.variant is not Variant.NORMAL:
        return _VARIANTS[root.variant], f"illegal in {root.variant} draughts"
    if not legal[0].captured and (why := _habit(root, move)):
        return "HUB-GO-08", f"which is a capture for an engine only that {why}"
    if not legal[0].captured:
        return UNEXPLAINED, "which is illegal"
    return _of_captures(root, legal, move)


def _of_captures(root: Position, legal: Sequence[Move], move: Move) -> tuple[str, str]:
    most = len(legal[0].captured)
    same_ends = [best for best in legal if (best.origin, best.to) == (move.origin, move.to)]
    if len(same_ends) > 1 and move.captured == frozenset().union(*(best.captured for best in same_ends)):
        return "HUB-GO-10", "which mixes two captures"
    if any(str(root)[square] not in ("bB" if root.white else "wW") for square in move.captured):
        return "HUB-GO-07", "which names squares without a piece to take"
    if len(move.captured) > most:
        why = _habit(root, move) or "removes pieces before the end"
        return "HUB-GO-08", f"which takes {len(move.captured)} pieces where {most} is the most, as an engine would that {why}"
    if same_ends and move.captured:
        return "HUB-GO-07", "where the captured squares are not those of the capture"
    if all(best.origin == best.to for best in legal):
        return "HUB-GO-09", "where all legal captures end where they began"
    if not move.captured:
        if all(_is_backward(root, best) for best in legal):
            return "HUB-GO-08", f"a quiet move, where a man has to capture backwards{_or_kings(root, move)}"
        if why := _habits_of_kings(root, move):
            return "HUB-GO-08", f"a quiet move, where a king has to capture, as by an engine that {why}"
        if move in bent.moves(root, bent.Rule.NO_KING):
            return "HUB-GO-08", f"a quiet move, where a man has to take a king, as by an engine that {bent.Rule.NO_KING}"
        return UNEXPLAINED, "a quiet move, where a capture is compulsory"
    if len(move.captured) < most:
        if why := _habits_of_kings(root, move):
            return "HUB-GO-08", f"which takes {len(move.captured)} where {most} can be taken, as by an engine that {why}"
        if _ends_on_promotion(root, move):
            return "HUB-GO-08", f"where the man has to capture on{_or_kings(root, move)}"
        return "HUB-GO-06", f"which takes {len(move.captured)} where {most} can be taken"
    if why := _habit(root, move):
        return "HUB-GO-08", f"which is a capture for an engine only that {why}"
    return UNEXPLAINED, "which is illegal"


def _habit(root: Position, move: Move) -> str:
    """The habit by which an engine finds a capture that the rules do not allow; "" where none fits."""
    return next((rule.value for rule in _OTHER if move in bent.moves(root, rule)), "")


def _or_kings(root: Position, move: Move) -> str:
    """The habit of taking no kings with men, in words, if it explains a move."""
    return f", or which an engine plays that {bent.Rule.NO_KING}" if move in bent.moves(root, bent.Rule.NO_KING) else ""


def _is_backward(root: Position, move: Move) -> bool:
    """Whether a capture by a man takes only pieces after it."""
    is_king = str(root)[move.origin].isupper()
    return not is_king and all((taken > move.origin) == root.white for taken in move.captured)


def _ends_on_promotion(root: Position, move: Move) -> bool:
    is_king = str(root)[move.origin].isupper()
    return not is_king and (move.to <= _ROW if root.white else move.to > 50 - _ROW)

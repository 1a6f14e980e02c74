"""The generator against a second one: the rules once more, word by word, without any of the short cuts.

It works on axial coordinates, tries every step against the definition, and finds out about pins by walking the hive. It knows
no bent rules. Where the two differ, one of them is wrong.
"""

import pytest

from conformance.games.hive import PASS, Bias, GameType, walk
from conformance.games.hive.hexes import offset

SIX = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
HAND = ["Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3", "M", "L", "P"]


def add(place, step):
    return place[0] + step[0], place[1] + step[1]


def around(place):
    return [add(place, step) for step in SIX]


def coordinates(position):
    return {offset(0, place): list(stack) for place, stack in position.stacks.items()}


def lift(board, place):
    rest = {where: list(stack) for where, stack in board.items()}
    rest[place].pop()
    return {where: stack for where, stack in rest.items() if stack}


def hangs_together(board):
    todo = [next(iter(board))]
    seen = set(todo)
    while todo:
        for place in around(todo.pop()):
            if place in board and place not in seen:
                seen.add(place)
                todo.append(place)
    return len(seen) == len(board)


def may_step(board, start, end):
    """Take one step at the heights of the board without the mover: ground, up, down, across."""
    left, right = (len(board.get(place, ())) for place in set(around(start)) & set(around(end)))
    here, there = len(board.get(start, ())), len(board.get(end, ()))
    return min(left, right) <= max(here, there) and here + there + left + right > 0


def slide(board, start):
    return [end for end in around(start) if end not in board and may_step(board, start, end)]


def paths(board, start, length):
    found = [[start]]
    for _ in range(length):
        found = [[*path, end] for path in found for end in slide(board, path[-1]) if end not in path]
    return {path[-1] for path in found}


def reach(board, start):
    seen, todo = {start}, [start]
    while todo:
        fresh = [end for end in slide(board, todo.pop()) if end not in seen]
        seen.update(fresh)
        todo += fresh
    return seen - {start}


def jumps(board, start):
    ends = set()
    for step in SIX:
        end = add(start, step)
        while end in board:
            end = add(end, step)
        if end != add(start, step):
            ends.add(end)
    return ends


def climb(board, start, occupied):
    return {end for end in around(start) if may_step(board, start, end) and occupied in (None, end in board)}


def ladybug(board, start):
    tops = {second for first in climb(board, start, True) for second in climb(board, first, True)}
    return {end for top in tops for end in climb(board, top, False)} - {start}


MOVES = {
    "Q": lambda board, start: set(slide(board, start)),
    "P": lambda board, start: set(slide(board, start)),
    "S": lambda board, start: paths(board, start, 3),
    "A": reach,
    "G": jumps,
    "B": lambda board, start: climb(board, start, None),
    "L": ladybug,
}


def copies(board, place):
    return {board[each][-1][1] for each in around(place) if each in board} - {"M"}


def own_moves(board, colour, moved):
    for place, stack in board.items():
        piece, rest = stack[-1], lift(board, place)
        if piece[0] == colour and piece != moved and hangs_together(rest):
            kinds = {piece[1]} if piece[1] != "M" else copies(board, place) if len(stack) == 1 else {"B"}
            yield from ((piece, end) for kind in kinds for end in MOVES[kind](rest, place))


def throws(board, colour, moved):
    for place, stack in board.items():
        thrower = stack[-1]
        able = thrower[1] == "P" or (thrower[1] == "M" and "P" in copies(board, place))
        if thrower[0] != colour or thrower == moved or len(stack) > 1 or not able:
            continue
        for start in around(place):
            if len(board.get(start, ())) != 1 or board[start][0] == moved:
                continue
            rest = lift(board, start)
            if hangs_together(rest) and may_step(rest, start, place):
                downs = climb(rest, place, False) - {start}
                yield from ((board[start][0], end) for end in downs)


def placements(board, colour, game_type, turn):
    placed = {piece for stack in board.values() for piece in stack}
    mine = [colour + name for name in HAND if name[0] in "QSBGA" + game_type[4:] and colour + name not in placed]
    ready = {piece[1]: piece for piece in reversed(mine)}
    if turn == 1:
        ready.pop("Q")
    elif turn >= 4 and "Q" in ready:
        ready = {"Q": ready["Q"]}
    for place in {each for there in board for each in around(there)} - set(board) or {(0, 0)}:
        tops = {board[each][-1][0] for each in around(place) if each in board}
        if turn == 1 or tops == {colour}:
            yield from ((piece, place) for piece in ready.values())


def generate(position):
    board, colour = coordinates(position), position.turn.letter
    found = set(placements(board, colour, position.game_type, position.ply // 2 + 1))
    if any(colour + "Q" in stack for stack in board.values()):
        found.update(own_moves(board, colour, position.moved))
        found.update(throws(board, colour, position.moved))
    return found


def is_over(position):
    board = coordinates(position)
    queens = [place for place, stack in board.items() if {"wQ", "bQ"} & set(stack)]
    return any(all(each in board for each in around(place)) for place in queens)


@pytest.mark.parametrize("bias", Bias)
@pytest.mark.parametrize("game_type", GameType)
def test_both_list_the_same_moves(game_type, bias):
    for seed in (1, 2):
        for position in walk(seed, 44, bias, game_type).positions:
            if is_over(position):
                assert position.state.is_over
                assert not position.legal_moves
                continue
            legal = {(move.piece, offset(0, move.to)) for move in position.legal_moves - {PASS}}
            assert legal == generate(position)
            assert (PASS in position.legal_moves) == (not legal)

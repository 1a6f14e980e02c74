"""Pebble, a small Othello engine that speaks NBoard: it looks two moves ahead and values squares."""

import re
import sys
import time

DEEPEST = 2
BLACK, WHITE, EMPTY = "*", "O", "-"
DIRECTIONS = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]
#: What a stone on a square is worth, for one quarter of the board, from its corner.
QUARTER = ((20, -3, 11, 8), (-3, -7, -4, 1), (11, -4, 2, 2), (8, 1, 2, -3))
OTHER = {BLACK: WHITE, WHITE: BLACK}
VALUES = [QUARTER[min(row, 7 - row)][min(column, 7 - column)] for row in range(8) for column in range(8)]


def flipped(board, turn, square):
    """The stones that a move turns; none where it is not legal."""
    found = []
    if board[square] != EMPTY:
        return found
    for down, right in DIRECTIONS:
        line, row, column = [], square // 8 + down, square % 8 + right
        while 0 <= row < 8 and 0 <= column < 8 and board[row * 8 + column] == OTHER[turn]:
            line.append(row * 8 + column)
            row, column = row + down, column + right
        if 0 <= row < 8 and 0 <= column < 8 and board[row * 8 + column] == turn:
            found += line
    return found


def moves(board, turn):
    """The legal moves."""
    return [square for square in range(64) if flipped(board, turn, square)]


def played(board, turn, square):
    """The board after a legal move."""
    after = list(board)
    for stone in (square, *flipped(board, turn, square)):
        after[stone] = turn
    return after


def search(board, turn, depth):
    """What a position is worth to the side to move."""
    legal = moves(board, turn)
    if depth == 0 or not (legal or moves(board, OTHER[turn])):
        return sum(VALUES[at] * (1 if stone == turn else -1) for at, stone in enumerate(board) if stone != EMPTY)
    if not legal:
        return -search(board, OTHER[turn], depth - 1)
    return max(-search(played(board, turn, square), OTHER[turn], depth - 1) for square in legal)


def say(line):
    """Send one line: through a pipe, Python keeps it in a buffer until it is flushed."""
    print(line, flush=True)


def name(square):
    return "ABCDEFGH"[square % 8] + str(square // 8 + 1)


class Pebble:
    def __init__(self):
        self.depth = DEEPEST
        self.board, self.turn = list("-" * 27 + "O*------*O" + "-" * 27), BLACK

    def set_game(self, text):
        """Take the board of a game in GGF, then play its moves."""
        tags = re.findall(r"([A-Z]+)\[([^\]]*)\]", text)
        cells = dict(tags).get("BO", "").split()
        if len(cells) != 3 or cells[0] != "8" or not re.fullmatch(r"[-*O]{64}", cells[1]) or cells[2] not in OTHER:
            return
        self.board, self.turn = list(cells[1]), cells[2]
        for tag, move in tags:
            if tag in ("B", "W"):
                self.play(move)

    def play(self, text):
        """Play a move such as `F5//1.2`; a pass, and what is no legal move, changes no stone."""
        move = text[:2].upper()
        if move == "PA":
            self.turn = OTHER[self.turn]
        elif re.fullmatch("[A-H][1-8]", move):
            square = "ABCDEFGH".index(move[0]) + 8 * (int(move[1]) - 1)
            if flipped(self.board, self.turn, square):
                self.board, self.turn = played(self.board, self.turn, square), OTHER[self.turn]

    def ranked(self):
        """The legal moves with their values, the best first."""
        legal = moves(self.board, self.turn)
        valued = [(-search(played(self.board, self.turn, at), OTHER[self.turn], self.depth - 1), at) for at in legal]
        return sorted(valued, key=lambda one: -one[0])

    def hint(self, width):
        """Show the best moves with their values, and give the first one."""
        ranked = self.ranked()
        for points, square in ranked[:width]:
            say(f"search {name(square)} {points / 10:.2f} 0 {self.depth}")
        if not ranked:
            say(f"search PA {-search(self.board, OTHER[self.turn], self.depth - 1) / 10:.2f} 0 {self.depth}")
        return ranked

    def go(self):
        started = time.monotonic()
        ranked = self.hint(1)
        if ranked:
            points, square = ranked[0]
            say(f"=== {name(square)}/{points / 10:.2f}/{time.monotonic() - started:.2f}")
        else:
            say("=== PA")

    def obey(self, line):
        match line.split(maxsplit=2):
            case ["nboard", *_]:
                say("set myname Pebble")
            case ["set", "game", text]:
                self.set_game(text)
            case ["set", "depth", depth] if depth.strip().isdecimal():
                self.depth = min(max(int(depth), 1), DEEPEST)
            case ["move", move, *_]:
                self.play(move)
            case ["hint", width, *_] if width.isdecimal() and int(width) > 0:
                self.hint(int(width))
            case ["go", *_]:
                self.go()
            case ["ping", number, *_]:
                say(f"pong {number}")
            case ["learn", *_]:
                say("learned")
            case ["quit", *_]:
                sys.exit()


if __name__ == "__main__":
    engine = Pebble()
    for raw in sys.stdin.buffer:
        engine.obey(raw.decode("utf-8", "replace"))

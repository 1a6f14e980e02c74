//! Pebble, a small Othello engine that speaks NBoard: it looks four moves ahead and values squares.

use std::cmp::Reverse;
use std::io::{self, BufRead, Write};
use std::time::Instant;

const DEEPEST: u32 = 4;
const EMPTY: u8 = b'-';
/// What a stone on a square is worth, for one quarter of the board, from its corner.
const QUARTER: [[i32; 4]; 4] = [[20, -3, 11, 8], [-3, -7, -4, 1], [11, -4, 2, 2], [8, 1, 2, -3]];

#[derive(Clone, Copy)]
struct Position {
    board: [u8; 64],
    turn: u8,
}

fn other(side: u8) -> u8 {
    if side == b'*' { b'O' } else { b'*' }
}

impl Position {
    fn new() -> Self {
        let mut board = [EMPTY; 64];
        board[27..37].copy_from_slice(b"O*------*O");
        Position { board, turn: b'*' }
    }

    /// The board and the side to move of GGF's tag BO, where it has a board of 8 by 8.
    fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [size, cells, turn] = words[..] else { return None };
        let board: [u8; 64] = cells.as_bytes().try_into().ok()?;
        let is_whole = size == "8" && board.iter().all(|cell| b"*O-".contains(cell)) && (turn == "*" || turn == "O");
        is_whole.then(|| Position { board, turn: turn.as_bytes()[0] })
    }

    fn cell(&self, row: i32, column: i32) -> Option<u8> {
        let is_inside = (0..8).contains(&row) && (0..8).contains(&column);
        is_inside.then(|| self.board[(row * 8 + column) as usize])
    }

    /// The stones that a move turns; none where it is not legal.
    fn flipped(&self, square: usize) -> Vec<usize> {
        let mut found = Vec::new();
        if self.board[square] != EMPTY {
            return found;
        }
        for direction in (0..9).filter(|&direction| direction != 4) {
            let (down, right) = (direction / 3 - 1, direction % 3 - 1);
            let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
            let mut line = Vec::new();
            while self.cell(row, column) == Some(other(self.turn)) {
                line.push((row * 8 + column) as usize);
                (row, column) = (row + down, column + right);
            }
            if self.cell(row, column) == Some(self.turn) {
                found.extend(line);
            }
        }
        found
    }

    fn moves(&self) -> Vec<usize> {
        (0..64).filter(|&square| !self.flipped(square).is_empty()).collect()
    }

    fn passed(&self) -> Self {
        Position { turn: other(self.turn), ..*self }
    }

    /// The position after a legal move.
    fn played(&self, square: usize) -> Self {
        let mut after = self.passed();
        after.board[square] = self.turn;
        for stone in self.flipped(square) {
            after.board[stone] = self.turn;
        }
        after
    }

    /// What the position is worth to the side to move.
    fn search(&self, depth: u32) -> i32 {
        let moves = self.moves();
        if depth == 0 || (moves.is_empty() && self.passed().moves().is_empty()) {
            return self.value();
        }
        let best = moves.iter().map(|&square| -self.played(square).search(depth - 1)).max();
        best.unwrap_or_else(|| -self.passed().search(depth - 1))
    }

    fn value(&self) -> i32 {
        let mut points = 0;
        for (at, &stone) in self.board.iter().enumerate().filter(|(_, stone)| **stone != EMPTY) {
            let (row, column) = (at / 8, at % 8);
            let value = QUARTER[row.min(7 - row)][column.min(7 - column)];
            points += if stone == self.turn { value } else { -value };
        }
        points
    }
}

fn name(square: usize) -> String {
    format!("{}{}", (b'A' + (square % 8) as u8) as char, square / 8 + 1)
}

/// Send one line. `println!` would end the engine with a panic where nobody reads any more.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

struct Pebble {
    depth: u32,
    position: Position,
}

impl Pebble {
    /// Take the board of a game in GGF, then play its moves.
    fn set_game(&mut self, text: &str) {
        let tags: Vec<(&str, &str)> = text.split(']').filter_map(|tag| tag.split_once('[')).collect();
        let named = |tag: &str| tag.trim_start_matches(|c: char| !c.is_ascii_uppercase()).to_owned();
        let board = tags.iter().find(|(tag, _)| named(tag) == "BO").and_then(|(_, value)| Position::parse(value));
        let Some(board) = board else { return };
        self.position = board;
        for (tag, value) in &tags {
            if matches!(named(tag).as_str(), "B" | "W") {
                self.play(value);
            }
        }
    }

    /// Play a move such as `F5//1.2`; a pass, and what is no legal move, changes no stone.
    fn play(&mut self, text: &str) {
        let text = text.to_ascii_uppercase();
        match text.as_bytes() {
            [b'P', b'A', ..] => self.position = self.position.passed(),
            [column @ b'A'..=b'H', row @ b'1'..=b'8', ..] => {
                let square = (row - b'1') as usize * 8 + (column - b'A') as usize;
                if !self.position.flipped(square).is_empty() {
                    self.position = self.position.played(square);
                }
            }
            _ => {}
        }
    }

    /// Show the best moves with their values, and give all of them, the best first.
    fn hint(&self, width: usize) -> Vec<(i32, usize)> {
        let position = &self.position;
        let valued = |square: usize| (-position.played(square).search(self.depth - 1), square);
        let mut ranked: Vec<(i32, usize)> = position.moves().into_iter().map(valued).collect();
        ranked.sort_by_key(|&(points, _)| Reverse(points));
        for &(points, square) in ranked.iter().take(width) {
            self.show(&name(square), points);
        }
        if ranked.is_empty() {
            self.show("PA", -position.passed().search(self.depth - 1));
        }
        ranked
    }

    fn show(&self, shown: &str, points: i32) {
        say(&format!("search {shown} {:.2} 0 {}", f64::from(points) / 10.0, self.depth));
    }

    /// Tell a move. The GUI says with `move` whether it was played.
    fn go(&self) {
        let started = Instant::now();
        match self.hint(1).first() {
            Some(&(points, square)) => {
                let (eval, seconds) = (f64::from(points) / 10.0, started.elapsed().as_secs_f64());
                say(&format!("=== {}/{eval:.2}/{seconds:.2}", name(square)));
            }
            None => say("=== PA"),
        }
    }

    fn obey(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["nboard", ..] => say("set myname Pebble"),
            ["set", "game", ..] => self.set_game(line),
            ["set", "depth", depth, ..] => {
                if let Ok(depth) = depth.parse::<u32>() {
                    self.depth = depth.clamp(1, DEEPEST);
                }
            }
            ["move", text, ..] => self.play(text),
            ["hint", width, ..] => {
                if let Some(width) = width.parse().ok().filter(|&width| width > 0) {
                    self.hint(width);
                }
            }
            ["go", ..] => self.go(),
            ["ping", number, ..] => say(&format!("pong {number}")),
            ["learn", ..] => say("learned"),
            _ => {}
        }
    }
}

fn main() {
    let mut engine = Pebble { depth: DEEPEST, position: Position::new() };
    for line in io::stdin().lock().split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        if line.split_whitespace().next() == Some("quit") {
            break;
        }
        engine.obey(&line);
    }
}

// Pebble, a small Othello engine that speaks NBoard: it looks four moves ahead and values squares.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int kDeepest = 4;
constexpr char kBlack = '*', kWhite = 'O', kEmpty = '-';
// What a stone on a square is worth, for one quarter of the board, from its corner.
constexpr int kQuarter[4][4] = {{20, -3, 11, 8}, {-3, -7, -4, 1}, {11, -4, 2, 2}, {8, 1, 2, -3}};

char other(char side) { return side == kBlack ? kWhite : kBlack; }

struct Position {
    std::string board = std::string(27, kEmpty) + "O*------*O" + std::string(27, kEmpty);
    char turn = kBlack;
};

// The stones that a move turns; none where it is not legal.
std::vector<int> flipped(const Position& position, int square) {
    std::vector<int> found;
    if (position.board[square] != kEmpty) return found;
    for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
            if (down == 0 && right == 0) continue;
            std::vector<int> line;
            int row = square / 8 + down, column = square % 8 + right;
            const auto inside = [&] { return 0 <= row && row < 8 && 0 <= column && column < 8; };
            for (; inside() && position.board[row * 8 + column] == other(position.turn); row += down, column += right) {
                line.push_back(row * 8 + column);
            }
            if (inside() && position.board[row * 8 + column] == position.turn) found.insert(found.end(), line.begin(), line.end());
        }
    }
    return found;
}

std::vector<int> moves(const Position& position) {
    std::vector<int> legal;
    for (int square = 0; square < 64; ++square) {
        if (!flipped(position, square).empty()) legal.push_back(square);
    }
    return legal;
}

Position passed(Position position) {
    position.turn = other(position.turn);
    return position;
}

// The position after a legal move.
Position played(const Position& position, int square) {
    Position after = passed(position);
    for (int stone : flipped(position, square)) after.board[stone] = position.turn;
    after.board[square] = position.turn;
    return after;
}

// What a position is worth to the side to move.
int search(const Position& position, int depth) {
    const auto legal = moves(position);
    if (depth == 0 || (legal.empty() && moves(passed(position)).empty())) {
        int points = 0;
        for (int at = 0; at < 64; ++at) {
            const int row = at / 8, column = at % 8;
            const int value = kQuarter[std::min(row, 7 - row)][std::min(column, 7 - column)];
            if (position.board[at] != kEmpty) points += position.board[at] == position.turn ? value : -value;
        }
        return points;
    }
    if (legal.empty()) return -search(passed(position), depth - 1);
    int best = -10000;
    for (int square : legal) best = std::max(best, -search(played(position, square), depth - 1));
    return best;
}

// Send one line, and flush it: what stands in a buffer reaches no GUI.
void say(const std::string& line) { std::cout << line << std::endl; }

std::string name(int square) { return {static_cast<char>('A' + square % 8), static_cast<char>('1' + square / 8)}; }

std::string decimal(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", number);
    return text;
}

struct Ranked {
    int points, square;
};

class Pebble {
public:
    void obey(const std::string& line) {
        std::istringstream words(line);
        std::string verb, what;
        words >> verb;
        if (verb == "nboard") {
            say("set myname Pebble");
        } else if (verb == "set") {
            words >> what;
            int depth = 0;
            if (what == "game") set_game(line);
            if (what == "depth" && words >> depth) depth_ = std::clamp(depth, 1, kDeepest);
        } else if (verb == "move") {
            words >> what;
            play(what);
        } else if (verb == "hint") {
            int width = 0;
            if (words >> width && width > 0) hint(width);
        } else if (verb == "go") {
            go();
        } else if (verb == "ping") {
            if (words >> what) say("pong " + what);
        } else if (verb == "learn") {
            say("learned");
        }
    }

private:
    // Take the board of a game in GGF, then play its moves.
    void set_game(const std::string& text) {
        std::vector<std::string> moves;
        Position position;
        bool has_board = false;
        for (std::size_t open = text.find('['); open != std::string::npos; open = text.find('[', open)) {
            const std::size_t close = text.find(']', open);
            if (close == std::string::npos) break;
            std::size_t begin = open;
            while (begin > 0 && 'A' <= text[begin - 1] && text[begin - 1] <= 'Z') --begin;
            const std::string tag = text.substr(begin, open - begin), value = text.substr(open + 1, close - open - 1);
            if (tag == "BO") {
                std::istringstream cells(value);
                std::string size, turn;
                cells >> size >> position.board >> turn;
                has_board = size == "8" && position.board.size() == 64 && (turn == "*" || turn == "O") &&
                            position.board.find_first_not_of("*O-") == std::string::npos;
                position.turn = turn.empty() ? kBlack : turn[0];
            } else if (tag == "B" || tag == "W") {
                moves.push_back(value);
            }
            open = close;
        }
        if (!has_board) return;
        position_ = position;
        for (const auto& move : moves) play(move);
    }

    // Play a move such as `F5//1.2`; a pass, and what is no legal move, changes no stone.
    void play(const std::string& text) {
        if (text.size() < 2) return;
        const char column = static_cast<char>(text[0] & ~0x20), row = text[1];  // in upper case
        if (column == 'P' && (row & ~0x20) == 'A') {
            position_ = passed(position_);
        } else if ('A' <= column && column <= 'H' && '1' <= row && row <= '8') {
            const int square = (row - '1') * 8 + column - 'A';
            if (!flipped(position_, square).empty()) position_ = played(position_, square);
        }
    }

    // Show the best moves with their values, and give all of them, the best first.
    std::vector<Ranked> hint(int width) const {
        std::vector<Ranked> ranked;
        for (int square : moves(position_)) ranked.push_back({-search(played(position_, square), depth_ - 1), square});
        std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) { return a.points > b.points; });
        for (std::size_t place = 0; place < ranked.size() && place < static_cast<std::size_t>(width); ++place) {
            show(name(ranked[place].square), ranked[place].points);
        }
        if (ranked.empty()) show("PA", -search(passed(position_), depth_ - 1));
        return ranked;
    }

    void show(const std::string& move, int points) const {
        say("search " + move + " " + decimal(points / 10.0) + " 0 " + std::to_string(depth_));
    }

    // Tell a move. The GUI says with `move` whether it was played.
    void go() const {
        const auto started = std::chrono::steady_clock::now();
        const auto ranked = hint(1);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
        if (ranked.empty()) {
            say("=== PA");
        } else {
            const auto& [points, square] = ranked.front();
            say("=== " + name(square) + "/" + decimal(points / 10.0) + "/" + decimal(taken.count()));
        }
    }

    int depth_ = kDeepest;
    Position position_;
};

}  // namespace

int main() {
    Pebble engine;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string verb;
        if (words >> verb && verb == "quit") break;
        engine.obey(line);
    }
}

"""The lines of a UCI engine: `parse(line)` is total and repairs nothing.

Each rule stands below the clause it obeys, in the words of the April 2006 text. A fault is given the id of the one requirement
that it breaks. Knows no position and no session.
"""

import re
from collections.abc import Callable

from conformance.api.messages import Irregularity, Malformed, remembered
from conformance.api.suites import visible
from conformance.games.chess import MOVE, is_move
from conformance.suites.uci.messages import NO_MOVES, SPECIAL_WORDS, BestMove, Message, UciOk, means_no_move
from conformance.suites.universal.grammar import alone, identity, read_line, status
from conformance.suites.universal.info_grammar import InfoGrammar, read_info
from conformance.suites.universal.messages import (
    CopyProtection,
    IdAuthor,
    IdName,
    Info,
    OptionLine,
    OptionType,
    ReadyOk,
    Registration,
)
from conformance.suites.universal.nearly import Nearly
from conformance.suites.universal.option_grammar import OptionGrammar, read_option

_SHOWN = 60


# 'The substrings "value" and "name" should be avoided in <id> and <x> to allow unambiguous parsing'
def _name_faults(name: str) -> tuple[Irregularity, ...]:
    found = [word for word in name.lower().split() if word in ("name", "value")]
    return (Irregularity("UCI-OPT-06", f"the name holds the word {found[0]!r}"),) if found else ()


OPTION = OptionGrammar(
    types=(OptionType.CHECK, OptionType.SPIN, OptionType.COMBO, OptionType.BUTTON, OptionType.STRING),
    form="UCI-OPT-01",
    rules={
        OptionType.SPIN: "UCI-OPT-02",
        OptionType.CHECK: "UCI-OPT-03",
        OptionType.COMBO: "UCI-OPT-04",
        OptionType.STRING: "UCI-OPT-05",
        OptionType.BUTTON: "UCI-OPT-01",
    },
    of_name=_name_faults,
)


# "long algebraic notation": e2e4, e7e5, e1g1 (white short castling), e7e8q (for promotion)
def _move_fault(word: str) -> str:
    if re.fullmatch(r"[a-h][1-8][a-h][1-8][QRBN]", word):
        return "the letter of a promotion is lower case"
    if re.fullmatch(r"[a-h][1-8][a-h][1-8]=[QRBNqrbn]", word):
        return "the letter of a promotion follows without a sign"
    if re.fullmatch(r"[a-h][1-8][-x][a-h][1-8].*", word):
        return "there is nothing between the two squares"
    if re.fullmatch(r"[Oo0]-[Oo0](-[Oo0])?", word):
        return "castling is written as the king's two squares"
    if re.fullmatch(r"[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=?[QRBN])?[+#]?", word):
        return "this is short algebraic notation"
    return "a move is two squares and perhaps q, r, b or n"


INFO = InfoGrammar(
    move=MOVE,
    numbers=frozenset(
        {
            *("depth", "seldepth", "time", "nodes", "nps", "multipv", "hashfull", "cpuload", "currmovenumber"),
            *("tbhits", "sbhits"),
        }
    ),
    special_words=SPECIAL_WORDS,
    form="UCI-INFO-01",
    score="UCI-INFO-02",
    of_move=_move_fault,
)


@remembered
def parse(line: str) -> Message:
    """Read one line without its end; never raises."""
    return read_line(line, _RULES, _NEARLY)


# "bestmove <move1> [ ponder <move2> ]"; "A nullmove from the Engine to the GUI should be sent as 0000"
def _bestmove(line: str, words: list[str]) -> Message:
    if len(words) < 2:
        return _broken(line, "bestmove without a move")
    answer, extra = words[1], words[2:]
    if not means_no_move(answer) and not is_move(answer):
        return _broken(line, f"{visible(answer, _SHOWN)!r} is not a move: {_move_fault(answer)}")
    spelling = () if is_move(answer) or answer in NO_MOVES else (Irregularity("UCI-BM-07", f"{answer!r}: {_ODD_NO_MOVE}"),)
    if not extra:
        return BestMove(answer, None, spelling)
    if extra[0] != "ponder" or len(extra) != 2:
        return _broken(line, f"{visible(' '.join(extra), _SHOWN)!r} after the move")
    if means_no_move(extra[1]):
        return BestMove(answer, None, (*spelling, Irregularity("", f"a ponder move {extra[1]!r}, which is not a move")))
    if not is_move(extra[1]):
        return _broken(line, f"the ponder move {visible(extra[1], _SHOWN)!r} is not a move: {_move_fault(extra[1])}")
    return BestMove(answer, extra[1], spelling)


_ODD_NO_MOVE = "where there is no move, 0000 or (none) says so"


def _broken(line: str, reason: str) -> Malformed:
    return Malformed(line, "bestmove", reason, "UCI-BM-01")


_RULES: dict[str, Callable[[str, list[str]], Message]] = {
    "id": identity,  # "id name <x>", "id author <x>"
    "option": lambda line, words: read_option(line, words, OPTION),
    "uciok": alone(UciOk(), "UCI-HS-01"),
    "readyok": alone(ReadyOk(), "UCI-RDY-01"),
    "bestmove": _bestmove,
    "copyprotection": status(CopyProtection, "UCI-REG-01"),
    "registration": status(Registration, "UCI-REG-01"),
    "info": lambda line, words: read_info(line, words, INFO),
}
_NEARLY = Nearly(
    rules=_RULES,
    broken={
        IdName: ("id", "UCI-ID-01"),
        IdAuthor: ("id", "UCI-ID-02"),
        OptionLine: ("option", "UCI-OPT-01"),
        UciOk: ("uciok", "UCI-HS-01"),
        ReadyOk: ("readyok", "UCI-RDY-01"),
        BestMove: ("", "UCI-BM-01"),
        CopyProtection: ("copyprotection", "UCI-REG-01"),
        Registration: ("registration", "UCI-REG-01"),
        Info: ("info", "UCI-INFO-01"),
    },
    info_keys=INFO.keys,
    answer="bestmove e2e4",
)

"""The lines of a USI engine: `parse(line)` is total and repairs nothing.

Each rule stands below the clause it obeys (HGM: the 2007 draft with the Shogidokoro additions; SEED: the EngineMessage
page). A fault is given the id of the one requirement that it breaks. Knows no position and no session.
"""

import re
from collections.abc import Callable

from conformance.api.messages import Irregularity, Malformed, remembered
from conformance.api.suites import visible
from conformance.games.shogi import MOVE
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
from conformance.suites.usi.messages import SPECIAL_WORDS, BestMove, Checkmate, Message, UsiOk, spacing

_SHOWN = 60


# SEED: "Option names can never have spaces"
def _name_faults(name: str) -> tuple[Irregularity, ...]:
    return (Irregularity("USI-OPT-02", f"the name {_shown([name])} holds a blank"),) if " " in name else ()


# HGM 5.4 option: name, type, then what the type asks for
OPTION = OptionGrammar(
    types=tuple(OptionType),
    form="USI-OPT-01",
    rules={
        OptionType.SPIN: "USI-OPT-04",
        OptionType.CHECK: "USI-OPT-05",
        OptionType.COMBO: "USI-OPT-06",
        OptionType.STRING: "USI-OPT-07",
        OptionType.FILENAME: "USI-OPT-07",
        OptionType.BUTTON: "USI-OPT-08",
    },
    of_name=_name_faults,
    of_line=spacing,
)


def _move_fault(word: str) -> str:
    if re.fullmatch(r"[plnsgbr]\*[1-9][a-i]", word):
        return "the letter of a drop is upper case for both colours"
    if re.fullmatch(r"[1-9][a-i][1-9][a-i]=", word):
        return "a move that does not promote has nothing after it"
    if re.fullmatch(r"[(<]?(none|null|nil|nomove|0000)[)>]?", word, re.IGNORECASE):
        return "it says that there is none, as in chess; who has no legal move says resign, and who has one plays it"
    if re.fullmatch(r"[+-]?\d{4}[A-Z]{2}", word):
        return "this is CSA notation; USI writes squares such as 7g7f"
    return "a move is two squares and perhaps +, or a piece, * and a square"


# HGM 5.4 info; de facto a mate of unknown length is + or -
INFO = InfoGrammar(
    move=MOVE,
    numbers=frozenset({"depth", "seldepth", "time", "nodes", "nps", "multipv", "hashfull", "cpuload", "currmovenumber"}),
    special_words=SPECIAL_WORDS,
    form="USI-INFO-01",
    score="USI-INFO-02",
    of_move=_move_fault,
    open_mates=True,
    of_line=spacing,
)


@remembered
def parse(line: str) -> Message:
    """Read one line without its end; never raises."""
    return read_line(line, _RULES, _NEARLY)


# SEED: "bestmove <move>", "bestmove <move> ponder <move>", "bestmove resign", "bestmove win"
def _bestmove(line: str, words: list[str]) -> Message:
    if len(words) < 2:
        return Malformed(line, "bestmove", "bestmove without a move", "USI-BM-01")
    answer, extra = words[1], words[2:]
    if answer in ("resign", "win"):
        return _final_word(line, answer, extra)
    if not MOVE.fullmatch(answer):
        return Malformed(line, "bestmove", f"{visible(answer, _SHOWN)!r} is not a move: {_move_fault(answer)}", "USI-BM-01")
    if not extra:
        return BestMove(answer, None, spacing(line))
    if extra[0] != "ponder" or len(extra) != 2:
        return Malformed(line, "bestmove", f"{_shown(extra)} after the move", "USI-BM-01")
    if not MOVE.fullmatch(extra[1]):
        return Malformed(line, "bestmove", f"the ponder move {_shown(extra[1:])} is not a move", "USI-BM-01")
    return BestMove(answer, extra[1], spacing(line))


def _shown(words: list[str]) -> str:
    return repr(visible(" ".join(words), _SHOWN))


def _final_word(line: str, answer: str, extra: list[str]) -> Message:
    if not extra:
        return BestMove(answer, None, spacing(line))
    if extra[0] == "ponder" and len(extra) == 2 and MOVE.fullmatch(extra[1]):
        return BestMove(answer, extra[1], (Irregularity("USI-RES-05", f"a ponder move after {answer}"), *spacing(line)))
    return Malformed(line, "bestmove", f"{_shown(extra)} after {answer}", "USI-BM-01")


# SEED: "checkmate <moves>", "nomate", "timeout", "notimplemented"
def _checkmate(line: str, words: list[str]) -> Message:
    rest = tuple(words[1:])
    if len(rest) == 1 and rest[0] in ("nomate", "timeout", "notimplemented"):
        return Checkmate(word=rest[0])
    if not rest:
        return Malformed(line, "checkmate", "checkmate without moves or a word", "USI-MATE-02")
    for word in rest:
        if not MOVE.fullmatch(word):
            return Malformed(line, "checkmate", f"{_shown([word])} is neither a move nor a final word", "USI-MATE-02")
    return Checkmate(rest)


_RULES: dict[str, Callable[[str, list[str]], Message]] = {
    "id": identity,  # HGM 5.4: "id name <x>", "id author <x>"
    "option": lambda line, words: read_option(line, words, OPTION),
    "usiok": alone(UsiOk(), "USI-HS-01"),  # HGM 5.4: "usiok must be sent after the id and optional options"
    "readyok": alone(ReadyOk(), "USI-RDY-01"),
    "bestmove": _bestmove,
    "checkmate": _checkmate,
    "copyprotection": status(CopyProtection, ""),  # HGM 5.4, as is the next
    "registration": status(Registration, ""),
    "info": lambda line, words: read_info(line, words, INFO),
}
_NEARLY = Nearly(
    rules=_RULES,
    broken={
        IdName: ("id", "USI-ID-01"),
        IdAuthor: ("id", "USI-ID-02"),
        OptionLine: ("option", "USI-OPT-01"),
        UsiOk: ("usiok", "USI-HS-01"),
        ReadyOk: ("readyok", "USI-RDY-01"),
        BestMove: ("", "USI-BM-01"),
        Checkmate: ("", "USI-MATE-02"),
        Info: ("info", "USI-INFO-01"),
        CopyProtection: ("copyprotection", ""),
        Registration: ("registration", ""),
    },
    info_keys=INFO.keys,
    answer="bestmove 1a1b",
    move=MOVE,
)

"""The grammar of `info`: keys in any order, each with what belongs to it. Total, and it repairs nothing."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from conformance.api.messages import BrokenError, Irregularity, Malformed
from conformance.api.suites import visible
from conformance.suites.universal.messages import MOVES_KEYS, SIGNED, UNSIGNED, WORD, Info, Score
from conformance.suites.universal.nearly import is_slip

_BOUNDS = ("lowerbound", "upperbound")
_SCORE_WORDS = ("cp", "mate", *_BOUNDS)
# A word that tries to be a move has a digit, comes from another script or castles; any other word ends the line of moves
_MOVE_LIKE = re.compile(r"[^(]*[0-9\u0080-\U0010ffff].*|[Oo]-[Oo](-[Oo])?[+#]?", re.DOTALL)
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class InfoGrammar:
    """The grammar's parts in which the protocols differ.

    `numbers` are the keys with one unsigned number. `special_words` stand for moves and are none. `form` and `score` are the
    requirements that are broken. `open_mates`: a mate may have a sign and no length. `of_line` finds faults of how a line is
    written, `of_move` says what is wrong with a word that should be a move.
    """

    move: re.Pattern[str]
    numbers: frozenset[str]
    special_words: frozenset[str]
    form: str
    score: str
    of_move: Callable[[str], str]
    open_mates: bool = False
    of_line: Callable[[str], tuple[Irregularity, ...]] = lambda _: ()

    @property
    def keys(self) -> frozenset[str]:
        """All keys of the source."""
        return self.numbers | MOVES_KEYS | {"score", "currmove", "string"}


# "the engine may send either selected info messages or multiple infos in one message"
def read_info(line: str, words: list[str], grammar: InfoGrammar) -> Info | Malformed:
    """Read an `info` line that has been split into `words`."""
    if len(words) == 1:
        return Malformed(line, "info", "info without any key", grammar.form)
    try:
        return _Reader(line, words, grammar).read()
    except BrokenError as broken:
        return Malformed(line, "info", broken.reason, broken.requirement)


class _Reader:
    def __init__(self, line: str, words: list[str], grammar: InfoGrammar) -> None:
        self._line = line
        self._head = line
        self._words = words
        self._grammar = grammar
        self._all_keys = grammar.keys
        self._at = 1
        self._keys: list[str] = []
        self._values: dict[str, Any] = {}
        self._unknown: list[tuple[str, ...]] = []
        self._faults: list[Irregularity] = []

    def read(self) -> Info:
        while self._at < len(self._words):
            key = self._words[self._at]
            self._at += 1
            self._keys.append(key)
            if key == "string":
                self._string()
                break
            self._value(key)
        self._faults += self._grammar.of_line(self._head)
        return Info(keys=tuple(self._keys), unknown=tuple(self._unknown), irregularities=tuple(self._faults), **self._values)

    def _value(self, key: str) -> None:
        if key in self._grammar.numbers:
            self._values[key] = self._number(key)
        elif key == "score":
            self._values[key] = self._score()
        elif key in MOVES_KEYS:
            self._moves(key)
        elif key == "currmove":
            self._values[key] = self._currmove()
        else:
            self._skip(key)

    def _next(self) -> str:
        """The next word, "" where there is none or where it is the next key."""
        word = self._words[self._at] if self._at < len(self._words) else ""
        if word and word not in self._all_keys:
            self._at += 1
            return word
        return ""

    def _number(self, key: str) -> int:
        word = self._next()
        if not UNSIGNED.fullmatch(word):
            what = "is larger than 64 bits hold" if word.isdecimal() else "is not a whole number"
            reason = f"{key} {visible(word, _SHOWN)!r} {what}" if word else f"{key} without a value"
            raise BrokenError(self._grammar.form, reason)
        return int(word)

    # score: "cp <x>" or "mate <y>", and a bound, which belongs after the number; it is taken from any place inside the group.
    def _score(self) -> Score:
        bounds = self._bound()
        unit = self._next()
        if unit not in ("cp", "mate"):
            raise BrokenError(self._grammar.score, f"score {visible(unit, _SHOWN)!r} is neither cp nor mate")
        bounds += self._bound()
        number = self._next()
        is_open = self._grammar.open_mates and unit == "mate" and number in ("+", "-")
        if not (SIGNED.fullmatch(number) or is_open):
            raise BrokenError(self._grammar.score, f"score {unit} {visible(number, _SHOWN)!r} is not a number")
        bounds += self._bound()
        if len(bounds) > 1:
            raise BrokenError(self._grammar.score, "score with more than one bound")
        return Score(unit, number, "".join(bounds))

    def _bound(self) -> list[str]:
        following = self._words[self._at] if self._at < len(self._words) else ""
        return [self._next()] if following in _BOUNDS else []

    def _moves(self, key: str) -> None:
        if key == "currline" and self._at < len(self._words) and UNSIGNED.fullmatch(self._words[self._at]):
            self._values["currline_cpu"] = int(self._next())
        moves = []
        while self._at < len(self._words) and self._is_moving(self._words[self._at]):
            moves.append(self._move(key, self._next()))
        # An empty pv leaves the rest of its line usable, and is judged elsewhere; the other two are sent only to show a line.
        if not moves and key != "pv":
            raise BrokenError(self._grammar.form, f"{key} without a move")
        if key in self._values and not (moves and self._values[key]):  # where both have moves, the last ones hold
            raise BrokenError(self._grammar.form, f"{key} stands twice")
        self._values[key] = tuple(moves)

    def _is_moving(self, word: str) -> bool:
        return word not in self._all_keys and (word in self._grammar.special_words or _MOVE_LIKE.fullmatch(word) is not None)

    def _move(self, key: str, word: str) -> str:
        if self._grammar.move.fullmatch(word):
            return word
        if word in self._grammar.special_words:
            self._faults.append(Irregularity("", f"{key} holds {word!r}, which is not a move"))
            return word
        reason = self._grammar.of_move(word)
        raise BrokenError(self._grammar.form, f"{key} holds {visible(word, _SHOWN)!r}, which is not a move: {reason}")

    def _currmove(self) -> str:
        word = self._next()
        if not word:
            raise BrokenError(self._grammar.form, "currmove without a move")
        return self._move("currmove", word)

    # whatever follows `string` is text to the end of the line
    def _string(self) -> None:
        word = next(found for found in WORD.finditer(self._line) if found.group() == "string")
        self._head = self._line[: word.start()]
        self._values["string"] = self._line[word.end() + 1 :]

    # Other engines have keys of their own. A word of the grammar in the wrong place or in other letters, two of them joined,
    # and a value after no key are none: a GUI misses what was meant.
    def _skip(self, key: str) -> None:
        if key.casefold() in _SCORE_WORDS:
            raise BrokenError(self._grammar.score, f"{visible(key, _SHOWN)!r} without score in front")
        if self._is_value(key):
            raise BrokenError(self._grammar.form, f"{visible(key, _SHOWN)!r} after no key")
        if self._is_nearly_a_key(key.casefold()):
            raise BrokenError(self._grammar.form, f"{visible(key, _SHOWN)!r} is nearly a key")
        group = [key]
        while self._at < len(self._words) and self._words[self._at] not in self._all_keys:
            group.append(self._words[self._at])
            self._at += 1
        self._unknown.append(tuple(group))

    def _is_value(self, word: str) -> bool:
        return bool(SIGNED.fullmatch(word) or self._grammar.move.fullmatch(word))

    def _is_nearly_a_key(self, word: str) -> bool:
        """Whether a word is `info` again, a key in other letters or with a slip, or one that is joined to what may follow it."""
        tails = (word[len(key) :] for key in self._all_keys if word.startswith(key))
        known = self._all_keys | {"", *_SCORE_WORDS}
        if word == "info" or any(tail in known or self._is_value(tail) for tail in tails):
            return True
        return any(is_slip(word, key) for key in self._all_keys)

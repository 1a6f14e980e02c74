"""What a script can recognise of a breach: the conditions under which a reproducer says FAIL.

A script knows no rules and no grammar. It can see that a line does not come, that the engine ends, that it stays, or that it says
again what it said then. A condition is taken only if it holds in the recording, and for none of the conforming engines that come
with the protocol, when they are sent the same.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from conformance.protocol.suite import Suite
from conformance.run.replay import TAIL, Shown, replay, shown_in
from conformance.transport import Transport
from conformance.wire.recordings import Recording
from conformance.wire.transcript import Direction, Line, Transcript, groups

#: Seconds that a recording has to go on behind the last write to show that a reply is missing.
_LISTENED = 2.0


class Sign(StrEnum):
    """By what a script recognises that the breach is there."""

    NO_ANSWER = "no answer"
    GONE = "gone"
    STATUS = "status"
    STAYS = "stays"
    TOO_MANY = "too many"
    LINE = "line"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class Condition:
    """A sign and where it shows. `phase` is the number of writes before it; where an answer is missing a script writes no more.

    A script listens for `seconds` after its last write.
    `patterns` are extended regular expressions, each for a whole line: of the answer, of the line that is wrong, or of all lines
    of the phase. `count` is how many such lines there are when the breach is there, or how many answers a good engine gives.
    Answers are counted in the whole dialogue: who has ended a search by himself has answered before he was stopped.
    """

    sign: Sign
    phase: int
    seconds: float
    patterns: tuple[str, ...] = ()
    count: int = 1

    def holds(self, transcript: Transcript) -> bool:
        """Whether the breach shows in a transcript, as a script sees it."""
        end = transcript.end()
        said = [_shown(line) for phase, line in by_phase(transcript) if phase == self.phase]
        match self.sign:
            case Sign.NO_ANSWER:
                until = max((group[0].at for group in writes(transcript)[: self.phase]), default=0.0) + self.seconds
                by_then = [_shown(one) for phase, one in by_phase(transcript) if phase <= self.phase and one.at <= until]
                return self._counted(by_then) < self.count
            case Sign.GONE:
                return end is not None
            case Sign.STATUS:
                return end is not None and not end.is_success
            case Sign.STAYS:
                return end is None
            case Sign.TOO_MANY:
                return self._counted([_shown(one) for one in transcript.heard()]) >= self.count
            case Sign.LINE:
                return self._counted(said) >= self.count
            case Sign.LINES:
                shown = said[: len(self.patterns)]
                return len(shown) == len(self.patterns) and all(map(re.fullmatch, self.patterns, shown))

    def _counted(self, said: list[str]) -> int:
        return sum(bool(re.fullmatch(self.patterns[0], text)) for text in said)


def _shown(line: Line) -> str:
    """A line as a script compares it: without what is left of line ends, CR LF or LF CR."""
    return line.text.rstrip().removeprefix("\r")


class NotScriptable(ValueError):  # noqa: N818  it says what a script cannot do, and is no mistake
    """No script can show the breach; the message says why."""


def writes(transcript: Transcript) -> list[list[Line]]:
    """What a script does one by one: each write, and the end of input."""
    found = groups(transcript.lines)
    return [group for group in found if group[0].direction is Direction.TO_ENGINE or group[0].is_input_closed]


def by_phase(transcript: Transcript) -> Iterator[tuple[int, Line]]:
    """The engine's lines, each with the number of writes before it."""
    phase = 0
    for group in groups(transcript.lines):
        if group[0].direction is Direction.TO_ENGINE or group[0].is_input_closed:
            phase += 1
        elif group[0].direction is Direction.FROM_ENGINE:
            yield phase, group[0]


def condition(suite: Suite[Any], recording: Recording, conforming: Sequence[Callable[[], Transport]]) -> Condition:
    """The condition under which a script says FAIL; raises NotScriptable. The first of the engines is the reference engine."""
    transcript, about = recording.transcript, recording.about
    shown = shown_in(suite, transcript, about)
    if shown.finding is None:
        measured = f"it is about {shown.unmeasured}, which no script measures"
        raise NotScriptable(measured if shown.unmeasured else "the dialogue alone does not show it")
    good = [_sent_to(suite, recording, launch()) for launch in conforming]
    for one in _candidates(suite, transcript, shown, good[0] if good else None):
        if one.holds(transcript) and not any(one.holds(other) for other in good if _kept_pace(suite, transcript, other)):
            return one
    line = transcript.lines[shown.finding.at] if shown.finding.at is not None else None
    if line is not None and line.direction is Direction.STDERR:
        raise NotScriptable("it is on standard error, which a script leaves to the terminal")
    if shown.finding.late_ms is not None:
        raise NotScriptable("it is a matter of time that a script cannot measure")
    raise NotScriptable("without the rules of the protocol nothing in it tells this engine from a good one")


def _kept_pace(suite: Suite[Any], recorded: Transcript, other: Transcript) -> bool:
    """Whether as many replies had come before each write as in the recording; where not, a script says that it cannot tell."""
    return all(had >= wanted for had, wanted in zip(_pace(suite, other), _pace(suite, recorded), strict=False))


def _pace(suite: Suite[Any], transcript: Transcript) -> list[int]:
    """How many replies had come before each write."""
    replies = [phase for phase, line in by_phase(transcript) if suite.driver.is_reply(line.text)]
    return [sum(phase < number for phase in replies) for number in range(1, len(writes(transcript)) + 1)]


def _sent_to(suite: Suite[Any], recording: Recording, transport: Transport) -> Transcript:
    """What an engine says when it is sent a recording."""
    limits = suite.limits.scaled(recording.about.time_scale)
    try:
        return replay(suite, recording.transcript, transport, limits, recording.about).transcript
    finally:
        transport.close()


def _candidates(suite: Suite[Any], transcript: Transcript, shown: Shown, good: Transcript | None) -> Iterator[Condition]:
    """What may tell a bad engine from a good one, the most general first."""
    finding = shown.finding
    assert finding is not None
    done = writes(transcript)
    last = done[-1][0].at if done else 0.0
    until = max(TAIL, shown.until - last)
    line = transcript.lines[finding.at] if finding.at is not None and finding.at < len(transcript.lines) else None
    if finding.late_ms is not None and shown.wanted is None:
        yield Condition(Sign.STAYS, len(done), until)
    elif finding.late_ms is not None and shown.wanted is not None:
        asked, seconds = _asked(transcript, shown.until, finding.at)
        for pattern in _of_answer(suite, transcript, shown.wanted, good):
            had = sum(bool(re.fullmatch(pattern, _shown(one))) for phase, one in by_phase(transcript) if phase <= asked)
            yield Condition(Sign.NO_ANSWER, asked, seconds, (pattern,), had + 1)
    if transcript.ended() is not None:
        is_told = bool(done) and (done[-1][0].is_input_closed or done[-1][-1].text == suite.driver.quit_line)
        yield Condition(Sign.STATUS if is_told else Sign.GONE, len(done), until)
    yield from _missing_replies(suite, transcript, good, shown.until)
    if finding.late_ms is not None:
        return  # what is said is right, and comes too late
    said = [(phase, one) for phase, one in by_phase(transcript)]
    place = next((index for index, (_, one) in enumerate(said) if one is line), None)
    phase = len(done) if place is None else said[place][0]
    before = [_shown(one) for other, one in said[: len(said) if place is None else place + 1] if other == phase]
    if place is not None:
        if suite.driver.is_reply(before[-1]):
            every = _any_of(before[-1].split()[0])
            yield Condition(
                Sign.TOO_MANY, len(done), until, (every,), sum(bool(re.fullmatch(every, _shown(one))) for _, one in said)
            )
        for pattern in dict.fromkeys((_with_any_figures(before[-1]), escaped(before[-1]))):
            yield Condition(Sign.LINE, phase, until, (pattern,), sum(bool(re.fullmatch(pattern, text)) for text in before))
    if before:
        yield Condition(Sign.LINES, phase, until, tuple(map(_with_any_figures, before)))


def _asked(transcript: Transcript, until: float, at: int | None = None) -> tuple[int, float]:
    """How many writes there were before line `at`, or before the input was closed, and how long was listened after the last."""
    done = writes(transcript)
    if at is None:
        asked = max((number for number, group in enumerate(done, 1) if not group[0].is_input_closed), default=0)
    else:
        asked = len(writes(Transcript(transcript.lines[: at + 1])))
    end = done[asked][0].at if asked < len(done) else until
    return asked, max(0.0, end - (done[asked - 1][0].at if asked else 0.0))


def _missing_replies(suite: Suite[Any], transcript: Transcript, good: Transcript | None, until: float) -> Iterator[Condition]:
    """The replies that a good engine gives and this one does not. Other lines are left to an engine."""
    asked, seconds = _asked(transcript, until)
    if seconds < _LISTENED:
        return
    had, wanted = _replies(suite, transcript, asked), _replies(suite, good, asked)
    for word, count in wanted.items():
        if count > had[word]:
            yield Condition(Sign.NO_ANSWER, asked, max(TAIL, seconds), (_any_of(word),), count)


def _replies(suite: Suite[Any], transcript: Transcript | None, asked: int) -> Counter[str]:
    """How many replies of each kind there are by the end of a phase, by their first words."""
    said = [line.text for phase, line in by_phase(transcript) if phase <= asked] if transcript is not None else []
    return Counter(text.split()[0] for text in said if text.strip() and suite.driver.is_reply(text))


def _of_answer(
    suite: Suite[Any], transcript: Transcript, wanted: Callable[[str], bool], good: Transcript | None
) -> Iterator[str]:
    """What the missing answer looks like: its first word, where answers of the protocol differ in the rest of the line."""
    given = [line.text for line in good.heard()] if good is not None else []
    examples = [row[2:] for row in _examples(suite) if row.startswith("< ")]
    said = [line.text for line in transcript.heard()]
    fitting = {text.rstrip() for text in (*given, *examples, *said) if text.strip() and wanted(text)}
    by_word: dict[str, list[str]] = {}
    for text in sorted(fitting):
        by_word.setdefault(text.split()[0], []).append(text)
    patterns = [_any_of(word) if len(texts) > 1 else _in_any_blanks(texts[0]) for word, texts in by_word.items()]
    if patterns:
        yield patterns[0] if len(patterns) == 1 else f"({'|'.join(patterns)})"


#: A blank or a tab: Python and extended regular expressions have no other way in common to say it.
_BLANK = "[ \t]"


def _any_of(word: str) -> str:
    """A pattern for all lines that begin with a word."""
    return f"{_BLANK}*{escaped(word)}({_BLANK}.*)?"


def _in_any_blanks(text: str) -> str:
    """A pattern for a line with its blanks in any number."""
    return f"{_BLANK}*" + f"{_BLANK}+".join(map(escaped, text.split()))


def _examples(suite: Suite[Any]) -> list[str]:
    """The rows of the right dialogues in the catalogue."""
    return [row for requirement in suite.catalogue for row in requirement.example.splitlines()]


def escaped(text: str) -> str:
    """A text as an extended regular expression and one of Python's; `re.escape` does more than the first allows."""
    return re.sub(r"[][.{}()*+?^$|\\]", lambda match: f"\\{match[0]}", text)


def _with_any_figures(text: str) -> str:
    """A pattern for a line in which the numbers may be other ones."""
    words = re.split(r"( +)", text)
    return "".join("-?[0-9.]+" if re.fullmatch(r"-?\d+(\.\d+)?", word) else escaped(word) for word in words)

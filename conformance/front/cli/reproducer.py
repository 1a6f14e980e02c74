"""What a script can recognise of a breach: the conditions under which a reproducer says FAIL.

A script knows no rules and no grammar. It can see that a line does not come, that the engine ends, that it stays, or that it says
again what it said then. A condition is taken only if it holds in the recording, and does not hold for the reference engine, which
is sent the same.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from conformance.protocol.suite import Suite
from conformance.run.replay import TAIL, Shown, replay, shown_in
from conformance.transport import Transport
from conformance.wire.recordings import Recording
from conformance.wire.transcript import Direction, Line, Transcript, groups


class Sign(StrEnum):
    """By what a script recognises that the breach is there."""

    NO_ANSWER = "no answer"
    GONE = "gone"
    STATUS = "status"
    STAYS = "stays"
    LINE = "line"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class Condition:
    """A sign and where it shows. `phase` is the number of writes before it; the script listens for `seconds` after the last.

    `patterns` are extended regular expressions, each for a whole line: of the answer, of the line that is wrong, or of all lines
    of the phase. `count` is how many such lines there are when the breach is there, or how many a good engine says.
    """

    sign: Sign
    phase: int
    seconds: float
    patterns: tuple[str, ...] = ()
    count: int = 1

    def holds(self, transcript: Transcript) -> bool:
        """Whether the breach shows in a transcript, as a script sees it."""
        end = transcript.ended()
        said = [line.text for phase, line in by_phase(transcript) if phase == self.phase]
        match self.sign:
            case Sign.NO_ANSWER:
                return self._counted(self._in_time(transcript)) < self.count
            case Sign.GONE:
                return end is not None
            case Sign.STATUS:
                return end is not None and end.text != "exit 0"
            case Sign.STAYS:
                return end is None
            case Sign.LINE:
                return self._counted(said) >= self.count
            case Sign.LINES:
                shown = said[: len(self.patterns)]
                return len(shown) == len(self.patterns) and all(map(re.fullmatch, self.patterns, shown))

    def _in_time(self, transcript: Transcript) -> list[str]:
        """The lines of the phase that come while the script listens."""
        until = max((group[0].at for group in writes(transcript)), default=0.0) + self.seconds
        return [line.text for phase, line in by_phase(transcript) if phase == self.phase and line.at <= until]

    def _counted(self, said: list[str]) -> int:
        return sum(bool(re.fullmatch(self.patterns[0], text)) for text in said)


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


def condition(suite: Suite[Any], recording: Recording, reference: Callable[[], Transport] | None) -> Condition:
    """The condition under which a script says FAIL; raises NotScriptable."""
    transcript, about = recording.transcript, recording.about
    shown = shown_in(suite, transcript, about)
    if shown.finding is None:
        measured = f"it is about {shown.unmeasured}, which no script measures"
        raise NotScriptable(measured if shown.unmeasured else "the dialogue alone does not show it")
    good = None
    if reference is not None:
        transport = reference()
        try:
            good = replay(suite, transcript, transport, suite.limits.scaled(about.time_scale), about).transcript
        finally:
            transport.close()
    for one in _candidates(suite, transcript, shown, good):
        if one.holds(transcript) and (good is None or not one.holds(good)):
            return one
    line = transcript.lines[shown.finding.at] if shown.finding.at is not None else None
    if line is not None and line.direction is Direction.STDERR:
        raise NotScriptable("it is on standard error, which a script leaves to the terminal")
    raise NotScriptable("without the rules of the protocol nothing in it tells this engine from a good one")


def _candidates(suite: Suite[Any], transcript: Transcript, shown: Shown, good: Transcript | None) -> Iterator[Condition]:
    """What may tell a bad engine from a good one, the most general first."""
    finding = shown.finding
    assert finding is not None
    done = writes(transcript)
    last = done[-1][0].at if done else 0.0
    until = max(TAIL, shown.until - last)
    line = transcript.lines[finding.at] if finding.at is not None and finding.at < len(transcript.lines) else None
    if finding.late_ms is not None:
        if shown.wanted is None:
            yield Condition(Sign.STAYS, len(done), until)
        else:
            asked = max((number for number, group in enumerate(done, 1) if not group[0].is_input_closed), default=0)
            for pattern in _of_answer(suite, transcript, shown.wanted, good, asked):
                had = sum(bool(re.fullmatch(pattern, one.text)) for phase, one in by_phase(transcript) if phase == asked)
                yield Condition(Sign.NO_ANSWER, asked, max(0.0, shown.until - last), (pattern,), had + 1)
    if transcript.ended() is not None:
        is_told = bool(done) and (done[-1][0].is_input_closed or done[-1][-1].text == suite.driver.quit_line)
        yield Condition(Sign.STATUS if is_told else Sign.GONE, len(done), until)
    phases = {id(one): phase for phase, one in by_phase(transcript)}
    if line is not None and id(line) in phases:
        phase = phases[id(line)]
        before = [one.text for other, one in by_phase(transcript) if other == phase]
        before = before[: _index(transcript, line, phase) + 1]
        for pattern in dict.fromkeys((_with_any_figures(line.text), escaped(line.text))):
            yield Condition(Sign.LINE, phase, until, (pattern,), sum(bool(re.fullmatch(pattern, text)) for text in before))
        yield Condition(Sign.LINES, phase, until, tuple(map(_with_any_figures, before)))
    elif said := [one.text for phase, one in by_phase(transcript) if phase == len(done)]:
        yield Condition(Sign.LINES, len(done), until, tuple(map(_with_any_figures, said)))
    yield from _missing_replies(suite, transcript, good, until)


def _missing_replies(suite: Suite[Any], transcript: Transcript, good: Transcript | None, until: float) -> Iterator[Condition]:
    """The replies that a good engine gives to one write and this one does not. Other lines are left to an engine."""
    had, wanted = _replies_by_phase(suite, transcript), _replies_by_phase(suite, good)
    for (phase, word), count in wanted.items():
        if count > had[phase, word]:
            yield Condition(Sign.NO_ANSWER, phase, until, (rf"{escaped(word)}( .*)?",), count)


def _replies_by_phase(suite: Suite[Any], transcript: Transcript | None) -> Counter[tuple[int, str]]:
    """How many replies of each kind, by their first words, come after each write."""
    said = by_phase(transcript) if transcript is not None else ()
    return Counter((phase, line.text.split()[0]) for phase, line in said if suite.driver.is_reply(line.text))


def _index(transcript: Transcript, line: Line, phase: int) -> int:
    """The place of a line among those of its phase."""
    return next(index for index, one in enumerate(one for other, one in by_phase(transcript) if other == phase) if one is line)


def _of_answer(
    suite: Suite[Any], transcript: Transcript, wanted: Callable[[str], bool], good: Transcript | None, phase: int
) -> list[str]:
    """What the missing answer looks like: its first word, where answers of the protocol differ in the rest of the line."""
    given = [line.text for other, line in by_phase(good) if other == phase] if good is not None else []
    examples = [row[2:] for row in _examples(suite) if row.startswith("< ")]
    said = [line.text for line in transcript.heard()]
    fitting = list(dict.fromkeys(text for text in (*given, *examples, *said) if text.strip() and wanted(text)))
    by_word: dict[str, list[str]] = {}
    for text in fitting:
        by_word.setdefault(text.split()[0], []).append(text)
    return [rf"{escaped(word)}( .*)?" if len(texts) > 1 else escaped(texts[0]) for word, texts in by_word.items()]


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

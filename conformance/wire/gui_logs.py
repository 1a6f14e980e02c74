"""Logs that GUIs and match programs write of what they say to engines, read into transcripts. Sans-IO.

One such log holds the dialogues of several engines, and of several processes of one engine. Each form below was taken from the
program's own source, or from its manual and logs that users have published. A form that does not say who spoke, as the text in
Mzinga's window, is not read: what was said would have to be guessed.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from conformance.wire.transcript import Direction, Line, Transcript

_DATE = r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[.,]\d{1,6}"
_CLOCK = r"\d\d:\d\d:\d\d(?:[.,]\d{1,6})?"
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Form:
    """How one program writes a line.

    `row` matches one with the groups `time` (which can be missing), `who` (which process), `mark` and `text`; `told` is the mark
    of what an engine was told. `close` matches the end of a process, with `who` and the exit `status` or the `signal`.
    `time_error` is how far a time can be off, in seconds. `system` is the program's own name where it stands for an engine's.
    """

    name: str
    row: re.Pattern[str]
    told: str
    close: re.Pattern[str] | None = None
    time_error: float = 0.0
    system: str = ""


#: The forms, each with where it comes from.
FORMS = (
    # Source of ShogiHome (once Electron Shogi): background/usi/engine.ts, with log4js' basic layout.
    Form(
        "ShogiHome",
        re.compile(rf"\[(?P<time>{_DATE})\] \[\w+\] usi - (?P<who>sid=\d+): (?P<mark>[<>]) (?P<text>.*)"),
        told=">",
        close=re.compile(
            rf"\[(?P<time>{_DATE})\] \[\w+\] usi - (?P<who>sid=\d+): "
            r"engine process closed: close=(?P<status>\w+) signal=(?P<signal>\w+)"
        ),
    ),
    # Arena's manual, "The Engine Debug Window", and published logs: a date, or milliseconds since Arena was started. The clock
    # of Windows moves in steps of 16 ms.
    Form(
        "Arena",
        re.compile(rf"(?P<time>{_DATE}|\d{{1,15}})?(?P<mark>-->|<--)(?P<who>\d+):(?P<text>.*)"),
        told="-->",
        time_error=0.02,
    ),
    # The window in which Shogidokoro shows what is said: lines copied from it stand in the notes of several engines. No times.
    Form("Shogidokoro", re.compile(r"(?P<time>)(?P<mark>[<>])(?P<who>\d+):(?P<text>.*)"), told=">"),
    # Source of cutechess: lib/src/chessengine.cpp; cutechess-cli -debug puts the milliseconds in front (cli/src/enginematch.cpp).
    Form("cutechess", re.compile(r"(?:(?P<time>\d{1,15}) )?(?P<mark>[<>])(?P<who>.+?\(\d+\)): (?P<text>.*)"), told=">"),
    # Source of fastchess: core/logger/logger.cpp, -log file=... engine=true. A thread holds one game at a time.
    Form(
        "fastchess",
        re.compile(
            rf"\[Engine *\] \[ *(?P<time>{_CLOCK})\] < *(?P<thread>\w+)> ++"
            r"(?P<err><stderr> )?(?P<who>[^ ].*?) (?P<mark><---|--->) (?P<text>.*)"
        ),
        told="<---",
    ),
    # Source of Banksia: game/tourmng.cpp. Whole seconds; in front the number of the game, where several are held at once.
    Form(
        "Banksia",
        re.compile(
            rf"(?P<thread>\d+\.)?(?=\d|[^\W\d_])(?:(?P<time>{_CLOCK}) )?(?P<who>[^\W\d_][^<>\[\]]*|)(?P<mark>[<>]) (?P<text>.*)"
        ),
        told="<",
        time_error=1.0,
        system="banksia",
    ),
    # python-chess, and bots on it: what it logs as `chess.engine`, whatever the program's own logging puts in front.
    Form(
        "python-chess",
        re.compile(rf"(?P<time>{_DATE})?.*?<\w*Protocol \((?P<who>pid=\d+)\)>: (?P<mark><<|>>) (?P<text>.*)"),
        told="<<",
    ),
)


class _Said(NamedTuple):
    """One row: `at` is None where it has no time."""

    who: str
    at: float | None
    direction: Direction
    text: str


def form_of(rows: list[str], others: int = 0) -> Form | None:
    """The form in which most rows are written; None where no more than `others` have one."""
    counted = [(sum(bool(form.row.fullmatch(row)) for row in rows), form) for form in FORMS]
    most, form = max(counted, key=lambda pair: pair[0])
    return form if most > others else None


def read(form: Form, rows: list[str], name: str) -> list[Transcript]:
    """The dialogues in a log, one for each process, in the order in which they began.

    An engine that was told what began its dialogue once more was started anew. What only one side has said is left out: that is
    no dialogue, and nothing can be told of the other side.
    """
    open_now: dict[str, list[_Said]] = {}
    sessions: list[list[_Said]] = []
    for said in _said(form, rows):
        session = open_now.get(said.who)
        if session is None or _has_ended(session) or _begins_anew(session, said):
            session = open_now[said.who] = []
            sessions.append(session)
        session.append(said)
    spoken = [session for session in sessions if {Direction.TO_ENGINE, Direction.FROM_ENGINE} <= {s.direction for s in session}]
    return [_transcript(form, session, name) for session in spoken]


def _said(form: Form, rows: list[str]) -> Iterator[_Said]:
    clock = _Clock()
    for row in rows:
        match = form.row.fullmatch(row)
        ended = form.close.fullmatch(row) if form.close and not match else None
        if match and not (form.system and match["who"].lower().startswith(form.system)):
            groups = match.groupdict()
            direction = Direction.TO_ENGINE if match["mark"] == form.told else Direction.FROM_ENGINE
            direction = Direction.STDERR if groups.get("err") else direction
            who = " ".join(filter(None, (groups.get("thread"), match["who"].strip())))
            yield _Said(who, clock.seconds(match["time"]), direction, match["text"])
        elif ended:
            yield _Said(ended["who"], clock.seconds(ended["time"]), Direction.PROCESS, _end(ended["status"], ended["signal"]))


def _end(status: str, signal: str) -> str:
    """The process event of an end. A GUI ends an engine that does not leave by one of two signals."""
    if status.isdecimal():
        return f"exit {status}"
    return "killed" if signal in {"SIGTERM", "SIGKILL"} else f"signal {signal}"


def _has_ended(session: list[_Said]) -> bool:
    return session[-1].direction is Direction.PROCESS


def _begins_anew(session: list[_Said], said: _Said) -> bool:
    first = next((one.text for one in session if one.direction is Direction.TO_ENGINE), None)
    return said.direction is Direction.TO_ENGINE and said.text == first


def _transcript(form: Form, session: list[_Said], name: str) -> Transcript:
    is_timed = all(said.at is not None for said in session)
    start = session[0].at or 0.0
    lines, at = [], 0.0
    for said in session:
        at = max(at, round((said.at or start) - start, 6))
        lines.append(Line(at if is_timed else 0.0, said.direction, said.text))
    label = f"{name}: {session[0].who}" if session[0].who else name
    return Transcript(lines, name=label, time_error=form.time_error if is_timed else math.inf, log_of=form.name)


class _Clock:
    """Times of a log as seconds: of the day, where it writes no date, and it may go on beyond midnight."""

    def __init__(self) -> None:
        self._last = 0.0
        self._days = 0.0

    def seconds(self, text: str | None) -> float | None:
        """The time of a row; None where there is none."""
        if not text:
            return None
        if text.isdecimal():
            return int(text) / 1000
        text = text.replace(",", ".")
        if "-" in text:
            return (datetime.fromisoformat(text) - datetime(1970, 1, 1)).total_seconds()  # noqa: DTZ001  as local as the log
        hours, minutes, seconds = text.split(":")
        at = int(hours) * 3600 + int(minutes) * 60 + float(seconds) + self._days
        if at < self._last - _DAY / 2:
            self._days += _DAY
            at += _DAY
        self._last = at
        return at

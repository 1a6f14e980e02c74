"""Logs that GUIs and match programs write of what they say to engines, read into transcripts. Sans-IO.

One such log holds the dialogues of several engines, and of several processes of one engine. Each form below was taken from the
program's own source, or from its manual and logs that users have published. A form that does not say who spoke, as that of
pychess since 2013, is not read: what was said would have to be guessed. NBoard's GUI writes a plain log, and a console of UHP
needs no marks (`recordings`).
"""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from conformance.wire.ends import End, EndKind
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Line, Transcript

_DATE = r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[.,]\d{1,6}"
_CLOCK = r"\d\d:\d\d:\d\d(?:[.,]\d{1,6})?"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
#: As C's `ctime` writes it.
_CTIME = rf"\w{{3}} (?:{'|'.join(_MONTHS)}) [ \d]\d \d\d:\d\d:\d\d \d{{4}}"
_DAY = 86_400.0
#: What colours a terminal (ECMA-48, CSI), or makes a link on it (OSC).
_COLOUR = re.compile(r"\x1b(?:\[[0-?]*+[ -/]*+[@-~]|\][^\x07\x1b]*+(?:\x07|\x1b\\))")
#: Names that a note lists, and characters of a row that it shows.
_LISTED, _SHOWN = 3, 60


@dataclass(frozen=True, slots=True)
class LogForm:
    """How one program writes a line.

    `row` matches one with the groups `time` (which can be missing), `who` (which process), `mark` and `text`; perhaps `thread`,
    which belongs to the name of the process, `err`, which is there for standard error, and `frame`, what says who spoke where
    that is more than `who` and `mark`. `sent` is the mark of what an engine was sent. `close` matches the end of a process, with
    `who` and the exit `status` or the `signal`. `more` matches a row that goes on with the text of the row before it, in the same
    column. `time_error` is how far a time can be off, in seconds. `system` is the program's own name where it stands for an
    engine's. `of` is the protocol of its engines.
    """

    name: str
    row: re.Pattern[str]
    sent: str
    close: re.Pattern[str] | None = None
    more: re.Pattern[str] | None = None
    time_error: float = 0.0
    system: str = ""
    of: str = "uci"


#: What lichess-bot and Lishogi-Bot write on a terminal that goes on with a text: columns by `rich`.
_BELOW = re.compile(r"(?!.*\.py:\d+ *$)(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)? {12,}+(?P<text>[^ ].*)")

#: The forms, each with where it comes from.
FORMS = (
    # Source of ShogiHome (once Electron Shogi): background/usi/engine.ts, with log4js' basic layout. What starts it together
    # with other programs puts a number in front of each line.
    LogForm(
        "ShogiHome",
        re.compile(rf"(?:\[\d{{1,3}}\] )?\[(?P<time>{_DATE})\] \[\w+\] usi - (?P<who>sid=\d+): (?P<mark>[<>]) (?P<text>.*)"),
        sent=">",
        close=re.compile(
            rf"(?:\[\d{{1,3}}\] )?\[(?P<time>{_DATE})\] \[\w+\] usi - (?P<who>sid=\d+): "
            r"engine process closed: close=(?P<status>\w+) signal=(?P<signal>\w+)"
        ),
        of="usi",
    ),
    # Arena's manual, "The Engine Debug Window", and published logs: a date, or milliseconds since Arena was started. The clock
    # of Windows moves in steps of 16 ms.
    LogForm(
        "Arena",
        re.compile(rf"(?P<time>{_DATE}|\d{{1,15}})?(?P<mark>-->|<--)(?P<who>\d+):(?P<text>.*)"),
        sent="-->",
        time_error=0.02,
    ),
    # The window in which Shogidokoro shows what is said: lines copied from it stand in the notes of several engines. No times.
    LogForm("Shogidokoro", re.compile(r"(?P<time>)(?P<mark>[<>])(?P<who>\d+):(?P<text>.*)"), sent=">", of="usi"),
    # Source of cutechess: lib/src/chessengine.cpp; cutechess-cli -debug puts the milliseconds in front (cli/src/enginematch.cpp).
    LogForm("cutechess", re.compile(r"(?:(?P<time>\d{1,15}) )?(?P<mark>[<>])(?P<who>.+?\(\d+\)): (?P<text>.*)"), sent=">"),
    # Source of fastchess up to the middle of 2024: logger.cpp. A number in front of the arrow says which output of the engine it
    # is: 1 is standard error, 2 is standard output. What an engine is sent has none.
    LogForm(
        "fastchess",
        re.compile(
            rf"(?:\[Engine *\] )?\[ *(?P<time>{_CLOCK})\] ++< *(?P<thread>\w+)> ++"
            r"(?P<who>[^ ].*?) (?:(?:(?P<err>1)|2) (?=--->)|(?=<---))(?P<mark><---|--->) (?P<text>.*)"
        ),
        sent="<---",
    ),
    # Source of fastchess: core/logger/logger.cpp, -log file=... engine=true. A thread holds one game at a time.
    LogForm(
        "fastchess",
        re.compile(
            rf"\[Engine *\] \[ *(?P<time>{_CLOCK})\] < *(?P<thread>\w+)> ++"
            r"(?P<err><stderr> )?(?P<who>[^ ].*?) (?P<mark><---|--->) (?P<text>.*)"
        ),
        sent="<---",
    ),
    # Source of Banksia: game/tourmng.cpp. Whole seconds; in front the number of the game, where several go on at once.
    LogForm(
        "Banksia",
        re.compile(
            rf"(?P<thread>\d+\.)?(?=\d|[^\W\d_])(?:(?P<time>{_CLOCK}) )?(?P<who>[^\W\d_][^<>\[\]]*|)(?P<mark>[<>]) (?P<text>.*)"
        ),
        sent="<",
        time_error=1.0,
        system="banksia",
    ),
    # Logs that users of Shredder's GUI have published. After the name the number of the engine; whole seconds.
    LogForm(
        "Shredder",
        re.compile(rf"(?P<time>{_CTIME}): ++(?P<mark>from|to) (?P<who>.+?\(\d+\)): (?P<text>.*)"),
        sent="to",
        time_error=1.0,
    ),
    # lichess-bot on a terminal: columns by `rich`, on the right where it was logged. A text that is too long for its column goes
    # on below. Times have whole seconds, and stand only where they change.
    LogForm(
        "lichess-bot",
        re.compile(
            r"(?P<time>).*?\bDEBUG ++(?P<frame><\w*Protocol \((?P<who>pid=\d+)\)>: (?P<mark><<|>>)) "
            r"(?P<text>|.*[^ ]) +\w+\.py:\d+ *"
        ),
        sent="<<",
        more=_BELOW,
    ),
    # Source of Lishogi-Bot: engine_ctrl/usi.py, with the logging of lishogi-bot.py. One engine, so that none is named.
    LogForm(
        "Lishogi-Bot",
        re.compile(rf"(?P<time>{_DATE}): ++(?P<who>)(?P<mark><<|>>) (?P<text>.*)"),
        sent="<<",
        of="usi",
    ),
    # The same in the columns of `rich`.
    LogForm(
        "Lishogi-Bot",
        re.compile(r"(?P<time>).*?\bDEBUG ++(?P<who>)(?P<mark><<|>>) (?P<text>|.*[^ ]) +\w+\.py:\d+ *"),
        sent="<<",
        more=_BELOW,
        of="usi",
    ),
    # Source of fishnet, version 1: fishnet.py -vvv. The number is that of the process; what runs it may put its own in front.
    LogForm("fishnet", re.compile(r"(?P<time>).*?\bENGINE: (?P<who>\d+) (?P<mark><<|>>) (?P<text>.*)"), sent="<<"),
    # Source of pychess up to 2012: System/Log.py and SubProcess.py. With the engine stands when it was started; whole seconds.
    LogForm(
        "pychess",
        re.compile(
            rf"(?:\d{{4}}-\d\d-\d\d )?(?P<time>{_CLOCK}) (?P<who>\(.+?\)|[^ ]+) (?P<mark>Log|Debug|Warning|(?P<err>Error)): "
            r"(?P<text>(?!/).*)"
        ),
        sent="Log",
        time_error=1.0,
    ),
    # python-chess, and bots on it: what it logs as `chess.engine`, whatever the program's own logging puts in front.
    LogForm(
        "python-chess",
        re.compile(rf"(?P<time>{_DATE})?.*?(?P<frame><\w*Protocol \((?P<who>pid=\d+)\)>: (?P<mark><<|>>)) (?P<text>.*)"),
        sent="<<",
    ),
)


#: The programs, each once.
NAMES = tuple(dict.fromkeys(form.name for form in FORMS))


def names_of(protocol: str) -> tuple[str, ...]:
    """The programs whose engines speak a protocol, or all where no protocol is named."""
    return tuple(dict.fromkeys(form.name for form in FORMS if protocol in ("", form.of)))


@dataclass(frozen=True, slots=True)
class Log:
    """The dialogues of a log, and sentences to report about how it was read."""

    dialogues: list[Transcript]
    notes: list[str] = field(default_factory=list)


class _Said(NamedTuple):
    """One row: `at` is None where it has no time. `frame` is what says who spoke."""

    who: str
    at: float | None
    direction: Direction
    text: str
    frame: str = ""


def uncoloured(row: str) -> str:
    """A row without the codes that colour a terminal."""
    return _COLOUR.sub("", row)


def is_coloured(row: str, match: re.Match[str] | None, bare: re.Match[str], sent: str) -> bool:
    """Whether who wrote a log has coloured this row: then codes stand elsewhere than in what an engine has said.

    `match` is that of the row as it is, `bare` that of the row without codes.
    """
    if "\x1b" not in row:
        return False
    return match is None or "\x1b" in row[: match.start("text")] or bare["mark"] == sent


def form_of(rows: list[str], others: int = 0) -> LogForm | None:
    """The form in which most rows are written, colours aside; None where no more than `others` have one.

    Of two forms that fit as many rows, as those of two versions of one program, it is that with which more rows make a dialogue.
    """
    bare = [uncoloured(row) for row in rows]
    counted = [(sum(bool(form.row.fullmatch(row)) for row in bare), form) for form in FORMS]
    most = max(count for count, _ in counted)
    if most <= others:
        return None
    best = [form for count, form in counted if count == most]
    return best[0] if len(best) == 1 else max(best, key=lambda form: sum(map(len, _spoken(_sessions(form, bare)))))


def read(form: LogForm, rows: list[str], name: str) -> Log:
    """The dialogues in a log, one for each process, in the order in which they began.

    An engine that was sent what began its dialogue once more was started anew. Lines of one side only are left out: that is
    no dialogue, and nothing can be said of the other side.
    """
    bare = [uncoloured(row) for row in rows]
    matches = [
        (row, form.row.fullmatch(row), match)
        for row, plain in zip(rows, bare, strict=True)
        if (match := form.row.fullmatch(plain))
    ]
    notes = []
    if any(is_coloured(row, match, plain, form.sent) for row, match, plain in matches):
        rows = bare
        notes.append(COLOURS)
    sessions = _sessions(form, rows)
    spoken = _spoken(sessions)
    for_notes = [said for session in spoken or sessions for said in session]
    notes.insert(0, f"read as a log of {form.name}: {_sides(for_notes)}")
    if alone := [session[0].who for session in sessions if not _is_spoken(session)]:
        notes.append(f"left out, since one side only speaks there: {_listed(alone)}")
    notes += left_out(rows, (bool(_kind(form, row)) for row in rows))
    return Log([_transcript(form, session, name) for session in spoken], notes)


#: Reported of a log that was coloured.
COLOURS = "colour codes were taken out of its lines"


def taken(engine: Iterable[str], sent: Iterable[str]) -> str:
    """Say which lines were taken for whose, by what marks them."""
    return f"lines with {_listed(engine)} were taken for the engine's, lines with {_listed(sent)} for what it was sent"


def left_out(rows: list[str], are_read: Iterable[bool]) -> list[str]:
    """Say how many rows are none of a dialogue, and which is the first."""
    others = [
        (number, row) for number, (row, is_read) in enumerate(zip(rows, are_read, strict=True), 1) if row.strip() and not is_read
    ]
    if not others:
        return []
    count = (
        f"{len(others)} lines of another form were left out, the first is" if len(others) > 1 else "left out, of another form:"
    )
    return [f"{count} line {others[0][0]}: {shown(others[0][1])}"]


def shown(row: str) -> str:
    """The beginning of a row."""
    return f"`{visible(row.strip(), _SHOWN)}`"


def _sides(lines: list[_Said]) -> str:
    frames = {
        direction: dict.fromkeys(said.frame for said in lines if said.direction is direction and said.frame)
        for direction in (Direction.FROM_ENGINE, Direction.TO_ENGINE)
    }
    return taken(*frames.values())


def _listed(names: Iterable[str]) -> str:
    several = list(dict.fromkeys(names))
    more = f" and {len(several) - _LISTED} more" if len(several) > _LISTED else ""
    return ", ".join(shown(one) for one in several[:_LISTED]) + more or "no name"


def _kind(form: LogForm, row: str) -> str:
    """A kind of row: a `row` of the form, a process end (`close`), `more` of the text before it, or "", something else."""
    patterns = (("row", form.row), ("close", form.close), ("more", form.more))
    return next((kind for kind, pattern in patterns if pattern and pattern.fullmatch(row)), "")


def _sessions(form: LogForm, rows: list[str]) -> list[list[_Said]]:
    open_now: dict[str, list[_Said]] = {}
    first_sent: dict[str, str] = {}
    sessions: list[list[_Said]] = []
    for said in _said(form, rows):
        session = open_now.get(said.who)
        is_sent = said.direction is Direction.TO_ENGINE
        if session is None or _has_ended(session) or (is_sent and first_sent.get(said.who) == said.text):
            session = open_now[said.who] = []
            first_sent.pop(said.who, None)
            sessions.append(session)
        session.append(said)
        if is_sent:
            first_sent.setdefault(said.who, said.text)
    return sessions


def _spoken(sessions: list[list[_Said]]) -> list[list[_Said]]:
    return [session for session in sessions if _is_spoken(session)]


def _is_spoken(session: list[_Said]) -> bool:
    """Whether both sides speak."""
    return {Direction.TO_ENGINE, Direction.FROM_ENGINE} <= {said.direction for said in session}


def _said(form: LogForm, rows: list[str]) -> Iterator[_Said]:
    clock = _Clock()
    last: _Said | None = None
    column = 0
    for row in rows:
        match = form.row.fullmatch(row)
        ended = form.close.fullmatch(row) if form.close and not match else None
        more = form.more.fullmatch(row) if form.more and last and not match else None
        if last and more and more.start("text") == column:
            last = last._replace(text=f"{last.text} {more['text'].rstrip()}")
            continue
        if last:
            yield last
            last = None
        if match and not (form.system and match["who"].lower().startswith(form.system)):
            groups = match.groupdict()
            direction = Direction.TO_ENGINE if match["mark"] == form.sent else Direction.FROM_ENGINE
            direction = Direction.STDERR if groups.get("err") else direction
            who = " ".join(filter(None, (groups.get("thread"), match["who"].strip())))
            begin = match.start("frame") if groups.get("frame") else min(match.start("who"), match.start("mark"))
            frame, column = row[begin : match.start("text")].strip(), begin
            last = _Said(who, clock.seconds(match["time"]), direction, match["text"], frame)
        elif ended:
            yield _Said(
                ended["who"], clock.seconds(ended["time"]), Direction.PROCESS, _end(ended["status"], ended["signal"]).text
            )
    if last:
        yield last


def _end(status: str, signal: str) -> End:
    """How an engine ended. A GUI ends an engine that does not leave by one of two signals."""
    if status.isdecimal():
        return End(EndKind.EXIT, status)
    return End(EndKind.KILLED) if signal in {"SIGTERM", "SIGKILL"} else End(EndKind.SIGNAL, signal)


def _has_ended(session: list[_Said]) -> bool:
    return session[-1].direction is Direction.PROCESS


def _transcript(form: LogForm, session: list[_Said], name: str) -> Transcript:
    times = [said.at for said in session if said.at is not None]
    is_timed = len(times) == len(session)
    in_seconds = all(at.is_integer() for at in times)  # as a program writes them that has no smaller ones
    start = session[0].at or 0.0
    lines, at = [], 0.0
    for said in session:
        at = max(at, round((said.at or start) - start, 6))
        lines.append(Line(at if is_timed else 0.0, said.direction, said.text))
    label = f"{name}: {session[0].who}" if session[0].who else name
    off = max(form.time_error, 1.0) if in_seconds else form.time_error
    return Transcript(lines, name=label, time_error=off if is_timed else math.inf, log_of=form.name)


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
        if text[0].isalpha():
            _, month, day, clock, year = text.split()
            text = f"{year}-{_MONTHS.index(month) + 1:02}-{int(day):02} {clock}"
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

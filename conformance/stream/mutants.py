"""The faulty engines of the stream chapter: for each obligation the ways in which authors break it.

Each is a mixin over a protocol's reference engine and knows no more of the protocol than its `Wire` says. Its registration
names the obligation that it breaks.
"""

from collections.abc import Callable

from conformance.engines.base import FixtureEngine
from conformance.protocol.replies import ReplyReader
from conformance.stream.chapter import mutant
from conformance.stream.moments import Moment
from conformance.stream.wire import Wire

SEGFAULT = -11
#: More than all that an engine says in a dialogue.
_NEVER_FULL = 1 << 30
#: Seconds: a reply that may come late does so by this much, and an idle engine says something after these.
_MUCH = 90.0
_SOON = 0.6
_HEARTBEAT = 3.0
#: Searches after which an engine is worn out, and what each adds (seconds, bytes) to one that slows down or grows.
_WORN_OUT = 80
_SLOWER = 0.02
_GROWTH = 5 << 20
#: Bytes: longer than any line that is listened to.
_ENDLESS = 1 << 19
#: A character that no word contains, and that no protocol has discarded.
_MARK = "\u00a4".encode()


class _Knowing(FixtureEngine):
    """The moment of a session, which the mixins below need to know."""

    wire: Wire
    lines = 0
    ended_searches = 0
    was_searching = False
    is_game_over = False
    has_greeted = False

    @property
    def moment(self) -> Moment:
        """Where the session stands before the next line is obeyed."""
        if self.is_searching:
            return Moment.SEARCHING
        if self.is_game_over:
            return Moment.GAME_OVER
        if not (self.has_greeted if self.wire.driver.speaks_first else self.lines):
            return Moment.STARTED
        return Moment.SEARCHED if self.was_searching else Moment.IDLE

    def on_line(self, line: str) -> None:
        super().on_line(line)
        self.lines += 1
        if self.wire.is_game_over is not None and self.wire.is_game_over(line):
            self.is_game_over = True
        if self.is_searching:
            self.was_searching, self.is_game_over = True, False

    def say(self, line: str) -> None:
        super().say(line)
        self.has_greeted = self.has_greeted or self.wire.is_greeting(line)
        if self.wire.is_searched(line):
            self.ended_searches += 1
            self.was_searching = True


# -- lines and writes -----------------------------------------------------------------------------------------------------


@mutant("flushes_each_line", "Does not flush its output.", name="unflushed", buffer_size=_NEVER_FULL)
@mutant("flushes_each_line", "Writes its output in blocks of 4,096 bytes.", name="buffered_4096", buffer_size=4096)
@mutant("flushes_each_line", "Writes its output in blocks of 8,192 bytes.", name="buffered_8192", buffer_size=8192)
@mutant("flushes_each_line", "Writes its output in blocks of 65,536 bytes.", name="buffered_65536", buffer_size=65_536)
class Buffered(FixtureEngine):
    pass


@mutant("flushes_each_line", "Flushes its greeting and nothing after it.", name="flushes_the_greeting_only")
class FlushesTheGreetingOnly(_Knowing):
    def say(self, line: str) -> None:
        if self.has_greeted:
            self.buffer_size = _NEVER_FULL
        super().say(line)


@mutant(
    "takes_several_commands_in_one_write", "Obeys one line for each read, and the rest when more comes.", name="one_line_per_read"
)
class OneLinePerRead(FixtureEngine):
    unread = b""

    def receive(self, data: bytes) -> None:
        first, newline, self.unread = (self.unread + data).partition(b"\n")
        super().receive(first + newline)


@mutant("takes_several_commands_in_one_write", "Drops what a read returns after its first line.", name="first_line_of_a_read")
class FirstLineOfARead(FixtureEngine):
    def receive(self, data: bytes) -> None:
        first, newline, _ = data.partition(b"\n")
        super().receive(first + newline)


@mutant("takes_a_command_in_pieces", "Takes what a read returns for whole lines.", name="half_a_line_obeyed")
class HalfALine(FixtureEngine):
    def receive(self, data: bytes) -> None:
        super().receive(data if data.endswith(b"\n") else data + b"\n")


def _with_mark(row: bytes) -> bytes:
    """A line whose last word keeps the CR, as a character that no word contains."""
    return row[:-1] + _MARK if row.endswith(b"\r") else row


@mutant("takes_crlf", "Keeps the CR of a line end on the last word.", name="cr_kept")
class KeepsCr(FixtureEngine):
    def on_raw_line(self, row: bytes) -> None:
        super().on_raw_line(_with_mark(row))


@mutant("takes_crlf_from_the_first_line", "Keeps the CR of a line end until it has been greeted.", name="cr_kept_in_the_greeting")
class KeepsCrAtFirst(_Knowing):
    def on_raw_line(self, row: bytes) -> None:
        super().on_raw_line(row if self.has_greeted else _with_mark(row))


def _drops(unwanted: Callable[[str], bool]) -> type[FixtureEngine]:
    """An engine that does not know a line that is `unwanted`."""

    class Drops(FixtureEngine):
        def on_line(self, line: str) -> None:
            if not (line.strip() and unwanted(line)):
                super().on_line(line)

    return Drops


mutant("takes_blanks_in_front", "Does not know a command after a blank.", name="blank_in_front_breaks")(
    _drops(lambda line: line != line.lstrip())
)
mutant("takes_blanks_between_words", "Splits its input at single blanks.", name="splits_at_single_blanks")(
    _drops(lambda line: "  " in line.strip())
)
mutant("takes_blanks_behind", "Does not know a command with a blank after it.", name="blank_behind_breaks")(
    _drops(lambda line: line.rstrip("\r") != line.rstrip())
)


@mutant(
    "ignores_blank_lines_when_idle", "Crashes on a blank line when it is idle.", name="blank_line_crashes_idle", at=Moment.IDLE
)
@mutant(
    "ignores_blank_lines_in_a_search",
    "Crashes on a blank line when it searches.",
    name="blank_line_crashes_searching",
    at=Moment.SEARCHING,
)
class BlankCrash(_Knowing):
    at: Moment

    def on_line(self, line: str) -> None:
        if line.strip() or (self.moment is Moment.SEARCHING) != (self.at is Moment.SEARCHING):
            super().on_line(line)
        else:
            self.leave(SEGFAULT)


# -- what no engine knows -------------------------------------------------------------------------------------------------


@mutant(
    "ignores_unknown_lines_before_the_greeting",
    "Leaves on an unknown line before it was greeted.",
    name="unknown_line_exits_before_the_greeting",
    at=Moment.STARTED,
)
@mutant("ignores_unknown_lines_when_idle", "Leaves on an unknown line.", name="unknown_line_exits", at=Moment.IDLE)
@mutant(
    "ignores_unknown_lines_in_a_search",
    "Leaves on an unknown line when it searches.",
    name="unknown_line_exits_in_a_search",
    at=Moment.SEARCHING,
)
@mutant(
    "ignores_unknown_lines_after_a_search",
    "Leaves on an unknown line when it has searched.",
    name="unknown_line_exits_after_a_search",
    at=Moment.SEARCHED,
)
class UnknownExits(_Knowing):
    at: Moment

    def on_line(self, line: str) -> None:
        if self.wire.is_unknown(line) and self.moment is self.at:
            self.leave(1)
        else:
            super().on_line(line)


@mutant(
    "ignores_unknown_lines_when_idle", "Answers an unknown line with a message of the protocol.", name="unknown_line_answered"
)
class UnknownAnswered(_Knowing):
    def on_line(self, line: str) -> None:
        if self.wire.is_unknown(line) and self.moment is Moment.IDLE:
            self.say(self.wire.reply)
        else:
            super().on_line(line)


@mutant("ignores_unknown_lines_in_a_search", "Reads nothing more after an unknown line in a search.", name="unknown_line_deafens")
class UnknownDeafens(_Knowing):
    def on_line(self, line: str) -> None:
        if self.wire.is_unknown(line) and self.is_searching:
            self.deaf = True
        else:
            super().on_line(line)


@mutant("survives_long_lines", "Crashes on a line of more than 32,768 bytes.", name="long_line_crashes")
class LongLineCrash(FixtureEngine):
    def on_raw_line(self, row: bytes) -> None:
        if len(row) > 32_768:
            self.leave(SEGFAULT)
        else:
            super().on_raw_line(row)


@mutant("survives_binary_lines", "Dies of a line that is not text.", name="binary_line_kills")
class BinaryKills(FixtureEngine):
    def on_raw_line(self, row: bytes) -> None:
        if b"\0" in row or row.decode("utf-8", "replace").count("\ufffd"):
            self.leave(1)
        else:
            super().on_raw_line(row)


# -- how it ends ----------------------------------------------------------------------------------------------------------


@mutant(
    "leaves_on_quit_before_the_greeting",
    "Stays on the command to leave before it was greeted.",
    name="quit_ignored_before_the_greeting",
    at=(Moment.STARTED,),
)
@mutant("leaves_on_quit_when_idle", "Stays on the command to leave.", name="quit_ignored", at=tuple(Moment)[1:])
@mutant(
    "leaves_on_quit_in_a_search",
    "Does not leave before its search is over.",
    name="quit_ignored_in_a_search",
    at=(Moment.SEARCHING,),
)
@mutant(
    "leaves_on_quit_after_a_search",
    "Stays on the command to leave when it has searched.",
    name="quit_ignored_after_a_search",
    at=(Moment.SEARCHED, Moment.GAME_OVER),
)
@mutant(
    "leaves_on_quit_after_a_game",
    "Stays on the command to leave when the game is over.",
    name="quit_ignored_after_a_game",
    at=(Moment.GAME_OVER,),
)
class QuitIgnored(_Knowing):
    at: tuple[Moment, ...]

    def on_line(self, line: str) -> None:
        if not (self.wire.is_quit_line(line) and self.moment in self.at):
            super().on_line(line)


@mutant("leaves_on_quit_with_crlf", "Keeps the CR of a line end on the command to leave.", name="cr_kept_on_quit")
class KeepsCrOnQuit(_Knowing):
    def on_raw_line(self, row: bytes) -> None:
        is_quit = self.wire.is_quit_line(row.decode("utf-8", "replace"))
        super().on_raw_line(_with_mark(row) if is_quit else row)


@mutant("leaves_without_a_crash", "Crashes when it leaves in a search.", name="quit_crashes", at=(Moment.SEARCHING,))
class QuitCrashes(_Knowing):
    at: tuple[Moment, ...]

    def on_line(self, line: str) -> None:
        if self.wire.is_quit_line(line) and self.moment in self.at:
            self.leave(SEGFAULT)
        else:
            super().on_line(line)


@mutant(
    "leaves_at_the_end_of_input_before_the_greeting",
    "Stays when its input is closed before it was greeted.",
    name="end_of_input_ignored_before_the_greeting",
    at=(Moment.STARTED,),
)
@mutant(
    "leaves_at_the_end_of_input_when_idle", "Stays when its input is closed.", name="end_of_input_ignored", at=tuple(Moment)[1:]
)
@mutant(
    "leaves_at_the_end_of_input_in_a_search",
    "Goes on searching when its input is closed.",
    name="end_of_input_ignored_in_a_search",
    at=(Moment.SEARCHING,),
)
@mutant(
    "leaves_at_the_end_of_input_after_a_search",
    "Stays when its input is closed after a search.",
    name="end_of_input_ignored_after_a_search",
    at=(Moment.SEARCHED, Moment.GAME_OVER),
)
@mutant(
    "leaves_at_the_end_of_input_after_a_game",
    "Stays when its input is closed after a game.",
    name="end_of_input_ignored_after_a_game",
    at=(Moment.GAME_OVER,),
)
class EndIgnored(_Knowing):
    at: tuple[Moment, ...]

    def on_end_of_input(self) -> None:
        if self.moment not in self.at:
            super().on_end_of_input()


@mutant("leaves_at_the_end_of_input_when_idle", "Reads on and on when its input is closed.", name="end_of_input_spins")
class EndSpins(FixtureEngine):
    def on_end_of_input(self) -> None:
        self.idle_load = 1.0


@mutant("leaves_no_process_behind", "Leaves a child process behind when it is told to leave.", name="leaves_a_child")
class LeavesAChild(_Knowing):
    def on_line(self, line: str) -> None:
        if self.wire.is_quit_line(line):
            self.children = 1
        super().on_line(line)


@mutant(
    "leaves_no_process_behind_at_the_end_of_input",
    "Is a wrapper that ends with its input, and leaves the engine behind.",
    name="wrapper_leaves_the_engine",
)
class WrapperLeaves(FixtureEngine):
    def on_end_of_input(self) -> None:
        self.children = 1
        self.leave(0)


# -- when nothing is asked ------------------------------------------------------------------------------------------------


@mutant("is_quiet_when_idle", "Polls its input without a pause.", name="busy_when_idle", idle_load=1.0)
class BusyWhenIdle(FixtureEngine):
    pass


@mutant("is_quiet_after_a_search", "Goes on working when a search has ended.", name="busy_after_a_search")
class BusyAfterASearch(_Knowing):
    def say(self, line: str) -> None:
        super().say(line)
        if self.wire.driver.is_answer(line) and self.ended_searches:
            self.idle_load = 1.0


@mutant(
    "says_nothing_when_idle", "Says something six tenths of a second after a search.", name="chatters_after_a_search", delay=_SOON
)
@mutant("says_nothing_when_idle", "Says something every three seconds.", name="heartbeat", delay=_HEARTBEAT)
class Chatters(_Knowing):
    delay: float
    due = 0

    def say(self, line: str) -> None:
        super().say(line)
        if self.wire.driver.is_answer(line) and self.ended_searches:
            self._wait()

    def on_line(self, line: str) -> None:
        self.due += 1  # whatever comes from the GUI puts it off
        super().on_line(line)

    def _wait(self) -> None:
        self.due += 1
        due = self.due
        self.after(self.delay, lambda: self._chatter(due))

    def _chatter(self, due: int) -> None:
        if due == self.due and not self.is_searching:
            super().say(self.wire.unasked)
            self._wait()


@mutant("does_not_flood", "Prints a line without an end before each result.", name="endless_line")
class EndlessLine(_Knowing):
    def say(self, line: str) -> None:
        if self.wire.is_searched(line):
            self.output.append((False, b"x" * _ENDLESS))
        super().say(line)


# -- for a long time ------------------------------------------------------------------------------------------------------


@mutant("lasts_for_a_hundred_searches", "Dies after eighty searches.", name="dies_after_eighty_searches")
class WearsOut(_Knowing):
    def on_line(self, line: str) -> None:
        if self.ended_searches > _WORN_OUT:
            self.leave(SEGFAULT)
        else:
            super().on_line(line)


@mutant("lasts_for_a_hundred_searches", "Answers later with each search.", name="slows_down")
class SlowsDown(_Knowing):
    def on_line(self, line: str) -> None:
        if self.wire.is_sync_line(line) and self.ended_searches > _WORN_OUT / 2:
            self.after(_SLOWER * self.ended_searches, lambda: super(SlowsDown, self).on_line(line))
        else:
            super().on_line(line)


@mutant("lasts_for_a_hundred_searches", "Keeps five megabytes of each search.", name="grows")
class Grows(_Knowing):
    def say(self, line: str) -> None:
        super().say(line)
        self.memory = self.ended_searches * _GROWTH


@mutant("answers_a_sync_once", "Gives each sign of life twice.", name="sync_answered_twice")
class SyncTwice(_Knowing):
    def say(self, line: str) -> None:
        super().say(line)
        for again in self.completed(line):
            super().say(again)

    def completed(self, line: str) -> tuple[str, ...]:
        """The sign of life that a line completes, with all its lines; nothing where it completes none."""
        replies = self.wire.driver.replies
        if replies is None:
            return (line,) if self.wire.driver.is_sync(line) else ()
        self.reader = self.reader or ReplyReader(replies)
        reply = self.reader.take(line) or ()
        return reply if any(map(self.wire.driver.is_sync, reply)) else ()

    reader: ReplyReader | None = None


@mutant("answers_a_sync_once", "Gives a sign of life a minute and a half late.", name="sync_answered_late")
class SyncLate(_Knowing):
    def say(self, line: str) -> None:
        if self.wire.driver.is_sync(line):
            self.after(_MUCH, lambda: super(SyncLate, self).say(line))
        else:
            super().say(line)


class _InOneWrite(_Knowing):
    """Gives one sign of life for several requests in one write."""

    def receive(self, data: bytes) -> None:
        rows = data.splitlines(keepends=True)
        asked = [row for row in rows if self.wire.is_sync_line(row.decode("utf-8", "replace"))]
        dropped = self.dropped(asked) if len(asked) > 1 else []
        super().receive(b"".join(row for row in rows if not any(row is other for other in dropped)))

    def dropped(self, asked: list[bytes]) -> list[bytes]:
        """The requests that are forgotten."""
        raise NotImplementedError


@mutant("answers_each_of_several_syncs", "Gives one sign of life for several requests.", name="syncs_merged")
class SyncsMerged(_InOneWrite):
    def dropped(self, asked: list[bytes]) -> list[bytes]:
        return asked[1:]


@mutant("answers_each_of_several_syncs", "Answers only the last of several requests.", name="last_sync_only")
class LastSyncOnly(_InOneWrite):
    def dropped(self, asked: list[bytes]) -> list[bytes]:
        return asked[:-1]

"""The start, `info`, and that every command is ended by `ok`."""

from conformance.api.messages import Malformed
from conformance.api.suites import (
    Chapter,
    Dialogue,
    Direction,
    Nonconformance,
    NotReached,
    blame_buffer,
    blame_stderr,
    quoted,
)
from conformance.suites.uhp import corpus
from conformance.suites.uhp.dialogues.concluding import conclude
from conformance.suites.uhp.driver import is_ok, uhp
from conformance.suites.uhp.grammar import parse
from conformance.suites.uhp.messages import Error, Id
from conformance.suites.uhp.playing import Player, supported
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("UHP-START-01", "UHP-IO-07")
def begins_by_itself(d: Dialogue) -> None:
    """The response to `info` comes at the start without any input, on stdout and flushed."""
    try:
        d.expect(is_ok, "an info block ended by ok, without any input", within_ms=d.limits.handshake_ms)
    except Nonconformance:
        blame_stderr(d, lambda text: text.strip() == "ok" or isinstance(parse(text), Id), "UHP-IO-07")
        if not _answers_when_asked(d):
            blame_buffer(d, is_ok, "UHP-IO-05")
        raise
    index, first = next(iter(d.transcript.heard_at(0)))
    if first.text == "ok":
        d.fail("id and the engine's name before the first ok", "nothing but ok", at=index)
    d.send("info")
    d.transcript.synced = d.wait_for(is_ok, within_ms=d.limits.command_ms) is not None


def _answers_when_asked(d: Dialogue) -> bool:
    """Whether an engine that did not begin by itself waits for a command."""
    d.send_illegal("info")
    return d.wait_for(is_ok, within_ms=d.limits.command_ms) is not None


@chapter.dialogue("UHP-INFO-01", needs=("UHP-IO-05",))
def answers_info(d: Dialogue) -> None:
    """`info` is answered."""
    uhp.greet(d)
    answer = uhp.demand(d, "info", "UHP-INFO-01", anywhere=True)
    if answer.error or answer.is_empty:
        d.fail("id and the engine's name", answer.words)
    conclude(d, "UHP-INFO-01")


@chapter.dialogue("UHP-START-02")
def is_silent_after_its_start(d: Dialogue) -> None:
    """After the first `ok` nothing comes before a command."""
    uhp.greet(d)
    d.silence(lambda _: True, "silence after the first ok", for_ms=d.limits.long_quiet_ms)
    d.fence()


#: One command of each form, right ones and wrong ones, and the requirement that stands for the engine's living through it.
_COMMANDS = (
    ("info", "UHP-INFO-01"),
    ("options", "UHP-OPT-01"),
    ("newgame Base", "UHP-NEW-02"),
    ("validmoves", "UHP-VM-01"),
    ("play wS1", "UHP-PLAY-01"),
    ("play bS1 wS1-", "UHP-PLAY-01"),
    ("undo", "UHP-UNDO-01"),
    ("play bS1 wS1-", "UHP-PLAY-01"),
    ("undo 2", "UHP-UNDO-02"),
    ("undo 99", "UHP-UNDO-04"),
    ("play wS9", "UHP-PLAY-09"),
    ("pass", "UHP-PASS-03"),
    ("newgame Bogus", "UHP-NEW-05"),
    ("options get NoSuchOption", "UHP-OPT-07"),
)


@chapter.dialogue("UHP-OK-01", "UHP-OK-02")
def ends_every_response(d: Dialogue) -> None:
    """Every command is ended by one `ok`, also one that fails."""
    uhp.ready(d)
    for line, requirement in _COMMANDS:
        _expect_ok(d, line, requirement)
    d.fence()


@chapter.dialogue("UHP-OK-01", "UHP-OK-02")
def ends_the_response_to_a_forced_pass(d: Dialogue) -> None:
    """`pass` is ended by one `ok`."""
    uhp.ready(d)
    player = Player(d)
    player.load(corpus.game("H18"))
    _expect_nothing_more(d, d.limits.reply_window_ms)  # an engine may have more to say of the pass that it sees coming
    _expect_ok(d, "pass", "UHP-PASS-01")
    d.fence()


def _expect_ok(d: Dialogue, line: str, requirement: str) -> None:
    heard = len(d.transcript)
    try:
        d.send_illegal(line)
        d.expect(is_ok, f"ok after `{line}`", within_ms=d.limits.command_ms, requirement="UHP-OK-01")
    except Nonconformance as breach:
        if d.dead is not None:
            raise NotReached(requirement, breach.actual) from None
        _expect_no_hidden_ok(d, heard)
        raise
    _expect_no_hidden_ok(d, heard, ended=True)
    _expect_nothing_more(d)


def _expect_nothing_more(d: Dialogue, within_ms: float = 0.0) -> None:
    """The verdict: the command that was sent last has had its response; it is listened to for a moment, or for `within_ms`."""
    heard, lines = len(d.transcript), d.transcript.lines
    line = next((line.text for line in reversed(lines) if line.direction is Direction.TO_ENGINE), "")
    d.pause(within_ms or 4 * d.limits.drain_ms)
    for index, stray in d.transcript.heard_at(heard):
        broken = "UHP-OK-01" if stray.text == "ok" else "UHP-OK-02"
        expected = f"nothing after the ok after {quoted(line, 120)}"
        d.fail(expected, quoted(stray, 120), at=index, requirement=broken)


def _expect_no_hidden_ok(d: Dialogue, heard: int, *, ended: bool = False) -> None:
    """The verdict: no `ok` in other letters or after something. After an error that was `ended` anything is free text."""
    for index, line in d.transcript.heard_at(heard):
        message = parse(line.text)
        if isinstance(message, Malformed) and message.verb == "ok":
            d.fail("ok on a line of its own", quoted(line, 120), at=index, requirement="UHP-OK-02")
        if isinstance(message, Error) and ended:
            return


#: Share of a processor from which on it is worth a remark that an engine computes between commands.
_BUSY = 0.2


@chapter.dialogue("UHP-LIFE-06", needs=("UHP-VM-06",))
def is_silent_between_commands(d: Dialogue) -> None:
    """Nothing comes between a response and the next command."""
    uhp.ready(d)
    player = Player(d)
    player.load(supported(d, [corpus.game("H17a"), corpus.game("H2")])[0])
    player.moves()
    for window_ms in (2 * d.limits.quiet_ms, d.limits.heartbeat_ms):  # it may say something every few seconds
        share = d.processor_share(window_ms)
        if share is not None and share > _BUSY:
            d.remark("busy when idle", f"uses {share:.0%} of a processor while it waits for a command", weight=share)
        for line in ("options", "info"):
            uhp.ask(d, line, anywhere=True)
        player.play(player.common(player.moves()))
    conclude(d, "UHP-LIFE-06")

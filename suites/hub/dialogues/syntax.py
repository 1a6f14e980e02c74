"""The general syntax, in what the GUI may write, and what an engine has to overlook."""

from collections.abc import Callable

from conformance.api.suites import Chapter, Dialogue, Unusual
from conformance.suites.hub.driver import MIDDLE, hub, is_done, is_pong, is_ready, is_role, is_wait
from conformance.suites.hub.playing import CORPUS, MARK, ONE_CAPTURE, answers, still_plays
from conformance.suites.hub.record import Record
from conformance.suites.hub.syntax import quote

chapter: Chapter[Record] = Chapter()

_START = CORPUS["P-START"].text
_JUNK = 'zz=1 qq yy="a b" xx="a = b"'


@chapter.dialogue("HUB-SYN-02", needs=("HUB-GO-05", "HUB-GO-07"))
def takes_quotes_around_any_value(d: Dialogue) -> None:
    """Quotes are accepted around any value."""
    hub.greet(d)
    for param in hub.declared(d)[:1]:
        d.send(f'set-param name="{param.name}" value="{param.value or ""}"')
    hub.init(d)
    d.send(f"pos pos={MARK}", f'pos pos="{ONE_CAPTURE}"', _quoted(f"level {hub.brief(d)}"), "go think")
    answers(d, "HUB-SYN-02", whatever=True)
    d.fence()


def _quoted(line: str) -> str:
    return line.replace("=", '="') + '"'


@chapter.dialogue("HUB-SYN-03", needs=("HUB-GO-05", "HUB-GO-07"))
def takes_an_empty_list_of_moves(d: Dialogue) -> None:
    """An empty `moves` means that no move is to be played."""
    hub.ready(d)
    d.send(f"pos pos={MARK}", f'pos pos={ONE_CAPTURE} moves=""', f"level {hub.brief(d)}", "go think")
    answers(d, "HUB-SYN-03", whatever=True)
    d.fence()


@chapter.dialogue("HUB-SYN-04", needs=("HUB-LVL-07",))
def takes_flags_with_an_empty_value(d: Dialogue) -> None:
    """A flag that is written with an empty value is the same flag."""
    hub.ready(d)
    d.send(f"pos pos={ONE_CAPTURE}", 'level infinite=""', 'go think=""')
    if d.wait_for(is_done, within_ms=d.limits.underway_ms) is None:
        d.send("stop")
        d.expect(is_done, 'done after `go think=""` and `stop`', within_ms=d.limits.stop_ms)
    d.fence()


@chapter.dialogue("HUB-SYN-05", needs=("HUB-GO-05", "HUB-GO-07", "HUB-SYN-03", "HUB-PNG-01"))
def takes_additional_spaces(d: Dialogue) -> None:
    """Leading, trailing and repeated spaces change nothing."""
    hub.ready(d)
    d.send("   ping   ")
    d.expect(is_pong, "pong to a ping between spaces", within_ms=d.limits.search_ms)
    d.send(f"pos pos={MARK}", f'  pos    pos={ONE_CAPTURE}   moves=""  ', f"level   {hub.brief(d)} ", " go   think ")
    answers(d, "HUB-SYN-05", whatever=True)
    d.send(f"pos pos={MARK}", f"pos  pos={ONE_CAPTURE}", f"level {hub.brief(d)}", "go  think")
    answers(d, "HUB-SYN-05", whatever=True)
    d.fence()


#: The limits that every engine knows.
_LEVELS = ("time=1", "moves=40 time=1", "time=1 inc=0")
_EVERY = (
    "HUB-INI-01", "HUB-INI-06", "HUB-GO-02", "HUB-GO-03", "HUB-GO-05", "HUB-GO-07", "HUB-LVL-04", "HUB-LVL-05", "HUB-LVL-06",
    "HUB-LVL-10", "HUB-PNG-01", "HUB-PNG-02", "HUB-PON-01", "HUB-POS-05", "HUB-QUI-01", "HUB-STP-01",
)  # fmt: skip


def _written(d: Dialogue, requirement: str, write: Callable[[str], None], how: str) -> Unusual:
    def settle() -> None:
        d.send_illegal("stop")
        d.wait_for(is_done, within_ms=d.limits.stop_ms)

    return Unusual(d, requirement, write, how, settle)


def _says_every_command(written: Unusual) -> None:
    """The verdict: each command in each of its forms is obeyed when it is written in some way."""
    d, say, expect = written.d, written.say, written.expect
    expect("hub", is_wait, "wait", d.limits.handshake_ms)
    for param in hub.declared(d)[:1]:
        say(f'set-param name={quote(param.name or "")} value="{param.value or ""}"')
    expect("init", is_ready, "ready", d.limits.ready_ms)
    expect("ping", is_pong, "pong", d.limits.search_ms)
    say("new-game")
    for level in _LEVELS:
        d.send("level time=600")  # which is still in force where the next one is lost
        for line in (f"pos pos={MIDDLE}", f"level {level}"):
            say(line)
        expect("go think", is_done, "done", 3000 + d.limits.grace_ms, stands_alone=False)
        hub.drain(d)
    d.send(f"pos pos={MARK}")
    for line in (f"pos pos={ONE_CAPTURE}", f"level {_LEVELS[0]}", "go think"):
        say(line)
    answers(d, written.requirement, whatever=True)
    _ends_a_search(written, ("level infinite", "go analyze"), "stop")
    expect("ping", is_pong, "pong", d.limits.search_ms)
    _ends_a_search(written, ("level time=1", "go ponder"), "ponder-hit")
    say("quit")
    d.expect_exit(f"an exit after `quit` {written.how}", within_ms=d.limits.quit_ms, requirement=written.requirement)


def _ends_a_search(written: Unusual, lines: tuple[str, str], end: str) -> None:
    """Begin a search that lasts; the verdict is that it is answered once it is told to end, or before."""
    d = written.d
    written.since.clear()
    for line in (f'pos pos={_START} moves="32-28"', *lines):
        written.say(line)
    if d.wait_for(is_done, within_ms=d.limits.underway_ms) is None:
        written.expect(end, is_done, "done", 1000 + d.limits.grace_ms, stands_alone=False)
    hub.drain(d)


@chapter.dialogue("HUB-SYN-05", needs=_EVERY, fresh=True, leaves=True)
def takes_additional_spaces_in_every_command(d: Dialogue) -> None:
    """Leading, trailing and repeated spaces change nothing in any command."""
    _says_every_command(_written(d, "HUB-SYN-05", lambda line: d.send(f"  {_spaced(line)}  "), "between spaces"))


def _spaced(line: str) -> str:
    """A line with more spaces, but for those within quotes: they are part of a value."""
    return '"'.join(part if place % 2 else part.replace(" ", "   ") for place, part in enumerate(line.split('"')))


@chapter.dialogue("HUB-TR-08", needs=_EVERY, fresh=True, leaves=True)
def takes_crlf_after_every_command(d: Dialogue) -> None:
    """Each command is understood when CR LF ends it."""
    _says_every_command(_written(d, "HUB-TR-08", lambda line: d.send(line, end="\r\n"), "with CR LF"))


@chapter.dialogue("HUB-SYN-06", needs=("HUB-GO-05", "HUB-GO-07", "HUB-POS-05", "HUB-POS-09", "HUB-SYN-05"))
def survives_other_blanks(d: Dialogue) -> None:
    """A tab, blanks around `=`, and more than one blank between moves do no harm."""
    hub.ready(d)
    d.send(f"pos pos={MARK}", f'pos pos={_START} moves="  32-28   19-23 28x19x23  "', f"level {hub.brief(d)}", "go think")
    answers(d, "HUB-SYN-06", whatever=True)
    d.send_illegal("level\tdepth = 1", f"pos\tpos={_START}")
    d.pause(d.limits.reply_window_ms)
    still_plays(d, "a tab and blanks around `=`")


@chapter.dialogue("HUB-SYN-07", needs=("HUB-POS-05",))
def takes_arguments_in_any_order(d: Dialogue) -> None:
    """The order of the arguments of a command is free."""
    hub.greet(d)
    for param in hub.declared(d)[:1]:
        d.send(f'set-param value="{param.value or ""}" name={quote(param.name or "")}')
        d.pause(d.limits.moment_ms)
        d.expect_alive("an engine that lives after `set-param value=... name=...`")
    hub.init(d)
    d.send(f"pos pos={MARK}", f'pos moves="32-28" pos={_START}', "level inc=0 time=2", "go think")
    answers(d, "HUB-SYN-07", whatever=True)
    d.fence()


@chapter.dialogue("HUB-SYN-08", needs=("HUB-GO-05", "HUB-GO-07"))
def ignores_unknown_commands_before_init(d: Dialogue) -> None:
    """An unknown command before `init`, or before a search, changes nothing."""
    hub.greet(d)
    d.send('frobnicate a=1 b="x y"')
    d.silence(is_role, "no message of the protocol to an unknown command", for_ms=d.limits.reply_window_ms)
    d.expect_alive("an engine that lives after an unknown command")
    hub.init(d)
    d.send(f"pos pos={ONE_CAPTURE}", "frobnicate", f"level {hub.brief(d)}", "frobnicate think", "go think")
    answers(d, "HUB-SYN-08", whatever=True)
    d.fence()


@chapter.dialogue("HUB-SYN-09", needs=("HUB-GO-05", "HUB-GO-07", "HUB-NEW-03", "HUB-PNG-01", "HUB-STP-01", "HUB-INI-08"))
def ignores_unknown_arguments(d: Dialogue) -> None:
    """Unknown arguments and flags are ignored on every command."""
    d.send(f"hub {_JUNK}")
    d.expect(is_wait, "wait after `hub` with unknown arguments", within_ms=d.limits.handshake_ms)
    for param in hub.declared(d)[:1]:
        d.send(f"{hub.setting(param, param.value or '')} {_JUNK}")
    d.send(f"init {_JUNK}")
    d.expect(is_ready, "ready after `init` with unknown arguments", within_ms=d.limits.ready_ms)
    d.send(f"ping {_JUNK}")
    d.expect(is_pong, "pong to `ping` with unknown arguments", within_ms=d.limits.search_ms)
    d.send(f"new-game {_JUNK}", f"pos pos={MARK}")
    d.send(f"pos pos={ONE_CAPTURE} {_JUNK}", f"level {hub.brief(d)} {_JUNK}", f"go think {_JUNK}")
    answers(d, "HUB-SYN-09", whatever=True)
    d.send(f"pos pos={MARK}", f"pos {_JUNK} pos={ONE_CAPTURE}", f"level {_JUNK} {hub.brief(d)}", f"go {_JUNK} think")
    answers(d, "HUB-SYN-09", whatever=True)
    hub.start_long(d, "think")
    d.pause(d.limits.early_ms)
    is_over = hub.answered(d)
    d.send(f"stop {_JUNK}")
    if not is_over:
        d.expect(is_done, "done after `stop` with unknown arguments", within_ms=d.limits.stop_ms)
    d.fence()


#: How long a search has lasted at such a line, in times of `underway_ms`: an engine may end all its searches after one time.
_AFTER = (0.5, 1, 1.5)
_IN_A_SEARCH = ("HUB-STP-01", "HUB-LVL-07", "HUB-GO-01", "HUB-GO-03")


@chapter.dialogue("HUB-SYN-10", needs=(*_IN_A_SEARCH, "HUB-SYN-08"), cases=("think", "ponder"))
def goes_on_after_an_unknown_line(d: Dialogue, mode: str) -> None:
    """An unknown line does not end a search that thinks or ponders: one that ends just then every time is ended by it."""
    _expect_to_go_on(d, mode, hub.unknown_lines[0], "an unknown line")


@chapter.dialogue("HUB-SYN-15", needs=(*_IN_A_SEARCH, "HUB-SYN-11"), cases=("think", "ponder"))
def goes_on_after_a_blank_line(d: Dialogue, mode: str) -> None:
    """A blank line does not end a search that thinks or ponders: one that ends just then every time is ended by it."""
    _expect_to_go_on(d, mode, "", "a blank line")


def _expect_to_go_on(d: Dialogue, mode: str, line: str, what: str) -> None:
    hub.ready(d)
    for share in _AFTER:
        hub.search_on(d, mode, ms=share * d.limits.underway_ms)
        d.send_illegal(line)
        d.wait_for(is_done, within_ms=d.limits.early_ms)
        d.expect_alive(f"an engine that lives after {what} in a search")
        if not hub.answered(d):
            break
        hub.drain(d)
    else:
        d.fail(f"a search that goes on after {what}", f"the search ended, {len(_AFTER)} times of {len(_AFTER)}")
    d.send("stop")
    d.expect(is_done, f"done to the `stop` after {what}", within_ms=d.limits.stop_ms)
    d.fence()


_MALFORMED = (
    'pos pos="Wbb',
    "=foo",
    "level depth=abc",
    "level time=",
    "pos",
    "pos pos=",
    "set-param",
    "go",
    "level",
    "\udcff\udcfe",
)


@chapter.dialogue("HUB-SYN-12", needs=("HUB-PNG-01", "HUB-SYN-08", "HUB-INI-11", "HUB-GO-16", "HUB-POS-11"), cases=_MALFORMED)
def survives_a_malformed_line(d: Dialogue, line: str) -> None:
    """A malformed line does not end or block the engine."""
    hub.ready(d)
    d.send_illegal(line)
    d.pause(d.limits.reply_window_ms)
    d.expect_alive(f"an engine that lives after `{line}`")
    if line == "go":
        d.send_illegal("stop")
    d.send_illegal("ping")
    d.expect(is_pong, f"pong after `{line}`", within_ms=d.limits.search_ms)
    if line != "go":  # what comes of that one is HUB-GO-16's
        still_plays(d, f"`{line}`")

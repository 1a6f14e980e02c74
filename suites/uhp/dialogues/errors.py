"""Unknown commands and blank lines, and that errors change nothing."""

from conformance.api.suites import Chapter, Dialogue, NotReached, quoted
from conformance.suites.uhp import corpus
from conformance.suites.uhp.dialogues.concluding import expect_same_moves
from conformance.suites.uhp.driver import LONG_SEARCH_SECONDS, is_ok, uhp
from conformance.suites.uhp.playing import Player, on_trial
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("UHP-ERR-01")
def refuses_unknown_commands(d: Dialogue) -> None:
    """An unknown command is answered by a line that begins with `err`, then `ok`."""
    uhp.ready(d)
    for line in uhp.unknown_lines:
        answer = uhp.demand(d, line, "UHP-ERR-01", anywhere=True)
        if answer.error is None or answer.error.prefix != "err":
            d.fail(f"err and a text after `{line}`", answer.words, at=answer.index)
    d.fence()


@chapter.dialogue("UHP-ERR-01", needs=("UHP-BEST-05", "UHP-IO-03"))
def refuses_unknown_commands_around_a_search(d: Dialogue) -> None:
    """An unknown command that comes during a search, or after one, is answered by an error."""
    uhp.ready(d)
    in_search, later = uhp.unknown_lines[:2]
    uhp.start_long_search(d)
    d.not_over(for_ms=d.limits.underway_ms)
    d.send_illegal(in_search)
    limit = 1000 * LONG_SEARCH_SECONDS + d.limits.grace_ms
    if d.wait_for(is_ok, within_ms=limit) is None:
        d.expect_alive(f"an engine that lives after `{in_search}` in a search")
        raise NotReached("UHP-BEST-03", "the search does not end in its time")
    since = len(d.transcript)
    uhp.expect_ok(d, in_search, "UHP-ERR-01", d.limits.command_ms)
    at, said = d.transcript.heard_at(since)[0]
    if not said.text.startswith("err"):
        d.fail(f"err and a text after `{in_search}` in a search", quoted(said), at=at)
    answer = uhp.demand(d, later, "UHP-ERR-01", anywhere=True)
    if answer.error is None:
        d.fail(f"err and a text after `{later}` after a search", answer.words, at=answer.index)
    d.fence()


@chapter.dialogue("UHP-ERR-02", needs=("UHP-VM-06", "UHP-ERR-01"))
def errors_change_nothing(d: Dialogue) -> None:
    """A command that ends in an error leaves the game as it was."""
    uhp.ready(d)
    player = Player(d)
    for name in ("H2", "H5"):
        player.load(corpus.game(name))
        before = player.moves()
        for line in ("foobar", "bestmove depth x", "options get NoSuchOption", "xyzzy 1 2"):
            is_known = line.startswith(("bestmove", "options"))
            uhp.ask(d, line, anywhere=True, requirement="UHP-OK-01" if is_known else "UHP-ERR-01")
            player.disturbed("UHP-ERR-02")
            answer = uhp.ask(d, "validmoves", anywhere=True)
            if answer.error:
                d.fail(f"the same moves as before `{line}`", answer.words)
            expect_same_moves(d, player, before.moves, "UHP-ERR-02", f"the same moves as before `{line}`")
        with on_trial(d, "UHP-ERR-02", expected="a game that goes on where it was before the errors"):
            player.play(player.common(before))
    d.fence()


@chapter.dialogue("UHP-ERR-04")
def lives_through_blank_lines(d: Dialogue) -> None:
    """A blank line is ignored or answered by an error, and the engine lives on."""
    uhp.ready(d)
    for line in ("", "  ", ""):
        since = len(d.transcript)
        d.send_illegal(line)
        d.pause(d.limits.reply_window_ms)
        d.expect_alive("an engine that lives after a blank line")
        if answer := d.transcript.heard_at(since):
            at, said = answer[0]
            d.remark("blank line", f"answers a blank line, by {quoted(said)}", at=at)
    expect_info(d, "blank lines")


def expect_info(d: Dialogue, after: str) -> None:
    """The verdict: the engine still answers `info`, whatever it made of what came before."""
    d.send_illegal("info")
    what = f"an answer to info after {after}"
    d.expect(lambda text: text != "ok" and not text.startswith("err"), what, within_ms=d.limits.command_ms)
    d.expect(is_ok, "ok after info", within_ms=d.limits.command_ms)
    d.transcript.synced = True

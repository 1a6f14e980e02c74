"""The first commands: the engine obeys them, and its answers come over a pipe, on standard output."""

from collections.abc import Callable

from conformance.api.messages import Malformed
from conformance.api.suites import Chapter, Dialogue, NotReached, blame_buffer, blame_stderr, on_stderr
from conformance.games.othello import Game
from conformance.suites.nboard.driver import is_answer, is_obedient, is_pong, is_role_line, nboard, written
from conformance.suites.nboard.grammar import parse
from conformance.suites.nboard.messages import is_role
from conformance.suites.nboard.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("NB-TR-09")
def answers_on_standard_output(d: Dialogue) -> None:
    """Answers come on standard output. Where they come on standard error, the two are taken for one from here on."""
    d.send("nboard 2", "set depth 1", written(Game()), "ping 1", "go")
    _expect_somewhere(d, is_obedient, "an answer to `ping` or `go` after `nboard 2`", d.limits.handshake_ms, "NB-HS-01")
    _expect_somewhere(d, is_pong, "an answer to `ping`", d.limits.ready_ms, "NB-PNG-01")
    _expect_somewhere(d, is_answer, "an answer to `go`", d.limits.search_ms, "NB-GO-01")
    said = [line.text for line in d.transcript.heard()]
    is_heard = any(map(is_pong, said)) and any(map(is_answer, said))
    if not is_heard:  # a copy of what is said is another matter
        blame_stderr(d, _is_well_formed_answer)
    d.pause(d.limits.reply_window_ms)


def _expect_somewhere(d: Dialogue, wanted: Callable[[str], bool], expected: str, within_ms: float, requirement: str) -> None:
    """The verdict: a line comes on standard output or standard error, or any answer on standard error.

    An engine that answers nowhere is blamed at once, so that it costs one time-out.
    """
    if on_stderr(d, wanted) or any(wanted(line.text) for line in d.transcript.heard()):
        return
    line = d.owed(wanted, within_ms=within_ms, on_stderr=True)
    if line or on_stderr(d, _is_well_formed_answer) is not None:
        return
    if d.dead is not None:
        raise NotReached("NB-HS-01", "no answer on standard output or standard error")
    blame_buffer(d, wanted, "NB-TR-01")
    answer = next((at for at, heard in d.transcript.heard_at() if is_answer(heard.text)), None)
    line.blame(expected, "" if answer is None else "only an answer to `go`", at=answer, requirement=requirement)


@chapter.dialogue("NB-HS-01", "NB-TR-01")
def obeys_after_nboard(d: Dialogue) -> None:
    """After `nboard 2` the commands of the protocol are obeyed, and their answers arrive over a pipe."""
    d.send("nboard 2")
    d.pause(d.limits.reply_window_ms)
    d.send("set depth 1", written(Game()), "ping 1", "go")
    if not (answer := d.owed(is_obedient, within_ms=d.limits.handshake_ms)):
        blame_buffer(d, is_obedient, "NB-TR-01")
        answer.blame("an answer to `ping` or `go` after `nboard 2`", requirement="NB-HS-01")
    d.wait_for(is_answer, within_ms=d.limits.command_ms)
    d.pause(d.limits.reply_window_ms)


def _is_well_formed_answer(text: str) -> bool:
    message = parse(text)
    return is_role(message) and not isinstance(message, Malformed)


@chapter.dialogue("NB-HS-02", needs=("NB-HS-01",))
def nboard_itself_is_not_answered(d: Dialogue) -> None:
    """`nboard 2` brings no answer but a name or a status."""
    d.send("nboard 2")
    d.silence(is_role_line, "nothing but a name or a status after `nboard 2`", for_ms=d.limits.quiet_ms / 2)


@chapter.dialogue("NB-PNG-10", needs=("NB-HS-02", "NB-PNG-02"))
def ping_is_answered_before_there_is_a_game(d: Dialogue) -> None:
    """`ping` right after `nboard` is answered, with neither depth nor game set."""
    nboard.greet(d)
    d.send("ping 1")
    d.expect(is_pong, "pong before the first game", within_ms=d.limits.ready_ms)
    d.transcript.synced = True

"""Pongs in order, and lines that nobody asked for: the command before such a line decides which requirement it breaks."""

from conformance.api.suites import Chapter, Finding, Judgements, Seen, quoted
from conformance.suites.nboard.dialogues import game, going, handshake, interrupting, moves, pinging, requests, settings, stream
from conformance.suites.nboard.messages import Pong
from conformance.suites.nboard.record import PongHeard, Record, Stray

chapter: Chapter[Record] = Chapter()

#: A line so soon (s) after the end of a request still belongs to it.
_TRAILING = 0.25

_COMMANDS = {
    "nboard": "NB-HS-02",
    "set depth": "NB-DEP-03",
    "set contempt": "NB-CTM-01",
    "set game": "NB-GAM-08",
    "move": "NB-MOV-05",
}
_EXPECTED = {
    **{requirement: f"no answer to `{command}`" for command, requirement in _COMMANDS.items()},
    "NB-GO-01": "one === to one go",
    "NB-GO-09": "no thinking output after ===",
    "NB-LRN-03": "learned and nothing else",
    "NB-PNG-01": "one pong to one ping",
    "NB-PNG-04": "after the pong nothing of the work that was interrupted",
    "NB-PNG-06": "one === or none to an interrupted go",
    "NB-TR-06": "an idle engine that says nothing but status and set myname",
}


def blame(stray: Stray) -> str:
    """The requirement that an unasked line breaks; "" where it cannot be known."""
    work = stray.after
    interrupted = work is not None and work.is_interrupted
    if stray.heard.verb == "pong":
        return _COMMANDS.get(stray.commands[0], "") if len(stray.commands) == 1 else "" if stray.commands else "NB-PNG-01"
    trails = work is not None and work.ended_at is not None and stray.heard.at - work.ended_at < _TRAILING
    if stray.commands:
        alone = len(stray.commands) == 1 and not trails and not (interrupted and not stray.in_stretch)
        return _COMMANDS.get(stray.commands[0], "") if alone else ""
    if interrupted:
        is_second = stray.heard.verb == "===" and work is not None and bool(work.answers)
        return "NB-PNG-06" if is_second else "NB-PNG-04" if not stray.in_stretch else ""
    if work is None or not trails:
        return "NB-TR-06"
    if stray.heard.verb == "nodestats":
        return ""
    if work.verb == "learn":
        return "NB-LRN-03"
    return "NB-GO-01" if stray.heard.verb == "===" else "NB-GO-09"


def _late_ms(stray: Stray) -> float | None:
    """By how much a `nodestats`, which may trail its request, came too late for that; None for any other line."""
    ended_at = stray.after.ended_at if stray.after is not None else None
    if ended_at is None or stray.heard.verb != "nodestats":
        return None
    return max(0.0, stray.heard.at - ended_at - _TRAILING) * 1000


@chapter.invariant(
    *_EXPECTED,
    evidence=(
        handshake.nboard_itself_is_not_answered,
        settings.set_depth_is_not_answered,
        settings.takes_any_contempt,
        game.set_game_is_not_answered,
        moves.move_is_not_answered,
        going.go_is_answered_once,
        requests.learn_is_answered,
        pinging.idle_ping_is_answered_once,
        interrupting.nothing_comes_after_the_pong,
        stream.says_nothing_after_each_request,
    ),
)
def nothing_comes_unasked(record: Record) -> Judgements:
    """No line comes unasked: not after a command that has no answer, a request that has ended, or a `pong`."""
    strays = [stray for stray in record.strays if not (stray.heard.verb == "pong" and _is_shifted(record))]
    for stray in strays:
        if requirement := blame(stray):
            yield Finding(requirement, _EXPECTED[requirement], quoted(stray.heard), stray.heard.index, _late_ms(stray))
    broken = {blame(stray) for stray in strays}
    for requirement in _met(record) - broken:
        yield Seen(requirement)


def _is_shifted(record: Record) -> bool:
    """Whether one pong too many came before another: the numbers are those of the pings, but each comes too late."""
    surplus = any(stray.heard.verb == "pong" for stray in record.strays)
    return surplus and any(not _is_right(pong) for pong in record.pongs)


def _is_right(pong: PongHeard) -> bool:
    return isinstance(pong.heard.message, Pong) and pong.heard.message.number == pong.due[0]


def _met(record: Record) -> set[str]:
    """The requirements that this record has a case of."""
    met = {requirement for command, requirement in _COMMANDS.items() if command in record.sent}
    for work in record.works:
        if work.is_interrupted:
            met |= {"NB-PNG-04"} | ({"NB-PNG-06"} if work.verb == "go" else set())
        elif work.is_over:
            met |= {"NB-LRN-03"} if work.verb == "learn" else {"NB-GO-01", "NB-GO-09"}
    return met | ({"NB-PNG-01", "NB-TR-06"} if record.pongs else set())


@chapter.invariant("NB-PNG-02", "NB-PNG-03", evidence=(pinging.pong_carries_the_number, pinging.many_pings_in_one_write))
def pongs_match_their_pings(record: Record) -> Judgements:
    """Each `pong` carries the number of the oldest `ping` that has had none, and comes before what was asked for after that."""
    # In a dialogue of the suite a pong that is late, and comes when the dialogue is over, is another matter.
    numbers = {pong.heard.message.number for pong in record.pongs if isinstance(pong.heard.message, Pong)}
    for one in () if record.check else (each for each in record.overtaken if each.number not in numbers):
        expected = f"pong {one.number} before the answer to a go after `ping {one.number}`"
        yield Finding("NB-PNG-03", expected, quoted(one.heard), one.heard.index)
    for pong in () if _is_shifted(record) else record.pongs:
        yield from _number(pong)


def _number(pong: PongHeard) -> Judgements:
    expected = f"pong {pong.due[0]}"
    message = pong.heard.message
    if not isinstance(message, Pong):
        yield Finding("NB-PNG-02", expected, quoted(pong.heard), pong.heard.index)
    elif message.number == pong.due[0]:
        yield Seen("NB-PNG-02")
        yield Seen("NB-PNG-03")
    elif message.number in pong.due:
        yield Finding("NB-PNG-03", expected, f"{quoted(pong.heard)} before it", pong.heard.index)
    else:
        yield Finding("NB-PNG-02", expected, quoted(pong.heard), pong.heard.index)

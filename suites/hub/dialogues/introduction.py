"""From the first `hub` over the parameters to `ready`, on stdout and flushed."""

import re

from conformance.api.suites import (
    Chapter,
    Dialogue,
    Nonconformance,
    NotApplicable,
    NotReached,
    blame_buffer,
    blame_stderr,
    number,
)
from conformance.suites.hub.arguments import integer
from conformance.suites.hub.driver import MIDDLE, errors_in, hub, is_pong, is_ready, is_role, is_wait
from conformance.suites.hub.messages import Param, ParamType
from conformance.suites.hub.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue(
    "HUB-TR-15", needs=("HUB-TR-02", "HUB-INI-01", "HUB-INI-06", "HUB-INI-07", "HUB-PNG-01", "HUB-PNG-05"), fresh=True
)
def takes_what_comes_with_hub(d: Dialogue) -> None:
    """Commands in the same write as `hub` are carried out after it, in order."""
    d.send_illegal("hub", "init", "ping", together=True)
    d.reach(is_wait, "wait", within_ms=d.limits.handshake_ms, requirement="HUB-INI-01")
    d.expect(is_ready, "ready to `init` in the same write as `hub`", within_ms=d.limits.ready_ms)
    d.expect(is_pong, "pong to `ping` in the same write as `hub`", within_ms=d.limits.search_ms)


@chapter.dialogue("HUB-TR-01", "HUB-TR-11", "HUB-INI-01")
def introduction(d: Dialogue) -> None:
    """`hub` is answered by `wait` while the input is open."""
    d.send("hub")
    try:
        d.expect(is_wait, "wait", within_ms=d.limits.handshake_ms, requirement="HUB-INI-01")
    except Nonconformance:
        blame_stderr(d, is_wait, "HUB-TR-11")
        blame_buffer(d, is_wait, "HUB-TR-01")
        raise
    d.pause(d.limits.reply_window_ms)
    d.transcript.synced = True


@chapter.dialogue("HUB-INI-07", "HUB-INI-06", needs=("HUB-INI-01", "HUB-TR-01"))
def initialisation(d: Dialogue) -> None:
    """`init` without any `set-param` is answered by exactly one `ready`."""
    hub.introduce(d)
    d.pause(d.limits.reply_window_ms)
    d.send("init")
    try:
        d.expect(is_ready, "ready", within_ms=d.limits.ready_ms, requirement="HUB-INI-06")
    except Nonconformance as breach:
        _wants_a_parameter(d, breach)
        raise
    d.silence(is_ready, "a single ready", for_ms=d.limits.reply_window_ms, requirement="HUB-INI-06")
    d.transcript.synced = True


def _wants_a_parameter(d: Dialogue, breach: Nonconformance) -> None:
    for param in hub.declared(d)[:1]:
        d.send_illegal(hub.setting(param, param.value or ""), "init")
        if d.dead is None and d.wait_for(is_ready, within_ms=d.limits.command_ms):
            raise breach.told_as("HUB-INI-07", "ready after `init` alone", "ready only after a `set-param`")


@chapter.dialogue("HUB-INI-08", silence_blocked_by=("HUB-GO-01",))
def own_values_are_accepted(d: Dialogue) -> None:
    """Every parameter accepts the value that it was declared with."""
    hub.greet(d)
    for param in _declared(d):
        line = hub.setting(param, param.value or "")
        d.send(line)
        d.pause(d.limits.moment_ms)
        d.expect_alive(f"an engine that lives after `{line}`, its own value")
    _expect_ready(d, "every parameter was set to its own value")
    _expect_answer(d, "every parameter was set to its own value")


#: Values of these may cost memory, need files, or start threads: only what is near the default is tried.
_COSTLY = re.compile(r"size|hash|thread|core|cpu|mem|ram|cache|[kmg]b|mega|giga|path|file|bb|tb|book", re.IGNORECASE)
#: A number that may be larger than this may stand for megabytes or nodes whatever its name is.
_LARGE = 1000


def _declared(d: Dialogue, *types: ParamType) -> list[Param]:
    found = [param for param in hub.declared(d) if param.value is not None and (not types or param.type in types)]
    if not found:
        raise NotApplicable(f"the engine declares no parameter{' of type ' + types[0] if types else ''}")
    return found


def _expect_ready(d: Dialogue, after: str) -> None:
    d.send("init")
    d.expect(is_ready, f"ready after {after}", within_ms=d.limits.ready_ms)


def _expect_answer(d: Dialogue, after: str) -> None:
    """The verdict: the engine still searches; some values do their harm only there."""
    hub.set_up(d, MIDDLE, hub.brief(d))
    d.send("go think")
    try:
        hub.bounded(d)
    except NotReached as missing:
        missing.blame(f"an answer to `go think` after {after}")
    d.fence()


def other_values(param: Param) -> list[str]:
    """Values of a parameter's declared domain that are not its own."""
    costly = bool(_COSTLY.search(param.name or "")) or (integer(param.maximum or "") or 0) > _LARGE
    if param.type is ParamType.BOOL:
        return [value for value in ("true", "false") if value != param.value and not (costly and value == "true")]
    if param.type is ParamType.ENUM:
        return [value for value in param.values or () if value != param.value]
    if param.type is ParamType.STRING:
        return [value for value in _TEXTS if value != param.value and not costly]
    if param.type is ParamType.INT and costly:
        return _near_values(param)
    ends = [end for end in (param.minimum, param.maximum) if end is not None]
    return [] if costly else [end for end in ends if end != param.value]


def _near_values(param: Param) -> list[str]:
    low, value, high = (integer(text or "") for text in (param.minimum, param.value, param.maximum))
    if low is None or value is None or high is None:
        return []
    return [str(near) for near in (value + 1, value - 1) if low <= near <= high]


#: Texts that have to be quoted: with a blank, with a special character, and with nothing in them.
_TEXTS = ("two words", "a = b", "")
_TYPES = {kind.value: kind for kind in (ParamType.BOOL, ParamType.INT, ParamType.REAL, ParamType.ENUM)}
#: The last value of a parameter is the one that is searched with, so both ends of a range take their turn.
_DOMAINS = {
    **{name: (kind, 1) for name, kind in _TYPES.items()},
    "string": (ParamType.STRING, 1),
    "int, lowest": (ParamType.INT, -1),
    "real, lowest": (ParamType.REAL, -1),
}


@chapter.dialogue("HUB-INI-09", needs=("HUB-INI-08", "HUB-PAR-04"), cases=tuple(_DOMAINS))
def other_values_are_accepted(d: Dialogue, domain: str) -> None:
    """Every parameter accepts the other values of its declared domain."""
    hub.greet(d)
    kind, step = _DOMAINS[domain]
    for param in _declared(d, kind):
        for value in other_values(param)[::step]:
            line, since = hub.setting(param, value), len(d.transcript)
            d.send(line)
            d.pause(d.limits.moment_ms)
            d.expect_alive(f"an engine that lives after `{line}`, a value that it declares")
            listed = kind in (ParamType.BOOL, ParamType.ENUM)  # of a range an engine may say that it has not enough memory
            for index in errors_in(d, since) if listed else ():
                d.fail(f"`{line}` accepted, a value that it declares", f"`{d.transcript.lines[index].text}`", at=index)
    _expect_ready(d, f"every {kind} was set to another value")
    _expect_answer(d, f"every {kind} was set to another value")


@chapter.dialogue("HUB-INI-10")
def set_param_is_not_answered(d: Dialogue) -> None:
    """`set-param` is not answered."""
    hub.greet(d)
    d.pause(d.limits.reply_window_ms)
    for param in _declared(d):
        line = hub.setting(param, param.value or "")
        d.send(line)
        d.silence(is_role, f"no answer to `{line}`", for_ms=d.limits.reply_window_ms / 2)
    if d.dead is not None:
        raise NotReached("HUB-INI-08", "the engine did not survive set-param")
    d.transcript.synced = True


@chapter.dialogue("HUB-INI-11", silence_blocked_by=("HUB-INI-08",))
def unknown_parameters_are_ignored(d: Dialogue) -> None:
    """`set-param` for a name that was not declared is ignored, also with a value as long as a path may be."""
    hub.greet(d)
    for name, value in {"no-such-thing": "1", "no-such-path": "/a folder" * 230}.items():
        d.send(f'set-param name={name} value="{value}"')
        d.pause(d.limits.moment_ms)
        length = number(len(value), "character")
        d.expect_alive(f"an engine that lives after a value of {length} for a parameter that nobody declared")
    _expect_ready(d, "parameters that nobody declared")
    d.fence()


_OUTSIDE = {ParamType.BOOL: "maybe", ParamType.ENUM: "zzz", ParamType.REAL: "abc", ParamType.INT: "abc"}


def _outside(param: Param) -> str:
    """A value that a parameter cannot have: too large a number only where that costs nothing."""
    highest = integer(param.maximum or "")
    if param.type is ParamType.INT and highest is not None and not _COSTLY.search(param.name or ""):
        return str(highest + 1)
    return _OUTSIDE[param.type or ParamType.BOOL]


@chapter.dialogue("HUB-INI-12", needs=("HUB-INI-08", "HUB-PAR-04"), cases=tuple(_TYPES))
def survives_values_outside_the_domain(d: Dialogue, kind: str) -> None:
    """A value outside the declared domain does not end the engine."""
    hub.greet(d)
    params = _declared(d, _TYPES[kind])
    param = next((one for one in params if not _COSTLY.search(one.name or "")), params[0])
    line = hub.setting(param, _outside(param))
    d.send(line)
    d.pause(d.limits.reply_window_ms)
    d.expect_alive(f"an engine that lives after `{line}`")
    d.send("init")
    if not (ready := d.owed(is_ready, within_ms=d.limits.ready_ms)) and not errors_in(d):
        ready.blame(f"ready or an error after `{line}`")
    d.expect_alive(f"an engine that lives after `{line}` and `init`")


@chapter.dialogue("HUB-INI-13", needs=("HUB-TR-11",), silence_blocked_by=("HUB-PNG-01",))
def ping_is_answered_before_init(d: Dialogue) -> None:
    """`ping` is answered before `init` as well."""
    hub.greet(d)
    d.send("ping")
    d.expect(is_pong, "pong before `init`", within_ms=d.limits.search_ms)
    d.transcript.synced = True

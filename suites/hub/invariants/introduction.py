"""The lines between `hub` and `wait`, and those that must not come around them."""

from conformance.api.suites import Chapter, Finding, Judgements, Miss, Seen, faults_of, quoted
from conformance.suites.hub.messages import Id
from conformance.suites.hub.record import Record
from conformance.suites.hub.states import State

chapter: Chapter[Record] = Chapter()


@chapter.invariant("HUB-INI-02")
def one_id_before_the_parameters(record: Record) -> Judgements:
    """There is exactly one `id`, before the parameters, and it names the engine."""
    block = record.introduction
    if not block:
        return
    ids = [heard for heard in block if heard.verb == "id"]
    if len(ids) != 1:
        at = ids[1].index if ids else block[-1].index
        yield Finding("HUB-INI-02", "one `id` between `hub` and `wait`", f"{len(ids)} `id` lines" if ids else "no `id`", at)
    elif any(heard.verb == "param" for heard in block[: block.index(ids[0])]):
        yield Finding("HUB-INI-02", "`id` before the parameters", f"{quoted(ids[0])} after a parameter", ids[0].index)
    else:
        yield from faults_of("HUB-INI-02", ids, "an `id` with a name")


@chapter.invariant("HUB-INI-03")
def id_names_version_and_author(record: Record) -> Judgements:
    """`id` names a version and an author."""
    ids = [heard for heard in record.introduction if isinstance(heard.message, Id)]
    yield from faults_of("HUB-INI-03", ids, "an `id` with version and author")


_LATER = ("ready", "done", "pong", "info")


@chapter.invariant("HUB-INI-04")
def nothing_of_a_later_phase_before_init(record: Record) -> Judgements:
    """From `hub` until the GUI speaks again nothing comes that belongs to a later phase."""
    introduced = record.introduced
    for heard in record.heard:
        is_of_it = heard in introduced or heard.verb == "pong"  # before it may be a banner, but no `pong`
        if is_of_it and heard.after == "hub" and heard.state in (State.GREETING, State.WAITING):
            if heard.verb in _LATER and not heard.allowed:
                expected = "id, param and wait in answer to `hub`"
                yield Finding("HUB-INI-04", expected, quoted(heard), heard.index, miss=Miss.TOO_MANY)
            elif heard.verb == "wait":
                yield Seen("HUB-INI-04")


@chapter.invariant("HUB-INI-05")
def one_wait_for_each_hub(record: Record) -> Judgements:
    """Each `hub` gets one `wait`."""
    for heard in record.heard:
        if heard.verb == "wait" and heard.state is State.WAITING:
            yield Finding("HUB-INI-05", "one `wait` for one `hub`", "a second `wait`", heard.index, miss=Miss.TOO_MANY)
        elif heard.verb == "wait" and heard.allowed and heard.state is State.GREETING:
            yield Seen("HUB-INI-05")


@chapter.invariant("HUB-PAR-01")
def parameters_have_names_of_their_own(record: Record) -> Judgements:
    """Each parameter has a name of its own and a value."""
    seen: set[str] = set()
    for heard, param in record.parameters:
        if param.name in seen:
            yield Finding("HUB-PAR-01", "a name of its own for each parameter", f"{param.name} is declared twice", heard.index)
        seen.add(param.name or "")
    yield from faults_of("HUB-PAR-01", [heard for heard, _ in record.parameters], "a parameter with name and value")


_FORM = {
    "HUB-PAR-02": "a parameter with its type",
    "HUB-PAR-03": "type=bool, int, real, string or enum",
    "HUB-PAR-04": "min <= value <= max, all numbers of the parameter's type",
    "HUB-PAR-05": "an enum whose values contain its value",
    "HUB-PAR-06": "value=true or value=false",
}


@chapter.invariant(*_FORM)
def parameters_are_well_formed(record: Record) -> Judgements:
    """Each parameter states a type of the source and what belongs to it."""
    for requirement, expected in _FORM.items():
        yield from faults_of(requirement, [heard for heard, _ in record.parameters], expected)

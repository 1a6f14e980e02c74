"""`conform list`, `conform builtin`, `conform explain`: what is checked, by what, and why. They run nothing."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from conformance.front.cli import completion
from conformance.front.cli.messages import say
from conformance.front.cli.options import PROTOCOL
from conformance.front.loading import PROTOCOLS, engines, load_client_suite, load_suite, suites
from conformance.protocol.definition import page
from conformance.protocol.suite import Suite
from conformance.words.catalogue import Catalogue
from conformance.words.editions import EditionRow
from conformance.words.explanation import level as level_of
from conformance.words.explanation import parts
from conformance.words.model import Level, Requirement
from conformance.words.suggest import did_you_mean

_PROTOCOL = click.option("--protocol", required=True, type=PROTOCOL)


def _entry(suite: Suite[Any], requirement: Requirement, faults: dict[str, list[str]]) -> dict[str, Any]:
    return {
        "id": requirement.id,
        "level": requirement.level.value,
        "class": requirement.kind.value,
        "section": requirement.section,
        "statement": requirement.statement,
        "source": requirement.source,
        "checks": [check.name for check in suite.checks_of(requirement.id)],
        "faults": faults.get(requirement.id, []),
        "untestable": requirement.untestable or None,
        "claim": next((level for level, ids in suite.catalogue.levels.items() if requirement.id in ids), None),
    }


def _faults(protocol: str) -> dict[str, list[str]]:
    tripped: dict[str, list[str]] = {}
    for engine in engines(protocol).values():
        for requirement_id in engine.trips:
            tripped.setdefault(requirement_id, []).append(engine.name)
    return tripped


@click.command("list")
@click.option("--protocol", type=PROTOCOL, help="Without it the protocols are listed.")
@click.option("--side", type=click.Choice(["engine", "client"]), default="engine", show_default=True,
              help="Requirements of engines, or of GUIs and other clients (`conform gui`).")  # fmt: skip
@click.option("--level", metavar="NAME", help="Only requirements that this level asks for: see `conform editions`.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def list_command(protocol: str | None, side: str, level: str | None, form: str) -> None:
    """List the requirements of a protocol, or the protocols."""
    if protocol is None:
        _list_protocols(form)
        return
    is_client = side == "client"
    suite = load_client_suite(protocol) if is_client else load_suite(protocol)
    if suite is None:
        raise click.UsageError(f"there is no catalogue for clients of {protocol} yet")
    faults = {} if is_client else _faults(protocol)
    levels = suite.catalogue.levels
    if level is not None and level not in levels:
        raise click.UsageError(f"there is no level {level!r} in {protocol}; known are {', '.join(levels) or 'none'}")
    chosen = suite.catalogue if level is None else [suite.requirement(key) for key in levels[level]]
    entries = [_entry(suite, requirement, faults) for requirement in chosen]
    if form == "json":
        say(json.dumps(entries, indent=2))
        return
    for key, title in suite.catalogue.sections.items():
        if rows := [entry for entry in entries if entry["section"] == key]:
            say(f"\n{title}")
        for entry in rows:
            mark = "" if entry["class"] == "conformance" else " (robustness)"
            say(f"  {entry['id']:<12} {entry['level']:<6} {entry['statement']}{mark}")


def _list_protocols(form: str) -> None:
    suites = [load_suite(name) for name in PROTOCOLS]
    if form == "json":
        listed = [
            {"protocol": s.protocol, "title": s.catalogue.title, "requirements": len(s.catalogue.requirements)} for s in suites
        ]
        say(json.dumps(listed, indent=2))
        return
    for suite in suites:
        counted = f"{len(suite.catalogue.requirements)} requirements, {len(engines(suite.protocol))} built-in engines"
        say(f"{suite.protocol:<12} {suite.catalogue.title}: {counted}")


@click.command("editions")
@_PROTOCOL
def editions_command(protocol: str) -> None:
    """List the editions of a catalogue, what each has changed, and the levels that an engine can claim.

    `conform run --edition` judges by one of them.
    """
    catalogue = load_suite(protocol).catalogue
    if not catalogue.edition:
        say(f"the catalogue of {protocol} has no editions")
    before: dict[str, EditionRow] = {}
    for edition in catalogue.editions.names:
        rows = {row.id: row for row in catalogue.rows(edition)}
        now = ", the present one" if edition == catalogue.edition else ""
        say(f"{protocol} {edition}{now}: {len(rows)} requirements, {sum(row.level is Level.MUST for row in rows.values())} MUST")
        for row in _changes(before, rows, catalogue) if before else ():
            say(f"  {row}")
        before = rows
    for level, ids in catalogue.levels.items():
        say(f"level {level:<12} {len(ids):>3} requirements: `conform list --protocol {protocol} --level {level}`")


def _changes(before: Mapping[str, EditionRow], now: Mapping[str, EditionRow], catalogue: Catalogue) -> Iterator[str]:
    """The requirements that an edition adds, judges otherwise and leaves out."""
    why = {gone.id: gone.why for gone in catalogue.editions.retired}
    for key in [*now, *(key for key in before if key not in now)]:
        if key not in before:
            yield f"added    {now[key]}"
        elif key not in now:
            yield f"retired  {before[key]}: {why[key]}"
        elif now[key] != before[key]:
            yield f"changed  {now[key]}, was {before[key].standing}"


@click.command("builtin")
@_PROTOCOL
def builtin_command(protocol: str) -> None:
    """List the engines that come with conform: use one as builtin:NAME."""
    for engine in engines(protocol).values():
        trips = ", ".join(engine.trips) or "conforms"
        say(f"{engine.name:<34} {engine.sentence} [{trips}]")


@click.command("explain")
@click.argument("requirement_id", metavar="ID", shell_complete=completion.requirements)
def explain_command(requirement_id: str) -> None:
    """Explain a requirement: source, level, a right dialogue, the usual cause and the fix.

    A prefix (USI-STOP) explains its group.
    """
    wanted = requirement_id.upper().rstrip("-")
    for suite in _all_suites(wanted):
        if group := [requirement for requirement in suite.catalogue if requirement.id.startswith(f"{wanted}-")]:
            for requirement in group:
                say(f"{requirement.id} ({requirement.level.value}): {requirement.statement}")
            say(f"\n`conform explain {group[0].id}` says more on one.")
            return
        if wanted in suite.catalogue:
            break
    suite, requirement = known(wanted, groups=True)
    say(_explanation(requirement))
    if address := page(suite.protocol, requirement.id):
        say(f"\nPage: {address}")


def _all_suites(requirement_id: str) -> Iterator[Suite[Any]]:
    """All suites, those first whose protocol's name begins as an id does: the others need not be imported then."""
    beginning = requirement_id.partition("-")[0].lower()
    names = sorted(PROTOCOLS, key=lambda name: not name.startswith(beginning))
    return (suite for name in names for suite in suites(name))


def known(requirement_id: str, *, groups: bool = False) -> tuple[Suite[Any], Requirement]:
    """A requirement with its suite, from an id in either case; raises UsageError where there is none.

    `groups`: the beginnings of ids may have been meant.
    """
    wanted = requirement_id.upper()
    for suite in _all_suites(wanted):
        if wanted in suite.catalogue:
            return suite, suite.requirement(wanted)
    ids = [name for suite in _all_suites(wanted) for name in suite.catalogue.requirements]
    near = did_you_mean(wanted, [*ids, *({name.rsplit("-", 1)[0] for name in ids} if groups else ())])
    raise click.UsageError(f"there is no requirement {requirement_id}{near or ': see `conform list --protocol PROTOCOL`'}")


def _explanation(requirement: Requirement) -> str:
    paragraphs = [f"{requirement.id} ({level_of(requirement)})", requirement.statement]
    for part in parts(requirement):
        mark = "- " if part.is_list else ""
        indented = "".join(f"\n    {mark}{line}" for line in part.text.splitlines())
        paragraphs.append(f"{part.heading}:{indented if part.is_dialogue or part.is_list else f' {part.text}'}")
    return "\n\n".join(paragraphs)

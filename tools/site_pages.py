"""The pages of the documentation that are made of the catalogues: one for each requirement, one for each protocol, the readings.

`docs/site/conf.py` calls `write` when the site is built. They are Markdown, as MyST reads it.

python tools/site_pages.py FOLDER           write all pages below a folder
python tools/site_pages.py FOLDER nboard    those of one protocol, without the page of readings
"""

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import transitions  # noqa: E402

from conformance.front.loading import engines, load_client_suite, load_suite, suites  # noqa: E402
from conformance.protocol.definition import protocols  # noqa: E402
from conformance.protocol.suite import Suite  # noqa: E402
from conformance.report import excerpt_rows, plain  # noqa: E402
from conformance.testing.breaches import Breach, breach_of  # noqa: E402
from conformance.testing.transitions import visits  # noqa: E402
from conformance.words.catalogue import ID  # noqa: E402
from conformance.words.explanation import Part, level, parts  # noqa: E402
from conformance.words.model import Level, Requirement  # noqa: E402

#: The page of readings.
READINGS = "readings.md"
#: Faulty engines that a page names.
_NAMED = 12
_CODE = re.compile(r"(`[^`]+`)")
#: What makes something else of a paragraph when it begins with it: a list, a comment, a target, a line below a heading.
_AT_THE_BEGINNING = re.compile(r"^(\d*)([-+=%(:.)])")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$~&!])")
_DIALOGUE_KEY = "Times are in seconds; `>` is what the GUI sends, `<` what the engine says."


def ours() -> list[str]:
    """The protocols that this project declares. Others may be installed beside them."""
    return [name for name, entry in protocols().items() if entry.value.startswith("conformance.")]


# -- Markdown -------------------------------------------------------------------------------------------------------------


def prose(text: str, known: Collection[str] = (), folder: str = "") -> str:
    """Text of a catalogue as Markdown: code stays code, ids that are `known` become links, nothing else has a meaning."""
    pieces = _CODE.split(" ".join(text.split()))
    made = "".join(piece if _CODE.fullmatch(piece) else _linked(piece, known, folder) for piece in pieces)
    return _AT_THE_BEGINNING.sub(r"\1\\\2", made)


def _linked(text: str, known: Collection[str], folder: str) -> str:
    def link(found: re.Match[str]) -> str:
        return f"[{found[0]}]({folder}{found[0]}.md)" if found[0] in known else found[0]

    return ID.sub(link, _SPECIAL.sub(r"\\\1", text))


def block(lines: Iterable[str], marked: int | None = None) -> list[str]:
    """Lines as they are, whatever stands in them; the one with this index is marked."""
    text = list(lines)
    longest = max((len(run) for line in text for run in re.findall(r"`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    begin = [f"{fence}text"] if marked is None else [f"{fence}{{code-block}} text", f":emphasize-lines: {marked + 1}", ""]
    return ["", *begin, *text, fence, ""]


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table of cells that are Markdown already."""
    every = [[cell.replace("|", "\\|").replace("\\\\|", "\\|") for cell in row] for row in rows]
    lines = [f"| {' | '.join(row)} |" for row in every]
    return ["", f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *lines, ""] if lines else []


# -- a page for each requirement --------------------------------------------------------------------------------------------


def requirement_page(suite: Suite[Any], requirement: Requirement, breach: Breach | None, faults: Sequence[str]) -> str:
    """All that there is to say of a requirement. `faults` are the names of the built-in engines that break it."""
    known = suite.catalogue.requirements.keys() - {requirement.id}
    section = prose(suite.catalogue.sections[requirement.section])
    rows = ["---", "orphan: true", "---", "", f"# {requirement.id}", ""]
    rows += [f"**{level(requirement)}** in [{prose(suite.catalogue.title)}](../protocols/{suite.protocol}.md): {section}", ""]
    rows += [prose(requirement.statement, known)]
    for part in parts(requirement):
        rows += ["", f"## {part.heading}", ""]
        rows += _shown(part, known)
        if part.is_dialogue and breach is not None:
            rows += _wrong(suite.protocol, requirement, breach)
    if checks := suite.checks_of(requirement.id):
        rows += ["", "## Checked by", "", *(f"- `{plain(check.name)}`: {prose(plain(check.title))}" for check in checks)]
    if faults:
        named = ", ".join(f"`builtin:{name}`" for name in faults[:_NAMED])
        rest = f" and {len(faults) - _NAMED} more" if len(faults) > _NAMED else ""
        rows += ["", "## Proven with", "", f"These built-in engines break it, and the checks find it: {named}{rest}."]
    rows += ["", "---", "", *_neighbours(suite, requirement)]
    return "\n".join(rows) + "\n"


def _shown(part: Part, known: Collection[str]) -> list[str]:
    if part.is_dialogue:
        return block(part.text.splitlines())
    return [f"- {prose(line, known)}" for line in part.text.splitlines()] if part.is_list else [prose(part.text, known)]


def _wrong(protocol: str, requirement: Requirement, breach: Breach) -> Iterator[str]:
    yield from ("", "## A wrong dialogue", "")
    yield f"The built-in engine `{breach.engine.name}` breaks it: {prose(breach.engine.sentence)}"
    yield f"{_DIALOGUE_KEY} An arrow marks the line that is wrong, where there is one."
    rows = excerpt_rows(breach.lines, breach.at)
    marked = next((place for place, row in enumerate(rows) if row.is_marked), None)
    yield from block((row.text for row in rows), marked)
    yield from (f"- expected: {prose(plain(breach.expected))}", f"- actual: {prose(plain(breach.actual))}", "")
    word = f",{breach.check}" if breach.engine.on_request else ""
    yield "Run it yourself:"
    yield from ("", "```sh", f"conform --protocol {protocol} --select {requirement.id}{word} builtin:{breach.engine.name}", "```")


def _neighbours(suite: Suite[Any], requirement: Requirement) -> Iterator[str]:
    ids = list(suite.catalogue.requirements)
    place = ids.index(requirement.id)
    before, after = ids[max(0, place - 1) : place], ids[place + 1 : place + 2]
    links = [f"{word}: [{name}]({name}.md)" for word, names in (("Before", before), ("Next", after)) for name in names]
    yield ". ".join([*links, f"At a terminal: `conform explain {requirement.id}`"]) + "."


# -- a page for each protocol -----------------------------------------------------------------------------------------------


def protocol_page(suite: Suite[Any]) -> str:
    """The page of a protocol: what an engine is asked for, how unclear words are read, and what is tested."""
    catalogue = suite.catalogue
    levels = ", ".join(f"{sum(one.level is wanted for one in catalogue)} {wanted}" for wanted in Level)
    lenient = sum(engine.lenient for engine in engines(suite.protocol).values())
    faulty = sum(bool(engine.trips) for engine in engines(suite.protocol).values())
    rows = [f"# {suite.protocol}: {prose(catalogue.title)}", ""]
    rows += [f"{len(catalogue.requirements)} requirements ({levels}), {len(suite.checks)} checks. One reference engine,"]
    rows += [f"{lenient} lenient engines and {faulty} faulty ones prove them: `conform builtin --protocol {suite.protocol}`.", ""]
    rows += ["```sh", f"conform --protocol {suite.protocol} ./myengine", "```", "", "## Requirements"]
    for key, title in catalogue.sections.items():
        chosen = [one for one in catalogue if one.section == key]
        made = ((_link(one), level(one), prose(one.statement)) for one in chosen)
        rows += ["", f"### {prose(title)}", *table(("Requirement", "Level", "Statement"), made)]
    rows += ["", "## Sources", "", "The catalogue begins with these words on what it is made of.", *block(_preface(suite))]
    known = catalogue.requirements
    readings = [
        (_link(one), prose(one.statement), prose(one.reading, known, "../requirements/")) for one in catalogue if one.reading
    ]
    if readings:
        rows += ["", "## Where the source is unclear", "", "How we read it, and why."]
        rows += table(("Requirement", "Statement", "Our reading"), readings)
    untested = [(_link(one), prose(one.statement), prose(one.untestable)) for one in catalogue if one.untestable]
    if untested:
        rows += ["", "## Not tested", *table(("Requirement", "Statement", "Why"), untested)]
    return "\n".join([*rows, "", *_transitions(suite.protocol)]) + "\n"


def _link(requirement: Requirement) -> str:
    return f"[{requirement.id}](../requirements/{requirement.id}.md)"


def _preface(suite: Suite[Any]) -> list[str]:
    """The comment at the beginning of the catalogue."""
    lines = (ROOT / "suites" / suite.protocol / "requirements.toml").read_text("utf-8").splitlines()
    end = next(place for place, line in enumerate(lines) if not line.startswith("#"))
    return [line.removeprefix("#").removeprefix(" ") for line in lines[:end]]


def _transitions(protocol: str) -> list[str]:
    """The page of `tools/transitions.py`, its headings one level lower, without the protocol in the first."""
    page = transitions.page(protocol, visits(load_suite(protocol)))
    text = re.sub(r"^#", "##", page, flags=re.MULTILINE)
    return text.replace(f"## {protocol}: transitions", "## Transitions", 1).splitlines()


# -- the page of readings ---------------------------------------------------------------------------------------------------


def readings_page(suites: Iterable[Suite[Any]]) -> str:
    """Where the texts of the protocols are unclear, clause by clause, for those who keep these texts."""
    by_protocol: dict[str, list[Suite[Any]]] = {}
    for suite in suites:
        by_protocol.setdefault(suite.protocol, []).append(suite)
    read = {name: _by_clause(of) for name, of in by_protocol.items()}
    count = sum(len(chosen) for clauses in read.values() for chosen in clauses.values())
    rows = ["# Readings", ""]
    rows += [
        f"{count} places where the text of a protocol leaves open what an engine or a client owes. Each entry gives the clause,"
    ]
    rows += [
        "says what is unclear and how we read it, and ends with a sentence that the text could have. They are written as errata:"
    ]
    rows += [
        "whoever keeps one of these texts may take them over. If you read a clause differently, `conform export --as issue ID`"
    ]
    rows += ["writes the issue."]
    for name, clauses in read.items():
        known = {one.id for suite in by_protocol[name] for one in suite.catalogue}
        title = prose(by_protocol[name][0].catalogue.title)
        told = f"[Its page](protocols/{name}.md#sources) says what the tags of the clauses mean."
        rows += ["", f"## {name}: {title}", "", f"{sum(map(len, clauses.values()))} readings. {told}"]
        for clause, chosen in clauses.items():
            rows += ["", f"### {prose(clause)}", *(row for one in chosen for row in _reading(one, known - {one.id}))]
    return "\n".join(rows) + "\n"


def _by_clause(suites: Iterable[Suite[Any]]) -> dict[str, list[Requirement]]:
    """The requirements that have a reading, by the first clause of their source."""
    found: dict[str, list[Requirement]] = {}
    for one in (one for suite in suites for one in suite.catalogue if one.reading):
        clause = re.split(r"\s*[(;,]", one.source, maxsplit=1)[0]
        found.setdefault("In no clause" if clause == "none" else clause, []).append(one)
    return found


def _reading(requirement: Requirement, known: Collection[str]) -> Iterator[str]:
    yield from ("", f"[{requirement.id}](requirements/{requirement.id}.md), {level(requirement)}", "")
    yield f"- **The text:** {prose(requirement.source)}"
    if requirement.words:
        yield f"- **Its words:** {prose(requirement.words)}"
    yield f"- **What is unclear, and how we read it:** {prose(requirement.reading, known, 'requirements/')}"
    yield f"- **It could say:** {prose(requirement.statement)}"


# -- all of them ------------------------------------------------------------------------------------------------------------


def pages(protocol: str) -> Iterator[tuple[str, str]]:
    """The pages of a protocol: where each belongs, and its text."""
    suite = load_suite(protocol)
    faults: Mapping[str, list[str]] = {one.id: [] for one in suite.catalogue}
    for engine in engines(protocol).values():
        for tripped in engine.trips:
            faults[tripped].append(engine.name)
    yield f"protocols/{protocol}.md", protocol_page(suite)
    for requirement in suite.catalogue:
        breach = breach_of(suite, requirement)
        yield f"requirements/{requirement.id}.md", requirement_page(suite, requirement, breach, faults[requirement.id])
    if (client := load_client_suite(protocol)) is not None:
        for requirement in client.catalogue:
            yield f"requirements/{requirement.id}.md", requirement_page(client, requirement, None, ())


def write(folder: Path, wanted: Iterable[str] = ()) -> None:
    """Write the pages below a folder, of some protocols or all of ours. A page that has not changed is not touched."""
    chosen = tuple(wanted)
    if not chosen:
        _write(folder / READINGS, readings_page(suite for protocol in ours() for suite in suites(protocol)))
    for protocol in chosen or ours():
        for name, text in pages(protocol):
            _write(folder / name, text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2:])

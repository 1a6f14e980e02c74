"""A recorded dialogue: read from a file that a user names, and what is reported of it. The commands about them share this."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import click

from conformance.front.cli.messages import complain
from conformance.front.loading import PROTOCOLS, load_suite
from conformance.judging.recorded import Judged, Misstep
from conformance.protocol.suite import Suite
from conformance.report import excerpt, plain
from conformance.run.events import gates
from conformance.wire import recordings
from conformance.wire.recordings import Recording, Spoken
from conformance.wire.transcript import Transcript
from conformance.words import inputs
from conformance.words.model import Finding, Level, Outcome, number


def text_of(path: str) -> str:
    """All that is in a record; bytes that are not UTF-8 stay what they are. Raises InputError."""
    return inputs.read_bytes(path, inputs.RECORD).decode("utf-8", "surrogateescape")


def protocol_of(paths: Sequence[str], protocol: str | None) -> str:
    """The protocol that the user or the first of some records names; raises UsageError where neither does, and InputError."""
    named = protocol or (recordings.protocol_of(text_of(paths[0])) if paths else "")
    if named not in PROTOCOLS:
        raise click.UsageError(f"{paths[0] if paths else 'nothing'} does not say which protocol it is of: give --protocol")
    return named


def spoken_in(suite: Suite[Any]) -> Spoken:
    """The facts of a protocol that the reading of a log needs."""
    driver = suite.driver
    ends_reply = driver.replies.ends if driver.replies is not None and driver.speaks_first else None
    return Spoken(suite.protocol, driver.sync_line or suite.protocol, driver.is_protocol, ends_reply)


def read_one(path: str, protocol: str | None) -> Recording:
    """The recording in a file, and a word on standard error of how it was read, where it is none of ours."""
    spoken = spoken_in(load_suite(protocol)) if protocol else recordings.UNKNOWN
    recording = recordings.read_one(text_of(path), path, spoken=spoken)
    for note in recording.notes:
        complain(f"{path}: {note}")
    return recording


def of_protocol(recording: Recording, path: str, protocol: str | None) -> Recording:
    """The recording with the protocol that the user or the file names; raises UsageError where neither does."""
    name = protocol or recording.about.protocol
    if name not in PROTOCOLS:
        raise click.UsageError(f"{path} does not say which protocol it is of: give --protocol")
    return replace(recording, about=replace(recording.about, protocol=name))


def of_finding(suite: Suite[object], transcript: Transcript, finding: Finding) -> Iterator[str]:
    """The report of a finding in a recorded dialogue, row by row."""
    requirement = suite.requirement(finding.requirement)
    yield f"{transcript.name}: {requirement.id} {requirement.level.value}: {plain(requirement.statement)}"
    yield f"  expected: {plain(finding.expected)}"
    yield f"  actual:   {plain(finding.actual)}"
    for row in excerpt(transcript.lines, finding.at, finding.expected, finding.actual):
        yield f"    {row}"


def of_client(suite: Suite[Any], judged: Judged) -> Iterator[str]:
    """The report on the GUI in a recorded dialogue, row by row, each requirement once: `suite` is that of clients."""
    found = {finding.requirement: finding for finding in reversed(judged.findings)}
    for finding in found.values():
        yield from of_finding(suite, judged.transcript, finding)
    if found:
        yield f"{judged.transcript.name}: the GUI breaks {number(len(found), 'requirement')} of clients: see `conform gui`"


#: Lines that a GUI may not send which are reported one by one.
_MISSTEPS = 5


def of_dialogue(suite: Suite[Any], judged: Judged) -> Iterator[str]:
    """The report on a recorded dialogue, row by row, each requirement once."""
    transcript = judged.transcript
    if judged.unclear:
        yield f"{transcript.name}: not judged: {judged.unclear}"
        return
    for remark in {remark.topic: remark for remark in reversed(judged.remarks)}.values():
        yield f"{transcript.name}: remark: {plain(remark.text)}"
    for finding in {finding.requirement: finding for finding in reversed(judged.findings)}.values():
        yield from of_finding(suite, transcript, finding)
    if judged.stopped_at is not None:
        line = transcript.lines[judged.stopped_at]
        first = next((one for one in judged.missteps if one.at == judged.stopped_at), None)
        there = f"there{_before(first)}"
        yield f"{transcript.name}: a GUI may not send `{plain(line.text)}` {there}, {line.at:.3f} s: judged up to it"
    for place, misstep in enumerate(judged.missteps):
        if place == _MISSTEPS:
            yield f"{transcript.name}: the GUI sent {len(judged.missteps) - place} lines more that it may not"
            return
        line = transcript.lines[misstep.at]
        state = f"{misstep.state}{_before(misstep)}"
        yield (
            f"{transcript.name}: the GUI sent `{plain(line.text)}` in the state {state}, {line.at:.3f} s, "
            f"line {misstep.at + 1} of the dialogue"
        )


def _before(misstep: Misstep | None) -> str:
    return f", before {misstep.missing}" if misstep is not None and misstep.missing else ""


def share(suite: Suite[Any], judged: list[Judged]) -> str:
    """How much was judged."""
    catalogue = list(suite.catalogue)
    met = {requirement for one in judged for requirement in one.met}
    musts = [row for row in catalogue if row.level is Level.MUST]
    return f"judged {len(met)} of {len(catalogue)} requirements ({sum(row.id in met for row in musts)} of {len(musts)} MUST)"


def fails(suite: Suite[object], finding: Finding, *, strict: bool) -> bool:
    """Whether a finding decides the exit code. `strict`: those of broken SHOULDs and robustness requirements do, too."""
    return gates(suite.requirement(finding.requirement), Outcome.FAIL, strict=strict, robustness=strict)

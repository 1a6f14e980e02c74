"""`conform judge`, `conform replay`, `conform export`: what can be done with a recorded dialogue."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import Any

import click

from conformance.front.cli import completion
from conformance.front.cli.export import as_pytest
from conformance.front.cli.last_run import LastRun, last_run
from conformance.front.cli.messages import complain, say
from conformance.front.cli.options import PROTOCOL, confinement, run_options
from conformance.front.loading import PROTOCOLS, EngineCommand, engine_command, load_suite
from conformance.front.options import CONFINEMENT, RunOptions
from conformance.judging.recorded import Judged, Misstep, judge_recorded
from conformance.protocol.definition import protocol as protocol_of
from conformance.protocol.suite import CheckKind, Suite
from conformance.report import excerpt, plain
from conformance.run.events import ExitCode, gates
from conformance.run.replay import Replayed
from conformance.run.replay import replay as send_again
from conformance.system import programs
from conformance.transport import interrupts
from conformance.wire import recordings
from conformance.wire.gui_logs import NAMES, Log
from conformance.wire.recordings import Recording
from conformance.wire.transcript import Transcript
from conformance.words import inputs
from conformance.words.catalogue import ID
from conformance.words.model import Finding, Level, Outcome
from conformance.words.suggest import did_you_mean

#: Bytes of a file that are read: to be judged, and to be sent.
_MOST_JUDGED, _MOST_SENT = 16 << 20, 8 << 20


def _text(path: str, most: int) -> str:
    return inputs.read_bytes(path, most).decode("utf-8", "surrogateescape")


def _read(path: str, engine_mark: str, suite: Suite[Any]) -> Log:
    return recordings.read_log(_text(path, _MOST_JUDGED), path, engine_mark=engine_mark, is_engines=suite.driver.is_protocol)


def _read_one(path: str, protocol: str | None) -> Recording:
    """The recording in a file, and a word on standard error of how it was read, where it is none of ours."""
    is_engines = load_suite(protocol).driver.is_protocol if protocol else None
    recording = recordings.read_one(_text(path, _MOST_SENT), path, is_engines=is_engines)
    for note in recording.notes:
        complain(f"{path}: {note}")
    return recording


def _of_protocol(recording: Recording, path: str, protocol: str | None) -> Recording:
    """The recording with the protocol that the user or the file names."""
    name = protocol or recording.about.protocol
    if name not in PROTOCOLS:
        raise click.UsageError(f"{path} does not say which protocol it is of: give --protocol")
    return replace(recording, about=replace(recording.about, protocol=name))


def _print_finding(suite: Suite[object], transcript: Transcript, finding: Finding) -> None:
    for row in of_finding(suite, transcript, finding):
        say(row)


def of_finding(suite: Suite[object], transcript: Transcript, finding: Finding) -> Iterator[str]:
    """What is reported of a finding in a recorded dialogue, row by row."""
    requirement = suite.requirement(finding.requirement)
    yield f"{transcript.name}: {requirement.id} {requirement.level.value}: {plain(requirement.statement)}"
    yield f"  expected: {plain(finding.expected)}"
    yield f"  actual:   {plain(finding.actual)}"
    for row in excerpt(transcript.lines, finding.at):
        yield f"    {row}"


def _fails(suite: Suite[object], finding: Finding, *, strict: bool) -> bool:
    return gates(suite.requirement(finding.requirement), Outcome.FAIL, strict=strict, robustness=strict)


_JUDGE = f"""Judge recorded dialogues. Runs no engine.

FILE is a recording of ours (--keep, --jsonl), a plain log with rows like `> usi` and `< usiok`, perhaps with seconds in front
(the debug output of NBoard's GUI has these marks the other way round), or the log of {", ".join(NAMES)}. Colour
codes do not matter. It reports which lines it took for whose, and what it left out.

Exits with 1 if a MUST is broken, with 3 if nothing could be judged.
"""


@click.command("judge", help=_JUDGE)
@click.option("--protocol", required=True, type=PROTOCOL)
@click.option("--engine-mark", type=click.Choice(["<", ">"]),
              help="The mark before what the engine says, in plain logs. Default: what the lines show.")  # fmt: skip
@click.option("--only", metavar="TEXT", default="", help="Judge only dialogues with TEXT in their name, which a GUI's log gives.")
@click.option("--strict", is_flag=True, help="Broken SHOULDs fail, too, including robustness ones.")
@click.option("-v", "--unjudged", is_flag=True, help="Name the requirements that were not judged, and why.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def judge_command(
    protocol: str, engine_mark: str | None, only: str, strict: bool, unjudged: bool, files: tuple[str, ...]
) -> None:
    """See `_JUDGE`."""
    suite = load_suite(protocol)
    greeting = next((one for one in protocol_of(protocol).greetings if one.name == protocol), None)
    transcripts = []
    for path in files:
        log = _read(path, engine_mark or "", suite)
        wanted = [one for one in log.dialogues if only in one.name.removeprefix(path)]
        left = [f"left out by --only: {len(log.dialogues) - len(wanted)} of {len(log.dialogues)} dialogues"]
        for note in (*log.notes, *(left if len(wanted) < len(log.dialogues) else ())):
            say(f"{path}: {note}")
        transcripts += wanted
    judged = [judge_recorded(suite, transcript, greeting) for transcript in transcripts]
    broken = 0
    for one in judged:
        for row in of_dialogue(suite, one):
            say(row)
        broken += sum(_fails(suite, finding, strict=strict) for finding in one.findings)
    sys.exit(_sum_up(suite, judged, unjudged=unjudged, broken=bool(broken)))


#: Lines that a GUI may not send which are reported one by one.
_MISSTEPS = 5


def of_dialogue(suite: Suite[Any], judged: Judged) -> Iterator[str]:
    """What is reported of a recorded dialogue, row by row, each requirement once."""
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
    for number, misstep in enumerate(judged.missteps):
        if number == _MISSTEPS:
            yield f"{transcript.name}: the GUI sent {len(judged.missteps) - number} lines more that it may not"
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


def _sum_up(suite: Suite[Any], judged: list[Judged], *, unjudged: bool, broken: bool) -> ExitCode:
    """Say what was judged, and what was not; the exit code."""
    met = {requirement for one in judged for requirement in one.met}
    counted = sum(not one.unclear for one in judged)
    hint = "" if unjudged else "; --unjudged names the others"
    say(f"{share(suite, judged)} in {counted} dialogue{'' if counted == 1 else 's'}{hint}")
    if unjudged:
        for why, ids in _left(suite, met).items():
            listed = fill(", ".join(ids), 100, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
            if ids:
                say(f"\n{why}:\n{listed}")
    if broken:
        return ExitCode.NOT_CONFORMING
    if not met:
        say(f"no verdict: {_why_nothing(judged)}")
        return ExitCode.NO_VERDICT
    return ExitCode.CONFORMING


def _left(suite: Suite[Any], met: set[str]) -> dict[str, list[str]]:
    """The requirements that were not judged, by why not."""
    in_any = {requirement for check in suite.of_kind(CheckKind.INVARIANT) for requirement in check.requirements}
    others = [row for row in suite.catalogue if row.id not in met]
    return {
        "Not met in these dialogues": [row.id for row in others if row.id in in_any],
        "Judged by steering an engine only (conform run)": [
            row.id for row in others if row.id not in in_any and not row.untestable
        ],
        "Not tested": [row.id for row in others if row.id not in in_any and row.untestable],
    }


def _why_nothing(judged: list[Judged]) -> str:
    if not judged:
        return "there is no dialogue in what was given"
    if all(one.unclear for one in judged):
        return "no dialogue is there from its beginning"
    return "the dialogues hold nothing that can be judged"


@click.command("replay", context_settings={"allow_interspersed_args": False})
@click.option("--protocol", type=PROTOCOL, help="The protocol, where the file does not say it.")
@run_options("time_scale", default=None, show_default=False, help="Multiply every wait. Default: as in the recording.")
@run_options("seed", default=None, show_default=False,
             help="Seed of what the check draws at random. Default: as in the recording.")  # fmt: skip
@run_options("setup", help="An engine option that the check sets first. Default: those of the recording.")
@run_options("cwd", "env", *CONFINEMENT)
@run_options("virtual", help="Run a built-in engine on a virtual clock.")
@click.argument("file", metavar="[FILE|ID]", required=False, shell_complete=completion.found)
@click.argument("engine", nargs=-1, type=click.UNPROCESSED, shell_complete=completion.engine)
def replay_command(file: str | None, engine: tuple[str, ...], protocol: str | None, **options: Any) -> None:
    """Send recorded dialogues to ENGINE again, at their times, and judge the answers.

    Without FILE it sends what the last run from this folder found. With ID it sends what that run found for this requirement.
    Without ENGINE it takes the engine of that run.

    The lines of a recording are sent as they are. If the file lacks the options of its check, give them: --setup, --seed and
    --time-scale.
    """
    last = last_run()
    paths = [_place(file, last)] if file else _all_found(last)
    words = engine[1:] if engine[:1] == ("--",) else engine  # it follows FILE, and so click leaves it there
    may = confinement(RunOptions.of(options))
    command = engine_command(words, options["cwd"], options["env"], may) if words else _engine_of(last)
    virtual = options["virtual"] or (not words and last is not None and last.virtual)
    codes = []
    for path in paths:
        recording = _of_protocol(_read_one(path, protocol), path, protocol)
        said = {"settings": options["setup"] or None, "seed": options["seed"], "time_scale": options["time_scale"]}
        about = replace(recording.about, **{name: value for name, value in said.items() if value is not None})
        suite = load_suite(about.protocol)
        again = _again(suite, replace(recording, about=about), command, virtual=virtual)
        for finding in {finding.requirement: finding for finding in reversed(again.findings)}.values():
            if file or finding.requirement == about.requirement:  # others have recordings of their own
                _print_finding(suite, again.transcript, finding)
        codes.append(_ending(suite, about.requirement, again))
    sys.exit(next((code for code in (ExitCode.NOT_CONFORMING, ExitCode.NO_VERDICT) if code in codes), ExitCode.CONFORMING))


def _all_found(last: LastRun | None) -> list[str]:
    """The recordings of all that the last run found."""
    if last is None:
        raise click.UsageError("there was no run from this folder: name a FILE and an ENGINE")
    if not last.found:
        say("the last run from this folder found nothing")
    return list(last.found.values())


def _engine_of(last: LastRun | None) -> EngineCommand:
    if last is None:
        raise click.UsageError("there was no run from this folder: name the ENGINE, too")
    say(f"engine: {programs.join(last.words)}")
    return last.command


def _place(file: str, last: LastRun | None) -> str:
    """The file that is meant: a path, or what the last run found about a requirement."""
    if Path(file).exists() or Path(file).name != file or not ID.fullmatch(file.upper()):
        return file
    return found_by(last, file.upper())


def found_by(last: LastRun | None, requirement_id: str) -> str:
    """The recording of what the last run found about a requirement; raises UsageError where it found nothing."""
    found = last.found if last is not None else {}
    if requirement_id in found:
        return found[requirement_id]
    near = did_you_mean(requirement_id, found) or (f": it found {', '.join(found)}" if found else "")
    raise click.UsageError(f"the last run from this folder found nothing about {requirement_id}{near}")


def _again(suite: Suite[Any], recording: Recording, command: EngineCommand, *, virtual: bool) -> Replayed:
    about = recording.about
    with interrupts.engine(command.launcher(about.protocol, virtual=virtual)) as transport:
        return send_again(suite, recording.transcript, transport, suite.limits.scaled(about.time_scale), about)


def _ending(suite: Suite[object], wanted: str, again: Replayed) -> int:
    broken = any(finding.requirement == wanted if wanted else _fails(suite, finding, strict=False) for finding in again.findings)
    if wanted and broken:
        say(f"{wanted} shows itself again")
    elif again.unclear:
        say(f"no verdict{f' on {wanted}' if wanted else ''}: {plain(again.unclear)}")
    elif wanted:
        say(f"{wanted} does not show itself this time")
    else:
        say(f"{len(again.findings)} finding{'s' if len(again.findings) != 1 else ''}")
    if broken:
        return ExitCode.NOT_CONFORMING
    return ExitCode.NO_VERDICT if again.unclear else ExitCode.CONFORMING


class _Form(click.Choice[str]):
    """What `export` writes. Scripts for bash are refused with what replaces them; from 0.2 on, like any other word."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The form as it was typed; a usage error if there is no such form."""
        if value == "shell":
            self.fail("scripts for bash are no longer written: take --as pytest, or `conform replay`", param, ctx)
        return super().convert(value, param, ctx)


@click.command("export")
@click.option("--as", type=_Form(["pytest"]), required=True, expose_value=False, help="What to write.")
@click.option("--protocol", type=PROTOCOL, help="The protocol, where the file does not say it.")
@click.argument("file", metavar="FILE|ID", shell_complete=completion.found)
def export_command(protocol: str | None, file: str) -> None:
    """Write a recorded dialogue as a reproducer of one file to standard output.

    The reproducer is a module for pytest, and a program: it takes the engine as its argument, judges as `conform replay` does,
    prints PASS or FAIL, and exits with 0 or 1. It needs conform-engines.

    ID is a requirement that the last run from this folder has found broken.
    """
    file = _place(file, last_run())
    say(as_pytest(_of_protocol(_read_one(file, protocol), file, protocol)), verbatim=True)

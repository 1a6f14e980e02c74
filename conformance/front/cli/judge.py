"""`conform judge`: recorded dialogues, judged without an engine."""

import sys
from textwrap import fill
from typing import Any

import click

from conformance.front.cli.messages import say
from conformance.front.cli.options import PROTOCOL
from conformance.front.cli.recorded import fails, of_client, of_dialogue, protocol_of, share, spoken_in, text_of
from conformance.front.loading import load_client_suite, load_suite
from conformance.judging.recorded import Judged, judge_recorded
from conformance.protocol.definition import protocol as definition_of
from conformance.protocol.suite import CheckKind, Suite
from conformance.run.events import ExitCode
from conformance.wire import recordings
from conformance.wire.gui_logs import NAMES
from conformance.wire.transcript import Transcript
from conformance.words.model import number

_JUDGE = f"""Judge recorded dialogues. Runs no engine.

FILE is a recording of ours (--keep, --jsonl), a plain log with rows like `> usi` and `< usiok`, perhaps with seconds in front
(the debug output of NBoard's GUI has these marks the other way round), a console of UHP without marks,
or the log of {", ".join(NAMES)}.
Colour codes do not matter. It reports which lines it took as the GUI's and which as the engine's, and what it left out.
If a log has lines of a GUI, its faults are reported as well. They do not change the exit code: see `conform gui --judge`.

Exits with 1 if a MUST is broken, with 3 if nothing could be judged.
"""


@click.command("judge", help=_JUDGE)
@click.option("--protocol", type=PROTOCOL, help="The protocol, where the first file does not say it.")
@click.option("--engine-mark", type=click.Choice(["<", ">"]),
              help="The mark before what the engine says, in plain logs. Default: what the lines show.")  # fmt: skip
@click.option("--only", metavar="TEXT", default="", help="Judge only dialogues with TEXT in their name, which a GUI's log gives.")
@click.option("--strict", is_flag=True, help="Broken SHOULDs fail, too, including robustness ones.")
@click.option("-v", "--unjudged", is_flag=True, help="Name the requirements that were not judged, and why.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def judge_command(
    protocol: str | None, engine_mark: str | None, only: str, strict: bool, unjudged: bool, files: tuple[str, ...]
) -> None:
    """See `_JUDGE`."""
    protocol = protocol_of(files, protocol)
    suite = load_suite(protocol)
    greeting = next((one for one in definition_of(protocol).greetings if one.name == protocol), None)
    dialogues: list[tuple[Transcript, bool]] = []
    for path in files:
        text = text_of(path)
        log = recordings.read_log(text, path, engine_mark=engine_mark or "", spoken=spoken_in(suite))
        wanted = [one for one in log.dialogues if only in one.name.removeprefix(path)]
        left = [f"left out by --only: {len(log.dialogues) - len(wanted)} of {len(log.dialogues)} dialogues"]
        for note in (*log.notes, *(left if len(wanted) < len(log.dialogues) else ())):
            say(f"{path}: {note}")
        dialogues += [(one, not recordings.is_of_a_check(text)) for one in wanted]
    judged = [judge_recorded(suite, transcript, greeting) for transcript, _ in dialogues]
    clients = load_client_suite(protocol)
    broken = 0
    for one, (_, is_of_a_gui) in zip(judged, dialogues, strict=True):
        for row in of_dialogue(suite, one):
            say(row)
        if clients is not None and is_of_a_gui and not one.unclear:
            for row in of_client(clients, judge_recorded(clients, one.transcript)):
                say(row)
        broken += sum(fails(suite, finding, strict=strict) for finding in one.findings)
    sys.exit(_sum_up(suite, judged, unjudged=unjudged, broken=bool(broken)))


def _sum_up(suite: Suite[Any], judged: list[Judged], *, unjudged: bool, broken: bool) -> ExitCode:
    """Say what was judged, and what was not; the exit code."""
    met = {requirement for one in judged for requirement in one.met}
    counted = sum(not one.unclear for one in judged)
    hint = "" if unjudged else "; --unjudged names the others"
    say(f"{share(suite, judged)} in {number(counted, 'dialogue')}{hint}")
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
    return "nothing in the dialogues can be judged"

"""The run for a person at a terminal or in a log: plain text that reads well at 80 columns, the verdict last.

Everything that an engine said passes through `plain` or `excerpt` and is printed as `Text`, so that it can neither
colour the report nor move the cursor. Progress is printed elsewhere (`live`).
"""

import textwrap
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from conformance.report import NO_MARK, Reporter, excerpt_rows, plain
from conformance.report.findings import (
    FEW,
    UNSELECTED,
    WAIVED,
    Broken,
    Story,
    explained,
    follows,
    instead,
    label,
    some,
    sums_up,
    waived,
    why_outdated,
)
from conformance.report.model import Collector, Run, counted, reasons
from conformance.report.prose import cause_and_fix, how_it_ended, in_clients, to_see_it_again, what_was_explored
from conformance.report.screen import cut, printable, printing
from conformance.run.events import EngineNamed, Event, Result, RunStarted
from conformance.words.model import Level, Outcome, number

QUIET, VERBOSE = -1, 1
WIDEST = 100
NARROWEST = 40
#: Stories that are shown with all details when not verbose.
DETAILED = 10
#: Clients of which a finding says what they make of it, when not verbose.
CLIENTS = 2
#: Requirements that were not tested, for one reason, of which each is named when not verbose.
_UNTESTED = 20
#: Consequences of a finding that are named when not verbose.
CONSEQUENCES = 5

#: Group of findings -> heading, style; in the order of the report.
HEADINGS: tuple[tuple[str, str, str], ...] = (
    (Level.MUST.value, "MUST requirements that are broken", "bold red"),
    (Level.SHOULD.value, "Warnings: SHOULD requirements that are not kept", "yellow"),
    (Level.MAY.value, "Notes: MAY requirements that are not kept", "cyan"),
    ("", "Robustness: what the protocol's text does not ask for, but good sense does", "magenta"),
    (WAIVED, "Waived: known, and in the baseline", "dim"),
    (UNSELECTED, "Broken, but outside the selection: it was tried as set-up for what was selected", "dim"),
)


class ConsoleReporter(Reporter):
    """Prints to a rich console. `verbosity` is -1 (findings as single lines, verdict), 0, or 1 (every reason)."""

    def __init__(self, console: Console, verbosity: int = 0) -> None:
        self._console = console
        self._verbosity = verbosity
        self._width = max(NARROWEST, min(console.width, WIDEST))
        self._collector = Collector()

    def on(self, event: Event) -> None:
        """Take one event; the last one prints the report. Raises ReportError when nobody takes what is printed."""
        with printing(self._console):
            self._take(event)

    def _take(self, event: Event) -> None:
        if isinstance(event, RunStarted):
            self._open(event)
        elif isinstance(event, EngineNamed):
            self._name(event)
        if (run := self._collector.take(event)) is not None:
            self._report(run)

    def _open(self, event: RunStarted) -> None:
        if self._verbosity > QUIET:
            self._say(f"conform {event.version}: {event.title}")
            self._field("command:", event.engine)

    def _name(self, event: EngineNamed) -> None:
        if self._verbosity > QUIET:
            by = f" by {event.identity.author}" if event.identity.author else ""
            self._field("engine: ", f"{event.identity.name}{by}")

    # -- the report ---------------------------------------------------------------------------------------------------

    def _report(self, run: Run) -> None:
        if self._verbosity > QUIET:
            for sentence in run.again:
                self._say()
                self._wrapped(f"{sentence[0].upper()}{sentence[1:]}.", style="bold")
            self._perhaps(run)
        if self._verbosity > QUIET and len(run.findings) > 1:
            self._summary(run)
        detailed = run.stories if self._verbosity >= VERBOSE else run.stories[:DETAILED]
        for key, heading, style in HEADINGS:
            if group := [story for story in detailed if story.lead.group == key]:
                self._group(heading, style, group)
        if self._verbosity > QUIET and (left_out := sum(len(story.all) for story in run.stories[len(detailed) :])):
            self._say()
            self._wrapped(f"{number(left_out, 'finding')} more in the summary; -v shows all details, so do report files.")
        self._errors(run.of(Outcome.ERROR))
        if self._verbosity > QUIET:
            self._outdated(run)
            self._blocked(run)
            self._unjudged(run)
            self._remarked(run)
            self._explorations(run)
            self._sections(run)
            self._totals(run)
            self._begin_with(run)
            if run.catalogue:
                self._wrapped(f"Judged by {run.catalogue}{f'. Level: {run.level}' if run.level else ''}.", hanging="  ")
        self._wrapped(run.verdict, style="bold green" if run.end.exit_code == 0 else "bold red")

    def _perhaps(self, run: Run) -> None:
        """The MUSTs that would fail the run if nothing else explained them, and it is no MUST that does."""
        shown = run.perhaps if self._verbosity >= VERBOSE else run.perhaps[:FEW]
        if shown:
            self._say()
        for result in shown:
            what = f"{result.requirement.id} {label(result.requirement)}: {instead(result)} (of {result.blocked_by})"
            self._wrapped(f"Seen, perhaps a consequence: {what}", hanging="  ")
        if more := len(run.perhaps) - len(shown):
            self._say(f"and {more} more (-v shows all)")

    def _summary(self, run: Run) -> None:
        """One line for each finding: what it did instead, and what that blocks; what one crash explains stands together."""
        first = [story.lead.requirement.id for story in run.begin_with]
        self._heading("Findings" + (f": begin with {', '.join(first)}" if first else ""))
        column = max(len(finding.requirement.id) for finding in run.findings) + 2
        for story in run.stories:
            self._row(story.lead, sums_up(story), column)
            for finding in story.others:
                self._row(finding, follows(story, finding), column, indent="  ")

    def _row(self, finding: Broken, text: str, column: int, indent: str = "") -> None:
        name = f"{indent}{finding.requirement.id:<{column}}{label(finding.requirement)}  "
        text = waived(finding.first.waiver) if finding.first.waiver is not None else text
        blocked = f"  (blocks {number(finding.blocks, 'check')})" if finding.blocks else ""
        room = max(NARROWEST, self._width - len(name) - len(blocked))
        self._say(f"{name}{cut(text, room)}{blocked}")

    def _begin_with(self, run: Run) -> None:
        """The way to go on from here, where a reader of a long report is when it has been printed."""
        if run.begin_with:
            names = [f"{story.lead.requirement.id} (blocks {number(story.blocks, 'check')})" for story in run.begin_with]
            self._wrapped(f"Begin with {', '.join(names)}.")

    def _group(self, heading: str, style: str, group: list[Story]) -> None:
        if self._verbosity <= QUIET:
            for finding in (finding for story in group for finding in story.all):
                requirement = finding.requirement
                known = ", waived" if finding.group == WAIVED else ""
                self._say(f"{requirement.id} {label(requirement)}{known}: {plain(requirement.statement)}", style=style)
            return
        lead = group[0].lead
        if lead.group == WAIVED and self._verbosity < VERBOSE:
            self._waived(heading, style, [finding for story in group for finding in story.all])
            return
        fails = " (fails the run)" if lead.first.gates and lead.requirement.level is not Level.MUST else ""
        self._heading(f"{heading}{fails}", style)
        for story in group:
            self._finding(story.lead, style, story.says)
            for finding in story.others:
                self._follower(finding, story, style)

    def _waived(self, heading: str, style: str, findings: list[Broken]) -> None:
        """The known findings, each with its requirement and reason: they are shown every time, in short."""
        self._heading(f"{heading} (-v shows the details)", style)
        for result in (result for finding in findings for result in finding.results):
            if result.waiver is not None:
                name = f"{result.requirement.id}  {label(result.requirement)}  {result.check}"
                self._wrapped(f"{name}: {waived(result.waiver)}", hanging="  ")

    def _finding(self, finding: Broken, style: str, says: str = "") -> None:
        first, *others = finding.results
        self._title(finding, style, says)
        self._field("  expected:", first.expected)
        self._field("  actual:  ", first.actual)
        self._field("  waiver:  ", waived(first.waiver) if first.waiver is not None else "")
        self._field("  ended:   ", how_it_ended(first))
        self._field("  seen:    ", _how_often(first))
        self._field("  check:   ", f"{first.check}: {first.title}")
        self._field("  also in: ", self._names([result.check for result in others]))
        self._dialogue(first)
        cause, fix = cause_and_fix(first, says)
        self._field("  cause:   ", cause and f"(likely) {cause}")
        self._field("  fix:     ", fix)
        clients = in_clients(first)
        for place, line in enumerate(clients if self._verbosity >= VERBOSE else clients[:CLIENTS]):
            self._field("           " if place else "  clients: ", line)
        self._field("  diagnosis:", first.diagnosis)
        self._commands(first)
        self._consequences(finding)

    def _follower(self, finding: Broken, story: Story, style: str) -> None:
        """A finding of the story that has just been printed: most likely there is nothing else to fix."""
        lead = story.lead.requirement.id
        if self._verbosity >= VERBOSE:
            self._finding(finding, style, f"comes with {lead}" if story.is_told else "")
        elif story.is_told:
            line = f"  comes with it: {finding.requirement.id} {label(finding.requirement)}: {instead(finding.first)}"
            self._say(cut(line, self._width))
        else:
            self._title(finding, style)
            self._field("  actual:  ", f"{follows(story, finding)}: see {lead}")
            self._field("  expected:", finding.first.expected)
            self._commands(finding.first)
            self._consequences(finding)

    def _consequences(self, finding: Broken) -> None:
        """Failures that the finding explains: by name, or each as it was seen."""
        if self._verbosity < VERBOSE:
            self._field("  consequences:", some(explained(finding), CONSEQUENCES))
            return
        for result in finding.explains:
            name = f"{result.requirement.id} {label(result.requirement)} in {result.check}"
            self._field("  consequence:", f"{name}: {instead(result)}")
            self._dialogue(result)

    def _title(self, finding: Broken, style: str, says: str = "") -> None:
        self._say()
        self._say(f"{finding.requirement.id}  {label(finding.requirement)}", style=style)
        self._wrapped(plain(says), indent="  ")
        self._wrapped(plain(finding.requirement.statement), indent="  ")

    def _commands(self, result: Result) -> None:
        for name, command in to_see_it_again(result):
            if command:  # not wrapped: it is there to be copied
                self._say(f"  {f'{name}:':<9} {plain(command, 4000)}")

    def _dialogue(self, result: Result) -> None:
        if not result.transcript:
            return
        self._say("  dialogue (seconds, > to the engine, < from it):")
        room = self._width - 4
        for row in excerpt_rows(result.transcript, result.at, result.expected, result.actual):
            whole = row.is_whole or self._verbosity >= VERBOSE
            for piece in _folded(row.text, room) if whole else [cut(row.text, room)]:
                self._say(f"    {piece}", style="bold" if row.is_marked else "")

    def _errors(self, errors: Sequence[Result]) -> None:
        if errors and self._verbosity > QUIET:
            self._heading("Errors in conform itself: these say nothing about the engine", "bold red")
        for result in errors:
            self._wrapped(f"{result.requirement.id} {result.check}: {plain(result.reason)}", hanging="  ")

    def _outdated(self, run: Run) -> None:
        if run.outdated:
            self._heading(f"The baseline is out of date{' (fails the run)' if run.plan.strict else ''}", "yellow")
        for outdated in run.outdated:
            waiver = outdated.waiver
            what = f"{waiver.requirement} {waiver.check}: {why_outdated(outdated)} (it was waived: {plain(waiver.reason)})"
            self._wrapped(what, hanging="  ")

    def _blocked(self, run: Run) -> None:
        if run.blocked:
            self._heading("Blocked")
        for root, checks in run.blocked.items():
            self._say(f"{number(checks, 'check')} blocked by {root}")

    def _unjudged(self, run: Run) -> None:
        inconclusive = run.of(Outcome.INCONCLUSIVE)
        if self._verbosity >= VERBOSE:
            self._reasons("Inconclusive", inconclusive)
            self._reasons("Not applicable", run.of(Outcome.NOT_APPLICABLE))
        elif inconclusive:
            self._heading("Inconclusive")
            self._say(f"{number(len({r.check for r in inconclusive}), 'check')} inconclusive; most often (-v shows all):")
            of_checks = {(result.check, result.reason): result for result in inconclusive}
            for reason, count in list(reasons(list(of_checks.values())))[:FEW]:
                self._wrapped(f"{count:>4} x {reason}", hanging=" " * 7)

    def _remarked(self, run: Run) -> None:
        if run.remarks:
            self._heading("Remarks: worth knowing, and no fault")
        for remark in run.remarks:
            where = f"{number(remark.dialogues, 'dialogue')}, such as {remark.check}"
            self._wrapped(f"- {plain(remark.text)} ({where})", hanging="  ")

    def _explorations(self, run: Run) -> None:
        if run.explored:
            self._heading("Explorations: sessions drawn at random")
        for explored in run.explored:
            self._wrapped(what_was_explored(explored), hanging="  ")

    def _reasons(self, heading: str, results: list[Result]) -> None:
        if results:
            self._heading(heading)
        for result in results:
            reason = plain(result.reason) or "no reason given"
            self._wrapped(f"{result.requirement.id} {result.check}: {reason}", hanging="  ")

    def _sections(self, run: Run) -> None:
        column = max((len(section.title) for section in run.sections), default=0) + 2
        if run.sections:
            self._heading("Requirements by section")
        for section in run.sections:
            self._wrapped(f"{section.title:<{column}}{counted(section.counts)}", hanging=" " * column)

    def _totals(self, run: Run) -> None:
        end, plan = run.end, run.plan
        self._say()
        said = f"{number(end.lines, 'line')} in {number(end.transcripts, 'dialogue')}, {end.seconds:.1f} s"
        judged = f" ({sum(count for _, count in run.counts)} of {plan.requirements})" if plan.untested else ""
        self._wrapped(f"Requirements{judged}: {counted(run.counts) or 'none judged'}. {said}.")
        self._untested(plan)
        if plan.host.lacks:
            self._wrapped(f"On this system: {'; '.join(map(plain, plan.host.lacks))}.", hanging="  ")
        self._verdicts(run)

    def _untested(self, plan: RunStarted) -> None:
        """The rest of the requirements. The catalogue says at length why some of them cannot be tested by anyone."""
        by_reason: dict[str, list[str]] = {}
        for name, reason in () if plan.quick and self._verbosity < VERBOSE else plan.untested:
            is_short = len(reason) <= NARROWEST or self._verbosity >= VERBOSE
            by_reason.setdefault(plain(reason) if is_short else "`conform explain ID` says why", []).append(name)
        for reason, names in by_reason.items():
            are_few = len(names) <= _UNTESTED or self._verbosity >= VERBOSE
            listed = ", ".join(names) if are_few else number(len(names), "requirement")
            self._wrapped(f"Not tested: {listed} ({reason}{'' if are_few else '; -v names them'}).", hanging="  ")

    def _verdicts(self, run: Run) -> None:
        """The number of cases in a JUnit report, which has one for each requirement and check."""
        known = f", of the failures {len(run.waived)} waived" if run.waived else ""
        tolerated = f", of the failures {run.mild} that {'does' if run.mild == 1 else 'do'} not fail the run" if run.mild else ""
        if len(run.judged) > sum(count for _, count in run.counts):
            self._wrapped(f"Verdicts, one for each requirement and check: {counted(run.verdicts)}{known}{tolerated}.")

    # -- words on paper -----------------------------------------------------------------------------------------------

    def _names(self, checks: Iterable[str]) -> str:
        names = list(dict.fromkeys(checks))
        return some(names, len(names) if self._verbosity >= VERBOSE else FEW)

    def _heading(self, text: str, style: str = "bold") -> None:
        self._say()
        self._say(text, style=style)

    def _field(self, name: str, text: str) -> None:
        if text:
            self._wrapped(f"{name} {plain(text)}", hanging=" " * (len(name) + 1))

    def _wrapped(self, text: str, *, indent: str = "", hanging: str | None = None, style: str = "") -> None:
        rows = textwrap.wrap(
            text,
            self._width,
            initial_indent=indent,
            subsequent_indent=indent if hanging is None else hanging,
            break_on_hyphens=False,
        )
        for row in rows:
            self._say(row, style=style)

    def _say(self, text: str = "", style: str = "") -> None:
        self._console.print(Text(printable(self._console, text), style=style), soft_wrap=True)


def _folded(row: str, room: int) -> list[str]:
    """Cut a line of a dialogue to pieces; unlike wrapping, this keeps every blank of what was said."""
    hanging = " " * (len(NO_MARK) + 11)
    step = room - len(hanging)
    return [row[:room], *(hanging + row[start : start + step] for start in range(room, len(row), step))]


def _how_often(result: Result) -> str:
    often = f"failed {result.failed} of {result.measured} times" if result.measured > 1 else ""
    return "; ".join(part for part in (often, result.reason) if part)

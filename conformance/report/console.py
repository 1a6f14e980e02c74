"""The run for a person at a terminal or in a log: plain text that reads well at 80 columns, the verdict last.

Everything that an engine said passes through `plain` or `excerpt` and is printed as `Text`, so that it can neither
colour the report nor move the cursor. What is told while the run goes is told elsewhere (`live`).
"""

import textwrap
from collections import Counter
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from conformance.report import NO_MARK, ReportError, excerpt_rows, plain
from conformance.report.findings import FEW, UNSELECTED, Finding, Story, begin_with, follows, instead, label, stories
from conformance.report.prose import cause_and_mend, how_it_ended, to_see_it_again, what_was_explored
from conformance.report.screen import cut, printable
from conformance.run.events import EngineNamed, Event, Explored, Remarked, Result, RunFinished, RunStarted, Tally
from conformance.words.model import Kind, Level, Outcome

QUIET, VERBOSE = -1, 1
WIDEST = 100
NARROWEST = 40
#: Stories that are shown with all details when not verbose.
DETAILED = 10

#: Group of findings -> heading, style; in the order of the report.
HEADINGS: tuple[tuple[str, str, str], ...] = (
    (Level.MUST.value, "MUST requirements that are broken", "bold red"),
    (Level.SHOULD.value, "Warnings: SHOULD requirements that are not kept", "yellow"),
    (Level.MAY.value, "Notes: MAY requirements that are not kept", "cyan"),
    ("", "Robustness: what the protocol's text does not ask for, but good sense does", "magenta"),
    (UNSELECTED, "Broken, but outside the selection: it was tried as set-up for what was selected", "dim"),
)


class ConsoleReporter:
    """Prints to a rich console. `verbosity` is -1 (findings as single lines, verdict), 0, or 1 (every reason)."""

    def __init__(self, console: Console, verbosity: int = 0) -> None:
        self._console = console
        self._verbosity = verbosity
        self._width = max(NARROWEST, min(console.width, WIDEST))
        self._plan: RunStarted | None = None
        self._results: list[Result] = []
        self._explored: list[Explored] = []
        self._remarks: list[Remarked] = []

    def on(self, event: Event) -> None:
        """Take one event; the last one prints the report. Raises ReportError when nobody takes what is printed."""
        try:
            self._take(event)
        except SystemExit:  # rich's answer to a closed pipe
            raise ReportError("on standard output", "it was closed") from None
        except OSError as error:
            self._console.quiet = True
            raise ReportError.of("on standard output", error) from error

    def _take(self, event: Event) -> None:
        match event:
            case RunStarted():
                self._open(event)
            case EngineNamed():
                self._name(event)
            case Result():
                self._results.append(event)
            case Explored():
                self._explored.append(event)
            case Remarked():
                self._remarks.append(event)
            case RunFinished():
                self._report(event)

    def close(self) -> None:
        """Nothing is open."""

    def _open(self, event: RunStarted) -> None:
        self._plan = event
        if self._verbosity > QUIET:
            self._say(f"conform {event.version}: {event.title}")
            self._field("command:", event.engine)

    def _name(self, event: EngineNamed) -> None:
        if self._verbosity > QUIET:
            by = f" by {event.identity.author}" if event.identity.author else ""
            self._field("engine: ", f"{event.identity.name}{by}")

    # -- the report ---------------------------------------------------------------------------------------------------

    def _report(self, end: RunFinished) -> None:
        told = stories(self._results, [key for key, _ in self._plan.sections] if self._plan else [])
        findings = [finding for story in told for finding in story.all]
        if self._verbosity > QUIET and len(findings) > 1:
            self._summary(told)
        detailed = told if self._verbosity >= VERBOSE else told[:DETAILED]
        for key, heading, style in HEADINGS:
            if group := [story for story in detailed if story.lead.group == key]:
                self._group(heading, style, group)
        if self._verbosity > QUIET and (left_out := sum(len(story.all) for story in told[len(detailed) :])):
            self._say()
            self._wrapped(f"{_number(left_out, 'finding')} more in the summary; -v shows all details, so do report files.")
        self._errors([result for result in self._results if result.outcome is Outcome.ERROR])
        if self._verbosity > QUIET:
            self._blocked()
            self._unjudged()
            self._remarked()
            self._explorations()
            self._sections()
            self._totals(end)
            self._begin_with(told)
        verdict = _verdict(end, findings)
        self._wrapped(verdict, style="bold green" if end.exit_code == 0 else "bold red")

    def _summary(self, told: list[Story]) -> None:
        """One line for each finding: what it did instead, and what that blocks; what one crash explains stands together."""
        first = [story.lead.requirement.id for story in begin_with(told)]
        self._heading("Findings" + (f": begin with {', '.join(first)}" if first else ""))
        column = max(len(finding.requirement.id) for story in told for finding in story.all) + 2
        for story in told:
            self._row(story.lead, instead(story.lead.first), column)
            for finding in story.others:
                self._row(finding, follows(finding), column, indent="  ")

    def _row(self, finding: Finding, text: str, column: int, indent: str = "") -> None:
        name = f"{indent}{finding.requirement.id:<{column}}{label(finding.requirement)}  "
        blocked = f"  (blocks {_number(finding.blocks, 'check')})" if finding.blocks else ""
        room = max(NARROWEST, self._width - len(name) - len(blocked))
        self._say(f"{name}{cut(text, room)}{blocked}")

    def _begin_with(self, told: list[Story]) -> None:
        """The way to go on from here, where a reader of a long report is when it has been printed."""
        first = begin_with(told)
        if first and sum(len(story.all) for story in told) > 1:
            names = [f"{story.lead.requirement.id} (blocks {_number(story.blocks, 'check')})" for story in first]
            self._wrapped(f"Begin with {', '.join(names)}.")

    def _group(self, heading: str, style: str, group: list[Story]) -> None:
        if self._verbosity <= QUIET:
            for finding in (finding for story in group for finding in story.all):
                requirement = finding.requirement
                self._say(f"{requirement.id} {label(requirement)}: {plain(requirement.statement)}", style=style)
            return
        lead = group[0].lead
        fails = " (fails the run)" if lead.first.gates and lead.requirement.level is not Level.MUST else ""
        self._heading(f"{heading}{fails}", style)
        for story in group:
            self._finding(story.lead, style)
            for finding in story.others:
                self._follower(finding, story.lead, style)

    def _finding(self, finding: Finding, style: str) -> None:
        first, *others = finding.results
        self._title(finding, style)
        self._field("  expected:", first.expected)
        self._field("  actual:  ", first.actual)
        self._field("  ended:   ", how_it_ended(first))
        self._field("  seen:    ", _how_often(first))
        self._field("  check:   ", f"{first.check}: {first.title}")
        self._field("  also in: ", self._names([result.check for result in others]))
        self._dialogue(first)
        cause, mend = cause_and_mend(first)
        self._field("  cause:   ", cause and f"(likely) {cause}")
        self._field("  mend:    ", mend)
        self._field("  diagnosis:", first.diagnosis)
        self._commands(first)

    def _follower(self, finding: Finding, lead: Finding, style: str) -> None:
        """A finding of the story that has just been told: most likely there is nothing else to mend."""
        if self._verbosity >= VERBOSE:
            self._finding(finding, style)
            return
        self._title(finding, style)
        self._field("  actual:  ", f"{follows(finding)}: see {lead.requirement.id}")
        self._field("  expected:", finding.first.expected)
        self._commands(finding.first)

    def _title(self, finding: Finding, style: str) -> None:
        self._say()
        self._say(f"{finding.requirement.id}  {label(finding.requirement)}", style=style)
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
        for row in excerpt_rows(result.transcript, result.at):
            whole = row.is_whole or self._verbosity >= VERBOSE
            for piece in _folded(row.text, room) if whole else [cut(row.text, room)]:
                self._say(f"    {piece}", style="bold" if row.is_marked else "")

    def _errors(self, errors: list[Result]) -> None:
        if errors and self._verbosity > QUIET:
            self._heading("Errors in conform itself: these say nothing about the engine", "bold red")
        for result in errors:
            self._wrapped(f"{result.requirement.id} {result.check}: {plain(result.reason)}", hanging="  ")

    def _blocked(self) -> None:
        roots: dict[str, set[str]] = {}
        for result in self._results:
            if result.outcome is Outcome.BLOCKED:
                roots.setdefault(result.blocked_by or "a requirement that failed", set()).add(result.check)
        if roots:
            self._heading("Blocked")
        for root, checks in roots.items():
            self._say(f"{_number(len(checks), 'check')} blocked by {root}")

    def _unjudged(self) -> None:
        inconclusive = [result for result in self._results if result.outcome is Outcome.INCONCLUSIVE]
        if self._verbosity >= VERBOSE:
            self._reasons("Inconclusive", inconclusive)
            none = [result for result in self._results if result.outcome is Outcome.NOT_APPLICABLE]
            self._reasons("Not applicable", none)
        elif inconclusive:
            self._heading("Inconclusive")
            self._say(f"{_number(len({r.check for r in inconclusive}), 'check')} inconclusive; most often (-v shows all):")
            for reason, count in Counter(plain(r.reason) or "no reason given" for r in inconclusive).most_common(FEW):
                self._wrapped(f"{count:>4} x {reason}", hanging=" " * 7)

    def _remarked(self) -> None:
        if self._remarks:
            self._heading("Remarks: worth knowing, and no fault")
        for remark in self._remarks:
            where = f"{_number(remark.dialogues, 'dialogue')}, such as {remark.check}"
            self._wrapped(f"- {plain(remark.text)} ({where})", hanging="  ")

    def _explorations(self) -> None:
        if self._explored:
            self._heading("Explorations: sessions drawn at random")
        for explored in self._explored:
            self._wrapped(what_was_explored(explored), hanging="  ")

    def _reasons(self, heading: str, results: list[Result]) -> None:
        if results:
            self._heading(heading)
        for result in results:
            reason = plain(result.reason) or "no reason given"
            self._wrapped(f"{result.requirement.id} {result.check}: {reason}", hanging="  ")

    def _sections(self) -> None:
        tallies: dict[str, Tally] = {}
        for result in (result for result in self._results if result.selected):
            tallies.setdefault(result.requirement.section, Tally()).add(result)
        titles = dict(self._plan.sections) if self._plan else {}
        order = [*(key for key in titles if key in tallies), *(key for key in tallies if key not in titles)]
        column = max((len(titles.get(key, key)) for key in order), default=0) + 2
        if order:
            self._heading("Requirements by section")
        for key in order:
            text = f"{titles.get(key, key):<{column}}{_counts(tallies[key].counts())}"
            self._wrapped(text, hanging=" " * column)

    def _totals(self, end: RunFinished) -> None:
        self._say()
        said = f"{_number(end.lines, 'line')} in {_number(end.transcripts, 'dialogue')}, {end.seconds:.1f} s"
        of_all = f" of {self._plan.requirements}" if self._plan and self._plan.untested else ""
        judged = sum(count for _, count in end.counts)
        self._wrapped(f"Requirements{f' ({judged}{of_all})' if of_all else ''}: {_counts(end.counts) or 'none judged'}. {said}.")
        self._untested()
        self._verdicts()

    def _untested(self) -> None:
        """The rest of the requirements. The catalogue says at length why some of them cannot be tested by anyone."""
        reasons: dict[str, list[str]] = {}
        for name, reason in self._plan.untested if self._plan else ():
            is_short = len(reason) <= NARROWEST or self._verbosity >= VERBOSE
            reasons.setdefault(plain(reason) if is_short else "`conform explain ID` tells why", []).append(name)
        for reason, names in reasons.items():
            self._wrapped(f"Not tested: {', '.join(names)} ({reason}).", hanging="  ")

    def _verdicts(self) -> None:
        """The number of cases in a JUnit report, which has one for each requirement and check."""
        chosen = [result for result in self._results if result.selected]
        counted = Counter(result.outcome for result in chosen)
        mild = sum(result.outcome is Outcome.FAIL and not result.gates for result in chosen)
        counts = _counts((outcome, counted[outcome]) for outcome in Outcome)
        tolerated = f", of the failures {mild} that {'does' if mild == 1 else 'do'} not fail the run" if mild else ""
        if len(chosen) > len({result.requirement.id for result in chosen}):
            self._wrapped(f"Verdicts, one for each requirement and check: {counts}{tolerated}.")

    # -- words on paper -----------------------------------------------------------------------------------------------

    def _names(self, checks: Iterable[str]) -> str:
        names = list(dict.fromkeys(checks))
        shown = names if self._verbosity >= VERBOSE else names[:FEW]
        more = f" and {len(names) - len(shown)} more" if len(shown) < len(names) else ""
        return f"{', '.join(shown)}{more}"

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


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _counts(counts: Iterable[tuple[Outcome, int]]) -> str:
    return ", ".join(f"{count} {outcome.value.replace('_', ' ')}" for outcome, count in counts if count)


def _verdict(end: RunFinished, findings: list[Finding]) -> str:
    """The exit code in words, with the requirements that decided it."""
    broken = _broken([finding.first for finding in findings if finding.first.gates])
    if end.exit_code == 1:
        rest = "; the run was cut short, there may be more" if end.out_of_time else ""
        return f"not conforming: {broken or 'see above'}{rest}"
    if end.exit_code == 0:
        besides = _broken([finding.first for finding in findings if not finding.first.selected])
        if besides:
            return f"conforming in what was selected; besides, {besides}"
        return f"conforming, but {_unjudged(end)}" if end.unjudged else "conforming: no MUST requirement is broken"
    why = _why_no_verdict(end)
    return f"no verdict: {why}; until then {broken}" if broken else f"no verdict: {why}"


def _unjudged(end: RunFinished) -> str:
    were = "was" if len(end.unjudged) == 1 else "were"
    return f"{_number(len(end.unjudged), 'MUST requirement')} {were} not judged: {', '.join(end.unjudged)}"


def _why_no_verdict(end: RunFinished) -> str:
    if end.interrupted:
        return "the run was interrupted"
    if end.message:
        return plain(end.message)
    if any(outcome is Outcome.ERROR and count for outcome, count in end.counts):
        return "some checks are themselves broken, which is a fault of conform and not of the engine"
    return "the time for the run was up" if end.out_of_time else "nothing could be judged"


def _broken(gating: list[Result]) -> str:
    ids: dict[str, list[str]] = {}
    for result in sorted(gating, key=lambda result: result.requirement.kind is Kind.ROBUSTNESS):
        ids.setdefault(label(result.requirement), []).append(result.requirement.id)
    return "; ".join(f"{_number(len(known), f'{name} requirement')} broken: {', '.join(known)}" for name, known in ids.items())

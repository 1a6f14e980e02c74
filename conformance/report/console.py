"""The run for a person at a terminal or in a log: plain text that reads well at 80 columns, the verdict last.

Everything that an engine said passes through `plain` or `excerpt` and is printed as `Text`, so that it can neither
colour the report nor move the cursor. While the run goes, a terminal shows one line of progress; a file does not.
"""

import textwrap
from collections import Counter
from collections.abc import Iterable

from rich.console import Console
from rich.progress_bar import ProgressBar
from rich.status import Status
from rich.table import Table
from rich.text import Text

from conformance.report import MARK, NO_MARK, ReportError, excerpt, plain
from conformance.run.events import CheckStarted, EngineNamed, Event, Remarked, Result, RunFinished, RunStarted, Tally
from conformance.words.model import Kind, Level, Outcome

QUIET, VERBOSE = -1, 1
WIDEST = 100
NARROWEST = 40
#: Names of further checks, and reasons, that are listed when not verbose.
FEW = 3
#: Findings that are shown with all details when not verbose.
DETAILED = 10

UNSELECTED = "unselected"
#: Level of a conformance finding, or "" for robustness -> heading, style; in the order of the report.
GROUPS: tuple[tuple[str, str, str], ...] = (
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
        self._status: Status | None = None
        self._results: list[Result] = []
        self._remarks: list[Remarked] = []
        self._done: set[str] = set()

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
            case CheckStarted():
                self._progress(event.title)
            case Result():
                self._results.append(event)
                self._done.add(event.check)
            case Remarked():
                self._remarks.append(event)
            case RunFinished():
                self.close()
                self._report(event)

    def close(self) -> None:
        """Take the line of progress off the terminal."""
        if self._status:
            self._status.stop()
            self._status = None

    # -- while it runs ------------------------------------------------------------------------------------------------

    def _open(self, event: RunStarted) -> None:
        self._plan = event
        if self._verbosity > QUIET:
            self._say(f"conform {event.version}: {event.title}")
            self._field("command:", event.engine)
            if self._console.is_terminal:
                self._status = Status(Text("starting"), console=self._console, spinner="line")
                self._status.start()

    def _name(self, event: EngineNamed) -> None:
        if self._verbosity > QUIET:
            by = f" by {event.identity.author}" if event.identity.author else ""
            self._field("engine: ", f"{event.identity.name}{by}")

    def _progress(self, title: str) -> None:
        if self._status and self._plan:
            line = f"{len(self._done)}/{self._plan.checks} {plain(title)}"
            self._status.update(Text(self._printable(line[: self._width - 4])))

    def progress(self, title: str, done: int, total: int) -> None:
        """Show how far a long check is, on a terminal; may be called from any thread."""
        if self._status:
            grid = Table.grid(padding=(0, 1))
            grid.add_row(ProgressBar(total, done, width=30), Text(f"{done}/{total} {self._printable(plain(title))}"))
            self._status.update(grid)

    # -- the report ---------------------------------------------------------------------------------------------------

    def _report(self, end: RunFinished) -> None:
        findings = self._ordered(_by_requirement(self._results))
        if self._verbosity > QUIET and len(findings) > 1:
            self._summary(findings)
        self._left_out = 0 if self._verbosity >= VERBOSE else max(0, len(findings) - DETAILED)
        detailed = findings[: len(findings) - self._left_out]
        for key, heading, style in GROUPS:
            if group := [finding for finding in detailed if _group(finding[0]) == key]:
                self._group(heading, style, group)
        if self._left_out and self._verbosity > QUIET:
            self._say()
            self._wrapped(f"{_number(self._left_out, 'finding')} more in the summary; -v shows all details, so do report files.")
        self._errors([result for result in self._results if result.outcome is Outcome.ERROR])
        if self._verbosity > QUIET:
            self._blocked()
            self._unjudged()
            self._remarked()
            self._sections()
            self._totals(end)
        verdict = _verdict(end, findings)
        self._wrapped(verdict, style="bold green" if end.exit_code == 0 else "bold red")

    def _ordered(self, findings: list[list[Result]]) -> list[list[Result]]:
        """Findings in the order in which to look at them: by group, then what blocks most, then as the catalogue has them."""
        groups = [key for key, _, _ in GROUPS]
        blocks = Counter(root for root, _ in self._blocks())
        sections = [key for key, _ in self._plan.sections] if self._plan else []

        def rank(finding: list[Result]) -> tuple[int, int, int, str]:
            requirement = finding[0].requirement
            place = sections.index(requirement.section) if requirement.section in sections else len(sections)
            return groups.index(_group(finding[0])), -blocks[requirement.id], place, requirement.id

        return sorted(findings, key=rank)

    def _blocks(self) -> set[tuple[str, str]]:
        """Pairs of a requirement and a check that it blocks."""
        return {(result.blocked_by, result.check) for result in self._results if result.outcome is Outcome.BLOCKED}

    def _summary(self, findings: list[list[Result]]) -> None:
        """One line for each finding: what it did instead, and what that blocks; those that block come first."""
        blocks = Counter(root for root, _ in self._blocks())
        first = [finding[0].requirement.id for finding in findings if blocks[finding[0].requirement.id]][:FEW]
        self._heading("Findings" + (f": begin with {', '.join(first)}" if first else ""))
        column = max(len(finding[0].requirement.id) for finding in findings) + 2
        for finding in findings:
            result = finding[0]
            instead = plain(result.actual) or plain(result.requirement.statement)
            blocked = f"  (blocks {_number(blocks[result.requirement.id], 'check')})" if blocks[result.requirement.id] else ""
            room = max(NARROWEST, self._width - column - len(_label(result)) - len(blocked) - 2)
            shown = instead if len(instead) <= room else f"{instead[: room - 3]}..."
            self._say(f"{result.requirement.id:<{column}}{_label(result)}  {shown}{blocked}")

    def _group(self, heading: str, style: str, group: list[list[Result]]) -> None:
        if self._verbosity <= QUIET:
            for first, *_ in group:
                requirement = first.requirement
                self._say(f"{requirement.id} {_label(first)}: {plain(requirement.statement)}", style=style)
            return
        fails = " (fails the run)" if group[0][0].gates and group[0][0].requirement.level is not Level.MUST else ""
        self._heading(f"{heading}{fails}", style)
        for finding in group:
            self._finding(finding, style)

    def _finding(self, finding: list[Result], style: str) -> None:
        first, *others = finding
        requirement = first.requirement
        self._say()
        self._say(f"{requirement.id}  {_label(first)}", style=style)
        self._wrapped(plain(requirement.statement), indent="  ")
        self._field("  expected:", first.expected)
        self._field("  actual:  ", first.actual)
        self._field("  seen:    ", _how_often(first))
        self._field("  check:   ", f"{first.check}: {first.title}")
        self._field("  also in: ", self._names([result.check for result in others]))
        self._dialogue(first)
        self._field("  cause:   ", requirement.cause and f"(likely) {requirement.cause}")
        self._field("  mend:    ", requirement.mend)
        self._field("  diagnosis:", first.diagnosis)
        if first.rerun:
            # Not wrapped: it is there to be copied.
            self._say(f"  again:    {plain(first.rerun, 4000)}")
        if first.replay:
            self._say(f"  replay:   {plain(first.replay, 4000)}")

    def _dialogue(self, result: Result) -> None:
        if not result.transcript:
            return
        self._say("  dialogue (seconds, > to the engine, < from it):")
        room = self._width - 4
        for row in excerpt(result.transcript, result.at):
            marked = row.startswith(MARK)
            whole = marked or self._verbosity >= VERBOSE
            for piece in _folded(row, room) if whole else [row if len(row) <= room else f"{row[: room - 3]}..."]:
                self._say(f"    {piece}", style="bold" if marked else "")

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
        self._wrapped(f"Requirements: {_counts(end.counts) or 'none judged'}. {said}.")

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
        self._console.print(Text(self._printable(text), style=style), soft_wrap=True)

    def _printable(self, text: str) -> str:
        """What the console's encoding lacks is escaped: a report must not end with an encoding error."""
        encoding = self._console.encoding
        return text.encode(encoding, "backslashreplace").decode(encoding)


def _folded(row: str, room: int) -> list[str]:
    """Cut a line of a dialogue to pieces; unlike wrapping, this keeps every blank of what was said."""
    hanging = " " * (len(NO_MARK) + 11)
    step = room - len(hanging)
    return [row[:room], *(hanging + row[start : start + step] for start in range(room, len(row), step))]


def _by_requirement(results: Iterable[Result]) -> list[list[Result]]:
    """The failures, one list for each requirement, in the order in which they came."""
    findings: dict[str, list[Result]] = {}
    for result in results:
        if result.outcome is Outcome.FAIL:
            findings.setdefault(result.requirement.id, []).append(result)
    return list(findings.values())


def _group(result: Result) -> str:
    if not result.selected:
        return UNSELECTED
    return "" if result.requirement.kind is Kind.ROBUSTNESS else result.requirement.level.value


def _label(result: Result) -> str:
    robustness = ", robustness" if result.requirement.kind is Kind.ROBUSTNESS else ""
    return f"{result.requirement.level.value}{robustness}"


def _how_often(result: Result) -> str:
    often = f"failed {result.failed} of {result.measured} times" if result.measured > 1 else ""
    return "; ".join(part for part in (often, result.reason) if part)


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _counts(counts: Iterable[tuple[Outcome, int]]) -> str:
    return ", ".join(f"{count} {outcome.value.replace('_', ' ')}" for outcome, count in counts if count)


def _verdict(end: RunFinished, findings: list[list[Result]]) -> str:
    """The exit code in words, with the requirements that decided it."""
    broken = _broken([finding[0] for finding in findings if finding[0].gates])
    if end.exit_code == 1:
        rest = "; the run was cut short, there may be more" if end.out_of_time else ""
        return f"not conforming: {broken or 'see above'}{rest}"
    if end.exit_code == 0:
        besides = _broken([finding[0] for finding in findings if not finding[0].selected])
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
        ids.setdefault(_label(result), []).append(result.requirement.id)
    return "; ".join(f"{_number(len(known), f'{label} requirement')} broken: {', '.join(known)}" for label, known in ids.items())

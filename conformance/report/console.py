"""The report that people read, on a terminal or in a CI log: findings first, then what could not be judged, then the verdict."""

from collections import Counter

from rich.console import Console
from rich.text import Text

from conformance.events import CheckStarted, EngineNamed, Event, Result, RunFinished, RunStarted, Tally
from conformance.lines import visible
from conformance.model import Kind, Level, Outcome
from conformance.report.excerpt import excerpt

_STYLE = {Outcome.FAIL: "bold red", Outcome.PASS: "green", Outcome.ERROR: "bold magenta", Outcome.INCONCLUSIVE: "yellow"}


class ConsoleReporter:
    """Prints to a rich console. `verbosity`: -1 findings in one line each, 0 findings in full, 1 all that was not judged."""

    def __init__(self, console: Console, verbosity: int = 0) -> None:
        self._console = console
        self._verbosity = verbosity
        self._start: RunStarted | None = None
        self._results: list[Result] = []
        self._tally = Tally()
        self._status = console.status("starting") if console.is_terminal and verbosity >= 0 else None

    def on(self, event: Event) -> None:
        """Take one event."""
        match event:
            case RunStarted():
                self._start = event
                if self._verbosity >= 0:
                    self._print(f"conform {event.version}: {event.title} ({event.protocol}), {event.engine}")
                if self._status:
                    self._status.start()
            case EngineNamed():
                author = f" by {event.identity.author}" if event.identity.author else ""
                self._print(f"engine: {visible(event.identity.name)}{visible(author)}", "bold")
            case CheckStarted():
                if self._status:
                    self._status.update(Text(f"{len(self._results)} verdicts, now: {event.title}"))
            case Result():
                self._results.append(event)
                self._tally.add(event)
            case RunFinished():
                self.close()
                self._finish(event)

    def close(self) -> None:
        """End the progress line."""
        if self._status:
            self._status.stop()

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style))

    # -- the end ------------------------------------------------------------------------------------------------------

    def _finish(self, end: RunFinished) -> None:
        if self._verbosity >= 0:
            self._sections()
        for kind, title in ((Kind.CONFORMANCE, "Findings"), (Kind.ROBUSTNESS, "Robustness (the source is silent)")):
            self._findings([r for r in self._results if r.outcome is Outcome.FAIL and r.requirement.kind is kind], title)
        self._errors()
        self._not_judged()
        self._verdict(end)

    def _sections(self) -> None:
        assert self._start is not None
        self._print("")
        of: dict[str, str] = {result.requirement.id: result.requirement.section for result in self._results}
        for section, title in self._start.sections:
            counts = Counter(self._tally.outcomes[key] for key, where in of.items() if where == section)
            if counts:
                words = ", ".join(f"{counts[o]} {o.value.replace('_', ' ')}" for o in Outcome if counts[o])
                self._print(f"  {title:<34} {words}", "red" if counts[Outcome.FAIL] else "")

    def _findings(self, failing: list[Result], title: str) -> None:
        if not failing:
            return
        self._print(f"\n{title}", "bold")
        by_id: dict[str, list[Result]] = {}
        for result in failing:
            by_id.setdefault(result.requirement.id, []).append(result)
        order = list(Level)
        for results in sorted(by_id.values(), key=lambda rs: order.index(rs[0].requirement.level)):
            self._finding(results[0], results[1:])

    def _finding(self, result: Result, others: list[Result]) -> None:
        requirement = result.requirement
        style = "bold red" if requirement.level is Level.MUST else "yellow"
        self._print(f"\n{requirement.id} {requirement.level}  {requirement.statement}", style)
        self._print(f"  expected  {visible(result.expected)}")
        self._print(f"  actual    {visible(result.actual)}")
        if self._verbosity < 0:
            return
        if result.reason:
            self._print(f"  where     {visible(result.reason)}")
        if result.measured > 1 and result.failed:
            self._print(f"  measured  failed {result.failed} of {result.measured} times")
        if others:
            self._print(f"  also in   {', '.join(other.check for other in others)}")
        for row in excerpt(result.transcript, result.at):
            self._print(f"  {row}", "bold" if row.startswith("->") else "dim")
        self._print(f"  cause     {requirement.cause}")
        self._print(f"  mend      {requirement.mend}")
        if result.rerun:
            self._print(f"  again     {result.rerun}")

    def _errors(self) -> None:
        for result in self._results:
            if result.outcome is Outcome.ERROR:
                self._print(f"\na fault of ours in {result.check}: {visible(result.reason)}", _STYLE[Outcome.ERROR])

    def _not_judged(self) -> None:
        blocked = Counter(r.blocked_by for r in self._results if r.outcome is Outcome.BLOCKED)
        for root, count in blocked.items():
            self._print(f"\n{count} check{'s' if count > 1 else ''} blocked by {root}", "yellow")
        rest = [r for r in self._results if r.outcome in (Outcome.INCONCLUSIVE, Outcome.NOT_APPLICABLE)]
        if not rest or self._verbosity < 0:
            return
        if self._verbosity > 0:
            self._print("")
            for result in rest:
                self._print(f"{result.requirement.id} {result.outcome.value.replace('_', ' ')}: {visible(result.reason)}")
            return
        for outcome in (Outcome.INCONCLUSIVE, Outcome.NOT_APPLICABLE):
            if count := sum(r.outcome is outcome for r in rest):
                self._print(f"\n{count} {outcome.value.replace('_', ' ')} (-v tells why)")

    def _verdict(self, end: RunFinished) -> None:
        counts = ", ".join(f"{count} {outcome.value.replace('_', ' ')}" for outcome, count in end.counts if count)
        self._print(f"\n{counts or 'nothing judged'}; {end.transcripts} dialogues in {end.seconds:.1f} s")
        gating = sorted({r.requirement.id for r in self._results if r.gates})
        if end.interrupted:
            self._print("no verdict: interrupted", "bold yellow")
        elif end.message:
            self._print(f"no verdict: {end.message}", "bold yellow")
        elif gating:
            self._print(f"not conforming: {', '.join(gating)}", "bold red")
        elif end.exit_code == 0:
            self._print("conforming: no MUST requirement is broken", "bold green")
        elif end.out_of_time:
            self._print("no verdict: the time for the run was up (--max-time)", "bold yellow")
        elif end.exit_code == 4:
            self._print("no verdict: a check of ours failed; please report it", "bold magenta")
        else:
            self._print("no verdict: nothing could be decided", "bold yellow")

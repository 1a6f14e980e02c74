"""`--baseline`: which findings a run waives, and how the file is kept up to date."""

from typing import Any

import click

from conformance.front.baseline import Baseline, read, reason_of
from conformance.front.cli.messages import complain
from conformance.front.options import RunOptions
from conformance.protocol.suite import Suite
from conformance.report import Reporter, ReportError
from conformance.report.findings import instead
from conformance.run.events import EngineNamed, Event, ExitCode, Result, RunFinished
from conformance.run.waivers import Waivers
from conformance.words.inputs import InputError


class BaselineOfRun(Reporter):
    """The baseline of a run. As a reporter it changes the file at the end, where that is asked for."""

    def __init__(self, baseline: Baseline, *, update: bool, prune: bool) -> None:
        self._baseline = baseline
        self._prune = prune
        self._engine = ""
        self._results: list[Result] = []
        #: What the run knows: where entries are taken out, those that pass now are no longer out of date.
        self.waivers = Waivers(baseline.waivers, (lambda result: reason_of(instead(result))) if update else None, prunes=prune)

    def on(self, event: Event) -> None:
        """Take one event; the last one changes the file."""
        match event:
            case EngineNamed():
                self._engine = event.identity.name
            case Result() if event.selected:
                self._results.append(event)
            case RunFinished() if event.exit_code != ExitCode.OUR_FAULT and not event.interrupted:
                self._change()

    def _change(self) -> None:
        known = set(self._baseline.waivers)
        add = [result.waiver for result in self._results if result.waiver is not None and result.waiver not in known]
        outdated = Waivers(self._baseline.waivers).outdated(self._results, self._engine) if self._prune else ()
        remove = [one.waiver for one in outdated if one.passes]
        if not (add or remove):
            return
        try:
            changed = self._baseline.changed(add, remove)
        except InputError as error:
            raise ReportError(self._baseline.path, error.reason) from error
        changed.write()
        complain(f"{self._baseline.path}: entries: {len(add)} added, {len(remove)} taken out")


def baseline_of(suite: Suite[Any], options: RunOptions) -> BaselineOfRun | None:
    """The baseline that was asked for; raises InputError."""
    update, prune = options.baseline_update, options.baseline_prune
    if not options.baseline:
        if update or prune:
            raise click.UsageError(f"--baseline-{'update' if update else 'prune'} needs --baseline FILE")
        return None
    return BaselineOfRun(read(options.baseline, suite, may_be_new=update), update=update, prune=prune)

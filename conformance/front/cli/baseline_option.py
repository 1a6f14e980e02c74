"""`--baseline`: which findings a run waives, and how the file is kept up to date."""

from typing import Any

import click

from conformance.front.baseline import Baseline, read, reason_of
from conformance.front.cli.messages import complain
from conformance.front.options import RunOptions
from conformance.protocol.suite import Suite
from conformance.report import Reporter, ReportError
from conformance.report.findings import instead
from conformance.run.events import EngineNamed, Event, ExitCode, Result, RunFinished, Waiver
from conformance.run.waivers import Waivers
from conformance.system.files import locked
from conformance.words.inputs import InputError


class BaselineOfRun(Reporter):
    """The baseline of a run. As a reporter it changes the file at the end, where that is asked for."""

    def __init__(self, baseline: Baseline, suite: Suite[Any], *, update: bool, prune: bool) -> None:
        self._baseline = baseline
        self._suite = suite
        self._prune = prune
        self._engine = ""
        #: What to say before the run.
        self.notice = "" if update else baseline.notice
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
        path = self._baseline.path
        try:
            with locked(path):  # another run may have changed it since this one has read it
                now = read(path, self._suite)
                there = {_key(waiver) for waiver in now.waivers}
                add = [waiver for waiver in add if _key(waiver) not in there]
                remove = [waiver for waiver in remove if waiver in now.waivers]
                now.changed(add, remove).write()
        except InputError as error:
            raise ReportError(path, error.reason) from error
        except OSError as error:
            raise ReportError.of(path, error) from error
        complain(f"{path}: entries: {len(add)} added, {len(remove)} taken out")


def _key(waiver: Waiver) -> tuple[str, str, tuple[str, ...]]:
    """The key of an entry: a file may have only one for each."""
    return waiver.requirement, waiver.check, waiver.versions


def baseline_of(suite: Suite[Any], options: RunOptions) -> BaselineOfRun | None:
    """The baseline that was asked for; raises InputError."""
    update, prune = options.baseline_update, options.baseline_prune
    if not options.baseline:
        if update or prune:
            raise click.UsageError(f"--baseline-{'update' if update else 'prune'} needs --baseline FILE")
        return None
    return BaselineOfRun(read(options.baseline, suite), suite, update=update, prune=prune)

"""Output for a job of GitHub Actions: annotations on standard output, and the summary of the job as Markdown."""

from collections.abc import Callable, Iterator
from pathlib import Path

from conformance.report import plain
from conformance.report.findings import WAIVED, instead, label, why_outdated
from conformance.report.markdown import markdown
from conformance.report.model import Run

#: As many of a kind are shown of one step.
MOST = 10


def add_to_summary(path: Path, say: Callable[[str], None], run: Run) -> None:
    """Add the Markdown of a run to the summary of a job. Nobody asked for it: where it cannot be written, that is only said."""
    try:
        with path.open("ab") as file:
            file.write(markdown(run))
    except OSError as error:
        say(f"cannot add to the summary of the job, {path}: {error.strerror}")


def annotations(run: Run) -> Iterator[str]:
    """An error for each finding that fails the run, a warning for each other one that the run is about, in their order."""
    chosen = [finding for finding in run.findings if finding.first.selected and finding.group != WAIVED]
    for kind, gates in (("error", True), ("warning", False)):
        found = [finding for finding in chosen if finding.first.gates is gates]
        for finding in found[:MOST]:
            title = f"{finding.requirement.id} ({label(finding.requirement)})"
            yield _annotation(kind, title, instead(finding.first))
    for outdated in run.outdated[:MOST]:
        title = f"{outdated.waiver.requirement} (baseline)"
        yield _annotation("error" if run.plan.strict else "warning", title, f"out of date: {why_outdated(outdated)}")
    if run.end.exit_code not in (0, 1):
        yield _annotation("error", "conform", run.verdict)


def _annotation(kind: str, title: str, text: str) -> str:
    return f"::{kind} title={_property(title)}::{_data(text)}"


def _data(text: str) -> str:
    """The text, escaped so that the runner prints it as it is."""
    return plain(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

"""One commit of an engine's repository: it is built, and a requirement is judged as often as it takes.

`conform bisect` does this itself for the two commits that it is given. For those between them `git bisect run` starts it, once
for each: `judge_commit` reads what to do from a file, and its exit code is made into one that git understands by `STEP`.
"""

import json
import math
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from typing import Any

from conformance.front import origin, usage
from conformance.front.loading import EngineCommand, load_suite
from conformance.front.options import RunOptions
from conformance.front.worktree import git, in_a_group
from conformance.report import plain
from conformance.report.comparing import by_name
from conformance.report.model import Run, run_of
from conformance.run.campaign import Campaign
from conformance.run.events import Result
from conformance.run.selection import Selection
from conformance.words.model import Miss, Outcome

#: How seldom a commit that breaks a requirement now and then may pass as a good one.
CHANCE = 0.01
#: The most times that a requirement is judged at a commit.
MOST = 20
#: What `git bisect run` starts, with our own words as its arguments. Only a verdict of ours is one: whatever else ends the
#: process, such as an interpreter that does not start, ends the search and blames no commit.
STEP = '"$@"; case $? in 10) exit 0;; 11) exit 1;; 12) exit 125;; *) exit 255;; esac'


class Verdict(IntEnum):
    """What is said of a commit; as a number, the exit code of the process that judged it."""

    GOOD = 10
    BAD = 11
    SKIP = 12


@dataclass(frozen=True, slots=True)
class Rule:
    """How often a requirement is judged at a commit: until it has failed, or passed, so many times; `most` times at most."""

    fails: int = 1
    passes: int = 1
    most: int = 1


#: Where the finding is one of time, the majority decides. What cannot be judged at one time may be at another.
TIMED = Rule(2, 2, 5)
#: Where an invariant found it in some dialogues only, one run may be without it.
IN_SOME = Rule(1, 2, 3)


def rule_of(failed: int, judged: int, usual: Rule) -> Rule:
    """The rule for a requirement that failed so often where it is broken: the usual one, unless it failed now and then."""
    if failed == judged:
        return usual
    share = failed / (judged + 1)  # a little less than was seen: the few times may have been lucky ones
    passes = min(MOST - 2, math.ceil(math.log(CHANCE) / math.log(1 - share)))
    return Rule(1, passes, passes + 2)


def decide(rule: Rule, outcomes: Iterable[Outcome | None]) -> tuple[Verdict, int, int]:
    """The verdict by a rule, with how often it failed and passed; takes no more outcomes than it needs."""
    failed = passed = 0
    for tried, outcome in enumerate(outcomes, 1):
        failed += outcome is Outcome.FAIL
        passed += outcome is Outcome.PASS
        if failed >= rule.fails:
            return Verdict.BAD, failed, passed
        if passed >= rule.passes:
            return Verdict.GOOD, failed, passed
        if tried >= rule.most:
            break
    return Verdict.SKIP, failed, passed


@dataclass(frozen=True, slots=True)
class Subject:
    """How an engine is built and started in a checkout. `folder` is where the build runs, and the engine where `cwd` is empty."""

    folder: str
    build: str
    protocol: str
    words: tuple[str, ...]
    cwd: str
    env: dict[str, str] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    time_scale: float = 1.0
    seed: int = 0
    jobs: int | None = None

    @property
    def command(self) -> EngineCommand:
        """How to start the engine."""
        return EngineCommand(self.words, self.cwd or self.folder, self.env)

    def built(self, output: Path) -> str:
        """Build what is checked out; why that failed, or nothing. The build may not leave files of the commit changed."""
        folder = Path(self.folder)
        if not folder.is_dir():
            return f"there is no folder {folder.name} in it"
        if not self.build:
            return ""
        status = in_a_group(("sh", "-c", self.build), folder, output)
        return f"the build failed with status {status}" if status else ""

    def run(self, selection: Selection) -> Run:
        """Hold a selection of checks, without explorations; raises KeyboardInterrupt, LaunchError for a built-in engine."""
        suite, command = load_suite(self.protocol), self.command
        said = RunOptions(time_scale=self.time_scale, seed=self.seed, jobs=self.jobs, setup=self.settings)
        campaign = Campaign(
            suite,
            command.launcher(self.protocol),
            replace(
                usage.campaign_options(said, command, selection),
                host=origin.host(),
                files=origin.engine_files(command),
            ),
        )
        run = run_of(campaign.run())
        if run.end.interrupted:
            raise KeyboardInterrupt
        return run


@dataclass(frozen=True, slots=True)
class Sought:
    """The verdict that differs between two commits: a requirement by a check, the words that select it, how often to judge it."""

    requirement: str
    check: str
    select: tuple[str, ...]
    rule: Rule

    def of(self, run: Run) -> Result | None:
        """What a run says of it."""
        return by_name(run).get((self.requirement, self.check))


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a commit. `why` says so in words; what was `expected` and what was `actual` where it is broken there."""

    sha: str
    verdict: Verdict
    why: str
    expected: str = ""
    actual: str = ""


def judge(sought: Sought, run: Callable[[Selection], Run], sha: str = "") -> Tried:
    """Judge a requirement at the commit that is checked out and built."""
    found: list[Result] = []

    def outcome() -> Outcome | None:
        result = sought.of(run(Selection(sought.select)))
        found.extend([result] if result is not None else [])
        return result.outcome if result is not None else None

    verdict, failed, passed = decide(sought.rule, iter(outcome, object()))
    if verdict is Verdict.SKIP:
        reasons = [plain(one.reason or one.blocked_by) for one in found if one.outcome not in (Outcome.PASS, Outcome.FAIL)]
        return Tried(sha, verdict, f"cannot be judged{f': {reasons[-1]}' if reasons else ''}")
    shown = next((one for one in found if one.outcome is Outcome.FAIL), None)
    often = f" ({failed if verdict is Verdict.BAD else passed} of {failed + passed} times)" if failed + passed > 1 else ""
    word = f"{'fails' if verdict is Verdict.BAD else 'passes'}{often}"
    said = (shown.expected, shown.actual) if shown is not None and verdict is Verdict.BAD else ("", "")
    return Tried(sha, verdict, word, *said)


def number_of_times(count: int) -> str:
    """How often something was done, in words."""
    return "once" if count == 1 else f"{count} times"


def usual_rule(result: Result) -> Rule:
    """How often to judge what a finding is about, as long as it fails each time where it is broken.

    What an invariant, which takes no time, counts are dialogues.
    """
    if result.wait is not None or result.miss is Miss.SILENCE or (result.measured > 1 and result.seconds > 0):
        return TIMED
    return IN_SOME if 0 < result.failed < result.measured else Rule()


# -- a process of its own for each commit -------------------------------------------------------------------------------------


def write_plan(path: Path, subject: Subject, sought: Sought, told: Path) -> None:
    """Write down what `judge_commit` has to do; it adds a line for each commit to the file `told`."""
    path.write_text(json.dumps({"subject": asdict(subject), "sought": asdict(sought), "told": str(told)}), "utf-8")


def step_words(plan: Path) -> tuple[str, ...]:
    """The words for `git bisect run`. Python is told not to look for modules in the folder that is checked out."""
    return ("sh", "-c", STEP, "conform", sys.executable, "-P", "-m", "conformance", "bisect", "--judge-commit", str(plan))


def judge_commit(plan: Path, say: Callable[[str], None]) -> Verdict:
    """Build and judge what is checked out, as a plan says; tells the verdict to `say`, too. Raises whatever is wrong with us."""
    entry = json.loads(plan.read_text("utf-8"))
    subject, sought = Subject(**_tuples(entry["subject"], "words")), _sought(entry["sought"])
    folder = Path(subject.folder)
    checkout = folder if folder.is_dir() else plan.parent / "checkout"
    sha, subject_line = git(checkout, "show", "-s", "--format=%H%n%s").split("\n")[:2]
    why = subject.built(plan.with_name("build.log"))
    tried = Tried(sha, Verdict.SKIP, why) if why else judge(sought, subject.run, sha)
    with Path(entry["told"]).open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(tried)) + "\n")
    undo(checkout)
    say(f"{sha[:10]} {plain(subject_line, 60)}: {tried.why}{', left out' if tried.verdict is Verdict.SKIP else ''}")
    return tried.verdict


def undo(checkout: Path) -> None:
    """Take back what a build has changed in files of the commit, so that another one can be checked out; raises GitError."""
    git(checkout, "reset", "--hard", "--quiet")


def read_told(path: Path) -> dict[str, Tried]:
    """What came of each commit, by its name."""
    rows = path.read_text("utf-8").splitlines() if path.exists() else []
    tried = [Tried(**{**entry, "verdict": Verdict(entry["verdict"])}) for entry in map(json.loads, rows)]
    return {one.sha: one for one in tried}


def _tuples(entry: dict[str, Any], *names: str) -> dict[str, Any]:
    return entry | {name: tuple(entry[name]) for name in names}


def _sought(entry: dict[str, Any]) -> Sought:
    return Sought(**_tuples(entry, "select") | {"rule": Rule(**entry["rule"])})

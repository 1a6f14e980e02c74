"""`conform bisect`: the commit of an engine's repository that broke a requirement."""

import os
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

import click

from conformance.front import usage
from conformance.front.cli import completion
from conformance.front.cli.bisecting import (
    Rule,
    Sought,
    Subject,
    Tried,
    Verdict,
    judge,
    judge_commit,
    number_of_times,
    read_told,
    rule_of,
    step_words,
    undo,
    usual_rule,
    write_plan,
)
from conformance.front.cli.options import run_options
from conformance.front.cli.telling import say
from conformance.front.loading import PREFIX, engine_command, load_suite
from conformance.front.options import RunOptions
from conformance.front.probe import Probe
from conformance.front.worktree import Commit, GitError, Repository, git, in_a_group, tail
from conformance.report import plain
from conformance.report.comparing import Comparison
from conformance.report.findings import label
from conformance.report.model import Run
from conformance.run.events import ExitCode, Result
from conformance.run.selection import Selection, SelectionError, split
from conformance.transport import LaunchError
from conformance.words.model import Outcome

#: Exit code by which `git bisect run` stops: nothing is known of the commit, and nothing of those that follow.
_STOP = 255
#: Commits and requirements that are listed.
_SHOWN = 10


class _NoVerdictError(Exception):
    """No commit can be blamed; the message says why."""


def _judge_one(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    """Judge the commit that is checked out and end the process with its verdict, or with a code that stops the search."""
    if not value or ctx.resilient_parsing:
        return
    try:
        code = int(judge_commit(Path(value), _progress))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001  whatever it is, no commit may be blamed for it
        _progress(f"a fault of ours: {type(error).__name__}: {error}")
        code = _STOP
    sys.exit(code)


@click.command("bisect", context_settings={"allow_interspersed_args": False})
@click.option("--judge-commit", is_eager=True, expose_value=False, hidden=True, callback=_judge_one)
@click.option("--good", metavar="REV", required=True, help="A commit at which the requirement holds.")
@click.option("--bad", metavar="REV", default="HEAD", show_default=True, help="A later one at which it is broken.")
@click.option("--build", metavar="CMD", default="", help="The command that builds the engine, for a shell. Default: none.")
@run_options("protocol")
@run_options("select", help="Look at these requirements only, as in a run. Default: all; the worst that differs is sought.")
@run_options("time_scale", "jobs", "seed")
@run_options("cwd", type=None, help="Start the engine there. Default: the folder that you are in.")
@run_options("env", "setup")
@click.argument("engine", nargs=-1, type=click.UNPROCESSED, required=True, shell_complete=completion.engine)
def bisect_command(good: str, bad: str, build: str, engine: tuple[str, ...], **said: Any) -> None:
    """Find the commit that broke a requirement, in the repository that you are in. `git bisect run` does the search.

    It works in a checkout of its own, in a temporary folder that is removed at the end; yours is not touched. It builds and runs
    the good and the bad commit, to find what passes at the one and fails at the other. Then it builds commits between them, and
    judges each by the dialogues that show the difference: several times if time is involved, or if it fails only now and then.
    A commit that does not build, or cannot be judged, is left out. Paths in ENGINE and --cwd that lead into the repository
    lead into that checkout.

    Exits with 0 if the commit was found, with 3 if none can be blamed.
    """
    words = engine[1:] if engine[:1] == ("--",) else engine
    if not words or words[0].startswith(PREFIX):
        raise click.UsageError("name the ENGINE: the path of its program in the repository")
    options = RunOptions(engine=words, **said)
    try:
        repository = Repository.around(Path.cwd())
        commits = repository.commit(good), repository.commit(bad)
    except GitError as error:
        raise click.UsageError(str(error)) from error
    if repository.is_ancestor(commits[1], commits[0]):
        raise click.UsageError(f"the bad commit {bad} is no later than the good one {good}")
    try:
        with repository.checkout(commits[1]) as place:
            search = _Search(repository, place, *commits, _subject(repository, place, build, options))
            search.tell(search.found(split(options.select)), options)
    except (_NoVerdictError, GitError, LaunchError) as error:
        say(f"no verdict: {error}")
        sys.exit(ExitCode.NO_VERDICT)


def _subject(repository: Repository, place: Path, build: str, options: RunOptions) -> Subject:
    """The engine as it is built and started in our checkout."""
    folder = place / repository.below
    return Subject(
        folder=os.path.normpath(folder),
        build=build,
        protocol=options.protocol,
        words=tuple(repository.moved(word, place) for word in options.engine),
        cwd=os.path.normpath(folder / repository.moved(options.cwd, place)) if options.cwd else "",
        env=dict(options.env),
        settings=dict(options.setup),
        time_scale=options.time_scale,
        seed=options.seed,
        jobs=options.jobs,
    )


@dataclass(frozen=True, slots=True)
class _Found:
    """What came of the search: the subject with its protocol, what was sought, what showed it at the bad commit, the commits."""

    subject: Subject
    sought: Sought
    shown: Result
    others: tuple[str, ...]
    left: tuple[Commit, ...]
    tried: dict[str, Tried]


@dataclass(frozen=True, slots=True)
class _Search:
    """The search in a checkout of its own."""

    repository: Repository
    place: Path
    good: Commit
    bad: Commit
    subject: Subject

    def found(self, select: tuple[str, ...]) -> _Found:
        """Find what differs, and search; raises _NoVerdictError, GitError."""
        self._build_at("good", self.good)
        subject = replace(self.subject, protocol=self._protocol())
        suite = load_suite(subject.protocol)
        try:
            Selection(select).validate(suite)
        except SelectionError as error:
            raise click.UsageError(str(error)) from error
        runs = [self._run(subject, Selection(select))]
        self._build_at("bad", self.bad)
        runs.append(self._run(subject, Selection(select)))
        first, *others = _differing(Comparison(*runs))
        showing = Selection.showing(suite, first.requirement.id, first.dialogue)
        sought = Sought(first.requirement.id, first.check, showing.select, Rule())
        sought = self._with_rule(subject, sought, usual_rule(first))
        left, tried = self._bisect(subject, sought)
        return _Found(subject, sought, first, tuple(dict.fromkeys(one.requirement.id for one in others)), left, tried)

    def _build_at(self, name: str, commit: Commit) -> None:
        _progress(f"{name}: {commit.short} {plain(commit.subject, 60)}: building")
        self._check_out(commit)
        log = self.place.with_name("build.log")
        if why := self.subject.built(log):
            raise _NoVerdictError(f"the {name} commit {commit.short}: {why}{_quoted(log)}")

    def _check_out(self, commit: Commit) -> None:
        undo(self.place)
        git(self.place, "checkout", "--quiet", "--detach", commit.sha)

    def _protocol(self) -> str:
        """The protocol that was named, or else what the engine answers; raises _NoVerdictError."""
        if self.subject.protocol != "auto":
            return self.subject.protocol
        found = Probe(self.subject.command.launcher("")).identify()
        if not found:
            raise _NoVerdictError("the engine answers no greeting at the good commit: name the protocol with --protocol")
        return found

    def _run(self, subject: Subject, selection: Selection) -> Run:
        _progress("    judging what was selected" if selection.select else "    judging all requirements")
        run = subject.run(selection)
        if not run.judged:
            raise _NoVerdictError(run.verdict)
        return run

    def _with_rule(self, subject: Subject, sought: Sought, usual: Rule) -> Sought:
        """The same with how often it is judged at each commit; raises _NoVerdictError where it does not part the two commits."""
        name = f"{sought.requirement} ({plain(sought.check)})"
        _progress(f"{name} passes at the good commit and fails at the bad one; judging it once more")
        times = usual.fails + usual.passes - 1
        again = [result.outcome for _ in range(times) if (result := sought.of(subject.run(Selection(sought.select))))]
        failed, judged = again.count(Outcome.FAIL), len([one for one in again if one in (Outcome.PASS, Outcome.FAIL)])
        if not failed:
            more = number_of_times(times)
            raise _NoVerdictError(f"{name} failed at the bad commit, and did not when it was judged {more} more")
        sought = replace(sought, rule=rule_of(failed + 1, judged + 1, usual))  # the run that found it counts, too
        if sought.rule != Rule():
            _progress(f"    it may pass where it is broken: judged up to {sought.rule.most} times at each commit")
            self._build_at("good", self.good)
            if (tried := judge(sought, subject.run)).verdict is not Verdict.GOOD:
                raise _NoVerdictError(f"{name} is not sure to pass at the good commit: it {tried.why}")
        return sought

    def _bisect(self, subject: Subject, sought: Sought) -> tuple[tuple[Commit, ...], dict[str, Tried]]:
        """The commits that can be the first bad one, the first of them last, and what came of those that were tried."""
        plan, told, log = (self.place.with_name(name) for name in ("plan.json", "told.jsonl", "bisect.log"))
        write_plan(plan, subject, sought, told)
        undo(self.place)
        git(self.place, "bisect", "start", self.bad.sha, self.good.sha)
        status = in_a_group(("git", "bisect", "run", *step_words(plan)), self.place, log, patience=15.0, with_errors=False)
        refs = git(self.place, "for-each-ref", "--format=%(refname)", "refs/bisect/").split()
        goods = [ref for ref in refs if ref.startswith("refs/bisect/good-")]
        left = git(self.place, "rev-list", "refs/bisect/bad", "--not", *goods).split()
        tried = read_told(told)
        is_open = {sha for sha in left[1:] if sha not in tried or tried[sha].verdict is not Verdict.SKIP}
        if (status and is_open) or not left:
            raise _NoVerdictError(f"git bisect run ended with status {status}{_quoted(log)}")
        return tuple(self.repository.commit(sha) for sha in left), tried

    # -- telling ------------------------------------------------------------------------------------------------------

    def tell(self, found: _Found, options: RunOptions) -> None:
        """Tell which commit it is, or raise _NoVerdictError with those that it can be."""
        requirement = found.shown.requirement
        if len(found.left) > 1:
            rows = [f"    {one.short} {plain(one.subject, 80)}{_why(found.tried.get(one.sha))}" for one in found.left[:_SHOWN]]
            more = [f"    and {len(found.left) - _SHOWN} more"] if len(found.left) > _SHOWN else []
            text = "\n".join([*rows, *more])
            raise _NoVerdictError(f"one of these commits broke {requirement.id}, the others could not be judged:\n{text}")
        (commit,) = found.left
        tried = found.tried.get(commit.sha)
        expected, actual = (tried.expected, tried.actual) if tried else (found.shown.expected, found.shown.actual)
        command = usage.again(
            found.subject.protocol,
            Selection(found.sought.select),
            engine_command(options.engine, options.cwd, options.env),
            {"setup": found.subject.settings, "time_scale": found.subject.time_scale, "seed": found.subject.seed},
        )
        build = f" && {found.subject.build}" if found.subject.build else ""
        say(f"{commit.short} is the first commit that breaks {requirement.id}\n")
        say(f"commit:   {commit.sha}\nauthor:   {plain(commit.author)}\ndate:     {commit.date}\n")
        say("".join(f"    {plain(row)}".rstrip() + "\n" for row in commit.message.splitlines()))
        say(f"broke:    {requirement.id}  {label(requirement)}\n          {plain(requirement.statement)}")
        say(f"expected: {plain(expected)}\nactual:   {plain(actual)}\ncheck:    {plain(found.sought.check)}")
        say(f"see it:   git switch --detach {commit.short}{build} && {command}")
        if found.others:
            listed = ", ".join(found.others[:_SHOWN]) + (" and more" if len(found.others) > _SHOWN else "")
            say(f"besides:  {listed}: passed at {self.good.short} and failed at {self.bad.short}, too (--select ID)")


def _quoted(log: Path) -> str:
    """The last lines of an output, each on a line of its own."""
    return "".join(f"\n    {plain(row)}" for row in tail(log).splitlines())


def _why(tried: Tried | None) -> str:
    return f" ({plain(tried.why)})" if tried is not None else ""


def _differing(comparison: Comparison) -> list[Result]:
    """What passes in the first run and fails in the second one, the worst first; raises _NoVerdictError where nothing does."""
    differing = {
        (pair.new.requirement.id, pair.new.check)
        for pair in comparison.pairs
        if pair.old is not None and pair.new is not None and (pair.old.outcome, pair.new.outcome) == (Outcome.PASS, Outcome.FAIL)
    }
    results = [result for finding in comparison.new.findings for result in finding.results]
    found = [result for result in results if (result.requirement.id, result.check) in differing]
    if not found:
        _nothing(comparison)
    return found


def _nothing(comparison: Comparison) -> NoReturn:
    both = sorted({pair.new.requirement.id for pair in comparison.pairs if pair.new and pair.old and _fail(pair.old, pair.new)})
    new = sorted({one.requirement.id for one in comparison.new.of(Outcome.FAIL) if one.selected} - set(both))
    parts = [
        f"broken at both: {', '.join(both[:_SHOWN])}" if both else "",
        f"broken at the bad commit, and not judged at the good one: {', '.join(new[:_SHOWN])}" if new else "",
    ]
    told = "; ".join(part for part in parts if part) or "nothing is broken at the bad commit"
    raise _NoVerdictError(f"no requirement passes at the good commit and fails at the bad one; {told}")


def _fail(*results: Result) -> bool:
    return all(result.outcome is Outcome.FAIL for result in results)


def _progress(text: str) -> None:
    """Tell how far it is, on standard error."""
    with suppress(OSError):
        click.echo(plain(text, 400), err=True)

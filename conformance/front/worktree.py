"""The repository of an engine, and a checkout of our own in which commits are tried, so that the author's stays as it is."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from conformance.system import groups
from conformance.transport import interrupts

#: Bytes of the end of an output that are looked at, and its lines that are told.
_TAIL, _TAIL_LINES = 8192, 12


class GitError(Exception):
    """git refuses; the message has its words."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit as people know it."""

    sha: str
    author: str
    date: str
    message: str

    @property
    def short(self) -> str:
        """The beginning of its name."""
        return self.sha[:10]

    @property
    def subject(self) -> str:
        """The first line of its message."""
        return self.message.split("\n", 1)[0]


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository by the top of a checkout; `below` is the folder in it from which we were called."""

    top: Path
    below: Path

    @classmethod
    def around(cls, folder: Path) -> "Repository":
        """The repository that a folder belongs to; raises GitError where there is none."""
        top = Path(git(folder, "rev-parse", "--show-toplevel").removesuffix("\n"))
        return cls(top, Path(os.path.relpath(os.path.realpath(folder), os.path.realpath(top))))

    def commit(self, revision: str) -> Commit:
        """The commit that a revision names; raises GitError."""
        try:
            found = git(self.top, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
        except GitError as error:
            raise GitError(f"{revision!r} names no commit of {self.top}") from error
        sha, author, date, message = git(self.top, "show", "-s", "--format=%H%n%an%n%as%n%B", found.split()[-1]).split("\n", 3)
        return Commit(sha, author, date, message.strip())

    def is_ancestor(self, one: Commit, other: Commit) -> bool:
        """Whether a commit is another one, or came before it."""
        with suppress(GitError):
            git(self.top, "merge-base", "--is-ancestor", one.sha, other.sha)
            return True
        return False

    @contextmanager
    def checkout(self, commit: Commit) -> Iterator[Path]:
        """Make a checkout of a commit in a temporary folder, and remove it whatever happens; raises GitError."""
        folder = Path(tempfile.mkdtemp(prefix="conform-bisect-")).resolve()
        place = folder / "checkout"
        try:
            git(self.top, "worktree", "add", "--detach", str(place), commit.sha)
            yield place
        finally:
            with interrupts.held():
                with suppress(GitError):
                    git(self.top, "worktree", "remove", "--force", "--force", str(place))
                shutil.rmtree(folder, ignore_errors=True)
                with suppress(GitError):
                    git(self.top, "worktree", "prune")

    def moved(self, word: str, place: Path) -> str:
        """A word of a command, where it names a file in the checkout of the author the same file in another checkout."""
        if not Path(word).is_absolute():
            return word
        parent, name = os.path.split(word)
        with suppress(ValueError):
            inside = Path(os.path.realpath(parent)).relative_to(os.path.realpath(self.top))
            return str(place / inside / name)
        return word


def git(folder: Path, *words: str) -> str:
    """What git prints in a folder; raises GitError, also where there is no git."""
    command = ("git", "-C", str(folder), *words)
    try:
        done = subprocess.run(command, capture_output=True, env=environment(), check=False)
    except OSError as error:
        raise GitError(f"git: {error.strerror}") from error
    if done.returncode:
        raise GitError(done.stderr.decode("utf-8", "replace").strip() or f"git {words[0]} ended with {done.returncode}")
    return done.stdout.decode("utf-8", "surrogateescape")


def environment() -> dict[str, str]:
    """Our environment without what tells git of another repository, as hooks do."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}


def in_a_group(words: Sequence[str], folder: Path, output: Path, *, patience: float = 3.0, with_errors: bool = True) -> int:
    """Run a command with its children as a group of its own; the exit status.

    What it says goes into a file, what it says on standard error only `with_errors`. An interruption ends them all: they are
    interrupted, too, and killed after `patience` seconds.
    """
    with output.open("wb") as log:
        process = subprocess.Popen(
            words,
            cwd=folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT if with_errors else None,
            start_new_session=True,
        )
        try:
            return process.wait()
        except BaseException:
            groups.end(process, patience)
            raise


def tail(output: Path) -> str:
    """The last lines of what a command has said."""
    try:
        with output.open("rb") as file:
            file.seek(max(0, output.stat().st_size - _TAIL))
            rows = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    return "\n".join(rows[-_TAIL_LINES:])

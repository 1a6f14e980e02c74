"""Which version of `conform` this is, and of which commit, wherever it came from. Standard library only: a build uses it, too.

The package has a file with the commit. A build writes it, and so does `git archive`, by which forges make their downloads. In a
checkout it holds what `git archive` would replace, and git is asked.
"""

import os
import re
import subprocess
from pathlib import Path

from conformance import __version__

#: The name of the file.
COMMIT = "COMMIT"
_PACKAGE = Path(__file__).parents[1]
#: A commit as git gives it; "-dirty" says that files had been changed.
_KNOWN = re.compile(r"[0-9a-f]{7,40}(-dirty)?")
_DIGITS = 10
_PATIENCE_SECONDS = 10


def version() -> str:
    """The version, with the commit after it in parentheses where that is known."""
    known = commit(_PACKAGE)
    return f"{__version__} ({known})" if known else __version__


def commit(package: Path) -> str:
    """The commit that a package is made of, shortened; empty where nobody knows. Needs no network, and git in a checkout only."""
    try:
        written = (package / COMMIT).read_text("utf-8").strip()
    except OSError:
        written = ""
    if not _KNOWN.fullmatch(written):
        # Only the checkout's own repository: the folder may lie in another one.
        written = _asked(package.parent) if (package.parent / ".git").exists() else ""
    digits, _, rest = written.partition("-")
    return f"{digits[:_DIGITS]}{'-' if rest else ''}{rest}"


def _asked(checkout: Path) -> str:
    """The answer of git about a checkout; empty where there is no git, or it does not trust the folder."""
    words = ["git", "-C", str(checkout), "describe", "--always", "--dirty", "--exclude=*", f"--abbrev={_DIGITS}"]
    # In a hook, git says by variables which repository is meant, and that may be another one.
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        output = subprocess.run(
            words, capture_output=True, text=True, check=True, env=env, timeout=_PATIENCE_SECONDS
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""
    return output if _KNOWN.fullmatch(output) else ""

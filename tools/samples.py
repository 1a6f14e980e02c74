"""Makes anew the samples of output that README.md and the guides show.

Each block of text shows what the last command of the block above it prints. Blocks whose command runs no built-in engine were
copied by hand.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs" / "site" / "guides").glob("*.md")))
#: A block of commands, and the block of what the last of them that runs a built-in engine prints.
_SAMPLE = re.compile(r"(```sh\n(?P<commands>[^`]*)```\n\n```text\n)(?P<output>.*?)(```\n)", re.DOTALL)


def sample(found: re.Match[str]) -> str:
    """A sample made anew; one whose commands run no built-in engine stays."""
    line = next((line for line in reversed(found["commands"].splitlines()) if "builtin:" in line), None)
    return found[0] if line is None else f"{found[1]}{printed(line)}{found[4]}"


def printed(line: str) -> str:
    """The output of a command on standard output."""
    words = line.rsplit("conform ", 1)[1].split()
    done = subprocess.run([sys.executable, "-m", "conformance", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout


def main() -> None:
    """Write the pages with new samples."""
    for page in PAGES:
        page.write_text(_SAMPLE.sub(sample, page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()

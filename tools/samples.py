"""Makes what README.md shows anew: the table of protocols, and the samples of output.

Each block of text shows what the last command of the block above it prints. What runs no built-in engine was copied by hand.
"""

import re
import subprocess
import sys
from pathlib import Path

from conformance.front.loading import engines, load_suite

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
#: A block of commands, and the block of what the last of them that runs a built-in engine prints.
_SAMPLE = re.compile(r"(```sh\n(?P<commands>[^`]*)```\n\n```text\n)(?P<output>.*?)(```\n)", re.DOTALL)
#: A row of the table of protocols.
_ROW = re.compile(r"^\| `(?P<protocol>\w+)` \| (?P<game>[^|]*) \| \d+ \| [^|]* \|$", re.MULTILINE)


def row(protocol: str, game: str) -> str:
    """What there is for a protocol."""
    built_in = engines(protocol).values()
    lenient, faulty = (sum(map(bool, wanted)) for wanted in ((e.lenient for e in built_in), (e.trips for e in built_in)))
    requirements = len(list(load_suite(protocol).catalogue))
    return f"| `{protocol}` | {game} | {requirements} | 1 reference, {lenient} lenient, {faulty} faulty ones |"


def sample(found: re.Match[str]) -> str:
    """A sample made anew; one whose commands run no built-in engine stays."""
    line = next((line for line in reversed(found["commands"].splitlines()) if "builtin:" in line), None)
    return found[0] if line is None else f"{found[1]}{printed(line)}{found[4]}"


def printed(line: str) -> str:
    """What a command prints on standard output."""
    words = line.rsplit("conform ", 1)[1].split()
    done = subprocess.run([sys.executable, "-m", "conformance", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout


def main() -> None:
    """Write README.md with new samples."""
    text = README.read_text("utf-8")
    text = _ROW.sub(lambda found: row(found["protocol"], found["game"]), text)
    README.write_text(_SAMPLE.sub(sample, text), "utf-8")


if __name__ == "__main__":
    main()

"""Makes what README.md shows anew: the table of protocols, and the samples of output.

Each block of text shows what the last command of the block above it prints.
"""

import re
import subprocess
import sys
from pathlib import Path

from conformance.front.loading import engines, load_suite

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
#: A block of commands, what stands between, and the block of what the last of them that runs a built-in engine prints.
_SAMPLE = re.compile(r"(```sh\n(?P<commands>[^`]*)```\n\n```text\n)(?P<output>.*?)(```\n)", re.DOTALL)
#: A row of the table of protocols.
_ROW = re.compile(r"^\| `(?P<protocol>\w+)` \| (?P<game>[^|]*) \| \d+ \| [^|]* \|$", re.MULTILINE)


def row(protocol: str, game: str) -> str:
    """What there is for a protocol."""
    built_in = engines(protocol).values()
    lenient, faulty = (sum(map(bool, wanted)) for wanted in ((e.lenient for e in built_in), (e.trips for e in built_in)))
    requirements = len(list(load_suite(protocol).catalogue))
    return f"| `{protocol}` | {game} | {requirements} | 1 reference, {lenient} lenient, {faulty} faulty ones |"


def printed(commands: str) -> str:
    """What the last command that runs a built-in engine prints on standard output."""
    line = next(line for line in reversed(commands.splitlines()) if "builtin:" in line)
    words = line.rsplit("conform ", 1)[1].split()
    done = subprocess.run([sys.executable, "-m", "conformance", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout


def main() -> None:
    """Write README.md with new samples."""
    text = README.read_text("utf-8")
    text = _ROW.sub(lambda found: row(found["protocol"], found["game"]), text)
    README.write_text(_SAMPLE.sub(lambda found: f"{found[1]}{printed(found['commands'])}{found[4]}", text), "utf-8")


if __name__ == "__main__":
    main()

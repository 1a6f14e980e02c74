"""Writes `build/reports/PROTOCOL/ENGINE`: what `conform` says of the engines of `reports/findings.toml` that are installed here.

Each folder has the text of a run, `uci.txt` or `usi.txt`, the same for JUnit, and in `found` the dialogue of each finding.
Words after the tool's name are passed on to `conform run`.

python tools/engine_reports.py                          all of them: some minutes for each engine
python tools/engine_reports.py --select USI-STOP        with options of a run
"""

import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from conformance.front.loading import PREFIX  # noqa: E402

FINDINGS = ROOT / "reports" / "findings.toml"
REPORTS = ROOT / "build" / "reports"


def report(protocol: str, name: str, engine: Sequence[str], options: Sequence[str]) -> None:
    """Run an engine, and write text, JUnit and dialogues; raises RuntimeError if the run comes to no verdict."""
    if shutil.which(engine[0]) is None and not engine[0].startswith(PREFIX):
        print(f"{protocol}, {name}: {engine[0]} is not installed here")
        return
    folder = REPORTS / protocol / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    place = os.path.relpath(folder, ROOT)  # it is printed
    files = ("--junit", f"{place}/{protocol}.xml", "--keep", f"{place}/found")
    words = ("run", "--protocol", protocol, "--strict", "--keep-going", *files, *options, "--", *engine)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "conformance", *words]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode > 1:
        raise RuntimeError(f"{protocol}, {name}: {done.stderr or done.stdout}")
    (folder / f"{protocol}.txt").write_text(done.stdout, "utf-8")
    print(f"{protocol}, {name}: {done.stdout.splitlines()[-1]}")


def main(options: Sequence[str]) -> None:
    """Make all reports."""
    for protocol, engines in tomllib.loads(FINDINGS.read_text("utf-8")).items():
        for name, known in engines.items():
            report(protocol, name, shlex.split(known["command"]), options)


if __name__ == "__main__":
    main(sys.argv[1:])

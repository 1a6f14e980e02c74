"""Makes the reports of `reports/` anew: of each engine that has one and is installed here.

A folder with `usi.txt` holds what `conform` says of an engine: that text, with the command of the engine in it, `usi.xml` for
JUnit, and in `usi/` the dialogue of each finding. What stands after the tool's name is given on to `conform run`.

python tools/engine_reports.py                          all of them: some minutes for each engine
python tools/engine_reports.py --select USI-STOP        with options of a run
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from conformance.front.loading import PREFIX, PROTOCOLS  # noqa: E402

REPORTS = ROOT / "reports"


def remake(report: Path, options: Sequence[str]) -> None:
    """Run what the report at `PROTOCOL.txt` tells of, and write text, JUnit and dialogues anew."""
    found = re.search(r"^command: +(.+)$", report.read_text("utf-8"), re.MULTILINE)
    if found is None:
        raise LookupError(f"{report} does not give the engine's command")
    engine = shlex.split(found[1])
    if shutil.which(engine[0]) is None and not engine[0].startswith(PREFIX):
        print(f"{report}: {engine[0]} is not installed here")
        return
    folder, protocol = report.parent, report.stem
    shutil.rmtree(folder / protocol, ignore_errors=True)
    place = os.path.relpath(folder, ROOT)  # it is printed
    files = ("--junit", f"{place}/{protocol}.xml", "--keep", place)
    words = ("run", "--protocol", protocol, "--strict", "--keep-going", *files, *options, "--", *engine)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "conformance", *words]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode > 1:
        raise RuntimeError(f"{report}: {done.stderr or done.stdout}")
    report.write_text(done.stdout, "utf-8")
    print(f"{report}: {done.stdout.splitlines()[-1]}")


def main(options: Sequence[str]) -> None:
    """Make all reports anew."""
    for report in sorted(REPORTS.rglob("*.txt")):
        if report.stem in PROTOCOLS:
            remake(report, options)


if __name__ == "__main__":
    main(sys.argv[1:])

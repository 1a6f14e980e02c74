"""What the command line imports: not pytest, and of the libraries that know rules only that of the suite in use."""

import subprocess
import sys
from pathlib import Path

import pytest

from conformance.front.loading import PROTOCOLS

ROOT = Path(__file__).parents[3]
OWN = {"uci": {"chess"}, "usi": {"rsshogi"}}
PROGRAM = """
import sys
sys.modules["pytest"] = None
import conformance.front.cli
from conformance.front.loading import engines, load_suite
load_suite({0!r}), engines({0!r})
print(*sorted({{name.split(".")[0] for name, module in sys.modules.items() if module}}))
"""


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_suite_brings_its_own_rules_library_and_nothing_needs_pytest(protocol):
    words = [sys.executable, "-c", PROGRAM.format(protocol)]
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    imported = set(result.stdout.split())
    assert imported & {"rsshogi", "shogi", "draughts", "chess"} == OWN.get(protocol, set())
    assert not {"pytest", "_pytest"} & imported

"""The core is tested with tic-tac-toe, a protocol that is no part of the package (`tests/toy`), and with suites made in the test."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "toy"))

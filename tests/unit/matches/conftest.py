"""What plays matches of built-in engines on the virtual clock is used by the tests of the command line, too (`tests/matches.py`)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

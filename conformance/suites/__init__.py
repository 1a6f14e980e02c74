"""The protocol suites, one subpackage each.

In a checkout they live in the top-level folder `suites/`; this shim makes them importable from there, from whatever
directory Python was started. In an installed package they are ordinary subpackages and the shim does nothing.
"""

from pathlib import Path

_root = Path(__file__).parents[2]
if (_root / "pyproject.toml").is_file() and (_root / "suites").is_dir():
    __path__.append(str(_root / "suites"))

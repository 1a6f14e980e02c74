"""What the tests of a usual run leave out, and `nox -s exhaustive` does not."""

import os

import pytest

IS_EXHAUSTIVE = "CONFORM_EXHAUSTIVE" in os.environ
exhaustive = pytest.mark.skipif(not IS_EXHAUSTIVE, reason="only in nox -s exhaustive")


def sample(rows, every, first=0):
    """One in so many of some rows; all of them where nothing is left out."""
    return list(rows) if IS_EXHAUSTIVE else list(rows)[first % every :: every]

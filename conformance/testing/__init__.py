"""Proof for the author of a suite: the kill matrix, the lenient matrix and the simulator. It needs pytest.

    class TestTicTacToe(KillMatrix):
        protocol = "tictactoe"

is a whole test module. `conform` itself never imports this.
"""

import pytest

pytest.register_assert_rewrite("conformance.testing.matrix")

from conformance.testing.matrix import KillMatrix  # noqa: E402  after the line that makes its asserts say what they saw
from conformance.testing.runs import failing, passing, results, run_suite, simulate  # noqa: E402

__all__ = ["KillMatrix", "failing", "passing", "results", "run_suite", "simulate"]

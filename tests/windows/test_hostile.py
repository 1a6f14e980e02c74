"""Hostile processes, of those that need no signal: a verdict, no fault of ours, nobody left."""

import pytest

from conformance.fixtures.hostile.kinds import own_command
from tests.windows.conftest import GREETING, left_over

KINDS = (
    "reads_and_says_nothing",
    "closes_stdout",
    "exits_7",
    "floods_lines",
    "floods_without_newline",
    "prompts_without_end",
    "prints_escapes",
    "speaks_utf16",
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_hostile_process_gets_a_verdict_and_is_ended(judged, kind):
    result = judged(*own_command(kind, "usi"), options=GREETING, codes=(0, 1, 3))
    assert "conforming" in result.stdout or "no verdict" in result.stdout
    assert not left_over("conformance.fixtures.hostile")

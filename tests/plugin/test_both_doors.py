"""`conform --select` and pytest come to the same verdict: the same engine, the same selection, over a sample of the kill matrix."""

import pytest

from conformance.front.loading import engines, load_suite
from conformance.protocol.suite import CheckKind
from tests.sampling import sample

SUITE = load_suite("usi")
FAULTS = [one for one in engines("usi").values() if one.trips and not (one.explored or one.on_request)]
CASES = sample([(one.name, requirement) for one in FAULTS for requirement in one.trips], 128, first=5)
#: What blocks is found by a check that the selection leaves out, or every check that was chosen is blocked.
BLOCKED = [
    ("stop_ignored", "USI-STOP-03"),
    ("stop_ignored", "USI-BM-03"),
    ("no_usiok", "USI-HS-01"),
    ("no_usiok", "USI-STOP-01"),
    ("no_info_at_all", "USI-BM-05"),
]


def checks_of(requirement):
    """The names of the checks that are an item each."""
    kinds = (CheckKind.DIALOGUE, CheckKind.INVARIANT)
    return [one.name for one in SUITE.checks_of(requirement) if one.kind in kinds and not one.on_request]


def verdict_of(result):
    """The exit code that `conform` would have had."""
    failed = result.parseoutcomes().get("failed", 0)
    return 0 if result.ret == 0 else 1 if failed else 3


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "requirement"), [*CASES, *BLOCKED])
def test_the_two_doors_say_the_same(run, conform, engine, requirement):
    names = checks_of(requirement)
    by_pytest = run(*(f"conform::usi::{name}" for name in names), builtin=engine)
    selected = conform("--protocol", "usi", "--virtual", "--select", ",".join(names), f"builtin:{engine}")
    assert verdict_of(by_pytest) == selected.returncode, selected.stdout[-400:]


EXITS_AT_GO = """#!/usr/bin/env python3
import sys

for line in sys.stdin:
    match line.split()[:1]:
        case ["uci"]:
            print("id name exits\\nid author nobody\\nuciok", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["go"] | ["quit"]:
            sys.exit()
"""


@pytest.mark.parametrize("chosen", ["UCI-BM-03", "UCI-BM"])
def test_what_blocks_is_told_by_an_item_that_was_chosen(run, pytester, chosen):
    """The foundation that finds it is bound to another requirement, and left out."""
    program = pytester.path / "engine"
    program.write_text(EXITS_AT_GO)
    program.chmod(0o755)
    result = run("--conform-protocol", "uci", "--conform-engine", "./engine", "-k", chosen)
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines(["requirement: UCI-BM-03 (MUST conformance)*"])


@pytest.mark.parametrize("workers", [(), ("-p", "xdist", "-n", "2")])
def test_no_verdict_is_not_green(run, workers):
    result = run("-k", "USI-STOP-03", *workers, builtin="stop_ignored")
    assert result.parseoutcomes()["skipped"] == 1
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*conform: no verdict*", "nothing that was selected could be judged (blocked by USI-STOP-01)"])

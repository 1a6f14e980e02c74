"""The smaller Hub matrix: a few engines as real processes agree with the virtual clock."""

import json

import pytest

from conformance.front.loading import engines

ENGINES = engines("hub")
#: What only a process can show: buffers, streams, the end of its input, processor time, signals.
FAULTS = (
    "buffered_4096",
    "pong_on_stderr",
    "busy_when_idle",
    "end_of_input_spins",
    "quit_always_crashes",
    "leaves_a_child",
)


@pytest.mark.parametrize("name", FAULTS)
def test_a_process_trips_what_it_says(conform, tmp_path, name):
    trips = set(ENGINES[name].trips)
    selected = [word for requirement in sorted(trips) for word in ("--select", requirement)]
    result = conform("--protocol", "hub", "--time-scale", "0.2", "--jsonl", "out.jsonl", *selected, f"builtin:{name}")
    rows = [json.loads(row) for row in (tmp_path / "out.jsonl").read_text().splitlines()]
    failed = {row["requirement"] for row in rows if row["event"] == "result" and row["outcome"] == "fail"}
    assert failed == trips, result.stdout

"""The smaller UCI matrix: a few engines as real processes agree with the virtual clock."""

import json

import pytest

from conformance.front.loading import engines

ENGINES = engines("uci")
#: What only a process can show comes first: buffers, streams, signals, processor time, children.
FAULTS = (
    "unflushed",
    "protocol_on_stderr",
    "end_of_input_ignored_while_pondering",
    "busy_when_idle",
    "second_uci_crashes",
    "stop_ignored",
    "bestmove_in_short_notation",
)


@pytest.mark.parametrize("name", FAULTS)
def test_a_process_trips_what_it_says(conform, tmp_path, name):
    trips = set(ENGINES[name].trips)
    selected = [word for requirement in sorted(trips) for word in ("--select", requirement)]
    result = conform("--protocol", "uci", "--time-scale", "0.4", "--jsonl", "out.jsonl", *selected, f"builtin:{name}")
    rows = [json.loads(row) for row in (tmp_path / "out.jsonl").read_text().splitlines()]
    failed = {row["requirement"] for row in rows if row["event"] == "result" and row["outcome"] == "fail"}
    assert failed == trips, result.stdout


@pytest.mark.parametrize("name", ["lenient_slow", "lenient_crlf", "lenient_bare"])
def test_a_lenient_process_fails_nothing(conform, name):
    result = conform("--protocol", "uci", "--strict", "--select", "UCI-HS,UCI-QUIT,UCI-STOP-01", f"builtin:{name}", timeout=240)
    # What a lenient engine gives no occasion to judge is said, and `--strict` does not call that conforming.
    unjudged = "--strict wants every MUST requirement judged" in " ".join(result.stdout.split())
    assert result.returncode == (3 if unjudged else 0), result.stdout
    assert " fail," not in result.stdout

"""The smaller matrix: the same engines as real processes agree with the virtual clock."""

import json
import os

import pytest

from conformance.front.loading import engines

ENGINES = engines("usi")
#: What only a process can show comes first: buffers, streams, signals, processor time, children.
FAULTS = (
    "unflushed",
    "protocol_on_stderr",
    "end_of_input_ignored",
    "end_of_input_ignored_in_a_search",
    "busy_when_idle",
    "leaves_a_child",
    "second_usi_crashes",
    "unknown_line_exits",
    "half_a_line_obeyed",
    "long_line_crashes",
    "quit_ignored",
    "stop_ignored",
    "bestmove_in_csa_notation",
)
#: Of those that conform: late, with other ends of lines, with text before it is asked.
LENIENT = ("lenient_slow", "lenient_crlf", "lenient_banner")
if "CONFORM_EXHAUSTIVE" in os.environ:
    LENIENT = tuple(name for name, engine in ENGINES.items() if engine.lenient)


@pytest.mark.parametrize("name", FAULTS)
def test_a_process_trips_what_it_says(conform, tmp_path, name):
    trips = set(ENGINES[name].trips)
    selected = [word for requirement in sorted(trips) for word in ("--select", requirement)]
    result = conform("--protocol", "usi", "--time-scale", "0.4", "--jsonl", "out.jsonl", *selected, f"builtin:{name}")
    rows = [json.loads(row) for row in (tmp_path / "out.jsonl").read_text().splitlines()]
    failed = {row["requirement"] for row in rows if row["event"] == "result" and row["outcome"] == "fail"}
    assert failed == trips, result.stdout


@pytest.mark.parametrize("name", LENIENT)
def test_a_lenient_process_fails_nothing(conform, tmp_path, name):
    # Start, end and stop are where a process differs; the rest is the virtual matrix.
    result = conform(
        "--protocol",
        "usi",
        "--strict",
        "--jsonl",
        "out.jsonl",
        "--select",
        "USI-HS,USI-QUIT,USI-STOP-01",
        f"builtin:{name}",
        timeout=240,
    )
    # What a lenient engine gives no occasion to judge is said, and `--strict` does not call that conforming.
    unjudged = "--strict wants every MUST requirement judged" in " ".join(result.stdout.split())
    assert result.returncode == (3 if unjudged else 0), result.stdout
    events = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    outcomes = {event["outcome"] for event in events if event["event"] == "result"}
    assert outcomes <= {"pass", "not_applicable", "inconclusive"}, result.stdout

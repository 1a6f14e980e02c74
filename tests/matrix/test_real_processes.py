"""The smaller matrix: the same engines as real processes agree with the virtual clock."""

import json

import pytest

from conformance.front.loading import PROTOCOLS, engines
from tests.sampling import IS_EXHAUSTIVE

#: What only a process can show: buffers, streams, the end of input, processor time, signals; children are in `tests/system`. The kit
#: judges most of it, so each kind is shown in one protocol, and in all of these where nothing is left out.
FAULTS = [
    ("usi", "unflushed"),
    ("usi", "protocol_on_stderr"),
    ("usi", "end_of_input_ignored"),
]
#: Of those that conform: with other ends of lines, with nothing that is optional.
LENIENT = [("usi", "lenient_crlf"), ("uci", "lenient_bare")]
if IS_EXHAUSTIVE:
    FAULTS += [
        ("usi", "busy_when_idle"),
        ("usi", "half_a_line_obeyed"),
        ("hub", "buffered_4096"),
        ("uci", "bestmove_in_short_notation"),
        ("usi", "long_line_crashes"),
        ("uci", "end_of_input_ignored_while_pondering"),
        ("usi", "stop_ignored"),
        ("usi", "second_usi_crashes"),
        ("usi", "end_of_input_ignored_in_a_search"),
        ("usi", "leaves_a_child"),
        ("usi", "unknown_line_exits"),
        ("usi", "quit_ignored"),
        ("usi", "bestmove_in_csa_notation"),
        ("uci", "unflushed"),
        ("uci", "protocol_on_stderr"),
        ("uci", "busy_when_idle"),
        ("uci", "second_uci_crashes"),
        ("uci", "stop_ignored"),
        ("hub", "pong_on_stderr"),
        ("hub", "quit_always_crashes"),
        ("hub", "leaves_a_child"),
        ("hub", "busy_when_idle"),
        ("hub", "end_of_input_spins"),
    ]
    LENIENT = [(protocol, name) for protocol in PROTOCOLS for name, engine in engines(protocol).items() if engine.lenient]
#: How long a run may take, in seconds: engines that are slow to answer, and conform, have dialogues of up to half an hour.
LONGEST = 3600 if IS_EXHAUSTIVE else 240
#: Where a process differs from the virtual clock: its start, its end, and what it does when it is stopped.
STARTS_AND_ENDS = {"usi": "USI-HS,USI-QUIT,USI-STOP-01", "uci": "UCI-HS,UCI-QUIT,UCI-STOP-01"}


@pytest.fixture
def verdicts(conform, tmp_path):
    """Run an engine as a process, and give the outcome of the run and of each requirement."""

    def run(*words):
        result = conform("--jsonl", "out.jsonl", *words, timeout=LONGEST)
        rows = [json.loads(row) for row in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
        return result, [(row["requirement"], row["outcome"]) for row in rows if row["event"] == "result"]

    return run


@pytest.mark.parametrize(("protocol", "name"), FAULTS)
def test_a_process_trips_what_it_says(verdicts, protocol, name):
    trips = engines(protocol)[name].trips
    selected = [word for requirement in trips for word in ("--select", requirement)]
    result, outcomes = verdicts("--protocol", protocol, "--time-scale", "0.4", *selected, f"builtin:{name}")
    assert {requirement for requirement, outcome in outcomes if outcome == "fail"} == set(trips), result.stdout


@pytest.mark.parametrize(("protocol", "name"), LENIENT)
def test_a_lenient_process_fails_nothing(verdicts, protocol, name):
    selected = ("--select", STARTS_AND_ENDS[protocol]) if protocol in STARTS_AND_ENDS else ()
    result, outcomes = verdicts("--protocol", protocol, "--strict", *selected, f"builtin:{name}")
    # What a lenient engine gives no occasion to judge is said, and `--strict` does not call that conforming.
    unjudged = "--strict wants every MUST requirement judged" in " ".join(result.stdout.split())
    assert result.returncode == (3 if unjudged else 0), result.stdout
    assert {outcome for _, outcome in outcomes} <= {"pass", "not_applicable", "inconclusive"}, result.stdout

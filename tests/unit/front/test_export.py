"""Reproducers of one file hold whatever was recorded."""

import contextlib
import json
import subprocess

import psutil
import pytest

from conformance.front.cli.export import as_pytest, as_shell
from conformance.front.cli.reproducer import NotScriptable, Sign, condition
from conformance.front.loading import engines, load_suite
from conformance.judging.checking import hold
from conformance.judging.judge import found
from conformance.protocol.suite import CheckKind
from conformance.run.replay import replay
from conformance.transport.simulated import SimulatedTransport
from conformance.wire.recordings import About, Recording, read_one
from conformance.wire.transcript import Direction, Line, Transcript
from tests.processes import left_alive

SUITE = load_suite("usi")
CONFORMING = [
    lambda one=one: SimulatedTransport(one.make())
    for one in sorted(engines("usi").values(), key=lambda one: one.name != "reference")
    if not one.trips
]
ABOUT = About(
    protocol="usi",
    requirement="USI-ROB-13",
    check='takes "odd" \\ values',
    expected='"""',
    actual="\\",
    settings={"": '"""', "Path": "C:\\n"},
    known_broken=frozenset({"USI-HS-01"}),
)
LINES = [
    Line(0.0, Direction.TO_ENGINE, 'say """ \\" \\'),
    Line(0.5, Direction.FROM_ENGINE, "\udcff\x00'''"),
    Line(1.0, Direction.TO_ENGINE, "-\udcff%s", ""),
]


def test_the_pytest_module_holds_the_recording_as_it_is():
    names: dict[str, object] = {}
    exec(compile(as_pytest(Recording(Transcript(LINES), ABOUT)), "test_reproducer.py", "exec"), names)
    found = read_one(str(names["RECORDING"]))
    assert (found.about, found.transcript.lines) == (ABOUT, LINES)
    assert "test_usi_rob_13" in names


def test_the_shell_script_escapes_what_printf_and_the_shell_would_read():
    rows = as_shell(Recording(Transcript(LINES), About())).splitlines()
    assert rows[-7:] == [
        "after 0 5000 0",
        r'''send 'say """ \134" \134\012' 'say """ \" \' '''.rstrip(),
        "after 0 5000 1000",
        r"send '\055\377\045s' '-\xff%s'",
        "",
        "listen 4000",
        'echo "sent; there is nothing to judge in this recording"',
    ]


def recorded(engine, requirement, check=""):
    """A finding on a faulty engine of USI, as a run keeps it."""
    for one in [SUITE.checks[check]] if check else [*SUITE.checks_of(requirement), *SUITE.of_kind(CheckKind.DIALOGUE)]:
        if one.kind is CheckKind.DIALOGUE:
            held = hold(SUITE, one, SimulatedTransport(engines("usi")[engine].make()), limits=SUITE.limits)
            broken = {held.requirement, *(finding.requirement for finding in found(held.judgements))}
            if requirement in broken:
                named = one.name if held.requirement == requirement else ""
                about = About(protocol="usi", requirement=requirement, check=named, expected=held.expected, actual=held.actual)
                return Recording(Transcript(list(held.transcript.lines)), about)
    raise AssertionError(f"{engine} does not break {requirement}")


#: A finding of each kind, and how a script recognises it.
KINDS = [
    ("stop_ignored", "USI-STOP-01", "", Sign.NO_ANSWER),  # a missing answer
    ("unflushed", "USI-ROB-09", "", Sign.NO_ANSWER),
    ("bestmove_in_csa_notation", "USI-BM-01", "", Sign.LINE),  # a wrong answer
    ("double_bestmove", "USI-BM-03", "", Sign.TOO_MANY),  # one too many
    ("readyok_only_once", "USI-RDY-02", "", Sign.NO_ANSWER),
    ("truncated_go_crash", "USI-GO-13", "", Sign.GONE),  # an end
    ("end_of_input_ignored", "USI-EOF-01", "", Sign.STAYS),
]


@pytest.mark.parametrize(("engine", "requirement", "check", "sign"), KINDS)
def test_a_script_recognises_a_finding_of_each_kind_and_blames_no_conforming_engine(engine, requirement, check, sign):
    recording = recorded(engine, requirement, check)
    found = condition(SUITE, recording, CONFORMING)
    assert found.sign is sign
    for launch in (*CONFORMING, lambda: SimulatedTransport(engines("usi")[engine].make())):
        said = replay(SUITE, recording.transcript, launch(), SUITE.limits, recording.about).transcript
        assert found.holds(said) is (launch not in CONFORMING)


@pytest.mark.parametrize(
    ("engine", "requirement", "why"),
    [
        ("busy_when_idle", "USI-CPU-01", "it is about processor time and memory, which no script measures"),
        ("wrapper_leaves_the_engine", "USI-QUIT-05", "it is about processes that are left behind, which no script measures"),
        ("readyok_from_reader_thread_before_options", "USI-RDY-03", "without the rules of the protocol nothing in it tells"),
    ],
)
def test_what_no_script_can_show_is_said(engine, requirement, why):
    with pytest.raises(NotScriptable, match=why):
        as_shell(recorded(engine, requirement), SUITE, CONFORMING)


@pytest.fixture
def run_script(tmp_path, monkeypatch):
    """Run the script of a recording that is evidence of nothing, as quickly as may be, with an engine for a shell."""
    for name in ("_GRACE", "TAIL", "LEAST_PATIENCE"):
        monkeypatch.setattr(f"conformance.front.cli.export.{name}", 1)

    def run(recording, engine):
        (tmp_path / "script").write_text(as_shell(read_one(recording)))
        (tmp_path / "engine").write_text(f"#!/bin/sh\n{engine}\n")
        (tmp_path / "engine").chmod(0o755)
        words = ["bash", tmp_path / "script", tmp_path / "engine"]
        return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)

    return run


def test_a_script_leaves_no_process(run_script, tmp_path):
    run_script("> usi\n< usiok\n", f"sleep 1000 & echo $! >{tmp_path}/child; read -r line; echo usiok; exec sleep 1000")
    with contextlib.suppress(psutil.NoSuchProcess):
        child = psutil.Process(int((tmp_path / "child").read_text()))
        assert not left_alive([child])


def test_a_script_ends_with_an_engine_that_does_not_read(run_script):
    result = run_script(f"> {'x' * 200_000}\n< usiok\n", "exec sleep 1000")
    assert result.returncode == 0, result.stdout[-200:] + result.stderr


def test_a_script_waits_for_no_pause_of_days():
    rows = ({"at": 0, "dir": ">", "text": "usi"}, {"at": 1, "dir": "<", "text": "usiok"}, {"at": 8e6, "dir": ">", "text": "quit"})
    text = as_shell(read_one("".join(f"{json.dumps(row)}\n" for row in rows)))
    assert max(int(figure) for row in text.splitlines() if row.startswith("after ") for figure in row.split()[1:]) <= 60_000

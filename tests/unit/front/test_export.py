"""Reproducers of one file hold whatever was recorded."""

from conformance.front.cli.export import as_pytest
from conformance.wire.recordings import About, Recording, read_one
from conformance.wire.transcript import Direction, Line, Transcript

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

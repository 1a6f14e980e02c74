"""Handshakes, as a recorded dialogue shows them: what an engine may say of itself besides its name."""

import pytest

from conformance.front.loading import load_suite
from conformance.judging.recorded import judge_recorded
from conformance.wire import recordings

OPTIONS = {
    "uci": ("Hash type spin default 16 min 1 max 64",),
    "usi": ("USI_Hash type spin default 16 min 1 max 64", "USI_Ponder type check default false"),
}
both = pytest.mark.parametrize("protocol", ["uci", "usi"])


def judged(protocol, *identity):
    """The requirements that these lines break, and the topics of remarks."""
    options = [f"option name {option}" for option in OPTIONS[protocol]]
    lines = [f"> {protocol}", *(f"< {line}" for line in (*identity, *options, f"{protocol}ok"))]
    (transcript,) = recordings.read("\n".join(lines), "session")
    judgement = judge_recorded(load_suite(protocol), transcript)
    return {finding.requirement for finding in judgement.findings}, {remark.topic for remark in judgement.remarks}


@both
@pytest.mark.parametrize("line", ["id version 2.0", "id country Sweden", "id"])
def test_an_id_of_another_kind_is_ignored(protocol, line):
    assert judged(protocol, "id name X", line, "id author Y") == (set(), {"unknown id"})


@both
def test_each_author_may_have_a_line(protocol):
    assert judged(protocol, "id name X", "id author Y", "id author Z") == (set(), {"several authors"})


@both
def test_one_name_and_an_author_that_is_told(protocol):
    assert judged(protocol, "id name X", "id name 2.0", "id author Y")[0] == {f"{protocol.upper()}-ID-01"}
    assert judged(protocol, "id name X", "id author")[0] == {f"{protocol.upper()}-ID-02"}
    assert judged(protocol, "id name X", "id author Y", "id author ")[0] == {f"{protocol.upper()}-ID-02"}


@both
def test_a_name_that_is_written_wrongly_is_none(protocol):
    assert judged(protocol, "Id name X", "id author Y")[0] == {f"{protocol.upper()}-ID-01"}
    assert judged(protocol, "id name X", "id autor Y")[0] == {f"{protocol.upper()}-ID-02"}

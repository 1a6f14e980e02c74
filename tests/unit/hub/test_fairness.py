"""Freedoms of Hub in recorded dialogues: none of them is a finding, and what is wrong beside them is found."""

import pytest

from conformance.front.loading import load_suite
from conformance.judging.recorded import judge_recorded
from conformance.wire import recordings

SUITE = load_suite("hub")
#: By frisian rules, 28x8x18 is the only move; by the normal ones, it is not legal.
FRISIAN = "".join({28: "w", 18: "b", 40: "w", 2: "b"}.get(square, "e") for square in range(1, 51))
SEARCH = f"> pos pos=W{FRISIAN}\n> level move-time=1\n> go think\n"
FRISIAN_MOVE, NORMAL_MOVE = "< done move=28x8x18\n", "< done move=28-23\n"


def found(text):
    """The requirements that a recorded dialogue breaks."""
    (transcript,) = recordings.read(text, "a log")
    return {finding.requirement for finding in judge_recorded(SUITE, transcript).findings}


def introduced(parameter="", setting=""):
    declared = f"< param {parameter}\n" if parameter else ""
    sent = f"> set-param {setting}\n" if setting else ""
    return f"> hub\n< id name=X version=1 author=Y\n{declared}< wait\n{sent}> init\n< ready\n"


@pytest.mark.parametrize(
    ("parameter", "setting"),
    [
        ('name=variant value=normal type=enum values="normal frysk"', "name=variant value=frysk"),
        ('name=variant value=frysk type=enum values="frysk"', ""),
        ('name=rules value=normal type=enum values="normal frisian"', "name=rules value=frisian"),
        ('name=rules value=frisian type=enum values="normal frisian"', ""),
        ('name=rules value=normal type=enum values="normal frisian frysk"', "name=rules value=frysk"),
        ('name=variant value=normal type=enum values="normal bt"', "name=variant value=frisian"),
    ],
)
def test_no_move_is_judged_by_rules_that_are_not_known(parameter, setting):
    for move in (FRISIAN_MOVE, NORMAL_MOVE):
        assert found(introduced(parameter, setting) + SEARCH + move) == set()


@pytest.mark.parametrize(
    ("parameter", "setting", "wrong"),
    [
        ("", "", FRISIAN_MOVE),
        ("name=style value=normal type=string", "name=style value=wild", FRISIAN_MOVE),
        ('name=rules value=normal type=enum values="normal frisian"', "", FRISIAN_MOVE),
        ('name=variant value=normal type=enum values="normal frisian"', "name=variant value=frisian", NORMAL_MOVE),
        ("name=variant value=normal type=string", "name=variant value=frisian", NORMAL_MOVE),
        ('name=variant value=frysk type=enum values="frysk normal"', "name=variant value=normal", FRISIAN_MOVE),
    ],
)
def test_moves_are_judged_by_the_rules_that_were_chosen(parameter, setting, wrong):
    assert found(introduced(parameter, setting) + SEARCH + wrong) == {"HUB-GO-05"}


START = "> pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\n> level move-time=1\n> go think\n"
DONE = "< done move=32-28\n"


@pytest.mark.parametrize(
    "line",
    [
        "info string 12 pieces left",
        "info depth=3 currmove 32-28",
        "info depth=3 currmove 32-28 7",
        "info depth=1 pv=32-28 exact tb6",
        "info depth=1 score=0.10 exact 6",
    ],
)
def test_a_flag_of_the_engines_own_may_have_numbers_and_moves_after_it(line):
    assert found(f"{introduced()}{START}< {line}\n{DONE}") == set()


@pytest.mark.parametrize(
    ("line", "requirement"),
    [
        ("info depth 5", "HUB-INF-01"),
        ("info 5 nodes=100", "HUB-INF-01"),
        ("info depth=5 32-28", "HUB-INF-01"),
        ("info depth=5 pv=32-28 17-22", "HUB-SYN-01"),
    ],
)
def test_a_value_without_its_name_is_found(line, requirement):
    assert found(f"{introduced()}{START}< {line}\n{DONE}") == {requirement}


@pytest.mark.parametrize(
    ("before", "within", "behind", "broken"),
    [
        ("0 > ping\n", "", "", set()),
        ("0 > ping\n", "", "2 > ping\n2 < pong\n", set()),
        ("", "1 > ping\n", "", set()),
        ("", "", "2 > ping\n", {"HUB-PNG-01"}),
        ("0 > ping\n", "", "2 > ping\n", {"HUB-PNG-01"}),
    ],
)
def test_an_engine_may_leave_a_ping_unanswered_until_it_is_ready(before, within, behind, broken):
    begin = "0 > hub\n0 < id name=X version=1 author=Y\n0 < wait\n"
    search = "".join(f"5 {line}\n" for line in START.replace("move-time=1", "time=60").splitlines())
    assert found(f"{begin}{before}1 > init\n{within}1 < ready\n{behind}{search}9 {DONE}") == broken


def test_what_is_said_before_hub_is_free_text():
    banner = "0.5 < info loading book\n0.9 < ready to talk\n"
    assert found(f"{banner}1 > hub\n1 < id name=X version=1 author=Y\n1 < wait\n") == set()
    assert found("1 > hub\n1 < id name=X version=1 author=Y\n1 < wait\n2 > init\n2 < ready\n3 < info loading book\n") == {
        "HUB-TR-09"
    }


def test_an_empty_ponder_names_no_answer():
    assert found(f'{introduced()}{START}< done move=32-28 ponder=""\n') == set()
    assert found(f"{introduced()}{START}< done move=32-28 ponder=32-28\n") == {"HUB-GO-11"}


@pytest.mark.parametrize("key", ["depth", "nodes"])
def test_further_lines_of_a_report_may_be_behind_the_first(key):
    first, other = f'multipv=1 {key}=50 pv="32-28"', f'multipv=2 {key}=40 pv="31-27"'
    lines = f"< info {first}\n< info {other}\n< info {first.replace('50', '60')}\n< info {other.replace('40', '50')}\n"
    assert found(f"{introduced()}{START}{lines}{DONE}") == set()
    falling = f"< info {first}\n< info {other}\n< info {first.replace('50', '45')}\n"
    assert found(f"{introduced()}{START}{falling}{DONE}") == {"HUB-INF-02" if key == "depth" else "HUB-INF-03"}


def test_a_pong_that_comes_late_is_a_matter_of_time():
    begin = "0 > hub\n0 < id name=X version=1 author=Y\n0 < wait\n1 > init\n1 < ready\n1 > ping\n1 < pong\n2 > ping\n"
    search = "".join(f"2 {line}\n" for line in START.replace("move-time=1", "time=60").splitlines())
    (transcript,) = recordings.read(f"{begin}{search}5.5 {DONE}5.6 < pong\n", "a log")
    (finding,) = judge_recorded(SUITE, transcript).findings
    assert finding.requirement == "HUB-PNG-02" and finding.late_ms == pytest.approx(500)
    transcript.time_scale = 2.0
    assert not judge_recorded(SUITE, transcript).findings


@pytest.mark.parametrize(("before", "broken"), [("", {"HUB-INF-11"}), ("20 > new-game\n", set())])
def test_an_engine_may_begin_its_search_when_a_new_game_has_ended(before, broken):
    begin = "0 > hub\n0 < id name=X version=1 author=Y\n0 < wait\n1 > init\n1 < ready\n"
    block = [f"info depth={depth} score=0.5 pv=32-28" for depth in range(1, 5)]

    def search(at, until):
        asked = START.replace("level move-time=1", "level infinite").replace("go think", "go analyze").splitlines()
        said = "".join(f"{until} < {line}\n" for line in block)
        return "".join(f"{at} {line}\n" for line in asked) + f"{until - 0.1} > stop\n{said}{until} {DONE}"

    (transcript,) = recordings.read(f"{begin}{search(2.0, 5.0)}{before}{search(20.0, 27.0)}", "a log")
    assert {one.requirement for one in judge_recorded(SUITE, transcript).findings} == broken

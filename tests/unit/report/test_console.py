"""The console report: golden text at 80 columns, and what may never get into it."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from conformance.judging.endings import EngineEnding
from conformance.protocol.driver import Identity
from conformance.report.console import ConsoleReporter
from conformance.run.events import EngineNamed, Explored, Tally
from conformance.wire.transcript import Direction, Line
from conformance.words.model import Kind, Level, Miss, Outcome

GOLDEN = r"""conform 0.1.0: Universal Shogi Interface
command: ./engine

Findings: begin with USI-HS-02
USI-HS-02  MUST  two (expected: one `usiok`)  (blocks 37 checks)
USI-HS-03  SHOULD  two (expected: one `usiok`)
USI-ST-09  MUST, robustness  two (expected: one `usiok`)

MUST requirements that are broken

USI-HS-02  MUST
  The statement of `USI-HS-02`.
  expected: one `usiok`
  actual:   two
  seen:     failed 2 of 3 times
  check:    greets: Title of greets.
  also in:  twice, thrice
  dialogue (seconds, > to the engine, < from it):
          0.000 > usi
          0.010 < usiok
          0.020 > go infinite
    ->    0.500 < \x1b[31m[red]x[/red] ]]><a> \x00\xff\ufffe
          0.600 # exit 1
  cause:    (likely) The output is not flushed.
  fix:      Flush after each line.
  diagnosis: silent on a pipe
  again:    conform --protocol usi --select USI-HS-02 ./engine

Warnings: SHOULD requirements that are not kept

USI-HS-03  SHOULD
  The statement of `USI-HS-03`.
  expected: one `usiok`
  actual:   two
  check:    greets: Title of greets.
  cause:    (likely) The output is not flushed.
  fix:      Flush after each line.
  again:    conform --protocol usi --select USI-HS-03 ./engine

Robustness: what the protocol's text does not ask for, but good sense does

USI-ST-09  MUST, robustness
  The statement of `USI-ST-09`.
  expected: one `usiok`
  actual:   two
  check:    greets: Title of greets.
  cause:    (likely) The output is not flushed.
  fix:      Flush after each line.
  again:    conform --protocol usi --select USI-ST-09 ./engine

Blocked
37 checks blocked by USI-HS-02

Inconclusive
3 checks inconclusive; most often (-v shows all):
   2 x the host was too busy
   1 x other

Requirements by section
Handshake and identity        1 pass, 2 fail
infinite, stop and pondering  1 fail, 3 inconclusive, 1 not applicable, 37
                              blocked

Requirements (45 of 47): 1 pass, 3 fail, 3 inconclusive, 1 not applicable, 37
blocked. 40 lines in 3 dialogues, 1.2 s.
Not tested: USI-HS-98, USI-HS-99 (nobody can see it from outside).
Verdicts, one for each requirement and check: 1 pass, 5 fail, 3 inconclusive, 1
not applicable, 37 blocked, of the failures 2 that do not fail the run.
Begin with USI-HS-02 (blocks 37 checks).
not conforming: 1 MUST requirement broken: USI-HS-02
"""


def results(make):
    bare = {"transcript": (), "at": None, "gates": False}
    search = {"section": "search"}
    return (
        make.result(),
        make.failing("USI-ST-09", kind=Kind.ROBUSTNESS, **bare, **search),
        make.failing("USI-HS-03", level=Level.SHOULD, **bare),
        make.failing("USI-HS-02", failed=2, measured=3, diagnosis="silent on a pipe"),
        make.failing("USI-HS-02", check="twice"),
        make.failing("USI-HS-02", check="thrice"),
        *(make.result(f"USI-X-{n}", Outcome.BLOCKED, check=f"x{n}", blocked_by="USI-HS-02", **search) for n in range(37)),
        make.result("USI-Y-1", Outcome.INCONCLUSIVE, check="y1", reason="the host was too busy", **search),
        make.result("USI-Y-2", Outcome.INCONCLUSIVE, check="y2", reason="other", **search),
        make.result("USI-Y-3", Outcome.INCONCLUSIVE, check="y3", reason="the host was too busy", **search),
        make.result("USI-Z-1", Outcome.NOT_APPLICABLE, check="z1", reason="no option `Ponder`", **search),
    )


@pytest.fixture
def said(make):
    def say(*events, verbosity=0, width=80, **end):
        file = io.StringIO()
        reporter = ConsoleReporter(Console(file=file, width=width, no_color=True), verbosity)
        make.feed(reporter, *events, **end)
        reporter.close()
        return file.getvalue()

    return say


def verdict(text):
    return text.rstrip("\n").rsplit("\n", 1)[-1]


def test_the_whole_report(said, make):
    text = said(*results(make))
    assert text == GOLDEN
    assert max(map(len, text.splitlines())) <= 80
    assert text.isascii()


def test_quiet_is_one_line_a_finding_and_the_verdict(said, make):
    error = make.result("USI-HS-05", Outcome.ERROR, check="bad", reason="ValueError: x")
    assert said(*results(make), error, verbosity=-1).splitlines() == [
        "USI-HS-02 MUST: The statement of `USI-HS-02`.",
        "USI-HS-03 SHOULD: The statement of `USI-HS-03`.",
        "USI-ST-09 MUST, robustness: The statement of `USI-ST-09`.",
        "USI-HS-05 bad: ValueError: x",
        "not conforming: 1 MUST requirement broken: USI-HS-02",
    ]


def test_verbose_gives_every_reason(said, make):
    text = said(*results(make), verbosity=1)
    assert "\nInconclusive\nUSI-Y-1 y1: the host was too busy\nUSI-Y-2 y2: other\nUSI-Y-3 y3: the host" in text
    assert "\nNot applicable\nUSI-Z-1 z1: no option `Ponder`\n" in text


def test_a_check_of_several_requirements_is_blocked_once(said, make):
    blocked = [make.result(f"USI-X-{n}", Outcome.BLOCKED, check="one", blocked_by="USI-HS-01") for n in range(3)]
    assert "\n1 check blocked by USI-HS-01\n" in said(*blocked)


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ({"exit_code": 0}, "conforming: no MUST requirement is broken"),
        ({"exit_code": 3}, "no verdict: nothing could be judged"),
        ({"exit_code": 3, "out_of_time": True}, "no verdict: the time for the run was up"),
        ({"exit_code": 3, "message": "no such file: \x1b]0;x"}, "no verdict: no such file: \\x1b]0;x"),
        ({"exit_code": 130, "interrupted": True}, "no verdict: the run was interrupted"),
    ],
)
@pytest.mark.parametrize("verbosity", [-1, 0, 1])
def test_the_verdict_comes_last_and_follows_the_exit_code(said, make, end, words, verbosity):
    assert verdict(said(make.result(), verbosity=verbosity, **end)) == words


def test_an_error_of_ours_is_no_verdict_on_the_engine(said, make):
    text = said(make.result("USI-HS-01", Outcome.ERROR, reason="ValueError: x"), exit_code=4)
    assert "Errors in conform itself: these say nothing about the engine\nUSI-HS-01 greets: ValueError: x\n" in text
    assert "no verdict: some checks are themselves broken" in text


def test_the_verdict_names_what_gates_and_only_that(said, make):
    events = [
        make.failing("USI-A"),
        make.failing("USI-B"),
        make.failing("USI-B", check="again"),
        make.failing("USI-C", level=Level.SHOULD),
        make.failing("USI-D", level=Level.SHOULD, gates=False),
    ]
    text = " ".join(said(*events).rsplit("not conforming", 1)[1].split())
    assert text == ": 2 MUST requirements broken: USI-A, USI-B; 1 SHOULD requirement broken: USI-C"


def test_an_interrupted_run_still_tells_what_it_found(said, make):
    words = verdict(said(make.failing("USI-A"), exit_code=130, interrupted=True, verbosity=-1, width=100))
    assert words == "no verdict: the run was interrupted; until then 1 MUST requirement broken: USI-A"


def test_conforming_is_not_said_of_everything_when_set_up_failed(said, make):
    words = verdict(said(make.failing("USI-A", selected=False, gates=False), exit_code=0, verbosity=-1))
    assert words == "conforming in the selection; outside it 1 MUST requirement broken: USI-A"


def test_many_further_checks_are_summed_up(said, make):
    events = [make.failing(check=f"c{n}") for n in range(7)]
    assert "  also in:  c1, c2, c3 and 3 more\n" in said(*events)
    assert "  also in:  c1, c2, c3, c4, c5, c6\n" in said(*events, verbosity=1)


def test_nothing_an_engine_says_colours_the_report_or_is_taken_for_markup(make):
    file = io.StringIO()
    reporter = ConsoleReporter(Console(file=file, width=80))
    evil = "\x1b[2J[bold]x[/bold][link=a]\r:smile:\u202e\udc80"
    reporter.on(EngineNamed(Identity(evil, evil)))
    make.feed(reporter, make.failing(expected=evil, actual=evil, reason=evil, diagnosis=evil, check=evil, rerun=evil))
    text = file.getvalue()
    assert text.count("[bold]x[/bold][link=a]\\r:smile:\\u202e\\x80") == 9
    assert all(char.isprintable() or char == "\n" for char in text)


def test_a_console_that_knows_ascii_only_gets_escapes(make):
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding="ascii")
    reporter = ConsoleReporter(Console(file=file, width=80))
    make.feed(reporter, make.failing(actual="歩"))
    file.flush()
    assert b"actual:   \\u6b69\n" in raw.getvalue()


def test_a_long_line_is_cut_but_the_offending_one_is_shown_whole(said, make):
    lines = (Line(0.0, Direction.FROM_ENGINE, "a " * 60), Line(0.1, Direction.FROM_ENGINE, "bc" * 60))
    text = said(make.failing(transcript=lines, at=1))
    rows = text.split("from it):\n")[1].splitlines()[:3]
    assert [len(row) for row in rows[:2]] == [80, 80]
    assert rows[0].endswith("...")
    assert "".join(row[18:] for row in rows[1:3]) == "bc" * 60


def test_the_command_to_see_it_again_can_be_copied(said, make):
    command = "conform --protocol usi --select USI-HS-01 " + "--setup Name=Value " * 10 + "./engine"
    assert f"  again:    {command}\n" in said(make.failing(rerun=command))


CRASH = EngineEnding("exited with status 1", "go btime 500 wtime 500 binc 500 winc 500", ("ValueError: no such clock",))


def crashed(make, name, **more):
    known = {
        "actual": "the engine exited with status 1; on standard error: ValueError: no such clock",
        "expected": "a bestmove",
        "ending": CRASH,
        "transcript": (),
        "at": None,
    }
    return make.failing(name, **(known | more))


def test_findings_that_share_a_crash_are_one_story(said, make):
    other = EngineEnding(CRASH.how, "go mate 1000", CRASH.said)
    blocked = make.result("USI-X-1", Outcome.BLOCKED, blocked_by="USI-HS-02")
    text = said(
        crashed(make, "USI-HS-03", ending=other), crashed(make, "USI-HS-02"), make.failing("USI-HS-01"), blocked, width=100
    )
    assert text.split("Findings: begin with USI-HS-02\n")[1].splitlines()[:3] == [
        "USI-HS-02  MUST  exited with status 1: ValueError: no such clock, after `go bti...  (blocks 1 check)",
        "  USI-HS-03  MUST  ends the same way, after `go mate 1000`",
        "USI-HS-01  MUST  two (expected: one `usiok`)",
    ]
    story = text.split("MUST requirements that are broken\n")[1].split("\nUSI-HS-01  MUST")[0]
    assert "  actual:   ends the same way, after `go mate 1000`: see USI-HS-02\n" in story
    assert story.count("ended:") == 1


def test_crashes_that_differ_in_their_last_words_are_two_stories(said, make):
    other = EngineEnding(CRASH.how, CRASH.after, ("KeyError: 'binc'",))
    assert "the same way" not in said(crashed(make, "USI-HS-02"), crashed(make, "USI-HS-03", ending=other))


def test_findings_about_the_very_same_line_are_one_story(said, make):
    shared = {"transcript": make.dialogue, "at": 1}
    one, other = make.failing("USI-HS-02", **shared), make.failing("USI-HS-03", actual="upside down", **shared)
    text = said(one, other, make.failing("USI-HS-04", at=0), make.failing("USI-HS-05", at=0))
    assert text.split("Findings\n")[1].splitlines()[:4] == [
        "USI-HS-02  MUST  two (expected: one `usiok`)",
        "  USI-HS-03  MUST  the same line: upside down (expected: one `usiok`)",
        "USI-HS-04  MUST  two (expected: one `usiok`)",
        "USI-HS-05  MUST  two (expected: one `usiok`)",
    ]
    assert text.count("dialogue (seconds") == 3


def test_what_did_not_come_has_no_line_in_common(said, make):
    lacking = {"miss": Miss.SILENCE, "actual": "2 other lines, the last `usiok`", "transcript": make.dialogue, "at": 1}
    assert "the same line" not in said(make.failing("USI-HS-02", **lacking), make.failing("USI-HS-03", **lacking))


def test_of_a_crash_the_crash_is_told_and_no_cause_of_something_else(said, make):
    text = said(crashed(make, "USI-HS-02"), width=100)
    assert "  ended:    the engine exited with status 1 after `go btime 500 wtime 500 binc 500 winc 500`\n" in text
    assert "cause:" not in text
    assert "fix:" not in text


def test_a_cause_of_crashes_is_told_of_one(said, make):
    of_crashes = replace(make.failing().requirement, cause="The parser throws on `binc`.", cause_of=(Miss.ENDED,))
    assert "cause:    (likely) The parser throws" in said(replace(crashed(make, "USI-HS-02"), requirement=of_crashes))
    assert "cause:" not in said(replace(make.failing(miss=Miss.WRONG), requirement=of_crashes))


def test_what_a_crash_said_is_shown_where_the_finding_does_not_quote_it(said, make):
    text = said(crashed(make, "USI-HS-02", actual="the engine exited with status 1"), width=200)
    assert "winc 500`; on standard error: ValueError: no such clock" in " ".join(text.split())


def test_a_flood_is_not_explained_by_a_missing_flush(said, make):
    flood = {"actual": "a flood of output: more than 50,000 lines in a second", "miss": Miss.FLOODED}
    assert "cause:" not in said(make.failing(**flood))
    of_floods = replace(make.failing().requirement, cause_of=(Miss.FLOODED,))
    assert "cause:" in said(replace(make.failing(**flood), requirement=of_floods))


def test_a_missing_answer_is_not_explained_by_a_cause_of_too_many(said, make):
    of_answers = replace(make.failing().requirement, cause_of=(Miss.WRONG, Miss.TOO_MANY))
    assert "cause:" not in said(replace(make.failing(miss=Miss.SILENCE), requirement=of_answers))
    assert "cause:" in said(replace(make.failing(miss=Miss.TOO_MANY), requirement=of_answers))
    assert "cause:" in said(make.failing(miss=Miss.SILENCE))


def test_two_clients_say_what_they_make_of_the_finding_and_all_of_them_when_verbose(said, make):
    text = said(make.in_clients(miss=Miss.WRONG))
    assert "  clients:  Gui: The engine is `killed`.\n            Match: The game is lost.\n  again:" in text
    assert "            Match: The game is lost.\n            Bot: It resigns.\n" in said(
        make.in_clients(miss=Miss.WRONG), verbosity=1
    )


def test_of_a_breach_of_another_kind_clients_say_nothing(said, make):
    assert "  clients:  Patience: It waits for ever.\n  again:" in said(make.in_clients(miss=Miss.SILENCE))
    assert "  clients:  Bot: It resigns.\n  again:" in said(
        make.in_clients(miss=Miss.WRONG, ending=EngineEnding("ended", "go", ()))
    )
    assert "clients:" not in said(make.in_clients(miss=Miss.FLOODED))
    assert "clients:" not in said(make.in_clients())
    assert "clients:" not in said(make.failing(miss=Miss.WRONG))


def test_a_finding_of_an_exploration_is_seen_again_by_its_replay(said, make):
    text = said(make.failing(explored=True, replay="conform replay kept ./engine", rerun="conform --explore-time 9 ./engine"))
    assert "  again:    conform replay kept ./engine\n  explore:  conform --explore-time 9 ./engine\n" in text


def test_explorations_that_find_nothing_are_told(make):
    file = io.StringIO()
    reporter = ConsoleReporter(Console(file=file, width=80))
    for event in (make.started(), Explored("plays_on", "Plays on.", 312, 20.4), make.result(), make.finished(make.result())):
        reporter.on(event)
    assert "\nExplorations: sessions drawn at random\nplays_on: 312 sessions in 20 s, nothing found\n" in file.getvalue()


def test_a_request_is_shown_to_its_last_word(said, make):
    request = f"position startpos moves {'7g7f 3c3d ' * 60}8h2b+"
    lines = (Line(0.0, Direction.TO_ENGINE, request), *(Line(0.1, Direction.FROM_ENGINE, f"info {n}") for n in range(40)))
    text = said(make.failing(transcript=lines, at=40))
    assert "8h2b+ (629 characters)" in " ".join(text.split())
    assert text.index("> position startpos") < text.index("...\n") < text.index("info 39")


def test_of_many_that_were_not_tested_the_number_is_told_and_each_when_verbose(make):
    rows = tuple((f"USI-HS-{number}", "only by steering an engine") for number in range(84))
    for verbosity, words in (
        (0, "Not tested: 84 requirements (only by steering an engine; -v names them)."),
        (1, "USI-HS-83 (only"),
    ):
        file = io.StringIO()
        reporter = ConsoleReporter(Console(file=file, width=200, no_color=True), verbosity)
        for event in (replace(make.started(), untested=rows), make.result(), make.finished()):
            reporter.on(event)
        reporter.close()
        assert words in file.getvalue()


@pytest.mark.parametrize("kept", [False, True])
def test_a_must_that_a_flood_hides_everywhere_is_no_verdict(make, kept):
    flood = make.failing("USI-ST-09", kind=Kind.ROBUSTNESS, level=Level.SHOULD, miss=Miss.FLOODED, gates=False)
    tally = Tally()
    results = [make.result(f"USI-HS-{number}") for number in range(5)]
    hidden = make.result("USI-GO-1", Outcome.BLOCKED, check="blocked", blocked_by="USI-ST-09")
    for result in (*results, flood, hidden, *([make.result("USI-GO-1", check="kept")] if kept else [])):
        tally.add(result)
    said = "" if kept else "a flood of output hides 1 MUST requirement: USI-GO-1"
    assert tally.why_no_verdict(strict=False) == said
    assert Tally.of_plain(tally.plain()).why_no_verdict(strict=False) == said
    joined = Tally()
    joined.join(tally)
    assert joined.why_no_verdict(strict=False) == said

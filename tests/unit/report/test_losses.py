"""When a report is lost, all others and the exit code say the same."""

import errno
import json
import os
import signal
import xml.etree.ElementTree as ET

import pytest

from conformance.front.cli.outputs import feed
from conformance.front.loading import load_suite
from conformance.report import ReportError
from conformance.report.files import FileReporter, WholeFile
from conformance.report.jsonl import JsonlReporter
from conformance.report.junit import junit
from conformance.run.campaign import Campaign
from conformance.run.events import RunFinished
from conformance.run.plan import RunPlan
from conformance.transport import interrupts


class Lost:
    """Cannot be written from some event on."""

    def __init__(self, at):
        self.left = at

    def on(self, _event):
        self.left -= 1
        if self.left < 0:
            raise ReportError("lost.txt", "No space left on device")

    def close(self):
        pass


def judged(tmp_path):
    """Give what JUnit and JSONL say: whether there is an error, and the exit code."""
    suite = ET.parse(tmp_path / "out.xml").getroot()
    return suite.find(".//error") is not None, json.loads((tmp_path / "out.jsonl").read_text().splitlines()[-1])["exit_code"]


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_report_that_is_lost_is_told_in_the_others(tmp_path, make, at):
    reporters = [FileReporter(tmp_path / "out.xml", junit), Lost(at), JsonlReporter(tmp_path / "out.jsonl")]
    assert feed([make.started(), make.result(), make.finished(make.result())], reporters) == 3
    assert judged(tmp_path) == (True, 3)


def test_a_record_that_is_lost_with_its_last_line_is_told_in_the_others(tmp_path, make):
    reporters = [FileReporter(tmp_path / "out.xml", junit), Lost(2)]
    assert feed([make.started(), make.result(), make.finished(make.result())], reporters) == 3
    assert ET.parse(tmp_path / "out.xml").getroot().find(".//error") is not None


def test_nothing_is_changed_where_nothing_is_lost_and_where_the_verdict_is_no_good_one(tmp_path, make):
    reporters = [FileReporter(tmp_path / "out.xml", junit), JsonlReporter(tmp_path / "out.jsonl")]
    assert feed([make.started(), make.result(), make.finished(make.result())], reporters) == 0
    assert judged(tmp_path) == (False, 0)
    reporters = [FileReporter(tmp_path / "out.xml", junit), Lost(0), JsonlReporter(tmp_path / "out.jsonl")]
    end = make.finished(make.failing(), exit_code=1)
    assert feed([make.started(), make.failing(), end], reporters) == 1
    assert judged(tmp_path) == (False, 1)


def test_a_pipe_that_nobody_reads_from_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ReportError, match="nobody reads from it"):
        JsonlReporter(tmp_path / "pipe")
    with pytest.raises(ReportError, match="nobody reads from it"):
        WholeFile(tmp_path / "pipe")


def test_a_pipe_is_written_while_somebody_reads_and_given_up_when_he_stops(tmp_path, make, monkeypatch):
    monkeypatch.setattr("conformance.report.files._PATIENCE", 0.0)
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    reporter = JsonlReporter(tmp_path / "pipe")
    reporter.on(make.started())
    assert json.loads(os.read(reader, 1 << 16))["event"] == "run_started"
    with pytest.raises(ReportError, match="nobody takes what is written"):
        for _ in range(1 << 16):
            reporter.on(make.started())
    os.close(reader)


def test_a_full_disk_leaves_no_half_report(tmp_path, make, monkeypatch):
    path = tmp_path / "out.xml"
    path.write_text("old")
    reporter = FileReporter(path, junit)

    def full(_path, _data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    with pytest.raises(ReportError, match="No space left on device"):
        make.feed(reporter, make.result())
    assert [one.name for one in tmp_path.iterdir()] == ["out.xml"]
    assert path.read_text() == "old"


def test_a_signal_that_came_before_the_run_is_told_by_all_reports(tmp_path, monkeypatch):
    monkeypatch.setattr(interrupts, "_state", interrupts._State())
    interrupts.defer()
    interrupts.postpone(interrupts.Interrupted(signal.SIGTERM))
    campaign = Campaign(RunPlan(load_suite("usi")), lambda: pytest.fail("an engine was started"))
    reporters = [FileReporter(tmp_path / "out.xml", junit), JsonlReporter(tmp_path / "out.jsonl")]
    assert feed(campaign.run(), reporters) == 143
    assert judged(tmp_path) == (True, 143)
    assert "interrupted by SIGTERM" in (tmp_path / "out.xml").read_text()


def test_a_signal_that_comes_when_all_is_told_changes_nothing(tmp_path, make, monkeypatch):
    monkeypatch.setattr(interrupts, "_state", interrupts._State())
    interrupts.defer()

    def events():
        yield make.started()
        with interrupts.deferred():
            yield make.finished(make.result())

    class Late(Lost):
        def on(self, event):
            if isinstance(event, RunFinished):
                interrupts.postpone(interrupts.Interrupted(signal.SIGINT))

    assert feed(events(), [FileReporter(tmp_path / "out.xml", junit), Late(0), JsonlReporter(tmp_path / "out.jsonl")]) == 0
    assert judged(tmp_path) == (False, 0)


def test_a_run_that_was_recorded_keeps_its_end(tmp_path, make):
    reporters = [FileReporter(tmp_path / "out.xml", junit), Lost(2), JsonlReporter(tmp_path / "out.jsonl")]
    assert feed([make.started(), make.result(), make.finished(make.result())], reporters, recorded=True) == 3
    assert judged(tmp_path) == (False, 0)
    assert len(reporters) == 2


def test_a_file_of_which_nothing_came_leaves_nothing_behind(tmp_path):
    (tmp_path / "kept.json").write_text("{}")
    WholeFile(tmp_path / "new.json")
    WholeFile(tmp_path / "kept.json")
    WholeFile(tmp_path / "drafted.json").draft(b"{}")
    WholeFile(tmp_path / "written.json").write(b"{}")
    assert sorted(path.name.split(".json")[0] for path in tmp_path.iterdir()) == [".drafted", "kept", "written"]

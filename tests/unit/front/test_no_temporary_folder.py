"""A system on which no temporary folder can be made: an image without `/tmp`, a root that can only be read."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import configuration

from conformance.front.cli import command
from conformance.run.explore import keep_out_of_the_way


@pytest.fixture
def nowhere(monkeypatch):
    def none():
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_get_default_tempdir", none)


@pytest.mark.usefixtures("nowhere")
def test_a_client_needs_a_folder_and_is_told_which_one(capsys):
    assert command(["gui", "--protocol", "uci", "--", "true", "{engine}"]) == 3
    said = capsys.readouterr().err
    assert "no temporary folder can be made" in said
    assert "set TMPDIR" in said


@pytest.mark.usefixtures("nowhere")
def test_an_exploration_needs_none(monkeypatch):
    homes = []
    monkeypatch.setattr(configuration, "set_hypothesis_home_dir", homes.append)
    keep_out_of_the_way(None)
    assert [home.parent for home in homes] == [Path.cwd()]

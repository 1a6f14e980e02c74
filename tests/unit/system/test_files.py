"""Files, pipes and devices are opened without waiting for whoever is at their other end."""

import errno
import os
import sys

import pytest

from conformance.system import files

needs_pipes = pytest.mark.skipif(sys.platform == "win32", reason="pipes have no names of files there")
#: More than any pipe holds.
MUCH = bytes(1 << 22)


@pytest.mark.parametrize("can_poll", [True, False])
def test_a_file_is_written_and_read_as_it_is(tmp_path, monkeypatch, can_poll):
    if not can_poll:
        monkeypatch.setattr(files, "_CAN_POLL", False)
    data = b"a\r\nb\x1a\n"
    writer = files.open_to_write(tmp_path / "a")
    assert os.write(writer, data) == len(data)
    os.close(writer)
    for append, expected in ((True, data + b"c"), (False, b"c")):
        reader = files.open_to_read(tmp_path / "a")
        assert os.read(reader, 100) == data
        os.close(reader)
        writer = files.open_to_write(tmp_path / "a", append=append)
        os.write(writer, b"c")
        os.close(writer)
        data = expected
    reader = files.open_to_read(tmp_path / "a")
    assert os.read(reader, 100) == data
    os.close(reader)


@needs_pipes
def test_a_pipe_into_which_nobody_writes_has_ended(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = files.open_to_read(tmp_path / "pipe")
    assert os.read(reader, 100) == b""
    assert os.get_blocking(reader)
    os.close(reader)


@needs_pipes
def test_a_full_pipe_is_told(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match=os.strerror(errno.ENXIO)):
        files.open_to_write(tmp_path / "pipe")
    reader = files.open_to_read(tmp_path / "pipe")
    writer = files.open_to_write(tmp_path / "pipe")
    assert files.can_be_written(writer, 0.0)
    assert os.write(writer, MUCH) < len(MUCH)
    with pytest.raises(BlockingIOError):
        os.write(writer, b"more")
    assert not files.can_be_written(writer, 0.0)
    os.read(reader, len(MUCH))
    assert files.can_be_written(writer, 10.0)
    os.close(writer)
    os.close(reader)


@needs_pipes
def test_a_file_of_another_user_is_known_by_its_owner_and_one_of_root_is_none(tmp_path, monkeypatch):
    owner = tmp_path.stat().st_uid
    for user, expected in ((owner, False), (owner + 1, owner != 0)):
        monkeypatch.setattr(files.os, "geteuid", lambda user=user: user)
        assert files.is_of_another_user(tmp_path) is expected
    monkeypatch.setattr(files.os, "geteuid", lambda: 77)
    monkeypatch.setattr(files.os, "stat", lambda _: os.stat_result((0, 0, 0, 0, 78, 0, 0, 0, 0, 0)))
    assert files.is_of_another_user("conform.toml")


@needs_pipes
def test_a_lock_is_waited_for_and_not_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_PATIENCE", 0.1)
    with files.locked(tmp_path / "a"), pytest.raises(TimeoutError, match="another process"), files.locked(tmp_path / "b"):
        pass
    with files.locked(tmp_path / "a"):
        assert not list(tmp_path.iterdir())

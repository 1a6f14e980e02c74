"""The reference engines beside busy processes: no MUST is broken because the host is slow."""

import subprocess
import sys

import pytest

BUSY = 4


@pytest.fixture
def busy():
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
    yield
    for process in processes:
        process.kill()
        process.wait()


@pytest.mark.parametrize("protocol", ["usi", "uhp"])
def test_no_must_is_broken_on_a_busy_host(busy, conform, protocol):
    result = conform("--protocol", protocol, "--quick", "builtin:reference", timeout=900)
    assert result.returncode == 0, result.stdout + result.stderr

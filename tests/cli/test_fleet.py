"""`conform fleet` with real processes: on this machine, and by the workers of a real cluster, one of which is killed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.processes import left_alive

ROOT = Path(__file__).parents[2]
FEW = "OEP-HSH-01"
#: Seconds in which a process of ours starts, and a worker is there, on a busy host.
SOON = 60

#: An engine that tells who it is and does nothing, or, once somebody has begun with it, is the reference engine.
HANGS_ONCE = """
import os, pathlib, sys, time
seen = pathlib.Path(sys.argv[1])
if seen.exists():
    os.execv(sys.executable, [sys.executable, "-m", "conformance.engines", "conformance.fixtures.oep.reference:REFERENCE"])
seen.with_suffix(".new").write_text(str(os.getpid()))
seen.with_suffix(".new").rename(seen)
time.sleep(600)
"""


@pytest.fixture
def engines(tmp_path):
    """Write the file of a fleet whose engines are checked for a few requirements only."""

    def write(text):
        (tmp_path / "hangs.py").write_text(HANGS_ONCE)
        (tmp_path / "engines.toml").write_text(f'[defaults]\nprotocol = "oep"\nselect = "{FEW}"\n{text}')
        return tmp_path / "engines.toml"

    return write


def hanging(tmp_path):
    return f"command = {json.dumps([sys.executable, str(tmp_path / 'hangs.py'), str(tmp_path / 'seen')])}\n"


def wait_for(path):
    """Wait for the number of a process in a file, and give the process."""
    until = time.monotonic() + SOON
    while not path.exists():
        assert time.monotonic() < until
        time.sleep(0.1)
    return psutil.Process(int(path.read_text()))


def rows(folder):
    return {
        f"{one['engine']}/{one['version']}".rstrip("/"): one
        for one in json.loads((folder / "fleet.json").read_text())["campaigns"]
    }


@pytest.fixture
def start(tmp_path, cache):
    """Start a fleet that goes on beside the test."""
    started = []

    def begin(*words):
        env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache)}
        words = [sys.executable, "-m", "conformance", "fleet", "--json", "fleet.json", *map(str, words)]
        process = subprocess.Popen(words, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


# -- here -----------------------------------------------------------------------------------------------------------------------


def test_each_version_has_its_record_and_an_engine_that_cannot_be_started_costs_its_own_row(conform, engines, tmp_path):
    file = engines(
        '[engines.good]\ncommand = "builtin:reference"\nvirtual = true\nversions = { new = {} }\n'
        '[engines.gone]\ncommand = "./no-such-engine"\n'
    )
    result = conform("fleet", "--out", "runs", "--json", "fleet.json", "--markdown", "fleet.md", "--html", "page", file)
    assert result.returncode == 3, result.stderr
    assert result.stdout.endswith("2 campaigns: 1 conforming, 1 no verdict\n")
    found = rows(tmp_path)
    assert [row["exit_code"] for row in found.values()] == [0, 3]
    assert all((tmp_path / "runs" / row["record"]).is_file() for row in found.values())
    assert '"label": "new"' in (tmp_path / "runs" / found["good/new"]["record"]).read_text("utf-8")
    assert "no-such-engine" in found["gone"]["verdict"]
    assert (tmp_path / "page" / "index.html").is_file()
    assert "good/new |" in (tmp_path / "fleet.md").read_text("utf-8")


def test_a_campaign_ends_with_its_engine_when_whoever_started_it_has_gone(engines, tmp_path, cache):
    engines("")
    words = ["run", "--unconfigured", "--end-with-stdin", "--protocol", "oep", "--jsonl", "run.jsonl"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache)}
    engine = [sys.executable, "hangs.py", "seen"]
    with subprocess.Popen(
        [sys.executable, "-m", "conformance", *words, *engine], cwd=tmp_path, env=env, stdin=subprocess.PIPE
    ) as campaign:
        engine = wait_for(tmp_path / "seen")
        campaign.stdin.close()
        assert campaign.wait(SOON) == 143
    assert not left_alive([engine])
    assert json.loads((tmp_path / "run.jsonl").read_text().splitlines()[-1])["interrupted"]


# -- a cluster ------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def cluster(tmp_path_factory):
    """Start a scheduler and three workers, each a process of its own; give its address."""
    pytest.importorskip("distributed")
    folder = tmp_path_factory.mktemp("cluster")
    own = {"DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "False", "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}
    env, reported = {**os.environ, **own}, folder / "scheduler.json"
    common = {"cwd": folder, "env": env, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    words = ["dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(reported)]
    processes = [subprocess.Popen([sys.executable, "-m", f"distributed.cli.{words[0]}", *words[1:]], **common)]
    try:
        until = time.monotonic() + SOON
        while not reported.exists():
            assert time.monotonic() < until
            time.sleep(0.1)
        for number in range(3):
            words = ["--scheduler-file", str(reported), "--no-nanny", "--no-dashboard", "--nthreads", "1", "--name", f"w{number}"]
            words += ["--resources", f"own{number}=1"]
            processes.append(subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_worker", *words], **common))
        address = json.loads(reported.read_text())["address"]
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(3, timeout=SOON)
        yield address
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_a_worker_that_dies_costs_its_engine_a_second_try_and_nothing_else(cluster, engines, start, tmp_path):
    good = 'command = "builtin:reference"\nvirtual = true\n'
    file = engines(
        f"[engines.hangs]\n{hanging(tmp_path)}"
        f'[engines.good]\n{good}needs = ["linux", "own1"]\n'
        f'[engines.nobody]\n{good}needs = ["own1", "engine:no-such-program"]\n'
    )
    fleet = start("--scheduler", cluster, "--out", "runs", file)
    engine = wait_for(tmp_path / "seen")
    campaign = engine.parent()
    worker = campaign.parent()
    assert "dask_worker" in " ".join(worker.cmdline())
    (name,) = {"w0", "w1", "w2"} & set(worker.cmdline())
    assert name != "w1"
    worker.kill()
    output, _ = fleet.communicate(timeout=2 * SOON)
    assert fleet.returncode == 3, output
    assert not left_alive([campaign, engine])
    found = rows(tmp_path)
    assert {name: (row["exit_code"], row["tries"]) for name, row in found.items()} == {
        "hangs": (0, 2),
        "good": (0, 1),
        "nobody": (3, 1),
    }
    assert found["nobody"]["verdict"] == "no verdict: no worker has engine:no-such-program"
    assert found["hangs"]["worker"] in {"w0", "w1", "w2"} - {name}
    assert found["good"]["worker"] == "w1"
    assert "hangs: its worker has died" in output
    assert all((tmp_path / "runs" / row["record"]).is_file() for name, row in found.items() if name != "nobody")


def test_an_interruption_reaches_the_workers(cluster, engines, start, tmp_path):
    fleet = start("--scheduler", cluster, engines("[engines.hangs]\n" + hanging(tmp_path)))
    engine = wait_for(tmp_path / "seen")
    fleet.send_signal(signal.SIGTERM)  # SIGINT may be ignored where the tests are a job in the background
    output, _ = fleet.communicate(timeout=SOON)
    assert fleet.returncode == 143, output
    assert not left_alive([engine])

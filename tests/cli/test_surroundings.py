"""What surrounds a run is scarce or cannot be written, or somebody asks how it stands: what was judged is not lost."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
USI = ("--protocol", "usi", "--no-explore", "--select", "USI-HS-01")
#: Lets a process start so many threads, and refuses all others as a system does that allows no more.
FEW_THREADS = """
import threading
left = [{0}]
def limited(start):
    def limited_start(*words, **named):
        left[0] -= 1
        if left[0] < 0:
            raise RuntimeError("can't start new thread")
        return start(*words, **named)
    return limited_start
for name in ("_start_new_thread", "_start_joinable_thread"):
    if hasattr(threading, name):
        setattr(threading, name, limited(getattr(threading, name)))
"""
OWN_MOUNTS = ("unshare", "--user", "--map-root-user", "--mount")


@pytest.fixture
def environment(cache):
    return {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache)}


@pytest.fixture
def mounted(tmp_path, environment):
    """Run `conform` in a folder on a file system of its own, mounted with these options; gives the process and what `ls` says."""
    if not shutil.which(OWN_MOUNTS[0]) or subprocess.run([*OWN_MOUNTS, "true"], check=False, capture_output=True).returncode:
        pytest.skip("this system lets us mount nothing")

    def run(options, *words, **surroundings):
        place = tmp_path / "mounted"
        place.mkdir()
        script = 'mount -t tmpfs -o "$0" none "$1" && cd "$1" && shift && "$@"; status=$?; ls -A >&2; exit $status'
        command = [*OWN_MOUNTS, "sh", "-c", script, options, str(place), sys.executable, "-m", "conformance", *words]
        named = {**environment, **surroundings}
        return subprocess.run(command, env=named, capture_output=True, text=True, timeout=120, check=False)

    return run


def test_reports_that_find_no_room_are_told_in_those_that_do(mounted):
    reports = ("--json", "x.json", "--jsonl", "x.jsonl")
    done = mounted("size=12k", *USI, *reports, "builtin:reference")
    assert done.returncode == 3, done.stderr
    assert "cannot write the report x.json: No space left on device" in done.stderr
    assert done.stderr.endswith("\nx.jsonl\n")
    assert "no verdict: cannot write the report x.json" in done.stdout


def test_a_folder_that_cannot_be_written_to_is_told_before_the_run(mounted):
    done = mounted("ro", *USI, "--junit", "x.xml", "builtin:reference")
    assert done.returncode == 3
    assert done.stderr == "conform: cannot write the report x.xml: Read-only file system\n"
    assert "Traceback" not in done.stdout


def test_a_run_needs_no_folder_for_temporary_files_and_no_home(mounted):
    nowhere = dict.fromkeys(("TMPDIR", "HOME", "XDG_CACHE_HOME"), "/proc/nowhere")
    done = mounted("ro", *USI, "builtin:reference", **nowhere)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("conforming in the selection: no MUST requirement is broken\n")


@pytest.mark.parametrize("threads", [0, 2])
def test_where_no_more_threads_are_allowed_there_is_no_verdict_and_no_fault_of_ours(tmp_path, environment, threads):
    (tmp_path / "sitecustomize.py").write_text(FEW_THREADS.format(threads))
    named = {**environment, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    words = ("--junit", "x.xml", "--jsonl", "x.jsonl", "--jobs", "4", *USI[:-1], "USI-HS", "builtin:reference")
    command = [sys.executable, "-m", "conformance", *words]
    done = subprocess.run(command, env=named, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 3, done.stderr
    assert "no verdict: the system lets this user start no more threads or processes" in done.stdout
    assert json.loads((tmp_path / "x.jsonl").read_text().splitlines()[-1])["exit_code"] == 3
    assert "</testsuites>" in (tmp_path / "x.xml").read_text()


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="this system has no such signal")
def test_a_file_in_the_current_folder_is_not_taken_for_a_module_of_a_built_in_engine(conform, tmp_path):
    for name in ("chess", "click"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(3)\n")
    done = conform("--protocol", "uci", "--no-explore", "--select", "UCI-HS-01", "builtin:reference")
    assert done.returncode == 0, done.stdout + done.stderr
    client = "import os, subprocess; subprocess.run(os.environ['CONFORM_ENGINE'], input=b'uci\\nquit\\n')"
    done = conform("gui", "--protocol", "uci", "--scenario", "plain", "--", sys.executable, "-P", "-c", client)
    assert "exit 0, 1 engine" in done.stderr, done.stdout + done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
@pytest.mark.parametrize(("soft", "hard"), [(64, 64), (64, 512)])
def test_as_many_engines_run_as_files_may_be_open(tmp_path, environment, soft, hard):
    limits = "import os, resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[2])))"
    start = f"{limits}; os.execv(sys.executable, [sys.executable, '-m', 'conformance', *sys.argv[3:]])"
    limited = [sys.executable, "-c", start, str(soft), str(hard)]
    words = [*limited, "--protocol", "uci", "--no-explore", "--jobs", "200", "--select", "handshake", "builtin:reference"]
    done = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of a process that runs can be changed on Linux only")
def test_an_engine_has_the_limit_on_open_files_that_we_were_started_with():
    words = "import resource, time; time.sleep(0.2); print(resource.getrlimit(resource.RLIMIT_NOFILE)[0], flush=True)"
    program = f"""
import resource, sys
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (128, hard))
from conformance.transport.processes import engines_that_fit
from conformance.transport.real import EngineProcess
print(engines_that_fit(20, 0.0), resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 128)
engine = EngineProcess([sys.executable, "-c", {words!r}])
print(engine.next_line(20).text)
engine.close()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.split() == ["20", "True", "128"], done.stdout + done.stderr


def test_whoever_asks_by_a_signal_hears_what_the_engine_owes(tmp_path, environment):
    os.mkfifo(tmp_path / "started")
    engine = tmp_path / "engine"
    engine.write_text(f"#!/bin/sh\necho started >{tmp_path}/started\nexec cat >/dev/null\n")
    engine.chmod(0o755)
    words = [sys.executable, "-m", "conformance", *USI, "-q", str(engine)]
    run = subprocess.Popen(words, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with (tmp_path / "started").open("rb+", buffering=0) as started:
        started.readline()
        said = ""
        while "  owes `usiok` for " not in said:
            run.send_signal(signal.SIGUSR1)
            said = run.stderr.readline()
            assert run.poll() is None
        assert "s, since `usi`" in said
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=60)
    assert run.returncode == 128 + signal.SIGTERM

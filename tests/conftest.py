"""pytest's own kit for testing plugins, and the command line as a process of its own, as a user runs it."""

import ctypes
import functools
import gc
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.forking import Forks

JOBS = 4
ROOT = Path(__file__).parents[1]
#: Makes our processes see what another system has, where CONFORM_SYSTEM names one.
ELSEWHERE = ROOT / "tests" / "system" / "elsewhere"
WAITING = {"engines", "hostile", "cli", "packaging"}
#: Folders and files of tests that are too long for every save: real processes, and the rules of games to great depth.
SLOW_FOLDERS = {"benchmarks", "browser", "cli", "hostile", "packaging", "plugin"}
SLOW_FILES = {
    "test_any_line.py",
    "test_bent_rules.py",
    "test_campaign.py",
    "test_catalogues.py",
    "test_chess_perft.py",
    "test_clients.py",
    "test_confinement.py",
    "test_draughts_peer.py",
    "test_draughts_perft.py",
    "test_export.py",
    "test_fairness.py",
    "test_games.py",
    "test_hive.py",
    "test_hive_notation.py",
    "test_hive_peer.py",
    "test_hive_perft.py",
    "test_html.py",
    "test_imports.py",
    "test_left_behind.py",
    "test_legality.py",
    "test_linear.py",
    "test_othello_endgame.py",
    "test_othello_perft.py",
    "test_othello_positions.py",
    "test_pipes.py",
    "test_positions.py",
    "test_real_processes.py",
    "test_real_processes_elsewhere.py",
    "test_remarks.py",
    "test_schemas.py",
    "test_shogi_peer.py",
    "test_time.py",
    "test_verbatim.py",
    "test_wrappers.py",
}
#: Of the kill matrix every save runs what costs nothing, the reference engines, and one faulty engine in so many.
KILL_MATRIX = "test_kill_matrix.py"
KILLS = "test_a_fault_trips_exactly_what_it_says"
KILLS_FOR_ALL = {"test_every_protocol_is_proven", "test_every_requirement_is_checked_and_killed_by_a_fault_or_says_why_not"}
ONE_IN = 200

CACHES = pytest.StashKey[list]()
#: The file or class, and the protocol, whose test was the last that did not wait for a process.
SCOPE = pytest.StashKey[tuple[pytest.Collector, str | None]]()

# The kill matrix keeps what it has judged: looking through all of that again and again cost a seventh of its time.
gc.set_threshold(50_000, 20, 50)

# How long examples take says something of the host: it is shared, and slower still where branches are measured.
settings.register_profile("any_host", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("every_save", settings.get_profile("any_host"), max_examples=20)
settings.load_profile("any_host")


@pytest.fixture
def cache(tmp_path_factory):
    """Give the folder that is the user's cache to `conform`."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def conform_in():
    """Run `conform` as a user does in some folder and with some cache; beside other workers with fewer engines at once.

    With an environment of its own it is a process from its very start, else one that is forked where the system can.
    """
    forks = Forks() if hasattr(os, "fork") else None
    shared = ("--jobs", JOBS) if int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) > 1 else ()

    def run(folder, cache, *words, env=None, timeout=240):
        words = (*shared, *words) if words[:1] == ("--protocol",) else words
        # Where our own tests are a job of GitHub Actions, the runs in them are none.
        own = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
        environment = {**own, "PYTHONPATH": f"{ELSEWHERE}{os.pathsep}{ROOT}", "XDG_CACHE_HOME": str(cache), **(env or {})}
        if forks is not None and not env:
            return forks.run(words, folder, environment, timeout)
        return subprocess.run(
            [sys.executable, "-m", "conformance", *map(str, words)],
            capture_output=True,
            text=True,
            env=environment,
            timeout=timeout,
            cwd=folder,
            check=False,
        )

    yield run
    if forks is not None:
        forks.end()


@pytest.fixture
def conform(tmp_path, cache, conform_in):
    """Run `conform` in the folder of the test, or in another one."""

    def run(*words, cwd=None, **how):
        return conform_in(cwd or tmp_path, cache, *words, **how)

    return run


@pytest.fixture
def real_engine(request):
    """Give the path of the engine that the test's marker names. CI says which ones it has installed: these have to be there."""
    (name,) = request.node.get_closest_marker("real_engine").args
    path = Path("/usr/games") / name
    if not os.access(path, os.X_OK):
        if name in os.environ.get("CONFORM_REAL_ENGINES", "").split():
            pytest.fail(f"{path} is missing, and CONFORM_REAL_ENGINES says that {name} is installed")
        pytest.skip(f"{name} is not installed")
    return path


def pytest_sessionstart():
    """Hear Ctrl-C again in a job that was told to ignore it, as a script's `&` does: tests press it, and what they start inherits this."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items):
    """Mark the tests that are not for every save, and put all in the order in which several workers are done together."""
    kills = [item for item in items if item.path.name == KILL_MATRIX and item.originalname == KILLS]
    sample = {*kills[::ONE_IN], *(item for item in kills if item.callspec.id.endswith("-reference"))}
    for item in items:
        spared = item.path.name == KILL_MATRIX and item not in sample and item.originalname not in KILLS_FOR_ALL
        if spared or is_slow(item.path) or item.get_closest_marker("real_engine"):
            item.add_marker("slow")
    spread(items)


def pytest_collection_finish(session):
    """Find the caches that lose what they have not used for long: whoever has filled them, nobody misses what is in them."""
    # The type has no public name.
    caches = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
    ours = [each for each in caches if getattr(each, "__module__", "").startswith("conformance.")]
    session.config.stash[CACHES] = [each for each in ours if each.cache_parameters()["maxsize"]]
    gc.collect()
    gc.freeze()  # thousands of tests and modules: whoever looks for garbage need not look through them again


def pytest_runtest_setup(item):
    """Empty these caches, and collect garbage, where tests of another file, class or protocol begin: each worker would grow by 200 MB."""
    stash = item.config.stash
    scope = item.parent, getattr(item, "callspec", None) and item.callspec.params.get("protocol")
    if is_waiting(item) or stash.get(SCOPE, None) == scope:
        return
    stash[SCOPE] = scope
    for cached in stash[CACHES]:
        cached.cache_clear()
    gc.collect()
    give_back()


def give_back():
    """Give memory that is free back to the system, where its library keeps it (glibc): it would be 80 MB in each worker."""
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None:
        trim(0)


def is_slow(path):
    """Whether all tests of a file are slow."""
    return path.name in SLOW_FILES or bool(SLOW_FOLDERS & set(path.relative_to(ROOT / "tests").parts))


def pytest_ignore_collect(collection_path, config):
    """Do not even import what `-m "not slow"` leaves out."""
    return True if config.option.markexpr == "not slow" and is_slow(collection_path) else None


def is_waiting(item):
    """Whether a test waits for real processes, most of its time."""
    return bool(WAITING & set(item.path.parts)) or "real_processes" in item.path.name


def spread(items):
    """Spread the tests that wait for real processes evenly, so that several workers have as many of them each."""
    waiting = [item for item in items if is_waiting(item)]
    chosen = set(waiting)
    others = [item for item in items if item not in chosen]
    gap = len(others) // (len(waiting) + 1) + 1
    for number, item in enumerate(waiting):
        others.insert(number * (gap + 1), item)
    items[:] = others


pytest_plugins = ["pytester"]
#: A distribution of its own, with tests of its own, which `packaging/test_third_party.py` installs and runs.
collect_ignore = ["toy"]

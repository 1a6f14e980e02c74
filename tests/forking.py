"""`conform` in processes that are forked from one that has imported all of it: that takes longer than most of what tests ask."""

import gc
import importlib
import json
import os
import pkgutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path


class Forks:
    """The process that is forked, started when the first run needs it. One run at a time."""

    def __init__(self):
        self._parent = None

    def run(self, words, folder, env, timeout):
        """Run `conform` with these words. Gives what it said and its exit code; raises TimeoutExpired when it does not end."""
        if self._parent is None:
            command = [sys.executable, "-m", "tests.forking"]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            self._parent = subprocess.Popen(command, text=True, bufsize=1, env=env, cwd=Path(__file__).parents[1], **pipes)
        with tempfile.TemporaryDirectory() as place:
            said = [Path(place, name) for name in ("out", "err")]
            asked = {"words": [str(word) for word in words], "cwd": str(folder), "env": env, "said": [str(path) for path in said]}
            print(json.dumps(asked), file=self._parent.stdin)
            pid = int(self._parent.stdout.readline())
            late = threading.Timer(timeout, os.kill, (pid, signal.SIGKILL))
            late.start()
            code = int(self._parent.stdout.readline())
            if late.finished.is_set():
                raise subprocess.TimeoutExpired(words, timeout)
            late.cancel()
            return subprocess.CompletedProcess(words, code, *(path.read_text("utf-8") for path in said))

    def end(self):
        """End the process."""
        if self._parent is not None:
            self._parent.communicate()


def _load():
    """Import what any run needs, before the first one."""
    for name in ("conformance.front.cli", "conformance.report", "conformance.run", "conformance.games"):
        package = importlib.import_module(name)
        for module in pkgutil.iter_modules(package.__path__, f"{name}."):
            importlib.import_module(module.name)
    loading = importlib.import_module("conformance.front.loading")
    for protocol in loading.PROTOCOLS:
        loading.suites(protocol)


def _become(asked):
    """Be the process that was asked for."""
    for number, path in zip((1, 2), asked["said"], strict=True):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    sys.argv[1:] = asked["words"]


def _serve():
    """Fork a process for each row; comes back in that process."""
    replies = os.fdopen(os.dup(1), "w", buffering=1)
    requests = os.fdopen(os.dup(0), "r", buffering=1)
    while row := requests.readline():
        pid = os.fork()
        if pid == 0:
            requests.close()
            replies.close()
            _become(json.loads(row))
            return
        print(pid, file=replies)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), file=replies)
    os._exit(0)


if __name__ == "__main__":
    _load()
    gc.freeze()  # what is loaded stays: else each fork would copy it all at its end, to look for garbage in it
    _serve()
    sys.argv[0] = str(Path(sys.modules["conformance"].__file__).with_name("__main__.py"))
    importlib.import_module("conformance.__main__").main()

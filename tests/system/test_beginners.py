"""Each beginner shows its habit as a process: in UCI, and in at least one other protocol."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from select import select

import pytest

from conformance.fixtures.beginners.table import ALL, BEGINNERS

ROOT = Path(__file__).parents[2]
#: Seconds in which whatever is said comes, and in which nothing comes that a sound engine would have said at once.
PATIENCE, SILENCE = 20, 0.2
OTHELLO = "---------------------------OX------XO---------------------------X"
#: Lines that show that an engine is up; they come before each dialogue.
UP = {
    "gtp": "> name\n< = \n",
    "hub": "> ping\n< pong\n",
    "nboard": "> ping 1\n< pong 1\n",
    "oep": "> ENGINE-PROTOCOL init\n< ready.\n",
    "uci": "> isready\n< readyok\n",
    "uhp": "< ok\n> newgame Base\n< ok\n",
    "usi": "> isready\n< readyok\n",
}
#: `> sent`; `< comes`, perhaps `before` another word; `- does not come`; `= exit status`. Output is found by any part of it.
DIALOGUES = {
    ("deaf_in_searches", "uci"): "> go movetime 300\n> isready\n< bestmove before readyok\n< readyok",
    ("deaf_in_searches", "oep"): f"> ENGINE-PROTOCOL midgame-search {OTHELLO} -64 64 50 100\n> \n- ok.",
    ("flushes_at_the_next_read", "uci"): "> go depth 1\n- bestmove\n> isready\n< bestmove before readyok\n< readyok",
    ("flushes_at_the_next_read", "hub"): "> level depth=1\n> go think\n- done\n> ping\n< done before pong\n< pong",
    ("stop_ignored", "uci"): "> go infinite\n> stop\n> isready\n< readyok before bestmove\n- bestmove",
    ("stop_ignored", "oep"): f"> ENGINE-PROTOCOL midgame-search {OTHELLO} -64 64 50 100\n> ENGINE-PROTOCOL stop\n- ready.",
    ("nodes_ignored", "uci"): "> go nodes 100\n- bestmove\n> stop\n< bestmove",
    ("nodes_ignored", "hub"): "> level nodes=100\n> go think\n- done\n> stop\n< done",
    ("movetime_ignored", "uci"): "> go movetime 20\n- bestmove\n> stop\n< bestmove",
    ("movetime_ignored", "hub"): "> level move-time=0.02\n> go think\n- done\n> stop\n< done",
    ("depth_ignored", "uci"): "> go depth 1\n- bestmove\n< bestmove",
    ("depth_ignored", "nboard"): "> set depth 1\n> go\n< status thinking\n- ===\n> ping 2\n< pong 2 before ===",
    ("a_second_for_each_search", "uci"): "> go infinite\n> stop\n- bestmove\n> isready\n< bestmove before readyok\n< readyok",
    ("a_second_for_each_search", "nboard"): "> set depth 1\n> go\n> ping 2\n- ===\n< === before pong\n< pong 2",
    ("slow_answers", "uci"): "> isready\n- readyok\n< readyok",
    ("slow_answers", "uhp"): "> info\n- ok\n< ok",
    ("crashes_at_a_kind_of_go", "uci"): "> go depth 1\n< bestmove\n> go ponder\n< IndexError: before bestmove\n= 3",
    ("crashes_at_a_kind_of_go", "nboard"): "> hint 1\n< IndexError: before status\n= 3",
    ("waits_for_a_line", "uci"): "> isready\n> \n< readyok\n> isready\n- readyok\n> \n< readyok",
    (
        "waits_for_a_line",
        "oep",
    ): "> ENGINE-PROTOCOL init\n> \n< ready.\n> ENGINE-PROTOCOL get-version\n- version:\n> \n< version:",
    ("answers_twice", "uci"): "> go depth 1\n< bestmove\n< bestmove",
    ("answers_twice", "uhp"): "> bestmove depth 1\n< ok\n< ok",
    ("answers_twice", "gtp"): "> genmove b\n< = \n< = ",
    ("exits_after_a_game", "gtp"): "> clear_board\n< =\n> clear_board\n= 0",
    ("answers_twice", "usi"): "> go mate 100\n< checkmate\n< checkmate\n- checkmate",
    ("exits_after_a_game", "uci"): "> ucinewgame\n> isready\n< readyok\n> ucinewgame\n= 0",
    ("exits_after_a_game", "uhp"): "> newgame Base\n= 0",
    ("prompts", "uci"): "> isready\n< > readyok",
    ("prompts", "usi"): "> isready\n< > readyok",
    ("unflushed", "uci"): "> isready\n" * 600 + "< readyok\n> uci\n- uciok\n> quit\n< uciok\n= 0",
    ("unflushed", "nboard"): "> ping 1\n" * 600 + "< pong\n> ping 2\n- pong 2\n> quit\n< pong 2\n= 0",
}
#: Engines that cannot show at once that they are up: their dialogues begin with more.
SHOW_LATER = {"waits_for_a_line", "unflushed"}


class Process:
    """A beginner, and what it has said on both streams and nobody has taken."""

    def __init__(self, name, protocol):
        words = [sys.executable, "-m", "conformance.fixtures.beginners", protocol, name]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, bufsize=0)
        self.said = ""

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def send(self, line):
        self.process.stdin.write(f"{line}\n".encode())

    def comes(self, word, seconds):
        """Take all that is said up to a word, and give it; None where it does not come."""
        end = time.monotonic() + seconds
        while word not in self.said:
            if not select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                return None
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                return None
            self.said += data.decode()
        before, _, self.said = self.said.partition(word)
        return before

    def step(self, mark, words):
        word, _, later = words.partition(" before ")
        if mark == ">":
            self.send(words)
        elif mark == "<":
            before = self.comes(word, PATIENCE)
            assert before is not None, f"{word!r} does not come: {self.said}"
            assert not later or later not in before, f"{later!r} comes first"
        elif mark == "-":
            assert self.comes(word, SILENCE) is None, f"{word!r} comes"
        else:
            assert self.process.wait(PATIENCE) == int(words)


def converse(name, protocol):
    with Process(name, protocol) as process:
        up = UP[protocol] if name not in SHOW_LATER else ""
        for line in (up + DIALOGUES[name, protocol]).splitlines():
            process.step(line[0], line[2:])
        if process.process.poll() is None:
            process.process.stdin.close()
            assert process.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("name", BEGINNERS)
def test_a_beginner_shows_its_habit_in_uci_and_in_another_protocol(name):
    protocols = [protocol for each, protocol in DIALOGUES if each == name]
    assert len(protocols) > 1
    assert "uci" in protocols
    with ThreadPoolExecutor() as pool:
        list(pool.map(converse, repeat(name), protocols))


def test_each_beginner_can_be_made_wherever_it_applies():
    for beginner in BEGINNERS.values():
        assert set(beginner.habits) <= set(ALL)
        for protocol in beginner.habits:
            assert beginner.make(protocol).exit_status is None


def test_words_that_name_no_beginner_are_refused():
    for words in (["uci"], ["uci", "unknown"], ["uhp", "stop_ignored"]):
        command = [sys.executable, "-m", "conformance.fixtures.beginners", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, "usage:" in done.stderr) == (2, True)

"""Engines that are sound up to some line: what an unfinished program does once in a while."""

from collections.abc import Callable

from conformance.engines.base import FixtureEngine

#: What becomes of an engine at a line that it reads, and at one that it would say.
AT_INPUT = ("deaf from then on", "misses a line", "dies", "leaves")
AT_OUTPUT = (
    "mute from then on",
    "keeps a line back",
    "says a line twice",
    "says half of a line",
    "says a line late",
    "says a line after the next",
    "says an old line again",
)

_EXITS = {"dies": -6, "leaves": 0}
#: Seconds: longer than the windows in which nothing may come, and shorter than the limits of most answers.
_LATE = 1.2
#: How many lines back an old one is.
_OLD = 3


def counting(engine: FixtureEngine) -> tuple[list[bytes], list[str]]:
    """The lines that the engine reads from now on, and those that it says."""
    read: list[bytes] = []
    said: list[str] = []
    obey, say = engine.on_raw_line, engine.say

    def on_raw_line(row: bytes) -> None:
        read.append(row)
        obey(row)

    def on_say(line: str) -> None:
        said.append(line)
        say(line)

    vars(engine).update(on_raw_line=on_raw_line, say=on_say)
    return read, said


def sickening(engine: FixtureEngine, kind: str, at: int) -> FixtureEngine:
    """The engine, which sickens at the line with that number, of those that it reads or says: the first is 0."""
    (_sicken_at_input if kind in AT_INPUT else _sicken_at_output)(engine, kind, at)
    return engine


def hanging(engine: FixtureEngine, is_where: Callable[[str], bool], *, at_end: bool = False) -> FixtureEngine:
    """The engine, which hangs for good at the first line that `is_where` is true of, or at the end of its input."""
    obey, leave = engine.on_raw_line, engine.on_end_of_input

    def on_raw_line(row: bytes) -> None:
        if is_where(row.decode("utf-8", "replace")):
            engine.deaf = True
            engine.stand_still()
        else:
            obey(row)

    def on_end_of_input() -> None:
        if not engine.deaf and not at_end:
            leave()

    vars(engine).update(on_raw_line=on_raw_line, on_end_of_input=on_end_of_input)
    return engine


def _sicken_at_input(engine: FixtureEngine, kind: str, at: int) -> None:
    obey, seen = engine.on_raw_line, 0

    def on_raw_line(row: bytes) -> None:
        nonlocal seen
        if seen == at and kind in _EXITS:
            engine.exit_status = _EXITS[kind]
        elif seen < at or (seen > at and kind == "misses a line"):
            obey(row)
        seen += 1

    vars(engine)["on_raw_line"] = on_raw_line


def _sicken_at_output(engine: FixtureEngine, kind: str, at: int) -> None:
    say = engine.say
    said: list[str] = []

    def on_say(line: str) -> None:
        said.append(line)
        number = len(said) - 1
        if number < at or (number > at and kind != "mute from then on"):
            say(line)
        elif number == at and kind == "says a line late":
            engine.after(_LATE, lambda: say(line))
        elif number == at:
            old = said[max(0, at - _OLD)]
            instead = {
                "says a line twice": (line, line),
                "says half of a line": (line[: len(line) // 2],),
                "says an old line again": (old, line),
            }
            for text in instead.get(kind, ()):
                say(text)
        if number == at + 1 and kind == "says a line after the next":
            say(said[at])

    vars(engine)["say"] = on_say

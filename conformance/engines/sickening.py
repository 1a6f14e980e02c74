"""Engines that are sound up to some line: what an unfinished program does once in a while."""

from conformance.engines.base import FixtureEngine

#: What becomes of an engine at a line that it reads, and at one that it would say.
AT_INPUT = ("deaf from then on", "misses a line", "dies")
AT_OUTPUT = ("mute from then on", "keeps a line back", "says a line twice", "says half of a line")

_SIGABRT = -6


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
    obey, say = engine.on_raw_line, engine.say
    seen = -1

    def on_raw_line(row: bytes) -> None:
        nonlocal seen
        seen += 1
        if seen == at and kind == "dies":
            engine.exit_status = _SIGABRT
        elif seen < at or (seen > at and kind == "misses a line"):
            obey(row)

    def on_say(line: str) -> None:
        nonlocal seen
        seen += 1
        is_sound = seen < at or (seen > at and kind != "mute from then on")
        instead = {"says a line twice": (line, line), "says half of a line": (line[: len(line) // 2],)}
        for said in (line,) if is_sound else instead.get(kind, ()):
            say(said)

    vars(engine).update({"on_raw_line": on_raw_line} if kind in AT_INPUT else {"say": on_say})
    return engine

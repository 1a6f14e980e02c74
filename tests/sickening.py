"""Engines that are sound up to some line that they read or say: what an unfinished program does once in a while."""

#: What becomes of an engine at a line that it reads, and at one that it would say.
AT_INPUT = ("deaf from then on", "misses a line", "dies")
AT_OUTPUT = ("mute from then on", "keeps a line back", "says a line twice", "says half of a line")


def counting(engine):
    """The engine, the lines that it has read by now, and those that it has said."""
    read, said = [], []
    obey, say = engine.on_raw_line, engine.say

    def on_raw_line(row):
        read.append(row)
        obey(row)

    def on_say(text):
        said.append(text)
        say(text)

    engine.on_raw_line, engine.say = on_raw_line, on_say
    return engine, read, said


def sickening(engine, kind, line):
    """The engine, which sickens at the line with that number, of those that it reads or says: the first is 0."""
    obey, say = engine.on_raw_line, engine.say
    seen = -1

    def on_raw_line(row):
        nonlocal seen
        seen += 1
        if seen == line and kind == "dies":
            engine.exit_status = -6
        elif seen < line or (seen > line and kind == "misses a line"):
            obey(row)

    def on_say(text):
        nonlocal seen
        seen += 1
        is_sound = seen < line or (seen > line and kind != "mute from then on")
        texts = {"says a line twice": (text, text), "says half of a line": (text[: len(text) // 2],)}
        for said in (text,) if is_sound else texts.get(kind, ()):
            say(said)

    if kind in AT_INPUT:
        engine.on_raw_line = on_raw_line
    else:
        engine.say = on_say
    return engine

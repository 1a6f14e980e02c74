"""A program's message on standard error about its own death: the lines that tell why, the message last.

A death is told as a message and a stack of frames. The message stands right before a stack that begins with the innermost frame,
and right behind one that says that the most recent call comes last. Of other texts the last lines are told as they are.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

#: Lines that are shown of what is in no form that we know.
_LAST = 3
#: Lines behind a stack, after which it is no longer what a program said last (the map of memory of a sanitizer has some thirty).
_BEHIND = 40
#: Lines before a stack among which its message is looked for.
_BEFORE = 4
#: A place in a source file.
_PLACE = re.compile(r"[\w\])>]\.?\w*:(?:line )?\d+|\", line \d+|\.\w+\(\d+\)| line \d+\b")
#: What stands over a stack, and what says that its innermost frame is the last.
_HEADING = re.compile(
    r"\s*(?:\w+ )*(?:call ?|stack ?|back)*(?:stack|trace|traceback)(?: \(.*\))?:$|\s*traceback \(|goroutine \d+ |"
    r"thread \d+.* crashed:?$",
    re.IGNORECASE,
)
_CALL_LAST = "most recent call last"
#: A frame with no heading over it.
_FRAME = re.compile(
    r"\s+(?:at|from|File) \S|\s*#\d+ .*(?:0x|:\d)|\S+:\d+:\d+: 0x|\S+\.\w+\(\d+\) \S+$|(?:Called from|Raised (?:at|by)) "
)
#: A line in a stack, however deep it is indented.
_NUMBERED = re.compile(r"\s*\[?\d+[\]:]? +\S")
#: What stands before the name in a frame, or before `at`.
_NUMBER = re.compile(r"\s*(?:(?:#?\d+:?|\[\d+\]) +)?(?:0x\w+ (?:in|-) )?")
#: Frames that are not in the program's own code, by their names and by their places.
_FOREIGN = re.compile(
    r"(?:java|javax|jdk|sun|kotlin|scala|System|Microsoft|runtime|testing)[./]|<?(?:core|std|alloc)::|node:|panic\(|rust_|_?_?rust|"
    r"__|_start|created by runtime|\[C\]|operator new|_?swift|libswift|Stdlib"
)
_FOREIGN_PLACE = re.compile(
    r"/rustc/|/usr/(?:lib|include|share)|[( ]/lib|\(node:|<frozen|libraries/|libsanitizer|site-packages|Native Method|/lib/std/"
)
#: The words of a message, and those that stand over a message even where no stack follows.
_ANNOUNCES = re.compile(r"panic|error|exception|fatal|assert|uncaught|unhandled|abort|terminate", re.IGNORECASE)
_SURELY = re.compile(
    r"panic: |thread .*panicked at |fatal error: |terminate called |(?:unhandled|uncaught) exception", re.IGNORECASE
)
#: A message that is the cause of the one before, and a line that says that the exception before has led to the next one.
_CAUSE = re.compile(r"\s*(?:Caused by: |---> )")
_LED_TO = " above exception"


@dataclass(frozen=True, slots=True)
class Death:
    """The words of a program about its death, and the index of the line with which they begin; None where nobody knows."""

    words: tuple[str, ...] = ()
    at: int | None = None


@dataclass(slots=True)
class _Told:
    """A message with its stack: the lines from `at` to `end`.

    It `is_cause` of the one before; `led_to`: it has led to the one behind.
    """

    message: tuple[str, ...]
    at: int
    end: int
    stack: Sequence[str] = ()
    call_last: bool = False
    is_cause: bool = False
    led_to: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The top frame in the program's own code, where there is one, and the message."""
        frames = list(_frames(self.stack))
        own = next(iter(reversed(frames) if self.call_last else frames), ())
        return (*own, *self.message)


def last_words(said: Sequence[str]) -> tuple[str, ...]:
    """The few lines of standard error that say why a program died; its message is the last of them."""
    return death(said).words


def death(said: Sequence[str]) -> Death:
    """The same, with the place where it begins. Of a message with a cause both are told, the cause first."""
    places = [at for at, line in enumerate(said) if line.strip() and not line.startswith("note: ")]
    lines = [said[at].rstrip() for at in places]
    told = list(_told(lines))
    if not told or len(lines) - told[-1].end > _BEHIND:
        return Death(tuple(lines[-_LAST:]))
    place = len(told) - 1
    last = cause = told[place]
    while place and told[place].is_cause:
        place -= 1
        last = told[place]
    begins = last
    while place and told[place - 1].led_to:
        place -= 1
        begins = cause = told[place]
    return Death((*cause.words, *last.words) if cause is not last else last.words, places[begins.at])


def _told(lines: Sequence[str]) -> Iterator[_Told]:
    """The deaths that lines tell of, in their order."""
    at, text_at = 0, 0
    waiting: _Told | None = None  # for its message, which comes behind its stack
    while at <= len(lines):
        end = _stack_end(lines, at)
        if end == at and at < len(lines):
            at += 1
            continue
        text = lines[text_at:at]
        if waiting is not None:
            waiting.message, waiting.led_to = tuple(text[:1]), any(_LED_TO in line for line in text)
            yield waiting
            waiting, text, text_at = None, text[1:], text_at + 1
        if at == len(lines):
            surely = [place for place, line in enumerate(text) if _SURELY.match(line.lstrip())]
            if surely:
                yield from _before(text[: surely[-1] + 2], text_at, ())
            return
        stack = lines[at:end]
        if any(_CALL_LAST in line for line in stack[:1]):
            waiting = _Told((), at, end, stack, call_last=True)
        elif text:
            yield from _before(text, text_at, stack)
        at = text_at = end


def _stack_end(lines: Sequence[str], at: int) -> int:
    """Where the stack ends that begins at a place; the place where none does."""
    if at >= len(lines) or not (_HEADING.match(lines[at]) or _FRAME.match(lines[at])):
        return at
    end = at + 1
    while end < len(lines) and _is_in_stack(lines, end):
        end += 1
    return end


def _is_in_stack(lines: Sequence[str], at: int) -> bool:
    line, behind = lines[at], lines[at + 1] if at + 1 < len(lines) else ""
    if _CAUSE.match(line) or _CALL_LAST in line:
        return False
    is_shaped = line[0].isspace() or any(shape.match(line) for shape in (_HEADING, _FRAME, _NUMBERED))
    return is_shaped or (behind.startswith("\t") and bool(_PLACE.search(behind)))


def _before(text: Sequence[str], text_at: int, stack: Sequence[str]) -> Iterator[_Told]:
    """The message in the lines before a stack; none where they only say of what the stack is."""
    first = max(0, len(text) - _BEFORE)
    chosen = max((place for place in range(first, len(text)) if _ANNOUNCES.search(text[place])), default=None)
    if chosen is None:
        if text[-1].endswith(":"):
            return
        chosen = len(text) - 1
    at, message = chosen, text[chosen : chosen + 1]
    if chosen + 1 < len(text) and (text[chosen].endswith(":") or (not stack and text[chosen + 1][0].isspace())):
        message = text[chosen : chosen + 2]
    elif chosen and text[chosen - 1].endswith(":") and _ANNOUNCES.search(text[chosen - 1]):
        at, message = chosen - 1, text[chosen - 1 : chosen + 1]
    elif chosen and _CAUSE.match(text[chosen]):
        at, message = chosen - 1, (text[chosen].strip(), text[chosen - 1])
    yield _Told(tuple(message), text_at + at, text_at + len(text) + len(stack), stack, is_cause=bool(_CAUSE.match(text[at])))


def _frames(stack: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The frames in the program's own code. One may be two lines: its name and its place, or its place and the source."""
    at = 0
    while at < len(stack):
        line, behind = stack[at], stack[at + 1] if at + 1 < len(stack) else ""
        is_two = _indent(behind) > _indent(line) and not _HEADING.match(line)
        at += 2 if is_two else 1
        if _HEADING.match(line) or not (_FRAME.match(line) or _NUMBERED.match(line) or _PLACE.search(line + behind)):
            continue
        name = _NUMBER.sub("", line, count=1)
        if _FOREIGN.match(name.removeprefix("at ")) or _FOREIGN_PLACE.search(f"{line}\n{behind if is_two else ''}"):
            continue
        parts = [re.sub(r" \+0x\w+$", "", part).strip() for part in ((name, behind) if is_two else (name,))]
        if is_two and not _PLACE.search(line):
            yield (" ".join(parts),)
        else:
            yield tuple(part for part in parts if re.search(r"\w", part))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())

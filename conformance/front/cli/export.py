"""A recorded dialogue as a program of one file: for a bug report, or for the author's own tests."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from conformance.front.cli.reproducer import Condition, Sign, condition, escaped, writes
from conformance.protocol.suite import Suite
from conformance.run.replay import LEAST_PATIENCE, LONGEST_PAUSE, PATIENCE, TAIL, TIMES
from conformance.transport import Transport
from conformance.wire import recordings
from conformance.wire.lines import visible
from conformance.wire.recordings import About, Recording
from conformance.wire.transcript import Direction, as_bytes, groups

#: What a script says where its condition holds, and where it does not.
_WORDS = {
    Sign.NO_ANSWER: ("the answer does not come", "the answer comes"),
    Sign.GONE: ("the engine ends before it is told to", "the engine is still there"),
    Sign.STATUS: ("the engine leaves with a status that is not 0", "the engine leaves with status 0"),
    Sign.STAYS: ("the engine does not leave", "the engine leaves"),
    Sign.TOO_MANY: ("it answers too often", "it answers as often as it should"),
    Sign.LINE: ("it says again what was wrong", "it does not say again what was wrong"),
    Sign.LINES: ("its answer is again the one that was wrong", "its answer is another one"),
}
_ONLY_THIS = "A script knows no rules: it recognises the recorded answer, and no other wrong one. `conform replay` judges any."


def _about(about: About) -> list[str]:
    named = [("requirement", about.requirement), ("expected", about.expected), ("actual", about.actual)]
    return [f"{key}: {visible(value)}" for key, value in named if value]


# -- for a shell ----------------------------------------------------------------------------------------------------------------

#: Seconds beyond all waits of a script after which an engine is ended that does not read.
_GRACE = 60
#: What every script begins with. `said` and `phase_of` hold the engine's lines, and how many writes came before each.
_HEAD = r"""
set -u
export LC_ALL=C
[ $# -gt 0 ] || { echo "usage: bash $0 ENGINE [ARGS...]" >&2; exit 2; }
[ -n "${EPOCHREALTIME-}" ] || { echo "$0 needs bash 5" >&2; exit 2; }
folder=$(mktemp -d) && mkfifo "$folder/in" "$folder/out" || exit 2
trap '' PIPE
set -m   # the engine and what it starts are a group, which is ended at the end; who neither reads nor leaves is ended sooner
"$@" <"$folder/in" >"$folder/out" &
engine=$!
{ sleep LIMIT; kill -KILL -- "-$engine"; } >/dev/null 2>&1 </dev/null &
watch=$!
set +m
trap 'kill -KILL -- "-$engine" "-$watch" 2>/dev/null; wait 2>/dev/null' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP
exec 3>"$folder/in" 4<"$folder/out"
rm -r "$folder"

said=() phase_of=() phase=0 replies=0 missed=0 ended=0 ended_at=0 part='' status=''
now() { local t=${EPOCHREALTIME/[.,]/}; echo $((t / 1000)); }

# listen MILLISECONDS [COMMAND...]: to what the engine says, for so long, or until the command succeeds
listen() {
    local line code left until=$(($(now) + $1))
    shift
    while ! { [ $# -gt 0 ] && "$@"; }; do
        left=$((until - $(now)))
        [ "$left" -gt 0 ] && [ "$ended" = 0 ] || return 1
        IFS= read -r -t "$((left / 1000)).$(printf %03d $((left % 1000)))" line <&4
        code=$?
        part=$part$line
        [ "$code" -le 128 ] || continue
        if [ "$code" = 0 ]; then
            heard "$part"
            part=''
        else
            [ -z "$part" ] || heard "$part"
            ended=1 ended_at=$phase
        fi
    done
}
heard() {
    local line=${1%"${1##*[![:space:]]}"}
    line=${line#$'\r'}
    said+=("$line") phase_of+=("$phase")
    printf '< %s\n' "$line"
    [[ $line =~ $reply ]] && replies=$((replies + 1))
}
replied() { [ "$replies" -ge "$1" ]; }

# after REPLIES PATIENCE PAUSE: wait for so many replies, and then a pause
after() {
    local wanted=$(($1 - missed))
    listen "$2" replied "$wanted" || missed=$((missed + (wanted > replies ? wanted - replies : 0)))
    [ "$3" = 0 ] || listen "$3"
}
send() {
    phase=$((phase + 1))
    printf '> %s\n' "$2"
    printf "$1" >&3 2>/dev/null
}
close_input() {
    phase=$((phase + 1))
    echo '> (end of input)'
    exec 3>&-
}

# has PHASE PATTERN COUNT: whether so many lines of a phase match, or of all phases where PHASE is `any`
has() {
    local index number=0
    for index in "${!said[@]}"; do
        [ "$1" = any ] || [ "${phase_of[index]}" = "$1" ] || continue
        [[ ${said[index]} =~ ^$2$ ]] && number=$((number + 1))
    done
    [ "$number" -ge "$3" ]
}
is_gone() { [ "$ended" = 1 ] || ! kill -0 "$engine" 2>/dev/null; }
pass() { in_time; echo "PASS: $1"; exit 0; }
fail() { in_time; echo "FAIL: $1"; exit 1; }
in_time() { kill -0 "$watch" 2>/dev/null || unclear 'the engine took too long, and was ended'; }
unclear() { echo "NO VERDICT: $1"; exit 3; }
"""


def as_shell(recording: Recording, suite: Suite[Any] | None = None, conforming: Sequence[Callable[[], Transport]] = ()) -> str:
    """A script for bash: `bash FILE ./myengine` sends what was sent, when it was sent, and says PASS or FAIL.

    Raises NotScriptable where a script cannot tell the engine from the `conforming` ones, of which the first is the reference
    engine. A recording that is evidence of nothing is only sent.
    """
    found = condition(suite, recording, conforming) if suite is not None and recording.about.requirement else None
    notes = [_ONLY_THIS] if found is not None and found.sign in {Sign.LINE, Sign.LINES} else []
    head = ["#!/usr/bin/env bash", "# usage: bash FILE ENGINE [ARGS...]"]
    head += [f"# {row}" for row in (*_about(recording.about), *notes)]
    reply = _replies(suite, recording)
    steps = _steps(reply, recording)
    if found is not None and found.sign is Sign.NO_ANSWER:
        steps = steps[: 2 * found.phase]
    verdict = _verdict(recording, suite, found)
    limit = _GRACE + sum(map(_milliseconds, (*steps, *verdict))) // 1000
    rows = [*head, _HEAD.replace("LIMIT", str(limit)), f"reply={_quoted(reply)}", "", *steps, "", *verdict, ""]
    return "\n".join(rows)


def _milliseconds(row: str) -> int:
    """How long a row of a script can wait."""
    word, *figures = row.split()
    return sum(map(int, {"after": figures[1:3], "listen": figures[:1]}.get(word, [])))


def _replies(suite: Suite[Any] | None, recording: Recording) -> str:
    """A pattern for the lines that are waited for: by their first words."""
    said = [line.text for line in recording.transcript.heard() if line.text.strip()]
    words = {escaped(text.split()[0]) for text in said if suite is not None and suite.driver.is_reply(text)}
    return f"^ *({'|'.join(sorted(words))})( |$)" if words else "^$^"


def _steps(pattern: str, recording: Recording) -> list[str]:
    """What is sent, each with the replies that came before it and the pause behind the last of them, as in a replay."""
    rows: list[str] = []
    scale = recording.about.time_scale
    replies, replied_at, before = 0, 0.0, 0.0
    for group in groups(recording.transcript.lines):
        line = group[0]
        if line.direction is Direction.FROM_ENGINE and re.search(pattern, line.text):
            replies, replied_at = replies + 1, line.at
        if line.direction is not Direction.TO_ENGINE and not line.is_input_closed:
            continue
        patience = min(PATIENCE, LEAST_PATIENCE + TIMES * max(0.0, replied_at - before)) * scale
        pause = min(LONGEST_PAUSE, max(0.0, line.at - max(replied_at, before)))
        rows.append(f"after {replies} {patience * 1000:.0f} {pause * 1000:.0f}")
        shown = _quoted(" ".join(visible(one.text) for one in group))
        rows.append("close_input" if line.is_input_closed else f"send {_quoted(_format(as_bytes(group)))} {shown}")
        before = line.at
    return rows


def _verdict(recording: Recording, suite: Suite[Any] | None, found: Condition | None) -> list[str]:
    """The end of a script: it listens, and says what came of it."""
    if found is None:
        last = max((group[0].at for group in writes(recording.transcript)), default=0.0)
        seconds = max(TAIL, min(LONGEST_PAUSE, recording.transcript.duration - last))
        return [f"listen {seconds * 1000:.0f}", 'echo "sent; there is nothing to judge in this recording"']
    bad, good = (_quoted(words) for words in _WORDS[found.sign])
    listened = f"listen {found.seconds * 1000:.0f}"
    patterns = [_quoted(pattern) for pattern in found.patterns]
    clear = [_IN_TIME, _STILL_THERE.format(_needed(recording, suite))]
    match found.sign:
        case Sign.NO_ANSWER:
            return [f"{listened} has any {patterns[0]} {found.count} && pass {good}", _IN_TIME, f"fail {bad}"]
        case Sign.GONE:
            return [f"{listened} is_gone && fail {bad}", f"pass {good}"]
        case Sign.STAYS:
            return [f"{listened} is_gone && pass {good}", f"fail {bad}"]
        case Sign.STATUS:
            still = "unclear 'the engine does not leave'"
            return [f"{listened} is_gone || {still}", 'wait "$engine" && ' + f"pass {good}", f"fail {bad}"]
        case Sign.TOO_MANY:
            return [f"{listened} has any {patterns[0]} {found.count} && fail {bad}", *clear, f"pass {good}"]
        case Sign.LINE:
            return [f"{listened} has {found.phase} {patterns[0]} {found.count} && fail {bad}", *clear, f"pass {good}"]
        case Sign.LINES:
            compared = " && ".join(f"has_at {found.phase} {place} {pattern}" for place, pattern in enumerate(patterns))
            return [_HAS_AT, listened, f"{compared} && fail {bad}", *clear, f"pass {good}"]


def _needed(recording: Recording, suite: Suite[Any] | None) -> int:
    """The write that an engine has to live to see: the one that tells it to leave, or more than there are."""
    done = writes(recording.transcript)
    quit_line = suite.driver.quit_line if suite is not None else None
    is_told = bool(done) and (done[-1][0].is_input_closed or done[-1][-1].text == quit_line)
    return len(done) if is_told else len(done) + 1


_IN_TIME = "[ \"$missed\" = 0 ] || unclear 'an earlier answer did not come in time'"
_STILL_THERE = '[ "$ended" = 0 ] || [ "$ended_at" -ge {} ] || unclear \'the engine ended too early\''
_HAS_AT = r"""# has_at PHASE PLACE PATTERN: whether the line at that place among those of a phase matches
has_at() {
    local index place=0
    for index in "${!said[@]}"; do
        [ "${phase_of[index]}" = "$1" ] || continue
        if [ "$place" = "$2" ]; then
            [[ ${said[index]} =~ ^$3$ ]]
            return
        fi
        place=$((place + 1))
    done
    return 1
}"""


def _format(data: bytes) -> str:
    """Bytes as a format of `printf` that prints them; none of them can be taken for an option or a conversion."""
    shown = "".join(chr(b) if 32 <= b < 127 and b not in b"%\\" else f"\\{b:03o}" for b in data)
    return f"\\055{shown[1:]}" if shown.startswith("-") else shown


def _quoted(text: str) -> str:
    """A text as one word of bash, whatever bytes are in it."""
    data = text.encode("utf-8", "surrogateescape")
    if all(32 <= b < 127 for b in data):
        return "'" + text.replace("'", "'\\''") + "'"
    return "$'" + "".join(chr(b) if 32 <= b < 127 and b not in b"'\\" else f"\\{b:03o}" for b in data) + "'"


# -- for pytest -----------------------------------------------------------------------------------------------------------------

_PYTEST = '''"""Sends a recorded dialogue to an engine again and judges the answers. Needs conform-engines.

{about}
Run it with: python {name} ./myengine [ARGS...]
or with:     ENGINE="./myengine ARGS" pytest {name}

It says PASS and exits with 0, FAIL with 1; 3 where this run shows neither.
"""

import os
import sys

from conformance.front.loading import engine_command, load_suite
from conformance.run.replay import replay
from conformance.system import programs
from conformance.wire import recordings

RECORDING = r"""
{recording}"""


def send_again(words):
    """Send the recording to the engine; gives what is broken again, and why nothing can be said, where that is so."""
    recording = recordings.read_one(RECORDING)
    about = recording.about
    suite = load_suite(about.protocol)
    engine = engine_command(words, None, {{}}).launcher(about.protocol)()
    try:
        again = replay(suite, recording.transcript, engine, suite.limits.scaled(about.time_scale), about)
    finally:
        engine.close()
    broken = [finding for finding in again.findings if about.requirement in ("", finding.requirement)]
    return [f"{{one.requirement}}: expected {{one.expected}}, got {{one.actual}}" for one in broken], again.unclear


def test_{function}():
    import pytest

    if "ENGINE" not in os.environ:
        pytest.skip('needs an engine: ENGINE="./myengine" pytest {name}')
    broken, unclear = send_again(programs.split(os.environ["ENGINE"]))
    assert not broken, "\\n".join(broken)
    if unclear:
        pytest.skip(f"no verdict: {{unclear}}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python {name} ENGINE [ARGS...]")
    broken, unclear = send_again(sys.argv[1:])
    print("\\n".join(f"FAIL: {{one}}" for one in broken) or (f"NO VERDICT: {{unclear}}" if unclear else "PASS"))
    sys.exit(1 if broken else 3 if unclear else 0)
'''


def as_pytest(recording: Recording) -> str:
    """A module that holds the recording, sends it to the engine and fails while the breach shows itself; it is a program, too."""
    about = "\n".join(_about(recording.about))
    return _PYTEST.format(
        about=f"{about}\n".replace("\\", "\\\\").replace('"""', "'''") if about else "",
        name="test_reproducer.py",
        recording=recordings.write(recording.transcript, recording.about),
        function=re.sub(r"\W", "_", recording.about.requirement or "recording").lower(),
    )

"""Writes `reports/transitions/`: for each protocol which transitions of its table of states the suite takes, and when.

python tools/transitions.py           write the pages
python tools/transitions.py --check   say which pages are not up to date, and exit with 1 if there is one
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from conformance.front.loading import PROTOCOLS, load_suite  # noqa: E402
from conformance.testing.transitions import Moment, Visits, visits  # noqa: E402

PAGES = ROOT / "reports" / "transitions"
_INTRODUCTION = """\
Written by `python tools/transitions.py`: what the suite, and the sessions that a whole run explores, do with the reference
engine on the virtual clock. `>` is the GUI, `<` the engine. A transition is marked for each moment at which it is taken, counted
from the one before it: at once is within 20 ms, early within half a second.
"""


def page(protocol: str, seen: Visits) -> str:
    """The page of one protocol."""
    transitions, pairs = seen.all_transitions(), seen.all_pairs()
    taken, taken_pairs = len(transitions) - len(seen.unvisited()), len(pairs) - len(seen.unvisited_pairs())
    rows = [f"# {protocol}: transitions that are tested", "", _INTRODUCTION]
    rows += [f"{taken} of {len(transitions)} transitions, {taken_pairs} of {len(pairs)} pairs of consecutive ones.", ""]
    rows += [f"| State | Event | {' | '.join(Moment)} |", f"|---|---|{'---|' * len(Moment)}"]
    for transition in transitions:
        marks = ("x" if seen.transitions[transition, moment] else "" for moment in Moment)
        rows.append(f"| {transition.state} | `{transition.event}` | {' | '.join(marks)} |")
    rows += ["", "## Pairs that are not tested", ""]
    missing: dict[tuple[str, str, str], list[str]] = {}
    for first, second in seen.unvisited_pairs():
        missing.setdefault((first.state, first.event, second.state), []).append(f"`{second.event}`")
    for (state, event, following), events in missing.items():
        rows.append(f"- {state}, `{event}`, then in {following}: {', '.join(events)}")
    return "\n".join(rows) + "\n"


def main(words: list[str]) -> int:
    """Write the pages, or compare them."""
    stale = 0
    for protocol in PROTOCOLS:
        path, text = PAGES / f"{protocol}.md", page(protocol, visits(load_suite(protocol)))
        if "--check" not in words:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            print(f"{path.relative_to(ROOT)} is not up to date")
            stale += 1
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Writes `build/reports/transitions/`: for each protocol which transitions of its table of states the suite takes, and when.

python tools/transitions.py           write the pages
python tools/transitions.py usi       write one page
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from conformance.front.loading import PROTOCOLS, load_suite  # noqa: E402
from conformance.protocol.states import Transition  # noqa: E402
from conformance.testing.transitions import Pair, Visits, visits  # noqa: E402
from conformance.tours.plan import Timing  # noqa: E402

PAGES = ROOT / "build" / "reports" / "transitions"
_INTRODUCTION = """\
Written by `python tools/transitions.py`: what the suite, and the sessions that a whole run explores, do with the reference
engine on the virtual clock. `>` is the GUI, `<` the engine. A transition is marked for each moment at which it is taken, counted
from the one before it: at once is within 20 ms, early within half a second. The last column says which side was to move.
"""


def page(protocol: str, seen: Visits) -> str:
    """The page of one protocol."""
    transitions, pairs = seen.names.transitions(), seen.names.pairs()
    taken, taken_pairs = len(transitions) - len(seen.unvisited()), len(pairs) - len(seen.unvisited_pairs())
    rows = [f"# {protocol}: transitions that are tested", "", _INTRODUCTION]
    counted = f"{taken} of {len(transitions)} transitions, {taken_pairs} of {len(pairs)} pairs of consecutive ones"
    rows += [f"{counted}: {seen.share():.0%} of those that a session can take.", ""]
    rows += [f"| State | Event | {' | '.join(Timing)} | to move |", f"|---|---|{'---|' * len(Timing)}---|"]
    for transition in transitions:
        marks = ("x" if seen.transitions[transition, timing] else "" for timing in Timing)
        cells = [transition.state, f"`{transition.event}`", *marks, ", ".join(seen.sides_of(transition))]
        rows.append(f"| {' | '.join(cells)} |")
    for why, missing in seen.argued_pairs():
        if missing:
            rows += ["", f"## Not tested: {why.reason if why else 'without a reason'}", "", *_listed(missing)]
    return "\n".join(rows) + "\n"


def _listed(pairs: Sequence[Pair]) -> Iterator[str]:
    """The pairs, those with the same first transition on one line."""
    found: dict[Transition, list[Transition]] = {}
    for first, second in pairs:
        found.setdefault(first, []).append(second)
    for first, others in found.items():
        events = ", ".join(f"`{second.event}`" for second in others)
        yield f"- {first.state}, `{first.event}`, then in {others[0].state}: {events}"


def main(words: list[str]) -> None:
    """Write the pages of the protocols that are named, or of all."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for protocol in words or PROTOCOLS:
        (PAGES / f"{protocol}.md").write_text(page(protocol, visits(load_suite(protocol))), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

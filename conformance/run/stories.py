"""Tells findings of one cause as one story, by evidence alone.

The first thing that goes wrong in a dialogue is what this dialogue shows. A later failure in it belongs to that one, unless it
comes first elsewhere. How an engine introduces itself, as it does in every dialogue, explains nothing of what comes after that.
Messages of one kind that come too often are one story. A story begins with what the engine does, as seen over all dialogues.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from conformance.judging.checking import Trial
from conformance.judging.listening import listening
from conformance.protocol.driver import Driver
from conformance.run.events import Told
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Line
from conformance.words.model import Finding, Miss, Outcome, number

#: Dialogues that have to agree before something is said of an engine, or kinds of lines in one dialogue.
_ENOUGH = 2
#: What is said of two common faults, with what mends them: nothing of the catalogue is shown beside what was observed.
UNFLUSHED = (
    "Its lines arrive only when it is sent something: it does not flush its output. Flush after each line (`std::endl`, "
    "`flush=True`)."
)
_TO_LISTEN = "Read the input in a thread of its own, so that a search can be told to stop."
#: Kinds of lines that are named.
_NAMED = 4
#: A dialogue by its name, and whether its introduction is meant or what comes after that.
_Part = tuple[str, bool]


@dataclass(slots=True)
class Evidence:
    """The evidence of a run's dialogues, one after another."""

    driver: Driver
    _wrong: dict[_Part, list[tuple[int, str]]] = field(default_factory=dict)
    _findings: dict[str, Finding] = field(default_factory=dict)
    _deaf: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _surplus: dict[str, str] = field(default_factory=dict)
    _behind: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _hearing: set[str] = field(default_factory=set)
    _stopped: set[str] = field(default_factory=set)

    def take(self, trial: Trial, root: str) -> None:
        """Look at a dialogue as it is explained; what something else explains (`root`) shows nothing more."""
        said = trial.trace.transcript
        if said is None:
            return
        heard = listening(self.driver, said.lines, said.heard_until)
        # a search that is told to stop may also have come to its own end
        asked = [line for line in heard.heard if not self.driver.stops_search(line)]
        self._hearing.update({said.name} if asked else ())
        self._stopped.update({said.name} if heard.heard else ())
        if heard.unheard:
            self._deaf[said.name] = heard.unheard
        if heard.only_oldest:
            self._behind[said.name] = heard.only_oldest
        found = [one for judgement in trial.trace.judgements for one in judgement.findings if not one.unless]
        found += [trial.finding()] if trial.outcome is Outcome.FAIL else []
        begun = _begins_at(said.lines)
        wrong: dict[_Part, dict[str, int]] = {}
        for one in found if not root or trial.outcome is Outcome.FAIL else ():
            at = len(said.lines) if one.at is None or one.is_silence else one.at
            part = wrong.setdefault((said.name, at < begun), {})
            part[one.requirement] = min(at, part.get(one.requirement, at))
            self._findings.setdefault(one.requirement, one)
            if one.miss is Miss.TOO_MANY and one.at is not None and one.at < len(said.lines):
                self._surplus.setdefault(one.requirement, next(iter(said.lines[one.at].text.split()), ""))
        for key, part in wrong.items():
            self._wrong[key] = sorted((at, requirement) for requirement, at in part.items())

    def stories(self, broken: Sequence[str]) -> Iterator[Told]:
        """The stories of some broken requirements: those that lead, in the order given."""
        wrong = {name: [(at, one) for at, one in found if one in broken] for name, found in self._wrong.items()}
        often = Counter(one for found in wrong.values() for _, one in found)
        heads: dict[str, set[_Part]] = {}
        for name, found in wrong.items():
            first = [one for at, one in found if at == found[0][0]]
            if first:
                heads.setdefault(max(first, key=lambda one: (often[one], -broken.index(one))), set()).add(name)
        followers: dict[str, list[str]] = {}
        for one in broken:
            shown = Counter(head for head, names in heads.items() for name in names if any(one == id_ for _, id_ in wrong[name]))
            if one not in heads and shown:
                followers.setdefault(shown.most_common(1)[0][0], []).append(one)
        self._join_surplus(broken, heads, followers, often)
        told: set[str] = set()
        for one in (one for one in broken if one in heads):
            says = next((text for text in self._says(one, {name for name, _ in heads[one]}) if text not in told), "")
            told.add(says)
            if says or one in followers:
                yield Told(one, tuple(followers.get(one, ())), says)

    def _join_surplus(
        self, broken: Sequence[str], heads: dict[str, set[_Part]], followers: dict[str, list[str]], often: Counter[str]
    ) -> None:
        """Let those follow the commonest one that blame a message of the same kind for coming too often."""
        for word in {self._surplus[one] for one in heads if one in self._surplus}:
            alike = [one for one in broken if one in heads and self._surplus.get(one) == word]
            lead = max(alike, key=lambda one: (often[one], -broken.index(one)))
            for one in (one for one in alike if one != lead):
                heads[lead] |= heads.pop(one)
                followers.setdefault(lead, []).extend([one, *followers.pop(one, ())])

    def _says(self, requirement: str, dialogues: Iterable[str]) -> Iterator[str]:
        """Plain sentences about what an engine does that breaks a requirement in some dialogues first, the surest first."""
        if requirement in self._surplus:
            shown = len(set(dialogues))  # where it comes first, and it may come in others
            often = f", in {shown} dialogues" if shown > 1 else ""
            yield f"It says `{visible(self._surplus[requirement], 40)}` where none is due{often}."
        if requirement == self.driver.flush_requirement and self._findings[requirement].is_silence:
            is_behind = "is not answered" in self._findings[requirement].actual
            yield ("It handles a line only when the next one has come." if is_behind else UNFLUSHED)
        if self._deaf.keys() & set(dialogues):
            is_often = len(self._deaf) >= _ENOUGH
            is_sure = is_often or self._kinds_unheard() >= _ENOUGH
            if is_sure and not self._hearing and len(self._stopped - self._deaf.keys()) < len(self._deaf):
                yield f"It answers nothing while it searches: {self._lines(self._deaf)}. {_TO_LISTEN}"
            elif is_often and self._deaf.keys() == self._behind.keys():
                yield f"It looks only at the oldest line that it has not read: {self._lines(self._behind)}."

    def _kinds_unheard(self) -> int:
        return len({self.driver.asks_for(text) for texts in self._deaf.values() for text in texts})

    def _lines(self, unheard: dict[str, tuple[str, ...]]) -> str:
        texts = Counter(visible(text, 40) for lines in unheard.values() for text in dict.fromkeys(lines))
        names = [f"`{text}`" for text, _ in texts.most_common(_NAMED)]
        verb = "is" if len(names) == 1 else "are"
        return f"{' and '.join(names)} {verb} not obeyed before the search has ended, in {number(len(unheard), 'dialogue')}"


def _begins_at(lines: Sequence[Line]) -> int:
    """Where an engine is sent its second line: what it says before is how it introduces itself; 0 where that is all."""
    sent = [index for index, line in enumerate(lines) if line.direction is Direction.TO_ENGINE]
    return sent[1] if len(sent) > 1 else 0

"""C8: searches that give the rules about `info` something to judge."""

from conformance.session import Dialogue, NotApplicable
from conformance.suites.hub.dialogues.limits import infos_since
from conformance.suites.hub.driver import MIDDLE, hub
from conformance.suites.hub.playing import CORPUS, stopped
from conformance.suites.hub.suite import suite


@suite.dialogue("HUB-INF-04", needs=("HUB-LVL-07",))
def reports_on_a_long_search(d: Dialogue) -> None:
    """A search of more than a second reports its depth, nodes, time and speed."""
    hub.ready(d)
    since = len(d.transcript)
    hub.start_long_search(d)
    d.pause(1600)
    if not hub.over(d):
        stopped(d)
    if not infos_since(d, since):
        raise NotApplicable("the engine sends no info")
    d.fence()


@suite.dialogue("HUB-INF-09", needs=("HUB-GO-01",))
def reports_on_brief_searches(d: Dialogue) -> None:
    """Searches that end by themselves report the line whose first move is played."""
    hub.ready(d)
    since = len(d.transcript)
    for position in (MIDDLE, CORPUS["P-START"].text, CORPUS["P-ONECAP"].text, CORPUS["P-MAJ1"].text):
        hub.think(d, position)
    if not infos_since(d, since):
        raise NotApplicable("the engine sends no info")
    d.fence()

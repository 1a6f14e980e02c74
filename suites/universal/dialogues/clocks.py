"""The limits of a search. An upper bound has a grace; an answer that misses it is measured again with no other engine running."""

import math

from conformance.dialogue.session import Dialogue, Inconclusive, describe_end
from conformance.suites.universal.driver import UniversalDriver


def deeper_searches_keep_to_their_depth(d: Dialogue, driver: UniversalDriver, judged: str) -> None:
    """A search to eight plies, which may be stopped before, reports no greater depth."""
    driver.ready(d)
    driver.search_somehow(d, driver.middle, "go depth 8", d.limits.underway_ms)
    d.expect_judged(judged)
    d.fence()


def expect_nodes_end(d: Dialogue, driver: UniversalDriver, position: str, nodes: int) -> None:
    """The verdict: a limit of nodes ends the search; Inconclusive where it goes on below it."""
    since = len(d.transcript)
    d.send(f"position {position}", f"go nodes {nodes}")
    if d.wait_for(driver.is_bestmove, within_ms=d.limits.search_ms, owed=True) is not None:
        return
    reported = [info.nodes for info in driver.infos(d, since) if info.nodes is not None]
    if d.dead is None and reported and reported[0] < reported[-1] < nodes:
        raise Inconclusive(f"the engine has searched only {reported[-1]} of {nodes} nodes in {d.limits.search_ms / 1000:g} s")
    how = describe_end(d.dead) if d.dead else "silence"
    d.fail(f"a bestmove to go nodes {nodes}", how, late_ms=None if d.dead else math.inf)


def skips_unknown_words_of_go(d: Dialogue, driver: UniversalDriver) -> None:
    """An unknown word in `go` is skipped."""
    driver.ready(d)
    limit = driver.brief(d, depth=2).removeprefix("go ")
    for go in (f"go foo {limit}", f"go {limit} bar"):
        d.send(f"position {driver.quiet}", go)
        driver.expect_bestmove(d, d.limits.search_ms, f"a bestmove to `{go}`")
    d.fence()


def plain_go_is_answered(d: Dialogue, driver: UniversalDriver) -> None:
    """`go` without any limit and then `stop` gives one bestmove."""
    driver.ready(d)
    d.send(f"position {driver.quiet}", "go")
    if d.wait_for(driver.is_bestmove, within_ms=d.limits.underway_ms) is None:
        d.expect_alive("an engine that lives after a plain go")
        d.send("stop")
        driver.expect_bestmove(d, d.limits.stop_ms, "a bestmove to go and stop")
    d.fence()

"""New games, `quit`, and the end of input."""

from conformance.api.suites import Chapter, Dialogue, Inconclusive, NotApplicable, expect_no_crash, quoted
from conformance.suites.hub.dialogues.limits import interrupted
from conformance.suites.hub.driver import MIDDLE, hub, is_done, is_role
from conformance.suites.hub.grammar import parse
from conformance.suites.hub.messages import Info
from conformance.suites.hub.playing import CORPUS, answers, plays
from conformance.suites.hub.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("HUB-NEW-01")
def new_game_is_not_answered(d: Dialogue) -> None:
    """`new-game` is not answered and does no harm, before the first position, twice, or between searches."""
    hub.ready(d)
    d.pause(d.limits.reply_window_ms)
    for when in ("before the first pos", "a second time"):
        _expect_silence(d, when)
    hub.think(d, MIDDLE)
    d.pause(d.limits.quiet_ms)
    _expect_silence(d, "after a search")
    interrupted(d, "infinite", "go analyze")
    d.pause(d.limits.quiet_ms)
    _expect_silence(d, "after an analysis that was stopped")
    hub.set_up(d, MIDDLE, hub.brief(d))
    d.send("go think")
    if d.wait_for(is_done, within_ms=d.limits.brief_search_ms) is None:
        d.send("stop")
        d.expect(is_done, "done to the search after `new-game`", within_ms=d.limits.stop_ms)
    d.fence()


def _expect_silence(d: Dialogue, when: str) -> None:
    d.send("new-game")
    d.silence(is_role, f"no answer to `new-game` {when}", for_ms=d.limits.reply_window_ms)
    d.expect_alive(f"an engine that lives after `new-game` {when}")


@chapter.dialogue("HUB-NEW-02", needs=("HUB-NEW-01", "HUB-NEW-03", "HUB-LVL-01"), fresh=True)
def new_game_forgets(d: Dialogue) -> None:
    """After `new-game` nothing learnt in earlier searches is left: the same search takes as many nodes as at first."""
    hub.ready(d)
    first, again = _nodes(d), _nodes(d)
    d.send("new-game")
    anew = _nodes(d)
    if again >= first:
        raise NotApplicable("the engine learns nothing that shows in its node counts")
    if anew <= again:
        d.fail(f"{first} nodes after new-game, as in the first search", f"{anew} nodes, as in the second search ({again})")
    if anew != first:
        raise Inconclusive(f"{first}, {again} and after new-game {anew} nodes: the counts vary by themselves")
    d.fence()


_DEPTH = 4


def _nodes(d: Dialogue) -> int:
    """The nodes that a search to a fixed depth reports."""
    since = len(d.transcript)
    hub.set_up(d, MIDDLE, f"depth={_DEPTH}")
    d.send("go think")
    if not d.owed(is_done, within_ms=d.limits.search_ms):
        d.send("stop")
        hub.reach_answer(d)
        raise NotApplicable("the engine does not end its search by depth")
    infos = [parse(line.text) for line in d.transcript.heard(since)]
    counts = [info.nodes for info in infos if isinstance(info, Info) and info.nodes]
    if not counts:
        raise NotApplicable("the engine reports no nodes")
    return counts[-1]


@chapter.dialogue("HUB-NEW-03", needs=("HUB-NEW-01", "HUB-GO-05", "HUB-GO-07"))
def new_game_leaves_the_next_position_alone(d: Dialogue) -> None:
    """`new-game` does not change the meaning of the `pos` that follows it."""
    hub.ready(d)
    for name in ("P-ONECAP", "P-ONECAP-TWIN"):
        d.send("new-game")
        entry = CORPUS[name]
        plays(d, entry.name, "HUB-NEW-03", whatever=True)
    d.send("new-game", f"pos pos={CORPUS['P-ONECAP'].text}")
    d.pause(d.limits.reply_window_ms)  # what new-game sets off may still be under way
    d.send(f"level {hub.brief(d)}", "go think")
    answers(d, "HUB-NEW-03", whatever=True)
    d.fence()


@chapter.dialogue("HUB-QUI-01", leaves=True)
def leaves_on_quit_at_the_end_of_a_game(d: Dialogue) -> None:
    """An idle engine leaves when it is told to, whatever it has done before."""
    hub.ready(d)
    _play_and_begin_anew(d)
    d.send("quit")
    d.expect_exit("an exit on `quit` after a game", within_ms=d.limits.quit_ms)


@chapter.dialogue("HUB-QUI-05", needs=("HUB-QUI-01",), cases=("after ready", "after a search", "after a game"), leaves=True)
def does_not_crash_on_quit(d: Dialogue, when: str) -> None:
    """An idle engine does not crash when it is told to leave, whatever it has done before."""
    hub.ready(d)
    if when == "after a search":
        hub.think(d, MIDDLE)
    elif when == "after a game":
        _play_and_begin_anew(d)
    d.send("quit")
    end = d.expect_exit(f"an exit on `quit` {when}", within_ms=d.limits.quit_ms)
    expect_no_crash(d, end, "a clean end on `quit`")


def _play_and_begin_anew(d: Dialogue) -> None:
    """A search, a guess that was wrong, an analysis, and the beginning of a new game."""
    hub.think(d, MIDDLE)
    interrupted(d, "time=600", "go ponder")
    interrupted(d, "infinite", "go analyze")
    d.send("new-game")
    hub.sync(d)


@chapter.dialogue("HUB-QUI-02", needs=("HUB-QUI-01",), leaves=True)
def leaves_on_quit_before_init(d: Dialogue) -> None:
    """`quit` ends the engine right after `wait`."""
    hub.greet(d)
    d.send("quit")
    d.expect_exit("an exit on `quit` after `wait`", within_ms=d.limits.quit_ms)


@chapter.dialogue("HUB-QUI-03", needs=("HUB-QUI-01",), cases=("think", "ponder"), leaves=True)
def leaves_on_quit_in_a_game(d: Dialogue, mode: str) -> None:
    """`quit` ends an engine that thinks or ponders."""
    hub.ready(d)
    hub.start_long(d, mode)
    d.pause(d.limits.underway_ms)
    d.send_illegal("quit")
    d.expect_exit("an exit on `quit` in a search", within_ms=d.limits.quit_ms)


@chapter.dialogue("HUB-QUI-04", needs=("HUB-QUI-01",), leaves=True)
def says_nothing_after_quit(d: Dialogue) -> None:
    """After `quit` no protocol line appears."""
    hub.ready(d)
    d.fence()
    since = len(d.transcript)
    d.send("quit")
    d.pause(d.limits.quit_ms)
    if d.dead is None:
        raise Inconclusive("the engine did not leave")
    for index, line in d.transcript.heard_at(since):
        if is_role(line.text):
            d.fail("nothing of the protocol after `quit`", quoted(line), at=index)


@chapter.dialogue("HUB-EOF-03", needs=("HUB-EOF-01",), cases=("after wait", "after init"), leaves=True)
def leaves_at_the_end_of_input_before_ready(d: Dialogue, when: str) -> None:
    """The engine leaves when its input is closed before `init`, or during initialisation."""
    within = d.limits.quit_ms
    hub.greet(d)
    if when == "after init":
        d.send("init")
        within = d.limits.ready_ms
    d.close_input()
    d.expect_exit(f"an exit when its input is closed {when}", within_ms=within)


@chapter.dialogue("HUB-EOF-03", needs=("HUB-EOF-01", "HUB-EOF-02"), leaves=True)
def leaves_at_the_end_of_input_when_pondering(d: Dialogue) -> None:
    """The engine leaves when its input is closed while it ponders."""
    hub.ready(d)
    hub.start_long(d, "ponder")
    d.pause(d.limits.underway_ms)
    d.close_input()
    d.expect_exit("an exit when its input is closed while it ponders", within_ms=d.limits.quit_ms)

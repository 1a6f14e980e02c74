"""`hint`. A hint has no last line: the dialogues give it time, and end it by a ping."""

from functools import partial

from conformance.api.messages import Malformed
from conformance.api.suites import Chapter, Dialogue, NotApplicable, NotReached
from conformance.games.othello import PASS, Game, random_game
from conformance.suites.nboard import positions
from conformance.suites.nboard.dialogues.clocks import used
from conformance.suites.nboard.driver import MIDDLE, evaluations, headers, is_evaluation, nboard, pong_to
from conformance.suites.nboard.messages import Evaluation
from conformance.suites.nboard.playing import plays
from conformance.suites.nboard.reading import read
from conformance.suites.nboard.record import Record, is_torn

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
_SET = ("NB-HNT-01", "NB-GAM-02")
#: Evals differ by less than this (disks) where they are the same.
_EQUAL = 0.011


#: Position, depth, and whether it is asked for once more: both colours, early and late, without a choice, at the least depth.
_ASKED = (
    ("P-START", 3, False), ("P-START", 3, True), ("P-MID20", 3, False), ("P-END6", 3, False), ("P-END6", 3, True),
    ("P-B1", 1, False), ("P-MID20", 1, False), ("P-FORCED", 2, False), ("P-MANY", 2, False), ("P-END1", 20, False),
    ("P-END2", 1, False),
)  # fmt: skip


@chapter.dialogue("NB-HNT-01", needs=("NB-HS-01", "NB-PNG-01", "NB-GO-02", "NB-GAM-02"))
def hint_is_answered(d: Dialogue) -> None:
    """`hint 1` brings at least one `search` or `book` line."""
    nboard.begin(d)
    for tag, depth, is_again in _ASKED:
        if not is_again:
            nboard.set_up(d, _TAGS[tag].game, depth=depth)
        d.send("hint 1")
        what = f"a search or book line to {'the second ' if is_again else ''}hint 1 in {tag} at depth {depth}"
        d.expect(is_evaluation, what, within_ms=d.limits.search_ms)
        nboard.hear_out(d)
        nboard.sync(d)
    d.transcript.synced = True


@chapter.dialogue("NB-HNT-03", needs=_SET)
def hints_in_many_positions(d: Dialogue) -> None:
    """Hints in openings, middle games and endings, for both sides: their lines can be played."""
    nboard.begin(d)
    for tag in ("P-EX", "P-B1", "P-B4", "P-FORCED", "P-MANY", "P-PVPASS", "P-GAP", "P-WIPE1"):
        nboard.set_up(d, _TAGS[tag].game, depth=3)
        nboard.hint(d, min(2, len(_TAGS[tag].legal)))
    for plies in (25, 34, 45):
        nboard.set_up(d, random_game(plies, plies), depth=1)
        nboard.hint(d, len(random_game(plies, plies).final.legal_moves))
    d.fence()


_FOLLOWED = ("NB-HNT-01", "NB-GAM-01", "NB-GAM-02", "NB-GAM-04")


@chapter.dialogue("NB-HNT-02", needs=(*_FOLLOWED, "NB-MOV-01"))
def hints_follow_the_moves(d: Dialogue) -> None:
    """After `move` a hint is about the new position, whatever hints were given before."""
    nboard.ready(d)
    _hints_at_hand(d, 1, "in the start position")
    for number in (1, 3):
        for tag in ("P-B1", "P-B2"):
            move = _TAGS[tag].game.moves[-1]
            d.send(f"move {move}")
            nboard.sync(d)
            _hints_at_hand(d, number, f"after a hint and `move {move}`")
        nboard.set_up(d, Game())
    d.fence()


@chapter.dialogue("NB-HNT-02", needs=_FOLLOWED)
def hints_are_about_the_new_game(d: Dialogue) -> None:
    """After `set game` a hint is about the new position, whatever hints were given before."""
    nboard.ready(d)
    for number in (1, 2):
        for tag in ("P-START", "P-B1", "P-B2"):
            nboard.set_up(d, _TAGS[tag].game)
            _hints_at_hand(d, number, f"in {tag}, after a hint in another game")
    d.fence()


def _hints_at_hand(d: Dialogue, number: int, what: str) -> None:
    """Ask for a hint; the verdict is that its lines can be read, with no moves of a position before."""
    d.send(f"hint {number}")
    d.reach(is_evaluation, "search or book line", within_ms=d.limits.search_ms, requirement="NB-HNT-01")
    nboard.hear_out(d)
    nboard.sync(d)
    work = read(d.reading).works[-1]
    position = work.position
    assert position is not None, "a dialogue has sent a game that cannot be played"
    for heard in work.heard:
        message = heard.message
        if isinstance(message, Malformed) and message.requirement == "NB-HNT-02" and not is_torn(heard.text):
            d.fail("a line that can be read", f"`{heard.text}`: {message.reason}", at=heard.index)
    for heard, found in work.evaluations:
        if not position.is_legal(found.move) and any(before.is_legal(found.move) for before in work.earlier):
            expected = f"a line that begins with a move that is legal {what}: {' '.join(position.legal_moves)}"
            d.fail(expected, f"`{heard.text}`, which is of the position before", at=heard.index)


def _moves(found: list[Evaluation]) -> list[str]:
    return sorted({evaluation.move for evaluation in found})


def _are_of(number: int, found: list[Evaluation]) -> bool:
    return len(_moves(found)) >= number


def _depths(found: list[Evaluation]) -> set[str]:
    return {evaluation.depth for evaluation in found}


@chapter.dialogue("NB-HNT-07", needs=(*_SET, "NB-GAM-04"))
def hint_n_is_about_n_moves(d: Dialogue) -> None:
    """`hint n` evaluates about n moves, or all where there are fewer."""
    nboard.begin(d)
    short = []
    asked = (("P-START", 2, 2), ("P-MID20", 4, 4), ("P-MANY", 16, 8), ("P-END2", 50, 2))
    for tag, number, due in asked:
        nboard.set_up(d, _TAGS[tag].game, depth=2)
        try:
            moves = _moves(nboard.hint(d, number, until=partial(_are_of, due)))
        except NotReached:
            d.expect_alive(f"an engine that lives after `hint {number}` with {len(_TAGS[tag].legal)} moves to choose from")
            raise
        if len(moves) < due:
            about = "about " if due < number else ""
            wanted = f"evaluations of {about}{min(number, len(_TAGS[tag].legal))} moves to hint {number} in {tag}"
            short.append((wanted, moves, len(d.transcript) - 1))
    d.fence()
    if len(short) == len(asked) and all(len(moves) == 1 for _, moves, _ in short):
        raise NotApplicable("the engine evaluates its top move, whatever it is asked for, and no more is required")
    for wanted, moves, at in short:
        d.fail(wanted, f"evaluations of {' '.join(moves)} only", at=at)


#: An ending that is still worth some searching.
_NEAR_THE_END = random_game(7, 48)


@chapter.dialogue("NB-HNT-08", "NB-HNT-09", needs=_SET)
def solves_endings(d: Dialogue) -> None:
    """Near the end the eval is seen from the side to move, and it is exact where the depth says so."""
    nboard.begin(d)
    games = [_TAGS[tag].game for tag in ("P-END2", "P-END4", "P-END6", "P-WON", "P-DRAW")]
    if not (d.broken("NB-GAM-01") or d.broken("NB-GAM-03")):
        games += [Game(_TAGS[tag].root.twin()) for tag in ("P-END6", "P-WON")]
    for game in games:
        nboard.set_up(d, game, depth=20)
        nboard.hint(d, 2)
    nboard.set_up(d, _NEAR_THE_END, depth=20)
    d.send("hint 2")
    nboard.hear_out(d)  # an engine may not come to an end there
    nboard.sync(d)
    d.fence()


#: Endings, and how they go on by `move`: by best play over a pass, and by a move that is not the best.
_ENDS_BY_MOVES = (("P-PVPASS", _TAGS["P-PVPASS"].best[:-1]), ("P-END6", ("A1", "C1")))


@chapter.dialogue("NB-HNT-08", "NB-HNT-09", needs=(*_SET, "NB-MOV-01", "NB-MOV-03", "NB-HNT-02"))
def solves_what_moves_have_led_to(d: Dialogue) -> None:
    """Near the end the eval is right after `move`, too: after best play, after a mistake, and after a pass."""
    nboard.begin(d)
    for tag, moves in _ENDS_BY_MOVES:
        nboard.set_up(d, _TAGS[tag].game, depth=20)
        nboard.hint(d, 2)
        position = _TAGS[tag].game.final
        for move in moves:
            position = position.play(move)
            d.send(f"move {move}")
            d.send(f"hint {1 if position.must_pass else min(2, len(position.legal_moves))}")
            nboard.hear_out(d)  # where the side to move has to pass there may be nothing
            nboard.sync(d)
    d.fence()


@chapter.dialogue("NB-HNT-08", "NB-HNT-09", needs=(*_SET, "NB-GO-01", "NB-HNT-07"), cases=("go", "hint 1"))
def solves_each_move_of_what_was_solved(d: Dialogue, before: str) -> None:
    """Each move of an ending has its own result, also after a search that has solved the position for its best move only."""
    nboard.ready(d)
    for tag in ("P-END2", "P-END4", "P-END6", "P-WON"):
        nboard.set_up(d, _TAGS[tag].game, depth=20)
        if before == "go":
            nboard.go(d)
        else:
            nboard.hint(d)
        nboard.hint(d, len(_TAGS[tag].legal))
    d.fence()


@chapter.dialogue("NB-HNT-09", needs=(*_SET, "NB-GAM-01", "NB-GAM-03", "NB-GAM-10"))
def hints_of_finished_games_tell_the_score(d: Dialogue) -> None:
    """Where a hint tells an exact result of a finished game, it is the score, for the side that the board says is to move."""
    nboard.begin(d)
    for tag in ("P-OVER", "P-OVERGAP", "P-WIPE"):
        for board in (_TAGS[tag].root, _TAGS[tag].root.other_side()):
            nboard.set_up(d, Game(board), depth=20)
            number = nboard.next_number(d)
            d.send("hint 1")
            d.pause(d.limits.moment_ms)
            d.send(f"ping {number}")
            d.reach(pong_to(d, number), f"pong {number}", within_ms=d.limits.ready_ms, requirement="NB-GAM-10")
            nboard.drain(d)
    d.fence()


@chapter.dialogue("NB-HNT-09", needs=(*_SET, "NB-PNG-05"))
def an_interrupted_ending_is_not_solved(d: Dialogue) -> None:
    """An ending that is interrupted before it is solved is not called exact, unless the eval is."""
    nboard.begin(d)
    for delay in (0, 2, 5, 15, 40, 100):
        nboard.set_up(d, _TAGS["P-END8"].game, depth=20)
        d.send("hint 3")
        d.pause(delay)
        nboard.interrupt(d)
    d.fence()


#: Games of the middle game in which one side is far ahead: white and black to move, with passes and without.
_UNEVEN = (random_game(18, 27, seek_passes=True), random_game(33, 30), random_game(40, 33, seek_passes=True))
#: Evals that are no more than this (disks) say that nobody is ahead; and so many pairs that are opposite are no chance.
_AHEAD, _ENOUGH = 5, 3


@chapter.dialogue("NB-HNT-08", needs=(*_SET, "NB-GAM-01", "NB-GAM-03", "NB-GAM-04"))
def evals_do_not_turn_round(d: Dialogue) -> None:
    """A position has the same eval by its moves, as a board, and with the colours exchanged: never exactly the opposite."""
    nboard.begin(d)
    for game in _UNEVEN:
        evals = []
        for shape in (game, Game(game.final), Game(game.final.twin())):
            nboard.set_up(d, shape, depth=3)
            found = nboard.hint(d, 2)
            evals.append({(one.move, one.depth): one.eval[0] for one in found if one.eval and abs(one.eval[0]) >= _AHEAD})
        for what, other in zip(("as a board", "with the colours exchanged"), evals[1:], strict=True):
            both = [(evals[0][key], other[key]) for key in evals[0].keys() & other.keys()]
            if len(both) >= _ENOUGH and all(abs(one + two) < _EQUAL for one, two in both):
                expected = f"evals of the side to move, alike after {len(game.moves)} moves and in the same position {what}"
                d.fail(expected, f"exactly the opposite each time, such as {both[0][0]:+.2f} and {both[0][1]:+.2f}")
    d.fence()


@chapter.dialogue("NB-HNT-10", needs=(*_SET, "NB-GAM-06"))
def hint_needs_no_time(d: Dialogue) -> None:
    """A hint comes even when the game's clock has run out."""
    nboard.ready(d)
    game = Game(MIDDLE.game.start, MIDDLE.game.moves[:10])
    d.send("set depth 3", f"set game {used(game, 3, headers('0:01//0:00'))}")
    nboard.sync(d)
    d.send("hint 1")
    d.expect(is_evaluation, "a search or book line though no time is left", within_ms=d.limits.search_ms)
    nboard.hear_out(d)
    d.fence()


@chapter.dialogue("NB-HNT-11", needs=(*_SET, "NB-GAM-01", "NB-GAM-03"))
def hint_names_a_forced_pass(d: Dialogue) -> None:
    """Where the side to move has to pass, the hint names the pass."""
    nboard.begin(d)
    for game in (_TAGS["P-PASS8"].game, Game(_TAGS["P-PASS8"].root.twin())):
        expected = f"a line that names PA, where {game.final.turn} is to move and has to pass"
        nboard.set_up(d, game, depth=3)
        since = len(d.transcript)
        d.send("hint 1")
        if not d.owed(is_evaluation, within_ms=d.limits.search_ms / 2):
            d.expect_alive(expected)
            d.fail(expected, "no search or book line")
        nboard.hear_out(d)
        nboard.sync(d)
        moves = _moves(evaluations(d, since))
        if moves and moves != [PASS]:
            d.fail(expected, f"lines that name {' '.join(moves)}")
    d.fence()


@chapter.dialogue("NB-HNT-11", needs=(*_SET, "NB-HNT-07"))
def hint_for_several_moves_bears_a_forced_pass(d: Dialogue) -> None:
    """Where a pass is the only move, a hint for several moves does not end the engine."""
    nboard.begin(d)
    nboard.set_up(d, _TAGS["P-PASS8"].game, depth=3)
    d.send("hint 4")
    d.pause(d.limits.reply_window_ms)
    d.expect_alive("an engine that lives after `hint 4`, where the side to move has to pass")
    d.fence()


@chapter.dialogue("NB-HNT-12", needs=(*_SET, "NB-GO-01", "NB-GAM-01", "NB-GAM-04"))
def hint_does_not_change_the_board(d: Dialogue) -> None:
    """`hint` leaves the engine's board as it is."""
    nboard.begin(d)
    for tag in ("P-START", "P-B1", "P-B2"):
        nboard.set_up(d, _TAGS[tag].game)
        nboard.hint(d)
        plays(d, "NB-HNT-12", f"after a hint in {tag}")
        nboard.set_up(d, _TAGS[tag].game)
        nboard.hint(d, 3)
        plays(d, "NB-HNT-12", f"after three hints in {tag}")
    d.fence()


@chapter.dialogue("NB-HNT-13", needs=(*_SET, "NB-GO-01"))
def hints_grow_with_the_search(d: Dialogue) -> None:
    """Evaluations are sent as the search goes deeper."""
    nboard.begin(d)
    nboard.set_up(d, MIDDLE.game, depth=4)
    found = nboard.hint(d, until=lambda evaluations: len(_depths(evaluations)) > 1)
    depths = _depths(found)
    if len(depths) == 1 and found[0].plies > 1:  # a search of one ply has no more to tell
        since = len(d.transcript)
        nboard.set_up(d, MIDDLE.game, depth=4)
        nboard.go(d)
        if len(_depths(evaluations(d, since))) < 2:
            raise NotApplicable("whether the engine deepens its searches step by step cannot be known")
        d.fail("lines of several depths for a hint at depth 4, as for go", f"lines of depth {depths.pop()} only")
    d.fence()


#: A position in which an engine's own order of the moves is asked for has so many of them.
_CHOICES = 60


@chapter.dialogue("NB-HNT-14", needs=(*_SET, "NB-HNT-07", "NB-GAM-04"))
def hints_are_not_about_the_worst_moves(d: Dialogue) -> None:
    """`hint 1` and `hint 2` are about the moves that the engine values most: not each time about that which it values least."""
    nboard.begin(d)
    worst: dict[int, list[str]] = {1: [], 2: []}
    tags = ("P-MID20", "P-EX", "P-MANY")
    for tag in tags:
        shown = {number: _last(_hint_in(d, tag, number)) for number in worst}
        evals = {found.move: found.eval[0] for found in _hint_in(d, tag, _CHOICES) if found.eval}
        for number, moves in shown.items():
            least = min(evals, key=lambda move: evals[move], default="")
            others = [eval_ for move, eval_ in evals.items() if move != least]
            # an engine that shows more moves than it is asked for has no top
            if len(moves) == number and least in moves and others and evals[least] < min(others):
                worst[number].append(
                    f"{least} in {tag}, with {evals[least]:+.2f} where the others have {min(others):+.2f} or more"
                )
    for number, found in worst.items():
        if len(found) == len(tags):
            expected = f"lines of hint {number} about other moves than that which hint {_CHOICES} values least"
            d.fail(expected, "; ".join(found))
    d.fence()


def _hint_in(d: Dialogue, tag: str, number: int) -> list[Evaluation]:
    nboard.set_up(d, _TAGS[tag].game, depth=2)
    return nboard.hint(d, number)


def _last(found: list[Evaluation]) -> set[str]:
    """The moves of the last depth, in whatever order."""
    return {evaluation.move for evaluation in found if evaluation.depth == found[-1].depth}

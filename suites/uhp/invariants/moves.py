"""The lists of moves, held against the oracle's, against each other, and against each single bent rule.

The cause of a wrong list is found in three steps. A list that differs from an earlier one for the same game
breaks the requirement of what happened in between. Then the lists that nothing has come before are explained by one rule, if
there is one that accounts for all of them, or that all wrong moves are about. Any other list is blamed on the last thing that
should have changed nothing, or is unexplained. Lists in a few positions only hint at the rule of some pieces: that counts if the
lists in the positions that show every rule are right, and a single list tells of no rule, since it may have been kept.
"""

from collections import Counter

from conformance.api.suites import Chapter, Finding, Judgements, Seen, number
from conformance.games import hive
from conformance.games.hive import PASS, Game
from conformance.suites.uhp import corpus, explorations, following, legality, twins
from conformance.suites.uhp.dialogues import (
    bestmove,
    errors,
    life,
    newgame,
    options,
    passing,
    play,
    rules,
    undo,
    validmoves,
)
from conformance.suites.uhp.invariants.common import faults_of, is_own, response
from conformance.suites.uhp.legality import MOVE_REQUIREMENTS, Blame
from conformance.suites.uhp.lists import MoveList, asked, between, lists_of
from conformance.suites.uhp.record import Record

chapter: Chapter[Record] = Chapter()

#: Requirements that a list breaks which is not what it was before something that should not have changed it.
_WORDS = {
    "UHP-VM-06": "validmoves",
    "UHP-BEST-02": "bestmove",
    "UHP-PLAY-08": "a refused move",
    "UHP-PASS-03": "a refused pass",
    "UHP-NEW-04": "a refused newgame",
    "UHP-NEW-05": "a refused newgame",
    "UHP-NEW-09": "a refused newgame",
    "UHP-UNDO-04": "a refused undo",
    "UHP-ERR-02": "a command that was refused",
    "UHP-OPT-08": "options set",
    "UHP-UNDO-01": "undo",
    "UHP-UNDO-02": "undo",
    "UHP-UNDO-03": "undo",
    "UHP-NEW-06": "a bare newgame",
    "UHP-LIFE-07": "another game",
}
_CHANGED = tuple(_WORDS)


#: Of these, the ones of a single exchange, which may also have spoilt a list that nothing is known to have stood before.
_CAUSES = (
    *(cause for cause in _CHANGED if cause not in (*MOVE_REQUIREMENTS, "UHP-VM-06", "UHP-NEW-06", "UHP-LIFE-07")),
    "UHP-UNDO-05",
)


@chapter.invariant("UHP-VM-02", evidence=(rules.lists_what_is_legal,))
def lists_are_well_formed(record: Record) -> Judgements:
    """The answer to `validmoves` is one line of moves joined by `;`."""
    yield from faults_of(record, "UHP-VM-02", ("validmoves",), "one line of moves joined by `;`")


@chapter.invariant("UHP-VM-03", evidence=(rules.lists_what_is_legal,))
def no_move_is_listed_twice(record: Record) -> Judgements:
    """No move is listed twice, also not in other words."""
    for exchange in record.of("validmoves"):
        if exchange.game is None or not exchange.listed:
            continue
        texts = [str(move) for move in exchange.listed]
        meant = Counter(following.meant(exchange.game.final, text) for text in texts)
        if meant.keys() != exchange.game.final.legal_moves and len(set(texts)) == len(texts):
            continue  # a list for another board means other moves than it seems
        twice = [move for move, times in meant.items() if times > 1 and move is not None]
        if twice:
            same = " and ".join(f"`{text}`" for text in texts if following.meant(exchange.game.final, text) == twice[0])
            yield Finding("UHP-VM-03", "each move once", f"{same} are one move", exchange.shown_at)
        else:
            yield Seen("UHP-VM-03")


@chapter.invariant("UHP-VM-07", evidence=(play.refuses_moves_after_the_end,))
def lists_nothing_after_the_end(record: Record) -> Judgements:
    """After the end of the game there is no move to list."""
    for exchange in record.of("validmoves"):
        game = exchange.game
        if game is None or not game.state.is_over:
            continue
        if exchange.listed:
            yield Finding(
                "UHP-VM-07", f"an error or an empty line, for it is {game.state}", response(exchange), exchange.shown_at
            )
        else:
            yield Seen("UHP-VM-07")


@chapter.invariant(
    *_CHANGED,
    evidence=(
        validmoves.asks_twice,
        bestmove.does_not_play_its_move,
        play.refused_moves_change_nothing,
        errors.errors_change_nothing,
        options.setting_leaves_the_game_alone,
        undo.takes_back_one_move,
        undo.takes_back_several_moves,
        undo.takes_back_what_is_special,
        life.plays_many_games,
        newgame.throws_expansions_away,
    ),
)
def the_same_game_has_the_same_moves(record: Record) -> Judgements:
    """The same game has the same list of moves, whatever came in between and however it was reached."""
    earlier: dict[tuple[str, tuple[hive.Move, ...]], MoveList] = {}
    for now in lists_of(record):
        key = (now.game.final.game_type, now.game.moves)
        before = earlier.setdefault(key, now)
        if before is now:
            continue
        requirement = between(record, before, now)
        if before.moves == now.moves:
            earlier[key] = now
            yield Seen(requirement)
            continue
        expected = f"the same moves as before {_WORDS[requirement]}"
        words = legality.difference(now.game.final, now.moves, before.moves)
        yield Finding(requirement, expected, words, now.exchange.shown_at)
        return


@chapter.invariant(
    "UHP-VM-01",
    "UHP-PLAY-03",
    "UHP-PASS-01",
    "UHP-NEW-03",
    *MOVE_REQUIREMENTS,
    *_CAUSES,
    evidence=(
        rules.lists_what_is_legal,
        play.reads_six_directions,
        passing.passes_where_nothing_else_is_left,
        newgame.starts_every_type,
        newgame.loads_a_game,
    ),
)
def lists_hold_the_legal_moves(record: Record) -> Judgements:
    """A list holds all legal moves and no others; where one rule explains a wrong list, that rule is named."""
    lists = list(lists_of(record))
    if _differ_among_themselves(lists):
        return
    yield from _unlisted(record)
    clean = [each for each in lists if not each.cause]
    found = _blamed(clean)
    if found is None and not all(each.is_right for each in lists):
        found = _blamed_on_the_cause(lists, is_own=is_own(record))
    if found is None:
        yield from _kept(lists)
        return
    blame, where = found
    is_hint = not blame.is_certain and is_own(record) and record.check != rules.lists_what_is_legal.__name__
    is_single = len({each.game.final for each in lists if not each.is_right}) == 1
    requirement = "UHP-VM-01" if is_hint and is_single and blame.requirement else blame.requirement
    if requirement:
        unless = _RULES if is_hint and record.check not in _DRAWN else ()
        yield Finding(requirement, _expected(where.game), blame.reason, where.exchange.shown_at, unless=unless)


#: What explains better what a few lists hint at. Explorations are explained by any MUST, and need none of this.
_RULES = ("UHP-RULE-", "UHP-VM-01")
_DRAWN = {check.name for drawn in (explorations, twins) for check in drawn.chapter.checks}


def _expected(game: Game) -> str:
    return f"the {number(len(game.final.legal_moves), 'legal move')} of {game}"


def _kept(lists: list[MoveList]) -> Judgements:
    """Requirements that right lists have shown to be kept: those whose switch would have shown itself."""
    if lists:
        yield Seen("UHP-VM-01")
    yield from map(Seen, corpus.shown_by({each.game for each in lists}))
    if any(corpus.is_about_directions(each.game) for each in lists):
        yield Seen("UHP-PLAY-03")
    if any(each.game.final.legal_moves == {PASS} for each in lists):
        yield Seen("UHP-PASS-01")
    causes = {each.cause for each in lists} & {*_CAUSES}
    yield from map(Seen, sorted(causes | ({"UHP-UNDO-05"} if "UHP-UNDO-01" in causes else set())))


def _blamed(lists: list[MoveList]) -> tuple[Blame, MoveList] | None:
    wrong = [each for each in lists if not each.is_right]
    if not wrong:
        return None
    first = min(wrong, key=lambda each: each.game.final.ply)
    stuck = [each for each in wrong if each.game.final.legal_moves == {PASS}]
    blame = legality.blame([(each.game.final, each.moves) for each in lists])
    assert blame is not None
    if not blame.is_certain:
        if words := next((words for each in wrong if (words := legality.misread(each.game, each.texts))), ""):
            return Blame("UHP-PLAY-03", f"{blame.reason}; as if {words}", blame.position), first
        if len(stuck) == len(wrong):
            return Blame("UHP-PASS-01", blame.reason, blame.position), first
    return blame, first


def _blamed_on_the_cause(lists: list[MoveList], *, is_own: bool) -> tuple[Blame, MoveList] | None:
    """Blame lists that went wrong after something else had happened: on a rule if it explains all, else on that.

    In a dialogue of the suite nothing follows: those that are about the cause compare the lists before and after it.
    """
    found = _blamed(lists)
    assert found is not None
    blame, first = found
    if blame.is_certain:
        return found
    if is_own:
        return Blame("", blame.reason, blame.position), first
    cause = "UHP-UNDO-05" if first.cause == "UHP-UNDO-01" else first.cause
    return Blame(cause or "UHP-VM-01", blame.reason, blame.position), first


def _differ_among_themselves(lists: list[MoveList]) -> bool:
    """Whether one game has had two lists: that is another invariant's."""
    known: dict[tuple[str, tuple[hive.Move, ...]], frozenset[hive.Move]] = {}
    return any(known.setdefault((each.game.final.game_type, each.game.moves), each.moves) != each.moves for each in lists)


def _unlisted(record: Record) -> Judgements:
    """Games that go on for which there came no list at all."""
    for _, exchange, cause in asked(record):
        game = exchange.game
        if game is None or exchange.listed:
            continue
        if exchange.error or not exchange.lines or exchange.listed == ():
            stuck = game.final.legal_moves == {PASS}
            if cause and not stuck and is_own(record):
                continue
            requirement = "UHP-PASS-01" if stuck else cause or "UHP-VM-01"
            yield Finding(requirement, _expected(game), response(exchange), exchange.shown_at)

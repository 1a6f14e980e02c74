"""Variants of the rules: judged where the engine declares them as values of its parameter `variant`."""

from conformance.api.suites import Chapter, Dialogue, NotApplicable, NotReached
from conformance.games.draughts import Position, Variant
from conformance.suites.hub.driver import hub, move_of
from conformance.suites.hub.legality import expected, is_legal, is_line
from conformance.suites.hub.playing import CORPUS, MARK, plays, plays_line, plays_twins, twin
from conformance.suites.hub.record import Record, read

chapter: Chapter[Record] = Chapter()


def _ready_for(d: Dialogue, variant: Variant, *, is_last: bool = True) -> None:
    """Get the engine ready for a variant, another parameter being set to its own value after it unless `is_last`.

    Raises NotApplicable where the engine has no such variant, or no other parameter.
    """
    hub.greet(d)
    if not any(param.name == "variant" and variant in (param.values or ()) for param in hub.declared(d)):
        raise NotApplicable(f"the engine does not offer the variant {variant}")
    d.send(f"set-param name=variant value={variant}")
    if not is_last:
        others = [param for param in hub.declared(d) if param.name != "variant" and param.value is not None]
        if not others:
            raise NotApplicable("the engine declares no other parameter")
        d.send(hub.setting(others[0], others[0].value or ""))
    hub.init(d)


@chapter.dialogue("HUB-VAR-01", needs=("HUB-INI-08", "HUB-INI-09", "HUB-GO-05", "HUB-GO-07"))
def knows_killer_draughts(d: Dialogue) -> None:
    """With variant killer, a king that captures a king last stops directly behind it."""
    _ready_for(d, Variant.KILLER)
    plays_twins(d, ("P-KILLER",), "HUB-VAR-01")
    d.fence()


@chapter.dialogue("HUB-VAR-02", needs=("HUB-INI-08", "HUB-INI-09", "HUB-GO-05", "HUB-GO-07", "HUB-GO-12"))
def knows_breakthrough_draughts(d: Dialogue) -> None:
    """With variant bt, the first promotion wins: it is legal, and nothing comes after it."""
    _ready_for(d, Variant.BT)
    plays_twins(d, ("P-BT",), "HUB-VAR-02")
    for root in (CORPUS["P-PROMO"].root, CORPUS["P-PROMO"].root.twin()):
        move = plays_line(d, str(root), "", "HUB-VAR-02")
        search = read(d.reading).searches[-1]
        if search.done is not None and search.done.ponder:
            if not is_line(root, (move, search.done.ponder)):
                raise NotReached("HUB-GO-12", f"`ponder={search.done.ponder}` is not a move by any rules")
            at = search.answers[0].index
            d.fail(f"no ponder, for {move} promotes and wins", f"`ponder={search.done.ponder}`", at=at)
    d.fence()


@chapter.dialogue("HUB-VAR-03", needs=("HUB-INI-08", "HUB-INI-09", "HUB-GO-05", "HUB-GO-06", "HUB-GO-07"))
def knows_frisian_draughts(d: Dialogue) -> None:
    """With variant frisian, pieces also capture along rows and files, and the greatest value is compulsory."""
    _ready_for(d, Variant.FRISIAN)
    plays_twins(d, ("P-FRIS1", "P-FRIS2", "P-FRIS3", "P-FRIS5"), "HUB-VAR-03")
    d.fence()


@chapter.dialogue("HUB-VAR-03", needs=("HUB-INI-08", "HUB-INI-09", "HUB-GO-05", "HUB-GO-06", "HUB-GO-07"))
def stays_with_frisian_draughts(d: Dialogue) -> None:
    """The variant that was chosen holds when another parameter is set after it."""
    _ready_for(d, Variant.FRISIAN, is_last=False)
    plays(d, "P-FRIS1", "HUB-VAR-03")
    d.fence()


@chapter.dialogue("HUB-VAR-04", needs=("HUB-INI-08", "HUB-INI-09", "HUB-GO-05", "HUB-GO-06", "HUB-GO-07"))
def knows_losing_draughts(d: Dialogue) -> None:
    """With variant losing, the greatest capture stays compulsory, and the game ends where one side cannot move."""
    _ready_for(d, Variant.LOSING)
    plays_twins(d, ("P-LOSING", "P-WINCAP", "P-DUP"), "HUB-VAR-04")
    d.fence()


@chapter.dialogue("HUB-VAR-01", needs=("HUB-INI-08", "HUB-INI-09", "HUB-NEW-01", "HUB-NEW-03"))
def stays_with_killer_draughts_in_the_next_game(d: Dialogue) -> None:
    """Variant killer holds in the second game as well."""
    _ready_for(d, Variant.KILLER)
    _plays_after_new_games(d, "P-KILLER", "HUB-VAR-01")


@chapter.dialogue("HUB-VAR-03", needs=("HUB-INI-08", "HUB-INI-09", "HUB-NEW-01", "HUB-NEW-03", "HUB-GO-06", "HUB-GO-07"))
def stays_with_frisian_draughts_in_the_next_game(d: Dialogue) -> None:
    """Variant frisian holds in the second game as well."""
    _ready_for(d, Variant.FRISIAN)
    _plays_after_new_games(d, "P-FRIS1", "HUB-VAR-03")


def _plays_after_new_games(d: Dialogue, name: str, requirement: str) -> None:
    plays(d, name, requirement)
    for _ in range(2):
        d.send("new-game")
        plays(d, name, requirement, whatever=True)
    d.fence()


@chapter.dialogue("HUB-VAR-03", needs=("HUB-INI-09", "HUB-POS-05", "HUB-GO-08", "HUB-POS-07"))
def takes_captures_of_frisian_draughts(d: Dialogue) -> None:
    """With variant frisian, captures along rows and files are accepted in `moves`."""
    _ready_for(d, Variant.FRISIAN)
    d.send(f"pos pos={MARK}")
    plays_line(d, CORPUS["P-FRIS1"].text, "33x13x23 5-10", "HUB-VAR-03", whatever=True)
    d.fence()


@chapter.dialogue("HUB-VAR-01", needs=("HUB-INI-09", "HUB-POS-05", "HUB-GO-08", "HUB-POS-07"))
def takes_captures_of_killer_draughts(d: Dialogue) -> None:
    """With variant killer, a king that captures a man last may stop anywhere behind it."""
    _ready_for(d, Variant.KILLER)
    d.send(f"pos pos={MARK}")
    plays_line(d, CORPUS["P-KINGCAP"].text, "46x5x23 1-6", "HUB-VAR-01", whatever=True)
    d.fence()


@chapter.dialogue("HUB-INI-09", needs=("HUB-INI-08", "HUB-GO-05", "HUB-GO-06", "HUB-GO-07"))
def the_latest_value_counts(d: Dialogue) -> None:
    """A parameter that is set twice has the value that was set last."""
    hub.greet(d)
    choices = [param.values or () for param in hub.declared(d) if param.name == "variant"]
    if not any({Variant.NORMAL, Variant.FRISIAN} <= set(values) for values in choices):
        raise NotApplicable("the engine does not offer both normal and frisian draughts")
    d.send(*(f"set-param name=variant value={variant}" for variant in (Variant.FRISIAN, Variant.NORMAL)))
    hub.init(d)
    root = Position.from_hub(CORPUS["P-FRIS1"].text)
    move = move_of(hub.think(d, str(root)))
    if is_legal(CORPUS["P-FRIS1"].root, move) and not is_legal(root, move):
        actual = f"`{move}`, legal in frisian draughts, which was chosen before"
        d.fail(f"{expected(root)}: normal draughts were chosen last", actual)
    d.fence()


@chapter.dialogue("HUB-VAR-05", needs=("HUB-VAR-03", "HUB-POS-07"))
def counts_the_moves_of_kings(d: Dialogue) -> None:
    """With variant frisian, a king that has made three moves in a row rests."""
    _ready_for(d, Variant.FRISIAN)
    plays_line(d, str(CORPUS["P-FRIS3K"].root), "", "HUB-VAR-05", whatever=True)  # with no history
    entry = CORPUS["P-FRIS3K"]
    for position, moves in ((entry.text, " ".join(entry.moves)), twin(entry.text, " ".join(entry.moves))):
        plays_line(d, position, moves, "HUB-VAR-05", whatever=True)
    d.fence()

"""Variants of the rules: judged where the engine declares them as values of its parameter `variant`."""

from conformance.api.suites import Chapter, Dialogue, NotApplicable, NotReached
from conformance.games.draughts import START, Game, Position, Variant, parse_move, random_game
from conformance.suites.hub.driver import hub, is_done, move_of
from conformance.suites.hub.legality import expected, is_legal, is_line
from conformance.suites.hub.playing import BAITS, CORPUS, MARK, answers, judge, plays, plays_line, plays_twins, stopped, twin
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
        _ends_with(d, root, plays_line(d, str(root), "", "HUB-VAR-02"), "HUB-VAR-02")
    d.fence()


def _ends_with(d: Dialogue, root: Position, move: str, requirement: str) -> None:
    """The verdict: no answer is expected to a move that wins by the rules of a variant, though the board has one."""
    search = read(d.reading).searches[-1]
    if search.done is not None and search.done.ponder:
        if not is_line(Position.from_hub(str(root)), (move, search.done.ponder)):
            raise NotReached("HUB-GO-12", f"`ponder={search.done.ponder}` is not a move by any rules")
        at = search.answers[0].index
        d.fail(f"no ponder, for {move} promotes and wins", f"`ponder={search.done.ponder}`", at=at, requirement=requirement)


@chapter.dialogue(
    "HUB-VAR-03", needs=("HUB-INI-08", "HUB-INI-09", "HUB-POS-03", "HUB-GO-05", "HUB-GO-06", "HUB-GO-07", "HUB-GO-08")
)
def knows_frisian_draughts(d: Dialogue) -> None:
    """With variant frisian, pieces also capture along rows and files, and the greatest value is compulsory."""
    _ready_for(d, Variant.FRISIAN)
    plays_twins(d, ("P-FRIS1", "P-FRIS3", "P-FRIS2", "P-FRIS5", "P-FRIS6", "P-FRIS7", "P-FRIS8", "P-FRIS9"), "HUB-VAR-03")
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


@chapter.dialogue("HUB-NEW-03", "HUB-VAR-01", needs=("HUB-INI-08", "HUB-INI-09", "HUB-NEW-01", "HUB-POS-03", "HUB-GO-07"))
def stays_with_killer_draughts_in_the_next_game(d: Dialogue) -> None:
    """Variant killer holds in the second game as well."""
    _ready_for(d, Variant.KILLER)
    _plays_after_new_games(d, "HUB-VAR-01", *BAITS["KILLER"])


@chapter.dialogue("HUB-NEW-03", "HUB-VAR-03", needs=("HUB-INI-08", "HUB-INI-09", "HUB-NEW-01", "HUB-GO-06", "HUB-GO-07"))
def stays_with_frisian_draughts_in_the_next_game(d: Dialogue) -> None:
    """Variant frisian holds in the second game as well."""
    _ready_for(d, Variant.FRISIAN)
    _plays_after_new_games(d, "HUB-VAR-03", *["P-FRIS1"] * 3)


def _plays_after_new_games(d: Dialogue, requirement: str, first: str, *others: str) -> None:
    """The verdict: the position of the first game is played by the rules of a variant, and so are those of the next games."""
    plays(d, first, requirement, whatever=True)
    for name in others:
        d.send("new-game")
        plays(d, name, "HUB-NEW-03", whatever=True)
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


#: How a GUI may write that a parameter has a value, and the requirement that stands for it.
_FORMS = {
    "quoted": ("HUB-SYN-02", 'set-param name="variant" value="{}"'),
    "between spaces": ("HUB-SYN-05", "  set-param   name=variant   value={}  "),
    "value first": ("HUB-SYN-07", "set-param value={} name=variant"),
    "with unknown arguments": ("HUB-SYN-09", 'set-param zz=1 name=variant yy="a b" value={} qq'),
}


@chapter.dialogue(
    *dict.fromkeys(requirement for requirement, _ in _FORMS.values()),
    needs=("HUB-INI-09", "HUB-VAR-01", "HUB-VAR-03", "HUB-GO-05", "HUB-GO-06", "HUB-GO-07", "HUB-GO-08"),
    cases=tuple(_FORMS),
)
def takes_every_form_of_a_value(d: Dialogue, form: str) -> None:
    """A parameter takes a value in each form in which it may be written: the variant that is chosen so is played."""
    requirement, line = _FORMS[form]
    hub.greet(d)
    values = next((param.values or () for param in hub.declared(d) if param.name == "variant"), ())
    shown = {Variant.FRISIAN: ["P-FRIS1", "P-FRIS2"], Variant.KILLER: BAITS["KILLER"]}
    chosen = next((variant for variant in shown if variant in values), None)
    if chosen is None:
        raise NotApplicable("the engine offers no variant that shows itself in a move")
    d.send(line.format(chosen))
    hub.init(d)
    for name in shown[chosen]:
        plays(d, name, requirement, whatever=True)
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


#: A board with kings of both sides.
_KINGS = "WeBeeBeebeeeebebeeeeeeeeeeeeeeeeeeeeweweeeeweeWeeWe"
#: Random games of each variant, by start, seed and plies. They end where its rules leave one move, and normal ones have others.
LINES = {
    Variant.KILLER: ((_KINGS, 399, 4), (_KINGS, 561, 23), (_KINGS, 1645, 26), (START, 342, 97)),
    Variant.BT: ((START, 49, 24), (START, 311, 25), (START, 31, 61), (START, 1, 62)),
    Variant.FRISIAN: ((_KINGS, 1699, 11), (_KINGS, 461, 16), (_KINGS, 1096, 24), (START, 5, 24), (START, 17, 61)),
    Variant.LOSING: ((START, 49, 24), (START, 0, 61), (START, 12, 61)),
}
#: Plies of a game that an engine plays against itself.
_PLIES = 6
_IN_GAMES = (
    *("HUB-INI-08", "HUB-INI-09", "HUB-NEW-01", "HUB-NEW-03", "HUB-POS-05", "HUB-POS-06", "HUB-POS-07", "HUB-POS-09"),
    *("HUB-TR-06", "HUB-GO-02", "HUB-GO-03", "HUB-GO-05", "HUB-GO-06", "HUB-GO-07", "HUB-GO-08", "HUB-LVL-07", "HUB-STP-01"),
    *("HUB-PON-01", "HUB-PON-02", "HUB-PON-03"),
)


@chapter.dialogue("HUB-VAR-01", needs=_IN_GAMES)
def plays_games_of_killer_draughts(d: Dialogue) -> None:
    """Killer draughts is played in whole games, behind long lines of moves, in analysis, and while it ponders."""
    _plays_games(d, Variant.KILLER, "HUB-VAR-01")


@chapter.dialogue("HUB-VAR-02", needs=(*_IN_GAMES, "HUB-GO-12"))
def plays_games_of_breakthrough_draughts(d: Dialogue) -> None:
    """Breakthrough is played in whole games, behind long lines of moves, in analysis, and while it ponders."""
    _plays_games(d, Variant.BT, "HUB-VAR-02")


@chapter.dialogue("HUB-VAR-03", needs=_IN_GAMES)
def plays_games_of_frisian_draughts(d: Dialogue) -> None:
    """Frisian draughts is played in whole games, behind long lines of moves, in analysis, and while it ponders."""
    _plays_games(d, Variant.FRISIAN, "HUB-VAR-03")


@chapter.dialogue("HUB-VAR-04", needs=_IN_GAMES)
def plays_games_of_losing_draughts(d: Dialogue) -> None:
    """Losing draughts is played in whole games, behind long lines of moves, in analysis, and while it ponders."""
    _plays_games(d, Variant.LOSING, "HUB-VAR-04")


def _plays_games(d: Dialogue, variant: Variant, requirement: str) -> None:
    """The verdict: lines of a variant are followed to their end, in every mode and game, and so is a game of the engine."""
    _ready_for(d, variant)
    games = [random_game(Position.from_hub(start, variant), seed, plies) for start, seed, plies in LINES[variant]]
    for game in games:
        for position, moves in ((str(game.start), str(game)), (str(game.final.twin()), "")):
            d.send(f"pos pos={START}")  # who refuses a line plays on from there
            plays_line(d, position, moves, requirement, whatever=True)
            _judge_the_end(d, requirement)
    d.send("new-game")
    for game in games[:1]:
        _analyses(d, game, requirement)
        _ponders(d, game, requirement)
    d.send("new-game")
    _plays_itself(d, Game((games[0].start,)), requirement)
    d.fence()


def _judge_the_end(d: Dialogue, requirement: str) -> None:
    """The verdict on the search that has ended: it expects no answer where its move wins by a promotion."""
    search = read(d.reading).searches[-1]
    if search.root is None or search.done is None or not is_legal(search.root, move := search.done.move or ""):
        return
    if search.root.variant is Variant.BT and search.root.after(parse_move(move)).is_terminal:
        _ends_with(d, search.root, move, requirement)


def _analyses(d: Dialogue, game: Game, requirement: str) -> None:
    """Analyse the end of a game."""
    hub.set_up(d, str(game.start), "infinite", str(game))
    d.send("go analyze")
    line = d.wait_for(is_done, within_ms=d.limits.moment_ms) or stopped(d)
    hub.drain(d)
    judge(d, line, requirement, whatever=True)


def _ponders(d: Dialogue, game: Game, requirement: str) -> None:
    """Ponder on the end of a game, and answer the move that was expected."""
    hub.set_up(d, str(game.start), hub.brief(d), str(game))
    d.send("go ponder")
    d.pause(d.limits.moment_ms)
    if not hub.answered(d):
        d.send("ponder-hit")
        answers(d, requirement, whatever=True)
    _judge_the_end(d, requirement)


def _plays_itself(d: Dialogue, game: Game, requirement: str) -> None:
    """Let the engine play both sides."""
    for _ in range(_PLIES):
        if game.final.is_terminal or [*map(str, game.positions)].count(str(game.final)) > 1:  # some rules call the next a draw
            break
        move = plays_line(d, str(game.start), str(game), requirement, whatever=True)
        if not is_legal(game.final, move):
            break  # it cannot be read, which is judged elsewhere
        game = game.play(parse_move(move))
        _judge_the_end(d, requirement)


_CORNERS = "WeebbeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeBWeeee"
#: Lines from there in which a king makes a fourth move that no rule forbids.
_FREE = {
    "its side has no men": "46-19 45-1 19-46 1-6 46-19 3-9 19-35",
    "a man has moved": "46-37 45-29 37-32 3-9 32-16 29-23 16-21 23-5 21-26 5-23",
}


@chapter.dialogue("HUB-VAR-05", needs=("HUB-VAR-03", "HUB-POS-07"), cases=tuple(_FREE))
def lets_kings_move_that_need_not_rest(d: Dialogue, why: str) -> None:
    """With variant frisian, a king makes a fourth move where its side has no men, or another piece has moved in between."""
    _ready_for(d, Variant.FRISIAN)
    for position, moves in ((_CORNERS, _FREE[why]), twin(_CORNERS, _FREE[why])):
        d.send(f"pos pos={START}")
        plays_line(d, position, moves, "HUB-VAR-05", whatever=True)
    d.fence()

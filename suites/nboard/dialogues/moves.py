"""`move`: the moves of a game, one by one."""

from conformance.api.suites import Chapter, Dialogue
from conformance.games.othello import PASS, Game, random_game
from conformance.suites.nboard import positions
from conformance.suites.nboard.dialogues.game import LONGEST_RUNS, survives
from conformance.suites.nboard.driver import is_role_line, nboard
from conformance.suites.nboard.playing import plays_on
from conformance.suites.nboard.record import Record

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
_SET = ("NB-GO-01", "NB-GAM-01", "NB-GAM-02", "NB-GAM-04")


def _fed(d: Dialogue, moves: tuple[str, ...], requirement: str, what: str) -> None:
    """Feed a game from the start position move by move, and ask for a move there."""
    nboard.set_up(d, Game())
    d.send(*(f"move {move}" for move in moves))
    plays_on(d, requirement, what, is_about_flips=requirement == "NB-MOV-01")


@chapter.dialogue("NB-MOV-01", needs=(*_SET, "NB-GO-02"))
def plays_each_move_once(d: Dialogue) -> None:
    """`move` plays the move on the engine's board, once."""
    nboard.ready(d)
    for tag in ("P-B1", "P-B2", "P-B3", "P-B4"):
        _fed(d, _TAGS[tag].game.moves, "NB-MOV-01", f"after {' '.join(_TAGS[tag].game.moves)} by `move`")
    for plies in (11, 22, 31):
        game = random_game(plies, plies)
        if not (PASS in game.moves or game.final.must_pass or game.final.is_over):
            _fed(d, game.moves, "NB-MOV-01", f"after {plies} moves by `move`")
    for game in LONGEST_RUNS:
        nboard.set_up(d, Game(game.start, game.moves[:-1]))
        d.send(f"move {game.moves[-1]}")
        plays_on(d, "NB-MOV-01", f"after {game.moves[-1]} by `move`, which flips a run of six disks")
    nboard.set_up(d, Game())
    d.send("move F5", "set depth 3")
    plays_on(d, "NB-MOV-01", "after F5 by `move` and `set depth 3`")
    d.fence()


#: Evals are "normally in centi-disks": whole numbers are as good as others.
_FORMS = ("{0}", "{0}/1.2", "{0}//2.5", "{0}/1.2/2.5", "{0}/-0.75/0.01", "{0}/1", "{0}/-3/2", "{0}//12", "{0}/-120/0.5")


@chapter.dialogue("NB-MOV-02", needs=(*_SET, "NB-MOV-01"))
def takes_every_form_of_a_move(d: Dialogue) -> None:
    """A move may carry an eval, a time, both or neither."""
    nboard.ready(d)
    for form in _FORMS:
        for tag in ("P-B1", "P-B2"):
            moves = tuple(form.format(move) for move in _TAGS[tag].game.moves)
            _fed(d, moves, "NB-MOV-02", f"after {', '.join(f'`move {move}`' for move in moves)}")
    d.fence()


@chapter.dialogue("NB-MOV-02", needs=(*_SET, "NB-MOV-01", "NB-MOV-03"))
def takes_every_form_of_a_pass(d: Dialogue) -> None:
    """A pass may carry an eval and a time, as any move."""
    nboard.ready(d)
    for form in ("PA//2.5", "PA/-3/2", "PA/1.2"):
        nboard.set_up(d, _TAGS["P-PASS8"].game)
        d.send(f"move {form}")
        plays_on(d, "NB-MOV-02", f"after `move {form}`, a forced pass")
    d.fence()


@chapter.dialogue("NB-MOV-03", needs=(*_SET, "NB-MOV-01"))
def takes_a_pass_as_a_move(d: Dialogue) -> None:
    """`move PA` hands the turn to the other side."""
    nboard.ready(d)
    nboard.set_up(d, _TAGS["P-PASS8"].game)
    d.send("move PA")
    plays_on(d, "NB-MOV-03", "after a forced pass by `move PA`")
    d.fence()


@chapter.dialogue("NB-MOV-04", needs=(*_SET, "NB-MOV-01"))
def takes_moves_in_lower_case(d: Dialogue) -> None:
    """A move in lower case is the same move."""
    nboard.ready(d)
    for tag in ("P-B1", "P-B2"):
        moves = tuple(move.lower() for move in _TAGS[tag].game.moves)
        _fed(d, moves, "NB-MOV-04", f"after `move {' '.join(moves)}`")
    d.fence()


@chapter.dialogue("NB-MOV-04", needs=(*_SET, "NB-MOV-01", "NB-MOV-03"))
def takes_a_pass_in_lower_case(d: Dialogue) -> None:
    """A pass in lower case is a pass."""
    nboard.ready(d)
    nboard.set_up(d, _TAGS["P-PASS8"].game)
    d.send("move pa")
    plays_on(d, "NB-MOV-04", "after a forced pass by `move pa`")
    d.fence()


@chapter.dialogue("NB-MOV-05", needs=("NB-HS-02", "NB-MOV-01"))
def move_is_not_answered(d: Dialogue) -> None:
    """`move` brings no answer."""
    nboard.ready(d)
    for move in ("F5", "D6/0.5/1", "C3//2"):
        d.send(f"move {move}")
        d.silence(is_role_line, "no answer after `move`", for_ms=d.limits.quiet_ms / 2)
    nboard.give_a_hint(d)
    d.send("move D3")
    d.silence(is_role_line, "no answer after a hint and `move`", for_ms=d.limits.quiet_ms / 2)
    d.fence()


@chapter.dialogue("NB-MOV-06", needs=("NB-GO-02", "NB-GAM-02", "NB-MOV-01"))
def survives_impossible_moves(d: Dialogue) -> None:
    """An impossible or broken move neither ends the engine nor spoils the next game."""
    nboard.ready(d)
    for line in ("move A1", "move Z9", "move", "move F5F6", "move D4"):
        survives(d, line, f"`{line}`")

"""Regression and debugging commands: a move that is not played, a file, a diagram."""

from pathlib import Path

from conformance.api.suites import Chapter, Dialogue, NotApplicable
from conformance.suites.gtp.dialogues.boards import load, margin, margin_of
from conformance.suites.gtp.dialogues.genmove import is_stone
from conformance.suites.gtp.driver import gtp
from conformance.suites.gtp.positions import moves, two_eyes, walls
from conformance.suites.gtp.record import Record

chapter: Chapter[Record] = Chapter()


@chapter.dialogue("GTP-RG-01", needs=("GTP-PL-05",))
def thinks_of_a_move(d: Dialogue) -> None:
    """`reg_genmove` answers with a vertex, `pass` or `resign`, for either color."""
    gtp.ready(d)
    gtp.need(d, "reg_genmove")
    for name in ("", "corner", "ko"):
        gtp.do(d, "clear_board")
        gtp.play(d, *(moves(name) if name else ()))
        for color in ("b", "white"):
            gtp.accepts(d, f"reg_genmove {color}")
    d.fence()


@chapter.dialogue("GTP-RG-02", needs=("GTP-PL-05", "GTP-PL-10", "GTP-RG-01"))
def does_not_play_it(d: Dialogue) -> None:
    """The vertex that `reg_genmove` answers is still empty."""
    gtp.ready(d)
    gtp.need(d, "reg_genmove")
    for color, other in ("bw", "wb", "bb"):
        gtp.do(d, "clear_board")
        gtp.play(d, "b E3", "w C4")
        answer = gtp.do(d, f"reg_genmove {color}")
        if is_stone(answer.text):
            gtp.accepts(d, f"play {other} {answer.text.upper()}", f"`{answer.command}` has named it, and not played there")
    for stone, *around in _TO_BE_TAKEN:
        gtp.do(d, "clear_board")
        gtp.play(d, f"w {stone}", *(f"b {name}" for name in around))
        gtp.do(d, "reg_genmove b")
        gtp.occupied(d, stone, why="a move that is not played captures nothing")
    d.fence()


@chapter.dialogue("GTP-RG-02", needs=("GTP-PL-05", "GTP-PL-06", "GTP-PL-10", "GTP-PL-13", "GTP-RG-01"))
def leaves_a_ko_as_it_was(d: Dialogue) -> None:
    """A ko that was taken just now is neither lifted by `reg_genmove` nor turned round."""
    gtp.ready(d)
    gtp.need(d, "reg_genmove")
    load(d, "ko")
    if gtp.ask(d, "play w C3", requirement="GTP-FR-01").succeeded:
        raise NotApplicable("the engine knows no ko, which is judged elsewhere")
    for color in "wb":
        load(d, "ko")
        gtp.do(d, f"reg_genmove {color}")
        gtp.refuses(d, "play w C3", "the ko was taken just now, and no move was played since")
        gtp.accepts(d, "play b C3", "only White may not play there")
    d.fence()


#: White stones with a single liberty, and the black ones around them.
_TO_BE_TAKEN = (("A1", "A2"), ("C1", "B1", "D1"), ("C3", "B3", "D3", "C2"))


@chapter.dialogue("GTP-RG-02", needs=("GTP-PL-05", "GTP-PL-10", "GTP-PL-11", "GTP-RG-01"))
def does_not_play_a_pass(d: Dialogue) -> None:
    """Where there is nothing but a pass `reg_genmove` leaves the stones, and the history, as they are."""
    gtp.ready(d)
    gtp.need(d, "reg_genmove")
    stones = two_eyes(gtp.board(d))
    last = stones[-1].split()[1]
    gtp.play(d, *stones)
    gtp.do(d, "reg_genmove w")
    gtp.occupied(d, last, why="it was played last, and no move since")
    d.fence()


@chapter.dialogue("GTP-RG-02", needs=("GTP-PL-05", "GTP-PL-10", "GTP-RG-01", "GTP-UN-01"))
def leaves_the_history_as_it_was(d: Dialogue) -> None:
    """After `reg_genmove`, also where it was a pass, `undo` takes back the move that was played last."""
    gtp.ready(d)
    gtp.need(d, "reg_genmove")
    gtp.need(d, "undo")
    for stones in (two_eyes(gtp.board(d)), ("b E3", "w C4")):
        gtp.do(d, "clear_board")
        gtp.play(d, *stones)
        gtp.do(d, "reg_genmove w")
        if gtp.ask(d, "undo").succeeded:
            gtp.accepts(d, f"play b {stones[-1].split()[1]}", "the move that was played last was taken back")
    d.fence()


#: Of the game in the files, by the number behind `loadsgf`: a stone that is on the board, and a vertex that is free.
_LOADED = (
    *(("", "G5", "D3"), ("1", "G7", "D3"), ("2", "D3", "C3"), ("4", "C3", "D4"), ("6", "F6", "E3"), ("9", "D2", "D3")),
    ("3", "A1", "A2"),
    *(("10", "C7", "G5"), ("11", "G5", "D3"), ("60", "G5", "D3")),
)
_GAMES = Path(__file__).parents[1] / "games"


def _can_be_sent(path: str) -> bool:
    """Whether a name has no blank in it and no sign of a comment."""
    return path.isascii() and not set(path) & set(" #\t")


def _loaded(d: Dialogue) -> tuple[str, int, int]:
    """Load a game to its end; gives the file, the size of its board, and that of the board before."""
    size = gtp.board(d, 9, 13, 19)
    path = str(_GAMES / f"{size}.sgf")
    if not _can_be_sent(path):
        raise NotApplicable("the name of our folder cannot be sent")
    larger = gtp.board(d, 19, 13, size)
    answer = gtp.ask(d, f"loadsgf {path}")
    if not answer.succeeded:
        if gtp.ask(d, f"loadsgf {_GAMES / f'plain_{size}.sgf'}").succeeded:
            gtp.fail(d, answer, "a success: another file of this folder is loaded, which has moves and nothing else")
        raise NotApplicable("the engine loads no file of ours, which it may not reach")
    return path, size, larger


@chapter.dialogue("GTP-RG-04", needs=("GTP-PL-05", "GTP-PL-06", "GTP-PL-10", "GTP-PL-16", "GTP-SE-08"))
def loads_a_game(d: Dialogue) -> None:
    """`loadsgf` sets up a game with stones, passes and a capture as it was before a move, and at its end."""
    gtp.ready(d)
    gtp.need(d, "loadsgf")
    path, size, larger = _loaded(d)
    if larger > size:
        gtp.refuses(d, f"play w K{size + 1}", f"the game that was loaded has a board of {size}x{size}")
    for number, stone, free in _LOADED:
        command = f"loadsgf {path} {number}".rstrip()
        gtp.accepts(d, command, "the same file was loaded before")
        gtp.occupied(d, stone, why=f"a stone is there before move {number}" if number else "a stone is there at the end")
        gtp.accepts(d, f"play b {free}", "it is free then")
    d.fence()


@chapter.dialogue("GTP-RG-04", needs=("GTP-PL-05", "GTP-PL-15", "GTP-PL-16", "GTP-SE-08"))
def loads_a_finished_game(d: Dialogue) -> None:
    """A record as programs write it is loaded: with names, a handicap, CR LF, and two passes at its end."""
    gtp.ready(d)
    gtp.need(d, "loadsgf")
    _, size, _ = _loaded(d)
    gtp.accepts(d, f"loadsgf {_GAMES / f'finished_{size}.sgf'}", "it is a game with a handicap that two passes end")
    gtp.occupied(d, "G7", "C3", "E5", why="a stone is there at the end")
    gtp.accepts(d, "play b G5", "it is free at the end")
    d.fence()


@chapter.dialogue("GTP-RG-04", needs=("GTP-PL-05", "GTP-PL-16", "GTP-SE-08", "GTP-UN-01"))
def takes_moves_of_a_loaded_game_back(d: Dialogue) -> None:
    """The moves of a game that was loaded are its history: `undo` takes back the last of them."""
    gtp.ready(d)
    gtp.need(d, "loadsgf")
    gtp.need(d, "undo")
    gtp.play(d, "b C3", "w D4")
    _loaded(d)
    if gtp.ask(d, "undo").succeeded:
        gtp.occupied(d, "C7", "G7", "A1", why="one move of the game was taken back, and none of the stones that were set up")
        gtp.accepts(d, "play b G5", "the last move of the game was taken back")
    d.fence()


#: The komi of the game in the files, and another one.
_KOMI, _OTHER = 5.5, 20.5


@chapter.dialogue("GTP-RG-04", needs=("GTP-SC-01", "GTP-SC-04"))
def takes_the_komi_of_a_game(d: Dialogue) -> None:
    """`loadsgf` sets the komi of the game: the score is that with this komi, and not that with the komi before."""
    gtp.ready(d)
    for name in ("loadsgf", "final_score", "komi"):
        gtp.need(d, name)
    path, *_ = _loaded(d)
    gtp.do(d, f"komi {_OTHER}")
    gtp.accepts(d, f"loadsgf {path}", "the same file was loaded before")
    told = gtp.ask(d, "final_score", requirement="GTP-SC-01")
    by_komi = list[float | None]()
    for komi in (_KOMI, _OTHER):
        gtp.do(d, f"komi {komi}")
        by_komi.append(margin(d))
    if None not in by_komi and by_komi[0] != by_komi[1] and margin_of(told) == by_komi[1]:
        gtp.fail(d, told, f"the score with the komi of the file, {_KOMI}, and not with that before, {_OTHER}")
    d.fence()


@chapter.dialogue("GTP-RG-04", needs=("GTP-SC-01", "GTP-SC-02", "GTP-SC-04", "GTP-SE-06"))
def keeps_the_komi_of_a_game(d: Dialogue) -> None:
    """The komi of a game that was loaded stays when the board is cleared, as one that was set by `komi` does."""
    gtp.ready(d)
    for name in ("loadsgf", "final_score", "komi"):
        gtp.need(d, name)
    path, size, _ = _loaded(d)
    gtp.do(d, f"komi {_OTHER}")
    gtp.accepts(d, f"loadsgf {path}", "the same file was loaded before")
    gtp.do(d, "clear_board")
    gtp.play(d, *walls(size))
    told = gtp.ask(d, "final_score", requirement="GTP-SC-01")
    if margin_of(told) == size - _OTHER:
        gtp.fail(d, told, f"the score with the komi of the file, {_KOMI}, which was set last, and not with {_OTHER}")
    d.fence()


def _files_of_ours(name: str) -> list[str]:
    """The path of a file of ours; nothing where it cannot be sent."""
    return [path for path in (str(_GAMES / f"{name}.sgf"),) if _can_be_sent(path)]


@chapter.dialogue("GTP-RG-05", needs=("GTP-PL-05",))
def refuses_a_file_that_is_not_there(d: Dialogue) -> None:
    """`loadsgf` fails with `cannot load file` for a file that is not there, or is broken, and leaves the board as it is."""
    gtp.ready(d)
    gtp.need(d, "loadsgf")
    gtp.play(d, "b C3", "w D4")
    for name in ("no_such_file.sgf", "/no/such/folder/game.sgf", "no_such_file.sgf 3"):
        gtp.refuses(d, f"loadsgf {name}", "there is no such file", text="cannot load file")
        gtp.occupied(d, "C3", "D4", why="a file could not be loaded since a stone was played there")
    for name in _files_of_ours("broken"):
        gtp.refuses(d, f"loadsgf {name}", "there is no game in this file", text="cannot load file")
    for name in _files_of_ours("broken_off"):
        gtp.ask(d, f"loadsgf {name}")  # which an engine may read as far as it goes
    d.fence()


@chapter.dialogue("GTP-SB-01", needs=("GTP-FR-05",))
def shows_a_board(d: Dialogue) -> None:
    """`showboard` answers with a diagram: with as many lines as the board has rows."""
    gtp.ready(d)
    gtp.need(d, "showboard")
    size = gtp.board(d)
    gtp.play(d, "b C3")
    answer = gtp.accepts(d, "showboard")
    if sum(bool(line.strip()) for line in answer.response.lines) < size:
        gtp.fail(d, answer, f"a diagram of a {size}x{size} board")
    d.fence()

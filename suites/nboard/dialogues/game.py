"""`set game`. Each dialogue asks for a move; the misreading that explains an illegal one decides which requirement is broken."""

from conformance.api.suites import Chapter, Dialogue, quoted
from conformance.games.othello import (
    PASS,
    START,
    Colour,
    Game,
    GameRecord,
    Misreading,
    Played,
    Position,
    parse_game,
    random_game,
    write_tags,
)
from conformance.suites.nboard import positions
from conformance.suites.nboard.driver import answer_of, headers, is_answer, is_role_line, nboard, pong_to, written
from conformance.suites.nboard.playing import plays, plays_all, plays_in, plays_on
from conformance.suites.nboard.record import Record

chapter: Chapter[Record] = Chapter()

_TAGS = positions.load()
#: A move that flips nothing in a position may be legal in another one: who plays such moves has not misread that.
_ANSWERS = ("NB-GO-01", "NB-GO-02")
#: Games whose last move flips the longest run that there is, and nothing else; none of the moves before is legal after it.
LONGEST_RUNS = (random_game(206, 45), random_game(789, 54))
_PLAYED = (*_ANSWERS, "NB-GAM-01", "NB-GAM-02", "NB-GAM-04")


@chapter.dialogue("NB-GAM-01", needs=_ANSWERS)
def knows_the_start(d: Dialogue) -> None:
    """The board of `set game` becomes the engine's board, the start position first of all."""
    nboard.ready(d)
    plays(d, "NB-GAM-01", "in the start position")
    d.fence()


def _begin(d: Dialogue) -> None:
    """Have an engine that has had two games: who ignores the second one of a process breaks a requirement of its own."""
    nboard.ready(d)
    nboard.set_up(d, Game())


@chapter.dialogue("NB-GAM-02", needs=_ANSWERS)
def plays_the_moves_of_a_game(d: Dialogue) -> None:
    """All moves of the game are played, and the position at their end counts."""
    _begin(d)
    games = [(f"in {tag}", _TAGS[tag].game) for tag in ("P-B1", "P-B2", "P-B3", "P-B4", "P-EX", "P-FORCED", "P-GAP")]
    for plies in (5, 17, 30, 43):
        game = random_game(plies, plies)
        if not (game.final.is_over or game.final.must_pass or PASS in game.moves):
            games.append((f"after a game of {plies} moves", game))
    games += [
        (f"after a game of {len(game.moves)} moves, the last of which flips a run of six disks", game) for game in LONGEST_RUNS
    ]
    if (breach := plays_all(d, games, "NB-GAM-02")) is not None:
        actual = f"{breach.actual} (perhaps {breach.reasons[0]})" if breach.reasons else breach.actual
        d.fail(breach.expected, actual, at=breach.at)
    d.send(written(_TAGS["P-B1"].game), "set depth 3")
    plays_on(d, "NB-GAM-02", "in P-B1, with `set depth` after `set game`")
    d.fence()


def _boards() -> list[tuple[str, Position]]:
    """Boards where both sides can move, each with either side to move."""
    middle = _TAGS["P-MID20"].root
    return [
        ("P-WFIRST", _TAGS["P-WFIRST"].root),
        ("P-MID20 as a board", middle),
        ("P-MID20 with the other side to move", middle.other_side()),
        ("P-MID20 with the colours exchanged", middle.twin()),
        ("P-B2 with the other side to move", _TAGS["P-B2"].root.other_side()),
    ]


#: Which requirement a board breaks that an engine misreads: by what explains all its illegal moves, the side first.
_MISREAD = (
    ("NB-GAM-03", Misreading.WRONG_SIDE),
    ("NB-GAM-04", Misreading.PREVIOUS_POSITION),
    ("NB-GAM-04", Misreading.OWN_ANSWER_PLAYED),
    ("NB-GAM-01", Misreading.BOARD_IGNORED),
)


@chapter.dialogue("NB-GAM-03", needs=(*_ANSWERS, "NB-GAM-01"))
def honours_the_side_to_move(d: Dialogue) -> None:
    """The side that the BO tag names is to move, also on a board that was set up."""
    nboard.begin(d)
    breach = plays_all(d, [(f"in {name}", Game(board)) for name, board in _boards()])
    for requirement, reason in _MISREAD:
        if breach is not None and reason.value in breach.reasons:
            d.fail(breach.expected, f"{breach.actual} (perhaps {reason.value})", at=breach.at, requirement=requirement)
    d.fence()


@chapter.dialogue("NB-GAM-02", needs=(*_ANSWERS, "NB-GAM-01", "NB-GAM-03"))
def plays_games_that_white_begins(d: Dialogue) -> None:
    """The moves of a game are played in their order, also on a board where white moves first."""
    _begin(d)
    for tag in ("P-WFIRST", "P-B3"):
        for plies in (1, 2, 3):
            game = random_game(2, plies, _TAGS[tag].root)
            plays_in(d, game, "NB-GAM-02", f"after {' '.join(game.moves)} in {tag} as a board, white to move first")
    d.fence()


@chapter.dialogue("NB-GAM-04", needs=(*_ANSWERS, "NB-GAM-01", "NB-GAM-02"))
def a_new_game_replaces_the_old(d: Dialogue) -> None:
    """A new `set game` replaces all that came before: board, moves and side."""
    nboard.begin(d)
    for tag in ("P-EX", "P-START", "P-FORCED", *("P-START", "P-B1", "P-FORCED", "P-GAP") * 3):
        plays_in(d, _TAGS[tag].game, "NB-GAM-04", f"in {tag}, another game than before")
    d.fence()


@chapter.dialogue("NB-GAM-04", needs=("NB-GO-01",), fresh=True)
def the_second_game_replaces_the_first(d: Dialogue) -> None:
    """The second game of a process is not ignored: it is sent twice, and only who obeys it the second time knows it."""
    nboard.begin(d)
    plays_in(d, Game(), "", "at the start")
    first = plays_all(d, [("in P-EX, the second game", _TAGS["P-EX"].game)])
    again = plays_all(d, [("in P-EX, sent again", _TAGS["P-EX"].game)])
    if first is not None and again is None:
        actual = f"{first.actual} (the same game sent again is answered by a legal move)"
        d.fail(first.expected, actual, at=first.at)
    d.fence()


#: Games one after the other, each of which an engine may take for the one that it has. Their legal moves tell them apart.
_ALIKE = {
    "another move than before": ("D3", "F5", "E6", "C4", "F5 D6", "D3 E3", "F5 D6", "F5 F6", "F5 F4"),
    "moves taken back": ("F5 D6 C3", "F5 D6", "F5", "", "F5"),
}


@chapter.dialogue("NB-GAM-04", needs=(*_ANSWERS, "NB-GAM-01", "NB-GAM-02"), cases=tuple(_ALIKE))
def a_game_like_the_one_before_replaces_it(d: Dialogue, what: str) -> None:
    """A game that has as many moves as the one before, or is a beginning of it, replaces it as any other does."""
    nboard.begin(d)
    for moves in _ALIKE[what]:
        plays_in(
            d,
            parse_game(START, moves.split()),
            "NB-GAM-04",
            f"after `{moves}`, with {what}" if moves else f"at the start, with {what}",
        )
    d.fence()


@chapter.dialogue("NB-GAM-05", needs=_PLAYED)
def plays_the_passes_of_a_game(d: Dialogue) -> None:
    """A pass in the move list hands the turn over."""
    nboard.begin(d)
    plays_in(d, _TAGS["P-PASSGAME"].game, "NB-GAM-05", "after a game whose last move is a pass")
    for seed in range(40):
        game = random_game(seed, 44, seek_passes=True)
        if PASS in game.moves and not game.final.is_over and not game.final.must_pass:
            plays_in(d, game, "NB-GAM-05", f"after a game with a pass, number {seed}")
    d.fence()


#: Ways to write a move in a game: with eval and time, with a time only, in lower case.
_SUFFIXES = ("/1.25/3.5", "//2", "/-0.5", "/1.00/0.01", "//12.75")


@chapter.dialogue("NB-GAM-06", needs=_PLAYED)
def takes_evals_and_times_in_a_game(d: Dialogue) -> None:
    """Evals, times and the case of letters do not change what is played."""
    nboard.begin(d)
    for lower in (False, True):
        for tag in ("P-EX", "P-B1", "P-FORCED"):
            d.send("set depth 2", f"set game {_suffixed(_TAGS[tag].game, lower=lower)}")
            plays_on(d, "NB-GAM-06", f"in {tag}, its moves written {'in lower case ' if lower else ''}with evals and times")
    d.fence()


@chapter.dialogue("NB-GAM-06", needs=(*_PLAYED, "NB-GAM-05"))
def takes_passes_with_a_time(d: Dialogue) -> None:
    """A pass in a game may carry an eval and a time and be in lower case, as any move."""
    nboard.begin(d)
    game = _TAGS["P-PASSGAME"].game
    for eval_, seconds in (((), 2.5), ((-3.0,), 2.0)):
        notes = (*(Played(move, eval_, seconds) for move in game.moves),)
        d.send("set depth 2", f"set game {GameRecord(game, notes, headers('5:00'))}")
        plays_on(d, "NB-GAM-06", f"after a game that ends with {notes[-1]}, a forced pass")
    d.send(written(Game()), f"set game {_suffixed(game, lower=True)}")
    plays_on(d, "NB-GAM-06", "after a game that ends with a forced pass in lower case")
    d.fence()


def _suffixed(game: Game, *, lower: bool) -> str:
    tags = [(tag, text) for tag, text in GameRecord(game, headers=headers("5:00")).tags]
    number = 0
    for index, (tag, text) in enumerate(tags):
        if tag in ("B", "W"):
            tags[index] = (tag, (text.lower() if lower else text) + _SUFFIXES[number % len(_SUFFIXES)])
            number += 1
    return write_tags(tags)


def _variants(game: Game) -> list[tuple[str, str]]:
    """The same game with its tags in other orders, with more of them, and with fewer."""
    tags = GameRecord(game, headers=()).tags
    kind, board, *moves = tags
    return [
        ("with BO in front of the names", write_tags([kind, board, ("PB", "a"), ("PW", "b"), ("TY", "8"), *moves])),
        (
            "with players' names that begin like moves",
            write_tags([kind, ("PC", "b1"), ("PB", "c4bot"), ("PW", "Pavel"), ("RB", "1200"), board, *moves]),
        ),
        (
            "with brackets, semicolons and slashes in the names",
            write_tags([kind, ("PB", "Edax (6)"), ("PW", "a;b/2 (c)"), ("RE", ""), ("CO", "(;first"), board, *moves]),
        ),
        (
            "with a comment that holds the beginnings of tags",
            write_tags([kind, ("CO", "BO[8 B[A1 W[pa ; not ) B"), board, ("CO", "B[F5"), *moves]),
        ),
        ("with names outside ASCII", write_tags([kind, ("PB", "J\xf6rg"), ("PW", "\u30aa\u30bb\u30ed"), board, *moves])),
        ("with empty tags", write_tags([kind, ("PC", ""), ("DT", ""), ("PB", ""), ("PW", ""), ("RE", ""), board, *moves])),
        ("without any header", write_tags([kind, board, *moves])),
        ("with TB and TW", write_tags([kind, ("PC", "x"), ("TB", "5:00"), ("TW", "3:00"), board, *moves])),
        ("with a text of 300 characters in one tag", write_tags([kind, ("PC", "x" * 300), board, *moves])),
        ("with tags that are seldom used", write_tags([kind, ("RB", "1200.5"), ("KM", "x"), ("CO", "a note"), board, *moves])),
    ]


@chapter.dialogue("NB-GAM-07", needs=_PLAYED)
def takes_tags_in_any_order(d: Dialogue) -> None:
    """The order of tags does not matter, and unknown or missing ones do no harm."""
    nboard.begin(d)
    for tag in ("P-FORCED", "P-B1"):
        for what, text in _variants(_TAGS[tag].game):
            plays_in(d, _TAGS["P-EX"].game, "NB-GAM-07", "in P-EX")
            d.send(f"set game {text}")
            plays_on(d, "NB-GAM-07", f"in {tag}, sent {what}")
    d.fence()


@chapter.dialogue("NB-GAM-07", needs=_PLAYED)
def takes_a_clock_of_one_side(d: Dialogue) -> None:
    """A clock of one side and none of the other does no harm; the answer is owed where the side to move has one."""
    nboard.begin(d)
    for tag in ("P-FORCED", "P-B1"):
        game = _TAGS[tag].game
        own, other = ("TB", "TW") if game.final.turn is Colour.BLACK else ("TW", "TB")
        kind, *rest = GameRecord(game, headers=()).tags
        for clock in (own, other):
            d.send("set depth 2", f"set game {write_tags([kind, (clock, '0:05//0:00'), *rest])}")
            plays_on(d, "NB-GAM-07", f"in {tag}, sent with {clock} and no other clock", silence_counts=clock == own)
    d.fence()


#: With hours, with seconds alone, with an increment, with grace, and with both.
_CLOCKS = ("1:00:00", "300", "5:00/0:10", "5:00//2:00", "5:00/0:05/1:00")


@chapter.dialogue("NB-GAM-07", needs=(*_PLAYED, "NB-GAM-04"))
def takes_a_clock_of_any_form(d: Dialogue) -> None:
    """A clock of any form that GGF has does no harm."""
    nboard.begin(d)
    for number, clock in enumerate(_CLOCKS):
        tag = ("P-FORCED", "P-B1")[number % 2]
        plays_in(d, _TAGS[tag].game, "NB-GAM-07", f"in {tag}, sent with TI[{clock}]", clock=clock)
    d.fence()


@chapter.dialogue("NB-GAM-08", needs=("NB-HS-02", "NB-GAM-04"))
def set_game_is_not_answered(d: Dialogue) -> None:
    """`set game` brings no answer."""
    nboard.ready(d)
    for tag in ("P-EX", "P-FORCED", "P-MANY"):
        d.send(written(_TAGS[tag].game))
        d.silence(is_role_line, "no answer after `set game`", for_ms=d.limits.quiet_ms / 2)
    nboard.give_a_hint(d)
    d.send(written(_TAGS["P-EX"].game))
    d.silence(is_role_line, "no answer after a hint and `set game`", for_ms=d.limits.quiet_ms / 2)
    d.fence()


_GOOD = str(positions.played(_TAGS["P-B1"]))
_START = START.ggf
_BROKEN = (
    "",
    "garbage",
    _GOOD.removesuffix(";)"),
    _GOOD.replace(_START, _START.replace("-", "", 1)),
    _GOOD.replace("B[F5]", "B[A1]"),
    _GOOD.replace("B[F5]", "W[F5]"),
    _GOOD.replace("B[F5]", "B[F9]"),
    _GOOD.replace("GM[Othello]", "GM[Chess]"),
)


@chapter.dialogue("NB-GAM-09", needs=("NB-GO-02", "NB-GAM-02"))
def survives_broken_games(d: Dialogue) -> None:
    """A broken game neither ends the engine nor spoils the next good one."""
    nboard.ready(d)
    for game in _BROKEN:
        survives(d, f"set game {game}".rstrip(), "a broken game")
    d.fence()


def survives(d: Dialogue, line: str, what: str) -> None:
    """Send what no GUI sends, then a good game: the engine lives and answers for that."""
    d.send_illegal(line)
    d.pause(d.limits.moment_ms)
    d.expect_alive(f"an engine that lives after {quoted(line, 120)}")
    number = 500 + len(d.transcript)
    d.send_illegal(written(_TAGS["P-FORCED"].game), f"ping {number}")
    d.expect(pong_to(d, number), f"pong after {what}", within_ms=d.limits.ready_ms)
    d.send_illegal("go")
    answer = d.expect(is_answer, f"=== in the good game after {what}", within_ms=d.limits.search_ms)
    read = answer_of(answer)
    if read is not None and not _TAGS["P-FORCED"].root.is_legal(read.move):
        d.fail(f"=== A7 in the good game after {what} ({quoted(line, 120)})", f"`{answer.text}`")


#: So many moves that end a game come by `move`.
_FED = 2


@chapter.dialogue("NB-GAM-10", needs=(*_PLAYED, "NB-MOV-01", "NB-PNG-09"))
def takes_a_finished_game(d: Dialogue) -> None:
    """A finished game is accepted, whole as GUIs send it before `learn`, and ended by `move`; the next one is played."""
    nboard.ready(d)
    games = [(tag, _TAGS[tag].game, 0) for tag in ("P-OVER", "P-WIPE", "P-OVERGAP")]
    games.append(("62 moves, two of them passes", random_game(2, 62, seek_passes=True), 0))
    games.append((f"P-OVER, the last {_FED} moves by `move`", _TAGS["P-OVER"].game, _FED))
    for what, game, fed in games:
        at_once = len(game.moves) - fed
        d.send(written(Game(game.start, game.moves[:at_once])), *(f"move {move}" for move in game.moves[at_once:]))
        d.pause(d.limits.moment_ms)
        d.expect_alive(f"an engine that lives after a finished game ({what})")
        for request in ("hint 2", "analyze"):
            number = nboard.next_number(d)
            d.send(request)
            d.pause(d.limits.moment_ms)
            d.send(f"ping {number}")
            expected = f"pong {number} after `{request}` in a finished game ({what})"
            d.expect(pong_to(d, number), expected, within_ms=d.limits.ready_ms)
            nboard.drain(d)
        plays_in(d, _TAGS["P-FORCED"].game, "NB-GAM-10", f"after a finished game ({what})")
    d.fence()


_SMALL = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[1:00]TY[6]BO[6 --------------O*----*O-------------- *];)"
_LARGE = f"(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[1:00]TY[10]BO[10 {'-' * 44}O*{'-' * 8}*O{'-' * 44} *];)"


@chapter.dialogue("NB-GAM-11", needs=("NB-GO-02", "NB-GAM-02", "NB-GAM-09"))
def survives_other_board_sizes(d: Dialogue) -> None:
    """A board of another size does not end the engine."""
    nboard.ready(d)
    for game in (_SMALL, _LARGE):
        survives(d, f"set game {game}", "a board of another size")

"""`search` and `book` lines, each by itself, against the rules and against the depth that was set."""

from collections.abc import Iterator
from functools import lru_cache

from conformance.api.suites import Chapter, Finding, Judgements, Remark, Seen, faults_of, quoted
from conformance.games.othello import PASS, Position, Scoring, line_error, move_values, solve
from conformance.suites.nboard.dialogues import hinting, interrupting, settings
from conformance.suites.nboard.legality import is_misread, unless_flips_are_wrong, wrong_move
from conformance.suites.nboard.messages import Evaluation
from conformance.suites.nboard.record import Heard, Record, Work, whole

chapter: Chapter[Record] = Chapter()

#: Positions with more empty squares are not solved here, and with some more where an engine claims to have solved them.
_SOLVED, _SOLVED_ON_CLAIM = 10, 13
#: Only positions with more empty squares than this are a middle game to everyone.
_MIDGAME = 30
#: A game won by so many disks is seen as won by whatever counts anything.
_CLEARLY_WON = 40
_EQUAL = 0.011
#: Disks, and hundredths of a disk: the eval of `move` is "normally in centi-disks", and that of a hint has no unit in the text.
_UNITS = (1, 100)
#: What an engine breaks that has another position in mind, or plays by other rules: its result is that of another game.
_ABOUT_POSITIONS = ("NB-GAM", "NB-GO-02", "NB-GO-05", "NB-HNT-12", "NB-MOV", "NB-SES")


def _of_verbs(record: Record, *verbs: str) -> list[Heard]:
    return [heard for heard in record.heard if heard.verb in verbs]


@chapter.invariant("NB-HNT-02", "NB-HNT-04", "NB-HNT-05", evidence=(hinting.hint_is_answered,))
def evaluations_have_their_form(record: Record) -> Judgements:
    """A `search` line has a line of play, an eval, a number and a depth, in this order; `book` has such an eval and depth."""
    lines = _of_verbs(record, "search", "book")
    yield from faults_of(
        "NB-HNT-02", whole(_of_verbs(record, "search")), "search PV EVAL 0 DEPTH with a line of play in one word"
    )
    yield from faults_of("NB-HNT-04", whole(lines), "an eval of one real number, or of two joined by a comma")
    yield from faults_of("NB-HNT-05", whole(lines), "a depth that begins with an integer")


@chapter.invariant("NB-HNT-16", evidence=(hinting.hint_is_answered,))
def book_lines_have_their_fields(record: Record) -> Judgements:
    """A `book` line has a line of play, an eval, a number of games and a depth, in this order."""
    yield from faults_of("NB-HNT-16", whole(_of_verbs(record, "book")), "book PV EVAL GAMES DEPTH")


@chapter.invariant("NB-HNT-06", evidence=(hinting.hint_is_answered,))
def search_lines_have_a_zero(record: Record) -> Judgements:
    """The third field of a `search` line is 0."""
    yield from faults_of("NB-HNT-06", whole(_of_verbs(record, "search")), "0 in the third field of search")


def _judged(record: Record) -> list[Work]:
    """The requests about a position that is known and has moves, and was not misread."""
    works = [work for work in record.works if work.evaluations and work.position and not work.position.is_over]
    return [work for work in works if not is_misread(work)]


def _is_late(record: Record, work: Work, move: str) -> bool:
    """Whether a move is legal in the position of a request that was interrupted: that line is late, not wrong."""
    before = [other for other in record.works if other.index < work.index and other.is_interrupted and other.position]
    return any(other.position.is_legal(move) for other in before[-2:] if other.position)


@chapter.invariant("NB-HNT-02", evidence=(hinting.hints_in_many_positions,))
def lines_begin_with_a_legal_move(record: Record) -> Judgements:
    """The first move of every line of play is legal."""
    for work in _judged(record):
        position = work.position
        assert position is not None
        for heard, found in work.evaluations:
            if position.is_legal(found.move):
                yield Seen("NB-HNT-02")
            elif not (position.must_pass and work.verb == "hint") and not _is_late(record, work, found.move):
                expected = f"a line that begins with a legal move: {' '.join(position.legal_moves)}"
                why = f"{wrong_move(position, found.move)}: {quoted(heard)}"
                yield Finding("NB-HNT-02", expected, why, heard.index, unless=_ABOUT_POSITIONS)


@chapter.invariant("NB-HNT-03", evidence=(hinting.hints_in_many_positions,))
def lines_can_be_played(record: Record) -> Judgements:
    """The whole line of play can be played, passes written or left out."""
    yield from faults_of("NB-HNT-03", whole(_of_verbs(record, "search", "book")), "a line of play of moves only")
    for work in _judged(record):
        position = work.position
        assert position is not None
        for heard, found in work.evaluations:
            error = line_error(position, found.pv)
            if error and position.is_legal(found.move):
                expected, unless = "a line that can be played to its end", unless_flips_are_wrong(work)
                yield Finding("NB-HNT-03", expected, f"{error}: {quoted(heard)}", heard.index, unless=unless)
            elif not error:
                yield Seen("NB-HNT-03")


def _is_of_a_game_before(work: Work) -> bool:
    """Whether an answer is about an earlier position and not about this one: it is late, and no answer to the hint."""
    answer, position = work.answer, work.position
    if answer is None or position is None or position.is_legal(answer.move):
        return False
    return any(before.is_legal(answer.move) for before in work.earlier)


@chapter.invariant("NB-PNG-04", evidence=(interrupting.an_interrupted_go_is_called_off,))
def answers_are_not_late(record: Record) -> Judgements:
    """No answer of a game before comes in a hint."""
    for work in record.of("hint"):
        if work.answers and _is_of_a_game_before(work):
            expected = "after the pong nothing of the work that was interrupted"
            yield Finding("NB-PNG-04", expected, f"{quoted(work.answers[0])}, of the game before", work.answers[0].index)
        elif work.earlier:
            yield Seen("NB-PNG-04")


@chapter.invariant("NB-HNT-15", evidence=(hinting.hint_is_answered,))
def hints_are_no_moves(record: Record) -> Judgements:
    """`hint` brings no `===`."""
    for work in record.of("hint"):
        if work.answers and _is_of_a_game_before(work):
            continue
        if work.answers:
            yield Finding("NB-HNT-15", "no === to a hint", quoted(work.answers[0]), work.answers[0].index)
        elif work.heard:
            yield Seen("NB-HNT-15")


@chapter.invariant("NB-HNT-08", "NB-HNT-09", evidence=(hinting.solves_endings,))
def endings_are_solved_right(record: Record) -> Judgements:
    """The eval is seen from the side to move; `100%` marks the exact result and `100%W` its sign.

    An exact result that is that of the other side may be so by chance in one position; in two it is not.
    """
    solvable = list(_solvable(record))
    turned = {position for position, _, found, values in solvable if found.is_exact and _is_opposite(found, values)}
    for position, heard, found, values in solvable:
        yield from _solved(position, heard, found, values, is_turned=len(turned) > 1)


def _solvable(record: Record) -> Iterator[tuple[Position, Heard, Evaluation, list[int]]]:
    """Evals of moves whose result is known here, with that result by each way to count empty squares."""
    for work in _judged(record):
        position = work.position
        assert position is not None
        for heard, found in [] if work.contempt else work.evaluations:
            is_claimed = found.is_exact or found.is_decided
            most = _SOLVED_ON_CLAIM if is_claimed else _SOLVED
            if position.empties <= most and position.is_legal(found.move) and found.eval:
                yield position, heard, found, [_value(position, found.move, scoring) for scoring in Scoring]


@chapter.invariant("NB-HNT-09", evidence=(hinting.solves_endings,))
def exact_results_are_results(record: Record) -> Judgements:
    """After `100%` stands a number of disks, the same each time for a move in a position, however many squares are empty."""
    reports: dict[tuple[Position, str], Evaluation] = {}
    for work in _judged(record):
        position = work.position
        assert position is not None
        for heard, found in [] if work.contempt else work.evaluations:
            if not (found.is_exact and found.eval and position.is_legal(found.move)):
                continue
            before = reports.setdefault((position, found.move), found)
            if any(abs(eval_ - round(eval_)) >= _EQUAL for eval_ in found.eval):
                yield Finding("NB-HNT-09", "a whole number of disks after 100%", quoted(heard), heard.index)
            elif any(abs(one - two) >= _EQUAL for one, two in zip(before.eval, found.eval, strict=False)):
                expected = f"the exact result reported for {found.move} before, {before.eval[0]:+g}"
                yield Finding("NB-HNT-09", expected, quoted(heard), heard.index, unless=_ABOUT_POSITIONS)
            else:
                yield Seen("NB-HNT-09")


@chapter.invariant("NB-HNT-09", evidence=(hinting.hints_of_finished_games_tell_the_score,))
def finished_games_have_their_score(record: Record) -> Judgements:
    """An exact result of a finished game is its score, or 0 where no value is given.

    The text does not say who is to move after the last move of a game; on a board that was set up it is the side named there.
    """
    for work in record.works:
        position = work.position
        if position is None or not position.is_over or work.contempt or work.game is None:
            continue
        scores = [position.score(scoring) for scoring in Scoring]
        known = [*scores, *(-score for score in scores)] if work.game.game.moves else scores
        for heard, found in work.evaluations:
            if not found.is_exact or not found.eval or not any(found.eval):
                continue
            if any(_is_exact(found, score) for score in known):
                yield Seen("NB-HNT-09")
            else:
                expected = f"the score of the finished game, {scores[0]:+} for {position.turn}, after {found.depth}"
                unless = (*_ABOUT_POSITIONS, "NB-HNT-08") if _is_opposite(found, scores) else _ABOUT_POSITIONS
                yield Finding("NB-HNT-09", expected, quoted(heard), heard.index, unless=unless)


def _solved(position: Position, heard: Heard, found: Evaluation, values: list[int], *, is_turned: bool) -> Judgements:
    value = values[0]
    if is_turned and found.is_exact and _is_opposite(found, values):
        expected = f"an eval with the sign of the side to move, who gets {value:+} with {found.move}"
        yield Finding("NB-HNT-08", expected, quoted(heard), heard.index)
        return
    shows_its_side = abs(value) >= _CLEARLY_WON and all(eval_ * value > 0 for eval_ in found.eval)
    if (found.is_exact and value) or shows_its_side:
        yield Seen("NB-HNT-08")
    if not (found.is_exact or found.is_decided):
        return
    right = _is_exact if found.is_exact else _has_sign
    if found.is_exact and _is_split(found, value) and not _may_be_drawn(position.play(found.move)):
        expected = f"the same eval twice, since no draw can come about after {found.move}"
        yield Finding("NB-HNT-09", expected, f"{quoted(heard)} (perhaps a decimal comma)", heard.index)
        return
    if any(right(found, each) for each in values):
        yield Seen("NB-HNT-09")
        if found.is_exact and any(_is_in_hundredths(found, each) for each in values):
            how = f"gives exact results in hundredths of a disk, where other engines count disks: {quoted(heard)}"
            yield Remark("unit of exact results", how, at=heard.index)
    else:
        what = "the exact result" if found.is_exact else "the sign of the result"
        expected = f"{what} after {found.depth}: {found.move} gives {value:+}"
        unless = (*_ABOUT_POSITIONS, "NB-HNT-08") if _is_opposite(found, values) else _ABOUT_POSITIONS
        yield Finding("NB-HNT-09", expected, quoted(heard), heard.index, unless=unless)


def _value(position: Position, move: str, scoring: Scoring) -> int:
    """The exact result of a move, for the side to move."""
    if position.empties > _SOLVED and move != PASS:
        return -solve(position.play(move), scoring)
    return move_values(position, scoring)[move] if move != PASS else solve(position, scoring)


def _is_opposite(found: Evaluation, values: list[int]) -> bool:
    """Whether evals are the exact result of the other side, and not that of the side to move."""
    return any(value and _is_exact(found, -value) for value in values) and not any(_is_exact(found, each) for each in values)


def _is_split(found: Evaluation, value: int) -> bool:
    """Whether one of two evals is the exact result and the other is not."""
    return _is_exact(found, value) and any(min(abs(eval_ - value * unit) for unit in _UNITS) >= _EQUAL for eval_ in found.eval)


#: With more empty squares too many games are left to look for a draw.
_PLAYED_OUT = 5


@lru_cache(maxsize=1 << 12)
def _may_be_drawn(position: Position) -> bool:
    """Whether a game that goes on from here may end in a draw, for all that is tried: then draws may have two values."""
    if position.is_over:
        return position.score() == 0
    return position.empties > _PLAYED_OUT or any(_may_be_drawn(position.play(move)) for move in position.legal_moves)


def _is_exact(found: Evaluation, value: int) -> bool:
    return any(abs(eval_ - value * unit) < _EQUAL for eval_ in found.eval for unit in _UNITS)


def _is_in_hundredths(found: Evaluation, value: int) -> bool:
    return bool(value) and any(abs(eval_ - 100 * value) < _EQUAL for eval_ in found.eval)


def _has_sign(found: Evaluation, value: int) -> bool:
    return any((eval_ > 0) - (eval_ < 0) == (value > 0) - (value < 0) for eval_ in found.eval)


@chapter.invariant("NB-DEP-01", evidence=(settings.goes_no_deeper_than_it_may,))
def depths_are_kept(record: Record) -> Judgements:
    """In the middle game no line is deeper than every depth that was set; NB-DEP-02 is about earlier depths."""
    for work in record.works:
        if work.depth is None or work.position is None or work.position.empties <= _MIDGAME or work.verb == "analyze":
            continue
        for heard, found in work.evaluations:
            if heard.verb == "book" or "%" in found.depth:
                continue
            if found.plies > max(work.depths):
                yield Finding("NB-DEP-01", f"no depth above {work.depth}", quoted(heard), heard.index)
            elif found.plies <= work.depth:
                yield Seen("NB-DEP-01")

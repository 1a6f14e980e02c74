"""What must hold in every dialogue: pure functions over a record, each bound to its rows."""

from conformance.lines import visible
from conformance.model import Finding, Seen
from conformance.suite import Judgements
from conformance.suites.usi.dialogues import position, readiness, searching
from conformance.suites.usi.legality import blame
from conformance.suites.usi.messages import BestMove, IdAuthor, IdName, Info, Malformed, OptionLine, OptionType, faults
from conformance.suites.usi.record import Go, Heard, Record, verb_of
from conformance.suites.usi.states import State
from conformance.suites.usi.suite import suite


def _faults_of(requirement: str, heard: list[Heard], expected: str) -> Judgements:
    for item in heard:
        for fault in faults(item.message):
            if fault.requirement == requirement:
                yield Finding(requirement, expected, f"{fault.reason}: `{visible(str(item.message), 120)}`", item.index)
                break
        else:
            yield Seen(requirement)


@suite.invariant("USI-HS-02")
def nothing_but_answers_after_usiok(record: Record) -> Judgements:
    """No `id` or `option` line comes after `usiok`."""
    for heard in record.heard:
        if heard.state in (State.USI, State.READY) and verb_of(heard.message) in ("id", "option"):
            yield Finding("USI-HS-02", "no id or option after usiok", f"`{visible(str(heard.message))}`", heard.index)
        elif heard.state is State.READY:
            yield Seen("USI-HS-02")


@suite.invariant("USI-ID-01")
def one_name(record: Record) -> Judgements:
    """There is exactly one `id name`, and it is not empty."""
    yield from _identity(record, "USI-ID-01", IdName)


@suite.invariant("USI-ID-02")
def one_author(record: Record) -> Judgements:
    """There is exactly one `id author`, and it is not empty."""
    yield from _identity(record, "USI-ID-02", IdAuthor)


def _identity(record: Record, requirement: str, kind: type[IdName | IdAuthor]) -> Judgements:
    if not record.handshakes or not record.handshakes[0] or verb_of(record.handshakes[0][-1].message) != "usiok":
        return
    line = "id name" if kind is IdName else "id author"
    found = [heard for heard in record.handshakes[0] if isinstance(heard.message, kind)]
    if len(found) != 1:
        at = found[1].index if found else record.handshakes[0][-1].index
        yield Finding(requirement, f"one `{line}` line", f"{len(found)} of them", at)
    elif not _text(found[0]).strip():
        yield Finding(requirement, f"an `{line}` that names something", "an empty one", found[0].index)
    else:
        yield Seen(requirement)


def _text(heard: Heard) -> str:
    if isinstance(heard.message, IdName):
        return heard.message.name
    return heard.message.author if isinstance(heard.message, IdAuthor) else ""


def _options_of(record: Record, *types: OptionType) -> list[Heard]:
    return [h for h in record.options() if isinstance(h.message, OptionLine) and (not types or h.message.type in types)]


@suite.invariant("USI-OPT-01")
def options_are_well_formed(record: Record) -> Judgements:
    """Every option line follows the grammar and has one of the six types."""
    yield from _faults_of("USI-OPT-01", record.options(), "option name NAME type TYPE ...")


@suite.invariant("USI-OPT-02")
def option_names_hold_no_blank(record: Record) -> Judgements:
    """Option names are single words."""
    yield from _faults_of("USI-OPT-02", _options_of(record), "an option name without blanks")


@suite.invariant("USI-OPT-04")
def spins_have_a_range(record: Record) -> Judgements:
    """A spin has integer default, min and max, in order."""
    yield from _faults_of("USI-OPT-04", _options_of(record, OptionType.SPIN), "min <= default <= max, all integers")


@suite.invariant("USI-OPT-05")
def checks_are_true_or_false(record: Record) -> Judgements:
    """A check's default is true or false."""
    yield from _faults_of("USI-OPT-05", _options_of(record, OptionType.CHECK), "default true or default false")


@suite.invariant("USI-OPT-06")
def combos_list_their_default(record: Record) -> Judgements:
    """A combo lists its values, the default among them."""
    yield from _faults_of("USI-OPT-06", _options_of(record, OptionType.COMBO), "a default that is one of the vars")


@suite.invariant("USI-BM-01", evidence=(position.plays_in_many_positions,))
def bestmoves_are_well_formed(record: Record) -> Judgements:
    """Every bestmove line follows the grammar."""
    for go in record.searches:
        for heard in go.answers:
            if isinstance(heard.message, Malformed) and not _no_moves(go):
                yield Finding("USI-BM-01", "bestmove MOVE [ponder MOVE]", heard.message.reason, heard.index)
            elif isinstance(heard.message, BestMove):
                yield Seen("USI-BM-01")


def _no_moves(go: Go) -> bool:
    return go.game is not None and go.game.position.is_terminal


@suite.invariant("USI-BM-02", evidence=(position.plays_in_many_positions, position.knows_the_start))
def bestmoves_are_legal(record: Record) -> Judgements:
    """Every bestmove is a legal move."""
    for go in record.searches:
        best = go.bestmove
        if best is None or not best.is_move or go.game is None or _no_moves(go):
            continue
        if go.game.position.is_legal(best.move):
            yield Seen("USI-BM-02")
            continue
        broken, reason = blame(go.game, go.earlier, best.move)
        if broken == "USI-BM-02":  # the other rows have dialogues of their own
            yield Finding(broken, f"a legal move in {go.game.position.sfen}", reason, go.answers[0].index)


@suite.invariant("USI-BM-03", evidence=(searching.stop_ends_an_infinite_search, readiness.plays_several_games))
def one_bestmove_for_each_go(record: Record) -> Judgements:
    """Every `go` gets exactly one bestmove, and nothing else does."""
    for go in record.searches:
        if go.is_mate:
            continue
        if len(go.answers) > 1 and not go.after_gameover:
            yield Finding("USI-BM-03", "one bestmove for one go", f"{len(go.answers)} of them", go.answers[1].index)
        elif len(go.answers) == 1:
            yield Seen("USI-BM-03")


@suite.invariant("USI-BM-04", evidence=(position.plays_in_many_positions, searching.depth_limit_ends_the_search))
def ponder_moves_are_legal(record: Record) -> Judgements:
    """The ponder move is legal after the bestmove."""
    for go in record.searches:
        best = go.bestmove
        if best is None or best.ponder is None or go.game is None or not go.game.position.is_legal(best.move):
            continue
        after = go.game.position.play(best.move)
        if after.is_legal(best.ponder):
            yield Seen("USI-BM-04")
        else:
            reason = f"{best.ponder}: {after.why_illegal(best.ponder)}"
            yield Finding("USI-BM-04", f"a legal reply to {best.move}", reason, go.answers[0].index)


@suite.invariant("USI-INFO-01", evidence=(searching.depth_limit_ends_the_search,))
def info_lines_are_well_formed(record: Record) -> Judgements:
    """Every info line follows the grammar."""
    yield from _infos(record, "USI-INFO-01", "an info line of the grammar")


@suite.invariant("USI-INFO-02", evidence=(searching.depth_limit_ends_the_search,))
def scores_are_well_formed(record: Record) -> Judgements:
    """Every score is cp or mate with a number."""
    yield from _infos(record, "USI-INFO-02", "score cp NUMBER or score mate NUMBER")


def _infos(record: Record, requirement: str, expected: str) -> Judgements:
    for heard in record.of("info"):
        if isinstance(heard.message, Malformed):
            if heard.message.requirement == requirement:
                actual = f"{heard.message.reason}: `{visible(heard.message.text, 120)}`"
                yield Finding(requirement, expected, actual, heard.index)
        elif requirement == "USI-INFO-01" or (isinstance(heard.message, Info) and heard.message.score):
            yield Seen(requirement)


@suite.invariant("USI-INFO-04", evidence=(position.plays_in_many_positions, searching.depth_limit_ends_the_search))
def variations_are_legal(record: Record) -> Judgements:
    """Every pv is a legal line from the root of the search."""
    for go in record.searches:
        if go.game is None or (go.bestmove and go.bestmove.is_move and not go.game.position.is_legal(go.bestmove.move)):
            continue
        for heard in go.infos:
            if isinstance(heard.message, Info) and heard.message.pv:
                yield _line(go, heard, heard.message.pv)


def _line(go: Go, heard: Heard, pv: tuple[str, ...]) -> Finding | Seen:
    assert go.game is not None
    here = go.game.position
    for number, move in enumerate(pv, 1):
        if not here.is_legal(move):
            if move in ("resign", "win") or move.startswith("rep_"):
                break
            actual = f"move {number}, {move}: {here.why_illegal(move)}"
            return Finding("USI-INFO-04", "a pv that can be played from the root", actual, heard.index)
        here = here.play(move)
    return Seen("USI-INFO-04")


@suite.invariant("USI-INFO-07", evidence=(searching.depth_limit_ends_the_search,))
def seldepth_comes_with_depth(record: Record) -> Judgements:
    """`seldepth` stands in a line that has `depth`."""
    for heard in record.of("info"):
        if isinstance(heard.message, Info) and heard.message.seldepth is not None:
            if heard.message.depth is None:
                yield Finding("USI-INFO-07", "depth beside seldepth", f"`{visible(str(heard.message), 120)}`", heard.index)
            else:
                yield Seen("USI-INFO-07")


@suite.invariant("USI-INFO-09", evidence=(searching.depth_limit_ends_the_search,))
def permille_is_at_most_1000(record: Record) -> Judgements:
    """`hashfull` is between 0 and 1000."""
    for heard in record.of("info"):
        if isinstance(heard.message, Info) and heard.message.hashfull is not None:
            if heard.message.hashfull > 1000:
                yield Finding("USI-INFO-09", "hashfull in permille", f"hashfull {heard.message.hashfull}", heard.index)
            else:
                yield Seen("USI-INFO-09")

"""Plays games with an engine: sends moves, asks for lists, and finds out whose fault it is when a legal move is refused.

A `Player` keeps to the rules of the oracle, so what it sends is always in place. A legal move that an engine refuses then breaks
the requirement of the command. Where the engine's own lists are wrong, which others judge, the requirement stands in the way:
`NotReached`.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NoReturn

from conformance.api.suites import Conversation, NotReached
from conformance.games import hive
from conformance.games.hive import PASS, Game, GameType, Position
from conformance.suites.uhp import following, legality
from conformance.suites.uhp.driver import Answer, uhp
from conformance.suites.uhp.messages import GameString, Moves
from conformance.suites.uhp.states import State


@dataclass(frozen=True, slots=True)
class Listing:
    """An answer to `validmoves`: its texts as printed, and the moves that they mean."""

    texts: tuple[str, ...]
    moves: frozenset[hive.Move]
    by_move: dict[hive.Move, str]


@dataclass(slots=True)
class Player:
    """One side of the wire. `game` is what both should have on the board; `listed` the last list for exactly this game."""

    d: Conversation
    game: Game = field(default_factory=Game.new)
    listed: Listing | None = None
    since: str = ""
    #: The text of the last move that was refused and then accepted in the engine's own words.
    reworded: str = ""

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.game.final

    def new(self, game_type: str = "Base") -> Answer:
        """Start a game."""
        is_over = self.game.state.is_over or self.d.reading.state is State.OVER
        answer = uhp.ask(self.d, f"newgame {game_type}", anywhere=True)
        if answer.error:
            requirement = "UHP-NEW-07" if is_over else "UHP-NEW-02"
            self._refused(f"newgame {game_type}", answer, requirement)
        if self.game.moves and any(isinstance(each, GameString) and each.moves for each in answer.reply.messages):
            raise self.d.not_reached("UHP-NEW-06", f"a new game after `newgame {game_type}`", answer.words, at=answer.index)
        self._on(Game.new(GameType(game_type)))
        return answer

    def load(self, game: Game) -> None:
        """Set up a game by playing it from the start."""
        self.new(game.final.game_type)
        self.follow(game)

    def follow(self, game: Game) -> None:
        """Play on to a longer game that begins with this one."""
        for move in game.moves[len(self.game.moves) :]:
            self.play(move)

    def play(self, move: hive.Move, text: str = "") -> Answer:
        """Play a legal move, in the words given or else in ours."""
        said = text or hive.format_move(self.position, move)
        answer = self._sent(said)
        if answer.error:
            self.reworded = said
            said = self._other_words(move, said, answer)
            answer = self._sent(said)
            if answer.error:
                self._refused(f"play {said}", answer, "UHP-PLAY-01")
        self._on(following.extended(self.game, move))
        self._compare_end(answer)
        return answer

    def _sent(self, text: str) -> Answer:
        return uhp.ask(self.d, "pass" if text == "pass" else f"play {text}", anywhere=True)

    def refused(self, text: str, requirement: str) -> Answer:
        """Send a move that is not legal. The verdict on `requirement`: it is answered. The answer says what was made of it."""
        answer = uhp.demand(self.d, "pass" if text == "pass" else f"play {text}".rstrip(" "), requirement, anywhere=True)
        self.since = "UHP-PASS-03" if text == "pass" else "UHP-PLAY-08"
        return answer

    def undo(self, count: int = 1) -> Answer:
        """Take moves back."""
        line = "undo" if count == 1 else f"undo {count}"
        answer = uhp.ask(self.d, line, anywhere=True)
        if answer.error:
            self._refused(line, answer, following.undo_requirement(self.game, count))
        self._on(self.game.undo(count))
        self.since = "UHP-UNDO-01"
        return answer

    def moves(self) -> Listing:
        """Ask for the legal moves."""
        answer = uhp.ask(self.d, "validmoves", anywhere=True)
        if answer.error or not any(isinstance(message, Moves) for message in answer.reply.messages):
            requirement = "UHP-PASS-01" if self.position.legal_moves == {PASS} else "UHP-VM-01"
            requirement = next(
                (fault.requirement for fault in answer.reply.faults if fault.requirement.startswith("UHP-OK")), requirement
            )
            raise self.d.not_reached(requirement, "a list of moves", answer.words, at=answer.index)
        listing = self._read(answer)
        if self.listed is None:
            self.listed = listing
        return listing

    def _read(self, answer: Answer) -> Listing:
        texts = [str(move) for each in answer.reply.messages if isinstance(each, Moves) for move in each.moves]
        found: dict[hive.Move, str] = {}
        for text in texts:
            move = following.meant(self.position, text)
            if move is not None:
                found.setdefault(move, text)
        return Listing(tuple(texts), frozenset(found), found)

    def _on(self, game: Game) -> None:
        self.game, self.listed, self.since = game, None, ""

    def disturbed(self, requirement: str) -> None:
        """Take note that something happened which should have changed nothing; `requirement` says so."""
        self.since = requirement

    def common(self, listing: Listing) -> hive.Move:
        """A move that is legal and listed; raises NotReached where there is none."""
        both = listing.moves & self.position.legal_moves
        if not both:
            requirement = "UHP-PLAY-03" if legality.misread(self.game, listing.texts) else "UHP-VM-01"
            raise self.d.not_reached(
                requirement, "a list with a legal move in it", " ".join(listing.texts[:6]) or "an empty list"
            )
        return min(both)

    # -- when something stands in the way -----------------------------------------------------------------------------

    def _refused(self, line: str, answer: Answer, requirement: str) -> NoReturn:
        """A right command was answered by an error."""
        self.d.fail(f"`{line}` obeyed", answer.words, at=answer.index, requirement=requirement)

    def _other_words(self, move: hive.Move, said: str, answer: Answer) -> str:
        """The engine's own words for a legal move that it refused in ours; raises NotReached where it has none."""
        earlier = self.listed
        now = self.moves()
        if move in now.moves and now.by_move[move] != said and move != PASS:
            return now.by_move[move]
        if move in now.moves:
            self._refused(f"play {said}", answer, "UHP-PASS-01" if move == PASS else "UHP-PLAY-01")
        if earlier is not None and earlier.moves != now.moves:
            requirement = self.since or "UHP-VM-06"
        else:
            found = legality.blame([(self.position, now.moves)])
            unexplained = "UHP-PASS-01" if move == PASS else "UHP-VM-01"
            if not self.game.moves and any(" " in text for text in now.texts):
                unexplained = "UHP-NEW-06"  # a first move has no neighbour: these are the pieces of the game before
            requirement = found.requirement if found and found.is_certain else unexplained
        raise self.d.not_reached(requirement, f"the legal move `{said}` accepted", answer.words, at=answer.index)

    def _compare_end(self, answer: Answer) -> None:
        reported = answer.reported
        if reported is None or reported.state.is_over == self.game.state.is_over:
            return
        if reported.turn.plies < len(self.game.moves):
            raise self.d.not_reached("UHP-GS-07", "the game after the move", f"`{reported}`", at=answer.index)
        state = hive.GameState(reported.state)
        requirement = "UHP-RULE-14" if legality.state_switches([(self.position, state)]) else "UHP-GS-03"
        if self.game.occurrences > 1 and state is hive.GameState.DRAW:
            requirement = "UHP-RULE-15"
        raise self.d.not_reached(requirement, f"the state {self.game.state}", f"{reported.state}", at=answer.index)


@contextmanager
def on_trial(d: Conversation, *requirements: str, expected: str) -> Iterator[None]:
    """Turn what stands in the way into a verdict where it breaks one of `requirements`."""
    try:
        yield
    except NotReached as missing:
        if missing.requirement not in requirements or missing.is_silence:
            raise
        d.fail(expected, str(missing), requirement=missing.requirement)


def supported(d: Conversation, games: Sequence[Game]) -> list[Game]:
    """Those games whose type the engine has announced."""
    types = {each.value for each in uhp.types(d)}
    return [game for game in games if game.final.game_type.value in types]

"""`conform games`: whole games of an engine against itself by the clock, and who took the time where it ran out."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from conformance.front.cli import completion
from conformance.front.cli.messages import progress, say
from conformance.front.cli.options import PROTOCOL, Read, confinement, run_options
from conformance.front.loading import EngineCommand, engine_command
from conformance.front.options import CONFINEMENT, RunOptions
from conformance.matches import text as report
from conformance.matches.arbiter import MatchSetup
from conformance.matches.clock import FORMS, TimeControl, parse_control
from conformance.matches.match import Match, Plan, Tick
from conformance.matches.overhead import OverheadOption, TriedValue, is_safe, option_of, tables
from conformance.matches.played import Played
from conformance.matches.player import ControlError, Players, Settings, Written
from conformance.matches.seat import SeatError
from conformance.matches.summary import Verdict, chosen
from conformance.protocol.definition import attribute
from conformance.protocol.definition import protocol as declared
from conformance.report import ReportError
from conformance.report.files import WholeFile
from conformance.run.events import ExitCode
from conformance.system import programs
from conformance.transport import interrupts
from conformance.wire.recordings import About, write

_MOST_AT_ONCE = 64
_EXIT = {Verdict.SOUND: ExitCode.CONFORMING, Verdict.BROKEN: ExitCode.NOT_CONFORMING, Verdict.UNDECIDED: ExitCode.NO_VERDICT}


@dataclass(frozen=True, kw_only=True, slots=True)
class GamesOptions(RunOptions):
    """The options of `conform games`, and those of a run that it shares.

    `json` is the file for the document of all games; `max_time` is in seconds, 0 stands for as long as a match is reckoned to
    take. No `controls` and no `opening_plies` stand for what is usual in the protocol, no `out` for no folder.
    """

    controls: tuple[TimeControl, ...]
    games: int
    concurrency: int
    ponder: bool
    find_overhead: bool
    opening_plies: int | None
    max_plies: int
    out: str | None


@click.command("games", context_settings={"allow_interspersed_args": False})
@click.option("--protocol", type=PROTOCOL, required=True, help="The protocol that the engine speaks.")
@click.option("--time", "controls", type=Read(parse_control), multiple=True, metavar="CONTROL",
              help=f"A time control such as {FORMS}; may be given several times.")  # fmt: skip
@click.option("--games", type=click.IntRange(1, 100_000), default=20, show_default=True, metavar="N",
              help="Games at each time control.")  # fmt: skip
@click.option("--concurrency", type=click.IntRange(1, _MOST_AT_ONCE), default=1, show_default=True, metavar="N",
              help="Games at once, also more than there are cores.")  # fmt: skip
@click.option("--ponder", is_flag=True, help="Let the engines think in their opponent's time.")
@click.option("--find-overhead", is_flag=True, help="Look for the smallest overhead with which no flag falls here.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the openings.")
@click.option("--opening-plies", type=click.IntRange(0, 60), metavar="N", help="Random plies at the beginning. Default: 8.")
@click.option("--max-plies", type=click.IntRange(1, 2000), default=400, show_default=True, metavar="N",
              help="Cut a game off after so many plies.")  # fmt: skip
@run_options("max_time", default=None, show_default=False, help="End each match after so long.")
@run_options("setup")
@click.option("--out", metavar="DIR", help="Write each game there, its dialogues, and a plot of the times.")
@click.option("--json", metavar="FILE", help="Write all games with all times as one JSON document.")
@run_options("cwd", "env", *CONFINEMENT)
@run_options("virtual", help="Play a built-in engine on a virtual clock: the same games each time.")
@click.argument("engine", nargs=-1, type=click.UNPROCESSED, required=True, shell_complete=completion.engine)
def games_command(max_time: float | None, **said: Any) -> None:
    """Play whole games of ENGINE against itself by the clock.

    Two processes, a clock that runs, random openings. A late move counts against the engine only if the engine itself took the
    time: not the host, which may let it wait for a core, and not conform.

    Exits with 0 if the engine keeps to its time and to the rules, 1 if it does not, 3 if that cannot be decided, 4 for a fault
    of conform.
    """
    options = GamesOptions(max_time=max_time or 0.0, **said)
    players = _players(options.protocol)
    wanted = options.controls or (parse_control(players.usual),)
    try:
        for control in wanted:
            players.accept(control)
        players.start(Settings(options.setup))
    except ControlError as error:
        raise click.UsageError(str(error)) from error
    if options.ponder and not players.can_ponder:
        raise click.UsageError(f"--ponder: conform lets no engine of {options.protocol} think in its opponent's time")
    command = engine_command(options.engine, options.cwd, options.env, confinement(options))
    if command.is_builtin and len(options.engine) > 1:
        raise click.UsageError(f"{options.engine[0]} takes no arguments")
    sys.exit(_Session(players, command, options).play(wanted))


def _players(protocol: str) -> Players:
    """The players of the protocol's suite; raises UsageError where it has none."""
    place = declared(protocol)
    if not place.match:
        reason = place.no_match or f"the suite of {protocol} does not say how games are played by the clock"
        raise click.UsageError(f"no games by the clock in {protocol}: {reason}")
    players: Players = attribute(place.match)
    return players


@dataclass(slots=True)
class _Session:
    """All matches that were asked for, one after the other."""

    players: Players
    command: EngineCommand
    options: GamesOptions
    matches: list[report.MatchResult] = field(default_factory=list)
    tried: list[TriedValue] = field(default_factory=list)
    interrupted: int = 0

    def play(self, controls: tuple[TimeControl, ...]) -> int:
        """Play them and report; gives the exit code."""
        form = WholeFile(Path(self.options.json)) if self.options.json else None
        folder = self._folder()
        for control in controls:
            if not self.interrupted:
                self._one(control, folder / str(control).replace("/", "in") if folder and len(controls) > 1 else folder)
        with interrupts.deferred():
            if form is not None:
                form.write(report.document(self.options.protocol, self.command.words, self.matches, self.tried))
        return self.interrupted or self._exit_code()

    def _exit_code(self) -> int:
        codes = [_EXIT[result.summary.verdict] for result in self.matches]
        return next((code for code in (ExitCode.NOT_CONFORMING, ExitCode.NO_VERDICT) if code in codes), ExitCode.CONFORMING)

    def _folder(self) -> Path | None:
        if not self.options.out:
            return None
        folder = Path(self.options.out)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ReportError.of(folder, error) from error
        return folder

    def _table(self, control: TimeControl) -> MatchSetup:
        options = self.options
        launcher = self.command.launcher(options.protocol, virtual=options.virtual)
        return MatchSetup(self.players, launcher, control, Settings(options.setup, options.ponder), options.max_plies)

    def _plan(self) -> Plan:
        options = self.options
        plies = self.players.opening_plies if options.opening_plies is None else options.opening_plies
        return Plan(options.games, options.concurrency, options.seed, plies, options.max_time)

    def _one(self, control: TimeControl, folder: Path | None) -> None:
        table = self._table(control)
        if self.options.find_overhead:
            self._find_overhead(table)
            return
        match = Match(table, self._plan())
        say(f"{programs.join(self.command.words)} against itself, {report.budget(control, *self._size(), match.seconds)}")

        def show(game: Played) -> None:
            say(report.game_row(game))
            if folder is not None:
                _keep(folder, self._files(game, control))

        result = self._play(match, control, show)
        self.matches.append(result)
        with interrupts.deferred():
            if folder is not None:
                _keep(folder, {"times.svg": report.plot(result)})
            say()
            for row in report.rows(result):
                say(row)
            if self.interrupted:
                say("interrupted: this is what was played until then")

    def _files(self, game: Played, control: TimeControl) -> dict[str, bytes]:
        """A game as its players write it, and both its dialogues."""
        used = tuple(made.spent.elapsed for made in game.made)
        date = datetime.now(UTC).date().isoformat()
        written = Written(game.board, game.name, control, game.result, game.reason, game.number, date, used, game.opening)
        name = f"game-{game.number:03}"
        files = {f"{name}{self.players.suffix}": self.players.written(written).encode("utf-8", "backslashreplace")}
        for side, transcript in zip(self.players.sides, game.transcripts, strict=False):
            about = About(protocol=self.options.protocol, settings=self.options.setup)
            files[f"{name}-{side.lower()}.jsonl"] = write(transcript, about).encode("utf-8")
        return files

    def _size(self) -> tuple[int, int]:
        return self.options.games, self.options.concurrency

    def _play(self, match: Match, control: TimeControl, show: Callable[[Played], None]) -> report.MatchResult:
        """Play a match, also to an interruption, and give all that was played."""
        began, played = time.monotonic(), list[Played]()
        try:
            with interrupts.deferred():
                for item in match.run():
                    self._progress(item, match)
                    if isinstance(item, Played):
                        show(item)
                        played.append(_lighter(item))
        except KeyboardInterrupt as interruption:
            self.interrupted = interrupts.exit_code(interruption)
            for rest in match.rest():
                show(rest)
                played.append(_lighter(rest))
        return report.MatchResult(control, chosen(played, match.plan.games), time.monotonic() - began, self.players.sides)

    def _progress(self, item: Played | Tick, match: Match) -> None:
        progress(f"  {item.games} of {match.plan.games} games, {item.moves} moves" if isinstance(item, Tick) else "")

    def _find_overhead(self, table: MatchSetup) -> None:
        option = option_of(table)
        if option is None:
            known = ", ".join(self.players.overheads) or "none in this protocol"
            raise SeatError(f"--find-overhead: the engine declares no option for it (names that are known: {known})")
        longest = Match(table, self._plan()).seconds * len(option.values)
        say(f"`{option.name}` of {programs.join(self.command.words)}, from {option.low} ms upwards until no flag falls,")
        say(f"  each value with {report.budget(table.control, *self._size(), longest)} for all")
        for tried in self._trials(table, option):
            self.tried.append(tried)
        for row in report.overhead(option, self.tried, table.control):
            say(row)

    def _trials(self, table: MatchSetup, option: OverheadOption) -> Iterator[TriedValue]:
        for value, with_it in tables(table, option):
            result = self._play(Match(with_it, self._plan()), table.control, lambda _game: None)
            yield TriedValue(value, result.summary)
            if self.interrupted or is_safe(result.summary):
                return


def _lighter(game: Played) -> Played:
    """A game without its dialogues: a match can have many."""
    return replace(game, transcripts=())


def _keep(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files; raises ReportError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (folder / name).write_bytes(data)
    except OSError as error:
        raise ReportError.of(folder, error) from error

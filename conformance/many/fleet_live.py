"""Progress of a fleet, on standard error: a line when a campaign ends, and on a terminal how far each one is."""

from rich.console import Console
from rich.live import Live
from rich.text import Text

from conformance.many.fleet import FleetRow
from conformance.report import plain
from conformance.report.screen import cut, printable

#: Campaigns that are drawn at a time.
_MOST_DRAWN = 20
_PER_SECOND = 4


class FleetLive:
    """Reports a fleet of so many campaigns. Text that cannot be written is left out."""

    def __init__(self, console: Console, campaigns: int, *, terminal: bool) -> None:
        self._console = console
        self._all = campaigns
        self._ended = 0
        self._going: dict[str, str] = {}
        self._live = (
            Live(console=console, get_renderable=self._drawn, refresh_per_second=_PER_SECOND, transient=True)
            if terminal
            else None
        )
        if self._live:
            self._live.start()

    def begun(self, name: str, where: str, *, again: bool) -> None:
        """A campaign has begun, on a worker or here; `again` because its worker has died."""
        if again:
            self._say(f"{name}: its worker has died; {plain(where, 80)} begins it anew")
        self._going[name] = f"has begun{f' on {where}' if where else ''}"

    def going(self, name: str, done: int, checks: int, broken: int) -> None:
        """So many checks of a campaign have ended."""
        self._going[name] = f"{done} of {checks} checks, {broken} broken"

    def ended(self, row: FleetRow) -> None:
        """A campaign has ended."""
        self._ended += 1
        self._going.pop(row.origin.name, None)
        where = f" on {plain(row.origin.worker, 80)}" if row.origin.worker else ""
        self._say(f"{self._ended} of {self._all}: {row.origin.name}: {row.verdict} ({row.seconds:.0f} s{where})")

    def close(self) -> None:
        """Take what is drawn off the terminal; may be called twice."""
        if self._live:
            live, self._live = self._live, None
            live.stop()

    def _drawn(self) -> Text:
        rows = [f"{name}: {state}" for name, state in list(self._going.items())[:_MOST_DRAWN]]
        return Text("\n".join(cut(printable(self._console, row), self._console.width - 1) for row in rows))

    def _say(self, text: str) -> None:
        try:
            self._console.print(Text(printable(self._console, plain(text, 1_000))), soft_wrap=True)
        except (OSError, SystemExit):  # the latter is rich's answer to a closed pipe
            self._console.quiet = True

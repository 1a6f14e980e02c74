"""The hive at the command that a finding is about."""

from conformance.api.pictures import Picture, last_begun
from conformance.suites.uhp.record import Record


def picture(record: Record, at: int) -> Picture | None:
    """The position when the line `at` came, before the command that it answers; None where no game had begun."""
    exchange = last_begun(record.exchanges, at)
    if exchange is None or exchange.game is None or not exchange.game.moves:
        return None
    from conformance.games.hive.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    game = exchange.game
    last = game.moves[-1].piece
    caption = f"{game.final.turn} to move{f', {last} moved last and is marked' if last else ''}"
    return Picture(draw(game.final, last), str(game), caption)

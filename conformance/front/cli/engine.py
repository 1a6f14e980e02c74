"""`conform engine`: an engine that tries whatever GUI has started it, and records what it is sent."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from conformance.clients.declared import scenarios
from conformance.clients.record import ScenarioRecorder
from conformance.clients.scenario import Scenario
from conformance.engines.process import run
from conformance.front import cache_paths
from conformance.front.cli.messages import say
from conformance.front.cli.options import PROTOCOL
from conformance.words import inputs
from conformance.words.suggest import did_you_mean

#: Records that are kept in the cache folder where no file is named.
_KEPT = 50


@click.command("engine")
@click.option("--protocol", required=True, type=PROTOCOL)
@click.option("--record", metavar="FILE", help="Record the dialogue there. A file that exists is kept: the name then gets a "
              "number. Default: in the user's cache folder, the last 50.")  # fmt: skip
@click.argument("name", required=False)
def engine_command(protocol: str, record: str | None, name: str | None) -> None:
    """Be an engine that tries a GUI: enter this command in the GUI as its engine.

    Without NAME it lists the engines: difficult ones that conform, and ones that are faulty on purpose. `conform gui` judges the
    record, which is complete even if the GUI kills the engine: conform gui --protocol uci --judge FILE
    """
    known = scenarios(protocol)
    if not known:
        raise click.UsageError(f"there are no engines for clients of {protocol} yet")
    if name is None:
        for row in listed(known.values()):
            say(row)
        return
    if name not in known:
        raise click.UsageError(f"there is no engine {name!r}{did_you_mean(name, known) or ': without a name it lists them'}")
    try:
        file, _ = inputs.new_file(Path(record) if record else cache_paths.new_record("engines", f"{protocol}-{name}", _KEPT))
    except OSError as error:
        raise click.ClickException(f"cannot write the record: {error.filename}: {error.strerror}") from error
    with file:
        scenario = known[name]
        sys.exit(run(scenario.make(), ScenarioRecorder(file, protocol, scenario, os.getpid()).note))


def listed(some: Iterable[Scenario]) -> list[str]:
    """Scenarios as rows: name and sentence, the faulty ones below a heading of their own."""
    rows = list(some)
    column = max(len(one.name) for one in rows) + 2
    found = ["difficult, and conforming:"]
    found += [f"  {one.name:<{column}}{one.sentence}" for one in rows if not one.is_faulty]
    found += ["faulty on purpose:", *(f"  {one.name:<{column}}{one.sentence}" for one in rows if one.is_faulty)]
    return found

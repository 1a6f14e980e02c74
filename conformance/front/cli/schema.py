"""`conform schema`: the form of the files that are written for other programs."""

import json
from collections.abc import Callable
from typing import Any

import click

from conformance.front.cli.config import schema
from conformance.front.cli.run import run_command
from conformance.front.cli.telling import say
from conformance.report.schemas import SCHEMAS

#: What there is a schema of, besides reports: the configuration.
_SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {**SCHEMAS, "config": lambda: schema(run_command)}


@click.command("schema")
@click.argument("form", type=click.Choice(list(_SCHEMAS)))
def schema_command(form: str) -> None:
    """Print the JSON Schema of a line of --jsonl, of the documents of --json (json, and history), or of conform.toml (config)."""
    say(json.dumps(_SCHEMAS[form](), indent=2))

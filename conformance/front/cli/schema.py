"""`conform schema`: the form of the files that are written for other programs."""

import json
from collections.abc import Callable
from typing import Any

import click

from conformance.front.cli import config, engines_file
from conformance.front.cli.messages import say
from conformance.front.cli.run import run_command
from conformance.many import fleet_table, history_document
from conformance.report.schemas import document_schema, line_schema

#: What there is a schema of: reports, and the files of options.
_SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {
    "jsonl": line_schema,
    "json": document_schema,
    "history": history_document.schema,
    "fleet": fleet_table.schema,
    "config": lambda: config.schema(run_command),
    "engines": engines_file.schema,
}


@click.command("schema")
@click.argument("form", type=click.Choice(list(_SCHEMAS)))
def schema_command(form: str) -> None:
    """Print a JSON Schema.

    jsonl describes a line of --jsonl; json, history and fleet describe the documents of --json; config describes conform.toml,
    and engines the file of `conform fleet`.
    """
    say(json.dumps(_SCHEMAS[form](), indent=2))

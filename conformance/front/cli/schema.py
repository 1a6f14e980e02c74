"""`conform schema`: the form of the files that are written for other programs."""

import json

import click

from conformance.report.schemas import SCHEMAS


@click.command("schema")
@click.argument("form", type=click.Choice(list(SCHEMAS)))
def schema_command(form: str) -> None:
    """Print the JSON Schema of a line of --jsonl, or of the document of --json."""
    click.echo(json.dumps(SCHEMAS[form](), indent=2))

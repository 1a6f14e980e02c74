"""Writes `schemas/conform.schema.json`, the JSON Schema of `conform.toml` for editors, from the options of `conform run`."""

import json
from pathlib import Path

from conformance.front.cli.config import schema
from conformance.front.cli.run import run_command

PATH = Path(__file__).parents[1] / "schemas" / "conform.schema.json"


def text() -> str:
    """What the file has to hold."""
    return json.dumps(schema(run_command), indent=2) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), "utf-8")

"""`conform.toml`, or `[tool.conform]` in `pyproject.toml`: every option of a run can stand there."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class ConfigError(Exception):
    """The configuration cannot be used; the message names the file and the key."""


def find(directory: Path) -> Path | None:
    """The configuration file that holds for a directory: its own `conform.toml`, or a `pyproject.toml` with our table."""
    own = directory / "conform.toml"
    if own.is_file():
        return own
    project = directory / "pyproject.toml"
    if project.is_file() and "tool.conform" in project.read_text("utf-8", "replace"):
        return project
    return None


def load(path: Path, known: Mapping[str, bool]) -> dict[str, Any]:
    """Read the options in a file, of which it is `known` whether they take several values.

    Raises ConfigError for what is unreadable or unknown. A single value may stand for a list of one.
    """
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from error
    if path.name == "pyproject.toml":
        document = document.get("tool", {}).get("conform", {})
        if not isinstance(document, dict):
            raise ConfigError(f"{path}: tool.conform is no table of options")
    options = {key.replace("-", "_"): value for key, value in document.items()}
    if unknown := sorted(set(options) - set(known)):
        names = ", ".join(sorted(name.replace("_", "-") for name in known))
        raise ConfigError(f"{path}: unknown option {unknown[0].replace('_', '-')!r}; known are {names}")
    return {key: [value] if known[key] and isinstance(value, str) else value for key, value in options.items()}

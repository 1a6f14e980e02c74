"""Where a run keeps what the next one may want: in the user's cache, since the current directory is not ours."""

import hashlib
import os
import time
from collections.abc import Sequence
from pathlib import Path

from conformance.system import programs
from conformance.words import inputs


def cache() -> Path | None:
    """Our folder in the user's cache, made if need be; None where nothing can be written."""
    try:
        usual = os.environ.get("LOCALAPPDATA", "") if programs.IS_WINDOWS else ""
        folder = Path(os.environ.get("XDG_CACHE_HOME") or usual or Path.home() / ".cache") / "conform"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # the latter where there is no home
        return None
    return folder if os.access(folder, os.W_OK) else None


def folder(kind: str) -> Path:
    """The folder for one kind of thing, made if need be for nobody else to read; raises OSError."""
    ours = cache()
    if ours is None:
        raise OSError(None, "there is none: name a file", "the cache folder")
    found = ours / kind
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    return found


def new_record(kind: str, name: str, most: int) -> Path:
    """Where a record goes that no file was named for; of its kind the last `most` are kept. Raises OSError."""
    kept = folder(kind)
    for old in sorted(kept.glob("*.jsonl"), key=_changed)[: -most + 1]:
        old.unlink(missing_ok=True)
    return kept / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}.jsonl"


def _changed(path: Path) -> float:
    """When a file was changed; never where another process has just removed it."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def of_engine(kind: str, protocol: str, words: Sequence[str]) -> Path | None:
    """The folder for one kind of thing and one engine, as it is named from here; it need not exist."""
    ours = cache()
    return ours and ours / kind / f"{protocol}-{of_here(*words)}"


def of_here(*words: str) -> str:
    """A short name for the folder that we are in and some words besides."""
    named = "\0".join((str(inputs.existing_folder() or ""), *words))
    return hashlib.sha256(named.encode("utf-8", "surrogateescape")).hexdigest()[:12]

"""Where a run keeps what the next one may want: in the user's cache, since the current directory is not ours."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path


def cache() -> Path | None:
    """Our folder in the user's cache, made if need be; None where nothing can be written."""
    try:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "conform"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # the latter where there is no home
        return None
    return folder if os.access(folder, os.W_OK) else None


def of_engine(kind: str, protocol: str, words: Sequence[str]) -> Path | None:
    """The folder for one kind of thing and one engine, as it is named from here; it need not exist."""
    folder = cache()
    named = "\0".join((str(Path.cwd()), *words))
    return folder and folder / kind / f"{protocol}-{hashlib.sha256(named.encode('utf-8', 'surrogateescape')).hexdigest()[:12]}"

"""One game of six moves by the clock, the engine against itself: by the tournament of the package shogiarena."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

with tempfile.TemporaryDirectory() as folder:
    engines = []
    for name in ("first", "second"):
        path = Path(folder, f"{name}.yaml")
        # Without a limit of ours it waits two minutes for `usiok`, and for `readyok`.
        engine = {"name": name, "engine_path": sys.argv[1], "working_directory": folder, "handshake_timeout": 10}
        path.write_text(json.dumps(engine))
        engines.append({"engine_path": str(path)})
    config = {
        "experiment_name": "tried",
        "engines": engines,
        "tournament": {"scheduler": "round_robin", "games_per_pair": 1, "num_parallel": 1},
        "rules": {
            "time_control": {"time_ms": 20_000, "increment_ms": 100},
            # It would set MaxMovesToDraw or Draw_Ply, and waits for an engine that has neither.
            "adjudication": {"max_plies": 6, "sync_max_plies_with_engine": False},
        },
        "dashboard": {"enabled": False},
    }
    tournament = Path(folder, "tournament.yaml")
    tournament.write_text(json.dumps(config))
    words = [str(Path(sys.executable).with_name("shogiarena")), "--output-dir", folder, "run", "tournament", str(tournament)]
    status = subprocess.call(words, env={**os.environ, "HOME": folder})
    # The command ends well, too, if an engine has lost by the clock or an illegal move.
    results = []
    for path in Path(folder).rglob("game.db"):
        with closing(sqlite3.connect(path)) as games:
            results += [str(row[0]) for row in games.execute("select game_result from game")]
    sys.stdout.write(f"results: {', '.join(results) or 'none'}\n")
    sys.exit(status or int(results not in (["DRAW_BY_MAX_PLIES"], ["BLACK_WIN"], ["WHITE_WIN"])))

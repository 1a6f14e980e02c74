"""Tours: every transition of the table after every other one, at once and late, as far as a GUI can steer."""

from conform_tictactoe.driver import MIDDLE, is_hello, is_move, tictactoe
from conformance.api.suites import Send, Theme, Tours, Wait, turns

PONG = Wait(tictactoe.is_sync, "pong", "TTT-PING-01", lambda d: d.limits.ready_ms)

TOURS = Tours(
    tictactoe.states,
    gui={
        "hello": Send(turns("hello")),
        "ping": Send(turns("ping"), reply=PONG),
        "set": Send(turns("set depth 3", "set depth 4")),
        "go": Send(turns(f"go {MIDDLE}", "go xx.oo....")),
        "think": Send(turns(f"think {MIDDLE}", "think .........")),
        "stop": Send(turns("stop")),
        "quit": Send(turns("quit")),
    },
    engine={
        "hello": Wait(is_hello, "hello", "TTT-HELLO-01", lambda d: d.limits.startup_ms),
        "move": Wait(is_move, "a move", "TTT-GO-01", lambda d: d.limits.search_ms),
    },
    themes=(Theme("searches", "Searches, and what comes between them", 8, lambda _: True),),
    leaves=lambda _transition: "TTT-QUIT-01",
    idle=("idle",),
)

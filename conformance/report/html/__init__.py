"""The run, a comparison of two, a history of many, a fleet or a board, as pages that stand alone.

It is for a browser with or without scripts, for paper, for a phone. Text of an engine is hostile. It is bounded and made
visible first (`plain`), and then the templates escape it: no text goes round them but our own style and script, charts and
pictures of boards, which stand in data URIs. A policy in the page lets no other script run, and lets nothing be loaded.
"""

from collections.abc import Callable

from conformance.run.events import Result
from conformance.words.pictures import Picture

#: What gives the picture of the board for a finding in a run of some protocol, None where there is none.
Painter = Callable[[str, Result], Picture | None]


def no_picture(_protocol: str, _result: Result) -> Picture | None:
    """Stand in where nobody knows the protocol."""
    return None

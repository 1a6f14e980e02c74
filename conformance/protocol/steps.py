"""Steps of an exploration: what a GUI does next in a session that Hypothesis draws.

A step leaves the engine idle, so that steps can be left out when a failing session is shrunk. It takes a
`conformance.dialogue.session.Dialogue`.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from hypothesis import strategies as st

Step: TypeAlias = Callable[[Any], None]


def step_of(
    function: Callable[..., None], *strategies: st.SearchStrategy[Any], **named: st.SearchStrategy[Any]
) -> st.SearchStrategy[Step]:
    """Draw what `function` takes behind the dialogue."""
    drawn = st.tuples(st.tuples(*strategies), st.fixed_dictionaries(named))
    return drawn.map(lambda given: lambda d: function(d, *given[0], **given[1]))

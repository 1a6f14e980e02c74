"""Steps of an exploration: what a GUI does next in a session that Hypothesis draws.

A step leaves the engine idle, so that steps can be left out when a failing session is shrunk.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from hypothesis import strategies as st

from conformance.protocol.conversation import Conversation

Step: TypeAlias = Callable[[Conversation], None]


def step_of(
    function: Callable[..., None],
    *strategies: st.SearchStrategy[Any],
    needs: Iterable[str] = (),
    **named: st.SearchStrategy[Any],
) -> st.SearchStrategy[Step]:
    """Draw what `function` takes after the dialogue.

    `needs` are requirements without which the step says nothing new. Where one is known to be broken, the step is left out.
    """
    drawn = st.tuples(st.tuples(*strategies), st.fixed_dictionaries(named))

    def step(d: Conversation, given: Any) -> None:
        if not any(d.broken(need) for need in needs):
            function(d, *given[0], **given[1])

    return drawn.map(lambda given: lambda d: step(d, given))

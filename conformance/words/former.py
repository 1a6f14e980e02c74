"""Names that were public before they were changed, and work until 0.2."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type[Any])


def formerly(**names: str) -> Callable[[Class], Class]:
    """Let a class take arguments by their former names as well: `after="behind"`."""

    def decorate(cls: Class) -> Class:
        made = cls.__init__

        @wraps(made)
        def init(self: Any, *given: Any, **named: Any) -> None:
            for name, former in names.items():
                if former in named:
                    named[name] = named.pop(former)
            made(self, *given, **named)

        setattr(cls, "__init__", init)  # noqa: B010  mypy refuses to assign to it
        return cls

    return decorate

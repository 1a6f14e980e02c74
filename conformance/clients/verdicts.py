"""The former name of `as_events`, until nothing in `front/cli/` imports it by this name."""

from conformance.clients.as_events import Asked, events_of

__all__ = ["Asked", "events_of"]

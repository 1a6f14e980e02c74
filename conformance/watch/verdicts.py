"""The former name of `as_events`, until nothing in `front/cli/` imports it by this name."""

from conformance.watch.as_events import Provenance, events_of, now, owed_when_ended

__all__ = ["Provenance", "events_of", "now", "owed_when_ended"]

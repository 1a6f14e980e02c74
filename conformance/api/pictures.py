"""The picture of a board beside a finding."""

from conformance.words.pictures import Picture, at_stake, last_begun, marked

__all__ = ["Picture", "at_stake", "last_begun", "marked"]

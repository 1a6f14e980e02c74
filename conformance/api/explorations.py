"""The parts of an exploration. It imports Hypothesis."""

from conformance.protocol.steps import Step, step_of

__all__ = ["Step", "step_of"]

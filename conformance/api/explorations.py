"""What explorations are made of. It imports Hypothesis."""

from conformance.protocol.steps import Step, step_of

__all__ = ["Step", "step_of"]

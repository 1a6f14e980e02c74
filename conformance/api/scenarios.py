"""Engines that try a client: what makes the scenarios of a protocol. The process of such an engine imports this."""

from conformance.clients.scenario import PLAIN, Scenario, table

__all__ = ["PLAIN", "Scenario", "table"]

"""Engines that are written to be tested with: sans-IO objects that run in the simulator or as processes, unchanged."""

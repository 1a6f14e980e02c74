"""Campaigns of several engines, each in a process of its own: on this machine, or by workers on others."""

"""Shared by UCI and USI: the verbs of a GUI, grammars, the record of a transcript, and checks, which each binds to its own ids.

USI was made from UCI, so that much of both is the same text with other ids. Code that only looks alike stays in its protocol.
"""

"""What UCI and USI share: option lines and their values, `info`, the verbs of a GUI, `stop` races. Nothing else is shared.

USI was made from UCI, so that these parts are the same text with other ids. Each part is told by its suite what differs.
"""

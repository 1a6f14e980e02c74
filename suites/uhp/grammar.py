"""The UHP grammar: lines, responses, and what a viewer may write. Never raises, never repairs.

The meaning of an engine's line depends on the command that it answers: `wS1` is a list of one move, a best move, or a further
line of an error. So there are three ways to read:

- `group` cuts an engine's lines into responses, each up to a line that is exactly `ok`;
- `read_reply` reads a response as the answer to a command, with what is wrong with the whole;
- `parse` reads a line by itself and names what it looks like; `parse_gui` is the other direction.

Not known here: the rules of Hive, whether the parts of a GameString fit together, whether a command was right. The last
means that a response without any line, which is no answer to a right command and no error to a wrong one, gets a note
without a requirement: the reader of the command decides which requirement it breaks.
"""

from conformance.suites.uhp.grammar_gui import parse_gui
from conformance.suites.uhp.lines import parse
from conformance.suites.uhp.option_lines import read_option, shape_of
from conformance.suites.uhp.replies import group, read_reply
from conformance.suites.uhp.strings import read_move, read_turn, read_type

__all__ = [
    "group",
    "parse",
    "parse_gui",
    "read_move",
    "read_option",
    "read_reply",
    "read_turn",
    "read_type",
    "shape_of",
]

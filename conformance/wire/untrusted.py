"""JSON and texts in quotes that others have written: a value, or a ValueError in words, whatever was written. Sans-IO."""

import ast
import json
import re
import warnings
from typing import Any

#: A text in quotes as Python writes it, with nothing after it.
_LITERAL = re.compile(r"""'(?:[^'\\\n]|\\.)*+'|"(?:[^"\\\n]|\\.)*+\"""")


class RecordingError(ValueError):
    """The text is no recording; the message says where and why."""


def json_value(text: str) -> Any:
    """The value of a JSON text; raises ValueError.

    No text in it has a surrogate that stands for no byte: nothing that is made of such a text could be written.
    """
    try:
        value = json.loads(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogateescape")
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON: {error.msg}, at character {error.pos + 1}") from error
    except UnicodeEncodeError:
        raise ValueError("a text in it has half of a surrogate pair, which is not a character") from None
    except ValueError:  # an integer of thousands of digits
        raise ValueError("a number in it has too many digits") from None
    return value


def unquoted(text: str) -> str | None:
    """The value of a text in quotes, None where it is none."""
    if not _LITERAL.fullmatch(text):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an escape that Python does not know stands for itself
            found = str(ast.literal_eval(text))
            found.encode("utf-8", "surrogateescape")
    except (ValueError, SyntaxError):
        return None
    return found

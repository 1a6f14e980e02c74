"""The helper of tests that are over many rows."""

import pytest

from tests.each import each


@each({"one": 1, "two": 2})
def is_even(value):
    assert value % 2 == 0


@each({"one": 1, "two": 2})
class IsSmall:
    def test_it(self, value):
        assert value < 1


def test_the_rows_that_fail_are_named_and_no_others():
    with pytest.raises(ExceptionGroup, match=r"^wrong: one\b") as one:
        is_even()
    assert one.value.exceptions[0].__notes__ == ["in row one"]
    with pytest.raises(ExceptionGroup, match=r"^wrong: one, two\b"):
        IsSmall().test_it()


def test_no_rows_are_no_test():
    with pytest.raises(AssertionError, match="no rows"):
        each({})(is_even)()

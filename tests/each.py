"""One test for many rows: where each row is a test of its own, every worker of a run keeps 12 KB for it."""

import inspect


def each(rows):
    """Let a test run once for the value of each of `rows`, which have names; so does each test of a class.

    It fails with what is wrong in every row, under the names of these rows.
    """

    def decorate(test):
        if inspect.isclass(test):
            for name, method in list(vars(test).items()):
                if name.startswith("test_"):
                    setattr(test, name, decorate(method))
            return test

        def all_rows(*instance):
            assert rows, "no rows"
            wrong = {}
            for name, value in rows.items():
                try:
                    test(*instance, value)
                except Exception as error:  # noqa: BLE001 - the other rows are looked at, too
                    error.add_note(f"in row {name}")
                    wrong[name] = error
            if wrong:
                raise ExceptionGroup(f"wrong: {', '.join(wrong)}", list(wrong.values()))

        return all_rows

    return decorate

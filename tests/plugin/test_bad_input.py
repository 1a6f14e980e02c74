"""Wrong usage ends pytest with one clear sentence."""

import pytest

REFERENCE = ("--protocol", "usi", "--engine", "builtin:reference", "--conform-virtual")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--protocol", "usi"), "conform needs both --protocol and --engine"),
        (("--engine", "./e"), "conform needs both --protocol and --engine"),
        (("--protocol", "gtp", "--engine", "builtin:reference"), "there is no protocol 'gtp'"),
        (("--protocol", "usi", "--engine", "./no_such_engine"), "./no_such_engine: there is no such file"),
        (("--protocol", "usi", "--engine", "builtin:nobody"), "there is no built-in usi engine 'nobody'"),
        (("--protocol", "usi", "--engine", "./e 'open"), "--engine ./e 'open: cannot be split into words"),
        (("--protocol", "usi", "--engine", "  "), "--engine is blank"),
        ((*REFERENCE, "--conform-setup", "x"), "--conform-setup x: this is not NAME=VALUE"),
        ((*REFERENCE, "--conform-time-scale", "0"), "--conform-time-scale 0: this has to be a number not below 0.1"),
        ((*REFERENCE, "--conform-time-scale", "nan"), "--conform-time-scale nan: this has to be"),
    ],
)
def test_wrong_usage_is_one_clear_sentence(run, options, message):
    result = run(*options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    said = [line for line in result.errlines if line.strip()]
    assert len(said) == 1
    assert said[0].startswith(f"ERROR: {message}")


def test_help_needs_no_engine(run):
    result = run("--protocol", "usi", "--engine", "./no_such_engine", "--help")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*--engine=COMMAND*"])
    assert "--conform-virtual" not in result.stdout.str()

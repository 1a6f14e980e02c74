"""Wrong usage ends pytest with one clear sentence."""

import pytest

REFERENCE = ("--conform-protocol", "usi", "--conform-engine", "builtin:reference", "--conform-virtual")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--conform-protocol", "usi"), "conform needs both --conform-protocol and --conform-engine"),
        (("--conform-engine", "./e"), "conform needs both --conform-protocol and --conform-engine"),
        (("--conform-protocol", "xboard", "--conform-engine", "builtin:reference"), "there is no protocol 'xboard'"),
        (("--conform-protocol", "usi", "--conform-engine", "./no_such_engine"), "./no_such_engine: there is no such file"),
        (("--conform-protocol", "usi", "--conform-engine", "builtin:nobody"), "there is no built-in usi engine 'nobody'"),
        (
            ("--conform-protocol", "usi", "--conform-engine", "./e 'open"),
            "--conform-engine ./e 'open: cannot be split into words",
        ),
        (("--conform-protocol", "usi", "--conform-engine", "  "), "--conform-engine is blank"),
        ((*REFERENCE[:-1], "--conform-cwd", "/nowhere"), "there is no directory /nowhere"),
        ((*REFERENCE, "--conform-setup", "x"), "--conform-setup: 'x' is not NAME=VALUE"),
        ((*REFERENCE, "--conform-env", "=x"), "--conform-env: '=x' is not NAME=VALUE"),
        ((*REFERENCE, "--conform-time-scale", "0"), "--conform-time-scale: 0 is not a number from 0.1 up"),
        ((*REFERENCE, "--conform-time-scale", "nan"), "--conform-time-scale: nan is not a number from 0.1 up"),
        ((*REFERENCE, "--conform-time-scale", "soon"), "--conform-time-scale: could not convert"),
        ((*REFERENCE[:-1], "--conform-memory", "much"), "--conform-memory: 'much' is not a size such as 512M or 2G"),
        ((*REFERENCE[:-1], "--conform-max-output", "0"), "--conform-max-output: '0' is not a size such as 512M or 2G"),
        (
            (*REFERENCE[:-1], "--conform-cpu-seconds", "0"),
            "--conform-cpu-seconds: '0' is not a whole number from 1 up to 1,000,000",
        ),
        (
            (*REFERENCE[:-1], "--conform-scratch", "--conform-cwd", "."),
            "--conform-scratch contradicts --conform-cwd: the engine starts in a folder of its own",
        ),
        ((*REFERENCE, "--conform-scratch"), "--conform-virtual runs no process whose memory, time, network or folder"),
        (
            (*REFERENCE, "conform::usi::nobody"),
            "conform::usi::nobody: there is no such check; `pytest --collect-only -q conform::usi`",
        ),
        ((*REFERENCE, "conform::hub"), "conform::hub: there is no such check"),
        ((*REFERENCE, "--conform-edition", "1999.1"), "no edition '1999.1': there are "),
        (("conform::usi",), "conform::usi: checks need an engine: --conform-protocol and --conform-engine"),
    ],
)
def test_wrong_usage_is_one_clear_sentence(run, options, message):
    result = run(*options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    said = [line for line in result.errlines if line.strip()]
    assert len(said) == 1
    assert said[0].startswith(f"ERROR: {message}")


def test_help_needs_no_engine(run):
    result = run("--conform-protocol", "usi", "--conform-engine", "./no_such_engine", "--help")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*--conform-engine=COMMAND*"])
    assert "--conform-virtual" not in result.stdout.str()

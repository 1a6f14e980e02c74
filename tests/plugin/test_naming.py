"""What the command line names is what is collected: tests of the user, checks, or both."""

import pytest

MINE = "test_mine.py::test_it"
STOP = "conform::usi::stop_ends_an_infinite_search"
BYE = "conform::usi::leaves_at_the_end_of_input_when_idle"


def collected(result):
    return [line for line in result.outlines if "::" in line and " " not in line]


@pytest.fixture
def mine(pytester):
    pytester.makepyfile(test_mine="def test_it(): pass\ndef test_that(): pass")
    return pytester


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ((MINE,), [MINE]),
        (("test_mine.py", "-k", "test_it"), [MINE]),
        ((".", "-k", "test_it"), [MINE]),
        ((STOP,), [STOP]),
        ((STOP, STOP), [STOP]),
        ((STOP, "-m", "robustness"), []),
        ((BYE, STOP), [STOP, BYE]),
        ((MINE, STOP), [MINE, STOP]),
        ((STOP, MINE), [MINE, STOP]),
        (("conform::usi", "-k", "stop_ends_an_infinite"), [STOP]),
        ((BYE, "conform::usi", "-k", "stop_ends_an_infinite"), [STOP]),
        ((MINE, "conform::usi", "-k", "test_it or stop_ends_an_infinite"), [MINE, STOP]),
        (("-k", "test_it or stop_ends_an_infinite"), [MINE, STOP]),
    ],
)
@pytest.mark.usefixtures("mine")
def test_what_is_named_is_collected_and_no_more(run, named, expected):
    assert collected(run("--collect-only", "-q", *named, builtin="reference")) == expected


def test_testpaths_name_nothing_on_the_command_line(run, mine):
    mine.makeini("[pytest]\ntestpaths = test_mine.py\nconform_protocol = usi\nconform_engine = builtin:reference")
    options = ("--collect-only", "-q", "--conform-virtual")
    assert collected(run(*options, "-k", "test_it or stop_ends_an_infinite")) == [MINE, STOP]
    assert collected(run(*options, MINE)) == [MINE]
    assert collected(run(*options, "--deselect", "conform::")) == [MINE, "test_mine.py::test_that"]


@pytest.mark.parametrize("names", [("conform",), ("conform", "usi")])
def test_a_folder_of_that_name_is_still_a_folder(run, mine, names):
    folder = mine.mkdir(names[0]).joinpath(*names[1:])
    folder.mkdir(exist_ok=True)
    (mine.path / "test_mine.py").rename(folder / "test_mine.py")
    assert collected(run("--collect-only", "-q", "/".join(names), "-k", "test_it", builtin="reference")) == [
        f"{'/'.join(names)}/{MINE}"
    ]


def test_what_a_summary_names_can_be_run_again(run):
    first = run("-k", "USI-STOP-01", builtin="stop_ignored")
    failed = [line.split()[1] for line in first.outlines if line.startswith("FAILED")]
    assert failed == [STOP]
    assert run(*failed, builtin="stop_ignored").parseoutcomes() == {"failed": 1}


def test_workers_hold_what_is_named_and_no_more(run, mine):
    options = ("-p", "xdist", "-n", "2")
    assert run(*options, MINE, builtin="reference").parseoutcomes() == {"passed": 1}
    assert run(*options, MINE, STOP, builtin="reference").parseoutcomes() == {"passed": 2}


def test_the_header_says_what_is_checked_and_what_is_left_out(run, mine):
    left_out = "conform: tests are named, so no checks are collected; conform::usi names them, too"
    result = run("--collect-only", MINE, builtin="reference")
    result.stdout.fnmatch_lines(["conform: usi, builtin:reference", left_out])
    run("--collect-only", STOP, builtin="reference").stdout.no_fnmatch_line(left_out)
    run("--collect-only", MINE).stdout.no_fnmatch_line("conform:*")


def test_a_configuration_of_the_command_line_is_not_read_and_that_is_said(run, mine):
    (mine.path / "conform.toml").write_text('protocol = "gtp"\nnonsense = true\n')
    result = run("--collect-only", MINE, builtin="reference")
    result.stdout.fnmatch_lines(
        ["conform: conform.toml is not read here; every option has a key of its own in pytest's ini file"]
    )
    assert result.ret == 0
    run("--collect-only", MINE).stdout.no_fnmatch_line("conform:*")


def test_tests_that_need_no_engine_import_nothing_heavy_and_do_not_mind_that_it_is_not_built(run, pytester):
    pytester.makeini("[pytest]\nconform_protocol = usi\nconform_engine = ./not_yet")
    pytester.makepyfile(
        test_mine="""
        import sys

        def test_it():
            assert not {"conformance.front.loading", "click", "rich", "pexpect", "hypothesis", "rsshogi"} & sys.modules.keys()

        def test_that(conform_session):
            pass
        """
    )
    result = run("test_mine.py", apart=True)
    assert result.parseoutcomes() == {"passed": 1, "errors": 1}
    result.stdout.fnmatch_lines(["./not_yet: there is no such file*"])
    result.stdout.no_fnmatch_line("*Traceback*")

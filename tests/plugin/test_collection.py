"""What the plugin collects, and how it is selected."""

import pytest

from conformance.front.loading import load_suite
from conformance.protocol.suite import CheckKind

SUITE = load_suite("usi")


def collected(result):
    return [line.removeprefix("conform::usi::") for line in result.outlines if line.startswith("conform::usi::")]


def test_every_dialogue_is_an_item_and_every_invariant_one_behind_them(run):
    dialogues, invariants = SUITE.of_kind(CheckKind.DIALOGUE), SUITE.of_kind(CheckKind.INVARIANT)
    result = run("--collect-only", "-q", builtin="reference")
    assert collected(result) == [check.name for check in (*dialogues, *invariants)]


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (("-k", "USI-STOP-01"), ["stop_ends_an_infinite_search", "searches_of_several_threads_end"]),
        (("-k", "stop_when_idle_is"), ["stop_when_idle_is_ignored"]),
        (("-m", "robustness", "-k", "EOF-02 and pondering"), ["leaves_on_end_of_input_when_pondering"]),
        (("-m", "may and not must", "-k", "PON"), ["survives_ponderhit_with_clocks"]),
    ],
)
def test_checks_are_selected_by_requirement_name_and_marker(run, options, names):
    assert collected(run("--collect-only", "-q", *options, builtin="reference")) == names


def test_tests_of_the_user_come_first_and_the_count_is_right(run, pytester):
    pytester.makepyfile("def test_USI_STOP_01_of_mine(): pass")
    result = run("-v", "-k", "USI_STOP_01 or USI-STOP-01 and not threads", builtin="reference")
    result.stdout.fnmatch_lines(["*collected * / 2 selected", "*::test_USI_STOP_01_of_mine PASSED*", "conform::usi::stop_ends*"])


def test_without_an_engine_nothing_is_collected_and_nothing_heavy_imported(run, pytester):
    pytester.makepyfile(
        """
        import sys

        def test_it():
            ours = {name for name in sys.modules if name.startswith("conformance.")}
            assert ours == {f"conformance.front{name}" for name in ("", ".options", ".plugin_options", ".pytest_plugin")}
            assert not {"click", "rich", "pexpect", "hypothesis", "rsshogi"} & sys.modules.keys()
        """
    )
    result = run("-v", apart=True)
    assert result.parseoutcomes() == {"passed": 1}
    assert "conform::" not in result.stdout.str()

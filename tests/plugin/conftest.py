"""pytest with our plugin inside pytest, whatever is installed; `apart` in a process of its own, as a user runs it."""

from pathlib import Path

import pytest

from conformance.front.loading import PROTOCOLS, load_suite

ROOT = Path(__file__).parents[2]

# pytester forgets what was first imported in a run inside: extension modules do not like to be imported twice, and of a suite
# that is loaded once (a wrong word is looked up in all of them) the classes would be others than those imported later.
for protocol in PROTOCOLS:
    load_suite(protocol)


@pytest.fixture
def run(pytester, monkeypatch):
    """Run pytest with the plugin; `builtin` names an engine of ours, which plays on the virtual clock."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("COLUMNS", "200")

    def run(*options, builtin=None, apart=False):
        engine = ["--conform-protocol", "usi", "--conform-virtual", "--conform-engine", f"builtin:{builtin}"] if builtin else []
        start = pytester.runpytest_subprocess if apart else pytester.runpytest_inprocess
        return start("-p", "conformance.front.pytest_plugin", "--strict-markers", *engine, *options)

    return run

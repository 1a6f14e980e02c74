"""pytest with our plugin from the checkout, in a process of its own, whatever is installed."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(pytester, monkeypatch):
    """Run pytest with the plugin; a short name stands for a built-in engine on the virtual clock."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("COLUMNS", "200")

    def run(*options, builtin=None):
        engine = ["--protocol", "usi", "--conform-virtual", "--engine", f"builtin:{builtin}"] if builtin else []
        return pytester.runpytest_subprocess("-p", "conformance.pytest_plugin", "--strict-markers", *engine, *options)

    return run

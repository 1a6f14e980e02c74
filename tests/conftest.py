"""pytest's own kit for testing plugins."""

pytest_plugins = ["pytester"]

"""The user's side: the command line, the pytest plugin, and how both find suites and engines."""

"""What a user touches: the command line, the pytest plugin, and how both find suites and engines."""

"""Authors of suites may rely on these modules, `conformance.testing` and the forms of the two files of a catalogue.

They follow semantic versioning; see EXTENDING.md. Here are names only, no logic. Each module imports no more than its names
need, so that the process of a built-in engine starts quickly.
"""

"""Between a GUI and an engine: bytes passed on unchanged, what was said recorded beside it, both sides judged at the end."""

"""The other side of the pipe: engines that try a client, the record of what it said to them, and what became of it."""

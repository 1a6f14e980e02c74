"""One conversation with one engine, over whatever transport."""

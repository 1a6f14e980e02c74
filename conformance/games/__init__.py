"""Rules oracles: what is legal in each game, and nothing about any protocol, engine or session."""

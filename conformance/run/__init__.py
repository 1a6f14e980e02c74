"""A whole run: what is selected, which engines start when, what follows from each outcome, and the events that report it."""

"""What every line protocol owes, whatever it says: the checks, and the faulty engines that prove them."""

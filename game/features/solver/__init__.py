"""The solver: a spot set up, solved, and walked through."""

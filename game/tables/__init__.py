"""The parts of the tables: what moves, what can be done, what is said."""

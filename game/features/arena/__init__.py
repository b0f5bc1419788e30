"""The arena: all agents of a game against all, as a table that fills in while one looks on."""

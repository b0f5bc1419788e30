"""The arena: all agents of a game against each other, as a table that fills in as the league runs."""

"""The arena: a league of all agents of a game, as a cross-table that is filled while the league runs."""

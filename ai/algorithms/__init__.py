"""Learning algorithms: they know game.core and arrays, never a concrete game."""

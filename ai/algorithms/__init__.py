"""Learning algorithms for any game. The algorithms use game.core and arrays, but no concrete game."""

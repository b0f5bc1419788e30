"""Learning algorithms for any game. They use game.core and arrays, but no concrete game."""

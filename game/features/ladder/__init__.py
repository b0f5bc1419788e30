"""The ladder: the opponents of a game by strength, and the user's progress against them."""

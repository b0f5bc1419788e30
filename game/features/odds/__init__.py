"""Odds: the equities of two hands or ranges on a board, the experts, and the hash table of hands."""

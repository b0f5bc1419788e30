"""Odds: equities of two hands or ranges on a board, rule-based experts, and the hash table of hands."""

"""Odds: two hands or ranges on a board, and what follows."""

"""Odds: two hands or ranges on a board, and their equities."""

"""Tic-tac-toe on its table."""

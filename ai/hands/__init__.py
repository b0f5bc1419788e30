"""Hands of cards: equity and, later, the tables of all hands."""

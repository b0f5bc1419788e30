"""Drills: decks of positions, and one position at a time to decide."""

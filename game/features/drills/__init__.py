"""Drills: decks of positions, which the user decides one at a time."""

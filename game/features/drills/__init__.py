"""Drills: decks of positions that the user decides, with spaced repetition."""

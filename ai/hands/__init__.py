"""Hands of cards: evaluators, equities, ranges and tables of all hands."""

"""Searches during a hand: best-first search, continual re-solving and solves of single decisions."""

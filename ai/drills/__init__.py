"""Drills: positions that the user decides again and again (spaced repetition), scheduled by FSRS."""

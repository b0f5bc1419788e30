"""Drills: positions that the user practises with spaced repetition, scheduled by FSRS."""

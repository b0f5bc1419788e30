"""Drills: positions to decide again until they are known, scheduled by FSRS."""

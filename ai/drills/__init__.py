"""Drills: positions to decide repeatedly until they are known, scheduled by FSRS."""

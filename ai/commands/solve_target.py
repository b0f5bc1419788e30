"""How well `solve` solves where nothing is said."""

TARGET = 0.5
"""Exploitability in percent of the pot."""

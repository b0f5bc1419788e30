"""Imported logs: what others have played, read in, browsed, and played again on the table."""

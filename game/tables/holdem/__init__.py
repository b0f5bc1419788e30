"""Heads-up no-limit Hold'em on its table."""

"""The table of heads-up no-limit Hold'em."""

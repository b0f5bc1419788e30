"""The rules of the three games: standard library only, immutable states."""

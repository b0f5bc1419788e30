"""Parsers for the hand histories of poker rooms, which give hands of our rules. Standard library only."""

"""Watching two agents play: set up a series, follow it, and see the beliefs of both agents."""

"""Figures: ours beside a peer's in one run, and the window's own. Nothing here asserts a time."""

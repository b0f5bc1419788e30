"""Whole evenings at the window: the same scripts headless and in a real window."""

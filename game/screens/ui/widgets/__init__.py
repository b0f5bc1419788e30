"""Widgets: controls with a name, a role, a value in words, and a visible focus."""

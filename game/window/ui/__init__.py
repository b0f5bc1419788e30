"""The window's toolkit. It does not depend on any game, the app or the worker."""

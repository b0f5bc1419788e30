"""The window's toolkit. It does not depend on any game, on the app, or on the worker."""

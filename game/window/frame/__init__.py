"""The base classes of screens: the screen, the page of boxes, page heads, and requests to the worker."""

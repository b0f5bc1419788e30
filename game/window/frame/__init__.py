"""The base of every screen: the screen, the page of boxes, its heads, and requests to the worker."""

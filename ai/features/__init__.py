"""The handlers of the worker: a module for each feature or subject of the window."""

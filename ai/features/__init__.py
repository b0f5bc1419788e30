"""The request handlers of the worker process: a module for each feature or subject of the window."""

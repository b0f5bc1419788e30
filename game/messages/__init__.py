"""The requests of the window to the worker process, each with the type of its answer."""

"""What the worker answers: a module for each feature or subject of the window."""

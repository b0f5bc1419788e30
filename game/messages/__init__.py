"""What the window asks of the process that thinks: a request per kind, with the type of its answer."""

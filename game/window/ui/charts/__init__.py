"""Charts as leaves of a page."""

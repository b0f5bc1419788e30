"""Charts as boxes and controls of a page."""

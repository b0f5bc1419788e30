"""Charts, as boxes and as controls."""

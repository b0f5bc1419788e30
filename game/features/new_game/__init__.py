"""The page before a table."""

"""The menu: the tables, unfinished games, and links to all pages."""

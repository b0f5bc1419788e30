"""The menu: the tables, what else there is, and what one comes back to."""

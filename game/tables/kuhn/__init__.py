"""The table of Kuhn poker."""

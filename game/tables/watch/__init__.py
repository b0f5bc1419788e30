"""The table that shows a series between two agents."""

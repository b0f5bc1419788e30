"""Statistics: the user's results, their course over time, and the rating."""

"""Grades of single decisions: the cost of the chosen action compared with the best action."""

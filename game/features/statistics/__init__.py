"""Statistics: results, their course, the rating."""

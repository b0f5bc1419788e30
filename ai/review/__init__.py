"""The review: all decisions of a hand, a session or a log graded, kept in a file, and written as HTML and CSV."""

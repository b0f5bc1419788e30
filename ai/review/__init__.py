"""The review: grade all decisions of a hand, a session or a log, store the grades, and write HTML and CSV."""

"""Review of a hand, a session or a log: a list of the mistakes by cost. The user can retry a mistake."""

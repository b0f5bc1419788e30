"""Review of a hand, a session or a log: lists the mistakes by cost, to inspect and retry."""

"""Review of a hand, a session or a log: the mistakes listed by cost, to inspect and retry."""

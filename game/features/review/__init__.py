"""The review of a hand, a session or a log: its mistakes by cost, each to be looked at and tried again."""

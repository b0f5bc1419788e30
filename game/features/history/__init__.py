"""Look back: what was played, found again, told, exported."""

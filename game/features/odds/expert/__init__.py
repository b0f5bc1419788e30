"""The page of the experts: their rules, what they do in a spot and why, and copies of one's own."""

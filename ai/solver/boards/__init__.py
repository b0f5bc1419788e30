"""One spot on many boards: which boards, the figures of each, and the file of those that are solved."""

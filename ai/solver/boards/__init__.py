"""One spot on many boards: which boards, what is told of each, and the file of those that are solved."""

"""Hand histories of poker rooms: text of many layouts in, hands of our rules out. Standard library only."""

"""What is known of how people and programs play: their logs, and what is learned from them."""

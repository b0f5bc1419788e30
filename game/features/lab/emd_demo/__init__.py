"""The earth mover's distance, worked step by step on small examples."""

"""The ladder: opponents by strength, and where the player stands."""

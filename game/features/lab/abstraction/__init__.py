"""The explorer of an abstraction: a flop hand, its bucket, and the hands that are played alike."""

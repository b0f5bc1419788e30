"""Abstraction, which makes Hold'em small enough to solve: hands in buckets, bets of a few sizes."""

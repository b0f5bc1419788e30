"""Subgames of Hold'em, solved with full ranges."""

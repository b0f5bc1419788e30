"""Kuhn poker on its table."""

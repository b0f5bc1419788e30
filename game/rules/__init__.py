"""The rules of the three games.

All states are immutable. This package uses only the standard library.
"""

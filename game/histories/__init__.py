"""Parsers for the hand histories of poker rooms, which are converted to hands of this program.

This package uses only the standard library.
"""

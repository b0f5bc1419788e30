"""Matches: sessions of many hands, their records, and the worker process.

This package uses only the standard library.
"""

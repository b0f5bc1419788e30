"""Matches: sessions of many hands, their histories, and the worker process. Standard library only."""

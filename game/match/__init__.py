"""Matches: sessions of many hands, their records, and the worker process. Standard library only."""

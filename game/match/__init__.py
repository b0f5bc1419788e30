"""Matches: sessions of many hands, their histories, the worker process; standard library only."""

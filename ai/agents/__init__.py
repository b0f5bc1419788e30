"""Agents: they choose actions by model files, rules or search."""

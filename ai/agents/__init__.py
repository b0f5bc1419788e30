"""Agents: they read model files or rules and decide."""

"""Agents, which choose their actions by a trained model, by rules or by search."""

"""Evaluation of agents: matches, leagues, best responses, and grades of single decisions."""

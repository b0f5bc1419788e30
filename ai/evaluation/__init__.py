"""Evaluation: matches, audits, best responses."""

"""Views: drawings without input handling (cards, chips, boards, tables)."""

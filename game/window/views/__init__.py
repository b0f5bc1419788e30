"""Views: things that are drawn and know nothing of input (cards, chips, boards, tables)."""

"""Views: drawings of cards, chips, boards and tables, and the controls and boxes for them."""

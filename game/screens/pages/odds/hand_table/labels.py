"""Names and counts of the page in words."""

from __future__ import annotations

from game.screens.ui.texts import english, number, text


def category_name(category: int) -> str:
    """Return the name of a category, 0 the weakest."""
    names = english().many("help.hands.names")
    return names[len(names) - 1 - category]


def cards_are(count: int) -> str:
    """Return so many cards as the subject of a sentence."""
    return text(f"hand_table.cards.{_one_or_many(count)}", count=number(count))


def slots_looked_at(count: int) -> str:
    """Return how many slots were looked at."""
    return text(f"hand_table.way.slots.{_one_or_many(count)}", count=number(count))


def _one_or_many(count: int) -> str:
    return "one" if count == 1 else "many"

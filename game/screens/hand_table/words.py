"""Names and counts of the page in words."""

from __future__ import annotations

from game.screens.texts import english, number, text


def category_name(category: int) -> str:
    """Return the name of a category, 0 the weakest."""
    names = english().many("help.hands.names")
    return names[len(names) - 1 - category]


def counted(key: str, count: int) -> str:
    """Return so many of something, one or many."""
    return text(f"{key}.{'one' if count == 1 else 'many'}", count=number(count))

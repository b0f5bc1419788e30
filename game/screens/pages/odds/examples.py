"""What one may start from, so that the page is never empty."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Example:
    """A question: its name in the texts, the two sides, and the board."""

    name: str
    first: str
    second: str
    board: str = ""


EXAMPLES = (
    Example("range", "AhKh", "TT-QQ,AQ,KQs,JTs", "Qs7h2h"),
    Example("draw", "9h8h", "AsQc", "Qh7h2s"),
    Example("aces", "AA", "KK"),
    Example("slick", "AKs", "QQ"),
    Example("race", "88", "AQo,KQs,AJs"),
)

"""What one may start from, so that the page is never empty."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OddsExample:
    """A question: its name in the texts, the two sides, and the board."""

    name: str
    first: str
    second: str
    board: str = ""


EXAMPLES = (
    OddsExample("range", "AhKh", "TT-QQ,AQ,KQs,JTs", "Qs7h2h"),
    OddsExample("draw", "9h8h", "AsQc", "Qh7h2s"),
    OddsExample("aces", "AA", "KK"),
    OddsExample("slick", "AKs", "QQ"),
    OddsExample("race", "88", "AQo,KQs,AJs"),
)

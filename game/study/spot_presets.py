"""What a spot may begin with: three spots, and three menus of sizes."""

from __future__ import annotations

from collections.abc import Mapping

from game.match.spot_texts import SpotTexts

WIDE = "22+,A2s+,K7s+,Q9s+,J9s+,T8s+,A9o+,KTo+"
TIGHT = "22+,A8s+,KTs+,QTs+,JTs,T9s,98s,AJo+"
SIZES: Mapping[str, tuple[str, str]] = {
    "one": ("66%,a", "100%"),
    "two": ("33%,75%,a", "100%"),
    "by-street": ("33%,75% / turn 50%,100% / river 50%,100%,a", "75% / river 75%,a"),
}
"""By name the bets and the raises."""
SPOTS: Mapping[str, SpotTexts] = {
    "river": SpotTexts("QsJh2h8d5c", WIDE, TIGHT, "100", "300", *SIZES["two"]),
    "turn": SpotTexts("QsJh2h8d", WIDE, TIGHT, "100", "300", *SIZES["one"]),
    "flop": SpotTexts("Kd7c2h", TIGHT, WIDE, "60", "200", "50%", "100%"),
}
TARGETS = ("1", "0.5", "0.2", "0.05")
"""Exploitability in percent of the pot, the finest last."""

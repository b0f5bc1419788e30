"""Whom the program asks for advice in each game."""

from __future__ import annotations

from game.rules import games

TRAINED = "blueprint-200"
"""Whose word counts at Hold'em wherever training has been; of those who play together the nearest depth."""
ADVISERS = {
    games.TIC_TAC_TOE: "perfect",
    games.KUHN_POKER: "equilibrium",
    games.KUHN_HALF_STREET: "equilibrium",
    games.HOLDEM: "sound",
}
"""The agent of each game whose strategy is the hint."""

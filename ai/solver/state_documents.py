"""A state of a solved spot as other programs read it: JSON of the whole, CSV of a hand a line."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ai.hands.combos import HANDS
from ai.solver.results import SolvedState, Walk
from ai.solver.solving import Solved
from ai.solver.subgame import MEGABYTE, Subgame
from game.rules.cards import RANKS, name

SUIT_ORDER = "shdc"
DIGITS = 6
Row = list[str | float]


def solve_document(game: Subgame, found: Solved, target: float, *, hands: bool = True) -> dict[str, object]:
    """Return the figures of a solve and its first decision, whose hands may be left out.

    target: exploitability that counts as solved, in percent of the pot.
    """
    first = state_document(Walk(game).at())
    if not hands:
        del first["hands"]
    return {
        "ev": [round(ev, DIGITS) for ev in found.ev],
        "exploitability_pct": round(found.exploitability, DIGITS),
        "reached": found.exploitability <= target,
        "iterations": found.iterations,
        "seconds": round(found.seconds, 4),
        "memory_mb": megabytes(game),
        **first,
    }


def megabytes(game: Subgame) -> int:
    """Return how many megabytes a solve takes, rounded up."""
    return -(-game.memory_needed // MEGABYTE)


def state_document(state: SolvedState) -> dict[str, object]:
    """Return actions, how often each is taken, and of each hand of the player to act its ev and its strategy."""
    ev = state.ev[state.player]
    return {
        "actions": list(state.actions),
        "frequencies": [round(part, DIGITS) for part in state.frequencies()],
        "hands": {
            hand_name(place): {
                "ev": round(float(ev[place]), DIGITS),
                "strategy": [round(float(part), DIGITS) for part in state.strategy[place]],
            }
            for place in np.flatnonzero(np.isfinite(ev)).tolist()
        },
    }


def state_columns(state: SolvedState) -> list[str]:
    """Return what the columns of `state_rows` are called."""
    return ["hand", "weight", "ev", *state.actions, *(f"ev of {action}" for action in state.actions)]


def state_rows(state: SolvedState) -> Iterator[Row]:
    """Yield of each hand of the player to act: weight, ev, the share of each action, and the ev after it."""
    ev, reach = state.ev[state.player], state.reach[state.player]
    for place in np.flatnonzero(np.isfinite(ev) & (np.nan_to_num(reach) > 0)).tolist():
        figures = [reach[place], ev[place], *state.strategy[place], *state.action_ev[place]]
        yield [hand_name(place), *(round(float(figure), DIGITS) for figure in figures)]


def hand_name(place: int) -> str:
    """Write a hand as the command does: the higher card first, then by suit.

    >>> [hand_name(place) for place in (0, 337, 1325)]
    ['3s2s', '2s2d', 'AdKd']
    """
    shown = [name(card) for card in HANDS[place]]
    return "".join(sorted(shown, key=lambda card: (-RANKS.index(card[0]), SUIT_ORDER.index(card[1]))))

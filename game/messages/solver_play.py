"""What the solver page asks while somebody plays a solved spot: a hand as it goes on, and mistakes to be kept.

`now` is seconds since 1970, from the clock of the window.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core import Player
from game.match.spot_texts import SpotTexts
from game.messages.solver_play_answers import SpotDecision, SpotHand
from game.request import Request
from game.rules.cards import Card


@dataclass(frozen=True, slots=True)
class PlaySpot(Request[SpotHand]):
    """Deal a hand of a solved spot, play the other as it was solved, and grade what was done.

    `player` is who is asked, `done` what it did so far. The hand begins after `actions` and the `cards` dealt on
    the way, with the ranges that come there. The same seed and number deal the same cards there, and the other then
    does the same.
    """

    texts: SpotTexts
    player: Player
    seed: int
    number: int
    done: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class KeepSpotMistakes(Request[int]):
    """Turn decisions of a spot that cost too much into cards of the drills; the answer is how many are new."""

    now: float
    texts: SpotTexts
    decisions: tuple[SpotDecision, ...]

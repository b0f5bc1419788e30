"""What a local best response is asked to measure: the agent, the bets and streets of the response, for how long."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from math import inf

from game.core import DEFAULT_BUDGET, BadInput, Budget
from game.rules import games
from game.rules.betting import Street

HANDS_A_DEAL = 2
FOLLOWED = 100.0
"""Chips: of the amounts that were tried, about the one with the smallest interval for the same time."""
ALL_IN = inf
_BETS = tuple(0.05 * 1.15**step for step in range(55))
MENUS: dict[str, tuple[float, ...]] = {
    "fc": (),
    "fcpa": (1.0, ALL_IN),
    "15bets": (*_BETS[::4], ALL_IN),
    "56bets": (*_BETS, ALL_IN),
}
"""The bets by name, as fractions of the pot beside fold and call: `56bets` as in the study of DeepStack (2017),
`15bets` with every fourth of its sizes.
"""
STREETS = {"all": Street.PREFLOP, "turn-river": Street.TURN}
"""From which street on the response has its choice; before, it checks and calls."""


@dataclass(frozen=True, slots=True)
class LbrSpec:
    """Who is measured, against which response, for how long: so many hands, or as many as there are seconds for.

    budget: what bounds a decision of an agent that thinks.
    followed: chips at stake, times how often it comes so far, from which a course of betting is always followed;
    with more chips a deal asks the agent less often and its result varies more.
    `BadInput` for an odd number of hands, or fewer than 2.
    """

    agent: str
    menu: str = "fcpa"
    streets: str = "turn-river"
    hands: int = 1000
    seconds: float | None = None
    seed: int = 0
    stack_bb: int = games.HOLDEM_STACK_BB
    budget: Budget = DEFAULT_BUDGET
    followed: float = FOLLOWED

    def __post_init__(self) -> None:
        if self.hands < HANDS_A_DEAL or self.hands % HANDS_A_DEAL:
            raise BadInput(
                f"{self.hands} hands cannot be measured: every deal is played from both sides, "
                "so choose an even number of at least 2."
            )

    @property
    def deals(self) -> Iterable[int]:
        """Return the numbers of the deals, without end where seconds bound them."""
        return range(self.hands // HANDS_A_DEAL) if self.seconds is None else count()

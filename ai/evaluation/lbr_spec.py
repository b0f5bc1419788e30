"""The settings of a measurement by local best response: agent, bets, streets and length."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from math import inf

from game.core import DEFAULT_BUDGET, BadInput, Budget
from game.rules import games
from game.rules.betting import Street

HANDS_A_DEAL = 2
ALWAYS_PLAYED_STAKE = 100.0
"""The default of `LbrSpec.always_played_stake`, which about minimises the confidence interval in a given time."""
ALL_IN = inf
_BETS = tuple(0.05 * 1.15**step for step in range(55))
MENUS: dict[str, tuple[float, ...]] = {
    "fc": (),
    "fcpa": (1.0, ALL_IN),
    "15bets": (*_BETS[::4], ALL_IN),
    "56bets": (*_BETS, ALL_IN),
}
"""The bets of the response by name, as fractions of the pot. Fold and call are always possible.

`56bets` is the menu of the DeepStack study (2017). `15bets` has every fourth size of that menu.
"""
STREETS = {"all": Street.PREFLOP, "turn-river": Street.TURN}
"""The first street on which the response chooses its action. On earlier streets it checks and calls."""


@dataclass(frozen=True, slots=True)
class LbrSpec:
    """The settings of a measurement.

    Attributes:
        agent: The name or file of the measured agent.
        menu: The possible bets of the response, given by a key of `MENUS`.
        streets: The streets on which the response chooses its actions, given by a key of `STREETS`.
        hands: The number of hands if there is no time limit.
        seconds: The time limit, or None.
        budget: The budget of each decision of an agent that searches.
        always_played_stake: The minimum expected stake (pot times reach, in chips) at which a betting line is
            always played. With a larger minimum, the agent is asked less often per deal, but the variance is
            higher.

    Raises:
        BadInput: If the number of hands is odd or less than 2.
    """

    agent: str
    menu: str = "fcpa"
    streets: str = "turn-river"
    hands: int = 1000
    seconds: float | None = None
    seed: int = 0
    stack_bb: int = games.HOLDEM_STACK_BB
    budget: Budget = DEFAULT_BUDGET
    always_played_stake: float = ALWAYS_PLAYED_STAKE

    def __post_init__(self) -> None:
        if self.hands < HANDS_A_DEAL or self.hands % HANDS_A_DEAL:
            raise BadInput(
                f"{self.hands} hands cannot be measured: every deal is played from both sides, "
                "so choose an even number of at least 2."
            )

    @property
    def deals(self) -> Iterable[int]:
        """The numbers of the deals, infinite if there is a time limit."""
        return range(self.hands // HANDS_A_DEAL) if self.seconds is None else count()

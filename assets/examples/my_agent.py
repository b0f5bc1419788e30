"""An agent of twenty lines. Try it in the folder of this file.

parlour match kuhn-poker my_agent.py:MyAgent station
parlour measure kuhn-poker my_agent.py:MyAgent
"""

from parlour import InformationState


class MyAgent:
    """Bets the ace, bluffs with one queen in three, and calls with the king half of the time."""

    name = "my-agent"
    games = ("kuhn-poker",)

    def strategy(self, info: InformationState) -> dict[int, float]:
        """Return the probability of each action: 0 passes, checks or folds, 1 bets or calls."""
        card, facing_bet = info.key[0], info.key.endswith("b")
        calls, bets = {"A": 1.0, "K": 0.5, "Q": 0.0}, {"A": 1.0, "K": 0.0, "Q": 1 / 3}
        bet = (calls if facing_bet else bets)[card]
        return {0: 1 - bet, 1: bet}

"""The betting of a spot as the betting of a hand of Hold'em, for agents that know hands from the blinds on.

The streets before a spot are not known. So the button is assumed to have raised to half the pot, the big blind to
have called, and both to have checked up to the street of the spot. Chips at a table are whole: the pot of the spot
is `POT` of them. A bet or raise that is not legal there counts as the nearest legal one.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.solver.spot import Spot
from game.core import Action, BadInput
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting

POT = 10_000
PASSIVE = {"fold": FOLD, "check": CALL, "call": CALL}
FLOP_CARDS = 3


def table_betting(spot: Spot, line: Sequence[str], blinds: int) -> PublicBetting:
    """Return the betting after the actions of a street and those that follow.

    Args:
        spot: The spot.
        line: All actions from the start of the street, also those before the spot begins.
        blinds: The pot of the spot in big blinds.

    Raises:
        BadInput: If no player is to act after these actions.
    """
    half, big = POT // 2, max(1, POT // blinds)
    stack = half + max(1, round(spot.stack / spot.pot * POT))
    betting = PublicBetting.start(HoldemRules(max(1, big // 2), big, (stack, stack)))
    betting = betting.child(half).child(CALL).next_round()
    for _ in range(len(spot.board) - FLOP_CARDS):
        betting = betting.child(CALL).child(CALL).next_round()
    for action in line:
        betting = _on(betting.child(table_action(spot, betting, action)))
    if betting.actor is None:
        raise BadInput("Nobody acts here: choose a decision.")
    return betting


def table_action(spot: Spot, betting: PublicBetting, action: str) -> Action:
    """Return an action of a spot as one at a table."""
    kind, _, chips = action.partition(" ")
    if kind in PASSIVE:
        return PASSIVE[kind]
    least, most, actor = betting.min_raise_to, betting.max_raise_to, betting.actor
    if least is None or most is None or actor is None:
        raise BadInput(f"{action} cannot be done at a table.")
    if kind == "all-in":
        return most
    wanted = betting.committed[actor] + round(float(chips) / spot.pot * POT)
    return min(most, max(least, wanted))


def _on(betting: PublicBetting) -> PublicBetting:
    """Return the betting, on the next street if the round is over and the hand continues."""
    goes_on = betting.actor is None and betting.folded is None and not betting.is_all_in
    return betting.next_round() if goes_on else betting

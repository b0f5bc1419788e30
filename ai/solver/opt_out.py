"""Opting out before a subgame, for one player: the gadget that makes re-solving safe.

Before the subgame begins, its player looks at the hand and either stays, or takes what the hand was promised
(Burch, Johanson and Bowling: Solving imperfect information games using decomposition, AAAI 2014). The other player
then finds a strategy against which no hand wins more than its promise. A hand for which neither choice has been
better stays, so that opting out changes nothing at all where nobody wants it.

That strategy may be any that is safe: where almost every hand does best to leave, it is hardly tried against those
hands, and wins less from them than it could. So a part k of each hand can be made to stay whatever it was promised.
More is then won from the range as it is believed to be, and the promise is loosened: what hands gain beyond it,
weighed by that range, is at most k / (1 - k) of what the range falls short of it, if it can be kept at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ai.hands.combos import CARDS, HANDS, Floats, opposing_weight
from ai.solver.forest import SweepStep
from game.rules.cards import DECK

OUT, STAY = 0, 1


@dataclass(frozen=True, slots=True, eq=False)
class OptOut:
    """Who may opt out, and what each hand is promised: float[1326], chips net of half the pot.

    must_stay: the part of each hand, from 0 to 1, that cannot opt out.
    """

    player: int
    promised: Floats = field(repr=False)
    must_stay: float = 0.0


class Gate:
    """The decision before the root; promised: float64[hands] of its player, in pots, weighed by what each meets.

    Its strategy is that of regret matching, discounted like the others.
    """

    def __init__(self, opt_out: OptOut, place: npt.NDArray[np.int32], weights: Floats, pot: float) -> None:
        self.player = opt_out.player
        self.promised: Floats = opt_out.promised[place] / pot * opposing_weight(weights)[place]
        self._regret = np.zeros((2, len(place)))
        self._total = np.zeros((2, len(place)))
        self._in_chips, self._place, self._pot, self._must_stay = (
            opt_out.promised,
            place,
            pot,
            opt_out.must_stay,
        )

    def staying(self, *, current: bool) -> Floats:
        """Return float64[hands]: how often each is in the subgame, now or on average."""
        staying: Floats = 1.0 - (1.0 - self._must_stay) * (1.0 - self._chosen(current=current))
        return staying

    def staying_of_hands(self) -> Floats:
        """Return float64[1326]: how often each hand stays on average; 1 for those that are not in the range."""
        staying = np.ones(len(HANDS))
        staying[self._place] = self.staying(current=False)
        return staying

    def _chosen(self, *, current: bool) -> Floats:
        """Return float64[hands]: how often each stays where it may choose."""
        known = self._regret if current else self._total
        total = known.sum(axis=0)
        chosen: Floats = np.divide(known[STAY], total, out=np.ones_like(total), where=total > 0)
        return chosen

    def update(self, values: Floats, step: SweepStep) -> None:
        """Learn from what each hand wins in the subgame, in pots."""
        staying = self._chosen(current=True)
        self._total = self._total * step.kept + [1 - staying, staying]
        choices = np.array([self.promised, values])
        gained = choices - (choices * [1 - staying, staying]).sum(axis=0)
        self._regret = np.maximum(0.0, self._regret * step.good + gained)

    def best(self, values: Floats) -> Floats:
        """Return what each hand wins with the better choice."""
        best: Floats = self._must_stay * values + (1.0 - self._must_stay) * np.maximum(self.promised, values)
        return best

    def average(self, values: Floats) -> Floats:
        """Return what each hand wins by its average choice."""
        staying = self.staying(current=False)
        won: Floats = self.promised * (1 - staying) + values * staying
        return won

    def left_to_the_other(self, weights: Floats, others: npt.NDArray[np.int32]) -> Floats:
        """Return float64[hands]: what hands of the other player win where hands opt out on average, in pots.

        weights: float[hands], of those who may opt out; others: the places of the other player's hands.
        """
        paid = np.zeros(len(HANDS))
        paid[self._place] = (
            weights * (1 - self.staying(current=False)) * self._in_chips[self._place] / self._pot
        )
        of_card = np.bincount(CARDS.ravel(), np.repeat(paid, 2), len(DECK))
        lost: Floats = paid.sum() - of_card[CARDS[others]].sum(axis=1) + paid[others]
        return -lost

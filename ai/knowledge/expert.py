"""An expert of Hold'em: rules that a poker player can read and edit, held as data (ai/configs/agents/expert).

All hands of a public state are decided at once. The rules are tried in order: first a rule's public conditions,
then its conditions on the hands that no earlier rule has decided. The answer is the mix of every hand, and the rule
that fired for it. Answers for the last public states are cached.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from ai.hands.combos import HANDS, Floats, Ints, left_by, place_of
from ai.hands.range_strategy import PublicState, RangeMix
from ai.knowledge.rule_file import read_rules
from ai.knowledge.rules import BLOCKED_HAND, RuleBase, Situation, StrategyRule
from game.core import Action
from game.rules.holdem import HoldemInformationState

FOLDER = Path(__file__).parents[1] / "configs" / "agents" / "expert"
STYLES = ("sound", "tight", "loose")
MOST_KEPT = 256  # public states, of some 30 KB each


@dataclass(frozen=True, slots=True, eq=False)
class Consulted:
    """The answer at a public state: the mix of every hand, and the number of the rule that fired.

    `fired`: int64[1326], NOBODY for hands that hold a card of the board.
    """

    mix: RangeMix
    fired: Ints


class ExpertStrategy:
    """The strategy of a rule base."""

    def __init__(self, base: RuleBase) -> None:
        self.base = base
        self._kept: OrderedDict[PublicState, Consulted] = OrderedDict()

    def range_strategy(self, public: PublicState) -> RangeMix:
        """Return the mix of every hand of the player to act."""
        return self.consult(public).mix

    def fired(self, info: HoldemInformationState) -> StrategyRule:
        number = int(self.consult(PublicState.of(info)).fired[place_of(info.hole)])
        return self.base.rules[number]

    def consult(self, public: PublicState) -> Consulted:
        """Return the answer for every hand, cached."""
        known = self._kept.get(public)
        if known is None:
            known = self._kept[public] = _consult(self.base, self.situation(public))
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(public)
        return known

    def situation(self, public: PublicState) -> Situation:
        return Situation(public, self.base.reading, self.base.respect)


@cache
def shipped(style: str) -> ExpertStrategy:
    """Return the built-in expert of a style; all callers share its cache."""
    return ExpertStrategy(read_rules(FOLDER / f"{style}.yaml"))


def _consult(base: RuleBase, situation: Situation) -> Consulted:
    left = left_by(situation.public.board)
    fired = np.full(len(HANDS), BLOCKED_HAND, np.int64)
    undecided = left.copy()
    for number, rule in enumerate(base.rules):
        if rule.applies(situation):
            matching = undecided & rule.hands(situation)
            fired[matching] = number
            undecided &= ~matching
            if not undecided.any():
                break
    return Consulted(_mix(base.rules, fired, np.flatnonzero(left), situation.public), fired)


def _mix(rules: Sequence[StrategyRule], fired: Ints, hands: Ints, public: PublicState) -> RangeMix:
    columns: dict[Action, Floats] = {}
    of_hands = fired[hands]
    for number in np.unique(of_hands):
        for move, share in rules[number].mix.items():
            action = move.action(public.betting)
            column = columns.setdefault(action, np.zeros(len(hands)))
            column[of_hands == number] += share
    return RangeMix.of(columns, hands)

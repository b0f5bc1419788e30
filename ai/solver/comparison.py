"""Mean strategies of groups of hands at a decision: in one solve, or in two solves of the same tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ai.hands.combos import CLASS_NAMES, CLASS_OF, HANDS, Bools, opposing_weight
from ai.solver.results import classify_hands
from ai.solver.walk import SolvedState, Walk
from game.core import BadInput
from game.rules.cards import Card
from game.study.solved import ALL_HANDS, HAND_KINDS, ComparedHands, Comparison, GroupMix


def compare_solves(
    walks: tuple[Walk, Walk], actions: Sequence[str], cards: Sequence[Card], chosen: Bools
) -> Comparison:
    """Compare the strategies of two solves at a decision.

    The strategies are means over all chosen hands, over each kind of hands, and over each of the 169 hand classes.

    Args:
        walks: The two solves.
        actions: The actions before the decision.
        cards: The cards dealt before the decision.
        chosen: bool[1326], the hands that count.

    Raises:
        BadInput: If no player is to act after the actions, or if the solves have different actions at the decision.
    """
    first, second = (walk.at(actions, cards) for walk in walks)
    if first.player < 0:
        raise BadInput("Nobody acts here: choose a decision.")
    if first.actions != second.actions:
        raise BadInput("These solves have different bet trees: compare two solves of one tree.")
    groups = {ALL_HANDS: np.ones(len(HANDS), np.bool_)} | kind_groups(first.board)
    groups |= {name: np.equal(CLASS_OF, number) for number, name in enumerate(CLASS_NAMES)}
    mine, other = (mix_groups(state, groups, chosen) for state in (first, second))
    hands = [
        ComparedHands(name, weight / mine[ALL_HANDS][0], (mix, other[name][1]))
        for name, (weight, mix) in mine.items()
        if name in other
    ]
    return Comparison(first.actions[::-1], tuple(hands))


def kind_groups(board: Sequence[Card]) -> dict[str, Bools]:
    """Return the hands of each kind on a board, bool[1326] each."""
    kinds = classify_hands(board)
    return {kind: kinds == number for number, kind in enumerate(HAND_KINDS)}


def mix_groups(
    state: SolvedState, groups: Mapping[str, Bools], chosen: Bools | None = None
) -> dict[str, tuple[float, GroupMix]]:
    """Return the weight and the mean strategy of each group of hands at a decision. The largest bet is first.

    The weight of a hand is its reach times the total reach of the opponent's hands that share no card with it.
    Groups of weight 0 are left out.

    Args:
        state: The decision.
        groups: The hands of each group, bool[1326].
        chosen: bool[1326], the hands that count, by default all.
    """
    reach = [np.nan_to_num(one) for one in state.reach]
    met = reach[state.player] * opposing_weight(reach[1 - state.player])
    if chosen is not None:
        met = met * chosen
    mix, ev = np.nan_to_num(state.strategy)[:, ::-1], np.nan_to_num(state.ev[state.player])
    action_ev = np.nan_to_num(state.action_ev)[:, ::-1]
    found = {}
    for name, held in groups.items():
        weights = met[held]
        if (total := float(weights.sum())) > 0:
            shares, values = (weights @ figures[held] / total for figures in (mix, action_ev))
            mean = GroupMix(tuple(shares.tolist()), float(weights @ ev[held] / total), tuple(values.tolist()))
            found[name] = total, mean
    return found

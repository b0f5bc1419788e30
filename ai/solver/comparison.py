"""Compare two solves of one tree at a decision: how often each group of hands takes each action, and its EV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ai.hands.combos import CLASS_NAMES, CLASS_OF, HANDS, Bools, Floats, opposing_weight
from ai.solver.results import classify_hands
from ai.solver.walk import SolvedState, Walk
from game.core import BadInput
from game.rules.cards import Card
from game.study.solved import ALL_HANDS, HAND_KINDS, ComparedHands, Comparison, GroupMix


def compare_solves(
    walks: tuple[Walk, Walk], actions: Sequence[str], cards: Sequence[Card], chosen: Bools
) -> Comparison:
    """Return the strategies of two solves at a decision, for all chosen hands, by kind and by class of hands.

    Args:
        walks: The two solves.
        actions: The actions before the decision.
        cards: The cards dealt before it.
        chosen: bool[1326], the hands that count.

    Raises:
        BadInput: If nobody acts there, or if the solves offer different actions.
    """
    first, second = (walk.at(actions, cards) for walk in walks)
    if first.player < 0:
        raise BadInput("Nobody acts here: choose a decision.")
    if first.actions != second.actions:
        raise BadInput("These solves have different bet trees: compare two solves of one tree.")
    kinds, groups = classify_hands(first.board), {ALL_HANDS: np.ones(len(HANDS), np.bool_)}
    groups |= {kind: kinds == number for number, kind in enumerate(HAND_KINDS)}
    groups |= {name: np.equal(CLASS_OF, number) for number, name in enumerate(CLASS_NAMES)}
    weights = [_weights(state) * chosen for state in (first, second)]
    mixes = [
        list(_mixes(state, met, groups.values())) for state, met in zip((first, second), weights, strict=True)
    ]
    whole = weights[0].sum()
    hands = [
        ComparedHands(name, float((weights[0] * held).sum() / whole), (mine, other))
        for (name, held), mine, other in zip(groups.items(), *mixes, strict=True)
        if mine is not None and other is not None
    ]
    return Comparison(first.actions[::-1], tuple(hands))


def _weights(state: SolvedState) -> Floats:
    """Return the weight of each hand of the player to act at a decision, float64[1326]."""
    reach = [np.nan_to_num(one) for one in state.reach]
    met: Floats = reach[state.player] * opposing_weight(reach[1 - state.player])
    return met


def _mixes(state: SolvedState, met: Floats, groups: Iterable[Bools]) -> Iterator[GroupMix | None]:
    """Yield the strategy and the EV of each group of hands, None if no hand of it comes there."""
    mix, ev = np.nan_to_num(state.strategy)[:, ::-1], np.nan_to_num(state.ev[state.player])
    action_ev = np.nan_to_num(state.action_ev)[:, ::-1]
    for held in groups:
        weights = met[held]
        if (total := weights.sum()) > 0:
            shares, values = (weights @ figures[held] / total for figures in (mix, action_ev))
            yield GroupMix(tuple(shares.tolist()), float(weights @ ev[held] / total), tuple(values.tolist()))
        else:
            yield None

"""The games of the lab: information sets with an equilibrium, and the tree of all histories.

Classic Kuhn poker has a family of equilibria: player 0 bluffs the queen with any probability alpha up to 1/3, bets
the ace with 3 alpha and calls with the king with alpha + 1/3; player 1's strategy is fixed (Kuhn, 1950). The answer
holds the middle of the family and the slope of each probability in alpha, from which any other member follows.
"""

from __future__ import annotations

from functools import lru_cache

from ai.agents import kuhn_tables
from ai.algorithms.best_response import expected_returns
from ai.algorithms.game_tree import GameTree, flatten
from ai.algorithms.variants import FAMILY, Sampled
from game.rules import games
from game.rules.kuhn_poker import MOVE_LETTERS, KuhnState, Move, classic, half_street
from game.study.lab import NO_NODE, LabNode, LabSets, LabSettings, LabTree, LabVariant

MOST_ALPHA = 1 / 3


def first_state(settings: LabSettings) -> KuhnState:
    return classic() if settings.game == games.KUHN_POKER else half_street(settings.blinds)


@lru_cache(maxsize=16)
def tree_of(root: KuhnState) -> GameTree:
    return flatten(root)


def sets_of(settings: LabSettings) -> LabSets:
    """Return the information sets of a game, its equilibrium and the variants that find it."""
    root = first_state(settings)
    infosets = tree_of(root).infosets
    equilibrium = kuhn_tables.by_name(kuhn_tables.EQUILIBRIUM, root.rules)
    sequences = [(place, turn) for place, one in enumerate(infosets) for turn in range(len(one.actions))]
    family = settings.game == games.KUHN_POKER
    return LabSets(
        keys=tuple(one.key for one in infosets),
        players=tuple(one.player for one in infosets),
        actions=tuple(tuple(MOVE_LETTERS[action] for action in one.actions) for one in infosets),
        sequences=tuple(sequences),
        equilibrium=tuple(equilibrium.table[one.key][action] for one in infosets for action in one.actions),
        value=expected_returns(root, (equilibrium.strategy, equilibrium.strategy))[0],
        variants=variants(),
        alpha=kuhn_tables.CLASSIC_BLUFF if family else 0.0,
        most_alpha=MOST_ALPHA if family else 0.0,
        per_alpha=tuple(_growth(one.key, action) for one in infosets for action in one.actions)
        if family
        else (),
    )


DESCRIPTIONS = {
    "cfr": "Regrets add up and every iteration counts alike: the method as it was first published.",
    "cfr+": "No total of regret falls below 0; iteration t counts t times.",
    "linear": "Regrets and strategies of iteration t count t times.",
    "dcfr": "Regrets are discounted, those below 0 more; strategies count t squared times.",
    "dcfr+": "Discounted, and no total of regret falls below 0.",
    "pcfr+": "CFR+ that expects the last regrets to come once more.",
    "sapcfr+": "CFR+ that expects a part of the last regrets to come once more.",
    "pdcfr+": "Discounted CFR+ that expects the last regrets to come once more.",
    "chance-sampled": "Each iteration samples one deal per player and tries every action.",
    "external-sampling": "One deal and one reply of the opponent's, all own actions.",
    "outcome-sampling": "One hand for each player an iteration, from the deal to its end.",
}
"""A one-line description of each variant."""


def variants() -> tuple[LabVariant, ...]:
    """Return the variants of CFR."""
    return tuple(
        LabVariant(name, DESCRIPTIONS[name], isinstance(one, Sampled)) for name, one in FAMILY.items()
    )


def drawn_tree(settings: LabSettings) -> LabTree:
    """Return the tree of a game; a node has the index of its history in the solver's arrays."""
    root = first_state(settings)
    rows = tree_of(root).histories
    return LabTree(
        tuple(
            LabNode(
                parent=int(rows.parent[number]) if number else NO_NODE,
                step=state.history[-1:],
                player=state.current_player(),
                infoset=int(rows.infoset[number]),
                payoff=float(rows.payoff[number]),
                chance=float(rows.chance[number]),
            )
            for number, state in enumerate(_histories(root))
        )
    )


def _histories(root: KuhnState) -> list[KuhnState]:
    """Return every history in the order of the solver's arrays."""
    found = [root]
    for state in found:  # grows while it is walked
        found.extend(map(state.child, state.legal_actions()))
    return found


def _growth(key: str, action: int) -> float:
    """Return the derivative by alpha of the probability of an action in classic Kuhn poker."""
    bets = {"A": 3.0, "Q": 1.0, "Kpb": 1.0}.get(key, 0.0)
    return bets if action == Move.BET else -bets

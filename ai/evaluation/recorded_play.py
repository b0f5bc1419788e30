"""The exploitability of a player's recorded decisions, with an interval that shows how little a few hands tell.

Many strategies could have produced the same record. `DRAWS` of them are drawn, each information set from its
posterior, a Dirichlet distribution (Gelman et al., Bayesian Data Analysis, 3.4). Its parameters are the counts of
the actions plus one imagined decision of a perfect player. The exact exploitability of each drawn strategy is
computed; the median is the estimate, and the middle 95% are the interval.

The exploitability of the observed frequencies would be a worse estimate. A player who took one action in all of
only a few hands, but would sometimes take another, looks like a player who never does, and so too exploitable.
Information sets without a decision count as played perfectly. The draws are seeded, so the same record gives the
same figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ai.algorithms.best_response import Policy, best_response
from ai.algorithms.game_tree import GameTree, SequenceForm, Vector, flatten, information_states, sequence_form
from game.core import Action, InformationState, State
from game.study.play import RecordedExploitability

DRAWS = 1_000
OUTSIDE = 0.05

Counts = Mapping[str, Sequence[int]]
"""How often each action was taken, by the key of the information set, in the order of the legal actions."""

Rows = npt.NDArray[np.float64]


def empirical_exploitability(root: State, counts: Counts, perfect: Policy) -> RecordedExploitability:
    """Return the exploitability of recorded play, in the game's unit, and a best response to its frequencies.

    `perfect` is the policy of the imagined decisions and of the information sets without a decision.
    """
    tree = flatten(root)
    form = sequence_form(tree)
    prior = tree.vector({key: perfect(info) for key, info in information_states(root).items()})
    taken = _taken(tree, counts)
    was_played = np.repeat(np.add.reduceat(taken, tree.first[:-1]) > 0, np.diff(tree.first))
    shares = np.where(was_played, _scaled(tree, taken[np.newaxis]), prior)
    guesses = np.random.default_rng(0).gamma(taken + prior, size=(DRAWS, len(prior)))
    likely = _exploitabilities(form, np.where(was_played, _scaled(tree, guesses), prior))
    low, middle, high = np.quantile(likely, (OUTSIDE / 2, 0.5, 1 - OUTSIDE / 2)).tolist()
    table = tree.table(shares[0])
    replies = [best_response(root, player, _policy(table)) for player in (0, 1)]
    reply = {
        key: action if key in one.reachable else None for one in replies for key, action in one.reply.items()
    }
    return RecordedExploitability(middle, (low, high), reply)


def _taken(tree: GameTree, counts: Counts) -> Vector:
    """Return how often each action was taken: float64[sequences]."""
    rows = [counts.get(one.key, (0,) * len(one.actions)) for one in tree.infosets]
    return np.concatenate(rows).astype(np.float64)


def _scaled(tree: GameTree, weights: Rows) -> Rows:
    """Return `weights`, scaled to add up to 1 in every information set; NaN in a set whose weights are all 0.

    weights and result: float64[rows, sequences].
    """
    totals = np.add.reduceat(weights, tree.first[:-1], axis=1)
    with np.errstate(invalid="ignore"):
        scaled: Rows = weights / np.repeat(totals, np.diff(tree.first), axis=1)
    return scaled


def _exploitabilities(form: SequenceForm, strategies: Rows) -> Vector:
    """Return the exploitability of each strategy, float64[rows], computed as in ai/algorithms/exact.py.

    strategies: float64[rows, sequences].
    """
    count = form.sequences
    payoff = np.zeros((count + 2, count + 2))
    payoff[np.repeat(np.arange(count + 2), np.diff(form.row)), form.column] = form.payoff
    sets = [slice(*ends) for ends in pairwise(form.first.tolist())]
    reach = np.ones((len(strategies), count + 2))
    for one, parent in zip(sets, form.parent.tolist(), strict=True):
        reach[:, one] = reach[:, parent, np.newaxis] * strategies[:, one]
    best = reach @ payoff.T
    for one, parent in zip(reversed(sets), reversed(form.parent.tolist()), strict=True):
        best[:, parent] += best[:, one].max(axis=1)
    exploitability: Vector = best[:, count:].sum(axis=1) / 2
    return exploitability


def _policy(table: Mapping[str, Mapping[Action, float]]) -> Policy:
    """Return the policy that reads its probabilities from a table."""

    def policy(info: InformationState) -> Mapping[Action, float]:
        return table[info.key]

    return policy

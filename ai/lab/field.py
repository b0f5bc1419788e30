"""U1, player 0's expected win in half-street Kuhn poker, as a function of the two undominated choices.

Player 0 bets the queen with probability p1, player 1 calls a bet with the king with probability p2; the ace always
bets and calls, the king checks, the queen folds. U1 is bilinear in p1 and p2, so it is computed at the four corners
and interpolated exactly.
"""

from __future__ import annotations

from collections.abc import Mapping

from ai.agents.kuhn_tables import equilibrium_bets
from ai.algorithms.best_response import expected_returns
from ai.lab.settings import read_blinds
from game.core import Action, BadInput, InformationState
from game.quoting import quoted
from game.rules.kuhn_poker import KuhnState, Move, half_street
from game.study.lab import LabField

MOST_STEPS = 200
_CERTAIN = {"A": 1.0, "K": 0.0, "Ab": 1.0, "Qb": 0.0}


def field_of(blinds: object, steps: object) -> LabField:
    """Return U1 in `steps` steps along either probability; `BadInput` for impossible blinds or steps."""
    root = half_street(read_blinds(blinds))
    if not isinstance(steps, int) or not 1 <= steps <= MOST_STEPS:
        raise BadInput(f"The field is drawn in 1 to {MOST_STEPS} steps, not {quoted(steps)}.")
    axis = tuple(place / steps for place in range(steps + 1))
    low_low, low_high, high_low, high_high = (_u1(root, p1, p2) for p1 in (0.0, 1.0) for p2 in (0.0, 1.0))
    at_low = [_between(low_low, low_high, p2) for p2 in axis]
    at_high = [_between(high_low, high_high, p2) for p2 in axis]
    u1 = tuple(
        tuple(_between(low, high, p1) for low, high in zip(at_low, at_high, strict=True)) for p1 in axis
    )
    bets = equilibrium_bets(root.rules)
    nash = bets["Q"], bets["Kb"]
    return LabField(
        axis=axis,
        u1=u1,
        along_p1=tuple(high - low for low, high in zip(at_low, at_high, strict=True)),
        along_p2=tuple(_between(low_low, high_low, p1) - _between(low_high, high_high, p1) for p1 in axis),
        nash=nash,
        value=_u1(root, *nash),
        lowest=min(map(min, u1)),
        highest=max(map(max, u1)),
    )


def _u1(root: KuhnState, p1: float, p2: float) -> float:
    """Return what player 0 wins on average."""
    bets = {**_CERTAIN, "Q": p1, "Kb": p2}

    def strategy(info: InformationState) -> Mapping[Action, float]:
        return {Move.PASS: 1 - bets[info.key], Move.BET: bets[info.key]}

    return expected_returns(root, (strategy, strategy))[0]


def _between(low: float, high: float, share: float) -> float:
    return (1 - share) * low + share * high

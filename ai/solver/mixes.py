"""Strategies for locks at a decision of a spot: from an agent, shifted by a share, or with logged frequencies.

A lock fixes the strategy of a player at a decision. An agent knows complete hands, so `table_betting` invents
the betting before the spot. The sizes of the agent are translated to those of the spot by the pseudo-harmonic
mapping.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.abstraction.tree_walk import translate_size
from ai.hands.combos import HANDS, Floats
from ai.hands.range_strategy import PublicState, RangeStrategy
from ai.solver.locks import Strategy
from ai.solver.spot import Spot
from game.core import Action, BadInput
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting
from game.rules.cards import Card
from game.study.solved import LoggedMix

TABLE_POT = 10_000
"""The pot of a spot in whole chips at the table."""
PASSIVE = {"fold": FOLD, "check": CALL, "call": CALL}
FLOP_CARDS = 3


def table_betting(spot: Spot, line: Sequence[str], blinds: int) -> PublicBetting:
    """Return the betting at a table after the actions of a street.

    The streets before a spot are unknown. The button is assumed to have raised to half the pot, the big blind
    to have called, and both to have checked up to the street of the spot. Chips at a table are whole, and the
    pot of the spot is `TABLE_POT` of them. A bet or raise that is not legal becomes the nearest legal one.

    Args:
        spot: The spot.
        line: All actions from the start of the street, also those before the spot begins.
        blinds: The pot of the spot in big blinds.

    Raises:
        BadInput: If no player is to act after these actions.
    """
    half, big = TABLE_POT // 2, max(1, TABLE_POT // blinds)
    stack = half + max(1, round(spot.stack / spot.pot * TABLE_POT))
    betting = PublicBetting.start(HoldemRules(max(1, big // 2), big, (stack, stack)))
    betting = betting.child(half).child(CALL).next_round()
    for _ in range(len(spot.board) - FLOP_CARDS):
        betting = betting.child(CALL).child(CALL).next_round()
    for action in line:
        betting = _next_round_if_over(betting.child(table_action(spot, betting, action)))
    if betting.actor is None:
        raise BadInput("Nobody acts here: choose a decision.")
    return betting


def table_action(spot: Spot, betting: PublicBetting, action: str) -> Action:
    """Return the action at the table for an action of a spot.

    Raises:
        BadInput: If it is a bet or raise and none is legal.
    """
    kind, _, chips = action.partition(" ")
    if kind in PASSIVE:
        return PASSIVE[kind]
    least, most, actor = betting.min_raise_to, betting.max_raise_to, betting.actor
    if least is None or most is None or actor is None:
        raise BadInput(f"{action} cannot be done at a table.")
    if kind == "all-in":
        return most
    wanted = betting.committed[actor] + round(float(chips) / spot.pot * TABLE_POT)
    return min(most, max(least, wanted))


def _next_round_if_over(betting: PublicBetting) -> PublicBetting:
    """Return the betting, on the next street if the round is over and the hand continues."""
    goes_on = betting.actor is None and betting.folded is None and not betting.is_all_in
    return betting.next_round() if goes_on else betting


POT_BLINDS = 5
"""The pot of the spot in big blinds, as after one raise to 2.5 big blinds."""


def agent_mix(
    spot: Spot, strategy: RangeStrategy, line: Sequence[str], board: Sequence[Card], actions: Sequence[str]
) -> Strategy:
    """Return the strategy of an agent after a line, float64[1326, actions], NaN for hands without one.

    Raises:
        BadInput: If no player is to act there.
    """
    betting = table_betting(spot, line, POT_BLINDS)
    assert betting.actor is not None
    mix = strategy.range_strategy(PublicState(betting.actor, tuple(board), betting))
    sizes = _indices_by_size(spot, betting, actions)
    found = np.zeros((len(HANDS), len(actions)))
    for action, shares in zip(mix.actions, mix.shares.T, strict=True):
        for place, part in _translate(betting, action, actions, sizes):
            found[:, place] += part * shares
    total = found.sum(axis=1, keepdims=True)
    mixes: Strategy = np.divide(found, total, out=np.full(found.shape, np.nan), where=total > 0)
    return mixes


def _indices_by_size(spot: Spot, betting: PublicBetting, actions: Sequence[str]) -> dict[float, int]:
    """Return the index of every bet and raise by its size as a fraction of the pot, in ascending order."""
    bets = [place for place, action in enumerate(actions) if action not in PASSIVE]
    sizes = {betting.raise_fraction(table_action(spot, betting, actions[place])): place for place in bets}
    return dict(sorted(sizes.items()))


def _translate(
    betting: PublicBetting, action: Action, actions: Sequence[str], sizes: dict[float, int]
) -> Sequence[tuple[int, float]]:
    """Return the actions of the spot to which an action at the table is translated, as (index, share)."""
    if action == FOLD and "fold" in actions:
        return [(actions.index("fold"), 1.0)]
    if action in PASSIVE.values() or not sizes:
        return [(next(place for place, one in enumerate(actions) if one in ("check", "call")), 1.0)]
    on_offer = list(sizes)
    return [
        (sizes[on_offer[place]], part)
        for place, part in translate_size(betting.raise_fraction(action), on_offer)
    ]


PASSIVE_ACTIONS = ("check", "call")


def shifted_mix(strategy: np.ndarray, weights: np.ndarray, place: int, points: float) -> np.ndarray:
    """Return a strategy with the frequency of an action shifted by `points`, float64[1326, actions].

    Each hand changes as little as possible: hands that mix take the action more or less often in proportion,
    and the other actions keep their proportions.

    >>> shifted_mix(np.array([[0.5, 0.5], [1.0, 0.0]]), np.ones(2), 0, 0.125).tolist()
    [[0.75, 0.25], [1.0, 0.0]]
    """
    share = float((strategy[:, place] * weights).sum() / weights.sum())
    goal = min(1.0, max(0.0, share + points))
    before = strategy[:, place]
    after = before * (goal / share) if goal < share else 1 - (1 - before) * (1 - goal) / max(1 - share, 1e-12)
    after = np.clip(after, 0.0, 1.0)
    others = np.delete(strategy, place, axis=1)
    total = others.sum(axis=1, keepdims=True)
    even = np.full(others.shape, 1 / max(1, others.shape[1]))
    kept = np.divide(others, total, out=even, where=total > 0) * (1 - after)[:, None]
    return np.insert(kept, place, after, axis=1)


def mix_as_logged(strategy: Floats, weights: Floats, actions: Sequence[str], logged: LoggedMix) -> Floats:
    """Return a strategy with the frequencies of folds, calls and raises of a logged player, float64[1326, actions].

    An action that is not possible here counts as a check or a call. Bets and raises keep their proportions in
    every hand.

    >>> before, thrice = np.full((2, 3), 1 / 3), LoggedMix("ada", 40, 0.5, 0.4, 0.1)
    >>> mix_as_logged(before, np.ones(2), ("fold", "call", "raise 50"), thrice).round(6).tolist()
    [[0.5, 0.4, 0.1], [0.5, 0.4, 0.1]]
    """
    folds = np.zeros(len(strategy))
    going_on = strategy
    if "fold" in actions:
        place = actions.index("fold")
        folded = shifted_mix(strategy, weights, place, logged.folds - _share(strategy[:, place], weights))
        folds, going_on = folded[:, place], np.delete(folded, place, axis=1)
    left = (1 - folds)[:, None]
    others = [action for action in actions if action != "fold"]
    if len(others) > 1 and (done := logged.calls + logged.raises) > 0 and (weights @ left).sum() > 0:
        even = np.full(going_on.shape, 1 / len(others))
        mix = np.divide(going_on, left, out=even, where=left > 0)
        place = next(place for place, action in enumerate(others) if action in PASSIVE_ACTIONS)
        points = logged.calls / done - _share(mix[:, place], weights * left[:, 0])
        going_on = shifted_mix(mix, weights * left[:, 0], place, points) * left
    return np.insert(going_on, actions.index("fold"), folds, axis=1) if "fold" in actions else going_on


def _share(shares: Floats, weights: Floats) -> float:
    return float(shares @ weights / weights.sum())

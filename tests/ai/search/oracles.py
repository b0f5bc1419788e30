"""A plain search in Python, state by state and hand by hand, and spots to search.

The plain search uses no vectors, no equities at leaves and no sampled cards. Every card is dealt, and every
showdown is played by the rules.
"""

from collections.abc import Mapping

import numpy as np

from ai.hands.combos import HAND_INDICES, HANDS, Floats, hand_index, unblocked_hands
from ai.hands.range_strategy import PublicState, RangeMix
from ai.search.phased_tree import MIN_SHARE, PASSIVE_FROM
from game.core import CHANCE
from game.rules.cards import Card, get_rank, parse
from game.rules.holdem import CALL, FOLD, HoldemRules, HoldemState

Weights = Mapping[tuple[Card, Card], float]


class Bold:
    """A toy strategy: with higher cards, a player bets or raises half the pot more often and folds less often."""

    def range_strategy(self, public: PublicState) -> RangeMix:
        hands = np.flatnonzero(unblocked_hands(public.board))
        high = np.array([max(map(get_rank, HANDS[hand])) for hand in hands]) / 12
        raise_to = public.betting.raise_to_for_fraction(0.5)
        raises = (
            0.1 + 0.5 * high if raise_to and len(public.betting.history[-1]) < 2 else np.zeros(len(hands))
        )
        folds = (1 - raises) * (1 - high) * bool(public.betting.to_call)
        columns = {FOLD: folds, CALL: 1 - raises - folds}
        return RangeMix.of(columns | ({raise_to: raises} if raises.any() else {}), hands)


def plain_values(
    state: HoldemState, strategy: Bold, weights: Weights, *, follows: bool = False
) -> dict[int, float]:
    """Return the value of each action of the player to act, whose hand is in `state`.

    `weights` is the opponent's range. The opponent follows `strategy`. After the action, the player always takes
    the best action or, if `follows` is True, also follows `strategy`.
    """
    player = state.current_player()
    held = {
        hand: weight
        for hand, weight in weights.items()
        if not set(hand) & {*state.hole[player], *state.board}
    }
    total = sum(held.values())
    return {
        action: _value(state.child(action), player, strategy, held, follows) / total
        for action in _candidates(state, player, strategy)
    }


def _value(state: HoldemState, player: int, strategy: Bold, weights: Weights, follows: bool) -> float:
    """Return the expected winnings of `player`, summed over the opponent's hands with their `weights`."""
    actor = state.current_player()
    if not weights:
        return 0.0
    if actor == CHANCE:
        return _over_cards(state, player, strategy, weights, follows)
    if state.is_terminal():
        return sum(
            weight * _with_opponent(state, player, hand).returns()[player] for hand, weight in weights.items()
        )
    if actor == player:
        actions = _candidates(state, player, strategy)
        values = [_value(state.child(action), player, strategy, weights, follows) for action in actions]
        return (
            float(np.average(values, weights=_shares(state, player, strategy, actions)))
            if follows
            else max(values)
        )
    mix = strategy.range_strategy(PublicState(actor, state.board, state.betting))
    found = 0.0
    for action in mix.actions:
        shares = mix.of_action(action)
        parts = {hand: weight * float(shares[HAND_INDICES[hand]]) for hand, weight in weights.items()}
        left = {hand: part for hand, part in parts.items() if part}
        found += _value(state.child(action), player, strategy, left, follows)
    return found


def _over_cards(state: HoldemState, player: int, strategy: Bold, weights: Weights, follows: bool) -> float:
    """Return the result of `_value`, averaged over the next card.

    For each card, the opponent's hands that contain the card get weight 0.
    """
    known = {*state.hole[player], *state.board}
    left = [card for card in range(52) if card not in known]
    found = 0.0
    for card in left:
        held = {hand: weight for hand, weight in weights.items() if card not in hand}
        if held:
            somebody = _with_opponent(state, player, next(iter(held)))
            found += _value(somebody.child(card), player, strategy, held, follows)
    return found / (len(left) - 2)


def _shares(state: HoldemState, player: int, strategy: Bold, actions: list[int]) -> list[float]:
    """Return the probability with which the player's hand takes each of `actions`."""
    mix = strategy.range_strategy(PublicState(player, state.board, state.betting))
    shares = mix.shares[HAND_INDICES[tuple(sorted(state.hole[player]))]]
    return [float(shares[mix.actions.index(action)]) if action in mix.actions else 0.0 for action in actions]


def _candidates(state: HoldemState, player: int, strategy: Bold) -> list[int]:
    mix = strategy.range_strategy(PublicState(player, state.board, state.betting))
    own = mix.shares[HAND_INDICES[tuple(sorted(state.hole[player]))]]
    found = {action for action, share in zip(mix.actions, own, strict=True) if share >= MIN_SHARE}
    if state.street >= PASSIVE_FROM:
        found |= {FOLD, CALL} if state.to_call else {CALL}
    return sorted(found)


def _with_opponent(state: HoldemState, player: int, hand: tuple[Card, Card]) -> HoldemState:
    first, second = state.hole
    hole = (*first, *hand) if player == 0 else (*hand, *second)
    return HoldemState(state.rules, (*hole, *state.board), state.betting)


def spot(deal: str, board: str, *actions: int, stacks: tuple[int, int] = (2_000, 2_000)) -> HoldemState:
    """Deal the hole cards `deal`, then take the actions. The cards of `board` are dealt when a round ends."""
    state = HoldemState(HoldemRules(50, 100, stacks))
    for card in parse(deal):
        state = state.child(card)
    cards = iter(parse(board))
    for action in actions:
        state = state.child(action)
        while state.current_player() < 0 and (card := next(cards, None)) is not None:
            state = state.child(card)
    return state


def weighted(**hands: float) -> Floats:
    """Return the range of the named hands with their weights, float64[1326]."""
    weights = np.zeros(1326)
    for name, weight in hands.items():
        weights[hand_index(parse(name))] = weight
    return weights

"""The strategy of a network for every hand at once, by one forward pass.

During play the opponent's hand is unknown, so the network evaluates all hands. Board, betting and situation are the
same for all hands, and the convolution is linear before its ReLU. The contribution of the board is therefore summed
once, and the contribution of every single card is cached. The convolution of a hand is the sum of three rows: one
for the board, and one for each hole card. Hands that are equal up to a permutation of suits are evaluated once.

To play a class of bets, the strategy bets one legal size: the median size of the logged bets of this class on this
street.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.canonical_boards import exchanges, standing_for
from ai.hands.combos import CARDS, HANDS, Ints, hand_index, unblocked_hands
from ai.hands.range_strategy import PublicState, RangeMix, Shares
from ai.knowledge.decisions import (
    CELLS,
    FLOP,
    OWN,
    RANKS,
    RIVER,
    SITUATION,
    SIX_CLASSES,
    SMALL,
    STREETS,
    SUITS,
    TURN,
    Mask,
    action_class,
    betting_plane,
    class_action,
    legal_classes,
    situation,
)
from ai.knowledge.hand_strength import hand_strengths
from ai.knowledge.network import Network, NetworkSize, Weights, softmax, spread_out
from ai.storage import Model
from game.core import Action, BadInput, InformationState
from game.quoting import quoted
from game.rules.betting import HoldemRules, PublicBetting
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState
from game.texts import text

MAX_WEIGHT = 1e6
MIN_TEMPERATURE = 1e-3
"""The limits of temperatures. Within them, no layer overflows single precision."""

Floats32 = npt.NDArray[np.float32]

TEMPERATURES = "temperatures"
"""The name of the array with the temperatures in a model file."""
_PLANE_OF_BOARD = (FLOP, FLOP, FLOP, TURN, RIVER)


class NetworkStrategy:
    """The strategy of a network, for all hands of the player to act.

    Args:
        network: A network with six classes, or with three classes, which don't distinguish sizes.
        sizes: float32[4, 6], the bet size in pots that represents each class, by street.
    """

    def __init__(self, network: Network, sizes: Floats32) -> None:
        self._classes = network.size.classes
        self._sizes = sizes
        self._temperatures = network.temperatures
        weights = {name: array.astype(np.float32) for name, array in network.weights.items()}
        spread = spread_out(weights["kernel"]).astype(np.float32)
        self._of_cards: Floats32 = np.ascontiguousarray(spread.reshape(len(spread), CELLS, -1))
        self._bias: Floats32 = np.tile(weights["kernel_bias"], CELLS)
        self._layers = _split(weights, network.size)

    @classmethod
    def of(cls, model: Model) -> NetworkStrategy:
        """Return the strategy of the network in a model file.

        Raises:
            BadInput: If the file has no network.
        """
        return cls(read_network(model), model.array("sizes", (STREETS, len(SIX_CLASSES))).astype(np.float32))

    def range_strategy(self, public: PublicState) -> RangeMix:
        """Return the strategy of every hand.

        If several classes lead to the same action, their probabilities are added.
        """
        left = np.flatnonzero(unblocked_hands(public.board))
        shares = self._ask(public)[left].astype(np.float64)
        columns: dict[Action, npt.NDArray[np.float64]] = {}
        for kind, legal in enumerate(self._legal(public.betting)):
            if legal:
                action = class_action(public.betting, kind, self._sizes[public.betting.street, kind])
                columns[action] = columns.get(action, 0.0) + shares[:, kind]
        return RangeMix.of(columns, left)

    def likelihood(self, public: PublicState, action: Action) -> Shares:
        """Return the probability of the class of `action` with each hand, float32[1326]."""
        kind = min(action_class(public.betting, action), self._classes - 1)
        return np.ascontiguousarray(self._ask(public)[:, kind])

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        """Return the strategy of the player's hand, with the actions in ascending order."""
        hand = cast(HoldemInformationState, info)
        mix = self.range_strategy(PublicState.of(hand))
        row = mix.shares[hand_index(hand.hole)]
        return {action: float(share) for action, share in zip(mix.actions, row, strict=True) if share > 0.0}

    def _legal(self, betting: PublicBetting) -> Mask:
        legal = legal_classes(betting)
        return legal if self._classes == len(SIX_CLASSES) else (*legal[:SMALL], any(legal[SMALL:]))

    def _ask(self, public: PublicState) -> Floats32:
        """Return the probabilities of the classes, float32[1326, classes], 0 for blocked hands."""
        asked = _evaluated_hands(public.board)
        cells = self._bias + self._of_cards[
            list(_PLANE_OF_BOARD[: len(public.board)]), list(public.board)
        ].sum(axis=0)
        pooled = np.empty((len(asked.hands), RANKS * len(self._bias) // CELLS), np.float32)
        pool(self._of_cards[OWN], cells, CARDS[asked.hands], pooled)
        layers = self._layers
        same = betting_plane(public.betting).ravel() @ layers.betting
        same += situation(public) @ layers.situation + layers.first_bias
        first = pooled @ layers.suit_means
        first += hand_strengths(public.board)[asked.hands] @ layers.strength
        first += same
        np.maximum(first, 0.0, out=first)
        second = np.maximum(first @ layers.second + layers.second_bias, 0.0)
        legal = np.array([self._legal(public.betting)])
        logits = second @ layers.last + layers.last_bias
        found = softmax(logits / self._temperatures[public.betting.street], legal)
        spread: Floats32 = np.zeros((len(HANDS), self._classes), np.float32)
        spread[asked.left] = found[asked.answer]
        return spread


def read_network(model: Model) -> Network:
    """Return the network in a model file. A file of an old version has no temperatures, so they are set to 1.

    Raises:
        BadInput: If the arrays do not form a network.
    """
    *_, channels = model.array("kernel", (-1, -1, -1, -1)).shape
    _, first = model.array("first", (-1, -1)).shape
    second, classes = model.array("last", (-1, -1)).shape
    size = NetworkSize(channels, first, second, classes)
    weights = {name: model.array(name, shape).astype(np.float32) for name, shape in size.shapes.items()}
    for name, array in weights.items():
        if array.size and np.abs(array).max() > MAX_WEIGHT:
            raise BadInput(text("input_errors.damaged.weights", file=model.file.name, array=quoted(name)))
    return Network(size, cast(Weights, weights), _read_temperatures(model))


def _read_temperatures(model: Model) -> Floats32 | None:
    if TEMPERATURES not in model.arrays:
        return None
    found = model.array(TEMPERATURES, (STREETS,)).astype(np.float32)
    if found.min() < MIN_TEMPERATURE:
        too_low = f"{found.min():g}"
        raise BadInput(text("input_errors.damaged.temperature", file=model.file.name, temperature=too_low))
    return found


@dataclass(frozen=True, slots=True)
class _Layers:
    """The dense layers.

    The weights of the first layer are split by their inputs: `suit_means`, `betting`, `situation` and `strength`.
    The weights `suit_means` are already divided by the number of suits, so they can be applied to sums over suits.
    """

    suit_means: Floats32
    betting: Floats32
    situation: Floats32
    strength: Floats32
    first_bias: Floats32
    second: Floats32
    second_bias: Floats32
    last: Floats32
    last_bias: Floats32


def _split(weights: Mapping[str, Floats32], size: NetworkSize) -> _Layers:
    ends = np.cumsum([RANKS * size.channels, CELLS, SITUATION])
    pooled, betting, of_situation, strength = np.split(weights["first"], ends)
    rest = {name: weights[name] for name in ("first_bias", "second", "second_bias", "last", "last_bias")}
    return _Layers(pooled / np.float32(SUITS), betting, of_situation, strength, **rest)


@dataclass(frozen=True, slots=True)
class _EvaluatedHands:
    """The indices of the hands to evaluate (`hands`), and of all unblocked hands (`left`).

    Isomorphic hands are evaluated once. For each hand of `left`, `answer` has the index in `hands` of the
    isomorphic hand that is evaluated.
    """

    hands: Ints
    left: Ints
    answer: Ints


@lru_cache(maxsize=1024)
def _evaluated_hands(board: tuple[Card, ...]) -> _EvaluatedHands:
    """Return the hands to evaluate on a board. The order of the flop cards does not matter."""
    kept = [set(exchanges((), part)) for part in (board[:3], board[3:4], board[4:])]
    left = np.flatnonzero(unblocked_hands(board))
    hands, answer = np.unique(
        standing_for([one for one in exchanges((), ()) if all(one in part for part in kept)])[left],
        return_inverse=True,
    )
    return _EvaluatedHands(hands, left, answer)


def compile_kernels() -> None:
    """Compile the kernels by evaluating all hands once."""
    rng = np.random.default_rng(0)
    strategy = NetworkStrategy(
        Network.fresh(NetworkSize(), rng), np.ones((STREETS, len(SIX_CLASSES)), np.float32)
    )
    betting = PublicBetting.start(HoldemRules())
    assert betting.actor is not None
    strategy.range_strategy(PublicState(betting.actor, (), betting))


@kernel
def pool(of_card: Floats32, cells: Floats32, hands: Ints, pooled: Floats32) -> None:
    """Fill `pooled` with the convolution of hands after ReLU, summed over suits.

    `pooled` is float32[n, 13 * channels], and `hands` is int64[n, 2].

    `of_card`, float32[52, 52 * channels], has a row for the contribution of each hole card. `cells`, float32[52 *
    channels], is the contribution of the board.
    """
    width = pooled.shape[1]
    for hand in range(len(hands)):
        one, other, sums = of_card[hands[hand, 0]], of_card[hands[hand, 1]], pooled[hand]
        sums[:] = 0.0
        for suit in range(4):
            start = suit * width
            for index in range(width):
                sums[index] += max(
                    np.float32(0.0), one[start + index] + other[start + index] + cells[start + index]
                )

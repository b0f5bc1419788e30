"""What a modelled player does with every hand at once, by one pass of its network.

In play the hand of the other is unknown, so the network is asked for all of them. The cards on the board, the
betting and the situation are the same for each, and the convolution is linear up to its ReLU: what the board adds
to it is summed once, what each single card adds is kept, and a hand is the sum of three rows. Hands that differ
only by suits that the board does not tell apart are asked once. Classes of bets become legal amounts: each of the
size that is the middle one of those that the players bet on that street.
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
from ai.hands.combos import CARDS, HANDS, Ints, left_by, place_of
from ai.hands.range_strategy import PublicState, RangeMix, Shares
from ai.knowledge.actions import SIX, SMALL, Mask, action_of, class_of, legal_classes
from ai.knowledge.features import (
    CELLS,
    FLOP,
    OWN,
    RANKS,
    RIVER,
    SITUATION,
    STREETS,
    SUITS,
    TURN,
    betting_plane,
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

MOST_WEIGHT = 1e6
LEAST_TEMPERATURE = 1e-3
"""Within these no layer overflows single precision."""

Floats32 = npt.NDArray[np.float32]

TEMPERATURES = "temperatures"
"""The array of a model file that holds them."""
_PLANE_OF_BOARD = (FLOP, FLOP, FLOP, TURN, RIVER)


class NetworkStrategy:
    """Answers for all hands of the player to act.

    network: one of six classes, or of three, which tells no sizes apart; sizes: float32[4, 6], by street and class
    the bet in pots that stands for it.
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
        """Return the strategy of the network in a model file; `BadInput` where it holds none."""
        return cls(network_of(model), model.array("sizes", (STREETS, len(SIX))).astype(np.float32))

    def range_strategy(self, public: PublicState) -> RangeMix:
        """Return the mix of every hand; what amounts to the same action is added up."""
        left = np.flatnonzero(left_by(public.board))
        shares = self._ask(public)[left].astype(np.float64)
        columns: dict[Action, npt.NDArray[np.float64]] = {}
        for kind, legal in enumerate(self._legal(public.betting)):
            if legal:
                action = action_of(public.betting, kind, self._sizes[public.betting.street, kind])
                columns[action] = columns.get(action, 0.0) + shares[:, kind]
        return RangeMix.of(columns, left)

    def likelihood(self, public: PublicState, action: Action) -> Shares:
        """Return float32[1326]: how likely each hand does what is of the class of `action`."""
        kind = min(class_of(public.betting, action), self._classes - 1)
        return np.ascontiguousarray(self._ask(public)[:, kind])

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        """Return what the hand held does, in ascending order of the action."""
        hand = cast(HoldemInformationState, info)
        mix = self.range_strategy(PublicState.of(hand))
        row = mix.shares[place_of(hand.hole)]
        return {action: float(share) for action, share in zip(mix.actions, row, strict=True) if share > 0.0}

    def _legal(self, betting: PublicBetting) -> Mask:
        legal = legal_classes(betting)
        return legal if self._classes == len(SIX) else (*legal[:SMALL], any(legal[SMALL:]))

    def _ask(self, public: PublicState) -> Floats32:
        """Return float32[1326, classes]: the probabilities of the classes; 0 for hands that meet the board."""
        asked = _asked(public.board)
        cells = self._bias + self._of_cards[
            list(_PLANE_OF_BOARD[: len(public.board)]), list(public.board)
        ].sum(axis=0)
        pooled = np.empty((len(asked.hands), RANKS * len(self._bias) // CELLS), np.float32)
        pool(self._of_cards[OWN], cells, CARDS[asked.hands], pooled)
        layers = self._layers
        same = betting_plane(public.betting).ravel() @ layers.betting
        same += situation(public) @ layers.situation + layers.first_bias
        first = pooled @ layers.pooled
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


def network_of(model: Model) -> Network:
    """Return the network in a model file; `BadInput` where its arrays are not those of one.

    Those that were learnt before there were temperatures hold none: they do as their logits say.
    """
    *_, channels = model.array("kernel", (-1, -1, -1, -1)).shape
    _, first = model.array("first", (-1, -1)).shape
    second, classes = model.array("last", (-1, -1)).shape
    size = NetworkSize(channels, first, second, classes)
    weights = {name: model.array(name, shape).astype(np.float32) for name, shape in size.shapes.items()}
    for name, array in weights.items():
        if array.size and np.abs(array).max() > MOST_WEIGHT:
            raise BadInput(
                f"{model.file.name} is damaged: {quoted(name)} holds weights larger than any learnt."
            )
    return Network(size, cast(Weights, weights), _temperatures_of(model))


def _temperatures_of(model: Model) -> Floats32 | None:
    if TEMPERATURES not in model.arrays:
        return None
    found = model.array(TEMPERATURES, (STREETS,)).astype(np.float32)
    if found.min() < LEAST_TEMPERATURE:
        raise BadInput(f"{model.file.name} is damaged: the temperature {found.min():g} is too low.")
    return found


@dataclass(frozen=True, slots=True)
class _Layers:
    """The dense layers, the first one parted by what it reads; its biases and the mean over suits are put in."""

    pooled: Floats32
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
class _Asked:
    """Which hands are asked (by place), which are left by the board, and which answer each of these takes."""

    hands: Ints
    left: Ints
    answer: Ints


@lru_cache(maxsize=1024)
def _asked(board: tuple[Card, ...]) -> _Asked:
    """Return what is asked on a board: the order of its flop makes no difference, turn and river stand alone."""
    kept = [set(exchanges((), part)) for part in (board[:3], board[3:4], board[4:])]
    left = np.flatnonzero(left_by(board))
    hands, answer = np.unique(
        standing_for([one for one in exchanges((), ()) if all(one in part for part in kept)])[left],
        return_inverse=True,
    )
    return _Asked(hands, left, answer)


def compile_kernels() -> None:
    """Ask for all hands once."""
    rng = np.random.default_rng(0)
    strategy = NetworkStrategy(Network.fresh(NetworkSize(), rng), np.ones((STREETS, len(SIX)), np.float32))
    betting = PublicBetting.start(HoldemRules())
    assert betting.actor is not None
    strategy.range_strategy(PublicState(betting.actor, (), betting))


@kernel
def pool(of_card: Floats32, cells: Floats32, hands: Ints, pooled: Floats32) -> None:
    """Fill float32[n, 13 * channels] with the sum over the suits of what the convolution makes of int64[n, 2].

    of_card: float32[52, 52 * channels], what each card of the hand adds; cells: float32[52 * channels], the rest.
    """
    width = pooled.shape[1]
    for hand in range(len(hands)):
        one, other, sums = of_card[hands[hand, 0]], of_card[hands[hand, 1]], pooled[hand]
        sums[:] = 0.0
        for suit in range(4):
            start = suit * width
            for place in range(width):
                sums[place] += max(
                    np.float32(0.0), one[start + place] + other[start + place] + cells[start + place]
                )

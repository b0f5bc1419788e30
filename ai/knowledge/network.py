"""A small convolutional network that predicts a player's action: forward pass, backward pass and Adam in numpy.

    four planes of cards, 4 x 13 -> convolution 4 x 5 -> ReLU -> mean over the suits -+
    betting plane, 4 x 13, and the numbers of situation and hand ---------------------+-> dense -> ReLU
                            -> dense -> ReLU -> dense -> / temperature -> softmax over the legal classes

A class is a kind of action: fold, call, or raise. Networks with six classes also distinguish the size of a raise.

The convolution kernel spans all four suits, with circular padding, so the result does not depend on the order of
the suits. The kernel spans five ranks, the length of a straight, with zero padding. The card planes are
sparse zeros and ones, so the convolution is computed as one product with a matrix that contains the expanded
kernel. The matrix has separate rows for each card, so ai/knowledge/network_strategy.py can evaluate all hands
at once.

The loss is the cross-entropy of the chosen action. Gradients are computed by backpropagation (Rumelhart, Hinton and
Williams, 1986), and steps by Adam (Kingma and Ba, 2015) with decoupled weight decay (Loshchilov and Hutter, 2019).
Arrays are float32. To check gradients, float64 can be used. Training ignores the temperatures. The temperatures are
fitted afterwards, one for each street (ai/knowledge/batches.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from ai.knowledge.decisions import CARD_PLANES, CELLS, RANKS, SITUATION, STREETS, SUITS
from ai.knowledge.hand_strength import COLUMNS

Floats = npt.NDArray[np.floating]
Classes = npt.NDArray[np.integer]
Weights = dict[str, Floats]

KERNEL_RANKS = 5
_TAPS = SUITS * KERNEL_RANKS
_REACH = KERNEL_RANKS // 2
NEVER = -1e9
"""The logit of an illegal class."""


@dataclass(frozen=True, slots=True)
class NetworkSize:
    """The size of a network: the numbers of channels, of units in the two hidden layers, and of action classes."""

    channels: int = 8
    first: int = 128
    second: int = 64
    classes: int = 6

    @property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """The shape of every array of weights."""
        read = RANKS * self.channels + CELLS + SITUATION + COLUMNS
        return {
            "kernel": (CARD_PLANES, SUITS, KERNEL_RANKS, self.channels),
            "kernel_bias": (self.channels,),
            "first": (read, self.first),
            "first_bias": (self.first,),
            "second": (self.first, self.second),
            "second_bias": (self.second,),
            "last": (self.second, self.classes),
            "last_bias": (self.classes,),
        }


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs of n decisions.

    Attributes:
        planes: float[n, 4, 4, 13], the cards.
        betting: float[n, 4, 13], the betting plane.
        numbers: float[n, 49], the features of the situation and of the hand.
    """

    planes: Floats
    betting: Floats
    numbers: Floats

    def __len__(self) -> int:
        return len(self.planes)

    @property
    def street(self) -> Classes:
        """The street, int64[n], from 0 before the flop to 3 on the river."""
        found: Classes = self.numbers[:, :STREETS].argmax(axis=1)
        return found


@dataclass(frozen=True, slots=True)
class _Pass:
    """The activations of a forward pass, which the backward pass needs."""

    cards: Floats
    conv_output: Floats
    read: Floats
    first: Floats
    second: Floats
    logits: Floats


class Network:
    """A network with its weights, and the temperature of each street, float32[4], 1 before fitting."""

    def __init__(
        self, size: NetworkSize, weights: Weights, temperatures: npt.NDArray[np.float32] | None = None
    ) -> None:
        self.size = size
        self.weights = weights
        self.temperatures = np.ones(STREETS, np.float32) if temperatures is None else temperatures

    @classmethod
    def fresh(cls, size: NetworkSize, rng: np.random.Generator) -> Network:
        """Return a network with random weights (He et al., 2015)."""
        weights: Weights = {}
        for name, shape in size.shapes.items():
            inputs = 7 if name == "kernel" else shape[0]  # at most seven cards are inputs
            scale = 0.0 if name.endswith("_bias") else np.sqrt((1 if name == "last" else 2) / inputs)
            weights[name] = (rng.standard_normal(shape) * scale).astype(np.float32)
        return cls(size, weights)

    def copy(self) -> Network:
        weights = {name: array.copy() for name, array in self.weights.items()}
        return Network(self.size, weights, self.temperatures.copy())

    def logits(self, inputs: Inputs) -> Floats:
        """Return the logits, float[n, classes], before division by the temperature."""
        return self._forward(inputs).logits

    def probabilities(self, inputs: Inputs, legal: npt.NDArray[np.bool_]) -> Floats:
        """Return the probabilities, float[n, classes], with 0 for illegal classes.

        `legal`, bool[n, classes], is the mask of the legal classes.
        """
        return softmax(self.logits(inputs) / self.temperatures[inputs.street][:, None], legal)

    def gradients(self, inputs: Inputs, legal: npt.NDArray[np.bool_], done: Classes) -> tuple[float, Weights]:
        """Return the mean loss over the decisions at temperature 1, and its gradient with respect to every weight.

        Args:
            inputs: The inputs of n decisions.
            legal: bool[n, classes].
            done: int64[n], the chosen classes.
        """
        passed = self._forward(inputs)
        probabilities = softmax(passed.logits, legal)
        rows = np.arange(len(inputs))
        loss = -float(np.log(np.maximum(probabilities[rows, done], 1e-12)).mean())
        error = probabilities
        error[rows, done] -= 1.0
        return loss, self._backward(passed, error / len(inputs))

    def _forward(self, inputs: Inputs) -> _Pass:
        weights, many = self.weights, len(inputs)
        cards = inputs.planes.reshape(many, -1)
        conv_output = cards @ spread_out(weights["kernel"]).reshape(CARD_PLANES * CELLS, -1)
        conv_output = np.maximum(conv_output.reshape(many, CELLS, -1) + weights["kernel_bias"], 0.0)
        pooled = conv_output.reshape(many, SUITS, -1).mean(axis=1)
        read = np.concatenate([pooled, inputs.betting.reshape(many, -1), inputs.numbers], axis=1)
        first = np.maximum(read @ weights["first"] + weights["first_bias"], 0.0)
        second = np.maximum(first @ weights["second"] + weights["second_bias"], 0.0)
        return _Pass(cards, conv_output, read, first, second, second @ weights["last"] + weights["last_bias"])

    def _backward(self, passed: _Pass, error: Floats) -> Weights:
        weights = self.weights
        found: Weights = {"last": passed.second.T @ error, "last_bias": error.sum(axis=0)}
        error = (error @ weights["last"].T) * (passed.second > 0)
        found |= {"second": passed.first.T @ error, "second_bias": error.sum(axis=0)}
        error = (error @ weights["second"].T) * (passed.first > 0)
        found |= {"first": passed.read.T @ error, "first_bias": error.sum(axis=0)}
        pooled = error @ weights["first"][: RANKS * self.size.channels].T / SUITS
        many = len(error)
        error = (passed.conv_output.reshape(many, SUITS, -1) > 0) * pooled[:, None]
        spread = passed.cards.T @ error.reshape(many, -1)
        found["kernel"] = sum_taps(spread.reshape(CARD_PLANES, CELLS, CELLS, -1))
        found["kernel_bias"] = error.reshape(many * CELLS, -1).sum(axis=0)
        return found


class Adam:
    """The Adam optimiser, with weight decay for all weights except biases. `steps` counts the steps so far."""

    def __init__(self, weights: Weights, decay: float = 0.0) -> None:
        self.decay = decay
        self.steps = 0
        self.mean = {name: np.zeros_like(array) for name, array in weights.items()}
        self.square = {name: np.zeros_like(array) for name, array in weights.items()}

    def step(self, weights: Weights, gradients: Weights, rate: float) -> None:
        """Update the weights in place."""
        self.steps += 1
        scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, gradient in gradients.items():
            mean, square = self.mean[name], self.square[name]
            mean += np.float32(0.1) * (gradient - mean)
            square += np.float32(0.001) * (gradient * gradient - square)
            if not name.endswith("_bias"):
                weights[name] *= np.float32(1 - rate * self.decay)
            weights[name] -= np.float32(scale) * mean / (np.sqrt(square) + np.float32(1e-8))


def softmax(logits: Floats, legal: npt.NDArray[np.bool_]) -> Floats:
    """Return probabilities over the legal classes of each row.

    Args:
        logits: float[n, classes].
        legal: bool[n, classes].
    """
    masked = np.where(legal, logits, logits.dtype.type(NEVER))
    powers = np.exp(masked - masked.max(axis=1, keepdims=True))
    found: Floats = powers / powers.sum(axis=1, keepdims=True)
    return found


def spread_out(kernel: Floats) -> Floats:
    """Return the kernel expanded to a matrix, float[planes, 52, 52, channels].

    The middle axes are the input card and the output cell.

    Args:
        kernel: float[planes, 4, 5, channels].
    """
    planes, _, _, channels = kernel.shape
    padded = np.concatenate(
        [kernel.reshape(planes, _TAPS, channels), np.zeros((planes, 1, channels), kernel.dtype)], axis=1
    )
    found: Floats = padded[:, _taps()]
    return found


def sum_taps(spread: Floats) -> Floats:
    """Return the gradient of the kernel, float[planes, 4, 5, channels], from the gradient of its expanded matrix.

    Args:
        spread: float[planes, 52, 52, channels], the gradient of the result of `spread_out`.
    """
    planes, channels = spread.shape[0], spread.shape[-1]
    flat = spread.reshape(planes, CELLS * CELLS, channels)
    taps = [flat[:, pairs].sum(axis=1) for pairs in _pairs_of_taps()]
    return np.stack(taps, axis=1).reshape(planes, SUITS, KERNEL_RANKS, channels)


@cache
def _taps() -> npt.NDArray[np.int64]:
    """Return the kernel position that connects each card to each cell, int64[52, 52].

    The entry is `_TAPS` if no kernel position connects the card to the cell.
    """
    suit, rank = np.divmod(np.arange(CELLS), RANKS)
    shift = (suit[:, None] - suit) % SUITS
    along = rank[:, None] - rank + _REACH
    inside = (along >= 0) & (along < KERNEL_RANKS)
    return np.where(inside, shift * KERNEL_RANKS + along, _TAPS)


@cache
def _pairs_of_taps() -> list[npt.NDArray[np.int64]]:
    return [np.flatnonzero(_taps().ravel() == tap) for tap in range(_TAPS)]

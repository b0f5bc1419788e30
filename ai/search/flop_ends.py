"""Values at the end of a flop that is solved: the opponent chooses how a blueprint plays on, hand by hand.

Every pair of hands is valued on some turn cards, spread evenly over the deck: by the groups that the two hands are
in there, and by how they fare over some rivers. A pair wins what the other loses, so all values sum to zero.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.boards import rivers
from ai.hands.combos import HANDS, Bools, Floats, apart
from ai.hands.evaluator import Ranks
from ai.search.continuations import CHOICES, GROUPS, Continuations
from ai.steps import step_pace
from game.core import Player
from game.rules.cards import DECK, Card

Float32s = npt.NDArray[np.float32]
Uint8s = npt.NDArray[np.uint8]
Int64s = npt.NDArray[np.int64]

TURNS, RIVERS = 12, 12
"""Turn cards, and river cards after each of them, on which hands are valued."""
ALL_IN = -1
_ABSENT = 255


@dataclass(frozen=True, slots=True)
class StreetEnd:
    """An end of the street.

    node: where the turn begins in the blueprint's tree, ALL_IN where no chips are left to bet. staked: chips that
    each has in the pot. scale: real chips for one of the tree.
    """

    node: int
    staked: float
    scale: float


class _Tables(NamedTuple):
    """Float32[ends x CHOICES, GROUPS, GROUPS] twice, as in `Continuation`."""

    won: Float32s
    shown: Float32s


@dataclass(frozen=True, slots=True, eq=False)
class FlopEnds:
    """What the ends are worth by pair of hands: float32[ends x CHOICES, hands of player 0, hands of player 1].

    held: int64, the places of the hands of both players.
    """

    held: tuple[Int64s, Int64s]
    won: Float32s

    def values(self, player: Player, reach: Float32s) -> Floats:
        """Return float64[ends x CHOICES, 1326]: chips that each hand of `player` wins against a reach, summed."""
        own, other = self.held[player], self.held[1 - player]
        weights = np.ascontiguousarray(reach[:, other])
        found = np.zeros((len(reach), len(HANDS)))
        if player == 0:
            found[:, own] = (self.won @ weights[:, :, None])[:, :, 0]
        else:
            found[:, own] = -(weights[:, None] @ self.won)[:, 0]
        return found


def valued(
    board: Sequence[Card],
    counted: Sequence[Bools],
    ends: Sequence[StreetEnd],
    chooser: Player,
    continuations: Continuations,
) -> Generator[float, None, FlopEnds]:
    """Yield before every end and every turn card how long that step takes, and return what the ends are worth.

    counted: bool[1326] twice, the hands that the players may hold.
    """
    held = (np.flatnonzero(counted[0]), np.flatnonzero(counted[1]))
    first, second = held
    pairs = float(len(first) * len(second) * len(ends))
    for end in ends:
        if end.node != ALL_IN and not continuations.has(end.node, chooser):
            yield step_pace.seconds("ends")
            with step_pace.measure("ends"):
                continuations.at(end.node, chooser)
    tables = _tables(ends, chooser, continuations)
    together = apart()[np.ix_(first, second)]
    total = np.zeros((len(ends) * CHOICES, len(first), len(second)), np.float32)
    times = np.zeros((len(first), len(second)), np.float32)
    for number, turn in enumerate(_spread(board, TURNS)):
        yield step_pace.seconds("turn card", pairs)
        with step_pace.measure("turn card", pairs):
            four = (*board, turn)
            groups = np.where((found := continuations.groups(four)) < 0, _ABSENT, found).astype(np.uint8)
            fares = _showdowns(four, held, _spread(four, RIVERS, number))
            _add(tables, (groups[first], groups[second]), fares, together, total)
            times += together & (groups[first] != _ABSENT)[:, None] & (groups[second] != _ABSENT)[None]
    total /= np.maximum(times, 1)
    return FlopEnds(held, total)


def _tables(ends: Sequence[StreetEnd], chooser: Player, continuations: Continuations) -> _Tables:
    """Return the continuations of all ends, in the chips of the table."""
    won, shown = (np.zeros((len(ends), CHOICES, GROUPS, GROUPS), np.float32) for _ in range(2))
    for number, end in enumerate(ends):
        if end.node == ALL_IN:
            shown[number] = end.staked
        else:
            at = continuations.at(end.node, chooser)
            won[number], shown[number] = end.scale * at.won, end.scale * at.shown
    return _Tables(won.reshape(-1, GROUPS, GROUPS), shown.reshape(-1, GROUPS, GROUPS))


def _spread(board: Sequence[Card], number: int, shift: int = 0) -> list[Card]:
    """Return cards spread evenly over the rest of the deck. Another shift gives other cards."""
    left = [card for card in DECK if card not in board]
    return [left[(place * len(left) // number + shift) % len(left)] for place in range(number)]


def _showdowns(board: tuple[Card, ...], held: tuple[Int64s, Int64s], river_cards: Sequence[Card]) -> Float32s:
    """Return float32[hands, hands]: wins less losses on some rivers, as a part of those that leave both hands."""
    ranks = rivers(np.array([[*board, river] for river in river_cards], np.uint8))[0]
    found = np.zeros((len(held[0]), len(held[1])), np.float32)
    _compare(np.ascontiguousarray(ranks[:, held[0]]), np.ascontiguousarray(ranks[:, held[1]]), found)
    return found


@kernel
def _compare(first: Ranks, second: Ranks, found: Float32s) -> None:
    """Fill in wins less losses over the rivers that leave both hands; 0 where there are none."""
    boards, others = second.shape
    met = np.empty(others, np.float32)
    for one in range(first.shape[1]):
        row = found[one]
        met[:] = 0.0
        for board in range(boards):
            rank = first[board, one]
            if rank > 0:
                ranks = second[board]
                for other in range(others):
                    possible = np.float32(ranks[other] > 0)
                    row[other] += possible * (
                        np.float32(rank < ranks[other]) - np.float32(rank > ranks[other])
                    )
                    met[other] += possible
        for other in range(others):
            row[other] /= max(met[other], np.float32(1.0))


@kernel
def _add(
    tables: _Tables, groups: tuple[Uint8s, Uint8s], fares: Float32s, together: Bools, total: Float32s
) -> None:
    """Add what every pair of hands wins at every end on one turn card."""
    first, second = groups
    for one in range(len(first)):
        if first[one] == _ABSENT:
            continue
        for end in range(len(total)):
            won, shown, sums = tables.won[end, first[one]], tables.shown[end, first[one]], total[end, one]
            for other in range(len(second)):
                group = second[other]
                if group != _ABSENT and together[one, other]:
                    sums[other] += won[group] + shown[group] * fares[one, other]


def compile_kernels() -> None:
    """Value one pair of hands."""
    ranks, pair = np.ones((1, 1), np.uint16), np.zeros((1, 1), np.float32)
    _compare(ranks, ranks, pair)
    tables, groups = np.zeros((1, 1, 1), np.float32), np.zeros(1, np.uint8)
    _add(_Tables(tables, tables), (groups, groups), pair, pair == 0, tables)

"""Re-solving on Leduc poker, where exploitability is exact.

MCCFR trains the blueprint on merged cards, as for Hold'em. In the second round, the only buckets are "pair" and "no
pair". The second round is then solved again on the real cards, for each betting line of the first round and each
public card, in one of two ways:

- from the ranges of both players, with a minimum weight for every hand of the opponent,
- in a gadget game, in which the opponent may leave for the counterfactual values of the blueprint (N. Burch, M.
  Johanson and M. Bowling, "Solving imperfect information games using decomposition", AAAI 2014).

The tests use the solver and the best response of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from ai.algorithms.best_response import expected_returns, exploitability
from ai.algorithms.game_tree import flatten
from ai.algorithms.mccfr import LINEAR, MCCFR, UpdateRule
from ai.algorithms.public_tree import DealBatch
from ai.algorithms.solver import Solver
from ai.algorithms.variants import FAMILY
from game.core import CHANCE, TERMINAL, Action, Player
from tests.ai.algorithms.small_games import CardDealer, LeducInformationState, LeducState, leduc_tree

Line = tuple[Action, ...]
Policy = Callable[[Any], dict[Action, float]]
Start = tuple[LeducState, float]  # a history at the public card, and its weight
LEAVE, STAY = 0, 1
LINES: tuple[Line, ...] = ((1, 1), (1, 2, 1), (1, 2, 2, 1), (2, 1), (2, 2, 1))
"""The betting lines of the first round that lead to the public card, as calls (1) and raises (2)."""
PUBLIC_CARDS = (0, 2, 4)
"""One card of each rank. Suits are alike."""
TRAINING_DEALS, ITERATIONS = 200_000, 400
MIN_WEIGHT = 0.3
"""The lowest weight of an opposing hand, relative to the highest. It keeps every hand possible."""


class MergedDealer(CardDealer):
    """Deals Leduc with three buckets in the first round, and the buckets "no pair" and "pair" in the second."""

    def make_batch(self, cards: Sequence[tuple[int, int, int]]) -> DealBatch:
        batch = super().make_batch(cards)
        board, own = np.divmod(batch.buckets[..., 1], 3)
        batch.buckets[..., 1] = own == board
        return batch


def node_numbers() -> dict[tuple[Line, ...], int]:
    """Return the nodes of the public tree in which a player decides. A key is the betting before the node."""
    tree, numbers = leduc_tree(), {((), ()): 0}
    for rounds in (found := list(numbers)):  # grows while it is walked
        state = LeducState((0, 2, 4) if rounds[0] in LINES else (0, 2), rounds)
        for index, action in enumerate(state.legal_actions()):
            after = state.child(action)
            if not after.is_terminal():
                numbers[after.rounds] = int(tree.first_child[numbers[rounds]]) + index
                found.append(after.rounds)
    return numbers


@cache
def blueprint() -> Policy:
    numbers = node_numbers()
    training = MCCFR(leduc_tree(), (3, 2), UpdateRule(LINEAR, 2_000), seed=1)
    training.learn(MergedDealer(2, 2), TRAINING_DEALS)
    shares = training.average().astype(float)

    def policy(info: LeducInformationState) -> dict[Action, float]:
        bucket = int(info.card // 2 == info.public[0] // 2) if info.public else info.card // 2
        first = training.layout.rows(training.tree, numbers[info.rounds])[bucket]
        row = shares[first : first + len(info.legal_actions)]
        return dict(zip(info.legal_actions, (row / row.sum()).tolist(), strict=True))

    return policy


def reach(policy: Policy, player: Player, card: int, line: Line) -> float:
    """Return the probability that `player` with `card` takes all of this player's actions in `line`."""
    reached = 1.0
    for turn in range(player, len(line), 2):
        reached *= policy(LeducInformationState(player, card, (), (line[:turn], ())))[line[turn]]
    return reached


@dataclass(frozen=True, slots=True)
class SecondRound:
    """The second round of Leduc as a game of its own.

    Chance deals one of several histories, and the opponent may leave for a fixed value.

    Attributes:
        starts: The histories. Their weights sum to 1.
        opponent: The player that may leave.
        values: The value of leaving with each card. Without values, nobody may leave.
        state: The state of Leduc, or None before the deal.
        answer: `LEAVE` or `STAY`, or None before the opponent has chosen.
    """

    starts: tuple[Start, ...]
    opponent: Player
    values: tuple[float, ...] = ()
    state: LeducState | None = None
    answer: Action | None = None

    @property
    def is_choice(self) -> bool:
        return self.state is not None and bool(self.values) and self.answer is None

    def current_player(self) -> Player:
        if self.state is None:
            return CHANCE
        if self.is_choice:
            return self.opponent
        return TERMINAL if self.is_terminal() else self.state.current_player()

    def is_terminal(self) -> bool:
        if self.state is None or self.is_choice:
            return False
        return self.answer == LEAVE or self.state.is_terminal()

    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        return tuple((number, weight) for number, (_, weight) in enumerate(self.starts))

    def legal_actions(self) -> tuple[Action, ...]:
        if self.state is None:
            return tuple(range(len(self.starts)))
        if self.is_choice:
            return LEAVE, STAY
        return () if self.is_terminal() else self.state.legal_actions()

    def child(self, action: Action) -> SecondRound:
        if self.state is None:
            return replace(self, state=self.starts[action][0])
        if self.is_choice:
            return replace(self, answer=action)
        return replace(self, state=self.state.child(action))

    def returns(self) -> tuple[float, float]:
        if self.state is None or not self.is_terminal():
            return 0.0, 0.0
        if self.answer != LEAVE:
            return self.state.returns()
        won = self.values[self.state.cards[self.opponent]]
        return (won, -won) if self.opponent == 0 else (-won, won)

    def information_state(self, player: Player) -> Any:
        assert self.state is not None
        info = self.state.information_state(player)
        return Choice(info.card) if self.is_choice else info


@dataclass(frozen=True, slots=True)
class Choice:
    """The information state of an opponent with `card` who may leave."""

    card: int

    @property
    def key(self) -> str:
        return f"{self.card} leaves"


def starts(policy: Policy, resolver: Player, line: Line, public: int) -> list[Start]:
    """Return all histories with this betting and public card, weighted by the resolver's reach.

    The opponent can hold any other card.
    """
    cards = [card for card in range(6) if card != public]
    weights = {card: reach(policy, resolver, card, line) for card in cards}
    return [
        (LeducState((*((own, other) if resolver == 0 else (other, own)), public), (line, ())), weights[own])
        for own in cards
        for other in cards
        if own != other and weights[own]
    ]


def normalise(weighted: Sequence[Start]) -> tuple[Start, ...]:
    total = sum(weight for _, weight in weighted)
    return tuple((state, weight / total) for state, weight in weighted)


def solve_round(
    policy: Policy, resolver: Player, line: Line, public: int, gadget: bool
) -> dict[str, dict[Action, float]]:
    """Return the solved strategy of the resolver, by information-state key.

    The round is solved in the gadget game if `gadget` is True, else from both ranges. If the blueprint never plays
    this line, the strategy is empty.
    """
    dealt, opponent = starts(policy, resolver, line, public), 1 - resolver
    if not dealt:
        return {}
    values: list[float] = []
    if gadget:
        for card in range(6):
            held = [(state, weight) for state, weight in dealt if state.cards[opponent] == card]
            game = SecondRound(normalise(held), opponent)
            values.append(expected_returns(game, (policy, policy))[opponent] if held else 0.0)
    else:
        played = [reach(policy, opponent, card, line) for card in range(6)]
        least = MIN_WEIGHT * max(played)
        dealt = [(state, weight * max(played[state.cards[opponent]], least)) for state, weight in dealt]
    solver = Solver(flatten(SecondRound(normalise(dealt), opponent, tuple(values))), FAMILY["cfr+"])
    solver.iterate(ITERATIONS)
    own = {infoset.key for infoset in solver.tree.infosets if infoset.player == resolver}
    return {key: row for key, row in solver.tree.table(solver.average()).items() if key in own}


def resolving_policy(policy: Policy, gadget: bool) -> Policy:
    """Return the blueprint, with every second round solved again."""
    table = [
        {
            key: row
            for line in LINES
            for card in PUBLIC_CARDS
            for key, row in solve_round(policy, player, line, card, gadget).items()
        }
        for player in (0, 1)
    ]

    def play(info: LeducInformationState) -> dict[Action, float]:
        if not info.public:
            return policy(info)
        return table[info.player].get(with_first_suits(info).key) or policy(info)

    return play


def with_first_suits(info: LeducInformationState) -> LeducInformationState:
    """Return the information state with both cards in the lowest suits that are possible."""
    public, card = info.public[0] // 2 * 2, info.card // 2 * 2
    return replace(info, card=card + (card == public), public=(public,))


def measured(policy: Policy) -> float:
    return exploitability(LeducState(), (policy, policy)).exploitability


@pytest.mark.parametrize("gadget", [False, True], ids=["with both ranges", "in the gadget game"])
def test_solving_the_real_cards_leaves_at_most_half_of_what_merging_them_costs(gadget: bool) -> None:
    """The exploitability is 0.76 antes for the blueprint, 0.15 with both ranges, and 0.22 in the gadget game."""
    merged = measured(blueprint())
    assert merged > 0.02
    assert measured(resolving_policy(blueprint(), gadget)) <= merged / 2

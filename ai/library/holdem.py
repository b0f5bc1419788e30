"""Hands, ranges and equities of Hold'em, and the solution of a flop, turn or river."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ai.hands import combos, evaluator
from ai.hands.combos import HANDS, hand_index
from ai.hands.equities import sampled_equity
from ai.hands.range_equity import exact_equity
from ai.solver.solving import Goal, Solved, solved
from ai.solver.spot_forms import spot_of_texts
from ai.solver.subgame import Limits, Subgame
from ai.solver.walk import SolvedState, Walk
from game.core import BadInput
from game.match.spot_texts import SpotTexts
from game.quoting import list_names, quoted
from game.rules import cards, hand_rank
from game.study.odds import RangeEquity

MIN_CARDS, MAX_CARDS = 5, 7


@dataclass(frozen=True, slots=True)
class RankedHand:
    """The rank of a hand, from 1 (royal flush) to 7462 (the weakest high card), and its category."""

    category: str
    rank: int
    best_five: tuple[str, ...]


def rank(hand: str | Sequence[int]) -> RankedHand:
    """Rank five, six or seven cards, given as text or as numbers.

    The smaller the `rank` of the result, the better the hand.

    The numbers have the same meaning as in `hole` and `board` of a `HoldemInformationState`.

    A number is `13 * suit + rank`. The suits are in the order spades, hearts, clubs, diamonds, and the ranks from 2
    to A.

    >>> rank("AsKsQsJsTs2d3c").category, rank([12, 25, 38, 51, 0]).category
    ('straight flush', 'four of a kind')
    >>> rank("AsKsQsJsTs").rank < rank("AsAhAdAcKs").rank
    True

    Raises:
        BadInput: If the cards cannot be read, or there are too few or too many.
    """
    held = cards.parse(hand if isinstance(hand, str) else "".join(map(_name, hand)))
    if not MIN_CARDS <= len(held) <= MAX_CARDS:
        raise BadInput(f"A hand to rank has five, six or seven cards, not {len(held)}.")
    found = evaluator.rank(held)
    best = tuple(cards.name(card) for card in hand_rank.best_five(held))
    return RankedHand(hand_rank.category_of_rank(found).label, found, best)


def _name(card: int) -> str:
    if card not in cards.DECK:
        raise BadInput(f"{quoted(card)} is not a card: cards are numbers from 0 to 51.")
    return cards.name(card)


def parse_range(text: str) -> dict[str, float]:
    """Return the weight of every hand in a range.

    >>> sorted(parse_range("AsKs,QhQd:0.5").items())
    [('AsKs', 1.0), ('QhQd', 0.5)]

    Raises:
        BadInput: If the range cannot be read.
    """
    weights = combos.parse_range(text)
    return {
        cards.names(cards.high_first(hand)): float(weight)
        for hand, weight in zip(HANDS, weights.tolist(), strict=True)
        if weight > 0.0
    }


def equity(
    first: str, second: str, board: str = "", *, samples: int | None = None, seed: int = 0
) -> RangeEquity:
    """Return the equity of a range against another range: exact, or estimated from `samples` random deals.

    Raises:
        BadInput: If a range or the board cannot be read, or no deal is possible.
    """
    ranges = combos.parse_range(first), combos.parse_range(second)
    shown = cards.parse(board)
    if samples is None:
        *_, found = exact_equity(*ranges, shown)
    else:
        *_, found = sampled_equity(*ranges, shown, np.random.default_rng(seed), samples=samples)
    assert isinstance(found, RangeEquity)
    return found


USUAL_TARGET = 0.5
"""The exploitability in percent of the pot at which a solve without a limit stops."""
HOLE_CARDS = 2


class SolutionState:
    """A public state of a solution.

    Attributes:
        actions: The actions of the player to act, such as "check" or "bet 50". Empty if no player is to act.
        player: The player to act: 0 out of position, 1 in position, -1 if no player is to act.
        frequencies: The frequency of each action over the whole range.
    """

    def __init__(self, walk: Walk, path: Sequence[str], board: str, state: SolvedState) -> None:
        self._walk, self._path, self._board, self._state = walk, tuple(path), board, state
        self.actions: tuple[str, ...] = state.actions
        self.player: int = state.player
        self.frequencies: Mapping[str, float] = (
            dict(zip(state.actions, state.frequencies(), strict=True)) if state.player >= 0 else {}
        )

    def strategy(self, hand: str) -> dict[str, float]:
        """Return the probability of each action with a hand.

        Raises:
            BadInput: If the hand is not in the range.
        """
        row = self._state.strategy[_index(hand)].tolist()
        if any(map(math.isnan, row)):
            raise BadInput(f"{quoted(hand)} is not in the range here.")
        return dict(zip(self.actions, row, strict=True))

    def ev(self, hand: str, player: int) -> float:
        """Return the expected winnings of a player's hand from this state on, including the pot.

        Raises:
            BadInput: If the hand is not in the range.
        """
        found = float(self._state.ev[player][_index(hand)])
        if math.isnan(found):
            raise BadInput(f"{quoted(hand)} is not in the range here.")
        return found

    def after(self, action: str, deal: str = "") -> SolutionState:
        """Return the state after an action. `deal` is the next card if the action ends the street.

        Raises:
            BadInput: If there is no such state. The message lists the actions.
        """
        if action not in self.actions:
            raise BadInput(
                f"The action {quoted(action)} does not exist here: the actions are {list_names(self.actions)}."
            )
        return _state(self._walk, (*self._path, action), self._board + deal)


class Solution:
    """The solution of a spot.

    Attributes:
        root: The first decision.
        ev: The expected winnings of the players out of position and in position, including the pot.
        exploitability_pct: The exploitability in percent of the pot.
        iterations: The number of iterations.
    """

    def __init__(self, game: Subgame, found: Solved) -> None:
        self.ev: tuple[float, float] = found.ev
        self.exploitability_pct: float = found.exploitability
        self.iterations: int = found.iterations
        self.root: SolutionState = _state(Walk(game), (), "")


def solve(
    board: str,
    oop: str,
    ip: str,
    *,
    pot: float,
    stack: float,
    bets: str = "33%,75%,a",
    raises: str = "100%,a",
    rake: float = 0,
    rake_cap: float | None = None,
    target: float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
) -> Solution:
    """Solve a spot until the first of the given limits is reached: a target exploitability, iterations, or seconds.

    If no limit is given, the target is `USUAL_TARGET`.

    Args:
        board: Three, four or five cards.
        oop: The range of the player out of position.
        ip: The range of the player in position.
        pot: The pot in chips.
        stack: The remaining chips of each player.
        bets: The bet sizes in the notation of the command `solve`.
        raises: The raise sizes.
        rake: The rake in percent of the pot.
        rake_cap: The maximum rake in chips. If None, there is no maximum.
        target: The exploitability in percent of the pot at which to stop.
        iterations: The number of iterations after which to stop.
        seconds: The time after which to stop.
        threads: The number of threads.

    Raises:
        BadInput: If the spot is invalid or needs too much memory.
    """
    raked = {"rake": str(rake) if rake else "", "rake_cap": "" if rake_cap is None else str(rake_cap)}
    texts = SpotTexts(board, oop, ip, str(pot), str(stack), bets, raises, **raked)
    game = Subgame(spot_of_texts(texts), limits=Limits(threads))
    if target is None and iterations is None and seconds is None:
        target = USUAL_TARGET
    return Solution(game, solved(game, Goal(target, seconds, iterations)))


def _state(walk: Walk, path: Sequence[str], deal: str) -> SolutionState:
    return SolutionState(walk, path, deal, walk.at(path, cards.parse(deal)))


def _index(hand: str) -> int:
    held = cards.parse(hand)
    if len(held) != HOLE_CARDS:
        raise BadInput(f"{quoted(hand)} is not a hand of two cards.")
    return hand_index(held)

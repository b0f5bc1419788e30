"""Plays a solved spot: hands dealt from both ranges, one side as it was solved, the other asked and graded.

Hands begin at the first decision, or at any other state: then both ranges are what comes there. A hand follows from
its seed and number alone: the cards of both, those that come on later streets, and the numbers by which the other
mixes are drawn before anything is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle

import numpy as np

from ai.hands.combos import HANDS, Floats, left_by, opposing_weight
from ai.hands.quick_equities import quick_equities
from ai.solver.betting import DEAL, DECISION, FOLD, Path
from ai.solver.held_solve import HeldSolve
from ai.solver.results import SolvedState
from game.core import CHANCE, BadInput, Player
from game.messages.grades_answers import Grade
from game.messages.marks import shipped
from game.messages.solver_play_answers import HandStep, SpotDecision, SpotHand
from game.rules.cards import DECK, Card
from game.rules.hand_rank import rank
from game.rules.holdem import BOARD_CARDS, Street

MOST_MIXED = 64
"""So many decisions of the other have a number of their own to mix by."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of a hand, by place among all hands, those that come next, and numbers from 0 to 1 to mix by.

    line: what both have done before the hand begins; the cards of `run_out` come on the way there, too.
    """

    hands: tuple[int, int]
    run_out: tuple[Card, ...]
    numbers: tuple[float, ...] = field(repr=False)
    line: Path = ()


def dealt(
    held: HeldSolve, seed: int, number: int, actions: Sequence[str] = (), cards: Sequence[Card] = ()
) -> Deal:
    """Deal a hand that begins after actions and the cards dealt on the way.

    Two hands that can be held together come as often as the weights multiply with which they are there. `BadInput`
    where nothing is to be decided any more, or where the solution never comes.
    """
    state, dice = held.walk.at(actions, cards), np.random.default_rng((seed, number))
    if state.node.kind not in (DECISION, DEAL) or state.node.chips >= held.game.spot.stack:
        raise BadInput("Nothing is left to decide there: begin earlier.")
    first, second = (np.nan_to_num(reach) for reach in state.reach)
    met = first * opposing_weight(second)
    if met.sum() <= 0:
        raise BadInput("The solution never comes there: begin earlier.")
    oop = _drawn(met, dice)
    ip = _drawn(second * left_by(HANDS[oop]), dice)
    known = {*state.board, *HANDS[oop], *HANDS[ip]}
    left = dice.permutation([card for card in DECK if card not in known])
    run_out = (*cards, *left[: BOARD_CARDS[Street.RIVER] - len(state.board)].tolist())
    return Deal((oop, ip), run_out, tuple(dice.random(MOST_MIXED).tolist()), tuple(actions))


def hand_of(held: HeldSolve, player: Player, deal: Deal, done: Sequence[str]) -> SpotHand:
    """Return a hand in which `player` did so much; `BadInput` where that was not possible."""
    hand = _Hand(held, player, deal)
    hand.play(done)
    return hand.summary()


class _Hand:
    """A hand on its way."""

    def __init__(self, held: HeldSolve, player: Player, deal: Deal) -> None:
        self._spot, self._walk, self._locks = held.game.spot, held.walk, held.game.locks
        self._player, self._deal = player, deal
        self._steps: list[HandStep] = []
        self._decisions: list[SpotDecision] = []
        self._state = self._walk.at()
        self._street_began = 0.0
        self._numbers = cycle(deal.numbers)
        for action in deal.line:
            self._go(HandStep(self._state.player, action))
        self._begun = self._state

    def play(self, done: Sequence[str]) -> None:
        """Go on to the next decision of who is asked that is not `done` yet, or to the end."""
        ahead = list(done)
        while (node := self._state.node).kind == DECISION:
            if node.player != self._player:
                self._go(HandStep(node.player, self._mixed()))
            elif ahead:
                self._decide(ahead.pop(0))
            else:
                return
        if ahead:
            raise BadInput(f"The hand is over before {ahead[0]}.")

    @property
    def _cards(self) -> tuple[Card, ...]:
        return tuple(step.card for step in self._steps if step.card is not None)

    @property
    def _line(self) -> tuple[str, ...]:
        return tuple(step.action for step in self._steps if step.player != CHANCE)

    def _go(self, step: HandStep) -> None:
        """Take a step, and deal the next card where the betting of a street is over."""
        self._steps.append(step)
        self._state = self._walk.at(self._line, self._cards)
        if (node := self._state.node).kind == DEAL:
            self._street_began = max(node.put_in)
            self._go(HandStep(CHANCE, card=self._deal.run_out[len(self._cards)]))

    def _mixed(self) -> str:
        """Return what the other does with its hand."""
        mix = np.nan_to_num(self._state.strategy[self._deal.hands[1 - self._player]])
        return self._state.actions[_place(mix, next(self._numbers))]

    def _decide(self, action: str) -> None:
        state = self._state
        if action not in state.actions:
            raise BadInput(f"There is no {action} here: the actions are {', '.join(state.actions)}.")
        pot = self._spot.pot + sum(state.node.put_in)
        place = self._deal.hands[self._player]
        grade = _grade(state, state.actions.index(action), place, pot)
        hole = HANDS[place]
        self._decisions.append(
            SpotDecision(
                self._player, hole, state.board, self._line, state.actions, pot, grade, self._is_locked(place)
            )
        )
        self._go(HandStep(self._player, action))

    def _is_locked(self, place: int) -> bool:
        """Return whether a hand does here what was set by hand."""
        here = self._line, self._cards
        return any(
            (lock.actions, lock.cards) == here and bool(np.isfinite(lock.strategy[place, 0]))
            for lock in self._locks
        )

    # ---- what is told ---------------------------------------------------------------------------------------
    def summary(self) -> SpotHand:
        """Return the hand as who is asked sees it."""
        node, spot = self._state.node, self._spot
        won = None if node.kind == DECISION else self._won()
        own, other = (HANDS[self._deal.hands[player]] for player in (self._player, 1 - self._player))
        oop, ip = node.put_in
        return SpotHand(
            self._player,
            own,
            self._state.board,
            tuple(self._steps),
            tuple(self._decisions),
            self._state.actions if won is None else (),
            spot.pot + oop + ip,
            (oop - self._street_began, ip - self._street_began),
            (spot.stack - oop, spot.stack - ip),
            float(self._begun.ev[self._player][self._deal.hands[self._player]]),
            () if won is None else other,
            won,
        )

    def _won(self) -> float:
        """Return what the player has won beyond what it has put in since the hand began."""
        node, before = self._state.node, self._begun.node.put_in[self._player]
        own, other = node.put_in[self._player] - before, node.put_in[1 - self._player]
        pot = self._spot.pot + before
        if node.kind == FOLD:
            return -own if node.player == self._player else pot + other
        mine, theirs = (
            rank((*HANDS[self._deal.hands[player]], *self._state.board))
            for player in (self._player, 1 - self._player)
        )
        if mine == theirs:
            return (pot + other - own) / 2
        return pot + other if mine < theirs else -own


def _grade(state: SolvedState, action: int, place: int, pot: float) -> Grade:
    """Return the grade of an action, by its place, taken with a hand."""
    node, player = state.node, state.player
    values = dict(enumerate(np.nan_to_num(state.action_ev[place]).tolist()))
    shares = dict(enumerate(np.nan_to_num(state.strategy[place]).tolist()))
    cost = max(values.values()) - values[action]
    equity = float(quick_equities(np.nan_to_num(state.reach[1 - player]), state.board)[place])
    owed = node.put_in[1 - player] - node.put_in[player]
    price = owed / (pot + owed) if owed > 0 else None
    marks = shipped()
    best, mark = marks.best(values, shares, pot), marks.of(cost, pot)
    return Grade(action, best, values, shares, mark, "solved", marks.equal * pot, equity, price)


def _drawn(weights: Floats, dice: np.random.Generator) -> int:
    return _place(weights / weights.sum(), float(dice.random()))


def _place(shares: Floats, number: float) -> int:
    """Return the place where the shares add up to more than a number from 0 to 1."""
    sums = np.cumsum(shares)
    return int(np.searchsorted(sums, number * sums[-1], side="right"))

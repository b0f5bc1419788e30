"""Decks of Hold'em: opening raises as the blueprint was trained, and calls on the river by solves of real spots."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace

from ai.drills.cards import DrillCard, card_of
from ai.evaluation.grading.hands import Grading
from game.core import Action, Agent, KnownStrategy, Progress
from game.messages.grades import GradeDecision
from game.messages.grades_answers import Grade
from game.rules import games
from game.rules.betting import CALL, FOLD, Street
from game.rules.cards import DECK
from game.rules.holdem import HoldemInformationState, HoldemState

LEAST_COST, MOST_COST = 0.03, 0.25
"""Shares of the pot by which a call on the river is better or worse than a fold: neither by a hair nor plainly."""
SURE = 0.8
"""How often a solution gives an answer that is asked for."""
PLAIN = 1.0
"""Big blinds. A hand that wins more than this is played by anybody."""
DECISIONS_AT_ONCE = 50


def opening_raises(
    grading: Grading, trained: KnownStrategy, seed: int, now: float
) -> Iterator[Progress | DrillCard]:
    """Yield first decisions on the button, by turns with a hand that the blueprint folds and one that it plays.

    The answers are to fold, to call, and the raise that the blueprint makes most often. Hands that anybody would
    play are left out. The iterations of a report are the hands that have been graded.
    """
    rng, folds, tries, graded = random.Random(seed), True, 0, 0
    while True:
        tries += 1
        if tries % DECISIONS_AT_ONCE == 0:
            yield Progress(graded, None, 0.0)
        state = HoldemState()
        for card in rng.sample(DECK, 4):
            state = state.child(card)
        info = state.information_state(state.current_player())
        share = trained.strategy(info).get(FOLD, 0.0)
        if not (share >= SURE if folds else share <= 1 - SURE):
            continue
        grade = yield from _graded(grading(GradeDecision(games.HOLDEM, info, CALL)), graded)
        grade, graded = _with_one_raise(grade), graded + 1
        if (grade.best == FOLD) == folds and grade.values[grade.best] <= PLAIN:
            folds = not folds
            yield card_of(info, grade, now)


def river_calls(grading: Grading, player: Agent, seed: int, now: float) -> Iterator[Progress | DrillCard]:
    """Yield calls on the river out of hands that an agent plays against itself: fold or call, neither by a hair.

    The values and the strategy of a solve must agree. After a bet that the solve hardly ever makes they may not.
    The iterations of a report are the rivers that have been graded.
    """
    rng, graded = random.Random(seed), 0
    for met in bets_on_the_river(player, rng):
        if isinstance(met, Progress):
            yield Progress(graded, None, 0.0)
            continue
        grade = yield from _graded(grading(GradeDecision(games.HOLDEM, met, CALL)), graded)
        graded += 1
        pot = met.betting.pot / met.rules.big_blind
        sure = grade.best in (FOLD, CALL) and grade.shares.get(grade.best, 0.0) >= SURE
        cost = abs(grade.values[CALL] - grade.values[FOLD])
        if sure and LEAST_COST * pot <= cost <= MOST_COST * pot:
            yield card_of(met, _kept(grade, (FOLD, CALL)), now)


def bets_on_the_river(player: Agent, rng: random.Random) -> Iterator[Progress | HoldemInformationState]:
    """Yield every river decision that faces a bet, out of hands that an agent plays against itself."""
    decisions = 0
    while True:
        state, cards = HoldemState(), rng.sample(DECK, 9)
        while not state.is_terminal():
            actor = state.current_player()
            if actor < 0:
                state = state.child(cards[len(state.dealt)])
                continue
            info = state.information_state(actor)
            if state.street == Street.RIVER and state.to_call:
                yield info
                break
            decisions += 1
            if decisions % DECISIONS_AT_ONCE == 0:
                yield Progress(decisions, None, 0.0)
            state = state.child(player.decide(info, rng).action)


def _graded(items: Iterator[Progress | Grade], graded: int) -> Generator[Progress, None, Grade]:
    """Yield a report for each report of the grader. The value of the generator is the grade."""
    for item in items:
        if isinstance(item, Grade):
            return item
        yield Progress(graded, None, 0.0)
    raise AssertionError("a grade comes last")


def _with_one_raise(grade: Grade) -> Grade:
    """Return the grade with a single raise: that of most weight, or where there is none the best of them."""
    raises = [action for action in grade.values if action > CALL]
    if not raises:
        return grade
    chosen = max(raises, key=lambda action: (grade.shares.get(action, 0.0), grade.values[action], -action))
    return _kept(grade, (FOLD, CALL, chosen))


def _kept(grade: Grade, actions: tuple[Action, ...]) -> Grade:
    """Return the grade with these answers alone."""

    def of(found: Mapping[Action, float]) -> dict[Action, float]:
        return {action: value for action, value in found.items() if action in actions}

    values, shares = of(grade.values), of(grade.shares)
    best = grade.best if grade.best in values else max(values, key=lambda action: values[action])
    return replace(grade, action=best, best=best, values=values, shares=shares or {best: 1.0})

"""Drill decks of Hold'em: opening raises graded by the blueprint, and river calls graded by solves."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace

from ai.drills.cards import DrillCard, new_card
from ai.evaluation.grading.decisions import Judge
from game.core import Action, Agent, KnownStrategy, Progress
from game.rules import games
from game.rules.betting import CALL, FOLD, Street
from game.rules.cards import DECK
from game.rules.holdem import HoldemInformationState, HoldemState
from game.study.judgements import Judgement, question_at

MIN_COST, MAX_COST = 0.03, 0.25
"""The minimum and maximum value difference between call and fold on the river, as shares of the pot."""
SURE = 0.8
"""The minimum frequency of the best answer in the solution."""
PLAIN = 1.0
"""The maximum value of an opening hand in big blinds. Better hands are too easy."""
DECISIONS_AT_ONCE = 50


def opening_raises(
    judge: Judge, trained: KnownStrategy, seed: int, now: float
) -> Iterator[Progress | DrillCard]:
    """Yield first decisions on the button. Hands that the blueprint folds and hands that it plays alternate.

    The possible answers are a fold, a call, and the most frequent raise of the blueprint. Easy hands are left out.
    The iterations of a report are the judged hands.
    """
    rng, folds, tries, judged = random.Random(seed), True, 0, 0
    while True:
        tries += 1
        if tries % DECISIONS_AT_ONCE == 0:
            yield Progress(judged, None, 0.0)
        state = HoldemState()
        for card in rng.sample(DECK, 4):
            state = state.child(card)
        info = state.information_state(state.current_player())
        share = trained.strategy(info).get(FOLD, 0.0)
        if not (share >= SURE if folds else share <= 1 - SURE):
            continue
        found = _with_one_raise((yield from _relay_judgement(judge(question_at(games.HOLDEM, info)), judged)))
        judged += 1
        if (found.best == FOLD) == folds and found.values[found.best] <= PLAIN:
            folds = not folds
            yield new_card(info, found, now)


def river_calls(judge: Judge, player: Agent, seed: int, now: float) -> Iterator[Progress | DrillCard]:
    """Yield fold-or-call decisions on the river from hands that an agent plays against itself.

    A decision is left out if the values and the strategy of the solve contradict each other, which can happen after
    a rare bet. The iterations of a report are the judged rivers.
    """
    rng, judged = random.Random(seed), 0
    for met in bets_on_the_river(player, rng):
        if isinstance(met, Progress):
            yield Progress(judged, None, 0.0)
            continue
        found = yield from _relay_judgement(judge(question_at(games.HOLDEM, met)), judged)
        judged += 1
        sure = found.best in (FOLD, CALL) and found.shares.get(found.best, 0.0) >= SURE
        cost = abs(found.values[CALL] - found.values[FOLD])
        if sure and MIN_COST * found.stake <= cost <= MAX_COST * found.stake:
            yield new_card(met, _with_answers(found, (FOLD, CALL)), now)


def bets_on_the_river(player: Agent, rng: random.Random) -> Iterator[Progress | HoldemInformationState]:
    """Yield every river decision with a bet to call from hands that an agent plays against itself."""
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


def _relay_judgement(
    items: Iterator[Progress | Judgement], judged: int
) -> Generator[Progress, None, Judgement]:
    """Yield a report for each report of the judge, and return the judgement."""
    for item in items:
        if isinstance(item, Judgement):
            return item
        yield Progress(judged, None, 0.0)
    raise AssertionError("a judgement comes last")


def _with_one_raise(judgement: Judgement) -> Judgement:
    """Remove all raises except the most frequent from a judgement.

    On a tie, the raise with the highest value stays.
    """
    raises = [action for action in judgement.values if action > CALL]
    if not raises:
        return judgement
    shares, values = judgement.shares, judgement.values
    chosen = max(raises, key=lambda action: (shares.get(action, 0.0), values[action], -action))
    return _with_answers(judgement, (FOLD, CALL, chosen))


def _with_answers(judgement: Judgement, actions: tuple[Action, ...]) -> Judgement:
    """Return the judgement with only these answers."""

    def of(found: Mapping[Action, float]) -> dict[Action, float]:
        return {action: value for action, value in found.items() if action in actions}

    values, shares = of(judgement.values), of(judgement.shares)
    best = judgement.best if judgement.best in values else max(values, key=lambda action: values[action])
    return replace(
        judgement,
        values=values,
        errors=of(judgement.errors),
        shares=shares or {best: 1.0},
        best=best,
        bounds=judgement.bounds & values.keys(),
        advice=(judgement.advice & values.keys()) | {best},
    )

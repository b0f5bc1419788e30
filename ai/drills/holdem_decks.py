"""Decks of Hold'em: opening raises as the blueprint was trained, and calls on the river by solves of real spots."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace

from ai.drills.cards import DrillCard, new_card
from ai.evaluation.grading.records import Judge
from game.core import Action, Agent, KnownStrategy, Progress
from game.rules import games
from game.rules.betting import CALL, FOLD, Street
from game.rules.cards import DECK
from game.rules.holdem import HoldemInformationState, HoldemState
from game.study.judgements import Judgement, question_at

LEAST_COST, MOST_COST = 0.03, 0.25
"""Shares of the pot by which a call on the river is better or worse than a fold: neither by a hair nor plainly."""
SURE = 0.8
"""How often a solution gives an answer that is asked for."""
PLAIN = 1.0
"""Big blinds. A hand that wins more than this is played by anybody."""
DECISIONS_AT_ONCE = 50


def opening_raises(
    judge: Judge, trained: KnownStrategy, seed: int, now: float
) -> Iterator[Progress | DrillCard]:
    """Yield first decisions on the button, alternately with hands that the blueprint folds and plays.

    The answers are to fold, to call, and the raise that the blueprint makes most often. Hands that anybody would
    play are left out. The iterations of a report are the hands that have been judged.
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
        found = _with_one_raise((yield from _judged(judge(question_at(games.HOLDEM, info)), judged)))
        judged += 1
        if (found.best == FOLD) == folds and found.values[found.best] <= PLAIN:
            folds = not folds
            yield new_card(info, found, now)


def river_calls(judge: Judge, player: Agent, seed: int, now: float) -> Iterator[Progress | DrillCard]:
    """Yield calls on the river out of hands that an agent plays against itself: fold or call, neither by a hair.

    The values and the strategy of a solve must agree. After a bet that the solve hardly ever makes they may not.
    The iterations of a report are the rivers that have been judged.
    """
    rng, judged = random.Random(seed), 0
    for met in bets_on_the_river(player, rng):
        if isinstance(met, Progress):
            yield Progress(judged, None, 0.0)
            continue
        found = yield from _judged(judge(question_at(games.HOLDEM, met)), judged)
        judged += 1
        sure = found.best in (FOLD, CALL) and found.shares.get(found.best, 0.0) >= SURE
        cost = abs(found.values[CALL] - found.values[FOLD])
        if sure and LEAST_COST * found.stake <= cost <= MOST_COST * found.stake:
            yield new_card(met, _kept(found, (FOLD, CALL)), now)


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


def _judged(items: Iterator[Progress | Judgement], judged: int) -> Generator[Progress, None, Judgement]:
    """Yield a report for each report of the judge, and return the judgement."""
    for item in items:
        if isinstance(item, Judgement):
            return item
        yield Progress(judged, None, 0.0)
    raise AssertionError("a judgement comes last")


def _with_one_raise(judgement: Judgement) -> Judgement:
    """Return the judgement with a single raise: the one taken most often, of equals the one worth the most."""
    raises = [action for action in judgement.values if action > CALL]
    if not raises:
        return judgement
    shares, values = judgement.shares, judgement.values
    chosen = max(raises, key=lambda action: (shares.get(action, 0.0), values[action], -action))
    return _kept(judgement, (FOLD, CALL, chosen))


def _kept(judgement: Judgement, actions: tuple[Action, ...]) -> Judgement:
    """Return the judgement with these answers alone."""

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

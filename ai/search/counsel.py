"""What the coach says of a decision: one strategy speaks, with what each action is worth in big blinds.

A trained strategy speaks where its training has been (ai/search/training_reach.py). Both players are taken to
follow it: it tells what the opponent may hold, what it answers and how we go on, this round and the next
(ai/search/phased_search.py). Near an equilibrium all actions that are mixed are worth the same and none is worth
more; the estimates are brought into this form, and by how much they had to be moved says how far they may be off.

Elsewhere the equity that a solid player counts is all there is: this round is played out, and the pot is shared as
if no more were bet later. A raise that the player never makes is taken to be worth no more than the best of what it
does: how it answers such a raise says little.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping

from ai.hands.combos import place_of
from ai.hands.range_strategy import ActionLikelihood, PublicState, RangeStrategy
from ai.search.answers import StrategyCache
from ai.search.kinds import every_kind, passive
from ai.search.phased_search import UNBOUNDED, PhasedSearch
from ai.search.training_reach import LEAST_VISITS, Training, visits
from game.core import Action, Progress
from game.messages.holdem_answers import Counsel
from game.rules.betting import FOLD
from game.rules.holdem import HoldemInformationState

CARDS = 12
"""On so many cards the next round is searched."""
MIXED = 0.1
"""An action played less often than this counts as noise of the training, and is not called correct."""

Values = Mapping[Action, float]


def counsel(
    info: HoldemInformationState,
    trained: ActionLikelihood,
    training: Training,
    solid: RangeStrategy,
    also: Collection[Action] = (),
) -> Iterator[Progress | Counsel]:
    """Yield the progress of the search, and last what there is to say; the same question has the same answer.

    `also` are actions that are valued beside those that the coach would think of.
    """
    seen = visits(trained, training, info)
    if seen >= LEAST_VISITS:
        yield from _of_trained(info, trained, seen, also)
    else:
        yield from _counted(info, solid, seen, also)


def consistent(values: Values, shares: Values) -> dict[Action, float]:
    """Return values that fit the shares: a fold is worth 0, and actions of the mix are worth the same.

    They are worth the mean of their values, weighted by their shares, or 0 if fold is one of them. Every other
    action keeps its value where that is lower, and is cut to theirs where it is higher.

    >>> consistent({0: 0.0, 1: 0.5, 300: 0.75, 800: 2.0}, {1: 0.5, 300: 0.5})
    {0: 0.0, 1: 0.625, 300: 0.625, 800: 0.625}
    >>> consistent({0: 0.0, 1: 0.25}, {0: 1.0})
    {0: 0.0, 1: 0.0}
    """
    mixed = {action: share for action, share in shares.items() if action in values}
    mean = sum(share * values[action] for action, share in mixed.items()) / sum(mixed.values())
    worth = 0.0 if FOLD in mixed else max(0.0, mean) if FOLD in values else mean
    return {
        action: 0.0 if action == FOLD else worth if action in mixed else min(value, worth)
        for action, value in values.items()
    }


def _of_trained(
    info: HoldemInformationState, strategy: ActionLikelihood, seen: float, also: Collection[Action]
) -> Iterator[Progress | Counsel]:
    answers = StrategyCache(strategy, strategy)
    shares = _without_noise(answers.of_own(PublicState.of(info), place_of(info.hole)))
    compared = sorted({*every_kind(info.betting, shares), *shares, *also})
    search = PhasedSearch(answers, info, UNBOUNDED, random.Random(0), compared=compared, cards=CARDS)
    yield from _done(search)
    estimates = _in_blinds(info, search.values())
    values = consistent(estimates, shares)
    capped = _capped(estimates, values, shares)
    margins = search.margins()
    luck = max(margins.get(action, 0.0) for action in shares) / info.rules.big_blind
    moved = max(abs(values[action] - estimates[action]) for action in shares)
    best = max(sorted(shares), key=lambda action: shares[action])
    yield Counsel("trained", best, values, shares, capped, max(luck, moved), search.equity, seen)


def _counted(
    info: HoldemInformationState, strategy: RangeStrategy, seen: float, also: Collection[Action]
) -> Iterator[Progress | Counsel]:
    answers = StrategyCache(strategy, strategy)
    advised = _without_noise(answers.of_own(PublicState.of(info), place_of(info.hole)))
    compared = sorted({*every_kind(info.betting, advised), *also})
    search = PhasedSearch(answers, info, UNBOUNDED, random.Random(0), compared=compared, cards=0)
    yield from _done(search)
    estimates = _in_blinds(info, search.values())
    choices = [action for action in estimates if action in advised or action in passive(info.betting)]
    best = max(choices, key=lambda action: estimates[action])
    values = {
        action: value if action in choices else min(value, estimates[best])
        for action, value in estimates.items()
    }
    capped = _capped(estimates, values, dict.fromkeys(choices, 1.0))
    yield Counsel("counted", best, values, {best: 1.0}, capped, 0.0, search.equity, seen)


def _capped(estimates: Values, values: Values, played: Values) -> frozenset[Action]:
    """Return the actions that are not played and whose estimates were cut to what the played ones are worth."""
    return frozenset(
        action for action in values if action not in played and values[action] < estimates[action]
    )


def _done(search: PhasedSearch) -> Iterator[Progress]:
    for _ in search.steps():
        yield search.progress()


def _without_noise(shares: Values) -> dict[Action, float]:
    """Return the shares of the actions that are really played, which add up to 1."""
    played = {action: share for action, share in shares.items() if share >= MIXED} or dict(shares)
    total = sum(played.values())
    return {action: share / total for action, share in played.items()}


def _in_blinds(info: HoldemInformationState, values: Values) -> dict[Action, float]:
    """Return values over the whole hand, in chips, as big blinds from here on."""
    put_in, big_blind = info.betting.committed[info.player], info.rules.big_blind
    return {action: (value + put_in) / big_blind for action, value in sorted(values.items())}

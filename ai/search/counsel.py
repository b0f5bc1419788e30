"""Judge a decision before the turn by depth-limited search: the value of each action in big blinds.

Decisions on turn and river are solved instead (ai/evaluation/grading/holdem.py).

If training has visited the decision often enough (ai/search/starting_ranges.py), the trained strategy gives the
advice. A search of this street and the next (ai/search/phased_search.py) estimates the value of each action if both
players follow the trained strategy. In an equilibrium, all actions with positive probability have the same value,
and no other action has a higher value. The estimates are adjusted to satisfy this condition. The reported error
includes the largest adjustment.

If training has visited the decision too rarely, both players are assumed to follow a rule-based strategy, the
solid player. The search then ends with this street, and each player gets a share of the pot equal to the
equity. A raise that the solid player never makes gets at most the value of the best other action, because the
solid player's response to such a raise is unreliable.

If the size of a bet is near a size that the strategy bets, the bet counts as a bet of the strategy
(game/rules/betting.py). With the solid player's strategy, such a bet gets the higher of two values: its own
value, and the value of the strategy's bet.

Comparing an additional action changes neither the values nor the errors of the other actions. A hint and a
later grade therefore agree.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence

from ai.hands.combos import hand_index
from ai.hands.range_strategy import ActionLikelihood, PublicState, RangeStrategy
from ai.search.answers import StrategyCache
from ai.search.phased_search import UNBOUNDED, PhasedSearch
from ai.search.phased_tree import every_kind, passive
from ai.search.starting_ranges import MIN_VISITS, TrainingAmount, estimate_visits
from game.core import Action, Progress
from game.rules.betting import CALL, FOLD, PublicBetting, near_bets
from game.rules.holdem import HoldemInformationState
from game.study.judgements import Judgement, Stage

CARDS = 12
FEW_CARDS = 5
"""The maximum number of sampled cards for the next street, in a full and in a brief judgement."""

NOISE = 0.1
"""If a trained strategy takes an action with a smaller probability, the action counts as training noise."""

Values = Mapping[Action, float]


def counsel(
    info: HoldemInformationState,
    trained: ActionLikelihood,
    training: TrainingAmount,
    solid: RangeStrategy,
    also: Collection[Action] = (),
    *,
    brief: bool = False,
) -> Iterator[Progress | Judgement]:
    """Yield the progress of the search and finally the judgement. Equal arguments give equal judgements.

    A brief judgement is an estimate. It compares only the actions in `also`, a fold if there is a bet to call, and
    the strategy's most frequent action. For a trained strategy, a brief judgement also samples fewer cards. A brief
    judgement has larger errors, and takes a sixth of the time.

    Args:
        info: The decision.
        trained: The trained strategy.
        training: The iterations and buckets with which `trained` was trained.
        solid: The strategy of both players if training has visited the decision too rarely.
        also: Additional actions to compare, such as the chosen action.
        brief: Whether to return only an estimate.
    """
    if estimate_visits(trained, training, info) >= MIN_VISITS:
        yield from _by_strategy(info, trained, also, brief)
    else:
        yield from _by_equity(info, solid, also, brief)


def consistent(values: Values, shares: Values) -> dict[Action, float]:
    """Adjust value estimates to an equilibrium: all actions with positive probability get the same value.

    This common value is the mean of the estimates of these actions, weighted by probability. It is at least 0,
    because a check or a fold costs nothing. If a fold has positive probability, the common value is 0. An action
    with probability 0 keeps its estimate, but gets at most the common value. A fold is worth 0, and a check at
    least 0.

    >>> consistent({0: 0.0, 1: 0.5, 300: 0.75, 800: 2.0}, {1: 0.5, 300: 0.5})
    {0: 0.0, 1: 0.625, 300: 0.625, 800: 0.625}
    >>> consistent({0: 0.0, 1: 0.25}, {0: 1.0})
    {0: 0.0, 1: 0.0}
    """
    mixed = {action: share for action, share in shares.items() if action in values}
    mean = sum(share * values[action] for action, share in mixed.items()) / sum(mixed.values())
    common = 0.0 if FOLD in mixed else max(0.0, mean)
    lowest = {FOLD: 0.0} if FOLD in values else {CALL: 0.0}
    return {
        action: 0.0
        if action == FOLD
        else common
        if action in mixed
        else min(max(value, lowest.get(action, value)), common)
        for action, value in values.items()
    }


def _by_strategy(
    info: HoldemInformationState, strategy: ActionLikelihood, also: Collection[Action], brief: bool
) -> Iterator[Progress | Judgement]:
    answers = StrategyCache(strategy, strategy)
    played = without_noise(answers.of_own(PublicState.of(info), hand_index(info.hole)))
    shares = _join_all_ins(info.betting, played, also)
    compared = _actions_to_compare(info, shares, also, brief)
    search = _search(answers, info, compared, FEW_CARDS if brief else CARDS)
    yield from _run(search)
    estimates = _in_blinds(info, search.values())
    values = consistent(estimates, shares)
    capped = _capped(estimates, values, {*shares, *_near(info, compared, shares)})
    margins = search.margins()
    mixed = shares.keys() & estimates
    luck = max(margins.get(action, 0.0) for action in mixed) / info.rules.big_blind
    moved = max(abs(values[action] - estimates[action]) for action in mixed)
    best = max(sorted(shares), key=lambda action: shares[action])
    yield Judgement(
        values,
        dict.fromkeys(values, max(luck, moved)),
        shares,
        best,
        "blueprint",
        _stage(brief),
        stake=pot_in_blinds(info),
        equity=search.equity,
        price=call_price(info),
        bounds=capped,
        advice=frozenset({best}),
    )


def _by_equity(
    info: HoldemInformationState, strategy: RangeStrategy, also: Collection[Action], brief: bool
) -> Iterator[Progress | Judgement]:
    answers = StrategyCache(strategy, strategy)
    played = without_noise(answers.of_own(PublicState.of(info), hand_index(info.hole)))
    advised = _join_all_ins(info.betting, played, also)
    compared = _actions_to_compare(info, advised, also, brief)
    search = _search(answers, info, compared, cards=0)
    yield from _run(search)
    estimates = _in_blinds(info, search.values())
    choices = [action for action in estimates if action in advised or action in passive(info.betting)]
    best = max(choices, key=lambda action: estimates[action])
    values = {
        action: value if action in choices else min(value, estimates[best])
        for action, value in estimates.items()
    }
    near = _near(info, compared, choices)
    capped = _capped(estimates, values, {*choices, *near})
    values |= {bet: max(values[one] for one in (bet, *others)) for bet, others in near.items()}
    # The value of a bet depends on how often a solid player folds. The solid player's bets count, or without such
    # bets the listed ones. A bet of `also` does not count, so that it changes no other grade.
    own = [action for action in choices if action > CALL]
    all_ins = [action for action in also if info.betting.raises_all_in(action)]
    listed = compared if brief else _actions_to_compare(info, advised, all_ins, brief)
    bets = own or [action for action in listed if action > CALL and action not in capped]
    others = [value for action, value in values.items() if action <= CALL]
    error = abs(max(values[bet] for bet in bets) - max(others)) if bets and others else 0.0
    yield Judgement(
        values,
        dict.fromkeys(values, error),
        {best: 1.0},
        best,
        "equity",
        _stage(brief),
        stake=pot_in_blinds(info),
        equity=search.equity,
        price=call_price(info),
        bounds=capped,
        advice=frozenset({best}),
    )


def pot_in_blinds(info: HoldemInformationState) -> float:
    """Return the pot in big blinds, without the chips that the smaller stack cannot match."""
    return info.betting.effective_pot / info.rules.big_blind


def call_price(info: HoldemInformationState) -> float | None:
    """Return the equity that a call needs by the pot odds, or None if there is nothing to call."""
    return info.betting.pot_odds if info.to_call else None


def _stage(brief: bool) -> Stage:
    return "estimate" if brief else "sure"


def _near(
    info: HoldemInformationState, compared: Collection[Action], taken: Collection[Action]
) -> dict[Action, list[Action]]:
    """Map each compared bet outside `taken` to the bets in `taken` that are near this bet.

    Bets without a near bet in `taken` are left out.
    """
    others = [action for action in compared if action > CALL and action not in taken]
    near = {bet: near_bets(info.betting, bet, taken) for bet in others}
    return {bet: bets for bet, bets in near.items() if bets}


def _search(
    answers: StrategyCache, info: HoldemInformationState, compared: Sequence[Action], cards: int
) -> PhasedSearch:
    rng = random.Random(0)
    return PhasedSearch(answers, info, UNBOUNDED, rng, compared=compared, cards=cards, follows=True)


def _actions_to_compare(
    info: HoldemInformationState, shares: Values, also: Collection[Action], brief: bool
) -> Sequence[Action]:
    """Return the actions to compare, in ascending order. A full judgement always includes the all-in."""
    if brief:
        likeliest = max(sorted(shares), key=lambda action: shares[action])
        return sorted({likeliest, *also, *([FOLD] if info.betting.to_call else [])})
    all_in = info.betting.max_raise_to
    all_ins = [] if all_in is None else [all_in]
    listed = {*every_kind(info.betting, shares), *all_ins, *shares}
    return sorted({*_join_all_ins(info.betting, dict.fromkeys(listed, 0.0), also), *also})


def _join_all_ins(betting: PublicBetting, shares: Values, also: Collection[Action]) -> dict[Action, float]:
    """Merge all all-ins of a strategy into one all-in, and return the strategy.

    Every raise of at least the smaller stack is an all-in. If `also` contains all-ins, the smallest of these raises
    represents all all-ins. Otherwise, the largest legal raise does. The merged all-in gets the sum of the
    probabilities of all all-ins.
    """
    asked = [action for action in also if betting.raises_all_in(action)]
    joined = dict[Action, float]()
    for action, share in shares.items():
        named = min(asked, default=betting.max_raise_to) if betting.raises_all_in(action) else action
        assert named is not None
        joined[named] = joined.get(named, 0.0) + share
    return joined


def _capped(estimates: Values, values: Values, played: Collection[Action]) -> frozenset[Action]:
    """Return the actions outside `played` whose value was limited to less than their estimate."""
    return frozenset(
        action for action in values if action not in played and values[action] < estimates[action]
    )


def _run(search: PhasedSearch) -> Iterator[Progress]:
    for _ in search.steps():
        yield search.progress()


def without_noise(shares: Values) -> dict[Action, float]:
    """Return the probabilities that are at least `NOISE`, scaled to sum 1.

    If all probabilities are smaller, all are included.
    """
    played = {action: share for action, share in shares.items() if share >= NOISE} or dict(shares)
    total = sum(played.values())
    return {action: share / total for action, share in played.items()}


def _in_blinds(info: HoldemInformationState, values: Values) -> dict[Action, float]:
    """Convert values from chips won in the whole hand to big blinds won from this decision on.

    A fold is then worth 0.
    """
    put_in, big_blind = info.betting.committed[info.player], info.rules.big_blind
    return {action: (value + put_in) / big_blind for action, value in sorted(values.items())}

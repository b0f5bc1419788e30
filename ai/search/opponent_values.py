"""The values of the actions at a decision of Hold'em against an opponent whose strategy is known.

The opponent's range follows from that strategy and the actions seen so far, by Bayes' rule, and so do all answers
of the opponent. The player continues with the best of the actions that the own strategy considers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from ai.hands.range_strategy import RangeStrategy
from ai.search.answers import StrategyCache
from ai.search.phased_search import UNBOUNDED, PhasedSearch
from game.core import Action, Progress
from game.rules.betting import FOLD
from game.rules.holdem import HoldemInformationState
from game.study.judgements import OpponentValues

MAX_CARDS = 12
"""The number of cards or flops on which the next round is searched."""


def opponent_values(
    info: HoldemInformationState, own: RangeStrategy, opponent: RangeStrategy, actions: Sequence[Action]
) -> Iterator[Progress | OpponentValues]:
    """Yield the progress of a search, then the value of each action in big blinds; a fold is worth 0."""
    answers = StrategyCache(own, opponent)
    search = PhasedSearch(
        answers, info, UNBOUNDED, random.Random(0), compared=tuple(actions), cards=MAX_CARDS
    )
    for _ in search.steps():
        yield search.progress()
    put_in, blind = info.betting.committed[info.player], info.rules.big_blind
    values = {
        action: 0.0 if action == FOLD else (value + put_in) / blind
        for action, value in search.values().items()
    }
    error = max(search.margins().values(), default=0.0) / blind
    yield OpponentValues(values, max(sorted(values), key=lambda action: values[action]), error)

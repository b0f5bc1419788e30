"""The deck of pot odds: a draw against an opponent's hand that is shown, and an all-in bet on the turn.

Nothing is bet afterwards, so the values are exact: every river card is counted.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ai.drills.cards import DrillCard, new_card
from ai.evaluation.grading.small_games import exact_judgement
from game.core import Progress
from game.rules.betting import CALL, FOLD, HoldemRules
from game.rules.cards import DECK, Card
from game.rules.hand_rank import rank
from game.rules.holdem import HoldemInformationState, HoldemState
from game.study.judgements import Judgement

BET_SHARES = (1 / 4, 1 / 3, 1 / 2, 2 / 3, 1.0, 3 / 2, 2.0)
"""The bet in pots: a call needs from 17 % to 40 % of it."""
OPENED, REOPENED = 300, 1000
LEAST_EQUITY = 0.04
CLOSEST, FARTHEST = 0.03, 0.2
"""The least and greatest difference of equity and pot odds: closer is too hard to count, farther too easy."""
TRIES_AT_ONCE = 20


def pot_odds(seed: int, now: float) -> Iterator[Progress | DrillCard]:
    """Yield cards without end, in turn one to fold and one to call, with progress between them."""
    rng = random.Random(seed)
    tries, calls = 0, False
    while True:
        tries += 1
        if tries % TRIES_AT_ONCE == 0:
            yield Progress(tries, None, 0.0)
        info, other = _dealt(rng)
        share = equity(info.hole, other, info.board)
        above = share - info.betting.pot_odds
        if share >= LEAST_EQUITY and CLOSEST <= abs(above) <= FARTHEST and (above > 0) == calls:
            calls = not calls
            yield new_card(info, _judgement(info, share), now, shown=other)


def equity(own: Sequence[Card], other: Sequence[Card], board: Sequence[Card]) -> float:
    """Return the share of the pot that a hand wins against another one on the turn, over the 44 rivers."""
    rivers = [card for card in DECK if card not in (*own, *other, *board)]
    won = 0.0
    for river in rivers:
        mine, theirs = rank((*own, *board, river)), rank((*other, *board, river))
        won += 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
    return won / len(rivers)


def _dealt(rng: random.Random) -> tuple[HoldemInformationState, tuple[Card, ...]]:
    """Return a decision on a bet of all chips on the turn of a reraised pot, and the other's hand."""
    pot = 2 * REOPENED
    stack = REOPENED + round(pot * rng.choice(BET_SHARES))
    state = HoldemState(HoldemRules(stacks=(stack, stack)))
    *first, turn = rng.sample(DECK, 8)
    for card in first[:4]:
        state = state.child(card)
    for action in (OPENED, REOPENED, CALL):
        state = state.child(action)
    for card in first[4:]:
        state = state.child(card)
    for action in (CALL, CALL, turn, stack):
        state = state.child(action)
    player = state.current_player()
    return state.information_state(player), state.hole[1 - player]


def _judgement(info: HoldemInformationState, share: float) -> Judgement:
    betting, blind = info.betting, info.rules.big_blind
    worth = (share * (betting.pot + betting.to_call) - betting.to_call) / blind
    best = CALL if worth > 0 else FOLD
    values = {FOLD: 0.0, CALL: worth}
    judgement = exact_judgement(values, {best: 1.0}, best, betting.pot / blind)
    return replace(judgement, equity=share, price=betting.pot_odds)

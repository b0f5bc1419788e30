"""What the opponent may hold, read from the betting: a weight for every hand that is left.

All hands start alike. Each action of the opponent is taken to keep the strongest part of what was left, by the
starting hand's equity before the flop and by the made hand after it: the larger the bet, the smaller the part.
Because players bluff and draw, the rest keeps some weight too, in proportion to what a hand that means it keeps
(`doubt`); a check takes weight from the strongest.
With `share_of_calls` = 1, calling a bet of f pots keeps 1 / (1 + f), as much as stops the bettor from gaining with
any two cards (the minimum defence frequency).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter

from ai.hands.equity import Hole, Range, possible_hands
from ai.hands.preflop import starting_hand
from game.core import Action
from game.rules.betting import ActionKind, PublicBetting, Street
from game.rules.cards import Card
from game.rules.hand_rank import CARD_KEYS, key, rank_of_key
from game.rules.holdem import BOARD_CARDS, HoldemInformationState


@dataclass(frozen=True, slots=True)
class Reading:
    """How much of the hands left an action keeps; all are shares between 0 and 1."""

    share_of_opens: float
    """First raise before the flop, of three big blinds; larger ones keep less."""
    share_of_reraises: float
    """Second raise before the flop, of what was left; the third keeps half of this, the fourth a third."""
    share_of_bets: float
    """A bet after the flop of f pots keeps this / (1 + f)."""
    share_of_raises: float
    """A raise after the flop, likewise."""
    share_of_calls: float
    """A call of f pots, likewise."""
    doubt: float
    """Hands that do not mean it, for one that does: this times the share of those that do is their weight."""
    slow_play: float
    """Weight that hands strong enough to bet keep after a check."""


@dataclass(frozen=True, slots=True)
class Sieve:
    """The weights that an action leaves to the strongest `share` of hands and to the others, softly at the edge."""

    share: float
    strong: float
    weak: float

    def weight(self, percentile: float) -> float:
        """Return what a hand keeps that beats this share of the hands."""
        inside = ramp(percentile - (1.0 - self.share), -EDGE, EDGE)
        return self.weak + (self.strong - self.weak) * inside


EDGE = 0.08
_USUAL_OPEN = 3.0
_LARGE_OPEN_EXPONENT = 0.6
_USUAL_BET = 0.5


def ramp(value: float, low: float, high: float) -> float:
    """Return 0 up to `low`, 1 from `high` on, and the straight line between.

    >>> ramp(0.25, 0.0, 1.0), ramp(-1.0, 0.0, 1.0), ramp(7.0, 0.0, 1.0)
    (0.25, 0.0, 1.0)
    """
    return min(1.0, max(0.0, (value - low) / (high - low)))


def opponent_range(info: HoldemInformationState, reading: Reading) -> Range:
    """Return every hand that the opponent may hold, weighted by what the betting so far tells."""
    weights = dict.fromkeys(possible_hands(info.hole), 1.0)
    betting = PublicBetting.start(info.rules)
    for street, played in enumerate(info.history):
        board = info.board[: BOARD_CARDS[Street(street)]]
        if street:
            betting = betting.next_round()
            weights = {
                hole: weight for hole, weight in weights.items() if not (hole[0] in board or hole[1] in board)
            }
        for player, action in played:
            if player != info.player:
                _narrow(weights, _weakest_first(info.hole, board), sieve(betting, action, reading))
            betting = betting.child(action)
    return weights


def _narrow(weights: dict[Hole, float], groups: Sequence[Sequence[Hole]], sieve: Sieve) -> None:
    """Multiply into `weights` what the sieve leaves; `groups` holds equal hands together, the weakest first."""
    total = sum(weights.values())
    below = 0.0
    for group in groups:
        in_group = sum([weights[hole] for hole in group])
        kept = sieve.weight((below + in_group / 2) / total)
        for hole in group:
            weights[hole] *= kept
        below += in_group


@lru_cache(maxsize=64)
def _weakest_first(hole: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[tuple[Hole, ...], ...]:
    """Return the opponent's possible hands in groups that are equal on `board`, the weakest group first."""
    if not board:
        return tuple(
            tuple(hand for hand in group if not set(hand) & set(hole)) for group in _preflop_groups()
        )
    board_key = key(board)
    ranked = [
        (rank_of_key(board_key + CARD_KEYS[one] + CARD_KEYS[two]), (one, two))
        for one, two in possible_hands((*hole, *board))
    ]
    ranked.sort(reverse=True)
    return _grouped(ranked)


@cache
def _preflop_groups() -> tuple[tuple[Hole, ...], ...]:
    return _grouped(sorted((starting_hand(hand).equity, hand) for hand in possible_hands(())))


def _grouped(ranked: Iterable[tuple[float, Hole]]) -> tuple[tuple[Hole, ...], ...]:
    return tuple(tuple(hand for _, hand in group) for _, group in groupby(ranked, key=itemgetter(0)))


def sieve(betting: PublicBetting, action: Action, reading: Reading) -> Sieve:
    """Return what `action`, taken at `betting`, tells."""
    kind = betting.kind(action)
    if kind == ActionKind.CHECK or (kind == ActionKind.CALL and not _raises(betting)):
        return Sieve(_share_of_strong(betting, reading), reading.slow_play, 1.0)
    if kind == ActionKind.CALL:
        faced = betting.to_call / max(1, betting.pot - betting.to_call)
        return _meant(reading.share_of_calls / (1.0 + faced), reading)
    return _meant(_share_of_raise(betting, action, reading), reading)


def _meant(share: float, reading: Reading) -> Sieve:
    return Sieve(share, 1.0, reading.doubt * share)


def _share_of_strong(betting: PublicBetting, reading: Reading) -> float:
    """Return the share of hands that might have bet where the player checked or limped."""
    if betting.street == Street.PREFLOP:
        return reading.share_of_reraises
    return reading.share_of_bets / (1.0 + _USUAL_BET)


def _share_of_raise(betting: PublicBetting, action: Action, reading: Reading) -> float:
    if betting.street == Street.PREFLOP:
        if raises := _raises(betting):
            return reading.share_of_reraises / raises
        size = max(_USUAL_OPEN, action / betting.rules.big_blind)
        return reading.share_of_opens * math.pow(_USUAL_OPEN / size, _LARGE_OPEN_EXPONENT)
    pots = (action - max(betting.committed)) / (betting.pot + betting.to_call)
    share = reading.share_of_raises if _raises(betting) else reading.share_of_bets
    return share / (1.0 + pots)


def _raises(betting: PublicBetting) -> int:
    """Count the bets and raises of this round; the blinds are none."""
    return sum(action > 1 for _, action in betting.history[-1])

"""Hold'em players of rules: equity, pot odds and position, weighed by character.

Each decides in the same steps. First in before the flop, it goes by the place of its two cards among all starting
hands: open, limp or fold, and with few big blinds all-in or fold. Otherwise it reads the opponent's range from the
betting (ai.hands.reading), takes the equity of its hand against that range, and
- where nobody has bet, bets strong hands for value and a part of the weak ones as a bluff;
- facing a bet, raises the strongest, calls what the pot odds pay for, folds the rest, and now and then raises a
  hand that it would have folded.
Every threshold is soft, so the answer is a strategy over a few actions, and the die decides. The equity's samples
are drawn with a seed of their own, so the strategy follows from the information alone.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

import numpy as np

from ai.agents.holdem_characters import SIZES, Character, read_characters
from ai.hands.all_equities import equities
from ai.hands.all_readings import opponent_ranges
from ai.hands.combos import Floats, Ints
from ai.hands.equity import against_range
from ai.hands.preflop import starting_hand
from ai.hands.range_strategy import PublicState, RangeMix
from ai.hands.reading import Reading, opponent_range, ramp
from game.core import DEFAULT_BUDGET, Action, BadInput, Budget, Decision, InformationState, sample
from game.rules.betting import BUTTON, CALL, FOLD, PublicBetting, Street
from game.rules.holdem import HoldemInformationState

RANDOM = "random"
DEFAULT_SAMPLES = 400
PUSH_BIG_BLINDS = 10.0
COMMITTED = 0.5
"""A bet of this share of the effective stack is made all-in, or, as a bluff, not at all."""
MORE_FOR_EACH_RAISE = 0.03

_EDGE = 0.04
_WEAKER_THAN_VALUE = (0.1, 0.3)
_PREFLOP_SIZES = {"pot": 1.0}

Strategy = dict[Action, float]


@dataclass(frozen=True, slots=True)
class HoldemRulePlayer:
    """A character at the table."""

    name: str
    character: Character
    reading: Reading

    def strategy(self, info: InformationState, samples: int = DEFAULT_SAMPLES) -> Strategy:
        """Return the probabilities of a few legal actions, in ascending order of the action."""
        hand = cast(HoldemInformationState, info)
        if _is_first_in(hand.betting):
            return self._first_in(hand)
        return self._by_equity(hand, self.equity(hand, samples))

    def range_strategy(self, public: PublicState, hands: Ints) -> RangeMix:
        """Return the strategies of many hands; all takes is the equities of all of them at once."""
        infos = [public.with_hand(place) for place in hands.tolist()]
        if _is_first_in(public.betting):
            return RangeMix.of([self._first_in(info) for info in infos])
        found = self._equities(public, hands, [info.key for info in infos])
        return RangeMix.of(
            [self._by_equity(info, equity) for info, equity in zip(infos, found.tolist(), strict=True)]
        )

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        """Throw one die over the strategy; `budget.work` counts samples of the equity, seconds change nothing."""
        return sample(self.strategy(info, budget.work or DEFAULT_SAMPLES), rng)

    def equity(self, info: InformationState, samples: int = DEFAULT_SAMPLES) -> float:
        """Return the equity against the range that the opponent shows."""
        hand = cast(HoldemInformationState, info)
        weights = opponent_range(hand, self.reading)
        respected = {hole: weight**self.character.respect for hole, weight in weights.items()}
        return against_range(hand.hole, hand.board, respected, samples, random.Random(hand.key)).equity

    def _first_in(self, hand: HoldemInformationState) -> Strategy:
        """Open, limp or fold by the starting hand; with a short stack all-in or fold."""
        rules, bets = hand.rules, _usual_bets(hand.betting)
        percentile = starting_hand(hand.hole).percentile
        big_blinds = min(rules.stacks) / rules.big_blind
        if big_blinds <= PUSH_BIG_BLINDS:
            share = 1.0 - (1.0 - self.character.push) * big_blinds / PUSH_BIG_BLINDS
            return _strategy(hand, {bets["all-in"]: _among_best(percentile, share)}, 0.0)
        opens = _among_best(percentile, self.character.open)
        enters = _among_best(percentile, self.character.open + self.character.limp)
        return _strategy(hand, {round(self.character.open_size * rules.big_blind): opens}, enters - opens)

    def _by_equity(self, hand: HoldemInformationState, equity: float) -> Strategy:
        return self._facing_a_bet(hand, equity) if hand.to_call else self._unbet(hand, equity)

    def _unbet(self, hand: HoldemInformationState, equity: float) -> Strategy:
        """Bet for value or as a bluff, else check."""
        value = _above(equity, self.character.value)
        weak = ramp(self.character.value - equity, *_WEAKER_THAN_VALUE)
        bluff = (1.0 - value) * weak * self.character.bluff
        return _strategy(hand, self._bets(hand, value, bluff), 0.0)

    def _facing_a_bet(self, hand: HoldemInformationState, equity: float) -> Strategy:
        """Raise, call or fold by the pot odds."""
        value = _above(equity, self._raises_from(hand.betting))
        call = _above(equity + self.character.looseness - self._cost_of_position(hand), hand.betting.pot_odds)
        bluff = (1.0 - max(value, call)) * self.character.bluff_raise
        return _strategy(hand, self._bets(hand, value, bluff), call)

    def _raises_from(self, betting: PublicBetting) -> float:
        """Return the equity from which it raises, more for every raise that this round has seen before."""
        before_flop = betting.street == Street.PREFLOP
        threshold = self.character.reraise if before_flop else self.character.value_raise
        raises = sum(action > CALL for _, action in betting.history[-1])
        return threshold + MORE_FOR_EACH_RAISE * (raises - 1)

    def _cost_of_position(self, hand: HoldemInformationState) -> float:
        """Return the equity that a call is worth less without the button, while bets are to come."""
        bets_to_come = hand.street < Street.RIVER and hand.betting.effective_stack > hand.to_call
        return self.character.position if bets_to_come and hand.player != BUTTON else 0.0

    def _equities(self, public: PublicState, hands: Ints, keys: Sequence[str]) -> Floats:
        """Return float64[hands]: what `equity` returns for each of these hands."""
        weights = opponent_ranges(public.player, public.betting, public.board, self.reading, hands)
        respected = np.where(weights > 0.0, weights**self.character.respect, 0.0)
        return equities(hands, public.board, respected, DEFAULT_SAMPLES, keys)

    def _bets(self, hand: HoldemInformationState, value: float, bluff: float) -> Strategy:
        """Spread the two probabilities over the sizes; what commits the stack is all-in, and no bluff."""
        spread: Strategy = {}
        bets = _usual_bets(hand.betting)
        sizes = _PREFLOP_SIZES if hand.street == Street.PREFLOP else self.character.sizes
        for size, weight in sizes.items() if bets else ():
            share = weight / sum(sizes.values())
            committing = bets[size] - hand.committed[hand.player] >= COMMITTED * hand.betting.effective_stack
            bet, probability = (bets["all-in"], value) if committing else (bets[size], value + bluff)
            spread[bet] = spread.get(bet, 0.0) + share * probability
        return spread


@dataclass(frozen=True, slots=True)
class HoldemRandomPlayer:
    """Folds, calls or makes any usual bet, all with the same probability, whatever it holds."""

    name: str = RANDOM

    def strategy(self, info: InformationState) -> Strategy:
        """Return the same probability for every legal action of the menu."""
        betting = cast(HoldemInformationState, info).betting
        passive = {FOLD, CALL} if betting.to_call else {CALL}
        actions = passive | set(_usual_bets(betting).values())
        return dict.fromkeys(sorted(actions), 1 / len(actions))

    def range_strategy(self, public: PublicState, hands: Ints) -> RangeMix:
        """Return the same mix for every hand."""
        return RangeMix.of([self.strategy(public.with_hand(place)) for place in hands.tolist()])

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        """Throw one die."""
        return sample(self.strategy(info), rng)


def characters() -> Mapping[str, str]:
    """Return the description of every player that `load` knows, by name."""
    _, known = _shipped()
    return {RANDOM: "Folds, calls and bets without looking at its cards."} | {
        name: character.description for name, character in known.items()
    }


def load(name: str) -> HoldemRulePlayer | HoldemRandomPlayer:
    """Return a player by name; `BadInput` lists the known ones."""
    if name == RANDOM:
        return HoldemRandomPlayer()
    reading, known = _shipped()
    if name not in known:
        raise BadInput(
            f"There is no Hold'em character {name!r}: the characters are {', '.join(characters())}."
        )
    return HoldemRulePlayer(name, known[name], reading)


@cache
def _shipped() -> tuple[Reading, Mapping[str, Character]]:
    return read_characters()


# ---- thresholds and sizes ---------------------------------------------------------------------------------
def _is_first_in(betting: PublicBetting) -> bool:
    """Return whether the first decision of the hand is to be made, and there is a choice of bets."""
    return betting.street == Street.PREFLOP and not betting.history[0] and bool(_usual_bets(betting))


def _above(equity: float, threshold: float) -> float:
    return ramp(equity, threshold - _EDGE, threshold + _EDGE)


def _among_best(percentile: float, share: float) -> float:
    return ramp(percentile, 1.0 - share - _EDGE, 1.0 - share)


def _usual_bets(betting: PublicBetting) -> dict[str, Action]:
    """Return the legal bet or raise for every name of a size; empty where raising is not possible."""
    bets = {size: betting.raise_to_for_fraction(fraction) for size, fraction in SIZES.items()}
    return {size: bet for size, bet in bets.items() if bet is not None}


def _strategy(hand: HoldemInformationState, bets: Strategy, call: float) -> Strategy:
    """Put the strategy together: the bets as they are, calls as far as probability is left, then folds.

    What would fold without a bet to fold to checks.
    """
    left = max(0.0, 1.0 - sum(bets.values()))
    calls = min(left, call) if hand.to_call else left
    whole = {FOLD: left - calls, CALL: calls} | dict(sorted(bets.items()))
    return {action: probability for action, probability in whole.items() if probability > 0.0}

"""Hold'em players of rules: equity, pot odds and position, weighed by character.

Each decides in the same steps. First in before the flop, it goes by the place of its two cards among all starting
hands: open, limp or fold, and with few big blinds all-in or fold. Otherwise it reads the opponent's range from the
betting (ai.hands.range_strategy), takes the equity of its hand against that range, and
- where nobody has bet, bets strong hands for value and a part of the weak ones as a bluff;
- facing a bet, raises the strongest, calls what the pot odds pay for, folds the rest, and now and then raises a
  hand that it would have folded.
Every threshold is soft, so the answer is a strategy over a few actions, and the die decides. What is read is public
and equities are exact, so the strategy of all hands comes at a stroke, and that of one hand is its row.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import cast

import numpy as np

from ai.agents.holdem_characters import SIZES, HoldemCharacter, read_characters
from ai.hands.combos import Floats, Ints, left_by, place_of
from ai.hands.equities import equities, win_and_tie_probabilities
from ai.hands.preflop import percentiles
from ai.hands.range_strategy import PublicState, RangeMix, ReadingStyle, opponent_range, ramp
from game.core import DEFAULT_BUDGET, Action, BadInput, Budget, Decision, InformationState, sample
from game.quoting import quoted
from game.rules.betting import BUTTON, CALL, FOLD, PublicBetting, Street
from game.rules.holdem import HoldemInformationState

RANDOM = "random"
PUSH_BIG_BLINDS = 10.0
COMMITTED = 0.5
"""A bet of this share of the effective stack is made all-in, or, as a bluff, not at all."""
MORE_FOR_EACH_RAISE = 0.03

_EDGE = 0.04
_WEAKER_THAN_VALUE = (0.1, 0.3)
_PREFLOP_SIZES = {"pot": 1.0}

Strategy = dict[Action, float]
Columns = dict[Action, Floats]
"""For some hands, float64[hands], the share of each action."""


@dataclass(frozen=True, slots=True)
class HoldemRulePlayer:
    """A character at the table."""

    name: str
    character: HoldemCharacter
    reading: ReadingStyle

    def strategy(self, info: InformationState) -> Strategy:
        """Return the probabilities of a few legal actions, in ascending order of the action."""
        hand = cast(HoldemInformationState, info)
        columns = self._columns(PublicState.of(hand), np.array([place_of(hand.hole)]))
        return {action: float(shares[0]) for action, shares in sorted(columns.items()) if shares[0] > 0.0}

    def range_strategy(self, public: PublicState) -> RangeMix:
        hands = np.flatnonzero(left_by(public.board))
        return RangeMix.of(self._columns(public, hands), hands)

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        """Throw one die over the strategy, which is exact: more work or time would change nothing."""
        return sample(self.strategy(info), rng)

    def _columns(self, public: PublicState, hands: Ints) -> Columns:
        """Return what some hands do, by place; they hold no card of the board."""
        if _is_first_in(public.betting):
            return self._first_in(public.betting, percentiles()[hands])
        found = self._equities(public, hands)
        return self._facing_a_bet(public, found) if public.betting.to_call else self._unbet(public, found)

    def _equities(self, public: PublicState, hands: Ints) -> Floats:
        """Return float64[hands]: the equities of some hands against the range that the opponent shows."""
        weights = opponent_range(public, self.reading)
        respected = np.where(weights > 0.0, weights**self.character.respect, 0.0)
        if len(hands) == 1 and public.board:
            win, tie = win_and_tie_probabilities(int(hands[0]), respected, public.board)
            return np.array([win + tie / 2])
        return equities(respected, public.board)[hands]

    def _first_in(self, betting: PublicBetting, percentile: Floats) -> Columns:
        """Open, limp or fold by the starting hand; with a short stack all-in or fold."""
        rules, bets = betting.rules, _usual_bets(betting)
        big_blinds = min(rules.stacks) / rules.big_blind
        if big_blinds <= PUSH_BIG_BLINDS:
            share = 1.0 - (1.0 - self.character.push) * big_blinds / PUSH_BIG_BLINDS
            pushes = _among_best(percentile, share)
            return _columns(betting, {bets["all-in"]: pushes}, np.zeros_like(pushes))
        opens = _among_best(percentile, self.character.open)
        enters = _among_best(percentile, self.character.open + self.character.limp)
        return _columns(betting, {round(self.character.open_size * rules.big_blind): opens}, enters - opens)

    def _unbet(self, public: PublicState, equity: Floats) -> Columns:
        """Bet for value or as a bluff, else check."""
        value = _above(equity, self.character.value)
        weak = ramp(self.character.value - equity, *_WEAKER_THAN_VALUE)
        bluff = (1.0 - value) * weak * self.character.bluff
        return _columns(public.betting, self._bets(public, value, bluff), np.zeros_like(value))

    def _facing_a_bet(self, public: PublicState, equity: Floats) -> Columns:
        """Raise, call or fold by the pot odds."""
        value = _above(equity, self._raises_from(public.betting))
        call = _above(
            equity + self.character.looseness - self._cost_of_position(public), public.betting.pot_odds
        )
        bluff = (1.0 - np.maximum(value, call)) * self.character.bluff_raise
        return _columns(public.betting, self._bets(public, value, bluff), call)

    def _raises_from(self, betting: PublicBetting) -> float:
        """Return the least equity with which it raises; it grows with every raise already made in this round."""
        before_flop = betting.street == Street.PREFLOP
        threshold = self.character.reraise if before_flop else self.character.value_raise
        raises = sum(action > CALL for _, action in betting.history[-1])
        return threshold + MORE_FOR_EACH_RAISE * (raises - 1)

    def _cost_of_position(self, public: PublicState) -> float:
        """Return how much equity a call loses without the button while more bets may follow."""
        betting = public.betting
        bets_to_come = betting.street < Street.RIVER and betting.effective_stack > betting.to_call
        return self.character.position if bets_to_come and public.player != BUTTON else 0.0

    def _bets(self, public: PublicState, value: Floats, bluff: Floats) -> Columns:
        """Spread the two probabilities over the sizes; what commits the stack is all-in, and no bluff."""
        spread: Columns = {}
        betting = public.betting
        bets = _usual_bets(betting)
        sizes = _PREFLOP_SIZES if betting.street == Street.PREFLOP else self.character.sizes
        for size, weight in sizes.items() if bets else ():
            share = weight / sum(sizes.values())
            committing = bets[size] - betting.committed[public.player] >= COMMITTED * betting.effective_stack
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

    def range_strategy(self, public: PublicState) -> RangeMix:
        """Return the same mix for every hand."""
        hands = np.flatnonzero(left_by(public.board))
        mix = self.strategy(public.with_hand(int(hands[0])))
        return RangeMix.of({action: np.full(len(hands), share) for action, share in mix.items()}, hands)

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
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
            f"There is no Hold'em character {quoted(name)}: the characters are {', '.join(characters())}."
        )
    return HoldemRulePlayer(name, known[name], reading)


@cache
def _shipped() -> tuple[ReadingStyle, Mapping[str, HoldemCharacter]]:
    return read_characters()


# ---- thresholds and sizes ---------------------------------------------------------------------------------
def _is_first_in(betting: PublicBetting) -> bool:
    """Return whether the first decision of the hand is to be made, and there is a choice of bets."""
    return betting.street == Street.PREFLOP and not betting.history[0] and bool(_usual_bets(betting))


def _above(equity: Floats, threshold: float) -> Floats:
    return ramp(equity, threshold - _EDGE, threshold + _EDGE)


def _among_best(percentile: Floats, share: float) -> Floats:
    return ramp(percentile, 1.0 - share - _EDGE, 1.0 - share)


def _usual_bets(betting: PublicBetting) -> dict[str, Action]:
    """Return the legal bet or raise for every name of a size; empty where raising is not possible."""
    bets = {size: betting.raise_to_for_fraction(fraction) for size, fraction in SIZES.items()}
    return {size: bet for size, bet in bets.items() if bet is not None}


def _columns(betting: PublicBetting, bets: Columns, call: Floats) -> Columns:
    """Put the shares together: the bets as they are, calls as far as probability is left, then folds.

    What would fold without a bet to fold to checks.
    """
    left = np.maximum(0.0, 1.0 - sum(bets.values(), np.zeros_like(call)))
    calls = np.minimum(left, call) if betting.to_call else left
    return {FOLD: left - calls, CALL: calls} | bets

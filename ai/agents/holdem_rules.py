"""Hold'em characters: rule-based players whose style is given by numbers in a YAML file.

The file has a section for the estimation of ranges from bets, and a section for each character. `HoldemCharacter`
and `ReadingStyle` describe the numbers. If a key is unknown or missing, or a number is out of range, the error
names the key.

All characters decide in the same way. If nobody has acted before the flop, the decision depends only on the
percentile of the two cards among all starting hands. The character opens, limps or folds. With a short stack, it
goes all-in or folds. Otherwise, a character estimates the opponent's range from the betting
(ai.hands.range_strategy) and computes the equity of its hand against the range.

- Without a bet to call, it bets strong hands for value and some weak hands as a bluff.
- With a bet to call, it raises the strongest hands, calls by the pot odds, and folds the rest. Sometimes it raises
  a hand that it would have folded.

Every threshold is soft, so the result is a mixed strategy. The strategy depends only on public information and
exact equities, so it is computed for all hands at once.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np

from ai.hands.combos import Floats, Ints, hand_index, unblocked_hands
from ai.hands.equities import equities, win_and_tie_probabilities
from ai.hands.preflop import percentiles
from ai.hands.range_strategy import PublicState, RangeMix, ReadingStyle, opponent_range, ramp
from game.core import DEFAULT_BUDGET, Action, BadInput, Budget, Decision, InformationState, sample
from game.files import yaml_text
from game.quoting import quoted
from game.rules.betting import BUTTON, CALL, FOLD, PublicBetting, Street
from game.rules.holdem import HoldemInformationState
from game.texts import text

SHIPPED = Path(__file__).parents[1] / "configs" / "agents" / "holdem-characters.yaml"
SIZES: Mapping[str, float] = {
    "third": 1 / 3,
    "half": 1 / 2,
    "two-thirds": 2 / 3,
    "pot": 1.0,
    "all-in": math.inf,
}
"""The bet sizes by name, as fractions of the pot."""

_LIMITS = {
    "open_size": (2.0, 10.0),
    "respect": (0.0, 5.0),
    "looseness": (-1.0, 1.0),
    "position": (-1.0, 1.0),
    "doubt": (0.01, 1.0),
    "slow_play": (0.01, 1.0),
}
"""The limits of numbers that are not shares.

`doubt` must be above 0, so that every hand of the opponent keeps a positive weight.
"""


@dataclass(frozen=True, slots=True)
class HoldemCharacter:
    """The style of a character. Most numbers are shares of hands or equities, from 0 to 1.

    Attributes:
        open: The share of the best hands that raise if nobody has acted before the flop.
        limp: The share of the next best hands, which limp.
        open_size: The first raise in big blinds.
        push: The share of the best hands that go all-in with a stack of ten big blinds. As the stack gets shorter,
            the share grows to 1.
        respect: The exponent of the estimated range. With 0, the character ignores bets. With 1, it uses the range
            as estimated. Above 1, it assumes stronger hands than estimated.
        looseness: The amount by which the equity of a call may be below the pot odds. If `looseness` is negative, a
            call needs more equity than the pot odds require.
        position: The equity that a character in the big blind subtracts from its own equity before it calls,
            because the big blind acts first on later streets. Nothing is subtracted if no more bets can follow.
        value: The minimum equity of a bet.
        reraise: The minimum equity of a re-raise before the flop.
        value_raise: The minimum equity of a raise after the flop.
        bluff: The share of weak hands that bet.
        bluff_raise: Of the hands that are too weak for a call, the share that raises as a bluff.
        sizes: The bet sizes with their weights.
    """

    description: str
    open: float
    limp: float
    open_size: float
    push: float
    respect: float
    looseness: float
    position: float
    value: float
    reraise: float
    value_raise: float
    bluff: float
    bluff_raise: float
    sizes: Mapping[str, float]


def read_characters(file: Path = SHIPPED) -> tuple[ReadingStyle, dict[str, HoldemCharacter]]:
    """Read a file of characters.

    Raises:
        BadInput: If the file cannot be read, or a key or value is wrong. The message lists the known keys.
    """
    try:
        document = yaml_text.read_file(file)
    except FileNotFoundError as error:
        raise BadInput(f"{file.name} cannot be read: there is no such file.") from error
    whole = _section(document, {"reading", "characters"}, file.name)
    known = whole["characters"]
    if not isinstance(known, dict):
        raise BadInput(f"{file.name}: characters holds a section for each name.")
    where = f"{file.name}, reading"
    section = _section(whole["reading"], _keys(ReadingStyle), where)
    style = ReadingStyle(**{key: _number(key, value, where) for key, value in section.items()})
    return style, {str(name): _character(entry, f"{file.name}, {name}") for name, entry in known.items()}


def _character(entry: Any, where: str) -> HoldemCharacter:
    section = _section(entry, _keys(HoldemCharacter), where)
    texts = {"description", "sizes"}
    numbers = {key: _number(key, value, where) for key, value in section.items() if key not in texts}
    return HoldemCharacter(
        description=str(section["description"]), sizes=_sizes(section["sizes"], f"{where}, sizes"), **numbers
    )


def _sizes(entry: Any, where: str) -> dict[str, float]:
    if not isinstance(entry, dict) or not entry or not set(entry) <= set(SIZES):
        raise BadInput(f"{where}: sizes are some of {', '.join(SIZES)}, each with a weight.")
    weights = {str(size): _number(str(size), weight, where, (0.0, 1000.0)) for size, weight in entry.items()}
    if not any(weights.values()):
        raise BadInput(f"{where}: at least one weight is above 0.")
    return weights


def _section(entry: Any, keys: set[str], where: str) -> dict[str, Any]:
    """Return `entry` after checking that it has exactly these keys.

    Raises:
        BadInput: If a key is unknown or missing.
    """
    if not isinstance(entry, dict):
        raise BadInput(f"{where} must be a section with {', '.join(sorted(keys))}.")
    if unknown := sorted(str(key) for key in entry if key not in keys):
        raise BadInput(
            f"{where} has no setting {quoted(unknown[0])}: the settings are {', '.join(sorted(keys))}."
        )
    if missing := sorted(keys - set(entry)):
        raise BadInput(f"{where} lacks {quoted(missing[0])}.")
    return entry


def _keys(kind: type[ReadingStyle] | type[HoldemCharacter]) -> set[str]:
    return {entry.name for entry in fields(kind)}


def _number(key: str, value: Any, where: str, limits: tuple[float, float] | None = None) -> float:
    low, high = limits or _LIMITS.get(key, (0.0, 1.0))
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise BadInput(f"{where}: {key} must be a number from {low:g} to {high:g}, not {quoted(value)}.")
    return float(value)


RANDOM = "random"
PUSH_BIG_BLINDS = 10.0
COMMITTED = 0.5
"""A bet of at least this share of the effective stack becomes all-in. A character never bluffs with such a bet."""
MORE_FOR_EACH_RAISE = 0.03

_EDGE = 0.04
_WEAKER_THAN_VALUE = (0.1, 0.3)
_PREFLOP_SIZES = {"pot": 1.0}

Strategy = dict[Action, float]
Columns = dict[Action, Floats]
"""The probability of each action with some hands, float64[hands]."""


@dataclass(frozen=True, slots=True)
class HoldemRulePlayer:
    """A character at the table."""

    name: str
    character: HoldemCharacter
    reading: ReadingStyle

    def strategy(self, info: InformationState) -> Strategy:
        """Return the probability of each action, in ascending order of the action."""
        hand = cast(HoldemInformationState, info)
        columns = self._columns(PublicState.of(hand), np.array([hand_index(hand.hole)]))
        return {action: float(shares[0]) for action, shares in sorted(columns.items()) if shares[0] > 0.0}

    def range_strategy(self, public: PublicState) -> RangeMix:
        hands = np.flatnonzero(unblocked_hands(public.board))
        return RangeMix.of(self._columns(public, hands), hands)

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.strategy(info), rng)

    def _columns(self, public: PublicState, hands: Ints) -> Columns:
        """Return the strategy of the hands with the indices `hands`.

        None of these hands may be blocked by the board.
        """
        first_to_act = public.betting.street == Street.PREFLOP and not public.betting.history[0]
        if first_to_act and _usual_bets(public.betting):
            return self._first_in(public.betting, percentiles()[hands])
        found = self._equities(public, hands)
        return self._facing_a_bet(public, found) if public.betting.to_call else self._unbet(public, found)

    def _equities(self, public: PublicState, hands: Ints) -> Floats:
        """Return the equities of some hands against the estimated range, float64[hands]."""
        weights = opponent_range(public, self.reading)
        respected = np.where(weights > 0.0, weights**self.character.respect, 0.0)
        if len(hands) == 1 and public.board:
            win, tie = win_and_tie_probabilities(int(hands[0]), respected, public.board)
            return np.array([win + tie / 2])
        return equities(respected, public.board)[hands]

    def _first_in(self, betting: PublicBetting, percentile: Floats) -> Columns:
        """Open, limp or fold by the starting hand. With a short stack, go all-in or fold."""
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
        """Bet for value or as a bluff, or check."""
        value = _above(equity, self.character.value)
        weak = ramp(self.character.value - equity, *_WEAKER_THAN_VALUE)
        bluff = (1.0 - value) * weak * self.character.bluff
        return _columns(public.betting, self._bets(public, value, bluff), np.zeros_like(value))

    def _facing_a_bet(self, public: PublicState, equity: Floats) -> Columns:
        """Raise, call or fold by the pot odds."""
        betting = public.betting
        threshold = self.character.reraise if betting.street == Street.PREFLOP else self.character.value_raise
        raises = sum(action > CALL for _, action in betting.history[-1])
        value = _above(equity, threshold + MORE_FOR_EACH_RAISE * (raises - 1))
        bets_to_come = betting.street < Street.RIVER and betting.effective_stack > betting.to_call
        position = self.character.position if bets_to_come and public.player != BUTTON else 0.0
        call = _above(equity + self.character.looseness - position, betting.pot_odds)
        bluff = (1.0 - np.maximum(value, call)) * self.character.bluff_raise
        return _columns(betting, self._bets(public, value, bluff), call)

    def _bets(self, public: PublicState, value: Floats, bluff: Floats) -> Columns:
        """Divide the probabilities of value bets and bluffs among the bet sizes.

        A bet that commits the stack is all-in and never a bluff.
        """
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
    """Folds, calls or makes any usual bet with equal probabilities."""

    name: str = RANDOM

    def strategy(self, info: InformationState) -> Strategy:
        """Return equal probabilities for all legal actions of the menu."""
        betting = cast(HoldemInformationState, info).betting
        passive = {FOLD, CALL} if betting.to_call else {CALL}
        actions = passive | set(_usual_bets(betting).values())
        return dict.fromkeys(sorted(actions), 1 / len(actions))

    def range_strategy(self, public: PublicState) -> RangeMix:
        """Return the same strategy for every hand."""
        hands = np.flatnonzero(unblocked_hands(public.board))
        mix = self.strategy(public.with_hand(int(hands[0])))
        return RangeMix.of({action: np.full(len(hands), share) for action, share in mix.items()}, hands)

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.strategy(info), rng)


def characters() -> Mapping[str, str]:
    """Return the names of all players that `load` knows, each mapped to the player's description."""
    _, known = _shipped_characters()
    return {RANDOM: "Folds, calls and bets without looking at its cards."} | {
        name: character.description for name, character in known.items()
    }


def load(name: str) -> HoldemRulePlayer | HoldemRandomPlayer:
    """Return the player of this name.

    Raises:
        BadInput: If the name is unknown. The message lists the known names.
    """
    if name == RANDOM:
        return HoldemRandomPlayer()
    reading, known = _shipped_characters()
    if name not in known:
        listed = ", ".join(characters())
        raise BadInput(text("agent_errors.agent.holdem_character", name=quoted(name), known=listed))
    return HoldemRulePlayer(name, known[name], reading)


@cache
def _shipped_characters() -> tuple[ReadingStyle, Mapping[str, HoldemCharacter]]:
    return read_characters()


# ---- thresholds and sizes ---------------------------------------------------------------------------------
def _above(equity: Floats, threshold: float) -> Floats:
    return ramp(equity, threshold - _EDGE, threshold + _EDGE)


def _among_best(percentile: Floats, share: float) -> Floats:
    return ramp(percentile, 1.0 - share - _EDGE, 1.0 - share)


def _usual_bets(betting: PublicBetting) -> dict[str, Action]:
    bets = {size: betting.raise_to_for_fraction(fraction) for size, fraction in SIZES.items()}
    return {size: bet for size, bet in bets.items() if bet is not None}


def _columns(betting: PublicBetting, bets: Columns, call: Floats) -> Columns:
    """Combine the probabilities of bets and calls.

    For each hand, calls get at most the probability that bets leave over, and folds get the rest.

    If there is no bet to call, a fold becomes a check.
    """
    left = np.maximum(0.0, 1.0 - sum(bets.values(), np.zeros_like(call)))
    calls = np.minimum(left, call) if betting.to_call else left
    return {FOLD: left - calls, CALL: calls} | bets

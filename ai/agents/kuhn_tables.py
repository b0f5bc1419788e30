"""Strategies for Kuhn poker without training: characters with one habit each, and the exact equilibria.

A character is defined by the cards that it bets and the cards with which it calls. It plays both games and any
blinds.

The equilibria are exact. In half-street Kuhn poker with blinds S, player 0 bluffs the queen with p1 = 1 / (1 + 2S),
and player 1 calls with the king with p2 = (2S - 1) / (1 + 2S). Each probability makes the opponent indifferent.
Below S = 1/2, both are 0. In classic Kuhn poker (Kuhn, "A simplified two-person poker", 1950), player 0 may bluff
with any probability up to 1/3. The equilibrium of this module bluffs with 1/6.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ai.agents.table_agent import TableAgent
from ai.algorithms.game_tree import information_states
from game.core import BadInput, State
from game.quoting import quoted
from game.rules.kuhn_poker import KuhnInformationState, KuhnRules, KuhnState, Move

EQUILIBRIUM = "equilibrium"
CLASSIC_BLUFF = 1 / 6


@dataclass(frozen=True, slots=True)
class KuhnCharacter:
    """The cards with which a character bets, and the cards with which it calls."""

    bets: str
    calls: str


CHARACTERS: Mapping[str, KuhnCharacter] = {
    "honest": KuhnCharacter(bets="A", calls="AK"),
    "bluffer": KuhnCharacter(bets="AQ", calls="A"),
    "station": KuhnCharacter(bets="A", calls="AKQ"),
}


def load(file: Path, root: State) -> TableAgent:
    assert isinstance(root, KuhnState)
    return by_name(file.stem, root.rules)


def by_name(name: str, rules: KuhnRules) -> TableAgent:
    """Return the character or the equilibrium of this name.

    Raises:
        BadInput: If the name is unknown. The message lists the known names.
    """
    if name == EQUILIBRIUM:
        return TableAgent(name, _table(rules, equilibrium_bets(rules)))
    if name not in CHARACTERS:
        known = ", ".join((*CHARACTERS, EQUILIBRIUM))
        raise BadInput(f"There is no Kuhn character {quoted(name)}: they are {known}.")
    return TableAgent(name, _table(rules, _habits(CHARACTERS[name], rules)))


def equilibrium_bets(rules: KuhnRules) -> dict[str, float]:
    """Return the probability of a bet (or call) in every information set, in equilibrium."""
    if rules.street == "half-street":
        blinds = float(rules.blinds)
        bluff = 1 / (1 + 2 * blinds) if blinds >= 0.5 else 0.0
        call = (2 * blinds - 1) / (1 + 2 * blinds) if blinds >= 0.5 else 0.0
        return {"A": 1.0, "K": 0.0, "Q": bluff, "Ab": 1.0, "Kb": call, "Qb": 0.0}
    opener = {"A": 3 * CLASSIC_BLUFF, "K": 0.0, "Q": CLASSIC_BLUFF}
    opener |= {"Apb": 1.0, "Kpb": CLASSIC_BLUFF + 1 / 3, "Qpb": 0.0}
    return opener | {"Ap": 1.0, "Kp": 0.0, "Qp": 1 / 3, "Ab": 1.0, "Kb": 1 / 3, "Qb": 0.0}


def _habits(character: KuhnCharacter, rules: KuhnRules) -> dict[str, float]:
    bets = {}
    for key, info in information_states(KuhnState(rules)).items():
        assert isinstance(info, KuhnInformationState)
        cards = character.calls if info.facing_bet else character.bets
        bets[key] = float(key[0] in cards)
    return bets


def _table(rules: KuhnRules, bets: Mapping[str, float]) -> dict[str, dict[int, float]]:
    return {
        key: {Move.PASS: 1 - bets[key], Move.BET: bets[key]} for key in information_states(KuhnState(rules))
    }

"""Why an equilibrium of Kuhn poker plays as it does, in a sentence that can be checked.

A mix is there to make one decision of the opponent indifferent; a pure play follows from the order of the cards.
The names are those of information sets: the own card and the moves so far.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.core import Action
from game.rules.kuhn_poker import CARD_LETTERS, KuhnInformationState, Move
from game.screens.tables.kuhn.labels import KINDS, KuhnWords

NEVER = 0.005  # a share below it is never played

INDIFFERENT: Mapping[str, str] = {"Q": "Kb", "A": "Kb", "Kb": "Q", "Qp": "Kpb", "Kpb": "Qp"}
"""The decision of the opponent that a mix makes indifferent: the bets of queen and ace do it together."""

_PURE: Mapping[tuple[str, bool, Action], str] = {
    ("K", False, Move.PASS): "king",
    ("A", False, Move.BET): "ace",
    ("A", True, Move.BET): "ace_called",
    ("Q", True, Move.PASS): "queen",
}
"""What can be said for a pure play, by card, whether a bet is faced, and the move."""


def reason(words: KuhnWords, info: KuhnInformationState, shares: Mapping[Action, float]) -> str:
    """Say why the equilibrium plays `shares` here; empty where nothing simple is true."""
    if min(shares.get(move, 0.0) for move in Move) > NEVER:
        return _mixed(words, info)
    played = max(shares, key=lambda action: shares[action])
    key = _PURE.get((CARD_LETTERS[info.card], info.facing_bet, played))
    return words.texts(f"kuhn.why.{key}") if key is not None else ""


def information_set(key: str, words: KuhnWords) -> KuhnInformationState:
    """Read the name of an information set of this game, like "Kpb"."""
    card, betting = CARD_LETTERS.index(key[0]), key[1:]
    return KuhnInformationState(len(betting) % 2, card, betting, words.state.rules)


def _mixed(words: KuhnWords, info: KuhnInformationState) -> str:
    if info.key not in INDIFFERENT:
        return ""
    theirs = information_set(INDIFFERENT[info.key], words)
    passive, active = KINDS[theirs.facing_bet]
    whose = words.texts("kuhn.their_card", name=words.name, card=words.card(theirs.card))
    return words.texts(
        "kuhn.why.mixed", whose=whose, where=words.where(theirs), passive=passive, active=active
    )

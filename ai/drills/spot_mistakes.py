"""Mistakes made when playing against the solution of a spot, as cards of the deck of mistakes.

A card is a Hold'em hand in which the pot of the spot is 100 big blinds, so its values are in percent of that pot.
The card also stores the line of the spot, which has the pot in chips.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ai.drills.cards import DrillCard, card_of
from ai.drills.mistakes import MOST_CARDS
from ai.drills.store import DrillStore
from ai.solver.mixes import table_action, table_betting
from ai.solver.spot import Spot
from ai.solver.spot_forms import spot_of_texts
from game.core import BadInput
from game.features.solver.asks import SpotDecision
from game.match.spot_texts import SpotTexts
from game.rules.holdem import HoldemInformationState
from game.study.drills import MISTAKES, SPOT_BLINDS
from game.study.judgements import Mark


def keep_mistakes(store: DrillStore, texts: SpotTexts, decisions: Sequence[SpotDecision], now: float) -> int:
    """Put costly decisions into the deck of mistakes, and return the number of new cards."""
    spot, deck, new = spot_of_texts(texts), store.deck(MISTAKES), 0
    for made in decisions:
        grade = made.grade
        if made.locked:  # the shares are set by hand, so they excuse nothing
            judgement = replace(grade.judgement, shares={}, advice=frozenset())
            grade = judgement.grade(grade.action)
        decision = replace(made, grade=grade)
        if decision.grade.is_mistake(Mark.MISTAKE) and len(deck.cards) < MOST_CARDS:
            card = card_at(texts, spot, decision, now)
            new += card is not None and deck.add(card)
    if new:
        deck.begun = True
        store.keep(MISTAKES, deck)
    return new


def card_at(texts: SpotTexts, spot: Spot, decision: SpotDecision, now: float) -> DrillCard | None:
    """Return the card of a decision, or None if two of its actions would be the same at a table."""
    try:
        betting = table_betting(spot, (*texts.earlier_actions, *decision.line), SPOT_BLINDS)
        actions = [table_action(spot, betting, one) for one in decision.offered]
    except BadInput:
        return None
    if len(set(actions)) < len(actions) or betting.actor != decision.player:
        return None
    info = HoldemInformationState(decision.player, decision.hole, decision.board, betting)
    judgement, unit = decision.grade.judgement, SPOT_BLINDS / spot.pot
    solution = replace(
        judgement,
        values={actions[index]: value * unit for index, value in judgement.values.items()},
        errors={actions[index]: error * unit for index, error in judgement.errors.items()},
        shares={actions[index]: share for index, share in judgement.shares.items()},
        best=actions[judgement.best],
        stake=judgement.stake * unit,
        advice=frozenset(actions[index] for index in judgement.advice),
    )
    return card_of(info, solution, now, spot=texts.id)

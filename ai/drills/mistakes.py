"""Fill the deck of mistakes from played hands, and from practice against a solved spot.

Every hand is graded once, in the order of play. The diary stores the time of the last graded hand, so the work can
be interrupted at any time. Imported hands may be of any age, so their store marks each graded hand instead.

The card of a decision in a solved spot is scaled to a Hold'em hand with a pot of 100 big blinds, so its values are
in percent of the pot. The card also stores the line of actions in the spot, in chips of the spot.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from ai.drills.cards import DrillCard, is_mistake, new_card
from ai.drills.store import DrillStore
from ai.evaluation.grading.decisions import Judge, own_decisions
from ai.solver.mixes import table_action, table_betting
from ai.solver.spot import Spot
from ai.solver.spot_forms import spot_of_texts
from game.archive.hands import PlayedHand
from game.archive.imported import NAME, RoomStore
from game.archive.lines import HistoryRow
from game.archive.store import FOLDER, HistoryFilter, Reader
from game.core import BadInput, Progress
from game.features.solver import SpotDecision
from game.match.spot_texts import SpotTexts
from game.rules import games
from game.rules.holdem import HoldemInformationState
from game.study.drills import MISTAKES, SPOT_BLINDS, CardHand

MAX_HANDS = 100
"""The maximum number of played hands to grade. Older hands say little about the user's current play."""
MAX_IMPORTED_HANDS = 1_000
"""The maximum number of imported hands to grade at once. Hands with the largest results are graded first."""
MAX_CARDS = 300
"""The maximum number of cards in the deck, which is enough for weeks."""


def collect_mistakes(home: Path, store: DrillStore, judge: Judge, now: float) -> Iterator[Progress | int]:
    """Grade new hands. Yield the progress, and finally the number of new cards.

    A call grades at most `MAX_IMPORTED_HANDS` hands of poker rooms. If a report has a total, the total is the
    number of ungraded hands, including the imported hands that are left for later calls. The metric `cards` of such
    a report is the number of new cards so far.
    """
    added, began = 0, time.monotonic()
    hands: list[PlayedHand] = []
    for item in _unread_hands(home, store.diary().graded_until):
        if isinstance(item, Progress):
            yield item
        else:
            hands.append(item)
    with ExitStack() as stack:
        rooms = stack.enter_context(RoomStore(home / FOLDER)) if (home / FOLDER / NAME).exists() else None
        total = len(hands) + (rooms.count_ungraded() if rooms is not None else 0)
        hands = [*reversed(hands), *(rooms.find_ungraded(MAX_IMPORTED_HANDS) if rooms is not None else ())]
        for number, hand in enumerate(hands):
            seconds = time.monotonic() - began
            left = seconds / number * (total - number) if number else None
            yield Progress(number, total, seconds, left, {"cards": added})
            found = yield from _find_mistakes(hand, judge, now)
            added += _add_cards(store, found)
            if hand.origin is not None and rooms is not None:
                rooms.mark_graded(hand)
            else:
                diary = store.diary()
                diary.graded_until = hand.at
                store.keep_diary(diary)
    yield added


def _unread_hands(home: Path, since: float | None) -> Iterator[Progress | PlayedHand]:
    """Yield the hands that the user played in this program after `since`, newest first, at most `MAX_HANDS`."""
    reader, count = Reader(home), 0
    for row in reader.rows(HistoryFilter(since=since, watched=False)):
        if row is None:
            yield reader.progress
            continue
        if "origin" in row.stored:
            continue
        hand = reader.take_row(row, HistoryRow.hand)
        if hand is not None and (since is None or hand.at > since):
            count += 1
            yield hand
        if count == MAX_HANDS:
            return


def _find_mistakes(hand: PlayedHand, judge: Judge, now: float) -> Generator[Progress, None, list[DrillCard]]:
    """Judge the decisions of a hand, and return the drill cards for its mistakes."""
    try:
        decisions = list(own_decisions(hand))
    except BadInput:  # the hand was stored by another version: there is nothing to grade
        return []
    found = []
    for asked, action in decisions:
        for item in judge(asked):
            if isinstance(item, Progress):
                yield Progress(0, None, 0.0)  # no total, because a report with a total counts hands
                continue
            grade = item.grade(action)
            if is_mistake(grade, hand.game):
                made = CardHand(hand.at, hand.opponent or "", action)
                found.append(new_card(asked.info, item, now, unit=hand.chip_unit, hand=made))
    return found


def _add_cards(store: DrillStore, cards: Sequence[DrillCard]) -> int:
    """Add cards to the stored deck, and return the number of new cards."""
    if not cards:
        return 0
    deck = store.deck(MISTAKES)
    new = sum(deck.add(card) for card in cards if len(deck.cards) < MAX_CARDS)
    if new:
        deck.begun = True
        store.keep(MISTAKES, deck)
    return new


def keep_mistakes(store: DrillStore, texts: SpotTexts, decisions: Sequence[SpotDecision], now: float) -> int:
    """Add costly decisions to the deck of mistakes, and return the number of new cards."""
    spot, deck, new = spot_of_texts(texts), store.deck(MISTAKES), 0
    for decision in decisions:
        if is_mistake(decision.grade, games.HOLDEM, texts.id) and len(deck.cards) < MAX_CARDS:
            card = spot_card(texts, spot, decision, now)
            new += card is not None and deck.add(card)
    if new:
        deck.begun = True
        store.keep(MISTAKES, deck)
    return new


def spot_card(texts: SpotTexts, spot: Spot, decision: SpotDecision, now: float) -> DrillCard | None:
    """Return the card of a decision in a solved spot, scaled to a Hold'em hand.

    Return None if no Hold'em hand leads to the decision, or if two of its actions are equal after scaling.
    """
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
    return new_card(info, solution, now, spot=texts.id)

"""The deck that fills itself: what a player gave away in played hands becomes cards.

Hands are graded in the order in which they were played, each once: the diary notes how far it has come after every
hand, so the work can end at any moment and goes on from there.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from ai.drills.cards import DrillCard, card_of
from ai.drills.store import DrillStore
from ai.evaluation.grading.records import Judge, decisions_of
from game.archive.hands import PlayedHand
from game.archive.lines import HistoryRow
from game.archive.store import HistoryFilter, Reader
from game.core import BadInput, Progress
from game.rules import games
from game.study.drills import MISTAKES
from game.study.judgements import Grade, Mark

COSTLY = 1.0
"""Big blinds: what costs as much in Hold'em is a card, even where it is a small share of a large pot."""
MOST_HANDS = 100
"""The most hands that are graded. Older ones say little about the player of today."""
MOST_CARDS = 300
"""The most cards of the deck, which is enough for weeks."""


def collect(home: Path, store: DrillStore, judge: Judge, now: float) -> Iterator[Progress | int]:
    """Yield the progress, and last how many cards are new.

    A report with a total counts hands, and its metric `cards` counts the new cards.
    """
    added, began = 0, time.monotonic()
    hands: list[PlayedHand] = []
    for item in _unread_hands(home, store.diary().graded_until):
        if isinstance(item, Progress):
            yield item
        else:
            hands.append(item)
    for number, hand in enumerate(reversed(hands)):
        seconds = time.monotonic() - began
        left = seconds / number * (len(hands) - number) if number else None
        yield Progress(number, len(hands), seconds, left, {"cards": added})
        found = yield from _mistakes(hand, judge, now)
        added += _keep(store, found)
        diary = store.diary()
        diary.graded_until = hand.at
        store.keep_diary(diary)
    yield added


def _unread_hands(home: Path, since: float | None) -> Iterator[Progress | PlayedHand]:
    """Yield the hands after a moment, the newest first, at most `MOST_HANDS`."""
    reader, count = Reader(home), 0
    for row in reader.rows(HistoryFilter(since=since, watched=False)):
        if row is None:
            yield reader.progress
            continue
        hand = reader.taken(row, HistoryRow.hand)
        if hand is not None and (since is None or hand.at > since):
            count += 1
            yield hand
        if count == MOST_HANDS:
            return


def _mistakes(hand: PlayedHand, judge: Judge, now: float) -> Generator[Progress, None, list[DrillCard]]:
    """Judge a hand. The value of the generator is the cards of its mistakes."""
    try:
        decisions = list(decisions_of(hand))
    except BadInput:  # the hand was stored by another version: there is nothing to grade
        return []
    found = []
    for asked, action in decisions:
        for item in judge(asked):
            if isinstance(item, Progress):
                yield Progress(0, None, 0.0)  # a total would be taken for hands
                continue
            grade = item.grade(action)
            if grade.is_mistake(least_mark(hand.game, grade)):
                found.append(card_of(asked.info, item, now))
    return found


def _keep(store: DrillStore, cards: Sequence[DrillCard]) -> int:
    """Put cards into the deck as it is now, and return the number of new ones."""
    if not cards:
        return 0
    deck = store.deck(MISTAKES)
    new = sum(deck.add(card) for card in cards if len(deck.cards) < MOST_CARDS)
    if new:
        deck.begun = True
        store.keep(MISTAKES, deck)
    return new


def least_mark(game: str, grade: Grade) -> Mark:
    """Return from which mark on a decision is a mistake: what costs a big blind is one also in a large pot."""
    return Mark.INACCURACY if game == games.HOLDEM and grade.sure_cost >= COSTLY else Mark.MISTAKE

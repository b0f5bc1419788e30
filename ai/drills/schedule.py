"""When a card comes back: FSRS, by what the answer cost and how long it took.

FSRS (Ye et al., 2022; the package `fsrs`) predicts from every answer when a card would be forgotten one time in
ten. Its four ratings are given here by the program: an answer that is graded a mistake is `again`; one that cost
nothing is `easy` only where it came at once.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import fsrs

from game.rules import games
from game.study.drills import Rating
from game.study.judgements import Mark

SOON = timedelta(minutes=10)
"""A card that was failed, or is new, comes back once more on the same day."""
SCHEDULER = fsrs.Scheduler(learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False)
"""Without random days: the same answers give the same days."""
AT_ONCE = {games.HOLDEM: 8.0}
USUAL = {games.HOLDEM: 30.0}
SMALL_AT_ONCE, SMALL_USUAL = 4.0, 15.0
"""Seconds: up to the first an answer was known, after the second it had to be worked out."""
RATINGS: dict[Rating, fsrs.Rating] = {
    "again": fsrs.Rating.Again,
    "hard": fsrs.Rating.Hard,
    "good": fsrs.Rating.Good,
    "easy": fsrs.Rating.Easy,
}


def rating_of(mark: Mark, seconds: float, game: str) -> Rating:
    """Return the rating of an answer by its mark, which says what it cost, and by how long it took.

    >>> rating_of(Mark.BEST, 2.0, "holdem"), rating_of(Mark.BEST, 60.0, "holdem")
    ('easy', 'hard')
    >>> rating_of(Mark.INACCURACY, 2.0, "holdem"), rating_of(Mark.BLUNDER, 2.0, "holdem")
    ('hard', 'again')
    """
    if mark in (Mark.MISTAKE, Mark.BLUNDER):
        return "again"
    if mark in (Mark.INACCURACY, Mark.UNKNOWN) or seconds > USUAL.get(game, SMALL_USUAL):
        return "hard"
    return "easy" if seconds <= AT_ONCE.get(game, SMALL_AT_ONCE) else "good"


def new(now: float) -> fsrs.Card:
    return fsrs.Card(card_id=0, due=moment(now))


def reviewed(card: fsrs.Card, rating: Rating, now: float) -> fsrs.Card:
    """Return the schedule of a card after an answer."""
    return SCHEDULER.review_card(card, RATINGS[rating], moment(now))[0]


def moment(now: float) -> datetime:
    return datetime.fromtimestamp(now, UTC)


def day(now: float) -> date:
    return datetime.fromtimestamp(now).date()


def due_day(card: fsrs.Card) -> date:
    return day(card.due.timestamp())

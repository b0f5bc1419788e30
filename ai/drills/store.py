"""The drills in the user's folder: a file for each deck, the diary of practice, and the cards that are due (FSRS).

Writes are atomic, and each file has one backup. A damaged file is renamed, and a warning tells the user.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import fsrs

from ai.drills.cards import CardDeck, DrillCard, day, due_day
from game.core import BadInput
from game.files import damage, user_files
from game.study.drills import DECKS, MISTAKES, RECENT_DAYS, Deck, DeckFigures

NEW_A_DAY = 5
"""The number of new cards per theme and day. Mistakes are due at once."""


def due_cards(deck: Deck, cards: CardDeck, now: float) -> list[DrillCard]:
    """Return the due cards of a deck: reviews first, then new cards, each in the order of the deck.

    Except in the deck of mistakes, at most `NEW_A_DAY` new cards are due per day.
    """
    today = day(now)
    held = [card for card in cards.cards.values() if card.buried is None or card.buried <= today]
    seen = [card for card in held if card.first is not None and due_day(card.schedule) <= today]
    new = [card for card in held if card.first is None]
    if deck != MISTAKES:
        begun_today = sum(card.first == today for card in cards.cards.values())
        new = new[: max(0, NEW_A_DAY - begun_today)]
    return seen + new


def next_card(decks: Mapping[Deck, CardDeck], now: float) -> tuple[Deck, DrillCard] | None:
    """Return the next card with its deck, or None if no card is due.

    Reviews come first, beginning with the longest overdue review. Then come new cards, and finally the cards that
    the user failed or skipped today.
    """
    due = [(deck, card) for deck, cards in decks.items() for card in due_cards(deck, cards, now)]
    return min(due, key=lambda found: _sort_key(found[0], found[1], now), default=None)


def deck_figures(deck: Deck, cards: CardDeck, now: float) -> DeckFigures:
    """Return the card counts of a deck. A deck that is still being filled counts as not started."""
    held = cards.cards.values()
    return DeckFigures(
        deck,
        cards.begun or (deck == MISTAKES and bool(held)),
        len(held),
        sum(card.first is not None for card in held),
        sum(card.schedule.state is fsrs.State.Review for card in held),
        len(due_cards(deck, cards, now)),
    )


def _sort_key(deck: Deck, card: DrillCard, now: float) -> tuple[float, bool, bool, float, int]:
    today: date = day(now)
    skipped = card.skipped if card.skipped and day(card.skipped) == today else 0.0
    due = card.schedule.due.timestamp()
    return skipped, due > now, card.first is None, due, DECKS.index(deck)


FOLDER, KIND, VERSION = "drills", "drills", 1
DIARY = "diary"


@dataclass(slots=True)
class Diary:
    """The number of answers by day, and the Unix time up to which played hands are graded."""

    days: dict[date, int] = field(default_factory=dict)
    graded_until: float | None = None

    def note(self, today: date) -> None:
        self.days[today] = self.days.get(today, 0) + 1

    def recent(self, today: date) -> tuple[int, ...]:
        """Return the number of answers on each recent day. Today is last."""
        return tuple(
            self.days.get(today - timedelta(days=back), 0) for back in range(RECENT_DAYS - 1, -1, -1)
        )

    def streak(self, today: date) -> int:
        """Return the number of consecutive days with an answer.

        The last of these days is today, or yesterday if today has no answer.
        """
        last = today if self.days.get(today) else today - timedelta(days=1)
        count = 0
        while self.days.get(last - timedelta(days=count)):
            count += 1
        return count

    def to_dict(self) -> dict[str, Any]:
        days = {day.isoformat(): count for day, count in self.days.items()}
        return {"days": days, "graded_until": self.graded_until}

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Diary:
        """Read a diary that `to_dict` wrote.

        Raises:
            BadInput: If `stored` is not a diary.
        """
        try:
            days = {date.fromisoformat(day): int(count) for day, count in stored["days"].items()}
            until = stored["graded_until"]
            return Diary(days, None if until is None else float(until))
        except damage.PARTS as error:
            raise BadInput("it is no diary of drills") from error


class DrillStore:
    """Reads and writes decks and the diary. Its `warnings` have a sentence for each file that could not be read."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER
        self.warnings: list[str] = []

    def deck(self, name: Deck) -> CardDeck:
        """Return a deck. The deck is empty if there is no file."""
        loaded = user_files.read_versioned(self._path(name), KIND, VERSION, CardDeck.from_dict)
        self._heed(loaded.warning)
        return loaded.content or CardDeck()

    def keep(self, name: Deck, deck: CardDeck) -> None:
        user_files.write_versioned(self._path(name), KIND, VERSION, deck.to_dict())

    def forget(self, name: Deck) -> None:
        user_files.remove_versioned(self._path(name))

    def diary(self) -> Diary:
        """Return the diary. The diary is empty if there is no file."""
        loaded = user_files.read_versioned(self._path(DIARY), KIND, VERSION, Diary.from_dict)
        self._heed(loaded.warning)
        return loaded.content or Diary()

    def keep_diary(self, diary: Diary) -> None:
        user_files.write_versioned(self._path(DIARY), KIND, VERSION, diary.to_dict())

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _heed(self, warning: str | None) -> None:
        if warning is not None:
            self.warnings.append(warning)

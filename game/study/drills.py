"""The decks of drills, their cards, and the requests of several features about them.

`now` is in seconds since 1970, by the clock of the window. Days are those of the computer's time zone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from game.core import Action, InformationState
from game.request import Request
from game.rules import games
from game.rules.cards import Card
from game.study.judgements import Grade

Deck = Literal["mistakes", "forks", "bluffs", "pot-odds", "opening-raises", "river-calls"]
Aside = Literal["skip", "bury", "remove"]
"""Come back last today, come back tomorrow, or never."""
Rating = Literal["again", "hard", "good", "easy"]

MISTAKES: Deck = "mistakes"
DECKS: tuple[Deck, ...] = get_args(Deck)
THEMES = DECKS[1:]
"""The decks that the program fills from its own solutions."""
GAMES: dict[Deck, str] = {
    "forks": games.TIC_TAC_TOE,
    "bluffs": games.KUHN_POKER,
    "pot-odds": games.HOLDEM,
    "opening-raises": games.HOLDEM,
    "river-calls": games.HOLDEM,
}
"""The game of each theme."""
RECENT_DAYS = 14
SPOT_BLINDS = 100
"""In a card that comes from the solver the pot of its spot is so many big blinds."""


@dataclass(frozen=True, slots=True)
class DeckFigures:
    """A deck today: its cards, those seen at least once, those known (next due in days), and those due today.

    `begun` says whether the deck was filled. A deck that was not filled may hold some cards, too.
    """

    deck: Deck
    begun: bool
    cards: int = 0
    seen: int = 0
    known: int = 0
    due: int = 0


@dataclass(frozen=True, slots=True)
class DrillsToday:
    """All decks, in the order of `DECKS`, and what was practised.

    recent: answers on each of the last `RECENT_DAYS` days, today last. streak: days in a row with an answer, up to
    today or yesterday. warnings: sentences about files that could not be read.
    """

    decks: tuple[DeckFigures, ...]
    streak: int = 0
    recent: tuple[int, ...] = (0,) * RECENT_DAYS
    warnings: tuple[str, ...] = ()

    @property
    def due(self) -> int:
        return sum(one.due for one in self.decks)

    @property
    def answered_today(self) -> int:
        return self.recent[-1]


@dataclass(frozen=True, slots=True)
class DrillQuestion:
    """A position to decide.

    Attributes:
        actions: The answers.
        left: The cards that are due today, including this one.
        shown: The cards of the opponent that the user sees.
        against: The agent whose strategy the opponent plays, "" for an equilibrium.
        bets: The probability that the opponent bets each card in Kuhn poker, empty without `against`.
        calls: The probability that the opponent calls a bet with each card, empty without `against`.
        spot: The line of the spot that the card comes from, "" for none.
    """

    card: str
    deck: Deck
    game: str
    info: InformationState
    actions: tuple[Action, ...]
    left: int
    shown: tuple[Card, ...] = ()
    against: str = ""
    spot: str = ""
    bets: Mapping[Card, float] = field(default_factory=dict)
    calls: Mapping[Card, float] = field(default_factory=dict)

    def left_after(self, verdict: Verdict | None) -> int:
        """Return the cards that are due today once this one was answered, unless it comes back today."""
        return self.left - (verdict is not None and verdict.days > 0)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The grade and rating of an answer, and the days until the card comes back. 0 is today."""

    grade: Grade
    rating: Rating
    days: int


@dataclass(frozen=True, slots=True)
class AskDrills(Request[DrillsToday]):
    """Return today's figures of every deck."""

    now: float


@dataclass(frozen=True, slots=True)
class BeginDeck(Request[DrillsToday]):
    """Fill a deck of a theme. The same seed gives the same cards."""

    now: float
    deck: Deck
    seed: int


@dataclass(frozen=True, slots=True)
class CollectMistakes(Request[int]):
    """Grade the decisions of the hands that were played since the last time, and keep the mistakes as cards.

    The answer is how many cards are new. It may be dropped at any moment: what was graded is not graded again.
    """

    now: float

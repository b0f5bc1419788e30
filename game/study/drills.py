"""The decks of drills, their cards, and the requests about them.

`now` is Unix time by the clock of the window. Days begin at midnight in the computer's time zone.
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
"""Move a card to the end of today, to tomorrow, or out of the deck."""
Rating = Literal["again", "hard", "good", "easy"]

MISTAKES: Deck = "mistakes"
DECKS: tuple[Deck, ...] = get_args(Deck)
THEMES = DECKS[1:]
"""The decks that the program fills with its own positions."""
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
"""The pot of a spot in big blinds, in cards from the solver."""


@dataclass(frozen=True, slots=True)
class DeckFigures:
    """The figures of a deck today: all cards, cards seen before, cards known (not due for days), and due cards.

    `begun` is whether the deck was filled. A deck that was not filled may have some cards as well.
    """

    deck: Deck
    begun: bool
    cards: int = 0
    seen: int = 0
    known: int = 0
    due: int = 0


@dataclass(frozen=True, slots=True)
class DrillsToday:
    """All decks, in the order of `DECKS`, and the practice so far.

    Attributes:
        recent: The number of answers on each of the last `RECENT_DAYS` days. Today is last.
        streak: The number of consecutive days with an answer, up to today or yesterday.
        warnings: Sentences about files that could not be read.
    """

    decks: tuple[DeckFigures, ...]
    streak: int = 0
    recent: tuple[int, ...] = (0,) * RECENT_DAYS
    warnings: tuple[str, ...] = ()

    @property
    def due(self) -> int:
        return sum(one.due for one in self.decks)


@dataclass(frozen=True, slots=True)
class DrillQuestion:
    """A position for the user to decide.

    Attributes:
        actions: The possible answers.
        left: The number of cards that are due today, including this one.
        shown: The opponent's cards, if the user sees them.
        against: The agent whose strategy the opponent plays, "" for an equilibrium.
        bets: The probability that the opponent bets each card in Kuhn poker. Empty without `against`.
        calls: The probability that the opponent calls a bet with each card. Empty without `against`.
        spot: The line of the card's spot, or "".
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
        """Return the number of due cards after this one is answered. The card itself may be due again today."""
        return self.left - (verdict is not None and verdict.days > 0)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The grade and rating of an answer, and the days until the card is due again. 0 is today."""

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
    """Grade the decisions of the hands played since the last time, and store the mistakes as cards.

    The answer is the number of new cards. The request may be cancelled at any moment. Graded hands are not graded
    again.
    """

    now: float

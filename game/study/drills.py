"""The decks of drills, their cards, the requests about both, and the state of the drills in this window.

`now` is the Unix time in seconds by the window's clock. Days begin at midnight in the computer's time zone.

A deck that the user has started is filled in the background, whatever page is open. The filling ends when the deck
is full or when the user stops it. Played hands are graded only while the menu or the drills are open, and never
while the user plays. Each new card is stored at once, so filling and grading can stop at any moment. Every change
of the `DrillModel` increases its `version`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal, get_args

from game.core import Action, InformationState, Progress
from game.match.table_spec import IN_CHIPS, ChipUnit
from game.request import Refusal, Request
from game.rules import games
from game.rules.cards import Card
from game.study import play
from game.study.judgements import Grade

if TYPE_CHECKING:
    from game.study.background import Asking


Deck = Literal["mistakes", "forks", "bluffs", "pot-odds", "opening-raises", "river-calls"]
Aside = Literal["skip", "bury", "remove"]
"""The ways to put a card aside: to the end of today, until tomorrow, or out of the deck."""
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
"""The pot of a spot in cards from the solver, in big blinds."""


@dataclass(frozen=True, slots=True)
class DeckFigures:
    """Today's counts of a deck: all cards, cards seen before, cards known (not due for days), and due cards.

    `begun` is true if the deck was filled to the end. A deck that is still being filled may already have some
    cards.
    """

    deck: Deck
    begun: bool
    cards: int = 0
    seen: int = 0
    known: int = 0
    due: int = 0


@dataclass(frozen=True, slots=True)
class DrillsToday:
    """The counts of all decks, in the order of `DECKS`, and the practice of the last days.

    Attributes:
        recent: The number of answers on each of the last `RECENT_DAYS` days, today last.
        streak: The number of consecutive days with an answer, up to today or yesterday.
        warnings: Messages about files that could not be read.
    """

    decks: tuple[DeckFigures, ...]
    streak: int = 0
    recent: tuple[int, ...] = (0,) * RECENT_DAYS
    warnings: tuple[str, ...] = ()

    @property
    def due(self) -> int:
        return sum(one.due for one in self.decks)


@dataclass(frozen=True, slots=True)
class CardHand:
    """The played hand of a card.

    Attributes:
        at: The time at which the hand was played.
        opponent: The seat of the opponent.
        action: The action that the user took.
    """

    at: float
    opponent: str
    action: Action


@dataclass(frozen=True, slots=True)
class DrillQuestion:
    """A position for the user to decide.

    Attributes:
        actions: The possible answers.
        left: The number of cards that are due today, including the card of this question.
        shown: The opponent's cards, if the user sees them.
        against: The agent whose strategy the opponent plays, or "" if the opponent plays an equilibrium.
        bets: The probability that the opponent bets with each card in Kuhn poker. Empty without `against`.
        calls: The probability that the opponent calls a bet with each card. Empty without `against`.
        spot: The spot of the card as one line of text, or "".
        unit: The unit of the amounts, if they are not in big blinds.
        hand: The played hand of the card, if there is one.
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
    unit: ChipUnit = IN_CHIPS
    hand: CardHand | None = None

    def left_after(self, verdict: Verdict | None) -> int:
        """Return the number of due cards after this card is answered.

        The card still counts if it is due again today.
        """
        return self.left - (verdict is not None and verdict.days > 0)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The grade and the rating of an answer, and the number of days until the card is due again (0 is today)."""

    grade: Grade
    rating: Rating
    days: int


@dataclass(frozen=True, slots=True)
class AskDrills(Request[DrillsToday]):
    """Return today's counts of every deck."""

    now: float


@dataclass(frozen=True, slots=True)
class BeginDeck(Request[DrillsToday]):
    """Fill a deck of a theme. The same seed gives the same cards."""

    now: float
    deck: Deck
    seed: int


@dataclass(frozen=True, slots=True)
class CollectMistakes(Request[int]):
    """Grade the decisions of hands that are not graded yet, and store the mistakes as cards.

    The answer is the number of new cards. The request may be cancelled at any moment. The next request
    continues with the next hand.
    """

    now: float


@dataclass(frozen=True, slots=True)
class AskCard(Request[DrillQuestion | None]):
    """Return the next card of a deck or of all decks, or None if no more cards are due today."""

    now: float
    deck: Deck | None = None


@dataclass(frozen=True, slots=True)
class AnswerCard(Request[Verdict]):
    """Rate the answer to a card and schedule the card again. `seconds` is the time the answer took."""

    now: float
    deck: Deck
    card: str
    action: Action
    seconds: float


@dataclass(frozen=True, slots=True)
class SetCardAside(Request[DrillsToday]):
    """Postpone a card, or remove it from its deck, without rating an answer."""

    now: float
    deck: Deck
    card: str
    how: Aside


@dataclass(frozen=True, slots=True)
class ForgetDeck(Request[DrillsToday]):
    """Delete a deck and the practice history of its cards."""

    now: float
    deck: Deck


@dataclass(slots=True)
class Filling:
    """The pending request that fills a deck, and its last report."""

    ticket: int = 0
    report: Progress | None = None

    @property
    def share(self) -> float:
        return 0.0 if self.report is None else self.report.share


class DrillModel:
    """The state of the drills as far as the window knows it. The callback `now` returns the time.

    Attributes:
        filling: The decks that are being filled, with their requests.
        grading: The last report on the grading of played hands, or None if no hands are being graded.
        is_grading_stopped: Whether the user stopped the grading of played hands.
    """

    def __init__(self, app: Asking, now: Callable[[], float] = play.now) -> None:
        self._app = app
        self.now = now
        self.today: DrillsToday | None = None
        self.trouble = ""
        self.version = 0
        self.filling: dict[Deck, Filling] = {}
        self.filling_trouble = ""
        self.grading: Progress | None = None
        self.is_grading_stopped = False
        self._look_ticket: int | None = None
        self._collect_ticket: int | None = None
        self._new_mistakes = 0.0

    @property
    def badge(self) -> str:
        return str(self.today.due) if self.today is not None and self.today.due else ""

    @property
    def hands_left(self) -> int:
        report = self.grading
        return report.total - report.iteration if report is not None and report.total is not None else 0

    # ---- what is due ----------------------------------------------------------------------------------------
    def look(self) -> None:
        if self._look_ticket is None:
            self._look_ticket = self._app.worker.ask(AskDrills(self.now()), self._take_today)

    def heed(self, today: DrillsToday) -> None:
        self.today, self.trouble = today, ""
        self.version += 1

    def _take_today(self, answer: DrillsToday | Refusal) -> None:
        self._look_ticket = None
        if isinstance(answer, Refusal):
            self.trouble = answer.sentence
            self.version += 1
        else:
            self.heed(answer)

    # ---- decks ----------------------------------------------------------------------------------------------
    def fill(self, deck: Deck) -> None:
        """Fill a deck, unless it is already being filled."""
        if deck in self.filling:
            return
        self.filling_trouble = ""
        work = self.filling[deck] = Filling()
        request = BeginDeck(self.now(), deck, play.new_seed())
        report = partial(self._report_cards, work)
        work.ticket = self._app.worker.ask(request, partial(self._finish_filling, deck), report)
        self.version += 1

    def stop_filling(self, deck: Deck) -> None:
        """Stop filling a deck. The deck keeps its cards."""
        if deck in self.filling:
            self._app.worker.drop(self.filling.pop(deck).ticket)
            self.version += 1
            self.look()

    def _report_cards(self, work: Filling, report: Progress) -> None:
        before, work.report = work.report, report
        if report.iteration > (before.iteration if before is not None else 0):
            self.look()
        self.version += 1

    def _finish_filling(self, deck: Deck, answer: DrillsToday | Refusal) -> None:
        self.filling.pop(deck, None)
        if isinstance(answer, Refusal):
            self.filling_trouble = answer.sentence
            self.version += 1
        else:
            self.heed(answer)

    # ---- mistakes -------------------------------------------------------------------------------------------
    def collect(self) -> None:
        """Start grading hands that are not graded yet, unless the user has stopped the grading."""
        if self._collect_ticket is None and not self.is_grading_stopped:
            self._new_mistakes = 0.0
            self._collect_ticket = self._app.worker.ask(
                CollectMistakes(self.now()), self._finish_collecting, self._report_hands
            )

    def pause(self) -> None:
        """Stop grading until the next call of `collect`."""
        if self._collect_ticket is not None:
            self._app.worker.drop(self._collect_ticket)
            self._collect_ticket, self.grading = None, None

    def stop_or_resume_grading(self) -> None:
        """Stop the grading of played hands. If the user has already stopped the grading, resume it."""
        self.is_grading_stopped = not self.is_grading_stopped
        if self.is_grading_stopped:
            self.pause()
        else:
            self.collect()
        self.version += 1

    def _report_hands(self, report: Progress) -> None:
        if report.total is None:
            return
        self.grading = report
        found = report.metrics.get("cards", 0.0)
        if found > self._new_mistakes:
            self._new_mistakes = found
            self.look()
        self.version += 1

    def _finish_collecting(self, answer: int | Refusal) -> None:
        is_whole = self.hands_left <= 1 or isinstance(answer, Refusal)
        self._collect_ticket, self.grading = None, None
        self.version += 1
        if isinstance(answer, Refusal):
            self.trouble = answer.sentence
        elif answer > self._new_mistakes:
            self.look()
        if not is_whole:
            self.collect()

"""Drill cards with spaced repetition by FSRS (Ye et al., KDD 2022), and their JSON.

FSRS (the package `fsrs`) schedules a card for the day on which the predicted probability of recall falls to 90
percent. The rating that FSRS needs follows from the grade and the time of an answer. A mistake is `again`. A
correct answer is `easy` if it was quick, and `hard` if it was slow and the card had been learnt before.

The user's files may be damaged or edited, so every part of a card is validated.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import fsrs

from ai.evaluation.grading.decisions import finite_float, judgement_from_dict, judgement_to_dict
from game.archive.hands import moment as time_of_hand
from game.archive.hands import text as read_text
from game.archive.hands import whole
from game.core import Action, BadInput, InformationState
from game.files import damage
from game.match.spot_texts import read_id
from game.match.table_spec import IN_CHIPS, MAX_DIGITS, ChipUnit
from game.rules import games
from game.rules.betting import PublicBetting
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState, HoldemRules
from game.rules.kuhn_poker import KuhnInformationState, KuhnRules
from game.rules.tic_tac_toe import TicTacToeInformationState, to_move
from game.study.drills import CardHand, Rating
from game.study.judgements import Grade, Judgement, Mark
from game.texts import text

SOON = timedelta(minutes=10)
"""The delay before a failed or new card is shown again on the same day."""
SCHEDULER = fsrs.Scheduler(learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False)
"""The scheduler of FSRS. Without fuzzing, equal answers give equal intervals."""
AT_ONCE = {games.HOLDEM: 8.0}
USUAL = {games.HOLDEM: 30.0}
SMALL_AT_ONCE, SMALL_USUAL = 4.0, 15.0
"""The maximum seconds of an "easy" answer, and of a "good" answer, in the small games."""
MIN_COSTLY_BB = 1.0
"""The cost in big blinds from which even an inaccuracy is a mistake in a Hold'em hand, because the pot is large."""
RATINGS: dict[Rating, fsrs.Rating] = {
    "again": fsrs.Rating.Again,
    "hard": fsrs.Rating.Hard,
    "good": fsrs.Rating.Good,
    "easy": fsrs.Rating.Easy,
}


def is_mistake(grade: Grade, game: str, spot: str = "") -> bool:
    """Return whether a decision gets a card in the deck of mistakes, and an answer to a card the rating `again`.

    The values of a decision in a solved `spot` are not in big blinds, so only the mark counts.
    """
    is_costly = game == games.HOLDEM and not spot and grade.sure_cost >= MIN_COSTLY_BB
    return grade.is_mistake(Mark.INACCURACY if is_costly else Mark.MISTAKE)


def new(now: float) -> fsrs.Card:
    return fsrs.Card(card_id=0, due=moment(now))


def reschedule(card: fsrs.Card, rating: Rating, now: float) -> fsrs.Card:
    return SCHEDULER.review_card(card, RATINGS[rating], moment(now))[0]


def moment(now: float) -> datetime:
    return datetime.fromtimestamp(now, UTC)


def day(now: float) -> date:
    return datetime.fromtimestamp(now).date()


def due_day(card: fsrs.Card) -> date:
    return day(card.due.timestamp())


def decision_game(info: InformationState) -> str:
    """Return the game of a decision."""
    if isinstance(info, HoldemInformationState):
        return games.HOLDEM
    if isinstance(info, KuhnInformationState):
        return games.KUHN_POKER if info.rules.street == "classic" else games.KUHN_HALF_STREET
    return games.TIC_TAC_TOE


def decision_to_dict(info: InformationState) -> dict[str, Any]:
    """Return a decision as JSON-compatible values."""
    if isinstance(info, TicTacToeInformationState):
        return {"board": list(info.board)}
    if isinstance(info, KuhnInformationState):
        blinds = float(info.rules.blinds)
        return {"card": info.card, "betting": info.betting, "street": info.rules.street, "blinds": blinds}
    assert isinstance(info, HoldemInformationState)
    rules = info.rules
    return {
        "hole": list(info.hole),
        "board": list(info.board),
        "rules": [rules.small_blind, rules.big_blind, *rules.stacks, *([rules.ante] if rules.ante else [])],
        "rounds": [[action for _, action in played] for played in info.history],
    }


def decision_from_dict(game: str, stored: Mapping[str, Any]) -> InformationState:
    """Read a decision that `decision_to_dict` wrote.

    Raises:
        BadInput: If `stored` is not a position of the game in which a player decides.
    """
    try:
        info = _read_decision(games.checked(game), stored)
    except damage.PARTS as error:
        raise BadInput(f"a card holds no position of {game}") from error
    if not info.legal_actions:
        raise BadInput(f"a card holds a position of {game} in which nothing is to be decided")
    return info


def _read_decision(game: str, stored: Mapping[str, Any]) -> InformationState:
    if game == games.TIC_TAC_TOE:
        board = tuple(map(int, stored["board"]))
        if len(board) != 9 or not set(board) <= {-1, 0, 1}:
            raise ValueError(board)
        return TicTacToeInformationState(to_move(board), board)
    if game in games.KUHN_GAMES:
        betting, rules = stored["betting"], KuhnRules(stored["street"], stored["blinds"])
        if stored["card"] not in (0, 1, 2) or betting not in ("", "p", "b", "pb"):
            raise ValueError(betting)
        return KuhnInformationState(len(betting) % 2, stored["card"], betting, rules)
    small, big, first, second, *antes = map(int, stored["rules"])
    betting = PublicBetting.start(HoldemRules(small, big, (first, second), *antes[:1]))
    for number, played in enumerate(stored["rounds"]):
        betting = betting.next_round() if number else betting
        for action in played:
            betting = betting.child(action)
    hole, board = tuple(map(int, stored["hole"])), tuple(map(int, stored["board"]))
    known = {*hole, *board}
    if len(hole) != 2 or len(known) != 2 + len(board) or not known <= set(range(52)):
        raise ValueError(known)
    if betting.actor is None or len(board) != (0, 3, 4, 5)[betting.street]:
        raise ValueError(board)
    return HoldemInformationState(betting.actor, hole, board, betting)


@dataclass(frozen=True, slots=True)
class DrillCard:
    """A drill card.

    Attributes:
        solution: The exact judgement of the decision, by which answers are graded.
        shown: The opponent's cards, if the user may see them.
        against: The agent whose strategy the opponent plays. Empty for an equilibrium.
        first: The day of the first answer, or None.
        buried: The day from which the card may be shown again.
        skipped: The time at which the card was last skipped.
        spot: The betting line before the decision in a solved spot, or an empty string. If there is a spot, the
            values are in percent of its pot.
        unit: The unit of the amounts of the hand. For an imported hand, this is the unit of the poker room.
        hand: The hand in which the user made the mistake, or None for a card without a played hand.
    """

    info: InformationState
    solution: Judgement
    schedule: fsrs.Card
    shown: tuple[Card, ...] = ()
    against: str = ""
    first: date | None = None
    buried: date | None = None
    skipped: float = 0.0
    spot: str = ""
    unit: ChipUnit = IN_CHIPS
    hand: CardHand | None = None

    @property
    def name(self) -> str:
        """The name that identifies the card. Cards of the same decision have the same name."""
        identity = f"{self.game}/{self.info.key}/{self.shown}/{self.against}/{self.solution.stake}"
        if self.spot:
            identity += f"/{self.spot}"
        return hashlib.sha256(identity.encode()).hexdigest()[:12]

    @property
    def game(self) -> str:
        return decision_game(self.info)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The offered answers in ascending order, with at most one all-in."""
        values, info = sorted(self.solution.values), self.info
        return tuple(
            info.betting.distinct(values, self.solution.best)
            if isinstance(info, HoldemInformationState)
            else values
        )

    def grade(self, action: Action) -> Grade:
        """Return the grade of an answer.

        Raises:
            BadInput: If the card has no such answer.
        """
        if action not in self.solution.values:
            raise BadInput(f"{action} is no answer to this card.")
        return self.solution.grade(action)

    def rate(self, grade: Grade, seconds: float) -> Rating:
        """Return the rating of an answer with this grade after this number of seconds.

        A correct answer to a card in learning is not rated `hard`, however slow it is. FSRS repeats the only
        learning step after `hard`, so the user would never have learnt the card.
        """
        if is_mistake(grade, self.game, self.spot):
            return "again"
        if grade.mark in (Mark.INACCURACY, Mark.UNKNOWN):
            return "hard"
        if seconds > USUAL.get(self.game, SMALL_USUAL):
            return "hard" if self.schedule.state is fsrs.State.Review else "good"
        return "easy" if seconds <= AT_ONCE.get(self.game, SMALL_AT_ONCE) else "good"

    def after_answer(self, rating: Rating, now: float) -> DrillCard:
        """Return the card with the schedule that follows an answer with this rating."""
        first = self.first or day(now)
        after = reschedule(self.schedule, rating, now)
        return replace(self, schedule=after, first=first, skipped=0.0)

    def buried_until_tomorrow(self, now: float) -> DrillCard:
        return replace(self, buried=day(now) + timedelta(days=1))

    def to_dict(self) -> dict[str, Any]:
        """Return the card as JSON-compatible values."""
        return {
            "game": self.game,
            "spot": decision_to_dict(self.info),
            **judgement_to_dict(self.solution),
            "schedule": self.schedule.to_dict(),
            "shown": list(self.shown),
            "against": self.against,
            "first": self.first and self.first.isoformat(),
            "buried": self.buried and self.buried.isoformat(),
            "skipped": self.skipped,
            "solved_spot": self.spot,
            "unit": astuple(self.unit),
            "hand": self.hand and asdict(self.hand),
        }

    @staticmethod
    def from_dict(content: Mapping[str, Any]) -> DrillCard:
        """Read a card that `to_dict` wrote.

        Raises:
            BadInput: If `content` is not a valid card.
        """
        try:
            return _read_card(content)
        except BadInput:
            raise
        except damage.PARTS as error:
            raise BadInput("a card is not whole") from error


@dataclass(slots=True)
class CardDeck:
    """The cards of a deck by their names, in the order in which they were added."""

    cards: dict[str, DrillCard] = field(default_factory=dict)
    begun: bool = False

    def add(self, card: DrillCard) -> bool:
        """Add a card unless the deck has a card of the same decision. Return whether the card was added."""
        if card.name in self.cards:
            return False
        self.cards[card.name] = card
        return True

    def find(self, name: str) -> DrillCard:
        """Return a card by its name.

        Raises:
            BadInput: If the card is no longer in the deck.
        """
        if name not in self.cards:
            raise BadInput(text("solver_errors.drills.gone"))
        return self.cards[name]

    def to_dict(self) -> dict[str, Any]:
        return {"begun": self.begun, "cards": [card.to_dict() for card in self.cards.values()]}

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> CardDeck:
        """Read a deck that `to_dict` wrote.

        Raises:
            BadInput: If a card is not valid.
        """
        try:
            cards = [DrillCard.from_dict(one) for one in stored["cards"]]
        except damage.PARTS as error:
            raise error if isinstance(error, BadInput) else BadInput("its cards are missing") from error
        return CardDeck({card.name: card for card in cards}, bool(stored.get("begun")))


def new_card(
    info: InformationState,
    solution: Judgement,
    now: float,
    *,
    shown: tuple[Card, ...] = (),
    against: str = "",
    spot: str = "",
    unit: ChipUnit = IN_CHIPS,
    hand: CardHand | None = None,
) -> DrillCard:
    return DrillCard(info, solution, new(now), shown, against, spot=spot, unit=unit, hand=hand)


def _read_card(content: Mapping[str, Any]) -> DrillCard:
    info = decision_from_dict(content["game"], content["spot"])
    solution = judgement_from_dict(content)
    if not set(solution.values) <= set(info.legal_actions):
        raise ValueError(content)
    shown = tuple(map(int, content["shown"]))
    if not set(shown) <= set(range(52)) or (shown and decision_game(info) != games.HOLDEM):
        raise ValueError(shown)
    first, buried = (content[name] and date.fromisoformat(content[name]) for name in ("first", "buried"))
    skipped, against = finite_float(content["skipped"]), content["against"]
    if not isinstance(against, str):
        raise TypeError(against)
    if against:  # an earlier version stored the opponent's shares
        solution = replace(solution, shares={solution.best: 1.0})
    spot = _read_spot(content.get("solved_spot", ""), info)
    after = _read_schedule(content["schedule"])
    worth, currency, digits = content.get("unit", astuple(IN_CHIPS))
    unit = ChipUnit(finite_float(worth), read_text(currency), whole(digits))
    if unit.worth <= 0 or not 0 <= unit.digits <= MAX_DIGITS:
        raise ValueError(unit)
    hand = _read_hand(content.get("hand"), info)
    return DrillCard(
        info, solution, after, shown, against, first or None, buried or None, skipped, spot, unit, hand
    )


def _read_hand(stored: Any, info: InformationState) -> CardHand | None:
    """Read the played hand of a card.

    Raises:
        ValueError: If the action was not legal. Depending on the damage, another error of
            game.files.damage.PARTS is raised instead.
    """
    if stored is None:
        return None
    hand = CardHand(time_of_hand(stored["at"]), read_text(stored["opponent"]), whole(stored["action"]))
    if hand.action not in info.legal_actions:
        raise ValueError(stored)
    return hand


def _read_spot(line: Any, info: InformationState) -> str:
    """Read the betting line before the decision in a solved spot.

    Raises:
        ValueError: If `line` is not a text, or the decision is not of Hold'em.
        BadInput: If the line cannot be parsed.
    """
    if not isinstance(line, str) or (line and not isinstance(info, HoldemInformationState)):
        raise ValueError(line)
    if line and not 0 < read_id(line).chips_of_pot < math.inf:
        raise ValueError(line)
    return line


def _read_schedule(stored: Any) -> fsrs.Card:
    """Read a schedule.

    Raises:
        ValueError: If FSRS cannot continue from the stored schedule.
    """
    card = fsrs.Card.from_dict(stored)
    numbers = [value for value in (card.stability, card.difficulty) if value is not None]
    aware = [when for when in (card.due, card.last_review) if when is not None and when.utcoffset() is None]
    learned = card.state is not fsrs.State.Learning
    if aware or any(not math.isfinite(value) or value <= 0 for value in numbers):
        raise ValueError(stored)
    if (learned and len(numbers) < 2) or (card.state is not fsrs.State.Review and card.step is None):
        raise ValueError(stored)
    return card

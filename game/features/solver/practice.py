"""The model of practice against a solution: the current hand, and the totals of all hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from game.features.solver import KeepSpotMistakes, PlaySpot, SpotDecision, SpotHand
from game.match.spot_texts import SpotTexts
from game.rules.cards import Card
from game.study.judgements import Mark
from game.study.solved import LockSummary, SolveState
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.widgets import Act

OOP, IP, BOTH = "oop", "ip", "both"
SIDES = (OOP, IP, BOTH)
WRONG = (Mark.MISTAKE, Mark.BLUNDER)


@dataclass(frozen=True, slots=True)
class PracticeTally:
    """The totals of all hands.

    Attributes:
        hands: The number of hands.
        cost: The cost of all decisions, in chips.
        marks: The number of decisions with each mark.
        decisions: The number of decisions.
        pot_shares: The sum of (cost / pot) over the decisions.
    """

    hands: int = 0
    cost: float = 0.0
    marks: Counter[Mark] = field(default_factory=Counter)
    decisions: int = 0
    pot_shares: float = 0.0

    def with_hand(self, made: Sequence[SpotDecision]) -> PracticeTally:
        """Return the totals after one more hand with the decisions `made`."""
        return PracticeTally(
            self.hands + 1,
            self.cost + sum(one.grade.sure_cost for one in made),
            self.marks + Counter(one.grade.mark for one in made),
            self.decisions + len(made),
            self.pot_shares + sum(one.grade.cost_share for one in made),
        )


@dataclass(frozen=True, slots=True)
class PracticeView:
    """The state of the practice tab.

    Every hand starts at the state after `line` and `cards`. Both are empty if the hands start at the root of the
    spot.

    Attributes:
        told: False while the hand is being requested from the worker.
        mistakes: The number of costly decisions that are not in the drills yet.
        kept: The number of drill cards added last. None if none were added yet.
    """

    hand: SpotHand | None
    told: bool
    side: str
    line: tuple[str, ...]
    cards: tuple[Card, ...]
    tally: PracticeTally
    mistakes: int
    kept: int | None
    problem: str

    @property
    def offered(self) -> tuple[str, ...]:
        return self.hand.offered if self.hand is not None and self.told else ()

    @property
    def is_over(self) -> bool:
        return self.told and self.hand is not None and self.hand.is_over

    @property
    def last(self) -> SpotDecision | None:
        return self.hand.decisions[-1] if self.hand is not None and self.hand.decisions else None


class Practice:
    """The model of the practice tab. The callback `changed` is called after every change."""

    def __init__(self, app: Services, changed: Act) -> None:
        self._app, self._on_change = app, changed
        self._side, self._tally = BOTH, PracticeTally()
        self._line: tuple[str, ...] = ()
        self._cards: tuple[Card, ...] = ()
        self._mistakes: list[SpotDecision] = []
        self._kept_count: int | None = None
        self._seed, self._number = app.new_seed(), 0
        self._solve: SolveState | None = None
        self._done: tuple[str, ...] = ()
        self._hand = Asked[SpotHand](app, self._take_hand)
        self._keep_query = Asked[int](app, self._take_kept)
        self._being_kept = 0
        self._counted_hand: SpotHand | None = None
        self.questions: Sequence[Asked[Any]] = (self._hand, self._keep_query)

    @property
    def view(self) -> PracticeView:
        """The current state of the tab."""
        return PracticeView(
            self._hand.value,
            self._hand.fresh is not None,
            self._side,
            self._line,
            self._cards,
            self._tally,
            len(self._mistakes),
            self._kept_count,
            self._hand.problem or self._keep_query.problem,
        )

    # ---- actions --------------------------------------------------------------------------------------------
    def sit(self, solve: SolveState) -> None:
        """Play against a solve.

        If the solve has progressed since the last hand, start a new hand. If a different solve is practised, also
        start new totals.
        """
        before = self._solve
        if before is None or _kind(before) != _kind(solve):
            self._tally, self._mistakes, self._kept_count = PracticeTally(), [], None
            self._being_kept = 0  # a pending request stores its cards, but none of the new mistakes
        if before is not None and before.texts != solve.texts:
            self._line, self._cards = (), ()
        if before is None or before != solve:
            self._solve, self._done = solve, ()
            self._number += self._hand.value is not None  # the user has seen the cards of this number
            self._hand.forget()
        if self._hand.state in ("idle", "failed"):
            self._ask()

    def begin_at(self, line: tuple[str, ...], cards: tuple[Card, ...]) -> None:
        """Let every hand start at another state, with new totals. The current hand is dropped."""
        if (line, cards) != (self._line, self._cards):
            self._line, self._cards, self._tally, self._done = line, cards, PracticeTally(), ()
            self._hand.forget()

    def begin_at_start(self) -> None:
        """Let every hand start at the root of the spot again, and deal a hand."""
        if self._line:
            self.begin_at((), ())
            self._deal()

    def choose(self, side: str) -> None:
        self._side = side
        self._deal()

    def act(self, index: int) -> None:
        """Take an action, by its index among the offered actions."""
        if index < len(offered := self.view.offered):
            self._done = (*self._done, offered[index])
            self._ask()

    def next(self) -> None:
        if self.view.is_over:
            self._deal()

    def keep(self) -> None:
        """Add the mistakes to the drills."""
        if self._mistakes and self._solve is not None and self._keep_query.state != "waiting":
            now, mistakes = self._app.models.drills.now(), tuple(self._mistakes)
            self._being_kept = len(mistakes)
            self._keep_query.ask(KeepSpotMistakes(now, self._solve.texts, mistakes))

    def _deal(self) -> None:
        self._number, self._done = self._number + 1, ()
        self._ask()

    def _ask(self) -> None:
        if self._solve is not None:
            player = self._number % 2 if self._side == BOTH else SIDES.index(self._side)
            way = self._line, self._cards
            self._hand.ask(PlaySpot(self._solve.texts, player, self._seed, self._number, self._done, *way))

    # ---- answers --------------------------------------------------------------------------------------------
    def _take_hand(self) -> None:
        """Add a finished hand to the totals, but only once."""
        hand = self._hand.fresh
        if hand is not None and hand.won is not None and hand is not self._counted_hand:
            self._counted_hand, self._kept_count = hand, None
            self._tally = self._tally.with_hand(hand.decisions)
            self._mistakes += [one for one in hand.decisions if one.grade.mark in WRONG]
        self._on_change()

    def _take_kept(self) -> None:
        if (new := self._keep_query.fresh) is not None:
            if self._being_kept:
                self._kept_count = new
                del self._mistakes[: self._being_kept]
            self._keep_query.forget()
            self._app.models.drills.look()
        self._on_change()


def _kind(solve: SolveState) -> tuple[SpotTexts, tuple[LockSummary, ...]]:
    return solve.texts, solve.locks

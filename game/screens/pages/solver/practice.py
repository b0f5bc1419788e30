"""The hands that are played against a solution: the one on the table, and what all of them came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from game.match.spot_texts import SpotTexts
from game.messages.grades_answers import Mark
from game.messages.solver_answers import LockSummary, SolveState
from game.messages.solver_play import KeepSpotMistakes, PlaySpot
from game.messages.solver_play_answers import SpotDecision, SpotHand
from game.rules.cards import Card
from game.screens.frame.asked import Asked
from game.screens.frame.screen import Services
from game.screens.ui.widgets import Act

OOP, IP, BOTH = "oop", "ip", "both"
SIDES = (OOP, IP, BOTH)
WRONG = (Mark.MISTAKE, Mark.BLUNDER)


@dataclass
class Tally:
    """What the hands came to: how many, what all decisions cost, what was won, in chips, and the marks."""

    hands: int = 0
    cost: float = 0.0
    won: float = 0.0
    marks: Counter[Mark] = field(default_factory=Counter)


class Practice:
    """The model; `changed` is called when there is something new.

    Every hand begins after `line` and `cards`, at the start of the spot where these are empty. `mistakes` are the
    decisions that cost too much and are not in the drills yet; `kept` is how many cards were new when they were put
    there last, None before.
    """

    def __init__(self, app: Services, changed: Act) -> None:
        self._app, self._changed = app, changed
        self.side = BOTH
        self.line: tuple[str, ...] = ()
        self.cards: tuple[Card, ...] = ()
        self.tally = Tally()
        self.mistakes: list[SpotDecision] = []
        self.kept: int | None = None
        self._seed, self._number = app.new_seed(), 0
        self._solve: SolveState | None = None
        self._done: tuple[str, ...] = ()
        self._hand = Asked[SpotHand](app, self._take_hand)
        self._keeping = Asked[int](app, self._take_kept)
        self._kept_now = 0
        self._counted: SpotHand | None = None

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """What is asked of the worker."""
        return self._hand, self._keeping

    @property
    def hand(self) -> SpotHand | None:
        """The hand on the table, as far as it was told."""
        return self._hand.value

    @property
    def problem(self) -> str:
        """What went wrong with what was asked last."""
        return self._hand.problem or self._keeping.problem

    @property
    def awaits(self) -> bool:
        """Whether something is to be decided now."""
        return self._hand.fresh is not None and not self._hand.fresh.is_over

    @property
    def is_over(self) -> bool:
        """Whether the hand is over, and another one can be dealt."""
        return self._hand.fresh is not None and self._hand.fresh.is_over

    @property
    def last(self) -> SpotDecision | None:
        """The decision that was made last in this hand."""
        return self.hand.decisions[-1] if self.hand is not None and self.hand.decisions else None

    # ---- what is done ---------------------------------------------------------------------------------------
    def sit(self, solve: SolveState) -> None:
        """Play against a solve: a new hand where it was solved further, a new count where it is another one."""
        before = self._solve
        if before is None or _kind(before) != _kind(solve):
            self.tally, self.mistakes, self.kept = Tally(), [], None
        if before is not None and before.texts != solve.texts:
            self.line, self.cards = (), ()
        if before is None or before != solve:
            self._solve, self._done = solve, ()
            self._number += self._hand.value is not None  # its cards were seen
            self._hand.forget()
        if self._hand.state in ("idle", "failed"):
            self._ask()

    def begin_at(self, line: tuple[str, ...], cards: tuple[Card, ...]) -> None:
        """Let every hand begin at another state, with a new count; the hand on the table is left."""
        if (line, cards) != (self.line, self.cards):
            self.line, self.cards, self.tally, self._done = line, cards, Tally(), ()
            self._hand.forget()

    def begin_at_start(self) -> None:
        """Let every hand begin at the start of the spot, and deal one."""
        if self.line:
            self.begin_at((), ())
            self._deal()

    def choose(self, side: str) -> None:
        """Take another side, with a new hand."""
        self.side = side
        self._deal()

    def act(self, place: int) -> None:
        """Take an action, by its place among those that are offered."""
        hand = self._hand.fresh
        if hand is not None and place < len(hand.offered):
            self._done = (*self._done, hand.offered[place])
            self._ask()

    def next(self) -> None:
        """Deal the next hand once this one is over."""
        if self.is_over:
            self._deal()

    def keep(self) -> None:
        """Put the mistakes into the drills."""
        if self.mistakes and self._solve is not None and self._keeping.state != "waiting":
            now, mistakes = self._app.drills.now(), tuple(self.mistakes)
            self._kept_now = len(mistakes)
            self._keeping.ask(KeepSpotMistakes(now, self._solve.texts, mistakes))

    def _deal(self) -> None:
        self._number, self._done = self._number + 1, ()
        self._ask()

    def _ask(self) -> None:
        if self._solve is not None:
            player = self._number % 2 if self.side == BOTH else SIDES.index(self.side)
            way = self.line, self.cards
            self._hand.ask(PlaySpot(self._solve.texts, player, self._seed, self._number, self._done, *way))

    # ---- what comes back ------------------------------------------------------------------------------------
    def _take_hand(self) -> None:
        """Count a hand that is over, once."""
        hand = self._hand.fresh
        if hand is not None and hand.won is not None and hand is not self._counted:
            self._counted, self.kept = hand, None
            self.tally.hands += 1
            self.tally.won += hand.won
            for decision in hand.decisions:
                self.tally.cost += decision.grade.cost
                self.tally.marks[decision.grade.mark] += 1
                if decision.grade.mark in WRONG:
                    self.mistakes.append(decision)
        self._changed()

    def _take_kept(self) -> None:
        if (new := self._keeping.fresh) is not None:
            self.kept = new
            del self.mistakes[: self._kept_now]
            self._keeping.forget()
            self._app.drills.look()
        self._changed()


def _kind(solve: SolveState) -> tuple[SpotTexts, tuple[LockSummary, ...]]:
    """Return what tells the games of two solves apart."""
    return solve.texts, solve.locks

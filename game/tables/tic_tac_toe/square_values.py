"""What is thought of the empty squares: by the learner across the table, and in truth by perfect play.

V goes round the views: the learner's values where there is a learner, the truth, neither. Both come from the
worker, for the position at hand and on demand only. A table that does not teach has no views.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from game.study.judgement_model import Judgements
from game.study.judgements import AskJudgement
from game.study.play import AskValues, Mix
from game.window.frame.answers import Answers
from game.window.frame.requests import Requests

Verdict = Literal["wins", "holds", "loses"]
View = Literal["theirs", "truth", "off"]

WINS, HOLDS = 0.75, 0.25  # a value above the first wins, above the second holds
DECIMALS = 2  # that a value is shown with


class SquareValues:
    """The values of one position, and which of the `views` is shown of them."""

    def __init__(self, requests: Requests, judgements: Judgements, views: tuple[View, ...]) -> None:
        self._believed: Answers[int, Mix] = Answers(requests)
        self._judgements = judgements
        self._views = views
        self._number = -1
        self._truth: AskJudgement | None = None
        self.view: View = views[0]

    @property
    def shown(self) -> Mapping[int, float] | None:
        """The values of the view, None until they are known."""
        if self.view == "theirs":
            return self._believed.get(self._number)
        known = self._judgements.of(self._truth) if self._truth and self.view == "truth" else None
        return known.values if known is not None else None

    @property
    def missing(self) -> bool:
        """Whether the values of the view were asked for in vain."""
        if self.view == "theirs":
            return bool(self._believed.failed)
        return (
            self.view == "truth" and self._truth is not None and bool(self._judgements.problem(self._truth))
        )

    def turn(self) -> None:
        """Go on to the next view."""
        self.view = self._views[(self._views.index(self.view) + 1) % len(self._views)]

    def forget(self) -> None:
        """Forget the position."""
        self._believed.forget()
        self._truth = None

    def ask(self, number: int, values: AskValues, truth: AskJudgement) -> None:
        """Ask about a position by its number, unless that was done or nothing is shown: `values` of a learner."""
        if self.view == "off":
            return
        self._number, self._truth = number, truth
        if "theirs" in self._views:
            self._believed.ask(number, values)
        self._judgements.ask(truth)


def verdict(value: float) -> Verdict:
    """Return what a value means.

    >>> verdict(0.52), verdict(0.03)
    ('holds', 'loses')
    """
    return "wins" if value > WINS else "holds" if value > HOLDS else "loses"


def are_equal(values: Mapping[int, float]) -> bool:
    """Return whether several squares have one value, as far as the digits shown tell.

    >>> are_equal({0: 0.5, 1: 0.5004}), are_equal({0: 0.5, 1: 0.51}), are_equal({4: 0.5})
    (True, False, False)
    """
    return len(values) > 1 and len({round(value, DECIMALS) for value in values.values()}) == 1


def best_squares(values: Mapping[int, float]) -> frozenset[int]:
    """Return the squares of the highest value shown; none where all are equal.

    >>> sorted(best_squares({0: 0.501, 1: 0.498, 2: 0.1})), best_squares({0: 0.5, 1: 0.5})
    ([0, 1], frozenset())
    """
    if not values or are_equal(values):
        return frozenset()
    shown = {cell: round(value, DECIMALS) for cell, value in values.items()}
    return frozenset(cell for cell, value in shown.items() if value == max(shown.values()))

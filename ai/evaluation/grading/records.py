"""Records of graded hands: the decisions to judge, the ranks of error rates, and judgements as JSON."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

from game.archive.hands import PlayedHand, whole
from game.archive.imported import ImportedHand
from game.archive.statistics import Rank, Tally
from game.core import CHANCE, Action, Progress, Seat
from game.files import yaml_text
from game.match.series import LEAST_CERTAIN
from game.rules import games
from game.study.judgements import AskJudgement, Judgement, Source, question_at

Judge = Callable[[AskJudgement], Iterator[Progress | Judgement]]
"""A function that judges a decision: it yields progress, and the exact judgement last."""
DecisionMade = tuple[AskJudgement, Action]
"""A decision and the action that was taken. The request contains the action, so the judgement covers it."""


def decisions_by_seat(hand: PlayedHand | ImportedHand) -> Iterator[tuple[Seat, DecisionMade]]:
    """Yield every decision of a hand with the seat that made it.

    The request contains only the information of the player in that seat.

    Raises:
        BadInput: If the hand is against the rules.
    """
    session, blinds = hand.session(), hand.spec.blinds
    before = games.initial_state(hand.game, blinds=blinds)
    for step in session.steps:
        if step.player != CHANCE:
            info = before.information_state(step.player)
            asked = question_at(hand.game, info, step.action)
            yield session.seat_of(step.player), (asked, step.action)
        before = step.state


def own_decisions(hand: PlayedHand) -> Iterator[DecisionMade]:
    """Yield every decision of the user in a hand.

    Raises:
        BadInput: If the hand is against the rules.
    """
    return (made for seat, made in decisions_by_seat(hand) if seat == hand.own_seat)


RANKS_FILE = Path(__file__).parents[2] / "configs" / "grading" / "error-ranks.yaml"
RANKS_NAME = "the file of the ranks"


@cache
def shipped_ranks() -> ErrorRanks:
    return ErrorRanks(yaml_text.read_file(RANKS_FILE))


class ErrorRanks:
    """Names for error rates, each up to a share of a random player's error rate in the game."""

    def __init__(self, stored: object) -> None:
        found = yaml_text.section(stored, ("ranks", "random"), RANKS_NAME)
        self._ends = yaml_text.positive_numbers(found["ranks"], tuple(Rank), RANKS_NAME)
        self._random = yaml_text.positive_numbers(found["random"], games.NAMES, RANKS_NAME)
        yaml_text.check_rising([self._ends[rank] for rank in Rank], RANKS_NAME)

    def of(self, game: str, rate: float) -> Rank:
        """Return the rank of an error rate, in the unit of the game's statistics."""
        return next(rank for rank in Rank if rate <= self._ends[rank] * self._random[game])

    def certain_rank(self, game: str, costs: Tally) -> Rank | None:
        """Return the rank of the mean cost, None if its 95 % interval extends beyond the adjacent ranks."""
        if costs.hands < LEAST_CERTAIN or costs.ci95 is None:
            return None
        order = list(Rank)
        low, rank, high = (
            order.index(self.of(game, costs.mean + part * costs.ci95)) for part in (-1.0, 0.0, 1.0)
        )
        return order[rank] if high - rank <= 1 and rank - low <= 1 else None


FORMER_SOURCES: Mapping[str, Source] = {"solved": "solve", "trained": "blueprint", "counted": "equity"}
"""The current names of sources by their names in files of earlier versions."""


def judgement_to_dict(judgement: Judgement) -> dict[str, Any]:
    """Return an exact judgement as values for JSON. Mappings are lists of [action, number], sorted by action."""
    return {
        "values": sorted(judgement.values.items()),
        "errors": sorted(judgement.errors.items()),
        "shares": sorted(judgement.shares.items()),
        "best": judgement.best,
        "source": judgement.source,
        "stake": judgement.stake,
        "equity": judgement.equity,
        "price": judgement.price,
        "bounds": sorted(judgement.bounds),
        "advice": sorted(judgement.advice),
    }


def judgement_from_dict(stored: Mapping[str, Any]) -> Judgement:
    """Read a judgement that `judgement_to_dict` wrote, or one of a drill card of an earlier version.

    An earlier version stored one margin for all values.

    Raises:
        ValueError: If it is not a judgement. Other errors of `damage.PARTS` are possible.
    """
    values, shares = _by_action(stored["values"]), _by_action(stored["shares"])
    is_former = "errors" not in stored
    errors = (
        dict.fromkeys(values, finite_float(stored["margin"])) if is_former else _by_action(stored["errors"])
    )
    best = whole(stored["best"])
    bounds = frozenset(map(whole, stored.get("bounds", ())))
    advice = frozenset(map(whole, stored.get("advice", (best,))))
    source, stake = FORMER_SOURCES.get(stored["source"], stored["source"]), finite_float(stored["stake"])
    is_whole = errors.keys() == values.keys() and bounds <= values.keys() and best in values
    if source not in get_args(Source) or not is_whole or stake <= 0 or min(errors.values()) < 0:
        raise ValueError(stored)
    equity, price = (
        None if stored[name] is None else finite_float(stored[name]) for name in ("equity", "price")
    )
    return Judgement(values, errors, shares, best, source, "sure", stake, equity, price, bounds, advice)


def finite_float(value: Any) -> float:
    """Return `value` as a float.

    Raises:
        ValueError: If it is not a number, or is infinite or NaN.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(value)
    return float(value)


def _by_action(pairs: Any) -> dict[int, float]:
    return {whole(action): finite_float(number) for action, number in pairs}

"""Grading hand after hand: in this process, or by an executor; what is graded already is not graded again."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import replace

from ai.evaluation.grading.hands import Grading
from ai.review.hands import Hand, Hands, decisions, key_of
from ai.review.results import GradedHand, Results
from game.core import BadInput, Progress
from game.messages.grades_answers import Grade
from game.messages.review_answers import Review, Reviewed, ReviewProgress

AHEAD = 16
"""Hands that an executor is given ahead, so that none of its processes waits."""
REPORT_SECONDS = 0.1


def reviewing(
    hands: Hands, results: Results, grading: Grading, executor: Executor | None = None
) -> Iterator[Progress | Review]:
    """Grade what is not graded yet, and yield progress with what was found; the review of all hands comes last.

    Every hand is kept as soon as it is graded, so closing the generator loses nothing but the hand in work. A hand
    that the rules do not allow is left out; `BadInput` where the one who grades cannot go on.
    """
    with results.opened():
        wanted = {key_of(hand): hand for hand in hands.found}
        missing = [hand for key, hand in wanted.items() if key not in results.graded]
        began, before = time.monotonic(), len(wanted) - len(missing)
        work = (
            _one_by_one(missing, hands.target.player, grading)
            if executor is None
            else _by_executor(missing, hands.target.player, grading, executor)
        )
        done, found = 0, _review_of_none(hands)
        found = _added(found, [results.graded[key] for key in wanted if key in results.graded])
        yield ReviewProgress(before, len(wanted), 0.0, found=found)
        for item in work:
            if item is not None:
                results.add(item)
                done += 1
                found = _added(found, [item])
            seconds = time.monotonic() - began
            left = seconds / done * (len(missing) - done) if done else None
            yield ReviewProgress(
                before + done, len(wanted), seconds, left, found=found if item is not None else None
            )
        yield review_of(hands, [results.graded[key] for key in wanted])


def graded(hand: Hand, player: str, grading: Grading) -> GradedHand:
    """Return a hand with the grades of its decisions."""
    *_, found = _steps(hand, player, grading)
    assert isinstance(found, GradedHand)
    return found


def review_of(hands: Hands, graded_hands: Sequence[GradedHand]) -> Review:
    """Return the review of some hands: their mistakes by cost."""
    return _added(_review_of_none(hands), graded_hands)


def _review_of_none(hands: Hands) -> Review:
    """Return the review of a target of which nothing is graded."""
    return Review(hands.game, hands.title, 0, len(hands.found), hands.left_out, 0, 0, 0.0, ())


def _added(before: Review, graded_hands: Sequence[GradedHand]) -> Review:
    """Return the review once these hands are graded too; its mistakes are theirs alone."""
    made = [one for hand in graded_hands for one in hand.decisions]
    mistakes = sorted((one for one in made if one.grade.is_mistake()), key=lambda one: one.order)
    broken = sum(bool(hand.problem) for hand in graded_hands)
    return replace(
        before,
        hands=before.hands + len(graded_hands) - broken,
        left_out=before.left_out + broken,
        decisions=before.decisions + len(made),
        mistakes_found=before.mistakes_found + len(mistakes),
        cost=before.cost + sum(one.grade.sure_cost for one in made),
        mistakes=tuple(mistakes),
    )


def _steps(hand: Hand, player: str, grading: Grading) -> Iterator[GradedHand | None]:
    """Grade a hand: yield None between two steps, and the graded hand last."""
    try:
        own = decisions(hand, player)
    except BadInput as reason:
        yield GradedHand(key_of(hand), problem=str(reason))
        return
    found: list[Reviewed] = []
    for made in own:
        for item in grading(made.asked):
            if isinstance(item, Grade):
                decision = made.player, made.place, made.asked.info
                found.append(Reviewed(hand.game, hand.number, hand.id, *decision, item))
            else:
                yield None
    yield GradedHand(key_of(hand), tuple(found))


def _one_by_one(hands: Sequence[Hand], player: str, grading: Grading) -> Iterator[GradedHand | None]:
    for hand in hands:
        yield from _steps(hand, player, grading)


def _by_executor(
    hands: Sequence[Hand], player: str, grading: Grading, executor: Executor
) -> Generator[GradedHand | None, None, None]:
    """Yield the hands as they are graded; what is not begun at the end is given up."""
    following = iter(hands)
    open_ones: set[Future[GradedHand]] = set()
    try:
        while True:
            for hand in following:
                open_ones.add(executor.submit(graded, hand, player, grading))
                if len(open_ones) >= AHEAD:
                    break
            if not open_ones:
                return
            done, open_ones = wait(open_ones, REPORT_SECONDS, FIRST_COMPLETED)
            yield None
            for future in done:
                yield future.result()
    finally:
        for future in open_ones:
            future.cancel()

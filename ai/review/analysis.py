"""Grade all decisions of a review, in this process or on an executor. Stored grades are not computed again.

Hands are processed in blocks. The decisions of a block are listed before any of them is graded, and quick ones come
first: small games and the streets before the turn, then rivers, then turns.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field, replace

from ai.evaluation.grading.records import Judge
from ai.review.hands import Hand, MadeDecision, ReviewHands, decisions, hand_key
from ai.review.results import Results, Stored
from game.core import BadInput, InformationState, Progress
from game.features.review.asks import MOST_SHOWN
from game.rules.betting import Street
from game.rules.holdem import HoldemInformationState
from game.study.judgements import Judgement, Mark
from game.study.review import Review, Reviewed, ReviewProgress

HANDS_IN_BLOCK = 200
AHEAD = 16
"""The number of hands submitted ahead, so that no process of the executor waits."""
REPORT_SECONDS = 0.1

Graded = tuple[MadeDecision, Judgement]


def grade_hands(
    hands: ReviewHands, results: Results, judge: Judge, executor: Executor | None = None
) -> Iterator[Progress | Review]:
    """Grade the ungraded decisions. Yield progress with the new grades, and the whole review last.

    Every decision is stored as soon as it is graded, so closing the generator loses only the current decision. A
    hand against the rules is left out.

    Raises:
        BadInput: If the judge cannot continue.
    """
    with results.claim():
        tally, began = _Tally(hands), time.monotonic()
        wanted = {hand_key(hand): hand for hand in hands.hands}
        hands_left, done, graded_now = len(wanted), 0, 0
        everything = list(wanted.items())
        for first in range(0, len(everything), HANDS_IN_BLOCK):
            block = everything[first : first + HANDS_IN_BLOCK]
            hands_left -= len(block)
            waiting = list(_waiting(block, hands.target.player, results, tally))
            waiting.sort(key=lambda made: _slowness(made.request.info))
            done = tally.decisions
            yield tally.report(began, 0, len(waiting), hands_left, [_as_reviewed(made) for made in waiting])
            work = _one_by_one(waiting, judge) if executor is None else _by_executor(waiting, judge, executor)
            for item in work:
                if item is not None:
                    made, judgement = item
                    results.add(
                        Stored(made.key, replace(_as_reviewed(made), grade=judgement.grade(made.action)))
                    )
                    tally.add(made.hand_key, results.graded[made.key])
                    graded_now += 1
                left = len(waiting) - (tally.decisions - done)
                yield tally.report(began, graded_now, left, hands_left)
        yield tally.whole


@dataclass
class _Tally:
    """Counts the graded decisions. `news` are those since the last report."""

    hands: ReviewHands
    review: Review = field(init=False)
    mistakes: list[Reviewed] = field(default_factory=list)
    good: list[Reviewed] = field(default_factory=list)
    pending: Counter[str] = field(default_factory=Counter)
    news: list[Reviewed] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        hands = self.hands
        self.review = Review(
            hands.game, hands.title, 0, len(hands.hands), hands.left_out, 0, 0, 0.0, (), marks=Counter()
        )

    @property
    def decisions(self) -> int:
        return self.review.decisions

    @property
    def cost(self) -> float:
        """The cost of all graded decisions, independent of the order of grading."""
        return math.fsum(self.costs)

    @property
    def whole(self) -> Review:
        """The review of all decisions."""
        return replace(
            self.review,
            cost=self.cost,
            mistakes=_by_cost(self.mistakes),
            good=_by_cost(self.good)[:MOST_SHOWN],
        )

    def begin(self, hand_key: str, count: int) -> None:
        self.pending[hand_key] = count
        if not count:
            self.review = replace(self.review, hands=self.review.hands + 1)

    def leave_out(self) -> None:
        self.review = replace(self.review, left_out=self.review.left_out + 1)

    def add(self, hand_key: str, one: Reviewed) -> None:
        """Count a graded decision of a hand."""
        assert one.grade is not None
        self.pending[hand_key] -= 1
        before, is_mistake = self.review, one.grade.is_mistake()
        marks = Counter(before.marks)
        marks[one.grade.mark] += 1
        self.review = replace(
            before,
            hands=before.hands + (self.pending[hand_key] == 0),
            decisions=before.decisions + 1,
            mistakes_found=before.mistakes_found + is_mistake,
            cost=before.cost + one.grade.sure_cost,
            marks=marks,
        )
        self.news.append(one)
        self.costs.append(one.grade.sure_cost)
        (self.mistakes if is_mistake else self.good).append(one)

    def report(
        self,
        began: float,
        graded_now: int,
        left: int,
        hands_left: int,
        ungraded: Sequence[Reviewed] = (),
    ) -> ReviewProgress:
        """Return a report with the news. `left` decisions are ungraded before the last `hands_left` hands."""
        taken = max(1, len(self.pending))
        left += round(hands_left * (left + self.decisions) / taken)
        seconds = time.monotonic() - began
        seconds_left = seconds / graded_now * left if graded_now else None
        found = None
        if self.news or ungraded:
            mistakes, good = (
                [one for one in self.news if _is_mistake(one) == wrong] for wrong in (True, False)
            )
            found = replace(
                self.review, mistakes=_by_cost(mistakes), good=_by_cost(good), ungraded=tuple(ungraded)
            )
            self.news.clear()
        return ReviewProgress(self.decisions, self.decisions + left, seconds, seconds_left, found=found)


def _by_cost(made: Iterable[Reviewed]) -> tuple[Reviewed, ...]:
    return tuple(sorted(made, key=lambda one: one.order))


def _is_mistake(one: Reviewed) -> bool:
    return one.grade is not None and one.grade.is_mistake()


def _waiting(
    block: Sequence[tuple[str, Hand]], player: str, results: Results, tally: _Tally
) -> Iterator[MadeDecision]:
    """Yield the ungraded decisions of some hands, and count the others."""
    for key, hand in block:
        if key in results.broken:
            tally.leave_out()
            continue
        try:
            own = decisions(hand, player)
        except BadInput as reason:
            results.add(Stored(key, problem=str(reason)))
            tally.leave_out()
            continue
        tally.begin(key, len(own))
        for made in own:
            if made.key in results.graded:
                tally.add(key, results.graded[made.key])
            else:
                yield made


def _slowness(info: InformationState) -> int:
    """Return a number that orders decisions by the time of their judgement, the quickest first."""
    if not isinstance(info, HoldemInformationState) or info.street == Street.PREFLOP:
        return 0
    return {Street.FLOP: 1, Street.RIVER: 2}.get(info.street, 3)


def _as_reviewed(made: MadeDecision) -> Reviewed:
    request = made.request
    return Reviewed(request.game, made.hand, made.hand_id, made.player, made.index, request.info, made.action)


def _judge_decision(judge: Judge, made: MadeDecision) -> Iterator[Graded | None]:
    for item in judge(made.request):
        yield (made, item) if isinstance(item, Judgement) else None


def _one_by_one(waiting: Sequence[MadeDecision], judge: Judge) -> Iterator[Graded | None]:
    for made in waiting:
        yield from _judge_decision(judge, made)


def _judge_hand(judge: Judge, waiting: Sequence[MadeDecision]) -> list[Graded]:
    return [item for made in waiting for item in _judge_decision(judge, made) if item is not None]


def _by_executor(
    waiting: Sequence[MadeDecision], judge: Judge, executor: Executor
) -> Generator[Graded | None, None, None]:
    """Yield decisions as soon as they are judged. Closing the generator cancels the hands that have not started."""
    by_hand: dict[str, list[MadeDecision]] = {}
    for made in waiting:
        by_hand.setdefault(made.hand_key, []).append(made)
    following = iter(by_hand.values())
    open_ones: set[Future[list[Graded]]] = set()
    try:
        while True:
            for hand in following:
                open_ones.add(executor.submit(_judge_hand, judge, hand))
                if len(open_ones) >= AHEAD:
                    break
            if not open_ones:
                return
            done, open_ones = wait(open_ones, REPORT_SECONDS, FIRST_COMPLETED)
            yield None
            for future in done:
                yield from future.result()
    finally:
        for future in open_ones:
            future.cancel()


def counts_of_marks(review: Review) -> Mapping[Mark, int]:
    """Return the number of decisions with each mark, the best first, without marks that do not occur."""
    return {mark: review.marks[mark] for mark in Mark if review.marks.get(mark)}

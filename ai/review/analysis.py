"""Grade all decisions of a review, in this process or on an executor, and store every grade in a file.

Hands are processed in blocks. The decisions of a block are listed first and then graded. Without an executor,
decisions on different streets alternate, so that mistakes on every street are found early. On each street, the
decisions for the largest pots come first. An executor gets whole hands.

The file has a line with a checksum for every graded decision. Decisions in the file are not graded again, so an
interrupted review can continue. If the process is killed, at most the last line is truncated. A truncated line is
ignored, and overwritten by the next decision. Files of earlier versions have other names and are not read.

`StoredJudgements` stores the judgements of Hold'em decisions that were graded at a table, for reviews and for the
next start of the program. Each version of the judge has a separate file. If several lines are about the same
decision, the last line counts. If the file is larger than `MAX_BYTES`, the older half of the lines is
dropped.
"""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.drills import cards
from ai.evaluation.grading.decisions import Judge, judgement_from_dict, judgement_to_dict
from ai.review.hands import MAX_IMPORTED, PAUSE, Hand, MadeDecision, ReviewHands, decisions, hand_key
from game import texts
from game.archive import lines
from game.archive.hands import text, whole
from game.core import BadInput, InformationState, Progress
from game.files import damage, locks, user_files
from game.rules.betting import Street
from game.rules.holdem import HoldemInformationState
from game.study.judgements import AskJudgement, Judgement, Mark, hand_cost
from game.study.review import MAX_SHOWN, Review, Reviewed, ReviewProgress, ReviewTarget

FOLDER = "reviews"
SUFFIX = ".jsonl"
MAX_LINE_BYTES = 2**22
"""The maximum bytes of a line. Every decision needs less."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored result: a graded decision, or the reason why a hand could not be replayed.

    `key` is the key of the decision or of the hand.
    """

    key: str
    decision: Reviewed | None = None
    problem: str = ""


@dataclass(slots=True)
class Results:
    """The graded decisions of a review by their keys, and the hands that could not be replayed.

    Attributes:
        edition: The version of the judge.
        opponent_version: Returns the version of a known opponent, or "" (see `StoredJudgements`). Decisions that
            were judged against an earlier version are graded again.
    """

    home: Path
    target: ReviewTarget
    edition: str
    opponent_version: Callable[[AskJudgement], str] = lambda _: ""
    decisions: dict[str, Reviewed] = field(default_factory=dict)
    broken_hands: set[str] = field(default_factory=set)

    @property
    def file(self) -> Path:
        return self.home / FOLDER / f"{self._prefix}-{_digest(asdict(self.target))}{SUFFIX}"

    @property
    def _prefix(self) -> str:
        return _digest((self.edition, self.target.player))

    @contextmanager
    def claim(self) -> Iterator[Results]:
        """Lock the file of the review, and read it together with the other files of the same judge and player.

        Decisions that another review has already graded (for example, the review of the session) are therefore not
        graded again.

        Raises:
            BadInput: If another process or thread writes to the file, or the file cannot be read or written.
        """
        with locks.only_writer(self.file, texts.text("solver_errors.review.busy")):
            for file in (self.file, *sorted(self.file.parent.glob(f"{self._prefix}-*{SUFFIX}"))):
                self._read_file(file)
            yield self

    def _read_file(self, file: Path) -> None:
        """Read a file line by line, so that even a huge damaged file takes little memory."""
        try:
            if not file.exists():
                return
            user_files.check_file(file)
            with file.open("rb") as kept:
                while line := kept.readline(MAX_LINE_BYTES):
                    stored = _read(line[:-1]) if line.endswith(b"\n") else None
                    if stored is not None:
                        self._note(stored)
        except OSError as error:
            raise BadInput(
                texts.text("input_errors.files.unreadable", file=file, reason=error.strerror or str(error))
            ) from error

    def key(self, made: MadeDecision) -> str:
        """Return the key under which a decision is stored."""
        version = self.opponent_version(made.request)
        return _digest(f"{made.key}/{version}") if version else made.key

    def add_judgement(self, made: MadeDecision, judgement: Judgement) -> None:
        """Store the grade of a decision (see `add`).

        If the opponent's program gave no strategy, the grade is only used in this review.
        """
        grade = judgement.grade(made.action)
        stored = Stored(self.key(made), replace(_as_reviewed(made), grade=grade))
        if judgement.theory_alone == "silent":
            self._note(stored)
        else:
            self.add(stored)

    def add(self, stored: Stored) -> None:
        """Store a graded decision, or a hand that could not be replayed.

        Raises:
            BadInput: If the file cannot be written.
        """
        if stored.key in self.decisions or stored.key in self.broken_hands:
            return
        try:
            lines.add_line(self.file, lines.checked_line(to_dict(stored)))
        except OSError as error:
            raise BadInput(
                texts.text("solver_errors.review.not_kept", reason=error.strerror or str(error))
            ) from error
        self._note(stored)

    def _note(self, stored: Stored) -> None:
        if stored.decision is None:
            self.broken_hands.add(stored.key)
        else:
            self.decisions.setdefault(stored.key, stored.decision)


def to_dict(stored: Stored) -> dict[str, Any]:
    """Return a stored decision as a JSON-compatible dict."""
    one = stored.decision
    if one is None:
        return {"key": stored.key, "problem": stored.problem}
    assert one.grade is not None
    return {
        "key": stored.key,
        "game": one.game,
        "hand": one.hand,
        "id": one.hand_id,
        "player": one.player,
        "place": one.index,
        "spot": cards.decision_to_dict(one.info),
        "action": one.action,
        "judgement": judgement_to_dict(one.grade.judgement),
    }


def from_dict(content: Mapping[str, Any]) -> Stored:
    """Read a decision that `to_dict` wrote.

    Raises:
        ValueError: If `content` is not a decision. Depending on the damage, another error of
            game.files.damage.PARTS is raised instead.
    """
    key = text(content["key"])
    if "problem" in content:
        return Stored(key, problem=text(content["problem"]))
    game, action = text(content["game"]), whole(content["action"])
    decision = Reviewed(
        game,
        whole(content["hand"]),
        text(content["id"]),
        text(content["player"]),
        whole(content["place"]),
        cards.decision_from_dict(game, content["spot"]),
        action,
        judgement_from_dict(content["judgement"]).grade(action),
    )
    return Stored(key, decision)


def _digest(identity: object) -> str:
    return hashlib.sha256(repr(identity).encode()).hexdigest()[:16]


def _read(line: bytes) -> Stored | None:
    content = lines.parse_content(line)
    try:
        return None if content is None else from_dict(content)
    except damage.PARTS:
        return None


HANDS_IN_BLOCK = MAX_IMPORTED
AHEAD = 16
"""The number of hands that wait in the executor at a time, enough to keep all processes busy."""
REPORT_SECONDS = 0.1
MIN_GRADED = 10
"""The number of decisions that are judged before the remaining time is estimated."""
TYPICAL_SECONDS = np.array((0.7, 0.5, 1.0, 6.0))
"""The seconds of a judgement by `_slowness`. Only their ratios matter."""
TYPICAL_WEIGHT = 4.0
"""The number of measured judgements that weigh as much as the typical seconds in a forecast."""

Graded = tuple[MadeDecision, Judgement, float]
"""A decision, its judgement, and the seconds that the judgement took."""


def grade_hands(
    hands: ReviewHands,
    results: Results,
    judge: Judge,
    executor: Executor | None = None,
    known: Callable[[AskJudgement], Judgement | None] = lambda _: None,
) -> Iterator[Progress | Review]:
    """Grade the ungraded decisions. Yield progress with the new grades, and finally the whole review.

    Every decision is stored as soon as it is graded, so closing the generator loses only the current decision. A
    hand that breaks the rules is left out. Decisions for which `known` returns a judgement are graded first, by
    this judgement.

    Raises:
        BadInput: If the judge cannot continue.
    """
    with results.claim():
        tally = _Tally(hands)
        everything = list({hand_key(hand): hand for hand in hands.hands}.items())
        for first in range(0, len(everything), HANDS_IN_BLOCK):
            block = everything[first : first + HANDS_IN_BLOCK]
            hands_left, listed = len(everything) - first - len(block), list[MadeDecision]()
            for number, (key, hand) in enumerate(block, 1):
                listed += _waiting(key, hand, results, tally, known)
                if number % PAUSE == 0:
                    yield Progress(tally.decisions, None, 0.0)
            waiting = _by_turns(listed)
            following = (_as_reviewed(made) for made in waiting)
            yield tally.report(hands_left, list(islice(following, MAX_SHOWN)))
            resumed = time.monotonic()
            work = _one_by_one(waiting, judge) if executor is None else _by_executor(waiting, judge, executor)
            for item in work:
                more = list[Reviewed]()
                if item is not None:
                    more += islice(following, 1)
                    made, judgement, seconds = item
                    results.add_judgement(made, judgement)
                    tally.add(made, results.decisions[results.key(made)])
                    elapsed, resumed = time.monotonic() - resumed, time.monotonic()
                    tally.pace.add(_slowness(made.request.info), seconds, elapsed)
                yield tally.report(hands_left, more)
        yield tally.whole


def _by_kind() -> NDArray[np.float64]:
    return np.zeros(len(TYPICAL_SECONDS))


@dataclass
class _Pace:
    """The measured durations of judgements. Each array has an entry for each result of `_slowness`, float64.

    Attributes:
        counts: The numbers of judgements.
        seconds: The total durations.
        first: The durations of the first judgements.
        elapsed: The wall-clock time until the last judgement. If judgements run in parallel, the wall-clock time is
            less than their total duration.
    """

    counts: NDArray[np.float64] = field(default_factory=_by_kind)
    seconds: NDArray[np.float64] = field(default_factory=_by_kind)
    first: NDArray[np.float64] = field(default_factory=_by_kind)
    elapsed: float = 0.0

    def add(self, kind: int, seconds: float, elapsed: float) -> None:
        self.elapsed += elapsed
        if not self.counts[kind]:
            self.first[kind] = seconds
        self.counts[kind] += 1
        self.seconds[kind] += seconds

    def seconds_left(self, left: NDArray[np.float64]) -> float | None:
        """Return the expected seconds for the remaining decisions, or None before `MIN_GRADED` judgements.

        `left` has the number of remaining decisions of each kind.

        The mean seconds of each kind include the typical seconds with the weight `TYPICAL_WEIGHT`. The first
        judgement of each kind is ignored, because it may also load the agent and compile.
        """
        if not left.any():
            return 0.0
        if self.counts.sum() < MIN_GRADED:
            return None
        measured = np.maximum(self.counts - 1, 0)
        seconds = self.seconds - self.first
        typical = TYPICAL_SECONDS * seconds.sum() / (measured @ TYPICAL_SECONDS)
        each = (seconds + TYPICAL_WEIGHT * typical) / (measured + TYPICAL_WEIGHT)
        return float(left @ each) * self.elapsed / (float(self.seconds.sum()) or math.inf)


@dataclass
class _Tally:
    """Counts of the graded decisions. `news` lists the decisions graded since the last report."""

    hands: ReviewHands
    review: Review = field(init=False)
    mistakes: list[Reviewed] = field(default_factory=list)
    good: list[Reviewed] = field(default_factory=list)
    pending: Counter[str] = field(default_factory=Counter)
    news: list[Reviewed] = field(default_factory=list)
    costs: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    pace: _Pace = field(default_factory=_Pace)
    listed: NDArray[np.float64] = field(default_factory=_by_kind)
    ungraded: NDArray[np.float64] = field(default_factory=_by_kind)
    began: float = field(init=False)

    def __post_init__(self) -> None:
        hands, self.began = self.hands, time.monotonic()
        self.review = Review(
            hands.game, hands.title, 0, len(hands.hands), hands.left_out, 0, 0, 0.0, (), marks=Counter()
        )

    @property
    def decisions(self) -> int:
        return self.review.decisions

    @property
    def cost(self) -> float:
        return math.fsum(hand_cost(self.hands.game, costs) for costs in self.costs.values())

    @property
    def whole(self) -> Review:
        """The review of all decisions."""
        return replace(
            self.review, cost=self.cost, mistakes=_by_cost(self.mistakes), good=_by_cost(self.good)
        )

    def begin(self, hand_key: str, made: Sequence[MadeDecision]) -> None:
        """Record the decisions of a hand. A hand without decisions is done."""
        self.pending[hand_key] = len(made)
        for one in made:
            self.listed[_slowness(one.request.info)] += 1
            self.ungraded[_slowness(one.request.info)] += 1
        if not made:
            self.review = replace(self.review, hands=self.review.hands + 1)

    def leave_out(self) -> None:
        self.review = replace(self.review, left_out=self.review.left_out + 1)

    def add(self, made: MadeDecision, stored: Reviewed) -> None:
        """Count a graded decision. Only the grade is taken from `stored`, which lacks the poker room's data."""
        one = replace(_as_reviewed(made), grade=stored.grade)
        assert one.grade is not None
        self.pending[made.hand_key] -= 1
        self.ungraded[_slowness(made.request.info)] -= 1
        before, is_mistake = self.review, one.grade.is_mistake()
        costs = self.costs.setdefault((made.hand_key, one.player), [])
        costs.append(one.grade.sure_cost)
        more = hand_cost(before.game, costs) - hand_cost(before.game, costs[:-1])
        marks = Counter(before.marks)
        marks[one.grade.shown_mark] += 1
        self.review = replace(
            before,
            hands=before.hands + (self.pending[made.hand_key] == 0),
            decisions=before.decisions + 1,
            mistakes_found=before.mistakes_found + is_mistake,
            cost=before.cost + more,
            marks=marks,
        )
        self.news.append(one)
        (self.mistakes if is_mistake else self.good).append(one)

    def report(self, hands_left: int, ungraded: Sequence[Reviewed] = ()) -> ReviewProgress:
        """Return a report with the newly graded decisions.

        `hands_left` is the number of hands whose decisions are not listed yet. These hands are assumed to have as
        many decisions of each kind as the listed hands.
        """
        more = hands_left / max(1, len(self.pending))
        left = self.ungraded + self.listed * more
        seconds, total = time.monotonic() - self.began, self.decisions + round(left.sum())
        found = None
        if self.news or ungraded:
            mistakes, good = (
                [one for one in self.news if _is_mistake(one) == wrong] for wrong in (True, False)
            )
            found = replace(
                self.review, mistakes=_by_cost(mistakes), good=_by_cost(good), ungraded=tuple(ungraded)
            )
            self.news.clear()
        return ReviewProgress(self.decisions, total, seconds, self.pace.seconds_left(left), found=found)


def _by_cost(made: Iterable[Reviewed]) -> tuple[Reviewed, ...]:
    return tuple(sorted(made, key=lambda one: one.order))


def _is_mistake(one: Reviewed) -> bool:
    return one.grade is not None and one.grade.is_mistake()


def _waiting(
    key: str,
    hand: Hand,
    results: Results,
    tally: _Tally,
    known: Callable[[AskJudgement], Judgement | None],
) -> Iterator[MadeDecision]:
    """Yield the ungraded decisions of a hand, and add the graded decisions to the tally."""
    if key in results.broken_hands:
        tally.leave_out()
        return
    try:
        own = decisions(hand, results.target.player)
    except BadInput as reason:
        results.add(Stored(key, problem=str(reason)))
        tally.leave_out()
        return
    tally.begin(key, own)
    for made in own:
        if results.key(made) not in results.decisions and (judgement := known(made.request)) is not None:
            results.add_judgement(made, judgement)
        if results.key(made) in results.decisions:
            tally.add(made, results.decisions[results.key(made)])
        else:
            yield made


def _by_turns(listed: Iterable[MadeDecision]) -> list[MadeDecision]:
    """Return the decisions in an order in which the streets alternate.

    On each street, the decisions for the largest pots are first.
    """
    streets: list[list[MadeDecision]] = [[] for _ in TYPICAL_SECONDS]
    for made in sorted(listed, key=_pot, reverse=True):
        streets[_slowness(made.request.info)].append(made)
    return [made for turn in zip_longest(*streets) for made in turn if made is not None]


def _pot(made: MadeDecision) -> float:
    """Return the pot after a decision in big blinds, without chips that cannot be matched.

    In other games than Hold'em, return 0.
    """
    info = made.request.info
    if not isinstance(info, HoldemInformationState):
        return 0.0
    return info.betting.child(made.action).effective_pot / info.rules.big_blind


def _slowness(info: InformationState) -> int:
    """Return a sort key that orders decisions by the duration of their judgement, 0 for the quickest."""
    if not isinstance(info, HoldemInformationState) or info.street == Street.PREFLOP:
        return 0
    return {Street.FLOP: 1, Street.RIVER: 2}.get(info.street, 3)


def _as_reviewed(made: MadeDecision) -> Reviewed:
    request = made.request
    return Reviewed(
        request.game,
        made.hand,
        made.hand_id,
        made.player,
        made.index,
        request.info,
        made.action,
        room_number=made.room_number,
        unit=made.unit,
        at=made.at,
    )


def _judge_decision(judge: Judge, made: MadeDecision) -> Iterator[Graded | None]:
    began = time.monotonic()
    for item in judge(made.request):
        yield (made, item, time.monotonic() - began) if isinstance(item, Judgement) else None


def _one_by_one(waiting: Sequence[MadeDecision], judge: Judge) -> Iterator[Graded | None]:
    for made in waiting:
        yield from _judge_decision(judge, made)


def _judge_hand(judge: Judge, waiting: Sequence[MadeDecision]) -> list[Graded]:
    return [item for made in waiting for item in _judge_decision(judge, made) if item is not None]


def _by_executor(
    waiting: Sequence[MadeDecision], judge: Judge, executor: Executor
) -> Generator[Graded | None, None, None]:
    """Yield decisions as soon as they are judged.

    If the generator is closed, all hands that no worker has started yet are cancelled.
    """
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
    return {mark: review.marks[mark] for mark in Mark if review.marks.get(mark)}


MAX_BYTES = 2**24
"""The maximum size of the file: about 10,000 decisions."""
MAX_READ_BYTES = 2 * MAX_BYTES
"""The maximum size of a file that this class can have written. A larger file is dropped."""


class StoredJudgements:
    """The stored judgements of one version of the judge.

    A key consists of a decision and the opponent's version. The opponent's version combines the version of the
    opponent's file with the version of the code that computes the values of actions against a known opponent. If
    the opponent is unknown, the opponent's version is an empty string.
    """

    def __init__(self, home: Path, edition: str) -> None:
        name = hashlib.sha256(edition.encode()).hexdigest()[:16]
        self.file = home / FOLDER / f"table-{name}{SUFFIX}"
        self._judgements: dict[str, Judgement] = {}
        self._read()

    def find(self, asked: AskJudgement, opponent: str) -> Judgement | None:
        """Return the stored judgement of a decision, or None.

        A stored judgement without the requested action is not returned.
        """
        known = self._judgements.get(_key(asked, opponent))
        is_whole = known is not None and (asked.action is None or asked.action in known.values)
        return known if is_whole else None

    def add(self, asked: AskJudgement, opponent: str, judgement: Judgement) -> None:
        """Store a judgement. If the file cannot be written, the judgement stays in memory for this process."""
        key = _key(asked, opponent)
        if self._judgements.get(key) == judgement:
            return
        self._judgements[key] = judgement
        with suppress(OSError, BadInput):
            if self.file.exists() and self.file.stat().st_size > MAX_BYTES:
                self._drop_older_half()
            line = {"key": key, "judgement": judgement_to_dict(judgement)}
            lines.add_line(self.file, lines.checked_line(line))

    def _read(self) -> None:
        with suppress(OSError, BadInput):
            user_files.check_file(self.file)
            if self.file.stat().st_size > MAX_READ_BYTES:
                self.file.unlink()
            for line in self.file.read_bytes().split(b"\n")[:-1]:
                content = lines.parse_content(line)
                with suppress(*damage.PARTS):
                    if content is not None:
                        self._judgements[str(content["key"])] = judgement_from_dict(content["judgement"])

    def _drop_older_half(self) -> None:
        stored = self.file.read_bytes().splitlines(keepends=True)
        locks.write_alone(self.file, b"".join(stored[len(stored) // 2 :]))


def _key(asked: AskJudgement, opponent: str) -> str:
    decision = replace(asked, action=None)
    identity = (
        decision.game,
        decision.blinds,
        cards.decision_to_dict(decision.info),
        asked.info.player,
        opponent,
    )
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:24]

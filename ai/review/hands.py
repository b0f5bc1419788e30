"""What is reviewed: the hands of a log, of a session, or one hand, and the decisions in each."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ai.evaluation.grading.records import decisions_by_seat
from ai.knowledge.log_store import LogSource, safe_name, sources
from ai.knowledge.logs import BadLine
from game.archive.hands import PlayedHand
from game.archive.imported import ImportedHand
from game.archive.lines import HistoryRow
from game.archive.store import HistoryFilter, Reader
from game.archive.text_id import from_id
from game.core import Action, BadInput, Progress, Seat
from game.files import user_files
from game.match.table_spec import SEATS
from game.quoting import escape_controls, quoted
from game.rules import games
from game.study.judgements import AskJudgement
from game.study.review import ReviewTarget

Hand = PlayedHand | ImportedHand

MOST_HANDS = 100_000
"""No more hands of a log are reviewed at once: they are held in memory."""
MAX_SKIPPED = 5
"""Lines that could not be read and are named."""
PAUSE = 50
"""Hands that are read between two reports."""


@dataclass(frozen=True, slots=True)
class MadeDecision:
    """A decision of a hand.

    Attributes:
        hand_key: The key of the hand among those of a review.
        hand, hand_id: The number of the hand, and the text that rebuilds it.
        player: The player who decided.
        place: The number of decisions of both players that came before it in the hand.
        asked: The request for its judgement.
        action: The action that was taken.
    """

    hand_key: str
    hand: int
    hand_id: str
    player: str
    place: int
    asked: AskJudgement
    action: Action

    @property
    def key(self) -> str:
        return _digest(f"{self.hand_key}/{self.place}")


@dataclass(slots=True)
class ReviewHands:
    """The hands of a target. `left_out` counts the lines that could not be read, and `skipped` holds the first."""

    target: ReviewTarget
    game: str
    title: str
    found: list[Hand] = field(default_factory=list)
    left_out: int = 0
    skipped: list[BadLine] = field(default_factory=list)


def key_of(hand: Hand) -> str:
    """Return what names a hand among those of one review."""
    spec = hand.spec
    identity = f"{hand.number}/{hand.id}/{spec.seats}/{spec.big_blind}/{spec.stacks}"
    return _digest(identity)


def _digest(identity: str) -> str:
    return hashlib.sha256(identity.encode()).hexdigest()[:16]


def graded_seats(hand: Hand, player: str = "") -> list[Seat]:
    """Return the seats whose decisions are graded: one's own, or both where others have played; of `player` alone.

    `player` is a name, "" for everybody.
    """
    own = hand.own_seat
    return [seat for seat in SEATS if own in (None, seat) and player in ("", hand.spec.seats[seat])]


def decisions(hand: Hand, player: str = "") -> list[MadeDecision]:
    """Return the player's own decisions, or those of both where others have played.

    `player` names whose decisions are wanted, where that is not everybody. `BadInput` where the rules do not allow
    the hand. What is asked of a decision holds only what its player knew.
    """
    wanted, key = graded_seats(hand, player), key_of(hand)
    return [
        MadeDecision(key, hand.number, hand.id, hand.spec.seats[seat], place, asked, action)
        for place, (seat, (asked, action)) in enumerate(decisions_by_seat(hand))
        if seat in wanted
    ]


def gathered(target: ReviewTarget, most: int = MOST_HANDS) -> Iterator[Progress | ReviewHands]:
    """Yield progress, and last the first `most` hands of a target in their order; `BadInput` without any."""
    hands = ReviewHands(target, games.HOLDEM, target.name)
    for number, item in enumerate(_items(hands), 1):
        if isinstance(item, BadLine):
            hands.left_out += 1
            if len(hands.skipped) < MAX_SKIPPED:
                hands.skipped.append(item)
        elif item is not None:
            hands.found.append(item)
        if number % PAUSE == 0:
            yield Progress(len(hands.found), None, 0.0)
        if len(hands.found) >= most and target.kind != "session":
            break
    if not hands.found:
        reason = "".join(map(str, hands.skipped[:1]))
        raise BadInput(f"There is no hand to review{'. ' if reason else f' in {hands.title}.'}{reason}")
    if target.player and not any(graded_seats(hand, target.player) for hand in hands.found):
        raise BadInput(
            f"{quoted(target.player)} plays no hand of {hands.title} that would be graded: "
            "of hands that were played here only your own decisions are."
        )
    if target.kind == "session":
        hands.found.sort(key=lambda hand: hand.number)
        del hands.found[most:]
    yield hands


def _items(hands: ReviewHands) -> Iterator[Hand | BadLine | None]:
    """Yield what a target holds; None is a pause."""
    target = hands.target
    if target.kind == "log":
        logs = sources(target.name)
        hands.title = escape_controls(", ".join(log.name for log in logs))
        yield from _hands_in(logs) if not target.place else _one_in(logs, target.place)
        return
    one = from_id(target.name)
    hands.game, hands.title = one.game, " against ".join(one.spec.seats)
    if target.kind == "hand":
        yield one
        return
    kept = False
    for hand in _played_here(one.game):
        if hand is None or (hand.spec.seed, hand.spec.seats) == (one.spec.seed, one.spec.seats):
            yield hand
            kept = kept or hand == one
    if not kept:
        yield one


def _one_in(logs: Sequence[LogSource], place: int) -> Iterator[Hand | None]:
    """Yield the hand of a number, and pauses before it."""
    for item in _hands_in(logs):
        if item is None:
            yield None
        elif not isinstance(item, BadLine) and item.number == place:
            yield item
            return


def _hands_in(logs: Sequence[LogSource]) -> Iterator[Hand | BadLine | None]:
    """Yield the hands of logs, numbered on; those that were played here are the player's own."""
    place = 0
    for log in logs:
        if log.file is None:
            yield from _played_here(games.HOLDEM)
            continue
        for item in log.hands():
            if item is None or isinstance(item, BadLine):
                yield item
            else:
                place += 1
                first, second = map(safe_name, item.names)
                yield ImportedHand(place, replace(item, names=(first, second)), 0, 0, 0)


def _played_here(game: str) -> Iterator[PlayedHand | None]:
    """Yield the hands of a game in the history, the latest first."""
    reader = Reader(user_files.home())
    for row in reader.rows(HistoryFilter(game=game)):
        yield None if row is None else reader.taken(row, HistoryRow.hand)

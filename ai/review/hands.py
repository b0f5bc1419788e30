"""List the hands and the decisions of a review, which may cover a single hand, a session or a log."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from heapq import nlargest

from ai import catalog
from ai.evaluation.grading.decisions import decisions_by_seat
from ai.knowledge.log_store import LogSource, safe_name, sources
from ai.knowledge.logs import BadLine
from game.archive.export import from_id
from game.archive.hands import OWN, PlayedHand
from game.archive.imported import ImportedHand, read_rows
from game.archive.lines import HistoryRow
from game.archive.store import FOLDER, HistoryFilter, Reader, passes
from game.core import Action, BadInput, Progress, Seat
from game.files import damage, user_files
from game.match.table_spec import IN_CHIPS, SEATS, ChipUnit
from game.quoting import escape_controls, quoted
from game.rules import games
from game.study.judgements import AskJudgement
from game.study.opponents import portrait
from game.study.review import ReviewTarget
from game.texts import join_list, join_sentences, plural, text

Hand = PlayedHand | ImportedHand

MAX_HANDS = 100_000
"""The maximum number of hands in a review. All of them are in memory."""
MAX_IMPORTED = 5_000
"""The maximum number of imported hands in a review.

The hands with the largest results are reviewed, because they tend to have the costliest mistakes.
"""
MAX_SKIPPED = 5
"""The maximum number of unreadable lines that are listed."""
PAUSE = 50
"""The number of hands between two reports."""


@dataclass(frozen=True, slots=True)
class MadeDecision:
    """A decision of a hand.

    Attributes:
        hand_key: The key of the hand within the review.
        hand: The number of the hand.
        hand_id: The text of the hand, from which it can be replayed.
        player: The name of the player who decided.
        index: The number of earlier decisions of both players in the hand.
        request: The request for the judgement.
        action: The chosen action.
        room_number: The number that a poker room printed for the hand. Empty for other hands.
        unit: The unit of the amounts of the hand.
        at: The time of an imported hand, 0 for other hands.
    """

    hand_key: str
    hand: int
    hand_id: str
    player: str
    index: int
    request: AskJudgement
    action: Action
    room_number: str = ""
    unit: ChipUnit = IN_CHIPS
    at: float = 0.0

    @property
    def key(self) -> str:
        return _digest(f"{self.hand_key}/{self.index}")


@dataclass(slots=True)
class ReviewHands:
    """The hands of a review.

    `left_out` is the number of unreadable lines, and `skipped` has the first few of these lines.
    """

    target: ReviewTarget
    game: str
    title: str
    hands: list[Hand] = field(default_factory=list)
    left_out: int = 0
    skipped: list[BadLine] = field(default_factory=list)


def hand_key(hand: Hand) -> str:
    """Return the key under which the results of a hand are stored."""
    spec = hand.spec
    identity = f"{hand.number}/{hand.id}/{spec.seats}/{spec.big_blind}/{spec.stacks}"
    return _digest(identity)


def _digest(identity: str) -> str:
    return hashlib.sha256(identity.encode()).hexdigest()[:16]


def graded_seats(hand: Hand, player: str = "") -> list[Seat]:
    """Return the seats whose decisions are graded: the user's seat, or both seats in logged hands.

    If `player` is not empty, only the seat of the player with this name is graded in logged hands.
    """
    own = hand.own_seat
    return [seat for seat in SEATS if own in (None, seat) and player in ("", hand.spec.seats[seat])]


def decisions(hand: Hand, player: str = "") -> list[MadeDecision]:
    """Return the decisions that are graded in a hand: the user's decisions, or all decisions of a logged hand.

    The request of a decision contains only the information that its player has.

    Args:
        hand: The hand.
        player: The name of the player to grade. If `player` is empty, both players of a logged hand are
            graded.

    Raises:
        BadInput: If the hand is against the rules.
    """
    wanted, key = graded_seats(hand, player), hand_key(hand)
    room: tuple[str, ChipUnit, float] = "", IN_CHIPS, 0.0
    if isinstance(hand, PlayedHand):
        room = hand.room_number, hand.chip_unit, hand.at if hand.origin is not None else 0.0
    return [
        MadeDecision(key, hand.number, hand.id, hand.spec.seats[seat], index, request, action, *room)
        for index, (seat, (request, action)) in enumerate(decisions_by_seat(hand))
        if seat in wanted
    ]


def read_hands(target: ReviewTarget, limit: int = MAX_HANDS) -> Iterator[Progress | ReviewHands]:
    """Yield progress, and finally the first `limit` hands of a target.

    The hands of a session are sorted by number, or with the largest results first if the target asks for this
    order. All other hands keep their order.

    Raises:
        BadInput: If there is no hand to grade.
    """
    review = ReviewHands(target, games.HOLDEM, target.name)
    hands = review.hands
    for number, item in enumerate(_items(review), 1):
        if isinstance(item, BadLine):
            review.left_out += 1
            if len(review.skipped) < MAX_SKIPPED:
                review.skipped.append(item)
        elif item is not None:
            hands.append(item)
        if number % PAUSE == 0:
            yield Progress(len(hands), None, 0.0)
        if len(hands) >= limit and target.kind != "session":
            break
    if not hands:
        if review.skipped:
            nothing = text("solver_errors.review.no_readable_hand")
            raise BadInput(join_sentences(nothing, review.skipped[0].with_advice))
        raise BadInput(text("solver_errors.review.no_hand", title=review.title))
    if target.player and not any(graded_seats(hand, target.player) for hand in hands):
        player = quoted(target.player)
        raise BadInput(text("solver_errors.review.not_graded", player=player, title=review.title))
    if target.kind == "session":
        hands.sort(key=lambda hand: (-_size(hand) if target.is_largest_first else 0.0, hand.number))
        del hands[limit:]
    yield review


def _items(review: ReviewHands) -> Iterator[Hand | BadLine | None]:
    """Yield the hands and unreadable lines of a target, and None when the caller may pause.

    Set the title of the review.
    """
    target = review.target
    if target.kind == "log":
        logs = sources(target.name)
        review.title = escape_controls(", ".join(log.name for log in logs))
        yield from _hands_in(logs) if not target.place else _one_in(logs, target.place)
        return
    if target.kind == "imported":
        yield from _imported(review)
        return
    one = replace(from_id(target.name), origin=target.origin)
    review.game, review.title = one.game, _title(one)
    if target.kind == "hand":
        yield one
        return
    is_in_history = False
    for hand in _played_here(one.game):
        if hand is None or _is_same_session(hand, one):
            yield hand
            is_in_history = is_in_history or (hand is not None and hand.id == one.id)
    if not is_in_history:
        yield one


def _title(one: PlayedHand) -> str:
    """Return the names of the players, or the room and the table of an imported hand."""
    if one.origin is not None:
        return join_list(text(f"rooms.{one.origin.room}"), one.origin.table)
    first, second = (portrait(catalog.agents(), seat).name for seat in one.spec.seats)
    return text("solver_errors.review.pair", first=first, second=second)


def _is_same_session(hand: PlayedHand, one: PlayedHand) -> bool:
    """Return whether two hands are of the same session, or of the same table at a poker room."""
    if hand.origin is not None and hand.own_seat is not None and one.own_seat is not None:
        return hand.spec.seed == one.spec.seed
    return (hand.spec.seed, hand.spec.seats) == (one.spec.seed, one.spec.seats)


def _size(hand: Hand | HistoryRow) -> float:
    """Return the absolute result of a hand in big blinds."""
    return abs(hand.returns[0]) / hand.spec.big_blind


def _imported(review: ReviewHands) -> Iterator[PlayedHand | None]:
    """Yield the user's hands from poker rooms. Hands with the largest wins and losses in big blinds are first.

    Set the title of the review. Hands between other players are left out, and the title includes the number of
    these hands.
    """
    others = 0

    def own_rows() -> Iterator[HistoryRow]:
        nonlocal others
        for row in read_rows(user_files.home() / FOLDER):
            if row is not None and passes(row, review.target.filter):
                if OWN in row.seats:
                    yield row
                else:
                    others += 1

    largest = nlargest(MAX_IMPORTED, own_rows(), key=_size)
    all_own = text("solver_errors.review.imported")
    review.title = plural("solver_errors.review.imported_others", others) if others else all_own
    for row in largest:
        with suppress(*damage.PARTS):
            yield row.hand()


def _one_in(logs: Sequence[LogSource], number: int) -> Iterator[Hand | None]:
    """Yield the hand with this number. While searching for the hand, yield None when the caller may pause."""
    for item in _hands_in(logs):
        if item is None:
            yield None
        elif not isinstance(item, BadLine) and item.number == number:
            yield item
            return


def _hands_in(logs: Sequence[LogSource]) -> Iterator[Hand | BadLine | None]:
    """Yield the hands of logs, numbered consecutively. Hands of the history keep their numbers."""
    number = 0
    for log in logs:
        if log.file is None:
            yield from _played_here(games.HOLDEM)
            continue
        for item in log.hands():
            if item is None or isinstance(item, BadLine):
                yield item
            else:
                number += 1
                first, second = map(safe_name, item.names)
                yield ImportedHand(number, replace(item, names=(first, second)), 0, 0, 0)


def _played_here(game: str) -> Iterator[PlayedHand | None]:
    """Yield the hands of a game in the history, latest first."""
    reader = Reader(user_files.home())
    for row in reader.rows(HistoryFilter(game=game)):
        yield None if row is None else reader.take_row(row, HistoryRow.hand)

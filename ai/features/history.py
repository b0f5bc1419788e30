"""Answer the requests about the history and imported logs: lists, results, exports, luck and errors.

These handlers run in the worker process, because only the worker may read large files. Every handler is a
generator. It yields `Progress` every few hundredths of a second, and finally its answer. A request that can't be
answered raises `BadInput` with one sentence.
"""

from __future__ import annotations

import os
import re
import time
from array import array
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Generator, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar, cast
from urllib.parse import unquote, urlsplit

from ai import catalog
from ai.drills.store import FOLDER as DRILLS
from ai.evaluation.decision_luck import HoldemLuck, KuhnLuck
from ai.evaluation.grading import decisions
from ai.evaluation.grading.decisions import own_decisions
from ai.features.held_agents import ADVISERS, held_agent, held_agents
from ai.features.judgements import forget_stored, judge
from ai.knowledge import log_store
from ai.knowledge.importing import import_histories, look_in_folder, name_problem
from ai.knowledge.logs import ASSUMED
from ai.preparation import once_met
from ai.review.analysis import FOLDER as REVIEWS
from ai.steps import run_with_reports
from game.archive import imported, store
from game.archive.export import from_id, pieces
from game.archive.hands import HandPage, PlayedHand
from game.archive.imported import ImportedHand, ImportedHands, ImportedLog, ImportedLogs, LogFilter, RoomHands
from game.archive.lines import HistoryRow
from game.archive.statistics import (
    METHODS,
    ErrorRate,
    HandLuck,
    Luck,
    Statistics,
    Tally,
    statistics_in_steps,
    sum_luck,
)
from game.archive.store import HistoryFilter, Reader
from game.core import Agent, BadInput, ConnectionFailed, KnownStrategy, Player, Progress
from game.features.history import (
    CountRooms,
    ExportHands,
    FindLogHand,
    ForgetLog,
    ListHands,
    ListLogHands,
    ListLogs,
)
from game.files import locks, user_files
from game.histories.files import find_files
from game.match.table_spec import PEOPLE
from game.needs import Need
from game.rules import games
from game.rules.holdem import HOLE_CARDS, HoldemState
from game.rules.kuhn_poker import KuhnState
from game.study.history import (
    AskLuck,
    CountErrors,
    CountLuck,
    CountResults,
    EraseHistory,
    ImportHands,
    ImportLog,
    WatchFolder,
    WrittenHands,
)
from game.study.judgements import Judgement
from game.study.play import AgentKey
from game.texts import plural, text

WRITTEN_AT_ONCE = 25
"""The number of hands between two reports of an export. Each hand is replayed for its cards."""


@ListHands.handler
def list_hands(request: ListHands) -> Iterator[Progress | HandPage[PlayedHand]]:
    return store.page_in_steps(user_files.home(), request.filter, request.offset, request.limit)


@CountResults.handler
def count_results(request: CountResults) -> Iterator[Progress | Statistics]:
    return statistics_in_steps(user_files.home(), request.filter)


@CountRooms.handler
def count_rooms(request: CountRooms) -> Iterator[RoomHands]:
    yield imported.count_rooms(user_files.home() / store.FOLDER)


@ExportHands.handler
def export(request: ExportHands) -> Iterator[Progress | WrittenHands]:
    """Write hands to a file, oldest first.

    A hand that cannot be read, or breaks the rules, is left out, and the answer has a sentence about it.

    Raises:
        BadInput: If the file cannot be written, or no hand is left to write.
    """
    file = _writable(user_files.typed_path(request.file))
    reader = Reader(user_files.home())
    hands: list[PlayedHand] = []
    for item in _wanted_hands(request, reader):
        if isinstance(item, Progress):
            yield item
        else:
            hands.append(item)
    began = time.monotonic()
    parts = []
    left_out: list[str] = []
    for number, piece in enumerate(pieces(_playable(reversed(hands), left_out), request.format), 1):
        parts.append(piece)
        if number % WRITTEN_AT_ONCE == 0:
            yield Progress(number, len(hands), time.monotonic() - began)
    written = len(hands) - len(left_out)
    if left_out and not written:
        raise BadInput(text("input_errors.history.nothing_to_save", reason=left_out[0]))
    locks.write_alone(file, "".join(parts).encode())
    yield WrittenHands(written, (*reader.warnings, *_left_out_sentence(left_out)))


@EraseHistory.handler
def erase_history(request: EraseHistory) -> Iterator[int]:
    forget_stored()
    yield store.erase(user_files.home(), DRILLS, REVIEWS)


def _wanted_hands(request: ExportHands, reader: Reader) -> Iterator[Progress | PlayedHand]:
    """Yield the hands that pass the filter, newest first.

    If the request has ids, yield the hands with these ids instead.
    """
    ids = request.ids
    missing = set(ids or ())
    for row in reader.rows(request.filter):
        if row is None:
            yield reader.progress
        elif ids is not None and not missing:
            return
        elif (hand := reader.take_row(row, HistoryRow.hand)) is not None and (
            ids is None or hand.id in missing
        ):
            missing -= {hand.id}
            yield hand
    for pasted in missing:
        yield from_id(pasted)


def _playable(hands: Iterable[PlayedHand], left_out: list[str]) -> Iterator[PlayedHand]:
    """Yield the hands that follow the rules. The errors of the other hands are appended to `left_out`."""
    for hand in hands:
        try:
            hand.session()
        except BadInput as reason:
            left_out.append(str(reason))
        else:
            yield hand


def _left_out_sentence(left_out: Sequence[str]) -> tuple[str, ...]:
    return (plural("input_errors.history.left_out", len(left_out)),) if left_out else ()


def _writable(file: Path) -> Path:
    """Return `file` after checking that its folder exists and that `file` is not a folder itself.

    Raises:
        BadInput: If there is no such folder, or `file` is a folder.
    """
    if not file.name or file.is_dir():
        raise BadInput(text("input_errors.files.is_folder", file=str(file)))
    if not file.parent.is_dir():
        raise BadInput(text("input_errors.files.no_folder", folder=str(file.parent)))
    return file


T = TypeVar("T")

MAX_CACHED_HANDS = 100_000
MAX_CACHED_ESTIMATORS = 32
EVERY = 100
"""The number of hands of a small game between two reports. In Hold'em every hand is reported."""

_hands: OrderedDict[Hashable, HandLuck] = OrderedDict()
"""The luck of hands, by the hand's id and the version of the opponent's file."""
_costs: OrderedDict[Hashable, tuple[float, ...]] = OrderedDict()
"""The costs in theory of the user's decisions in a hand, by the hand's id."""
_estimators: OrderedDict[Hashable, HoldemLuck | KuhnLuck] = OrderedDict()
"""The estimators of luck, by game, role and opponent."""


@AskLuck.handler
def ask_luck(request: AskLuck) -> Iterator[Progress | tuple[HandLuck, ...]]:
    """Return the luck of each hand.

    Raises:
        BadInput: If the luck of a hand cannot be computed from its record.
    """
    found: list[HandLuck] = []
    began = time.monotonic()
    with held_agents.borrow_bots():
        for hand in request.hands:
            yield from until_ready(hand.game)
            found.append((yield from luck_of_hand(hand)))
            if hand.game == games.HOLDEM or len(found) % EVERY == 0:
                yield progress(len(found), len(request.hands), began)
    yield tuple(found)


@CountLuck.handler
def count_luck(request: CountLuck) -> Iterator[Progress | Luck]:
    """Return the luck of all hands of a game that pass the filter."""
    rows = yield from own_rows(request.filter)
    game = request.filter.game or ""
    yield from until_ready(game)
    began = time.monotonic()
    found: list[HandLuck] = []
    with held_agents.borrow_bots():
        for number, row in enumerate(rows, 1):
            with suppress(BadInput):
                found.append((yield from luck_of_hand(row.hand())))
            if game == games.HOLDEM or number % EVERY == 0:
                yield progress(number, len(rows), began)
    yield sum_luck(game, found, len(rows) - len(found))


@CountErrors.handler
def count_errors(request: CountErrors) -> Iterator[Progress | ErrorRate]:
    """Return the costs of the decisions in the newest hands. Hands that cannot be replayed are left out."""
    rows = yield from own_rows(request.filter)
    game, total = request.filter.game or "", min(request.hands, len(rows))
    began, graded, costs = time.monotonic(), 0, Tally()
    for number, row in enumerate(rows[: request.hands], 1):
        with suppress(BadInput):
            hand = row.hand()
            for cost in (yield from _decision_costs(hand, number, total, began)):
                costs.add(
                    cost / hand.spec.unit_of_hand(hand.number) if hand.game in games.KUHN_GAMES else cost
                )
            graded += 1
        if game == games.HOLDEM or number % EVERY == 0:
            yield progress(number, total, began)
    yield ErrorRate(game, costs, decisions.shipped_ranks().certain_rank(game, costs), graded, len(rows))


def _decision_costs(
    hand: PlayedHand, number: int, total: int, began: float
) -> Generator[Progress, None, tuple[float, ...]]:
    """Yield progress, and return the costs in theory of the user's decisions in hand `number` of `total`.

    The ranks of error rates are about theory. Costs against a known opponent are therefore not used here.
    """
    key = hand.id
    if key not in _costs:
        found = []
        for asked, action in own_decisions(hand):
            for item in judge(replace(asked, opponent=None)):
                if isinstance(item, Judgement):
                    found.append(item.grade(action).sure_cost)
                else:
                    seconds = time.monotonic() - began
                    yield Progress(number - 1, total, seconds, seconds / number * (total - number + 1))
        _keep(_costs, key, tuple(found), MAX_CACHED_HANDS)
    return _costs[key]


def own_rows(wanted: HistoryFilter) -> Generator[Progress, None, list[HistoryRow]]:
    """Return the rows of the user's hands of a game, newest first.

    Raises:
        BadInput: If the filter has no game.
    """
    if wanted.game is None:
        raise BadInput("Luck and skill are counted for one game at a time: name it.")
    reader = Reader(user_files.home())
    rows: list[HistoryRow] = []
    for row in reader.rows(wanted):
        if row is None:
            yield reader.progress
        elif PEOPLE[0] in row.seats:
            rows.append(row)
    return rows


def luck_of_hand(hand: PlayedHand) -> Generator[Progress, None, HandLuck]:
    """Return the luck of one of the user's hands. Yield progress while the opponent's program is asked.

    Raises:
        BadInput: If the user did not play the hand.
    """
    seat = hand.own_seat
    if seat is None or hand.net is None:
        raise BadInput(text("input_errors.history.not_played"))
    unit = hand.spec.unit_of_hand(hand.number)
    if (
        hand.deal is not None
    ):  # the cards of most opponents are unknown, and the known cards are a biased sample
        return HandLuck(hand.net / unit, hand.net / unit, known=False)
    if METHODS[hand.game] == "none":
        return HandLuck(hand.net / unit, hand.net / unit)
    if _is_against_program(hand):  # it may keep us waiting
        return (yield from run_with_reports(partial(_estimate, hand)))
    return _estimate(hand)


def _estimate(hand: PlayedHand) -> HandLuck:
    """Return the luck of a hand, with the opponent's strategy if it is known.

    If the opponent's program fails, the strategy counts as unknown.
    """
    try:
        return _estimate_against(hand, *_opponent(hand))
    except ConnectionFailed:
        return _estimate_against(hand, None, None)


def _estimate_against(hand: PlayedHand, agent: Agent | None, edition: Hashable) -> HandLuck:
    key = hand.id, edition
    if key not in _hands:
        assert hand.net is not None
        unit = hand.spec.unit_of_hand(hand.number)
        session = hand.session()
        player = session.get_player(hand.own_seat or 0)
        estimator = _estimator(hand, player, agent, edition)
        if isinstance(estimator, HoldemLuck):
            dealt = session.steps[HOLE_CARDS - 1 :]
            adjusted = estimator.estimate([cast(HoldemState, step.state) for step in dealt])
        else:
            adjusted = estimator.estimate(cast(KuhnState, session.state))
        _keep(_hands, key, HandLuck(hand.net / unit, adjusted / unit, estimator.known), MAX_CACHED_HANDS)
    return _hands[key]


def until_ready(game: str) -> Iterator[Progress]:
    if game == games.HOLDEM:
        yield from once_met(Need.BLUEPRINT)


def _is_against_program(hand: PlayedHand) -> bool:
    try:
        return bool(catalog.find(hand.game, hand.opponent or "", hand.spec.blinds).command)
    except BadInput:
        return False


def _opponent(hand: PlayedHand) -> tuple[Agent | None, Hashable]:
    """Return the agent that was the user's opponent in a hand, and the agent's cache key.

    Both are None if the agent is not available, or has changed since the hand. If the hand does not record the
    agent's version, the agent counts as unchanged.
    """
    name = hand.opponent
    if name is None or name in PEOPLE:
        return None, None
    key = AgentKey(hand.game, name, hand.spec.blinds)
    version = hand.versions[1 - (hand.own_seat or 0)]
    try:
        if version and catalog.find(key.game, key.name, key.blinds).version != version:
            return None, None
        return held_agents.take(key)
    except (BadInput, ConnectionFailed):
        return None, None


def _estimator(
    hand: PlayedHand, player: Player, agent: Agent | None, edition: Hashable
) -> HoldemLuck | KuhnLuck:
    root = games.initial_state(hand.game, blinds=hand.spec.blinds)
    rules = root.rules if isinstance(root, KuhnState) else None
    key = (
        hand.game,
        rules,
        player,
        edition,
        id(agent),
    )  # a program ends with its table and is then another agent
    if key not in _estimators:
        if rules is None:
            estimator: HoldemLuck | KuhnLuck = HoldemLuck(player, agent)
        else:
            perfect = held_agent(AgentKey(hand.game, ADVISERS[hand.game], hand.spec.blinds))
            known = agent if isinstance(agent, KnownStrategy) else None
            estimator = KuhnLuck(rules, player, cast(KnownStrategy, perfect), known)
        _keep(_estimators, key, estimator, MAX_CACHED_ESTIMATORS)
    return _estimators[key]


def _keep(cache: OrderedDict[Hashable, T], key: Hashable, value: T, size: int) -> None:
    """Cache a value, and drop the oldest value if the cache has more than `size` values."""
    cache[key] = value
    if len(cache) > size:
        cache.popitem(last=False)


def progress(done: int, total: int, began: float) -> Progress:
    seconds = time.monotonic() - began
    return Progress(done, total, seconds, seconds / done * (total - done))


MAX_CACHED_FILTERS = 4
"""The number of filters whose indices are cached. An index takes four bytes per hand."""

_QUOTED = re.compile(r"""(["'])(.*)\1""")


@ImportLog.handler
def import_log(request: ImportLog) -> Iterator[Progress | ImportedLog]:
    files = parse_files(request.paths)
    yield from log_store.import_logs(user_files.home(), files, request.table or ASSUMED)


@ImportHands.handler
def import_hands(request: ImportHands) -> Iterator[Progress | ImportedHands]:
    """Import hands of poker rooms into the history.

    Raises:
        BadInput: If no file is named, no file contains a hand, or the history cannot be written.
    """
    files = find_files(parse_files(request.paths))
    for item in import_histories(user_files.home(), files, dict(request.names)):
        if isinstance(item, ImportedHands) and not item.read and not any(one.hands for one in item.skipped):
            raise BadInput(name_problem(item))
        yield item


@WatchFolder.handler
def watch_folder(request: WatchFolder) -> Iterator[Progress | ImportedHands]:
    """Import the new hands of a folder.

    Raises:
        BadInput: If the path is not a folder, or the history cannot be written.
    """
    folder, *more = parse_files(request.folder)
    if more:
        raise BadInput(text("input_errors.logs.one_folder"))
    yield from look_in_folder(user_files.home(), folder, is_first=request.is_first)


@ListLogs.handler
def list_logs(request: ListLogs) -> Iterator[ImportedLogs]:
    yield log_store.all_logs(user_files.home())


@ListLogHands.handler
def list_log_hands(request: ListLogHands) -> Iterator[Progress | HandPage[ImportedHand]]:
    """Return a page of a log's hands in the order of the log."""
    wanted, offset = request.filter, request.offset
    indices = yield from _indices(wanted)
    some = list(indices[offset : offset + request.limit])
    yield HandPage(log_store.hands_at(user_files.home(), wanted, some), len(indices))


@FindLogHand.handler
def find_log_hand(request: FindLogHand) -> Iterator[Progress | int]:
    indices = yield from _indices(request.filter)
    yield min(bisect_left(indices, request.number), max(0, len(indices) - 1))


@ForgetLog.handler
def forget_log(request: ForgetLog) -> Iterator[None]:
    log_store.forget(user_files.home(), request.id)
    yield None


def parse_files(typed: str) -> list[Path]:
    """Return the files in a text that the user typed, dropped or pasted: paths or file:// addresses, quoted or not.

    Raises:
        BadInput: If the text names no file.

    >>> [file.name for file in parse_files("'/logs/a b.log' ; file:///logs/c%20d.phhs")]
    ['a b.log', 'c d.phhs']
    """
    whole = _file(typed)
    if whole is not None and os.path.exists(whole):
        return [whole]
    files = [file for file in map(_file, typed.split(";")) if file is not None]
    if not files:
        raise BadInput(text("input_errors.logs.no_path"))
    return files


_filtered_indices: OrderedDict[tuple[Path, LogFilter], Sequence[int]] = OrderedDict()


def _indices(wanted: LogFilter) -> Generator[Progress, None, Sequence[int]]:
    """Return the indices of the hands that pass a filter. A log never changes, so the result is cached."""
    key, began = (user_files.home(), wanted), time.monotonic()
    if key not in _filtered_indices:
        found = array("i")
        for some in log_store.find_matches(*key):
            found.extend(some)
            yield Progress(len(found), None, time.monotonic() - began)
        _filtered_indices[key] = found
    _filtered_indices.move_to_end(key)
    if len(_filtered_indices) > MAX_CACHED_FILTERS:
        _filtered_indices.popitem(last=False)
    return _filtered_indices[key]


def _file(typed: str) -> Path | None:
    """Return the file in a typed text, or None if the text is empty."""
    words = typed.strip()
    if quoted := _QUOTED.fullmatch(words):
        words = quoted[2]
    if words.lower().startswith("file://"):
        words = unquote(urlsplit(words).path)
    return Path(os.path.expanduser(words)) if words else None

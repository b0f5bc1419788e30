"""Read node locks from a file: fixed strategies of chosen hands at decisions of a spot.

The file is YAML or JSON, and contains one lock or a list of locks. The frequencies of a hand are fractions or
percentages. The frequencies are a list in the order of the actions, or a mapping from actions to frequencies,
which may omit actions. A text such as `fold 40%, call 60%` is allowed, too. If hands or locks overlap, the
later entry replaces the earlier entry.

    - line: check, bet 50
      hands: {all: {call: 100}, "pair & !A*": [0.2, 0.8, 0], AsKs: {raise 150: 0.5, fold: 0.5}}

The JSON output of `solve --line` can also be read. This output is read as a lock of all hands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ai.hands.combos import HANDS, Bools, unblocked_hands
from ai.solver.betting import DECISION
from ai.solver.lines import Catchers, find_action, read_line, select_hands, write_line
from ai.solver.mixes import Lock, Strategy
from ai.solver.results import DIGITS
from ai.solver.spot import SIDES, Spot
from ai.solver.streets import StreetTables, find_state
from ai.solver.walk import Walk
from game.core import BadInput
from game.files import yaml_text
from game.match.spot_texts import read_number
from game.quoting import quoted
from game.rules.cards import Card, names
from game.study.solved import LockSummary
from game.texts import join_list, text

ALL = "all"
KEYS = ("line", "hands")
MAX_NAMES = 40  # characters of the names of hands in the summary of a lock
TOLERANCE, PERCENT = 0.002, 100
EXAMPLE = 'write it like {line: "check, bet 50", hands: {all: {call: 1}, AsKs: [0.2, 0.8]}}'


@dataclass(frozen=True, slots=True)
class PaintedLock:
    """A lock from a file, and its description."""

    lock: Lock
    summary: LockSummary


@dataclass(frozen=True, slots=True)
class PrintedLock:
    """A lock of a solve, as the command prints it.

    Attributes:
        player: "oop" or "ip".
        line: The actions and cards before the decision.
        hands: The hands as the user named them, "all" for the whole range.
        locked_hands: The number of locked hands.
        actions: The actions of the decision.
        frequencies: The share of each action over the locked hands.
    """

    player: str
    line: str
    board: str
    hands: str
    locked_hands: int
    actions: tuple[str, ...]
    frequencies: tuple[float, ...]


def read_locks(
    file: Path, spot: Spot, streets: Sequence[StreetTables], reason: str = ""
) -> list[PaintedLock]:
    """Return the locks of a file, one for each decision.

    Args:
        file: A YAML or JSON file.
        spot: The spot.
        streets: The trees of the spot.
        reason: A sentence for the error message, with the reason why a lock may not fit the trees.

    Raises:
        BadInput: If the file cannot be read, or if a lock does not fit the trees.
    """
    try:
        document = yaml_text.read_file(file)
    except FileNotFoundError:
        raise BadInput(f"There is no file of locks {quoted(str(file))}.") from None
    try:
        return parse_locks(document, spot, streets)
    except BadInput as sentence:
        raise BadInput(f"{file.name}: {sentence} {reason}".rstrip()) from None


def parse_locks(document: object, spot: Spot, streets: Sequence[StreetTables]) -> list[PaintedLock]:
    """Return the locks of a document, one for each decision.

    Raises:
        BadInput: If the document contains no locks, or if a lock does not fit the trees.
    """
    entries = document if isinstance(document, list) else [document]
    found: dict[tuple[object, object], PaintedLock] = {}
    for number, entry in enumerate(entries, 1):
        try:
            painted = _parse_lock(entry, spot, streets)
        except BadInput as sentence:
            where = f"lock {number}: " if len(entries) > 1 else ""
            raise BadInput(f"{where}{sentence}") from None
        decision = painted.lock.actions, painted.lock.cards
        found[decision] = _merge(found[decision], painted) if decision in found else painted
    if not found:
        raise BadInput(f"it holds no lock; {EXAMPLE}.")
    return list(found.values())


def _merge(first: PaintedLock, second: PaintedLock) -> PaintedLock:
    """Merge two locks of the same decision. For hands in both locks, the second lock counts."""
    strategy = np.where(np.isfinite(second.lock.strategy), second.lock.strategy, first.lock.strategy)
    lock = Lock(second.lock.actions, second.lock.cards, strategy)
    named = first.summary.hands, second.summary.hands
    hands = _shorten(",".join(named)) if all(named) else ""
    return PaintedLock(lock, LockSummary(lock.actions, lock.cards, second.summary.player, hands, "", 0.0))


def _parse_lock(entry: object, spot: Spot, streets: Sequence[StreetTables]) -> PaintedLock:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("hands"), Mapping):
        raise BadInput(f"a lock has a line and its hands; {EXAMPLE}.")
    line, listed = entry.get("line"), entry.get("actions")
    if listed is None and (unknown := next((key for key in entry if key not in KEYS), None)) is not None:
        raise BadInput(f"unknown key {quoted(unknown)}; {EXAMPLE}.")
    if line is not None and not isinstance(line, str):
        raise BadInput(f"its line {quoted(line)} is not a text; {EXAMPLE}.")
    actions, cards = read_line(streets, line or "", spot.pot)
    state = find_state(streets, actions, cards)
    node = streets[state.street].trees.nodes[state.node]
    if node.kind != DECISION:
        raise BadInput(f"nobody acts after {quoted(line or '')}.")
    if listed not in (None, list(node.actions)):
        raise BadInput(
            f"its actions are {quoted(listed)}, those of the decision are {', '.join(node.actions)}."
        )
    strategy = paint(entry["hands"], node.actions, spot.ranges[node.player] > 0, (*spot.board, *cards))
    hands = _shorten(",".join(map(str, entry["hands"])))
    summary = LockSummary(actions, cards, node.player, "" if hands == ALL else hands, "", 0.0)
    return PaintedLock(Lock(actions, cards, strategy), summary)


def paint(
    hands: Mapping[Any, Any],
    actions: Sequence[str],
    held: Bools,
    board: Sequence[Card],
    catchers: Catchers | None = None,
) -> Strategy:
    """Return the strategy of the hands for which shares are given, float64[1326, actions], NaN for other hands.

    Args:
        hands: The shares of each action, by the names of hands. Later entries replace earlier entries.
        actions: The actions of the decision.
        held: bool[1326], the range of the player to act.
        board: The board.
        catchers: A function that returns the mask of the bluff-catchers. None if they are not known.

    Raises:
        BadInput: If hands or shares cannot be read, or if the range contains none of the hands.
    """
    strategy = np.full((len(HANDS), len(actions)), np.nan)
    for name, given in hands.items():
        words = "" if str(name).strip().lower() == ALL else str(name)
        strategy[select_hands(words, board, catchers)] = _shares(given, actions, str(name))
    strategy[~held | ~unblocked_hands(board)] = np.nan
    if not np.isfinite(strategy).any():
        raise BadInput(text("solver_errors.shares.no_hand", board=names(board)))
    return strategy


def read_painted(typed: str) -> dict[str, list[float] | dict[str, float]]:
    """Parse a line with shares for hands, and return the shares by the names of the hands.

    Shares are relative: they need not add up to 1.

    >>> read_painted("AA: 20 80; pair & !22: 1, 1; KK: fold 40%, call 60%")
    {'AA': [20.0, 80.0], 'pair & !22': [50.0, 50.0], 'KK': {'fold': 40.0, 'call': 60.0}}

    Raises:
        BadInput: If a part doesn't consist of hands, a colon and shares.
    """
    found: dict[str, list[float] | dict[str, float]] = {}
    for part in filter(str.strip, typed.split(";")):
        name, colon, words = part.rpartition(":")
        shares = _split_shares(words)
        try:
            weights = [read_number(share.removesuffix("%")) for _, share in shares]
        except BadInput:
            weights = []
        actions = [action for action, _ in shares]
        repeats = any(actions) and len({*actions}) < len(actions)
        if not colon or not name.strip() or repeats or not sum(weights) > 0 or min(weights) < 0:
            raise BadInput(text("solver_errors.shares.unreadable", part=quoted(part.strip())))
        percentages = [PERCENT * weight / sum(weights) for weight in weights]
        found.pop(name.strip(), None)
        found[name.strip()] = dict(zip(actions, percentages, strict=True)) if any(actions) else percentages
    return found


def list_locks(walk: Walk, summaries: Sequence[LockSummary]) -> list[PrintedLock]:
    """Return the locks of a solve with the resulting frequencies."""
    found: list[PrintedLock] = []
    for lock, summary in zip(walk.game.locks, summaries, strict=True):
        state = walk.at(lock.actions, lock.cards)
        which = np.asarray(np.isfinite(lock.strategy).all(axis=1))
        found.append(
            PrintedLock(
                SIDES[summary.player],
                write_line(lock.actions, lock.cards, walk.game.streets),
                names(state.board),
                summary.hands or ALL,
                int(which.sum()),
                state.actions,
                tuple(round(share, DIGITS) for share in state.frequencies(which)),
            )
        )
    return found


def _split_shares(words: str) -> list[tuple[str, str]]:
    """Split a text into pairs of action and share. If the text has only shares, the actions are "".

    >>> _split_shares("fold 40%, bet 50: 0.6"), _split_shares("20 80%"), _split_shares("call")
    ([('fold', '40%'), ('bet 50', '0.6')], [('', '20'), ('', '80%')], [('call', '100%')])
    """
    if not re.search("[a-z]", words, re.IGNORECASE):
        return [("", share) for share in words.replace(",", " ").split()]
    parts = re.split(r",|(?<=%)\s+(?=[a-z])", words, flags=re.IGNORECASE)
    named = [re.split(r"[\s:=]+(?=\S+$)", part.strip(), maxsplit=1) for part in parts]
    return [(one[0], one[1] if len(one) > 1 else "100%") for one in named]


def _shares(given: Any, actions: Sequence[str], name: str) -> Strategy:
    """Return the shares of the actions, float64[actions] with sum 1.

    Raises:
        BadInput: If `given` holds no shares of these actions. The message names the hands.
    """
    if isinstance(given, Mapping) and "strategy" in given:
        given = given["strategy"]
    if isinstance(given, str) and (written := _split_shares(given)):
        is_named = any(action for action, _ in written)
        pairs = written if is_named else None
        given = [share for _, share in written]
    else:
        pairs = list(given.items()) if isinstance(given, Mapping) else None
    if pairs is not None:
        by_action: dict[str, float] = {}
        for word, share in pairs:
            action = find_action(actions, str(word))
            if action in by_action:
                raise BadInput(text("solver_errors.shares.twice", hands=quoted(name), action=quoted(action)))
            by_action[action] = _number(share, name)
        shares = [by_action.get(action, 0.0) for action in actions]
    elif isinstance(given, list) and len(given) == len(actions):
        shares = [_number(share, name) for share in given]
    else:
        first, last = actions[0], actions[-1]
        fields = {"hands": quoted(name), "actions": join_list(*actions), "first": first, "last": last}
        raise BadInput(text("solver_errors.shares.missing", **fields))
    total = sum(shares)
    if not (abs(total - 1) <= TOLERANCE or abs(total - PERCENT) <= PERCENT * TOLERANCE):
        units = [str(share) for share in (given.values() if isinstance(given, Mapping) else given)]
        if 0 < sum(share.endswith("%") for share in units) < len(units):
            shown = join_list(*units)
            raise BadInput(text("solver_errors.shares.mixed_units", hands=quoted(name), shares=shown))
        raise BadInput(text("solver_errors.shares.wrong_total", hands=quoted(name), total=f"{total:.6g}"))
    return np.array(shares) / total


def _number(share: object, name: str) -> float:
    """Return a share as a float. `share` may be a text, because YAML reads `3e-06` as a text."""
    try:
        number = read_number(share.removesuffix("%")) if isinstance(share, str) else share
        if isinstance(share, str) and share.endswith("%") and isinstance(number, float):
            number /= PERCENT
    except BadInput:
        number = None
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= PERCENT:
        raise BadInput(text("solver_errors.shares.no_share", hands=quoted(name), share=quoted(share)))
    return float(number)


def _shorten(words: str) -> str:
    return words if len(words) <= MAX_NAMES else f"{words[: MAX_NAMES - 3]}..."

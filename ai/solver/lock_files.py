"""Locks in a file: what chosen hands do at decisions of a spot, painted hand by hand.

The file is YAML or JSON: one lock or a list of them. The shares of a hand follow the actions of the decision, or
name some of them, as fractions or in percent. Later hands and locks replace earlier ones.

    - line: check, bet 50
      hands: {all: {call: 100}, "pair & !A*": [0.2, 0.8, 0], AsKs: {raise 150: 0.5, fold: 0.5}}

The JSON that `solve --line` prints is a lock of all hands, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ai.hands.combos import HANDS
from ai.solver.betting import DECISION
from ai.solver.lines import find_action, read_line, select_hands
from ai.solver.mixes import Lock, Strategy
from ai.solver.spot import Spot
from ai.solver.streets import StreetTables, find_state
from game.core import BadInput
from game.files import yaml_text
from game.match.typed_numbers import read_number
from game.quoting import quoted
from game.rules.cards import names
from game.study.solved import LockSummary

ALL = "all"
KEYS = ("line", "hands")
MAX_NAMES = 40  # letters of the hands in the summary of a lock
TOLERANCE, PERCENT = 0.002, 100
EXAMPLE = 'write it like {line: "check, bet 50", hands: {all: {call: 1}, AsKs: [0.2, 0.8]}}'


@dataclass(frozen=True, slots=True)
class PaintedLock:
    """A lock of a file, and its description."""

    lock: Lock
    summary: LockSummary


def read_locks(file: Path, spot: Spot, streets: Sequence[StreetTables]) -> list[PaintedLock]:
    """Return the locks of a file, one for each decision.

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
        raise BadInput(f"{file.name}: {sentence}") from None


def parse_locks(document: object, spot: Spot, streets: Sequence[StreetTables]) -> list[PaintedLock]:
    """Return the locks of a document, one for each decision.

    Raises:
        BadInput: If the document holds no locks, or if one does not fit the trees.
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
    """Return both locks of a decision as one. The hands of the second replace those of the first."""
    strategy = np.where(np.isfinite(second.lock.strategy), second.lock.strategy, first.lock.strategy)
    lock = Lock(second.lock.actions, second.lock.cards, strategy)
    hands = _shorten(f"{first.summary.hands},{second.summary.hands}")
    return PaintedLock(lock, LockSummary(lock.actions, lock.cards, second.summary.player, hands, "", 0.0))


def _parse_lock(entry: object, spot: Spot, streets: Sequence[StreetTables]) -> PaintedLock:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("hands"), Mapping):
        raise BadInput(f"a lock has a line and its hands; {EXAMPLE}.")
    actions, cards = read_line(streets, str(entry.get("line") or ""))
    state = find_state(streets, actions, cards)
    node = streets[state.street].trees.nodes[state.node]
    if node.kind != DECISION:
        raise BadInput(f"nobody acts after {quoted(str(entry.get('line') or ''))}.")
    if (listed := entry.get("actions")) is not None and list(listed) != list(node.actions):
        raise BadInput(
            f"its actions are {quoted(listed)}, those of the decision are {', '.join(node.actions)}."
        )
    board = (*spot.board, *cards)
    strategy = np.full((len(HANDS), len(node.actions)), np.nan)
    for name, given in entry["hands"].items():
        words = "" if str(name).strip().lower() == ALL else str(name)
        strategy[select_hands(words, board)] = _shares(given, node.actions, str(name))
    held = spot.ranges[node.player] > 0
    strategy[~held] = np.nan
    if not np.isfinite(strategy).any():
        raise BadInput(f"none of its hands is in the range on {names(board)}.")
    hands = _shorten(",".join(map(str, entry["hands"])))
    summary = LockSummary(actions, cards, node.player, "" if hands == ALL else hands, "", 0.0)
    return PaintedLock(Lock(actions, cards, strategy), summary)


def _shares(given: Any, actions: Sequence[str], name: str) -> Strategy:
    """Return the shares of the actions, float64[actions]. They add up to 1.

    Raises:
        BadInput: If they are no shares. It names the hands.
    """
    if isinstance(given, Mapping) and "strategy" in given:
        given = given["strategy"]
    if isinstance(given, Mapping):
        shares = [0.0] * len(actions)
        for word, share in given.items():
            shares[actions.index(find_action(actions, str(word)))] = _number(share, name)
    elif isinstance(given, list) and len(given) == len(actions):
        shares = [_number(share, name) for share in given]
    else:
        raise BadInput(
            f"{quoted(name)} needs a share of each action ({', '.join(actions)}), like [0.5, 0.5]."
        )
    total = sum(shares)
    if not (abs(total - 1) <= TOLERANCE or abs(total - PERCENT) <= PERCENT * TOLERANCE):
        raise BadInput(f"{quoted(name)}: its shares add up to {total:.6g}, not to 1 or 100.")
    return np.array(shares) / total


def _number(share: object, name: str) -> float:
    """Return a share. YAML reads `3e-06` as a text."""
    try:
        number = read_number(share.removesuffix("%")) if isinstance(share, str) else share
    except BadInput:
        number = None
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= PERCENT:
        raise BadInput(f"{quoted(name)}: {quoted(share)} is not a share from 0 to 1, or a percentage.")
    return float(number)


def _shorten(words: str) -> str:
    return words if len(words) <= MAX_NAMES else f"{words[: MAX_NAMES - 3]}..."

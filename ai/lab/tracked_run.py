"""A run of the lab: its settings, its game, and a CFR solver whose regrets and strategies are recorded.

The kernels record regrets and strategies during the run (ai/algorithms/cfr_kernels.py). A run advances in chunks of
iterations. After each chunk, the average strategies and their NashConv are computed for all points of the chunk
together. Each part of a run includes the solver's state at the end of the part. From this state, any process can
continue the run bit for bit.

Classic Kuhn poker has a family of equilibria. Player 0 bluffs the queen with any probability alpha up to 1/3, bets
the ace with probability 3 alpha, and calls with the king with probability alpha + 1/3. Player 1 has only one
equilibrium strategy (Kuhn, "A simplified two-person poker", 1950). `describe_infosets` returns the equilibrium in
the middle of the family, and the derivative of each probability with respect to alpha. All other equilibria follow
from this equilibrium and the derivatives.

A YAML file describes an experiment, with one run for each combination of its lists:

    game: kuhn-half-street
    blinds: [1, 2, 1/4]
    variants: [cfr+, chance-sampled]
    iterations: 25000
    seeds: [0, 1, 2]
    track: [current, average, regret, nash_conv]
    every: 10

Missing keys have the defaults of `LabSettings`. An unknown key is an error that lists the known keys. Error
messages shorten the values that they quote, because a few lines of YAML with aliases can expand to a huge text.
"""

from __future__ import annotations

import json
import time
from array import array
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ai.agents import small_games
from ai.algorithms.best_response import Exploitability, expected_returns
from ai.algorithms.cfr_kernels import Notes, Trace
from ai.algorithms.game_tree import GameTree, SolverState, StrategyTable, flatten
from ai.algorithms.solver import Solver
from ai.algorithms.variants import DESCRIPTIONS, FAMILY, Sampled
from game.core import BadInput
from game.files import damage, yaml_text
from game.match import terminal
from game.quoting import quoted
from game.rules import games
from game.rules.kuhn_poker import MOVE_LETTERS, KuhnState, Move, classic, half_street
from game.study.lab import (
    AVERAGE,
    CURRENT,
    MAX_ITERATIONS,
    NASH_CONV,
    NO_NODE,
    REGRET,
    START,
    TRACKED,
    LabNode,
    LabPart,
    LabSets,
    LabSettings,
    LabTree,
    LabVariant,
    tracked_segment,
)
from game.texts import number, text

MAX_ALPHA = 1 / 3


def first_state(settings: LabSettings) -> KuhnState:
    return classic() if settings.game == games.KUHN_POKER else half_street(settings.blinds)


@lru_cache(maxsize=16)
def game_tree(root: KuhnState) -> GameTree:
    return flatten(root)


def describe_infosets(settings: LabSettings) -> LabSets:
    """Return the information sets of a game, its equilibrium, and the variants of CFR that find the equilibrium."""
    root = first_state(settings)
    infosets = game_tree(root).infosets
    equilibrium = small_games.by_name(small_games.EQUILIBRIUM, root.rules)
    sequences = [(index, turn) for index, one in enumerate(infosets) for turn in range(len(one.actions))]
    family = settings.game == games.KUHN_POKER
    return LabSets(
        keys=tuple(one.key for one in infosets),
        players=tuple(one.player for one in infosets),
        actions=tuple(tuple(MOVE_LETTERS[action] for action in one.actions) for one in infosets),
        sequences=tuple(sequences),
        equilibrium=tuple(equilibrium.table[one.key][action] for one in infosets for action in one.actions),
        value=expected_returns(root, (equilibrium.strategy, equilibrium.strategy))[0],
        variants=variants(),
        alpha=small_games.CLASSIC_BLUFF if family else 0.0,
        max_alpha=MAX_ALPHA if family else 0.0,
        per_alpha=tuple(_growth(one.key, action) for one in infosets for action in one.actions)
        if family
        else (),
    )


def variants() -> tuple[LabVariant, ...]:
    """Return the variants of CFR."""
    return tuple(
        LabVariant(name, DESCRIPTIONS[name], isinstance(one, Sampled)) for name, one in FAMILY.items()
    )


def drawn_tree(settings: LabSettings) -> LabTree:
    """Return the tree of a game. The index of a node is the index of its history in the solver's arrays."""
    root = first_state(settings)
    rows = game_tree(root).histories
    return LabTree(
        tuple(
            LabNode(
                parent=int(rows.parent[number]) if number else NO_NODE,
                step=state.history[-1:],
                player=state.current_player(),
                infoset=int(rows.infoset[number]),
                payoff=float(rows.payoff[number]),
                chance=float(rows.chance[number]),
            )
            for number, state in enumerate(_histories(root))
        )
    )


def _histories(root: KuhnState) -> list[KuhnState]:
    """Return every history in the order of the solver's arrays."""
    found = [root]
    for state in found:  # grows while it is walked
        found.extend(map(state.child, state.legal_actions()))
    return found


def _growth(key: str, action: int) -> float:
    """Return the derivative of an action's equilibrium probability with respect to alpha, in classic Kuhn poker."""
    bets = {"A": 3.0, "Q": 1.0, "Kpb": 1.0}.get(key, 0.0)
    return bets if action == Move.BET else -bets


PART_SECONDS = 0.04
CHUNK_ITERATIONS = 25_000
"""The number of iterations between two checks of the time, which are some ten milliseconds apart."""
CHUNK_POINTS = 1_000
"""The number of points that are recorded together, so that they fit into the processor's cache."""


@dataclass(frozen=True, slots=True)
class TrackedSegment:
    """The tracked points of a part of a run, and the solver's state at the end of the part."""

    tracked: LabPart
    totals: bytes


class TrackedRun:
    """A run of the lab after `iteration`.

    If `iteration` is START, the run has no part yet. The first part includes iteration 0.
    """

    def __init__(self, settings: LabSettings) -> None:
        self.settings = settings
        self.iteration = START
        self._solver = _solver(settings)

    def resume(self, iteration: int, totals: bytes) -> None:
        """Set the run to the state after `iteration`, the end of a part.

        Raises:
            BadInput: If the part is damaged, or is from another game.
        """
        self._solver.resume(iteration, read_totals(totals, self._solver.tree.first[-1]))
        self.iteration = iteration

    def advance(self, upto: int, seconds: float = PART_SECONDS) -> TrackedSegment:
        """Run for `seconds`, or until iteration `upto`, and return the part.

        The point at the end of the part is always tracked.
        """
        after, end = self.iteration, time.perf_counter() + seconds
        points = _Points(self._solver, self.settings)
        if after == START:
            points.add_start()
            self.iteration = 0
        while self.iteration < upto:
            self._chunk(upto, points)
            if time.perf_counter() >= end:
                break
        return TrackedSegment(points.part(after, self.iteration), totals_to_bytes(self._solver.totals()))

    def average(self) -> StrategyTable:
        return self._solver.tree.table(self._solver.average())

    def exploitability(self) -> Exploitability:
        return self._solver.exploitability()

    def _chunk(self, upto: int, points: _Points) -> None:
        every, end = tracked_segment(self.iteration, self.settings.every)
        stop = min(upto, end, self.iteration + min(CHUNK_ITERATIONS, CHUNK_POINTS * every))
        aligned = stop - stop % every
        if stop == upto and self.iteration >= aligned:  # a point beside the schedule
            self._solver.iterate(stop - self.iteration - 1)
            every = 1
        elif stop == upto:
            stop = aligned
        points.add(self._solver.track(stop - self._solver.iteration, every))
        self.iteration = stop


def totals_to_bytes(totals: SolverState) -> bytes:
    """Return the solver's state as bytes: float64[3 * sequences], uint64[1], little-endian."""
    numbers = np.concatenate((totals.regret, totals.strategy, totals.strategy_sum))
    return numbers.astype("<f8").tobytes() + totals.dice.astype("<u8").tobytes()


def read_totals(stored: bytes, sequences: int) -> SolverState:
    """Read the result of `totals_to_bytes`.

    Raises:
        BadInput: If the bytes are damaged, or are from a game with other information sets.
    """
    if len(stored) != 8 * (3 * sequences + 1):
        raise BadInput(text("agent_errors.lab.other_game"))
    numbers = np.frombuffer(stored, "<f8", 3 * sequences).astype(np.float64)
    if not np.isfinite(numbers).all() or (numbers[sequences:] < 0).any():
        raise BadInput(text("agent_errors.lab.no_strategy"))
    regret, strategy, strategy_sum = numbers.reshape(3, sequences)
    dice = np.frombuffer(stored, "<u8", 1, 24 * sequences).astype(np.uint64)
    return SolverState(regret, strategy, strategy_sum, dice)


def _solver(settings: LabSettings) -> Solver:
    return Solver(game_tree(first_state(settings)), FAMILY[settings.variant], settings.seed)


def _bytes(values: npt.NDArray[Any]) -> memoryview:
    return values.reshape(-1).view(np.uint8).data


class _Points:
    """Collects the points of a part."""

    def __init__(self, solver: Solver, settings: LabSettings) -> None:
        self._solver = solver
        self._track = settings.track
        self._is_sampled = isinstance(solver.variant, Sampled)
        self._iterations = array("q")
        self._floats = {name: array("f") for name in (CURRENT, AVERAGE, REGRET)}
        self._nash_conv = array("d")
        self._visited = array("i")

    def add(self, trace: Trace) -> None:
        """Add the points that a trace has recorded."""
        self._add(trace.iterations, trace.strategy, trace.strategy_sum, trace.regret)
        if self._is_sampled:
            self._visited.frombytes(_bytes(trace.sampled_history))

    def add_start(self) -> None:
        """Add the point at the start of a run."""
        now = self._solver.totals()
        rows = (one.reshape(1, -1) for one in (now.strategy, now.strategy_sum, now.regret))
        self._add(np.zeros(1, dtype=np.int64), *rows)
        if self._is_sampled:
            self._visited.append(NO_NODE)

    def part(self, after: int, upto: int) -> LabPart:
        """Return the collected points as the part of a run that covers the iterations in (after, upto]."""
        current, average, regret = self._floats.values()
        return LabPart(
            after, upto, self._iterations, current, average, regret, self._nash_conv, self._visited
        )

    def _add(self, iterations: npt.NDArray[np.int64], current: Notes, sums: Notes, regret: Notes) -> None:
        self._iterations.frombytes(_bytes(iterations))
        series = {CURRENT: current, REGRET: regret}
        if AVERAGE in self._track or NASH_CONV in self._track:
            series[AVERAGE], nash_conv = self._solver.measure(sums)
            if NASH_CONV in self._track:
                self._nash_conv.frombytes(_bytes(nash_conv))
        for name, values in self._floats.items():
            if name in self._track:
                values.frombytes(_bytes(series[name].astype(np.float32)))


KEYS = ("game", "blinds", "variants", "iterations", "seeds", "track", "every")
MAX_BLINDS = 1_000_000
MAX_EVERY = 1_000_000
MAX_RUNS = 1_000
MAX_SEED = 2**63 - 1


def checked(settings: LabSettings) -> LabSettings:
    """Check the settings, and return them with the blinds as a number.

    Raises:
        BadInput: If a setting is wrong. The message names the setting.
    """
    if settings.game not in games.KUHN_GAMES:
        known = " and ".join(games.KUHN_GAMES)
        raise BadInput(
            f"The lab solves {known}, not {quoted(settings.game)}: it keeps and draws every history."
        )
    blinds = read_blinds(settings.blinds)
    if settings.game == games.KUHN_POKER and blinds != 1:
        raise BadInput(f"The ante of classic Kuhn poker is 1: S is set for {games.KUHN_HALF_STREET} alone.")
    if settings.variant not in tuple(FAMILY):
        raise BadInput(
            f"There is no variant {quoted(settings.variant)}: the variants are {', '.join(FAMILY)}."
        )
    _check_whole("iterations", settings.iterations, 1, MAX_ITERATIONS)
    _check_whole("seed", settings.seed, 0, MAX_SEED)
    _check_whole("every", settings.every, 1, MAX_EVERY)
    if not isinstance(settings.track, tuple | list):
        raise BadInput(f"Track takes a list from {', '.join(TRACKED)}, not {quoted(settings.track)}.")
    track = tuple(settings.track)
    if unknown := [one for one in track if one not in TRACKED]:
        raise BadInput(f"{quoted(unknown[0])} cannot be tracked: choose from {', '.join(TRACKED)}.")
    return replace(settings, blinds=blinds, track=tuple(one for one in TRACKED if one in track))


def read_blinds(value: object) -> float:
    """Return the blinds S as a number. `value` is a number, or a text such as "1/4".

    >>> read_blinds("1/4"), read_blinds(2)
    (0.25, 2.0)

    Raises:
        BadInput: If `value` is not a number within the limits.
    """
    whole = isinstance(value, int | float) and abs(value) <= MAX_BLINDS
    blinds = terminal.number(str(value)) if whole or isinstance(value, str) else None
    if blinds is None or not 0 < blinds <= MAX_BLINDS:
        raise BadInput(text("agent_errors.lab.blinds", most=number(MAX_BLINDS), value=quoted(value)))
    return blinds


def read_experiment(file: Path) -> tuple[LabSettings, ...]:
    """Return the runs that a YAML file describes.

    Raises:
        BadInput: If the file is missing or has an error. The message names the file.
    """
    try:
        document = yaml_text.read_file(file, yaml_text.TextKeys)
    except FileNotFoundError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from error
    except yaml_text.NotYaml as error:
        if not error.repeated_key:
            raise
        key = quoted(error.repeated_key)
        raise BadInput(
            f"{file.name} has the key {key} more than once: list its values, as in [1, 2]."
        ) from error
    if not isinstance(document, dict):
        raise BadInput(f"{file.name} describes no runs: it needs keys from {', '.join(KEYS)}.")
    if unknown := [str(key) for key in document if key not in KEYS]:
        raise BadInput(f"{file.name} has no key {quoted(unknown[0])}: the keys are {', '.join(KEYS)}.")
    try:
        return _combined(document)
    except BadInput as sentence:
        raise BadInput(f"{file.name}: {sentence}") from sentence


def identity(settings: LabSettings) -> str:
    """Return a text that identifies a run: all settings except the number of iterations."""
    fixed = asdict(settings)
    del fixed["iterations"]
    return json.dumps(fixed, sort_keys=True)


def from_identity(stored: str, iterations: int) -> LabSettings:
    """Read the result of `identity`.

    Raises:
        BadInput: If the text is damaged.
    """
    try:
        fixed = json.loads(stored)
        return checked(LabSettings(**{**fixed, "iterations": iterations, "track": tuple(fixed["track"])}))
    except damage.PARTS as error:
        raise BadInput(text("agent_errors.lab.settings", settings=quoted(stored))) from error


def _combined(document: Mapping[str, Any]) -> tuple[LabSettings, ...]:
    usual = LabSettings(document.get("game", games.KUHN_POKER))
    blinds = _one_or_more(document, "blinds", usual.blinds)
    variants = _one_or_more(document, "variants", usual.variant)
    seeds = _one_or_more(document, "seeds", usual.seed)
    if len(blinds) * len(variants) * len(seeds) > MAX_RUNS:
        raise BadInput(f"more than {MAX_RUNS:,} runs are too many for one file.")
    common = replace(
        usual,
        iterations=document.get("iterations", usual.iterations),
        every=document.get("every", usual.every),
        track=tuple(_as_list(document.get("track", usual.track))),
    )
    return tuple(
        checked(replace(common, blinds=chips, variant=variant, seed=seed))
        for chips, variant, seed in product(blinds, variants, seeds)
    )


def _one_or_more(document: Mapping[str, Any], key: str, usual: object) -> list[Any]:
    """Return the values under a key as a list.

    Raises:
        BadInput: If the list is empty, so that there would be no runs.
    """
    if not (listed := _as_list(document.get(key, usual))):
        raise BadInput(f"{quoted(key)} lists nothing: name one or more, or leave the key out.")
    return listed


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _check_whole(name: str, value: object, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        limits = {"low": f"{low:,}", "high": f"{high:,}"}  # `number` would round the largest seed
        raise BadInput(text(f"agent_errors.lab.{name}", value=quoted(value), **limits))

"""What the window asks of the other process: decisions, values, odds, advice, training, and the archive.

`answer` is a generator, as the worker wants it: it may yield `Progress` and yields its value last; what cannot be
answered is `BadInput`, one sentence for the person. Agents stay loaded between requests, until their file
changes.
"""

from __future__ import annotations

import importlib
import random
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

from ai import catalog
from ai.agents.perfect_agent import PerfectAgent
from ai.evaluation.recorded_play import beaten
from ai.hands.range_strategy import RangeStrategy
from ai.preparation import once_met, prepare
from ai.spare_memory import make_room
from game.core import (
    DEFAULT_BUDGET,
    Action,
    Agent,
    BadInput,
    Belief,
    Decision,
    InformationState,
    Progress,
    Seat,
)
from game.match.series import Stretch, play_stretch
from game.needs import Need
from game.quoting import quoted
from game.rules import games
from game.search import Counsel, SearchReport

Payload = Mapping[str, Any]

ADVISERS = {
    games.TIC_TAC_TOE: "perfect",
    games.KUHN_POKER: "equilibrium",
    games.KUHN_HALF_STREET: "equilibrium",
    games.HOLDEM: "sound",
}
"""The agent of each game whose strategy is the hint."""
TRAINED = "blueprint-200"
"""Whose word goes at Hold'em wherever training has been; of those who play together the nearest depth."""

HOLDEM = "ai.holdem_requests"
RANGES = "ai.lab.range_requests"
ELSEWHERE: Mapping[str, Sequence[str]] = {
    "game.archive.requests": ("history", "statistics", "export", "erase_history"),
    "ai.training_requests": (
        "runs",
        "stored_runs",
        "new_run",
        "train",
        "snapshot",
        "hold",
        "keep",
        "forget_run",
    ),
    "ai.expert_requests": ("experts", "expert_rules", "expert_spot", "expert_copy"),
    "ai.league_requests": ("league", "league_play", "league_export"),
    HOLDEM: ("equity", "duel", "ranges", "odds", "odds_parts", "hand_table", "hand_lookup"),
    "ai.log_requests": ("import_log", "imported_logs", "log_hands", "log_place", "forget_log"),
    "ai.lab.requests": (
        "lab_sets",
        "lab_run",
        "lab_tree",
        "lab_field",
        "lab_policy",
        "lab_runs",
        "lab_forget",
        "lab_experiment",
        "lab_export",
        "lab_values",
        "lab_values_export",
        "lab_learner",
        "lab_lost_line",
    ),
    "ai.lab.alike.requests": ("alike_abstractions", "alike_hand", "alike_neighbours", "alike_pair"),
    "ai.lab.alike.earth": ("alike_earth",),
    RANGES: ("range_agents",),
}
"""What modules of their own answer; each is loaded when it is first asked, so that the first answer comes soon."""

MOST_AGENTS = 16  # held ready at a time
STRETCH_SECONDS = 0.04  # of hands that are played at a stroke


@runtime_checkable
class _Valuing(Protocol):
    """An agent that values what each action leads to."""

    def values(self, info: InformationState) -> Mapping[Action, float]: ...


@runtime_checkable
class _Known(Protocol):
    """An agent whose strategy can be asked."""

    def strategy(self, info: InformationState) -> Mapping[Action, float]: ...


@runtime_checkable
class _Searching(Protocol):
    """An agent whose searches can be followed."""

    def look_ahead(self, info: InformationState, rng: random.Random, cards: int) -> object: ...


def answer(kind: str, payload: Payload) -> Iterator[Any]:
    """Answer one request of the window."""
    if kind not in _ANSWERS and kind not in _STEPWISE:
        known = ", ".join((*_ANSWERS, *_STEPWISE))
        raise BadInput(f"There is no request {quoted(kind)}: the requests are {known}.")
    if kind in _STEPWISE:
        yield from _STEPWISE[kind](payload)
    else:
        yield _ANSWERS[kind](payload)


def _decide(payload: Payload) -> Decision:
    """Let an agent decide; the seed is the die, so the same position meets the same decision."""
    make_room()
    agent = _agent(payload["game"], payload["agent"], payload.get("blinds", 1))
    budget = payload.get("budget") or DEFAULT_BUDGET
    return agent.decide(payload["info"], random.Random(payload["seed"]), budget)


def _hands(payload: Payload) -> Stretch:
    """Play hands between two agents at a stroke, for a moment; what the window would decide one by one."""
    make_room()
    spec = payload["spec"]

    def decide(seat: Seat, info: InformationState, rng: random.Random) -> Decision:
        return _agent(spec.game, spec.seats[seat], spec.blinds).decide(info, rng)

    number, actions, hands = payload["number"], payload["actions"], payload["hands"]
    return play_stretch(spec, number, actions, decide, hands=hands, seconds=STRETCH_SECONDS)


def _strategy(payload: Payload) -> dict[Action, float]:
    """Return the mix of an agent in one information state."""
    return _mix(_agent(payload["game"], payload["agent"], payload.get("blinds", 1)), payload["info"])


def _values(payload: Payload) -> dict[Action, float]:
    """Return what a learner thinks of each square, 0 .. 1 for the player to move."""
    agent = _agent(games.TIC_TAC_TOE, payload["agent"])
    if not isinstance(agent, _Valuing):
        raise BadInput(f"{agent.name} has no values to show.")
    return dict(agent.values(payload["info"]))


def _advice(payload: Payload) -> dict[str, Any]:
    """Return what the best player of the game would do; in tic-tac-toe also what each square brings."""
    game, info = payload["game"], payload["info"]
    adviser = _agent(game, ADVISERS[game], payload.get("blinds", 1))
    advice: dict[str, Any] = {"strategy": _mix(adviser, info)}
    return advice | {"values": dict(adviser.values(info))} if isinstance(adviser, PerfectAgent) else advice


def _counsel(payload: Payload) -> Iterator[Progress | Counsel]:
    """Return what the coach says at Hold'em: the trained strategy where training has been, else counted equity."""
    yield from once_met(Need.BLUEPRINT)
    trained, solid = _agent(games.HOLDEM, TRAINED), _agent(games.HOLDEM, ADVISERS[games.HOLDEM])
    yield from importlib.import_module(HOLDEM).counsel(payload["info"], trained, solid)


def _best_response(payload: Payload) -> dict[str, Any]:
    """Return the best reply to somebody's recorded play, what it wins, and between what that may lie."""
    game, blinds = payload["game"], payload.get("blinds", 1)
    perfect = partial(_mix, _agent(game, ADVISERS[game], blinds))
    found = beaten(games.initial_state(game, blinds=blinds), payload["counts"], perfect)
    return {"exploitability": found.exploitability, "interval": found.interval, "reply": dict(found.reply)}


def _beliefs(payload: Payload) -> Iterator[Progress | Belief]:
    """Return what somebody who sees some cards believes that a player holds, whose strategy is known."""
    yield from once_met(Need.EXPERT)
    game, name, blinds = payload["game"], payload["agent"], payload.get("blinds", 1)
    agent = _agent(game, name, blinds)
    if not isinstance(agent, RangeStrategy):
        raise BadInput(f"{agent.name} cannot give its strategy for every hand.")
    yield from importlib.import_module(HOLDEM).beliefs(payload, agent, _shelf.edition(game, name, blinds))


def _search(payload: Payload) -> Iterator[Progress | SearchReport]:
    """Return what an agent that searches thinks of a decision."""
    agent = _agent(payload["game"], payload["agent"], payload.get("blinds", 1))
    if not isinstance(agent, _Searching):
        raise BadInput(f"{agent.name} does not search: it has nothing to show.")
    begun = agent.look_ahead(payload["info"], random.Random(payload["seed"]), payload["cards"])
    yield from importlib.import_module(HOLDEM).search(begun)


def _ranges(kind: str, payload: Payload) -> Iterator[Any]:
    """Return what an agent does with every hand at the end of a line, or write it down."""
    game, name = games.HOLDEM, payload["agent"]
    agent = _agent(game, name)
    edition = _shelf.edition(game, name, 1)
    yield from importlib.import_module(RANGES).OF_AN_AGENT[kind](payload, agent, edition)


def _elsewhere(module: str, kind: str, payload: Payload) -> Iterator[Any]:
    """Let another module answer."""
    yield from importlib.import_module(module).ANSWERS[kind](payload)


_ANSWERS: Mapping[str, Callable[[Payload], Any]] = {
    "decide": _decide,
    "hands": _hands,
    "strategy": _strategy,
    "values": _values,
    "advice": _advice,
    "best_response": _best_response,
}

_STEPWISE: Mapping[str, Callable[[Payload], Iterator[Any]]] = {
    **{kind: partial(_elsewhere, module, kind) for module, kinds in ELSEWHERE.items() for kind in kinds},
    "beliefs": _beliefs,
    "counsel": _counsel,
    "search": _search,
    **{kind: partial(_ranges, kind) for kind in ("range_node", "range_export")},
    "prepare": prepare,
}
"""What may take longer than a moment: reports first, the value last."""


@dataclass(slots=True)
class _Loaded:
    """An agent, and the file that it was read from as it was then."""

    agent: Agent
    file: Path
    changed: int


@dataclass(slots=True)
class _Shelf:
    """The agents in use, by game, name and blinds; who was not asked for longest gives way."""

    held: OrderedDict[tuple[str, str, float], _Loaded] = field(default_factory=OrderedDict)

    def take(self, game: str, name: str, blinds: float) -> Agent:
        """Return the agent, read again if its file has changed; one whose file has gone stays as it was."""
        known = self.held.get((game, name, blinds))
        if known is None or _changed(known.file) not in (known.changed, 0):
            file = cast(Path, catalog.find(game, name, blinds).file)
            known = _Loaded(catalog.load(game, name, blinds), file, _changed(file))
            self.held[game, name, blinds] = known
        self.held.move_to_end((game, name, blinds))
        if len(self.held) > MOST_AGENTS:
            self.held.popitem(last=False)
        return known.agent

    def edition(self, game: str, name: str, blinds: float) -> tuple[str, str, float, int]:
        """Name an agent that was taken, and the state of its file."""
        return game, name, blinds, self.held[game, name, blinds].changed


_shelf = _Shelf()


def _agent(game: str, name: str, blinds: float = 1) -> Agent:
    return _shelf.take(game, name, blinds)


def _changed(file: Path) -> int:
    return file.stat().st_mtime_ns if file.exists() else 0


def _mix(agent: Agent, info: InformationState) -> dict[Action, float]:
    if not isinstance(agent, _Known):
        raise BadInput(f"{agent.name} cannot give its strategy.")
    return dict(agent.strategy(info))

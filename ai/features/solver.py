"""Answer the requests of the solver page: solves, locks, stored solves, players in logs, and practice hands.

The worker holds the most recently requested solves in memory (`HeldSolves`). After a solve is dropped, the
user must solve the spot again, or open a stored solve.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections import OrderedDict
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from ai.drills.mistakes import keep_mistakes
from ai.drills.store import DrillStore
from ai.features.held_agents import TRAINED, held_agent, held_agents
from ai.knowledge import log_store
from ai.lab import series
from ai.lab.ranges import Mixes, as_range_strategy, decision_spot
from ai.preparation import once_met
from ai.solver import solve_files
from ai.solver.betting import Construction
from ai.solver.board_means import compare_solves
from ai.solver.held_solve import HeldSolve, deal_hand, replay_hand
from ai.solver.lines import select_at
from ai.solver.lock_files import paint, read_painted
from ai.solver.mixes import POT_BLINDS, Lock, agent_mix, table_betting
from ai.solver.results import node_report, run_outs, state_columns, state_document, state_rows, write_ranges
from ai.solver.smaller_trees import smaller_trees
from ai.solver.solving import available_bytes, iteration_seconds, usual_iterations
from ai.solver.spot import IP, OOP
from ai.solver.spot_forms import betting_shape, find_problems, spot_of_texts
from ai.solver.streets import build_streets, memory_bytes
from ai.solver.subgame import Limits, fitting_bits
from ai.steps import in_thread
from game.archive.counts import (
    NO_ACTIONS,
    ActionCounts,
    DecisionKind,
    count_first_decision,
    counts_in_steps,
    get_decision_kind,
    players_in_steps,
)
from game.archive.imported import LogFilter, Reached
from game.archive.store import Reader
from game.core import BUILDING, NODES, BadInput, Progress
from game.features.solver import (
    AskComparison,
    AskDecisionSpot,
    AskHeldSolve,
    AskLoggedMix,
    AskRunOuts,
    AskSolve,
    AskSolved,
    CheckSpot,
    ClearLocks,
    ExportSolved,
    ForgetSolve,
    KeepSolve,
    KeepSpotMistakes,
    ListLoggedPlayers,
    ListSolves,
    OpenSolve,
    PlaySpot,
    SetLock,
    SolveSpot,
    SpotHand,
)
from game.files import locks, user_files
from game.match.spot_texts import SpotTexts
from game.needs import Need
from game.rules import games
from game.study.play import AgentKey
from game.study.solved import (
    MAX_AUTOSAVE_BYTES,
    MIN_LOGGED_HANDS,
    CheckedSpot,
    Comparison,
    DecisionSpot,
    LockSummary,
    LoggedMix,
    LoggedPlayer,
    RunOuts,
    SolvedNode,
    SolveList,
    SolveState,
    StoredSolve,
)
from game.texts import text

MAX_HELD_SOLVES = 2
AUTOSAVE_SECONDS, MAX_WRITING_SHARE = 5.0, 0.05
"""The seconds between autosaves, and the maximum share of the time that autosaves take."""


@dataclass(slots=True)
class HeldSolves:
    """The most recently requested solves by the id of their spot.

    The least recently used solve is dropped first.
    """

    solves: OrderedDict[str, HeldSolve] = field(default_factory=OrderedDict)
    read_file: tuple[str, HeldSolve] | None = None
    """The solve of a file with which another solve was compared, and the name of the file."""

    def find(self, texts: SpotTexts) -> HeldSolve:
        """Return the solve of a spot.

        Raises:
            BadInput: If the solve is not in memory.
        """
        if texts.id not in self.solves:
            raise BadInput(text("input_errors.solves.not_held"))
        self.solves.move_to_end(texts.id)
        return self.solves[texts.id]

    def take(self, solve: HeldSolve) -> HeldSolve:
        """Hold a solve in memory in place of any other solve of the same spot."""
        self.solves[solve.texts.id] = solve
        self.solves.move_to_end(solve.texts.id)
        while len(self.solves) > MAX_HELD_SOLVES:
            self.solves.popitem(last=False)
        return solve

    def read(self, name: str) -> Generator[Progress, None, HeldSolve]:
        """Read a stored solve for a comparison. Yield progress, and return the solve.

        The last solve read is cached.
        """
        if self.read_file is None or self.read_file[0] != name:
            self.read_file = None  # frees its memory
            for item in solve_files.open_solve(name, limits()):
                if isinstance(item, HeldSolve):
                    self.read_file = name, item
                else:
                    yield item
        assert self.read_file is not None
        return self.read_file[1]

    def building(self, texts: SpotTexts) -> Generator[Progress, None, HeldSolve]:
        """Return the solve of a spot. Yield the number of nodes while a thread builds the trees.

        If the solve is in memory, it is returned at once. Closing the generator ends the thread soon.
        """
        if texts.id in self.solves:
            return self.find(texts)
        self.read_file = None
        while len(self.solves) >= MAX_HELD_SOLVES:  # frees memory before the new trees need it
            self.solves.popitem(last=False)
        construction, built = Construction(), list[HeldSolve]()
        spot, allowed = spot_of_texts(texts), limits()
        try:
            for seconds in in_thread(
                lambda: built.append(HeldSolve.start(texts, spot, allowed, construction=construction))
            ):
                yield Progress(0, None, seconds, metrics={NODES: construction.nodes}, doing=BUILDING)
        finally:
            construction.is_abandoned = True
        return self.take(built[0])


held_solves = HeldSolves()
_mixes = Mixes()


def limits() -> Limits:
    """Return the limits of a solve: the free memory, and all cores except one for the window."""
    return Limits(max(1, (os.cpu_count() or 2) - 1), available_bytes())


@CheckSpot.handler
def check(request: CheckSpot) -> Iterator[CheckedSpot]:
    yield checked_spot(request.texts, request.target)


def checked_spot(texts: SpotTexts, target: float) -> CheckedSpot:
    """Return the errors of a spot, or the size of its tree and the estimated seconds to reach the target."""
    problems = find_problems(texts)
    if problems:
        return CheckedSpot(problems)
    spot, limit = spot_of_texts(texts), limits()
    shape = betting_shape(texts, spot.stack)
    try:
        streets = build_streets(spot, [one > 0 for one in spot.ranges], shape, None)
    except BadInput as sentence:
        return CheckedSpot({"bets": str(sentence)})
    decisions = sum(
        int(street.trees.forest.slot.size and (street.trees.forest.slot >= 0).sum())
        * len(street.deals.boards)
        for street in streets
    )
    seconds = usual_iterations(target) * iteration_seconds(streets, limit.threads)
    hands = [int(np.count_nonzero(weights)) for weights in spot.ranges]
    bits = fitting_bits(streets, limit)
    needed = memory_bytes(streets, limit.threads, bits)
    allowed, smaller = limit.memory or 0, []
    if needed > allowed:
        fitting = smaller_trees(spot, shape, streets, limit.threads, allowed, bits=bits)
        smaller = [(dict(one.change), one.memory) for one in fitting]
    return CheckedSpot(
        {}, (hands[OOP], hands[IP]), decisions, needed, allowed, seconds, smaller=tuple(smaller)
    )


@AskDecisionSpot.handler
def ask_decision_spot(request: AskDecisionSpot) -> Iterator[Progress | DecisionSpot]:
    """Return the spot at the start of a decision's street, with the ranges of the trained strategy."""
    yield from once_met(Need.BLUEPRINT)
    agent, edition = held_agents.take(AgentKey(games.HOLDEM, TRAINED))
    yield (
        yield from decision_spot(as_range_strategy(agent), edition, request.board, request.betting, _mixes)
    )


@SolveSpot.handler
def solve(request: SolveSpot) -> Iterator[Progress | SolveState]:
    """Start or continue the solve of a spot.

    A long solve is autosaved after each measurement of its exploitability.

    The final state is autosaved before the answer is yielded, because the worker ends a request with its answer.
    """
    yield from once_met(Need.SOLVER)
    held = yield from held_solves.building(request.texts)
    is_small = held.game.memory_needed <= MAX_AUTOSAVE_BYTES
    due = time.monotonic() + AUTOSAVE_SECONDS if is_small else math.inf
    last = Progress(held.game.iterations, None, held.seconds)
    for item in held.solve_on(request.target):
        if isinstance(item, Progress):
            yield (last := item)
            is_due = time.monotonic() >= due
        else:
            is_due = is_small and held.seconds >= AUTOSAVE_SECONDS
        if held.is_just_measured and is_due:
            began = time.monotonic()
            for _ in solve_files.autosave(held):
                yield last
            due = time.monotonic() + max(AUTOSAVE_SECONDS, (time.monotonic() - began) / MAX_WRITING_SHARE)
        if isinstance(item, SolveState):
            yield item


@AskSolve.handler
def ask_solve(request: AskSolve) -> Iterator[SolveState]:
    yield held_solves.find(request.texts).state


@AskHeldSolve.handler
def ask_held_solve(request: AskHeldSolve) -> Iterator[SolveState | None]:
    """Return the state of the newest solve in memory that has iterations or locks, or None if there is none.

    If the request names a spot, only the solve of this spot is considered.
    """
    named, held = request.texts, reversed(held_solves.solves.items())
    wanted = (one for name, one in held if named is None or name == named.id)
    yield next((one.state for one in wanted if one.game.iterations or one.locks), None)


@AskSolved.handler
def ask_solved(request: AskSolved) -> Iterator[SolvedNode]:
    """Return the strategy and the values at a public state, for the chosen hands or for all hands.

    Raises:
        BadInput: If the hands cannot be read, or there is no such state.
    """
    held = held_solves.find(request.texts)
    way = request.actions, request.cards
    state = held.walk.at(*way)
    yield node_report(
        held.game, held.walk, *way, [select_at(state, request.hands, player) for player in (OOP, IP)]
    )


@AskComparison.handler
def ask_comparison(request: AskComparison) -> Iterator[Progress | Comparison]:
    """Compare a solve with a stored solve, or with the solve of the same spot without locks.

    Raises:
        BadInput: If the other solve is not in memory or cannot be read, or if its tree is different.
    """
    held = held_solves.find(request.texts)
    if request.other:
        other = yield from held_solves.read(request.other)
        if other.texts.id != request.texts.id:
            raise BadInput(text("input_errors.solves.other_tree"))
    elif held.free is None:
        raise BadInput(text("input_errors.solves.no_free_solve"))
    else:
        other = held.free
    state = held.walk.at(request.actions, request.cards)
    chosen = select_at(state, request.hands, state.player)
    yield compare_solves((held.walk, other.walk), request.actions, request.cards, chosen)


@AskRunOuts.handler
def ask_run_outs(request: AskRunOuts) -> Iterator[Progress | RunOuts]:
    held = held_solves.find(request.texts)
    yield from run_outs(held.game, held.walk, request.actions, request.cards)


@ExportSolved.handler
def export_solved(request: ExportSolved) -> Iterator[Progress | str]:
    """Write all hands of a decision, or both ranges, into a file.

    Raises:
        BadInput: If the state is not a decision, or the file cannot be written.
    """
    file = user_files.typed_path(request.file)
    state = held_solves.find(request.texts).walk.at(request.actions, request.cards)
    if file.suffix == ".txt":
        locks.write_alone(file, write_ranges(state).encode())
        yield str(file)
        return
    if state.player < 0:
        raise BadInput(text("input_errors.solves.nobody_acts"))
    if file.suffix == ".json":
        document = {"spot": request.texts.id, "line": list(request.actions), **state_document(state)}
        locks.write_alone(file, json.dumps(document, allow_nan=False).encode())
    else:
        rows = [*state_rows(state)]
        yield from series.write_csv(file, state_columns(state), iter(rows), len(rows))
    yield str(file)


@SetLock.handler
def set_lock(request: SetLock) -> Iterator[Progress | SolveState]:
    """Set a lock. The spot must be solved again afterwards."""
    held = held_solves.find(request.texts)
    state = held.walk.at(request.actions, request.cards)
    where, wanted = (request.actions, request.cards, state.player), None
    summary = LockSummary(
        *where,
        request.hands,
        request.action,
        request.points,
        request.agent,
        request.logged,
        request.before,
    )
    if request.shares:
        yield held_solves.take(_with_painted(held, request)).state
        return
    if request.agent:
        yield from once_met(Need.BLUEPRINT)
        agent = as_range_strategy(held_agent(AgentKey(games.HOLDEM, request.agent)))
        line = (*request.texts.earlier_actions, *request.actions)
        wanted = agent_mix(held.game.spot, agent, line, state.board, state.actions, before=request.before)
    yield held_solves.take(held.locked(held.lock(summary, wanted), summary)).state


def _with_painted(held: HeldSolve, request: SetLock) -> HeldSolve:
    """Return a new solve, without iterations, in which the user has set the strategy of some hands at a decision.

    Raises:
        BadInput: If the hands cannot be read, or if the range contains none of the hands.
    """
    state = held.walk.at(request.actions, request.cards)
    in_range = held.game.spot.ranges[state.player] > 0
    catchers = partial(state.bluff_catchers, state.player)
    painted = read_painted(request.shares)
    strategy = paint(painted, state.actions[::-1], in_range, state.board, catchers)[:, ::-1]
    where = request.actions, request.cards
    return held.locked(Lock(*where, strategy), LockSummary(*where, state.player, request.shares, "", 0.0))


@ClearLocks.handler
def clear_locks(request: ClearLocks) -> Iterator[SolveState]:
    held = held_solves.find(request.texts)
    yield held_solves.take(held.unlocked()).state


@KeepSolve.handler
def keep(request: KeepSolve) -> Iterator[Progress | StoredSolve]:
    """Measure the exploitability of a solve, and write the solve into a file.

    Raises:
        BadInput: If the solve is in progress, or the file cannot be written.
    """
    held = held_solves.find(request.texts)
    if held.is_solving:
        raise BadInput(text("input_errors.solves.being_solved"))
    yield from held.measure()
    held_solves.read_file = None  # the file may be replaced
    yield from solve_files.keep(held, request.name)


@ListSolves.handler
def list_solves(request: ListSolves) -> Iterator[SolveList]:
    yield solve_files.list_solves()


@OpenSolve.handler
def open_solve(request: OpenSolve) -> Iterator[Progress | SolveState]:
    """Read a solve from a file, and hold it in memory."""
    yield from once_met(Need.SOLVER)
    for item in solve_files.open_solve(request.name, limits()):
        if isinstance(item, HeldSolve):
            item.measure_ev()
            yield held_solves.take(item).state
        else:
            yield item


@ForgetSolve.handler
def forget_solve(request: ForgetSolve) -> Iterator[None]:
    solve_files.forget(request.name)
    yield None


_REACHED: tuple[Reached, ...] = (0, 1, 2, 3)
"""The value of `LogFilter.reached` for each street."""


@ListLoggedPlayers.handler
def list_logged_players(request: ListLoggedPlayers) -> Iterator[Progress | tuple[LoggedPlayer, ...]]:
    """Yield progress, and finally the players with at least `MIN_LOGGED_HANDS` hands, most hands first.

    Players of an unreadable log are left out.
    """
    found: list[LoggedPlayer] = []
    for item in players_in_steps(Reader(user_files.home())):
        if isinstance(item, Progress):
            yield item
        else:
            found += [LoggedPlayer(name, hands) for name, hands in item.items()]
    for log in log_store.all_logs(user_files.home()).logs:
        found += [LoggedPlayer(one.name, one.hands, log.id, ", ".join(log.files)) for one in log.players]
    enough = [one for one in found if one.hands >= MIN_LOGGED_HANDS]
    yield tuple(sorted(enough, key=lambda one: -one.hands))


@AskLoggedMix.handler
def ask_logged_mix(request: AskLoggedMix) -> Iterator[Progress | LoggedMix]:
    """Yield progress, and finally the shares of hands in which the player folds, calls and raises.

    Only hands with the requested kind of decision count.
    """
    name = request.player.name
    line = (*request.texts.earlier_actions, *request.actions)
    kind = get_decision_kind(table_betting(spot_of_texts(request.texts), line, POT_BLINDS))
    if request.player.log:
        counting = _counts_in_log(request.player, kind)
    else:
        counting = counts_in_steps(Reader(user_files.home()), name, kind)
    for item in counting:
        if isinstance(item, Progress):
            yield item
        else:
            hands = max(1, item.hands)
            yield LoggedMix(name, item.hands, item.folds / hands, item.calls / hands, item.raises / hands)


def _counts_in_log(player: LoggedPlayer, kind: DecisionKind) -> Iterator[Progress | ActionCounts]:
    """Count the player's actions at a kind of decision in an imported log.

    Yield progress and finally the counts.
    """
    began, found = time.monotonic(), NO_ACTIONS
    wanted = LogFilter(player.log, player.name, _REACHED[kind.street])
    for number, hand in enumerate(log_store.read_hands(user_files.home(), wanted), 1):
        record = hand.record
        for seat, name in enumerate(record.names):
            if name == player.name:
                found += count_first_decision(record.final_state().betting, seat, kind)
        if number % log_store.ITEMS_A_STEP == 0:
            yield Progress(number, None, time.monotonic() - began)
    yield found


@PlaySpot.handler
def play_spot(request: PlaySpot) -> Iterator[Progress | SpotHand]:
    """Deal a hand, play the requested actions, and continue up to the player's next decision.

    Return the hand. The grades need the exploitability, so a solve without a measurement is measured first.

    Raises:
        BadInput: If the player, the seed or an action is not valid, or the solve is not in memory.
    """
    if request.player not in (0, 1) or min(request.seed, request.number) < 0:
        raise BadInput("A hand is of player 0 or 1, and its seed and number are 0 or more.")
    held = held_solves.find(request.texts)
    if math.isnan(held.exploitability) and not held.is_solving:
        yield from held.measure()
    deal = deal_hand(held, request.seed, request.number, request.actions, request.cards)
    yield replay_hand(held, request.player, deal, request.done)


@KeepSpotMistakes.handler
def keep_spot_mistakes(request: KeepSpotMistakes) -> Iterator[int]:
    yield keep_mistakes(DrillStore(user_files.home()), request.texts, request.decisions, request.now)

"""An agent that is an external program: a process or a server that answers questions line by line.

The agent asks the program for every decision. If an answer is missing, late, malformed or illegal, the agent checks
or folds, and counts a fault. The agent restarts a program that fails `MAX_FAULTS_IN_A_ROW` times in a row. After
`MAX_STARTS` starts, the agent checks or folds without asking.

Some programs can give their strategy with every possible hand. For such a program, ranges, AIVAT and measurements
work as for a built-in agent. In the small games, the agent asks for the strategy in each information set.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ai.agents import bot_dialogues, bot_protocols
from ai.agents.bot_dialogues import AcpcDialogue, BotTable, Dialogue, JsonDialogue
from ai.agents.bot_process import Channel, Gone, Late, log_file, start_process
from ai.agents.bot_protocols import Broken, Welcome
from game.core import (
    DEFAULT_BUDGET,
    Action,
    BadInput,
    Budget,
    ConnectionFailed,
    Decision,
    InformationState,
    Player,
    State,
)
from game.files import outside_code
from game.files.manifest import ACPC, JSON, read_manifest
from game.match.outside_agents import FaultCount, get_session_seed, is_starting, name_in_sentence
from game.rules import games
from game.rules.betting import HoldemRules
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import KuhnState
from game.texts import as_clause, text

if TYPE_CHECKING:
    from ai.hands.range_strategy import PublicState, RangeMix

USUAL_SECONDS = 5.0
"""The time-out of a decision in seconds, if neither the manifest nor the budget has one."""
MAX_STARTS = 3
MAX_FAULTS_IN_A_ROW = 3
MAX_TRIES = 2
"""The number of attempts to get a strategy. A program that is late is not asked again."""
ALL_HANDS_TIMES = 4.0
"""The time-out of a question about all hands, as a multiple of the time-out of a decision."""

OpenChannel = Callable[[], Channel]
A = TypeVar("A")


class ExternalAgent:
    """A program at the table.

    Args:
        name: The name of the agent in Parlour.
        open_channel: A function that starts the program or connects to it, and returns the channel.
        table: The game.
        protocol: `JSON` or `ACPC`.
        seconds: The time-out of a decision if the caller gives no budget.
    """

    def __init__(
        self, name: str, open_channel: OpenChannel, table: BotTable, protocol: str, seconds: float
    ) -> None:
        self.name = name
        self._told_name = name_in_sentence(name)
        self._open = open_channel
        self._table = table
        self._protocol = protocol
        self._seconds = seconds
        self._seed = get_session_seed()
        self._dialogue: Dialogue | None = None
        self._starts = 0
        self._faults_in_a_row = 0
        self._count = FaultCount()
        self._failed_at: dict[object, Action] = {}
        self._strategy_problem = ""
        """The reason why the program failed to give its strategy in this session, "" if it has not failed."""
        self._channel: Channel | None = None
        self._is_over = threading.Event()
        self._lock = threading.Lock()
        """Held during a question, because the program may still be deciding for a table that the user has left."""
        self._count_lock = threading.Lock()
        """Held only while `_count` is read or changed, so that faults can be counted while the program thinks."""

    # ---- at the table ---------------------------------------------------------------------------------------
    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        """Return the program's decision. If the program gives none, return a check or fold with a note."""
        with self._lock:
            return self._decide(info, rng, budget)

    def _decide(self, info: InformationState, rng: random.Random, budget: Budget) -> Decision:
        seconds = budget.seconds or self._seconds
        fault, late = "", False
        answer = None
        try:
            rules = info.rules if isinstance(info, HoldemInformationState) else None
            answer = self._talk(rules).decide(info, seconds)
        except Late:
            fault, late = text("agent_errors.program.too_late", seconds=f"{seconds:g}"), True
        except (Gone, Broken, BadInput, ConnectionFailed) as error:
            fault = as_clause(str(error))
            if isinstance(error, Gone):
                self._end()
        if answer is not None:
            self._faults_in_a_row = 0
            self._add(FaultCount(1))
            if isinstance(info, HoldemInformationState):
                self._failed_at.pop((info.board, info.betting), None)  # if it failed here in an earlier hand
            return Decision(answer.action, answer.strategy or {answer.action: 1.0})
        return self._instead(info, fault, late=late)

    def _instead(self, info: InformationState, fault: str, *, late: bool) -> Decision:
        """Count a fault, and return the check or fold that is played instead of the program's decision."""
        self._faults_in_a_row += 1
        if self._faults_in_a_row >= MAX_FAULTS_IN_A_ROW:
            self._end()
        action = bot_protocols.fallback(info)
        self._add(FaultCount(1, 1, int(late), text("agent_errors.program.fault", reason=fault)))
        if isinstance(info, HoldemInformationState):
            self._failed_at[info.board, info.betting] = action
        note = text("agent_errors.program.instead", name=self._told_name, reason=fault)
        return Decision(action, {}, note=note)

    def ask_strategy(self, ask: Callable[[Dialogue], A], infoset: str, rules: HoldemRules | None = None) -> A:
        """Ask for a strategy, at most `MAX_TRIES` times. Count every question, and count every failure as a fault.

        `ask` asks the question. `infoset` is the key of the information set, or "" for a question about all hands.

        If all tries fail, the program is not asked for a strategy again in this session, so that the caller does
        not wait in vain twice. The program still plays.

        Raises:
            ConnectionFailed: If all tries fail, or have failed before in this session.
        """
        with self._lock:
            return self._ask_strategy(ask, infoset, rules)

    def _ask_strategy(self, ask: Callable[[Dialogue], A], infoset: str, rules: HoldemRules | None) -> A:
        if not self._strategy_problem:
            for _ in range(MAX_TRIES):
                late = False
                try:
                    answer = ask(self._talk(rules))
                    self._add(FaultCount(1))
                    return answer
                except Late:
                    fault, late = text("agent_errors.program.late"), True
                except (Gone, Broken) as error:
                    fault = str(error)
                    if isinstance(error, Gone):
                        self._end()
                except (BadInput, ConnectionFailed) as error:
                    fault = as_clause(str(error))
                self._add(FaultCount(1, 1, int(late), text("agent_errors.program.fault", reason=fault)))
                if late:
                    break
            self._strategy_problem = fault
            self._end()
        key = f"agent_errors.program.{'no_strategy' if infoset else 'no_range'}"
        raise ConnectionFailed(text(key, name=self._told_name, key=infoset, reason=self._strategy_problem))

    def hear_result(self, state: State, player: Player) -> None:
        """Send the result of a hand to the program."""
        with self._lock:
            self._failed_at.clear()
            if self._dialogue is not None:
                try:
                    self._dialogue.hear_result(state, player)
                except Gone:
                    self._end()

    def take_faults(self) -> FaultCount:
        """Return the counts of questions and faults since the last call, without waiting for a running decision."""
        with self._count_lock:
            count, self._count = self._count, FaultCount()
        return count

    def _add(self, count: FaultCount) -> None:
        with self._count_lock:
            self._count += count

    # ---- the program ----------------------------------------------------------------------------------------
    def start(self) -> Welcome:
        """Start the program, unless it is running, and return its greeting.

        Raises:
            BadInput: If the command of the program cannot be started.
            ConnectionFailed: If the program does not answer as the protocol says.
        """
        with self._lock:
            try:
                return self._talk().welcome
            except Late:
                reason = text("agent_errors.program.too_late", seconds=f"{bot_dialogues.START_SECONDS:g}")
            except (Gone, Broken) as error:
                reason = str(error)
            self._end()
        log = log_file(self.name)  # a server has none
        key = f"agent_errors.program.{'silent_with_log' if log.exists() else 'silent'}"
        raise ConnectionFailed(text(key, name=self._told_name, reason=reason, log=str(log)))

    def take_over(self, other: ExternalAgent) -> None:
        self._dialogue, self._channel, self._starts = other._dialogue, other._channel, other._starts
        other._dialogue = None

    def start_session(self, seed: int) -> None:
        """Restart the program before its next decision if `seed` is not the seed of the running session.

        Because of the restart, even a program that accepts only one `hello` message can play several
        sessions.
        """
        with self._lock:
            if seed != self._seed:
                self._end()
                self._seed, self._starts, self._strategy_problem = seed, 0, ""

    def end(self) -> None:
        """End the program permanently, even during a decision, without waiting for its exit.

        Later decisions fail.
        """
        self._is_over.set()
        channel = self._channel
        if channel is not None:
            channel.close()

    def _talk(self, rules: HoldemRules | None = None) -> Dialogue:
        """Return the dialogue with the program. If necessary, start the program at a table with these rules."""
        if self._is_over.is_set():
            raise Gone("table_closed")
        self._table = self._table.at(rules)
        if self._dialogue is None:
            if self._starts == MAX_STARTS:
                raise Gone("starts", starts=MAX_STARTS)
            self._starts += 1
            channel = self._channel = self._open()
            if self._is_over.is_set():
                channel.close()  # `end` was called while it started
            try:
                if self._protocol == ACPC:
                    self._dialogue = AcpcDialogue(channel)
                else:
                    self._dialogue = JsonDialogue(channel, self._table, self._seed)
            finally:
                if self._dialogue is None:
                    channel.close()
        return self._dialogue

    def _end(self) -> None:
        if self._dialogue is not None:
            self._dialogue.channel.close()
            self._dialogue = None
        self._faults_in_a_row = 0


class KnownExternalAgent(ExternalAgent):
    """A program that gives its strategy in every information set of a small game."""

    def __init__(
        self, name: str, open_channel: OpenChannel, table: BotTable, protocol: str, seconds: float
    ) -> None:
        super().__init__(name, open_channel, table, protocol, seconds)
        self._mixes: dict[str, Mapping[Action, float]] = {}

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        """Return the strategy in an information set.

        Raises:
            ConnectionFailed: If the program does not give the strategy.
        """
        if info.key not in self._mixes:
            self._mixes[info.key] = self.ask_strategy(partial(_ask_mix, info, self._seconds), info.key)
        return self._mixes[info.key]


def _ask_mix(info: InformationState, seconds: float, dialogue: Dialogue) -> Mapping[Action, float]:
    answer = dialogue.decide(info, seconds)
    if answer.strategy is None:
        raise Broken(text("agent_errors.answer.no_strategy"))
    return answer.strategy


class RangeExternalAgent(ExternalAgent):
    """A program that gives its Hold'em strategy for all hands."""

    def range_strategy(self, public: PublicState) -> RangeMix:
        """Return the strategy for all hands.

        If the program has already failed to decide in this state, all hands check or fold.

        Raises:
            ConnectionFailed: If the program does not give the strategy.
        """
        import numpy as np  # noqa: PLC0415 - see the next line

        from ai.hands.combos import unblocked_hands  # noqa: PLC0415 - small games load no compiler
        from ai.hands.range_strategy import RangeMix  # noqa: PLC0415 - small games load no compiler

        with self._lock:
            failed = self._failed_at.get((public.board, public.betting))
        if failed is not None:
            left = np.flatnonzero(unblocked_hands(public.board))
            return RangeMix.of({failed: np.ones(len(left))}, left)
        return self.ask_strategy(
            partial(_ask_all_hands, public, ALL_HANDS_TIMES * self._seconds),
            "",
            public.betting.rules,
        )

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        """Return the strategy with the agent's own hand."""
        from ai.hands.combos import hand_index  # noqa: PLC0415 - small games load no compiler
        from ai.hands.range_strategy import PublicState  # noqa: PLC0415 - small games load no compiler

        assert isinstance(info, HoldemInformationState)
        mix = self.range_strategy(PublicState.of(info))
        row = mix.shares[hand_index(info.hole)].tolist()
        return {action: share for action, share in zip(mix.actions, row, strict=True) if share > 0}


def _ask_all_hands(public: PublicState, seconds: float, dialogue: Dialogue) -> RangeMix:
    assert isinstance(dialogue, JsonDialogue)
    return dialogue.all_hands(public, seconds)


def seat(
    name: str,
    open_channel: OpenChannel,
    game: str,
    *,
    blinds: float = 1,
    protocol: str = JSON,
    seconds: float = USUAL_SECONDS,
) -> ExternalAgent:
    """Start a program and return it as an agent.

    If the program offers to give its strategy, the agent's strategy is known.

    Raises:
        BadInput: If the command of the program cannot be started.
        ConnectionFailed: If the program does not answer as the protocol says.
    """
    rules = HoldemRules() if game == games.HOLDEM else None
    table = BotTable(game, games.initial_state(game, blinds=blinds), rules)
    plain = ExternalAgent(name, open_channel, table, protocol, seconds)
    is_starting(plain)
    if not plain.start().all_hands:
        return plain
    kind = RangeExternalAgent if game == games.HOLDEM else KnownExternalAgent
    whole = kind(name, open_channel, table, protocol, seconds)
    whole.take_over(plain)
    return whole


def load(file: Path, root: State) -> ExternalAgent:
    """Return the agent of a manifest, and start its program.

    Raises:
        BadInput: If the user has not allowed the window to start the program, or the program cannot be
            started.
        ConnectionFailed: If the program does not answer as the protocol says.
    """
    manifest = read_manifest(file)
    assert manifest.command is not None
    command = tuple(manifest.command)
    outside_code.check(file.stem, command, file.parent)
    return seat(
        file.stem,
        lambda: start_process(command, file.parent, log_file(file.stem)),
        manifest.game,
        blinds=float(root.rules.blinds) if isinstance(root, KuhnState) else 1,
        protocol=manifest.protocol or JSON,
        seconds=manifest.seconds or USUAL_SECONDS,
    )

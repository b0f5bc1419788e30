"""An agent that is an external program: a process or a server that answers questions line by line.

The program is asked for every decision. If an answer is missing, late, malformed or illegal, the agent checks or
folds, and the fault is counted. A program that fails `MAX_FAULTS_IN_A_ROW` times in a row is restarted. After
`MAX_STARTS` starts, the agent checks or folds without asking.

A program that answers for all hands has a known strategy, so ranges, AIVAT and measurements work as for a built-in
agent. In the small games, it is asked for its strategy in each information set.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ai.agents import bot_protocols
from ai.agents.bot_process import Channel, Gone, Late, log_file, start_process
from ai.agents.bot_protocols import Answer, Broken, Welcome
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
from game.files import consents
from game.files.manifest import ACPC, JSON, read_manifest
from game.match.outside_agents import FaultCount, get_session_seed
from game.rules import games
from game.rules.betting import HoldemRules
from game.rules.holdem import HoldemInformationState, HoldemState
from game.rules.kuhn_poker import KuhnState

if TYPE_CHECKING:
    from ai.hands.range_strategy import PublicState, RangeMix

USUAL_SECONDS = 5.0
"""The time-out of a decision if neither the manifest nor the budget has one."""
GRACE_SECONDS = 0.25
"""The time beyond the limit that the way through the pipe may take."""
START_SECONDS = 20.0
"""The time-out of the first answer, for programs that load a model."""
MAX_STARTS = 3
MAX_FAULTS_IN_A_ROW = 3
MAX_TRIES = 2
"""The number of attempts to get a strategy."""
MAX_OTHER_LINES = 1_000
"""The number of lines that are no answer, from which a program counts as flooding."""
ALL_HANDS_TIMES = 4.0
"""The time-out of the strategy with all hands, as a multiple of that of a decision."""

OpenChannel = Callable[[], Channel]
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class _Table:
    """The game announced to a program, with the blinds and stacks of Hold'em."""

    game: str
    root: State
    rules: HoldemRules | None = None

    def at(self, rules: HoldemRules) -> _Table:
        return _Table(self.game, self.root, rules)

    def differs(self, other: _Table) -> bool:
        """Return whether the blinds or the smaller stacks differ."""
        if self.rules is None or other.rules is None:
            return False
        mine, theirs = self.rules, other.rules
        return (mine.small_blind, mine.big_blind, min(mine.stacks)) != (
            theirs.small_blind,
            theirs.big_blind,
            min(theirs.stacks),
        )


class _JsonDialogue:
    """Questions and answers in JSON."""

    def __init__(self, channel: Channel, table: _Table, seed: int) -> None:
        self.channel = channel
        self.table = table
        self.seed = seed
        channel.set_last_words(bot_protocols.bye())
        self._question = 0
        self._in_hand = False
        self._hands = 0
        self.welcome = self._greet()

    def _greet(self) -> Welcome:
        table = self.table
        self.channel.send(bot_protocols.hello(table.game, table.root, table.rules, self.seed))
        return self._answer(time.monotonic() + START_SECONDS, bot_protocols.read_ready, "ready")

    def decide(self, info: InformationState, seconds: float) -> Answer:
        """Ask for a decision.

        Raises:
            Late, Gone, Broken: If there is no usable answer in time.
        """
        if isinstance(info, HoldemInformationState):
            self._seat(self.table.at(info.rules))
        self._question += 1
        self._in_hand = True
        self.channel.send(bot_protocols.decide(info, self._question, seconds))
        deadline = time.monotonic() + seconds + GRACE_SECONDS
        return self._answer(deadline, lambda said: bot_protocols.read_action(said, info), "action")

    def all_hands(self, public: PublicState, seconds: float) -> RangeMix:
        """Ask for the strategy with every hand.

        Raises:
            Late, Gone, Broken: If there is no usable answer in time.
        """
        self._seat(self.table.at(public.betting.rules))
        self._question += 1
        self.channel.send(bot_protocols.all_hands(public, self._question, seconds))
        deadline = time.monotonic() + seconds + GRACE_SECONDS
        return self._answer(deadline, lambda said: bot_protocols.read_all_hands(said, public), "all_hands")

    def hear_result(self, state: State, player: Player) -> None:
        """Send the result of a hand, if the program was asked in it.

        Raises:
            Gone: If the program has ended.
        """
        self._hands += 1
        if self._in_hand:
            self.channel.send(bot_protocols.result(state, player, self._hands))
        self._in_hand = False

    def _seat(self, table: _Table) -> None:
        """Announce the table if its blinds or stacks have changed."""
        if table.differs(self.table):
            self.table = table
            self._greet()

    def _answer(self, deadline: float, read: Callable[[Mapping[str, object]], A], kind: str) -> A:
        """Return the answer to the last question. Late answers to earlier questions are ignored."""
        for _ in range(MAX_OTHER_LINES):
            said = bot_protocols.parse(self.channel.receive(deadline))
            expected = None if kind == "ready" else self._question
            if said.get("id") == expected:
                if said["type"] != kind:
                    raise Broken(f'it answered with {{"type": {said["type"]!r:.40}}} instead of "{kind}"')
                return read(said)
        raise Broken(f"it wrote {MAX_OTHER_LINES:,} lines that are no answer")


class _AcpcDialogue:
    """Questions and answers in MATCHSTATE lines of the ACPC protocol."""

    welcome = Welcome("", all_hands=False)

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self._hand = 0
        self._lines: list[str] = []

    def decide(self, info: InformationState, seconds: float) -> Answer:
        """Send the lines since the last decision, and read the answer to the last line.

        Raises:
            Late, Gone, Broken: If there is no usable answer in time.
        """
        assert isinstance(info, HoldemInformationState)
        lines = bot_protocols.matchstates(info, self._hand)
        if lines[: len(self._lines)] != self._lines or lines == self._lines:
            self._hand += 1
            self._lines = []
            lines = bot_protocols.matchstates(info, self._hand)
        for line in lines[len(self._lines) :]:
            self.channel.send(f"{line}\r")
        self._lines = lines
        deadline = time.monotonic() + seconds + GRACE_SECONDS
        for _ in range(MAX_OTHER_LINES):
            said = self.channel.receive(deadline)
            if said.startswith(f"{lines[-1]}:"):
                return bot_protocols.read_matchstate(said, lines[-1], info)
        raise Broken(f"it wrote {MAX_OTHER_LINES:,} lines that are no answer")

    def hear_result(self, state: State, player: Player) -> None:
        """Send the last line of a hand in which the program was asked.

        Raises:
            Gone: If the program has ended.
        """
        if self._lines and isinstance(state, HoldemState):
            self.channel.send(f"{bot_protocols.last_matchstate(state, player, self._hand)}\r")
        self._lines = []
        self._hand += 1


_Dialogue = _JsonDialogue | _AcpcDialogue


class ExternalAgent:
    """A program at the table.

    Args:
        name: Its name here.
        open_channel: Starts the program, or connects to it.
        table: The game.
        protocol: `JSON` or `ACPC`.
        seconds: The time-out of a decision without a budget.
    """

    def __init__(
        self, name: str, open_channel: OpenChannel, table: _Table, protocol: str, seconds: float
    ) -> None:
        self.name = name
        self._open = open_channel
        self._table = table
        self._protocol = protocol
        self._seconds = seconds
        self._seed = get_session_seed()
        self._dialogue: _Dialogue | None = None
        self._starts = 0
        self._faults_in_a_row = 0
        self._count = FaultCount()
        self._failed_at: dict[object, Action] = {}
        self._lock = threading.Lock()
        """Held while the program is asked: the decision of a table that was left may still be under way."""

    # ---- at the table ---------------------------------------------------------------------------------------
    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        """Return the program's decision, or a check or fold with a note if there is none."""
        with self._lock:
            return self._decide(info, rng, budget)

    def _decide(self, info: InformationState, rng: random.Random, budget: Budget) -> Decision:
        seconds = budget.seconds or self._seconds
        fault, late = "", False
        answer = None
        try:
            answer = self._talk().decide(info, seconds)
        except Late:
            fault, late = f"it did not answer within {seconds:g} s", True
        except (Gone, Broken, BadInput, ConnectionFailed) as error:
            fault = str(error).removesuffix(".")
            if isinstance(error, Gone):
                self._end()
        if answer is not None:
            self._faults_in_a_row = 0
            self._count += FaultCount(1)
            return Decision(answer.action, answer.strategy or {answer.action: 1.0})
        return self._instead(info, fault, late=late)

    def _instead(self, info: InformationState, fault: str, *, late: bool) -> Decision:
        """Count a fault, and return the decision that is played instead."""
        self._faults_in_a_row += 1
        if self._faults_in_a_row >= MAX_FAULTS_IN_A_ROW:
            self._end()
        action = bot_protocols.fallback(info)
        self._count += FaultCount(1, 1, int(late), f"{fault}.")
        if isinstance(info, HoldemInformationState):
            self._failed_at[info.board, info.betting] = action
        return Decision(action, {action: 1.0}, note=f"{self.name} checks or folds: {fault}.")

    def ask_strategy(self, ask: Callable[[_Dialogue], A], what: str) -> A:
        """Ask for a strategy, at most `MAX_TRIES` times. Count each answer.

        Raises:
            ConnectionFailed: If all answers fail.
        """
        with self._lock:
            return self._ask_strategy(ask, what)

    def _ask_strategy(self, ask: Callable[[_Dialogue], A], what: str) -> A:
        for _ in range(MAX_TRIES):
            late = False
            try:
                answer = ask(self._talk())
                self._count += FaultCount(1)
                return answer
            except Late:
                fault, late = "it did not answer in time", True
            except (Gone, Broken, BadInput, ConnectionFailed) as error:
                fault = str(error).removesuffix(".")
                if isinstance(error, Gone):
                    self._end()
            self._count += FaultCount(1, 1, int(late), f"{fault}.")
        self._end()
        raise ConnectionFailed(f"{self.name} does not give its strategy {what}: {fault}.")

    def hear_result(self, state: State, player: Player) -> None:
        """Pass on the result of a hand."""
        self._failed_at.clear()
        with self._lock:
            if self._dialogue is not None:
                try:
                    self._dialogue.hear_result(state, player)
                except Gone:
                    self._end()

    def take_faults(self) -> FaultCount:
        count, self._count = self._count, FaultCount()
        return count

    # ---- the program ----------------------------------------------------------------------------------------
    def start(self) -> Welcome:
        """Start the program, unless it is running, and return its greeting.

        Raises:
            BadInput: If its command cannot be started.
            ConnectionFailed: If it does not answer as the protocol says.
        """
        try:
            return self._talk().welcome
        except Late:
            reason = f"it did not answer within {START_SECONDS:g} s"
        except (Gone, Broken) as error:
            reason = str(error)
        self._end()
        raise ConnectionFailed(f"{self.name} does not play: {reason}. Its messages are in its log file.")

    def take_over(self, other: ExternalAgent) -> None:
        self._dialogue, self._starts = other._dialogue, other._starts
        other._dialogue = None

    def start_session(self, seed: int) -> None:
        """Start the program again before its next decision if it has another seed.

        Programs that expect one `hello` can then play, too.
        """
        with self._lock:
            if seed != self._seed:
                self._end()
                self._seed, self._starts = seed, 0

    def _talk(self) -> _Dialogue:
        """Return the dialogue with the program, which is started if necessary."""
        if self._dialogue is None:
            if self._starts == MAX_STARTS:
                raise Gone(f"it has failed after {MAX_STARTS} starts")
            self._starts += 1
            channel = self._open()
            try:
                if self._protocol == ACPC:
                    self._dialogue = _AcpcDialogue(channel)
                else:
                    self._dialogue = _JsonDialogue(channel, self._table, self._seed)
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
        self, name: str, open_channel: OpenChannel, table: _Table, protocol: str, seconds: float
    ) -> None:
        super().__init__(name, open_channel, table, protocol, seconds)
        self._mixes: dict[str, Mapping[Action, float]] = {}

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        """Return the strategy in an information set.

        Raises:
            ConnectionFailed: If the program does not give it.
        """
        if info.key not in self._mixes:
            self._mixes[info.key] = self.ask_strategy(
                partial(_ask_mix, info, self._seconds), f"at {info.key}"
            )
        return self._mixes[info.key]


def _ask_mix(info: InformationState, seconds: float, dialogue: _Dialogue) -> Mapping[Action, float]:
    answer = dialogue.decide(info, seconds)
    if answer.strategy is None:
        raise Broken("its answer has no strategy")
    return answer.strategy


class RangeExternalAgent(ExternalAgent):
    """A program that gives its Hold'em strategy for all hands."""

    def range_strategy(self, public: PublicState) -> RangeMix:
        """Return the strategy for all hands. If the program has failed at this decision, all hands check or fold.

        Raises:
            ConnectionFailed: If the program does not give it.
        """
        import numpy as np  # noqa: PLC0415 - see the next line

        from ai.hands.combos import unblocked_hands  # noqa: PLC0415 - small games load no compiler
        from ai.hands.range_strategy import RangeMix  # noqa: PLC0415 - small games load no compiler

        failed = self._failed_at.get((public.board, public.betting))
        if failed is not None:
            left = np.flatnonzero(unblocked_hands(public.board))
            return RangeMix.of({failed: np.ones(len(left))}, left)
        return self.ask_strategy(
            partial(_ask_all_hands, public, ALL_HANDS_TIMES * self._seconds), "for every hand"
        )

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        """Return the strategy with the agent's own hand."""
        from ai.hands.combos import hand_index  # noqa: PLC0415 - small games load no compiler
        from ai.hands.range_strategy import PublicState  # noqa: PLC0415 - small games load no compiler

        assert isinstance(info, HoldemInformationState)
        mix = self.range_strategy(PublicState.of(info))
        row = mix.shares[hand_index(info.hole)].tolist()
        return {action: share for action, share in zip(mix.actions, row, strict=True) if share > 0}


def _ask_all_hands(public: PublicState, seconds: float, dialogue: _Dialogue) -> RangeMix:
    assert isinstance(dialogue, _JsonDialogue)
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
    """Start a program and return it as an agent. Its strategy is known if the program offers it.

    Raises:
        BadInput: If its command cannot be started, or the protocol does not serve the game.
        ConnectionFailed: If it does not answer as the protocol says.
    """
    if protocol == ACPC and game != games.HOLDEM:
        raise BadInput(f"The protocol {ACPC} is for {games.HOLDEM}, not for {game}: use {JSON}.")
    rules = HoldemRules() if game == games.HOLDEM else None
    table = _Table(game, games.initial_state(game, blinds=blinds), rules)
    plain = ExternalAgent(name, open_channel, table, protocol, seconds)
    if not plain.start().all_hands:
        return plain
    kind = RangeExternalAgent if game == games.HOLDEM else KnownExternalAgent
    whole = kind(name, open_channel, table, protocol, seconds)
    whole.take_over(plain)
    return whole


def load(file: Path, root: State) -> ExternalAgent:
    """Return the agent of a manifest, and start its program.

    Raises:
        BadInput: If the window has not been allowed to start it, or it cannot be started.
        ConnectionFailed: If it does not answer as the protocol says.
    """
    manifest = read_manifest(file)
    assert manifest.command is not None
    command = tuple(manifest.command)
    consents.check(file.stem, command, file.parent)
    return seat(
        file.stem,
        lambda: start_process(command, file.parent, log_file(file.stem)),
        manifest.game,
        blinds=float(root.rules.blinds) if isinstance(root, KuhnState) else 1,
        protocol=manifest.protocol or JSON,
        seconds=manifest.seconds or USUAL_SECONDS,
    )

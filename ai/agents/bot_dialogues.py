"""Dialogues with an external program at a table: the order of the messages, and the deadline of each answer.

A dialogue lasts as long as the program runs. The dialogue announces the table with `hello`, and announces it again
if the blinds or stacks change between hands. The time that the program takes to answer `hello` is subtracted from
the time of its next decision.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from ai.agents import bot_protocols
from ai.agents.bot_process import Channel, Late
from ai.agents.bot_protocols import Answer, Broken, Welcome
from game.core import InformationState, Player, State
from game.rules.betting import HoldemRules
from game.rules.holdem import HoldemInformationState, HoldemState
from game.texts import number, text

if TYPE_CHECKING:
    from ai.hands.range_strategy import PublicState, RangeMix

GRACE_SECONDS = 0.25
"""The seconds beyond the time limit that the transfer through the pipe may take."""
START_SECONDS = 20.0
"""The time-out of the first answer in seconds. It is long, because many programs load a model first."""
MAX_OTHER_LINES = 1_000
"""The number of lines before an answer at which a program counts as flooding the channel."""

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class BotTable:
    """The game announced to a program, with the blinds and stacks of Hold'em."""

    game: str
    root: State
    rules: HoldemRules | None = None

    def at(self, rules: HoldemRules | None) -> BotTable:
        """Return this table with the blinds and stacks of `rules`, or unchanged if `rules` is None."""
        return self if rules is None else BotTable(self.game, self.root, rules)

    def differs(self, other: BotTable) -> bool:
        """Return whether the blinds or the effective stacks of the two tables differ."""
        if self.rules is None or other.rules is None:
            return False
        mine, theirs = self.rules, other.rules
        return (mine.small_blind, mine.big_blind, min(mine.stacks)) != (
            theirs.small_blind,
            theirs.big_blind,
            min(theirs.stacks),
        )


class JsonDialogue:
    """Questions and answers in JSON.

    Args:
        channel: The lines to and from the program.
        table: The table to announce.
        seed: The seed of the session, in [0, 2^63).

    Raises:
        Late, Gone, Broken: If the program does not answer `hello` correctly within `START_SECONDS`.
    """

    def __init__(self, channel: Channel, table: BotTable, seed: int) -> None:
        self.channel = channel
        self._table = table
        self._seed = seed
        channel.set_last_words(bot_protocols.bye())
        self._question = 0
        self._open_ids: list[int] = []
        """The ids of the questions without an answer. An answer may still arrive late."""
        self._in_hand = False
        self._hands = 0
        self.welcome = self._greet(time.monotonic() + START_SECONDS)

    def _greet(self, deadline: float) -> Welcome:
        table = self._table
        self.channel.send(bot_protocols.hello(table.game, table.root, table.rules, self._seed))
        return self._answer(deadline, bot_protocols.read_ready, "ready")

    def decide(self, info: InformationState, seconds: float) -> Answer:
        """Ask for a decision within `seconds`.

        Raises:
            Late, Gone, Broken: If there is no usable answer in time.
        """
        deadline = time.monotonic() + seconds + GRACE_SECONDS
        if isinstance(info, HoldemInformationState):
            seconds = self._seat(info.rules, seconds, deadline)
        self._question += 1
        self._open_ids.append(self._question)
        self._in_hand = True
        self.channel.send(bot_protocols.decide(info, self._question, seconds))
        return self._answer(deadline, lambda said: bot_protocols.read_action(said, info), "action")

    def all_hands(self, public: PublicState, seconds: float) -> RangeMix:
        """Ask for the strategy with every possible hand, within `seconds`.

        Raises:
            Late, Gone, Broken: If there is no usable answer in time.
        """
        deadline = time.monotonic() + seconds + GRACE_SECONDS
        seconds = self._seat(public.betting.rules, seconds, deadline)
        self._question += 1
        self._open_ids.append(self._question)
        self.channel.send(bot_protocols.all_hands(public, self._question, seconds))
        return self._answer(deadline, lambda said: bot_protocols.read_all_hands(said, public), "all_hands")

    def hear_result(self, state: State, player: Player) -> None:
        """Send the result of a hand to the program if the program was asked for a decision in the hand.

        `player` is the program's player.

        Raises:
            Gone: If the program has ended.
        """
        self._hands += 1
        if self._in_hand:
            self.channel.send(bot_protocols.result(state, player, self._hands))
        self._in_hand = False

    def _seat(self, rules: HoldemRules, seconds: float, deadline: float) -> float:
        """Announce the table if its blinds or stacks have changed. Return the seconds left for the decision."""
        table = self._table.at(rules)
        if not table.differs(self._table):
            return seconds
        self._table = table
        self._greet(deadline)
        return round(max(0.0, min(seconds, deadline - time.monotonic())), 3)

    def _answer(self, deadline: float, read: Callable[[Mapping[str, object]], A], kind: str) -> A:
        """Return the answer to the last question.

        An answer has the id of its question. Late answers to earlier questions are ignored. If a program answers an
        earlier question twice, the right answer may still follow, so the repeated id is a fault only at the
        deadline. Any other wrong id is a fault at once.
        """
        expected = None if kind == "ready" else self._question
        repeated: Broken | None = None
        for _ in range(MAX_OTHER_LINES):
            try:
                said = bot_protocols.parse(self.channel.receive(deadline))
            except Late:
                if repeated is None:
                    raise
                raise repeated from None
            found = said.get("id")
            if found == expected:
                if said["type"] != kind:
                    answer = f'{{"type": {said["type"]!r:.40}}}'
                    raise Broken(text("agent_errors.answer.type", answer=answer, expected=f'"{kind}"'))
                self._open_ids = [one for one in self._open_ids if one != expected]
                return read(said)
            if found in self._open_ids:
                self._open_ids.remove(found)
            elif said["type"] == kind:
                fields = {"found": json.dumps(found)[:40], "expected": json.dumps(expected)}
                repeated = Broken(text("agent_errors.answer.id", **fields))
                if found not in range(1, self._question):
                    raise repeated
        raise Broken(text("agent_errors.answer.other_lines", lines=number(MAX_OTHER_LINES)))


class AcpcDialogue:
    """Questions and answers in MATCHSTATE lines of the ACPC protocol."""

    welcome = Welcome("", all_hands=False)

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self._hand = 0
        self._lines: list[str] = []
        self._last_lines: deque[str] = deque(maxlen=MAX_OTHER_LINES)
        """The last lines sent to the program. The answer to one of them may still arrive late."""

    def decide(self, info: InformationState, seconds: float) -> Answer:
        """Send the lines since the last decision, and read the answer to the last line within `seconds`.

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
            self._send(line)
        self._lines = lines
        deadline = time.monotonic() + seconds + GRACE_SECONDS
        for _ in range(MAX_OTHER_LINES):
            said = self.channel.receive(deadline)
            answered = said.rpartition(":")[0]
            is_late = answered in self._last_lines and answered != lines[-1]
            if said.startswith(bot_protocols.MATCHSTATE) and not is_late:
                return bot_protocols.read_matchstate(said, lines[-1], info)
        raise Broken(text("agent_errors.answer.other_lines", lines=number(MAX_OTHER_LINES)))

    def hear_result(self, state: State, player: Player) -> None:
        """Send the last line of a hand if the program was asked for a decision in the hand.

        Raises:
            Gone: If the program has ended.
        """
        if self._lines and isinstance(state, HoldemState):
            self._send(bot_protocols.last_matchstate(state, player, self._hand))
        self._lines = []
        self._hand += 1

    def _send(self, line: str) -> None:
        self.channel.send(f"{line}\r")
        self._last_lines.append(line)


Dialogue = JsonDialogue | AcpcDialogue

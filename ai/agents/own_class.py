"""Agents from classes of the user: `path.py:Class`, or an entry point of the group `parlour.agents`.

The class is instantiated without arguments, and needs `decide(info, rng, budget)`, which returns an action, a
`Decision`, or the probability of each action. The following methods and attributes are optional. A command that
needs a missing method reports an error:

- `strategy(info)` returns the probability of each action (`KnownStrategy`). This method can replace `decide`. In a
  class with `decide` and `strategy`, `decide` plays, and `strategy` is measured.
- `range_strategy(public)` returns the strategy of all hands in Hold'em (`RangeStrategy`).
- `name` is the name at the table, and `games` has the games that the class can play. Without `games`, the class can
  play all games. `game/files/outside_code.py` reads `games` of installed classes.

An exception in the class is reported as bad input, with the file and the line of the exception. At a table of the
window, the class then checks or folds.
"""

from __future__ import annotations

import importlib.util
import inspect
import math
import operator
import os
import random
import signal
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import EntryPoint
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from game.agent_entries import AGENT_NAME
from game.core import DEFAULT_BUDGET, Action, BadInput, Budget, Decision, InformationState, sample
from game.files import user_files
from game.match.outside_agents import name_in_sentence
from game.quoting import quoted
from game.rules.betting import CALL
from game.texts import text

if TYPE_CHECKING:
    from ai.hands.range_strategy import PublicState, RangeMix
    from game.match.session import Session

MAX_SUM_ERROR = 1e-6
MAX_LISTED = 9
"""The largest number of legal actions that an error lists."""
MAX_COMPARED, MAX_COMPARING_SECONDS = 100, 1.0
"""The maximum number of decisions, and the maximum time, for a comparison of `decide` with `strategy`."""
PARAMETERS: Mapping[str, Sequence[str]] = {
    "decide": ("info", "rng", "budget"),
    "strategy": ("info",),
    "range_strategy": ("public",),
}
"""The arguments of each method of a class."""


_leave = os._exit
_callers: Counter[tuple[int, int]] = Counter()
"""The number of open blocks of `_Blame` by process and thread. Blocks are nested if a class calls another class."""


class _Blame:
    """Turns an exception in the user's class into one sentence with the file and the line.

    The output of the class goes to stderr of the terminal, because stdout is for the JSON of commands. The class
    gets a duplicate of stderr, which it may close. The environment variables that name the user's folders are
    restored after the call of the class, so that a class cannot move the files of the program. A call of `os._exit`
    raises SystemExit instead, so that a class cannot end the program without a message.
    """

    def __init__(self, name: str, file: Path) -> None:
        self._name = name
        self._file = file
        self._stdout = sys.stdout
        self._folders: dict[str, str | None] = {}

    def __enter__(self) -> None:
        self._folders = {name: os.environ.get(name) for name in user_files.FOLDER_VARIABLES}
        self._stdout, sys.stdout = sys.stdout, _duplicate(sys.__stderr__)
        os._exit = _leave_or_raise
        _callers[_get_caller()] += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _callers[_get_caller()] -= 1
        sys.stdout = self._stdout
        for name, folder in self._folders.items():
            if folder is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = folder
        if error is None or isinstance(error, BadInput):
            return
        frames = traceback.extract_tb(trace)
        lines = [frame for frame in frames if Path(frame.filename) == self._file]
        if isinstance(error, KeyboardInterrupt) and not (lines[-1:] == frames[-1:] and _is_signal_handled()):
            return
        line = error.lineno if isinstance(error, SyntaxError) else lines[-1].lineno if lines else None
        key = "agent_errors.own_class.failed_in_line" if line else "agent_errors.own_class.failed"
        fields = {"name": self._name, "file": self._file.name, "line": line, "error": _describe(error)}
        raise BadInput(text(key, **fields)) from error


def _get_caller() -> tuple[int, int]:
    return os.getpid(), threading.get_ident()


def _leave_or_raise(status: int) -> NoReturn:
    """Raise SystemExit if a class calls `os._exit`.

    If another thread or a forked process calls `os._exit`, the calling process still ends.
    """
    if _callers[_get_caller()] > 0:
        raise SystemExit(f"os._exit({status})")
    _leave(status)


def _is_signal_handled() -> bool:
    """Return whether Ctrl-C cannot raise KeyboardInterrupt in this thread.

    Python's default handler raises KeyboardInterrupt, but only in the main thread.
    """
    is_main = threading.current_thread() is threading.main_thread()
    return not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler


def _describe(error: BaseException) -> str:
    """Return the name and the text of an exception. If the exception's `__str__` fails, return only the name."""
    try:
        words = str(error)
    except Exception:  # noqa: BLE001 - the text of an exception is code of the user too
        words = ""
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


@lru_cache(maxsize=1)
def _duplicate(stream: TextIO | None) -> TextIO | None:
    """Return a second stream to the same file. If the stream has no file, return the stream itself."""
    if stream is None:
        return None
    try:
        second: TextIO = os.fdopen(os.dup(stream.fileno()), "w", buffering=1, errors="backslashreplace")
    except (OSError, ValueError):
        return stream
    return second


def load_file(name: str, file: Path, kind: str, game: str) -> OwnAgent:
    """Load the class named `kind` from a file, and return its agent for `game`.

    `name` is the text that the user typed.

    Raises:
        BadInput: If there is no such class, or the class fails.
    """
    file = file.absolute()
    if not file.is_file():
        raise BadInput(text("agent_errors.own_class.no_file", file=str(file)))
    spec = importlib.util.spec_from_file_location(f"parlour_agent_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up their module there
    with _Blame(name, file):
        spec.loader.exec_module(module)
    made = getattr(module, kind, None)
    if not isinstance(made, type):
        classes = [key for key, value in vars(module).items() if isinstance(value, type)]
        key = "agent_errors.own_class.no_class" if classes else "agent_errors.own_class.no_classes"
        raise BadInput(text(key, file=file.name, name=quoted(kind), classes=", ".join(classes)))
    return _seat(name, made, file, game)


def load_installed(entry: EntryPoint, game: str) -> OwnAgent:
    """Return the agent of an entry point, for `game`.

    Raises:
        BadInput: If the class cannot be imported, or fails.
    """
    name = name_in_sentence(entry.name)
    with _Blame(name, Path(entry.value)):
        made = entry.load()
    if not isinstance(made, type):
        raise BadInput(text("agent_errors.own_class.no_entry_class", name=name, value=entry.value))
    file = getattr(sys.modules[made.__module__], "__file__", None)
    return _seat(name, made, Path(file or entry.value), game)


def _seat(name: str, made: Callable[[], Any], file: Path, game: str) -> OwnAgent:
    _check_call(name, "", made)
    with _Blame(name, file):
        agent = made()
        declared = getattr(agent, "games", None)
        has = {
            method
            for method in ("decide", "strategy", "range_strategy")
            if callable(getattr(agent, method, None))
        }
    if isinstance(declared, str):
        declared = (declared,)
    if declared is not None and not isinstance(declared, Collection):
        raise BadInput(text("agent_errors.own_class.games", name=name, games=quoted(declared)))
    if declared is not None and game not in declared:
        others = ", ".join(map(str, declared))
        raise BadInput(text("agent_errors.catalog.game", name=name, games=others, game=game))
    if not has & {"decide", "strategy"}:
        raise BadInput(text("agent_errors.own_class.decide", name=name))
    for method, parameters in PARAMETERS.items():
        if method in has:
            _check_call(name, method, getattr(agent, method), parameters)
    if {"strategy", "range_strategy"} <= has:
        return WholeOwnAgent(name, agent, file)
    if "range_strategy" in has:
        return RangeOwnAgent(name, agent, file)
    return (KnownOwnAgent if "strategy" in has else OwnAgent)(name, agent, file)


def _check_call(name: str, method: str, function: Callable[..., Any], parameters: Sequence[str] = ()) -> None:
    """Check that a class or its method can be called with the arguments `parameters`.

    `method` is the name of the method, or "" for the class.

    Raises:
        BadInput: If `function` takes other arguments.
    """
    try:
        signature = inspect.signature(function)
    except (ValueError, TypeError):  # an extension module does not tell
        return
    try:
        signature.bind(*parameters)
    except TypeError:
        key = f"agent_errors.own_class.{'method' if method else 'class'}_arguments"
        needed = f"({', '.join(parameters)})"
        raise BadInput(text(key, name=name, method=method, found=str(signature), needed=needed)) from None


class OwnAgent:
    """An agent that plays by a class that the user wrote."""

    def __init__(self, name: str, agent: Any, file: Path) -> None:
        self._agent = agent
        self._blame = _Blame(name, file)
        self._origin = name
        with self._blame:
            word = getattr(agent, "name", None) or type(agent).__name__.lower()
        self.name = word if isinstance(word, str) and AGENT_NAME.fullmatch(word) else "own-agent"

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        """Return the decision of the class.

        Raises:
            BadInput: If the class fails, its action is illegal, or its strategy is not valid.
        """
        with self._blame:
            decides = hasattr(self._agent, "decide")
            said = self._agent.decide(info, rng, budget) if decides else self._agent.strategy(info)
        if isinstance(said, Mapping) or not decides:
            return sample(self.check(said, info), rng)
        word = said.action if isinstance(said, Decision) else said
        with self._blame:
            action, told = _to_action(word, info), quoted(word)
        if action is None:
            fields = {"action": told, "key": info.key, "legal": _describe_legal(info)}
            raise BadInput(text("agent_errors.own_class.illegal", name=self._origin, **fields))
        if isinstance(said, Decision):
            return replace(said, action=action, strategy=self.check(said.strategy, info))
        return Decision(action, {action: 1.0})

    def check(self, strategy: Any, info: InformationState) -> Mapping[Action, float]:
        """Return a strategy of the class, scaled to sum 1.

        Raises:
            BadInput: If the result of the class is not a strategy over the legal actions.
        """
        with self._blame:
            named = strategy.items() if isinstance(strategy, Mapping) else ()
            said = [(_to_action(word, info), float(share)) for word, share in named]
        shares = {action: share for action, share in said if action is not None}
        total = sum(shares.values())
        if len(shares) < len(said) or not abs(total - 1) <= MAX_SUM_ERROR or min(shares.values()) < 0:
            legal = _describe_legal(info)
            raise BadInput(
                text("agent_errors.own_class.strategy", name=self._origin, key=info.key, legal=legal)
            )
        return {action: share / total for action, share in shares.items()}


def _describe_legal(info: InformationState) -> str:
    """List the legal actions. If there are many raises, list only the smallest and the largest.

    >>> from game.rules.kuhn_poker import KuhnInformationState
    >>> _describe_legal(KuhnInformationState(0, 1, ""))
    '0, 1'
    """
    legal = sorted(info.legal_actions)
    if len(legal) <= MAX_LISTED:
        return ", ".join(map(str, legal))
    few = [action for action in legal if action <= CALL]
    first, low = ", ".join(map(str, few)), legal[len(few)]
    return text("agent_errors.own_class.legal_actions", first=first, low=low, high=legal[-1])


def _to_action(word: Any, info: InformationState) -> Action | None:
    """Return a Python or numpy integer as an action, or None if the action is illegal."""
    try:
        action = operator.index(word)
    except TypeError:
        return None
    return action if action in info.legal_actions else None


class KnownOwnAgent(OwnAgent):
    """An agent of a user's class that has the method `strategy`."""

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        """Return the strategy of the class.

        Raises:
            BadInput: If the class fails, or the result is not a strategy.
        """
        with self._blame:
            said = self._agent.strategy(info)
        return self.check(said, info)

    def find_contradiction(self, session: Session) -> tuple[str, Action] | None:
        """Find a decision at which `decide` takes an action to which `strategy` gives probability 0.

        The class plays both seats of `session`. Half of its actions are replaced by random actions, so that the
        class meets more decisions. Return the key of the decision, and the action. Return None if there is no such
        decision, or if the class has no `decide`.

        Raises:
            BadInput: If the class fails.
        """
        with self._blame:
            decides = hasattr(self._agent, "decide")
        rng, end = random.Random(0), time.monotonic() + MAX_COMPARING_SECONDS
        for _ in range(MAX_COMPARED if decides else 0):
            while (seat := session.seat_to_act) is None:
                session.next_hand()
            info = session.info(seat)
            action = self.decide(info, random.Random(session.decision_seed)).action
            if not self.strategy(info).get(action):
                return info.key, action
            if time.monotonic() > end:
                break
            session.act(action if rng.random() < 0.5 else rng.choice(info.legal_actions[:3]))
        return None


class RangeOwnAgent(OwnAgent):
    """An agent of a user's class that has the method `range_strategy`."""

    def range_strategy(self, public: PublicState) -> RangeMix:
        """Return the strategy of the class for all hands.

        Raises:
            BadInput: If the class fails, or the result is not a strategy for all hands.
        """
        from ai.hands.range_strategy import RangeMix  # noqa: PLC0415 - small games load no compiler

        with self._blame:
            said = self._agent.range_strategy(public)
        if not isinstance(said, RangeMix) or not math.isfinite(float(said.shares.sum())):
            raise BadInput(text("agent_errors.own_class.range_strategy", name=self._origin))
        return said


class WholeOwnAgent(KnownOwnAgent, RangeOwnAgent):
    """An agent of a user's class that has both methods, `strategy` and `range_strategy`."""

"""Write questions to an external program and read its answers, as JSON lines or MATCHSTATE lines of the ACPC.

JSON serves every game. `assets/examples/README.md` shows the messages and answers of both protocols.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from game.core import Action, InformationState, Player, State
from game.match import acpc
from game.quoting import quoted
from game.rules import cards, games
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting, acpc_word
from game.rules.holdem import BOARD_CARDS, HoldemInformationState, HoldemState
from game.rules.kuhn_poker import CARD_LETTERS, MOVE_LETTERS, KuhnInformationState, KuhnState, Move
from game.rules.tic_tac_toe import EMPTY, TicTacToeInformationState, X
from game.texts import text

if TYPE_CHECKING:
    from ai.hands.range_strategy import PublicState, RangeMix

VERSION = 1
MAX_SUM_ERROR = 1e-3
"""The maximum deviation from 1 of the sum of a strategy's probabilities, which are then scaled to sum 1."""
MATCHSTATE = "MATCHSTATE"
MAX_ALL_HANDS_ACTIONS = 64
MAX_DIGITS = 12
FOLD_WORD, CALL_WORD = acpc_word(FOLD), acpc_word(CALL)


class Broken(Exception):
    """An answer that breaks the protocol or the rules. The message says how."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An action, and the strategy from which it was sampled.

    The strategy is None if the program does not give it.
    """

    action: Action
    strategy: Mapping[Action, float] | None = None


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer of a program to `hello`: its name, and whether it answers questions about all hands."""

    name: str
    all_hands: bool


# ---- to the program -----------------------------------------------------------------------------------------
def hello(game: str, root: State, rules: HoldemRules | None, seed: int) -> str:
    """Return the first line to a program: the name of the game, and in Hold'em the `rules` of the next hand."""
    said: dict[str, object] = {"type": "hello", "protocol": VERSION, "game": game}
    if rules is not None:
        said |= {"stack": min(rules.stacks), "blinds": [rules.small_blind, rules.big_blind]}
    elif game == games.KUHN_HALF_STREET and isinstance(root, KuhnState):
        said["blinds"] = float(root.rules.blinds)
    return json.dumps(said | {"seed": seed})


def decide(info: InformationState, number: int, seconds: float) -> str:
    """Return question `number`, which asks for a decision within `seconds`."""
    said: dict[str, object] = {"type": "decide", "id": number, "player": info.player}
    if isinstance(info, HoldemInformationState):
        said |= {"hole": list(map(cards.name, info.hole))} | _public(info.board, info.betting)
    elif isinstance(info, KuhnInformationState):
        said |= {"key": info.key, "legal": [MOVE_LETTERS[action] for action in info.legal_actions]}
    elif isinstance(info, TicTacToeInformationState):
        said |= {"board": "".join(map(_mark, info.board)), "legal": list(info.legal_actions)}
    return json.dumps(said | {"seconds": seconds})


def all_hands(public: PublicState, number: int, seconds: float) -> str:
    """Return question `number`, which asks for the strategy with every possible hand, within `seconds`."""
    said: dict[str, object] = {"type": "all_hands", "id": number, "player": public.player}
    return json.dumps(said | _public(public.board, public.betting) | {"seconds": seconds})


def result(state: State, player: Player, hands: int) -> str:
    """Return the line for `player` about the end of a hand.

    The line has the number of hands so far, the winnings, and the shown cards.
    """
    said: dict[str, object] = {"type": "result", "hands": hands, "won": _number(state.returns()[player])}
    if isinstance(state, HoldemState):
        said["hole"] = [
            list(map(cards.name, hole)) if state.betting.folded is None or seat == player else []
            for seat, hole in enumerate(state.hole)
        ]
    elif isinstance(state, KuhnState):
        shown = not state.betting.endswith("bp")
        said["hole"] = [
            CARD_LETTERS[card] if shown or seat == player else "" for seat, card in enumerate(state.cards)
        ]
    return json.dumps(said)


def bye() -> str:
    return json.dumps({"type": "bye"})


def _public(board: Sequence[cards.Card], betting: PublicBetting) -> dict[str, object]:
    lowest, highest = betting.min_raise_to, betting.max_raise_to
    before = betting.round_start
    return {
        "board": list(map(cards.name, board)),
        "line": line(betting),
        "pot": betting.pot,
        "to_call": betting.to_call,
        "legal": [FOLD_WORD, CALL_WORD],
        "raise_to": None if lowest is None or highest is None else [lowest - before, highest - before],
    }


def line(betting: PublicBetting) -> str:
    """Return the betting as text, with slashes between the streets.

    The number after `r` is the player's total bet on the street, in chips.

    >>> line(PublicBetting.start(HoldemRules()).child(300).child(1).next_round().child(1).child(900))
    'r300 c / c r600'
    """
    rounds: list[list[str]] = [[] for _ in betting.history]
    for before, action in betting.steps():
        is_raise = action > CALL
        rounds[before.street].append(f"r{action - before.round_start}" if is_raise else acpc_word(action))
    return " / ".join(map(" ".join, rounds)).strip()


def _mark(mark: int) -> str:
    return "." if mark == EMPTY else "X" if mark == X else "O"


def _number(value: float) -> float:
    return int(value) if value == int(value) else value


# ---- from the program ---------------------------------------------------------------------------------------
def parse(written: str) -> Mapping[str, Any]:
    """Parse a line as a JSON object.

    Raises:
        Broken: If the line is not an object with a type.
    """
    try:
        said = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise Broken(text("agent_errors.answer.no_json", line=quoted(written[:80]))) from error
    if not isinstance(said, dict) or not isinstance(said.get("type"), str):
        raise Broken(text("agent_errors.answer.no_object", line=quoted(written[:80]), type='"type"'))
    return said


def read_ready(said: Mapping[str, Any]) -> Welcome:
    """Return the answer of a program to `hello`.

    Raises:
        Broken: If the line is not the answer to `hello`.
    """
    whole = said.get("all_hands", False)
    if said["type"] != "ready" or not isinstance(whole, bool):
        fields = {"question": '"hello"', "answer": '{"type": "ready"}'}
        raise Broken(text("agent_errors.answer.not_ready", **fields))
    return Welcome(str(said.get("name", ""))[:80], whole)


def read_action(said: Mapping[str, Any], info: InformationState) -> Answer:
    """Return the answer to a decision.

    Raises:
        Broken: If the action is illegal, or has probability 0 in the strategy.
    """
    action = to_action(said.get("action"), info)
    shares = said.get("strategy")
    if shares is None:
        return Answer(action)
    if not isinstance(shares, dict) or not shares:
        raise Broken(text("agent_errors.answer.strategy"))
    strategy: dict[Action, float] = {}
    for word, share in shares.items():
        named = to_action(word, info)
        strategy[named] = strategy.get(named, 0.0) + _probability(share)
    total = sum(strategy.values())
    if abs(total - 1) > MAX_SUM_ERROR:
        raise Broken(text("agent_errors.answer.total", total=f"{total:g}"))
    if not strategy.get(action):
        raise Broken(text("agent_errors.answer.improbable"))
    return Answer(action, {one: share / total for one, share in strategy.items()})


def to_action(word: object, info: InformationState, *, of_street: bool = True) -> Action:
    """Parse a word as a legal action.

    The word is like `c` or `r600` in Hold'em, `p` or `b` in Kuhn poker, and the number of a cell in tic-tac-toe.

    Args:
        word: The word.
        info: The decision.
        of_street: Whether the number of a raise is the player's total bet on the street. Otherwise, the number is
            the player's total bet in the whole hand.

    Raises:
        Broken: If the word is not a legal action of the decision.
    """
    action: Action | None = None
    if isinstance(info, TicTacToeInformationState):
        if isinstance(word, str) and word.isascii() and word.isdigit() and len(word) == 1:
            action = int(word)
        elif type(word) is int:
            action = word
    elif isinstance(info, KuhnInformationState):
        action = MOVE_LETTERS.index(word) if word in tuple(MOVE_LETTERS) else None
    elif isinstance(info, HoldemInformationState) and isinstance(word, str):
        action = _holdem_action(word, info.betting, info.betting.round_start if of_street else 0)
    if action is None or action not in info.legal_actions:
        raise Broken(text("agent_errors.answer.illegal", action=quoted(word)))
    return action


def _holdem_action(word: str, betting: PublicBetting, before: int) -> Action | None:
    """Parse a word as an action. `before` is the number of chips to add to the amount of a raise."""
    if word in (FOLD_WORD, CALL_WORD):
        return FOLD if word == FOLD_WORD and betting.to_call else CALL
    digits = word[1:]
    if word[:1] != "r" or not (digits.isascii() and digits.isdigit()) or len(digits) > MAX_DIGITS:
        return None
    return action if (action := before + int(digits)) > CALL else None


def _probability(share: object) -> float:
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1 + MAX_SUM_ERROR:
        raise Broken(text("agent_errors.answer.probability", share=quoted(share)))
    return float(share)


def read_all_hands(said: Mapping[str, Any], public: PublicState) -> RangeMix:
    """Return the strategy with every hand that contains no card of the board.

    Raises:
        Broken: If a hand is missing, an action is illegal, or a row is not a strategy.
    """
    import numpy as np  # noqa: PLC0415 - small games load no compiler

    from ai.hands.combos import HANDS, unblocked_hands  # noqa: PLC0415 - small games load no compiler
    from ai.hands.range_strategy import RangeMix  # noqa: PLC0415 - small games load no compiler

    words, rows = said.get("actions"), said.get("strategy")
    if (
        not isinstance(words, list)
        or not isinstance(rows, dict)
        or not 0 < len(words) <= MAX_ALL_HANDS_ACTIONS
    ):
        raise Broken(text("agent_errors.answer.all_hands", actions='"actions"', strategy='"strategy"'))
    left = np.flatnonzero(unblocked_hands(public.board))
    info = public.with_hand(int(left[0]))
    actions = [to_action(word, info) for word in words]
    if len(set(words)) < len(words):
        raise Broken(text("agent_errors.answer.twice"))
    shares = np.zeros((len(HANDS), len(actions)))
    indices = _hand_indices()
    for name, row in rows.items():
        index = indices.get(name)
        if index is None or not isinstance(row, list) or len(row) != len(actions):
            raise Broken(text("agent_errors.answer.row", hand=quoted(name)))
        shares[index] = [_probability(share) for share in row]
    totals = shares[left].sum(axis=1)
    if wrong := np.flatnonzero(np.abs(totals - 1) > MAX_SUM_ERROR).tolist():
        hand, total = cards.names(HANDS[left[wrong[0]]]), float(totals[wrong[0]])
        raise Broken(text("agent_errors.answer.hand_total", hand=hand, total=f"{total:g}"))
    mix = {action: np.zeros(len(left)) for action in actions}
    for column, action in enumerate(actions):
        mix[action] += shares[left, column] / totals
    return RangeMix.of(mix, left)


@cache
def _hand_indices() -> Mapping[str, int]:
    """Return the index of every hand by its name. Each hand has two names, one for each order of its cards."""
    from ai.hands.combos import HANDS  # noqa: PLC0415 - small games load no compiler

    return {cards.names(order): index for index, hand in enumerate(HANDS) for order in (hand, hand[::-1])}


# ---- the protocol of the ACPC -------------------------------------------------------------------------------
def matchstates(info: HoldemInformationState, hand: int) -> list[str]:
    """Return the MATCHSTATE lines of a hand up to a decision, as an ACPC dealer sends them.

    >>> from game.rules.holdem import HoldemInformationState as Info
    >>> matchstates(Info(1, cards.parse("As5d"), (), PublicBetting.start(HoldemRules())), 7)
    ['MATCHSTATE:1:7::|As5d']
    """
    bettings = [before for before, _ in info.betting.steps()] + [info.betting]
    own = cards.names(info.hole)
    hole = f"{own}|" if info.player == 0 else f"|{own}"
    return [
        f"{MATCHSTATE}:{info.player}:{hand}:{betting.acpc}:{hole}"
        f"{acpc.board_text(info.board[: BOARD_CARDS[betting.street]])}"
        for betting in bettings
    ]


def last_matchstate(state: HoldemState, player: Player, hand: int) -> str:
    """Return the last MATCHSTATE line of a hand for `player`.

    The line has the opponent's cards if these cards were shown.
    """
    hole = [
        cards.names(cards_held) if state.betting.folded is None or seat == player else ""
        for seat, cards_held in enumerate(state.hole)
    ]
    return f"{MATCHSTATE}:{player}:{hand}:{state.betting.acpc}:{'|'.join(hole)}{acpc.board_text(state.board)}"


def read_matchstate(said: str, asked: str, info: InformationState) -> Answer:
    """Return the answer `said` to the MATCHSTATE line `asked`.

    Raises:
        Broken: If the answer does not repeat the line, or the action of the answer is illegal.
    """
    start, _, word = said.rpartition(":")
    if start != asked:
        raise Broken(text("agent_errors.answer.no_matchstate", line=quoted(said[:80])))
    return Answer(to_action(word.strip(), info, of_street=False))


def fallback(info: InformationState) -> Action:
    """Return the action to play if a program does not answer: a check, a fold, or the first free cell."""
    legal: Sequence[Action] = info.legal_actions
    if isinstance(info, HoldemInformationState):
        return FOLD if info.to_call else CALL
    return Move.PASS if isinstance(info, KuhnInformationState) else legal[0]

"""The notation for a decision of a solved spot, and for hands at this decision.

A line has the actions since the start of the spot, with slashes between the streets: `check, bet 50, call / 5c
check`. The abbreviations are the same as in the lines of whole hands (game/match/betting_line.py): `f` folds,
`c` calls or checks, and `rN` bets or raises to N chips since the start of the spot. `all-in` is the largest
bet. The word `board` may precede the new card of a street. `x` checks. The size of `bet 33%` is a part of the
pot, as in the sizes of a spot. If there is only one size, `bet` is enough. The name of a node in PioSOLVER is
accepted as a line, too: `r:0:c:b50:c:5c:c`. In such a name, `bN` has the meaning of `rN`.

Hands are a range, kinds of hands on the board, or both: `AA,KQs`, `top-pair,flush-draw`, `flush-draw & A2s+`, `pair
& !22`. Words for a card select the hands with such a card: `Ah`, `A` or `hearts`. The words `suited` and `offsuit`
are possible, too. The hands that `bluff-catcher` selects depend on the opponent's range. A comma means union,
`&` intersection, and `!` complement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from ai.hands.combos import CARDS, HANDS, Bools, parse_range, unblocked_hands
from ai.solver.betting import DEAL, DECISION, Node, Path, no_action
from ai.solver.results import classify_hands
from ai.solver.streets import StreetTables, find_state
from ai.solver.walk import SolvedState
from game.core import BadInput
from game.quoting import quoted
from game.rules.betting import Street
from game.rules.cards import RANKS, SUITS, Card, names, parse
from game.rules.holdem import BOARD_CARDS
from game.study.solved import BLUFF_CATCHER, HAND_KINDS
from game.texts import join_list, text

_AMOUNT = r"\d+(?:\.\d+)?"
_TOKEN = re.compile(
    rf"(?:bet|raise)(?:\s+{_AMOUNT}\s*%?)?|all-?in\s+{_AMOUNT}|[rb]{_AMOUNT}|all-?in|fold|call|check|[fcx]",
    re.IGNORECASE,
)
_CARD = re.compile(r"(?:board\b)?[\s,]*([2-9tjqka][shdc])", re.IGNORECASE)
_BLOCKER = re.compile(r"[2-9tjqka][shdc]?", re.IGNORECASE)
_PIO_STEP = re.compile(rf"b{_AMOUNT}|[fcx]|(?P<card>[2-9tjqka][shdc])", re.IGNORECASE)
_SUIT_NAMES = ("spades", "hearts", "clubs", "diamonds")  # in the order of `SUITS`
_TOLERANCE = 1e-3  # chips: actions are named with four decimals
EXAMPLE = 'write it like "check, bet 50, call / 5c check"'


def read_line(streets: Sequence[StreetTables], text: str, pot: float) -> tuple[Path, tuple[Card, ...]]:
    """Return the actions and the dealt cards of a line in a spot with this pot.

    Raises:
        BadInput: If the text is not a line, or if an action or a card is not possible at its position in the line.
    """
    actions: list[str] = []
    cards: list[Card] = []
    plain = _from_pio(text) if ":" in text else text
    for street, part in enumerate(plain.split("/")):
        rest = part.strip()
        if street:
            match = _CARD.match(rest)
            if match is None:
                raise BadInput(f"line: {quoted(rest)} after a slash begins with no card; {EXAMPLE}.")
            cards += parse(match[1])
            rest = rest[match.end() :]
        for token in _tokens(rest):
            state = find_state(streets, actions, cards)
            actions.append(_action(streets[state.street].trees.nodes[state.node], token, pot))
        find_state(streets, actions, cards)
    return tuple(actions), tuple(cards)


def _from_pio(text: str) -> str:
    """Convert the name of a node in PioSOLVER to a line.

    >>> _from_pio("r:0:c:b50:c:5c:c")
    'c b50 c / 5c c'

    Raises:
        BadInput: If a part is neither an action nor a card.
    """
    steps = [step.strip() for step in text.strip().rstrip(":").split(":")]
    begin = next((number for number in (2, 1) if steps[:number] == ["r", "0"][:number]), 0)
    found: list[str] = []
    for step in steps[begin:]:
        match = _PIO_STEP.fullmatch(step)
        if match is None:
            raise BadInput(
                f"line: {quoted(step)} is no step of a node like r:0:c:b50:c:5c: write c, f, a card, "
                "or b and the chips of the player since the start of the spot."
            )
        found += ["/", step] if match["card"] else [step]
    return " ".join(found)


def write_line(actions: Sequence[str], cards: Sequence[Card], streets: Sequence[StreetTables]) -> str:
    """Write a line in the form that `read_line` reads."""
    parts: list[list[str]] = [[]]
    ahead = list(cards)
    for number, action in enumerate(actions, 1):
        parts[-1].append(action)
        state = find_state(streets, actions[:number], cards[: len(parts) - 1])
        if streets[state.street].trees.nodes[state.node].kind == DEAL and ahead:
            parts.append([names([ahead.pop(0)])])
    first, *later = parts
    return " / ".join([", ".join(first), *(f"{card} {', '.join(rest)}".strip() for card, *rest in later)])


def _tokens(text: str) -> Iterator[str]:
    rest = text.strip(" ,\t\n")
    while rest:
        match = _TOKEN.match(rest)
        if match is None:
            raise BadInput(f"line: {quoted(rest)} begins with no action; {EXAMPLE}.")
        yield " ".join(match[0].lower().replace("allin", "all-in").split())
        rest = rest[match.end() :].lstrip(" ,\t\n")


def _action(node: Node, token: str, pot: float) -> str:
    """Return the tree's name of the action that `token` describes at a node. `pot` is the pot of the spot.

    Raises:
        BadInput: If there is no such action.
    """
    if node.kind != DECISION:
        raise BadInput(f"line: there is no {quoted(token)} here, because the betting is over.")
    if token[0] in "rb" and token[1].isdigit():
        totals = {
            name: child.put_in[node.player]
            for name, child in zip(node.actions, node.children, strict=True)
            if " " in name
        }
        for name, total in totals.items():
            if abs(total - float(token[1:])) <= _TOLERANCE:
                return name
        possible = ", ".join(f"{token[0]}{total:.10g} ({name})" for name, total in totals.items())
        raise BadInput(
            f"There is no {quoted(token)} here: the number is all chips since the start of the spot, "
            f"so write {possible or 'an action without one'}."
        )
    if token.endswith("%"):
        own, other = node.put_in[node.player], node.put_in[1 - node.player]
        kind, percent = token.rstrip("% ").split()
        chips = other - own + float(percent) / 100 * (pot + 2 * other)
        for name in node.actions:
            named, _, amount = name.partition(" ")
            if named == kind and abs(float(amount) - chips) <= _TOLERANCE:
                return name
    return find_action(node.actions, token)


def find_action(actions: Sequence[str], word: str) -> str:
    """Find the action that a word names.

    >>> find_action(("fold", "call", "all-in 300"), "c"), find_action(("check", "bet 50"), "bet 50.0")
    ('call', 'bet 50')

    Raises:
        BadInput: If there is no such action.
    """
    kind, _, amount = word.lower().strip().replace("allin", "all-in").partition(" ")
    found = [name for name in actions if name == kind or (not amount and name.startswith(f"{kind} "))]
    if kind in ("c", "check", "call"):
        found = [name for name in actions if name in ("check", "call")]
    elif kind == "x":
        found = [name for name in actions if name == "check"]
    elif kind == "f":
        found = [name for name in actions if name == "fold"]
    elif re.fullmatch(_AMOUNT, amount):
        chips = {name: float(name.partition(" ")[2]) for name in actions if " " in name}
        found = [name for name in chips if abs(chips[name] - float(amount)) <= _TOLERANCE]
    if len(found) != 1:
        raise BadInput(no_action(quoted(word), actions))
    return found[0]


Catchers = Callable[[], Bools]


def select_hands(text: str, board: Sequence[Card], catchers: Catchers | None = None) -> Bools:
    """Return a mask of the hands that a text names on a board, bool[1326]. An empty text names all hands.

    `catchers` returns the bluff-catchers, bool[1326]. If `catchers` is None, the bluff-catchers are unknown.

    Raises:
        BadInput: If a part of the text is neither a range nor a kind of hands, or asks for unknown bluff-catchers.
    """
    live = unblocked_hands(board)
    if not text.strip():
        return np.ones(len(HANDS), np.bool_)
    chosen = np.zeros(len(HANDS), np.bool_)
    for part in text.split(","):
        found = live.copy()
        for word in part.split("&"):
            found &= _find_hands(word.strip(), board, catchers)
        chosen |= found
    return chosen


def select_at(state: SolvedState, text: str, player: int) -> Bools:
    """Return a mask of the hands of a player that a text names at a state of a solution, bool[1326].

    See `select_hands`.

    Raises:
        BadInput: If a part of the text is neither a range nor a kind of hands.
    """
    return select_hands(text, state.board, partial(state.bluff_catchers, player))


def _find_hands(word: str, board: Sequence[Card], catchers: Catchers | None) -> Bools:
    bare = word.lstrip("! ")
    if word[: len(word) - len(bare)].count("!") % 2:
        return ~_find_hands(bare, board, catchers)
    word = bare
    if (kind := word.lower().replace(" ", "-")) in (*HAND_KINDS, BLUFF_CATCHER, f"{BLUFF_CATCHER}s"):
        if len(board) < BOARD_CARDS[Street.FLOP]:
            raise BadInput(text("solver_errors.hands.no_board", word=quoted(word)))
        if kind in HAND_KINDS:
            return np.asarray(classify_hands(board) == HAND_KINDS.index(kind))
        if catchers is not None:
            return catchers()
        raise BadInput(text("solver_errors.hands.no_solution", word=quoted(word)))
    return _find_cards(word)


def _find_cards(word: str) -> Bools:
    suits = CARDS // len(RANKS)
    if word.lower() in _SUIT_NAMES:
        return np.asarray((suits == _SUIT_NAMES.index(word.lower())).any(axis=1))
    if word.lower() in ("suited", "offsuit"):
        return np.asarray(np.equal(*suits.T) == (word.lower() == "suited"))
    if _BLOCKER.fullmatch(word):
        rank, suit = word[0].upper(), word[1:].lower()
        blocks = CARDS % len(RANKS) == RANKS.index(rank)
        if suit:
            blocks &= suits == SUITS.index(suit)
        return np.asarray(blocks.any(axis=1))
    try:
        return np.asarray(parse_range(word) > 0)
    except BadInput:
        kinds = join_list(*HAND_KINDS, BLUFF_CATCHER)
        raise BadInput(text("solver_errors.hands.unreadable", word=quoted(word), kinds=kinds)) from None

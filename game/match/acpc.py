"""Hands as lines of the Annual Computer Poker Competition (ACPC), and back to the same events.

    STATE:7:r300c/cr600f:AsKd|Th2c/7s2hQh:-300|300:ann|bob

The big blind is the first player. `rN` is a raise to N chips over the whole hand. After an all-in call the
remaining rounds are empty (`r20000c///`). Blinds and stacks are not part of a line but of a `#` line of the log.
Text that is not a complete, legal hand raises BadInput.
"""

from __future__ import annotations

import re
from itertools import pairwise

from game.core import Action, BadInput
from game.match.history import HandRecord, HandReplay
from game.quoting import quoted
from game.rules import cards
from game.rules.betting import CALL, FOLD, HoldemRules, Pair
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS

_LINE = re.compile(
    r"STATE:(?P<number>\d{1,12}):(?P<betting>[^:]*):(?P<hole_0>[^:|/]*)\|(?P<hole_1>[^:|/]*)(?P<board>/[^:|]*)?"
    r":(?P<payoff_0>-?\d{1,12})\|(?P<payoff_1>-?\d{1,12}):(?P<name_0>[^:|]*)\|(?P<name_1>[^:|]*)",
    re.ASCII,
)
_ACTION = re.compile(r"[fc]|r\d{1,12}", re.ASCII)
_HEADER = re.compile(r"#.*\bsb=(\d{1,12}) bb=(\d{1,12}) stack=(\d{1,12})(?:,(\d{1,12}))?\b", re.ASCII)


def to_acpc(record: HandRecord) -> str:
    """Return a finished hand as one line, without its newline.

    Raises:
        BadInput: If a name contains `:` or `|`, or the hand has antes.
    """
    if record.rules.ante:
        raise BadInput("ACPC lines have no antes: choose PHH")
    for name in record.names:
        if set(name) & set(":|\r\n"):
            raise BadInput(f"the name {quoted(name)} cannot be in an ACPC line, which uses : and | itself")
    final = record.final_state()
    hole = "|".join(map(cards.names, final.hole))
    board = board_text(final.board)
    return (
        f"STATE:{record.number}:{final.betting.acpc}:{hole}{board}:{_bar(final.returns())}:"
        f"{'|'.join(record.names)}"
    )


def from_acpc(line: str, rules: HoldemRules) -> HandRecord:
    """Parse a line that was played at the table `rules`.

    Raises:
        BadInput: If it breaks the format or the rules.
    """
    found = _LINE.fullmatch(line.strip())
    if found is None:
        raise BadInput(
            "not an ACPC hand: it reads STATE:number:betting:cards|cards/board:payoff|payoff:name|name"
        )
    replay = HandReplay(rules)
    replay.deal_hole([cards.parse(found["hole_0"]), cards.parse(found["hole_1"])])
    board_words = found["board"] or ""
    board = iter(cards.parse(board_words.replace("/", " ")))
    for word in words(found["betting"]):
        replay.deal_what_is_due(board)
        replay.act(action(word), word)
    replay.deal_what_is_due(board)
    record = replay.record((found["name_0"], found["name_1"]), int(found["number"]))
    final = replay.state
    if final.betting.acpc != found["betting"]:
        raise BadInput(f'betting "{found["betting"]}": its rounds are "{final.betting.acpc}" by the rules')
    if board_text(final.board) != board_words:
        raise BadInput(f'board "{board_words}": it is "{board_text(final.board)}" by the rules')
    payoffs = int(found["payoff_0"]), int(found["payoff_1"])
    if payoffs != final.returns():
        raise BadInput(f"payoffs {_bar(payoffs)}: they are {_bar(final.returns())} by the rules")
    return record


def header(rules: HoldemRules) -> str:
    """Return the comment line with the blinds and stacks of the hands that follow."""
    first, second = rules.stacks
    stack = f"{first}" if first == second else f"{first},{second}"
    return f"# sb={rules.small_blind} bb={rules.big_blind} stack={stack}"


def rules_from_header(line: str) -> HoldemRules | None:
    """Return the table that a `#` line of a log describes. None if it describes none.

    >>> rules_from_header("# seed=1 sb=1 bb=2 stack=200").stacks
    (200, 200)
    """
    found = _HEADER.match(line)
    if found is None:
        return None
    small, big, first, second = found.groups()
    return HoldemRules(int(small), int(big), (int(first), int(second or first)))


def words(betting: str) -> list[str]:
    """Return the actions of a betting text, its rounds joined: ["c", "r300", "c"]; `BadInput` for other text."""
    words = _ACTION.findall(betting)
    if "".join(words) != betting.replace("/", ""):
        raise BadInput(f'betting "{betting}": actions are f, c and r with an amount, with / between rounds')
    return words


def action(word: str) -> Action:
    """Return the action of a word: `f`, `c` or `rN`."""
    return FOLD if word == "f" else CALL if word == "c" else int(word[1:])


def board_text(board: tuple[Card, ...]) -> str:
    ends = [end for end in BOARD_CARDS.values() if end <= len(board)]
    return "".join("/" + cards.names(board[start:end]) for start, end in pairwise(ends))


def _bar(pair: Pair) -> str:
    return f"{pair[0]}|{pair[1]}"

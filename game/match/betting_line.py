"""A line of Hold'em, which is the betting and the board of a hand up to a decision, and the text form of a line.

    r300 c / board Qs7h2d c r400

`f` folds, `c` calls or checks, and `rN` raises to N chips over the whole hand, as in the ACPC protocol. `all-in` is
the largest raise. A street starts with `/` and its new cards, optionally with the word `board` before them. Spaces
are optional.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from game import texts
from game.core import Action, BadInput, IllegalAction, Player
from game.rules.betting import BUTTON, CALL, FOLD, HoldemRules, PublicBetting, Street, acpc_word
from game.rules.cards import Card, names, parse, quote_typed
from game.rules.holdem import BOARD_CARDS

_WORDS = {"f": FOLD, "fold": FOLD, "c": CALL, "call": CALL, "check": CALL}
_TOKEN = re.compile(r"r\d+|all-?in|fold|call|check|[fc]", re.IGNORECASE)
_CARDS = re.compile(r"(?:board)?[\s,]*((?:[2-9tjqka][shdc][\s,]*)+)", re.IGNORECASE)
_BOARD = "board"
_MAX_DIGITS = 12


@dataclass(frozen=True, slots=True)
class BettingLine:
    """The actions of a hand and its board.

    The board may include cards that are not dealt yet (see `dealt_board`).
    """

    rules: HoldemRules = field(default_factory=HoldemRules)
    actions: tuple[Action, ...] = ()
    board: tuple[Card, ...] = ()

    @property
    def betting(self) -> PublicBetting:
        """The betting after all actions. If the actions end a round, this is the start of the next round."""
        return _replay(self.rules, self.actions)[-1]

    @property
    def steps(self) -> list[tuple[PublicBetting, Action]]:
        return list(zip(_replay(self.rules, self.actions), self.actions, strict=False))

    @property
    def dealt_board(self) -> tuple[Card, ...]:
        return self.board[: BOARD_CARDS[self.betting.street]]

    @property
    def missing(self) -> int:
        """The number of board cards of the current street that are not dealt.

        Nobody can act before these cards are dealt.
        """
        return BOARD_CARDS[self.betting.street] - len(self.dealt_board)

    @property
    def player(self) -> Player | None:
        """The player to act. None if the betting is over or cards are missing."""
        return None if self.missing else self.betting.actor

    @property
    def is_over(self) -> bool:
        """Whether the betting is over: by a fold, a called all-in, or the end of the river."""
        return self.betting.actor is None

    def after(self, action: Action) -> BettingLine:
        """Return the line with a further action. Raises `IllegalAction` if the rules forbid it."""
        self.betting.child(action)
        return replace(self, actions=(*self.actions, action))

    def upto(self, decision: int) -> BettingLine:
        """Return the line with only the first `decision` actions. The board is not shortened."""
        return replace(self, actions=self.actions[:decision])

    def with_rules(self, rules: HoldemRules) -> BettingLine:
        """Return the line under other rules. The line ends before the first action that these rules forbid."""
        line = BettingLine(rules, board=self.board)
        for action in self.actions:
            if action not in line.betting.legal_actions():
                break
            line = line.after(action)
        return line

    def with_board(self, board: Sequence[Card]) -> BettingLine:
        """Return the line with another board, without the actions on streets that the board does not reach."""
        laid, line = tuple(board), replace(self, board=tuple(board))
        while line.actions and len(laid) < BOARD_CARDS[Street(line.steps[-1][0].street)]:
            line = line.upto(len(line.actions) - 1)
        return line


def write_line(line: BettingLine) -> str:
    """Format a line as a user can type it.

    >>> write_line(BettingLine(actions=(300, CALL, CALL), board=parse("Qs7h2d")))
    'r300 c / board Qs7h2d c'
    """
    parts = [""]
    for street, actions in enumerate(line.betting.history):
        dealt = (
            line.dealt_board[BOARD_CARDS[Street(street - 1)] : BOARD_CARDS[Street(street)]] if street else ()
        )
        words = [f"board {names(dealt)}"] if dealt else []
        words += [acpc_word(action) for _, action in actions]
        parts += [" / "] * bool(street) + [" ".join(words)]
    return "".join(parts).strip()


def parse_line(text: str, rules: HoldemRules) -> BettingLine:
    """Parse a line. Raises `BadInput` with a message for the user if the text is not a line.

    >>> parse_line("r300c/Qs7h2d c", HoldemRules()).actions
    (300, 1, 1)
    """
    line = BettingLine(rules)
    for street, part in enumerate(text.split("/")):
        if street:
            _check_street(line, street)
        cards, rest = _split(part)
        if cards:
            line = replace(line, board=_lay_cards(line, cards, street))
        _check_cards(line, rest, street)
        for word in _split_actions(rest):
            line = _act(line, word, street)
    return line


def _replay(rules: HoldemRules, actions: Sequence[Action]) -> list[PublicBetting]:
    """Return the betting before each action, and finally the betting after the last action."""
    betting = PublicBetting.start(rules)
    found = [betting]
    for action in actions:
        betting = _advanced(betting.child(action))
        found.append(betting)
    return found


def _advanced(betting: PublicBetting) -> PublicBetting:
    """Return `betting`, or the start of the next street if the round has ended but the hand has not."""
    closed = betting.actor is None and betting.folded is None and not betting.is_all_in
    return betting.next_round() if closed and betting.street < Street.RIVER else betting


def _split(part: str) -> tuple[tuple[Card, ...], str]:
    """Return the cards at the start of the text of a street, and the rest of the text."""
    rest = part.strip()
    if found := _CARDS.match(rest):
        return parse(found[1]), rest[found.end() :]
    if rest.lower().startswith(_BOARD):
        raise BadInput(texts.text("match_errors.line.no_board", typed=quote_typed(rest)))
    return (), rest


def _split_actions(text: str) -> Iterator[str]:
    """Yield the texts of the single actions.

    Raises:
        BadInput: If a text is not an action.
    """
    for piece in text.replace(",", " ").split():
        at = 0
        while at < len(piece):
            token = _TOKEN.match(piece, at)
            if token is None:
                raise BadInput(texts.text("match_errors.line.no_action", typed=quote_typed(piece[at:])))
            yield token[0]
            at = token.end()


def _check_street(line: BettingLine, street: int) -> None:
    if line.is_over:
        raise BadInput(texts.text("match_errors.line.over", where=_tell_street(street - 1)))
    if street > Street.RIVER:
        raise BadInput(texts.text("match_errors.line.streets"))
    if line.betting.street != street:
        key = f"match_errors.line.{'button_acts' if line.betting.actor == BUTTON else 'big_blind_acts'}"
        raise BadInput(texts.text(key, where=_tell_street(street - 1)))


def _check_cards(line: BettingLine, rest: str, street: int) -> None:
    """Raise `BadInput` if board cards are missing and the text after the board is not an action."""
    if line.missing and rest and not _TOKEN.match(rest):
        raise BadInput(_tell_needed("no_card", rest.split(maxsplit=1)[0], line, street))


def _tell_street(street: int) -> str:
    return texts.text(f"menu.streets.{street}")


def _tell_needed(key: str, typed: str, line: BettingLine, street: int) -> str:
    """Return the error for a text that is typed before the board of a street is complete."""
    laid = len(line.dealt_board)
    fields = {"cards": BOARD_CARDS[Street(street)], "where": _tell_street(street)}
    needed = (
        texts.plural("match_errors.line.given", laid, **fields)
        if laid
        else texts.text("match_errors.line.none_given", **fields)
    )
    return texts.text(f"match_errors.line.{key}", typed=quote_typed(typed), needed=needed)


def _lay_cards(line: BettingLine, cards: Sequence[Card], street: int) -> tuple[Card, ...]:
    """Return the board with the new cards of a street. `cards` may also repeat the earlier cards."""
    if not street:
        raise BadInput(texts.text("match_errors.line.preflop"))
    most = BOARD_CARDS[Street(street)]
    board = tuple(cards) if line.board and tuple(cards[: len(line.board)]) == line.board else None
    board = board or (*line.board, *cards)
    if len(board) > most:
        raise BadInput(
            texts.text("match_errors.line.cards", most=most, where=_tell_street(street), found=len(board))
        )
    return parse(names(board))


def _act(line: BettingLine, word: str, street: int) -> BettingLine:
    if line.is_over:
        raise BadInput(texts.text("match_errors.line.over_before", typed=quote_typed(word)))
    if line.betting.street != street:
        fields = {"where": _tell_street(street), "typed": quote_typed(word)}
        raise BadInput(texts.text("match_errors.line.street_over", **fields))
    if line.missing:
        raise BadInput(_tell_needed("cards_missing", word, line, street))
    try:
        return line.after(_action(line.betting, word.lower()))
    except IllegalAction as error:
        fields = {"typed": quote_typed(word), "reason": error.reason}
        raise BadInput(texts.text("match_errors.line.illegal", **fields)) from error


def _action(betting: PublicBetting, word: str) -> Action:
    if word in _WORDS:
        return _WORDS[word]
    if not word.startswith("r"):
        return betting.max_raise_to or CALL
    if len(word) > _MAX_DIGITS:
        raise BadInput(texts.text("match_errors.line.too_much", typed=quote_typed(word)))
    return max(int(word[1:]), CALL + 1)

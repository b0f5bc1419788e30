"""The bet sizes, and the panel in which the user chooses a bet size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Literal

from game.core import Action, BadInput
from game.rules.betting import CALL, FOLD, USUAL_POTS, PublicBetting, Street
from game.study.amounts import Amounts
from game.study.words import ends_betting, format_keys
from game.tables.parts import PersonsTable
from game.texts import number, percent, text
from game.window.frame.actions import ActionOwner, action
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.input import Key
from game.window.ui.widgets import Button, Option, Segmented, Slider, holds
from game.window.ui.widgets.button import MoveButton
from game.window.ui.widgets.text_entry import AmountEntry

Unit = Literal["least", "blinds", "times", "pot", "all_in"]

OPENS = (Fraction(2), Fraction(5, 2), Fraction(3))  # big blinds, first in
OVER_A_LIMP = (Fraction(3), Fraction(4), Fraction(5))  # big blinds, after a limp
THREE_BETS = (Fraction(5, 2), Fraction(3), Fraction(4))  # multiples of the open
LATER_BETS = (Fraction(11, 5), Fraction(5, 2), Fraction(3))  # multiples of a re-raise
MAX_SIZES = len(USUAL_POTS) + 1
ONE_RAISE = 1


@dataclass(frozen=True, slots=True)
class BetSize:
    """A bet size. `raise_to` is the resulting bet or raise, in chips over the whole hand."""

    unit: Unit
    count: Fraction
    raise_to: int

    @property
    def name(self) -> str:
        """The name of the size, unique within a decision: "blinds 5/2", "pot 1/2", "all_in"."""
        return f"{self.unit} {self.count}" if self.count else self.unit


def bet_sizes(betting: PublicBetting) -> tuple[BetSize, ...]:
    """Return the bet sizes of a decision, smallest first. Empty if no raise is possible."""
    least, most = betting.min_raise_to, betting.max_raise_to
    if least is None or most is None:
        return ()
    found: dict[int, BetSize] = {}
    for named in _named_sizes(betting):
        size = named if named.raise_to >= least else BetSize("least", Fraction(0), least)
        if size.raise_to < min(betting.rules.stacks):
            found.setdefault(size.raise_to, size)
    return *found.values(), BetSize("all_in", Fraction(0), most)


def usual_size(betting: PublicBetting) -> int:
    """Return the suggested bet or raise, in chips over the whole hand, or 0 if no raise is possible.

    Preflop, the suggestion is 2 big blinds to open, 3 big blinds after a limp, and 3 times the bet as a re-raise.
    From the flop on, it is half the pot. If this size is not offered, the suggestion is usually the smallest size.
    """
    sizes = bet_sizes(betting)
    usual = ("blinds 2", "blinds 3", "times 3", "times 5/2", "pot 1/2")
    found = (size.raise_to for name in usual for size in sizes if size.name == name)
    return next(found, sizes[0].raise_to if sizes else 0)


def _named_sizes(betting: PublicBetting) -> Iterator[BetSize]:
    if betting.street != Street.PREFLOP:
        for part in USUAL_POTS:
            raised = _whole(part * (betting.pot + betting.to_call))
            yield BetSize("pot", part, max(betting.committed) + raised)
        return
    actions = betting.history[-1]
    raises = sum(action > CALL for _, action in actions)
    if raises:
        for count in THREE_BETS if raises == ONE_RAISE else LATER_BETS:
            yield BetSize("times", count, _whole(count * max(betting.committed)))
    else:
        for count in OVER_A_LIMP if actions else OPENS:
            yield BetSize("blinds", count, _whole(count * betting.rules.big_blind))


def _whole(amount: Fraction) -> int:
    return int(amount + Fraction(1, 2))


@dataclass(frozen=True, slots=True)
class BetWords:
    """The texts for one decision.

    Raises are given as totals over the hand, but shown as chips of this street.
    """

    betting: PublicBetting
    amounts: Amounts

    @property
    def can_raise(self) -> bool:
        return self.betting.min_raise_to is not None

    def write(self, raise_to: int) -> str:
        return self.amounts.write(raise_to - self.betting.round_start)

    def bare(self, raise_to: int) -> str:
        return self.amounts.bare(raise_to - self.betting.round_start) if self.can_raise else ""

    def headline(self) -> str:
        """Return the headline: the amount to call, or that a check is free."""
        if not self.betting.to_call:
            offer = "check_or_bet" if self._opens else "check_or_raise"
            return text(f"holdem.{offer if self.can_raise else 'nothing_to_call'}")
        return text("holdem.to_call", amount=self.amounts.write(self.betting.to_call))

    def odds(self) -> tuple[str, ...]:
        """Return the pot odds and the equity that a call needs.

        If there is nothing to call, return only the pot.
        """
        if not self.betting.to_call:
            return (text("holdem.pot_is", amount=self.amounts.write(self.betting.pot)),)
        needed = self.betting.pot_odds
        ratio = number((1 - needed) / needed, 1).removesuffix(".0")
        key = "needed" if ends_betting(self.betting) else "needed_if_last"
        return (
            text("holdem.pot_odds", ratio=ratio),
            text(f"holdem.{key}", share=percent(needed)),
        )

    def needs(self) -> str:
        return text("holdem.needs", share=percent(self.betting.pot_odds)) if self.betting.to_call else ""

    def call(self, *, asks_again: bool) -> str:
        """Return the label of the check or call button.

        If the call needs a second press (`asks_again`), the label says "all-in".
        """
        to_call = self.betting.to_call
        if not to_call and not asks_again:
            return text("holdem.check")
        key = "all_in_amount" if asks_again else "call_amount"
        return text(f"holdem.{key}", amount=self.amounts.write(to_call))

    def raise_to(self, raise_to: int) -> str:
        """Return the label of the bet or raise button with its amount."""
        if not self.can_raise:
            return self.raise_or_bet()
        kind, chips = self.betting.name(raise_to)
        return text(f"holdem.{kind}_amount", amount=self.amounts.write(chips))

    def size(self, size: BetSize) -> str:
        """Name a size: "2.5 bb", "3x", "1/2", "Pot"."""
        if size.unit == "pot":
            return text("holdem.sizes.pot") if size.count == 1 else str(size.count)
        return text(f"holdem.sizes.{size.unit}", count=f"{float(size.count):g}")

    def no_raise(self) -> str:
        """Return the reason why no raise is possible: the opponent is all-in, or a call takes all chips."""
        actor = self.betting.actor
        theirs = actor is None or self.betting.stacks_left[1 - actor] == 0
        return text("holdem.no_raise" if theirs else "holdem.no_raise_short")

    def raise_or_bet(self) -> str:
        return text("holdem.bet" if self._opens else "holdem.raise")

    def read(self, typed: str) -> int:
        """Parse an amount of this street and return the total over the hand.

        Raises:
            BadInput: If the amount is not a legal bet.
        """
        low, high = self._bounds
        if typed and low <= (raise_to := self.amounts.read(typed) + self.betting.round_start) <= high:
            return raise_to
        if self.write(low) == self.write(high):
            raise BadInput(text("holdem.only_all_in", amount=self.write(high)))
        raise BadInput(text("holdem.legal_range", low=self.write(low), high=self.write(high)))

    def bounds(self) -> str:
        """Return the range of legal amounts as text, short enough for a button."""
        low, high = self._bounds
        if self.write(low) == self.write(high):
            return text("holdem.all_in_amount", amount=self.write(high))
        return text("holdem.bounds", low=self.bare(low), high=self.write(high))

    @property
    def _bounds(self) -> tuple[int, int]:
        return self.betting.min_raise_to or 0, self.betting.max_raise_to or 0

    @property
    def _opens(self) -> bool:
        return not any(self.betting.street_committed)


ODDS_ABOVE, ODDS_STEP = 54.0, 21.0
DEEP = 12  # big blinds: a larger range of raises bends the slider
BEND = 2.2
AMOUNT_KEYS = {"up": 1, "down": -1, "shift up": 10, "shift down": -10}
"""Key -> the change of the bet in big blinds."""


class BetPanel(ActionOwner):
    """The widgets of a betting decision. The table plays the chosen action."""

    keys: ClassVar[str] = "holdem"

    def __init__(self, table: PersonsTable, words: BetWords) -> None:
        self._table, self.words = table, words
        self._raise_to_by_size: dict[str, int] = {}
        self.armed_action: Action | None = None  # takes all chips, and waits for a second press
        self.tells_needs = self.tells_odds = True
        self.raise_to = 0
        self.problem = ""
        self.awaited: Sequence[str] = ()  # the text during a wait, and a shorter one for a low panel
        self._folds_open = False
        self._is_offered = False
        self.sizes = Segmented(
            "sizes", text("holdem.size"), (), "", lambda name: self.set_amount(self._raise_to_by_size[name])
        )
        self.slider = Slider("slider", text("holdem.amount"), (0, 1), 0, self.set_amount, say=self._write)
        self.entry = AmountEntry(
            text("holdem.amount"),
            self._typed,
            allowed=self._may_be_typed,
            judge=self._wrong_with,
            edited=self._follow_typing,
        )

    # ---- the decision ---------------------------------------------------------------------------------------
    def open(self, words: BetWords) -> None:
        """Show a new decision with its sizes and its suggested amount."""
        self.words, betting = words, words.betting
        self.armed_action, self.problem = None, ""
        low, high = betting.min_raise_to or 0, betting.max_raise_to or 0
        self.slider.step = betting.rules.big_blind
        self.slider.bend = BEND if high - low > DEEP * betting.rules.big_blind else 1.0
        self.slider.set_bounds(low, max(low, high))
        sizes = bet_sizes(betting)
        self._raise_to_by_size = {size.name: size.raise_to for size in sizes}
        self.sizes.options = tuple(Option(size.name, words.size(size)) for size in sizes)
        self.slider.ticks = tuple(size.raise_to for size in sizes[:-1])
        self.set_amount(usual_size(betting))

    def use(self, amounts: Amounts) -> None:
        """Change the unit of amounts after a change of the setting."""
        if amounts != self.words.amounts:
            self.words = replace(self.words, amounts=amounts)
            self.set_amount(self.raise_to)

    def offer(self, *, is_offered: bool) -> None:
        """If `is_offered`, enable all legal actions. Otherwise, only show which actions would be possible."""
        self._is_offered = is_offered
        for widget in (self.sizes, self.slider, self.entry):
            widget.disabled = self._why_not_bet()
        self._label()

    @property
    def shows_fold(self) -> bool:
        """Whether the person has folded this hand and shown the cards."""
        session, last = self._table.session, (self._table.session.steps or (None,))[-1]
        own = session.get_player(self._table.below)
        return self._folds_open and last is not None and (last.player, last.action) == (own, FOLD)

    @property
    def _betting(self) -> PublicBetting:
        return self.words.betting

    def set_amount(self, raise_to: int) -> None:
        """Set the amount, limited to the legal range."""
        if self.words.can_raise:
            low, high = self._betting.min_raise_to or 0, self._betting.max_raise_to or raise_to
            raise_to = max(low, min(high, raise_to))
        self.raise_to = raise_to
        if self.problem:
            self._table.relayout()
        self.problem = ""
        self.entry.set_words(self.words.bare(raise_to))
        self.armed_action, self.slider.number = None, raise_to
        names = {amount: name for name, amount in self._raise_to_by_size.items()}
        self.sizes.chosen = names.get(raise_to, "")
        self._label()

    def step(self, blinds: int) -> None:
        """Change the amount by a number of big blinds."""
        if self.words.can_raise:
            self._settle_typing()
            self.set_amount(self.raise_to + blinds * self._betting.rules.big_blind)

    # ---- actions of the person ------------------------------------------------------------------------------
    @action("f", widget=MoveButton)
    def fold(self) -> None:
        self._fold(shows=False)

    @action("shift f", hinted=False)
    def fold_and_show(self) -> None:
        self._fold(shows=True)

    def _fold(self, *, shows: bool) -> None:
        if self._table.may_act:
            self._folds_open = shows
        self._table.act(FOLD)

    @fold.reason
    @fold_and_show.reason
    def _why_not_fold(self) -> str:
        return self._why_not_call() or ("" if self._betting.to_call else text("holdem.no_fold"))

    @action("c", widget=MoveButton)
    def call(self) -> None:
        if not self._table.may_act or self._confirm(CALL):
            self._table.act(CALL)

    @call.reason
    def _why_not_call(self) -> str:
        return "" if self._is_offered else text("table.not_your_move")

    @call.label
    def _call_label(self) -> str:
        if not self._is_offered:
            return text("holdem.check")
        return self.words.call(asks_again=self.armed_action == CALL)

    @action("r", control="raise", kind="primary", widget=MoveButton)
    def bet(self) -> None:
        """Bet or raise to the amount. An all-in needs a second press. An illegal typed amount is not bet."""
        if self._table.may_act:
            self._settle_typing()
        if not self._table.may_act or (not self.problem and self._confirm(self.raise_to)):
            self._table.act(self.raise_to)

    @bet.reason
    def _why_not_bet(self) -> str:
        return self._why_not_call() or ("" if self.words.can_raise else self.words.no_raise())

    @bet.label
    def _bet_label(self) -> str:
        if not self._is_offered:
            return text("holdem.bet")
        if self.entry.problem:
            return self.words.raise_or_bet()
        typed = self.entry.typing
        return self.words.raise_to(self.words.read(self.entry.value) if typed else self.raise_to)

    @action(*map(str, range(1, MAX_SIZES + 1)), cap=f"1 – {MAX_SIZES}")
    def choose_size(self, index: int) -> None:
        """Choose a bet size by its index. The last index, `MAX_SIZES - 1`, is always all-in.

        If there is no size with this index, announce the digit keys that choose a size.
        """
        options = self.sizes.options
        if not (self._table.may_act and self.words.can_raise):
            return
        if index < len(options) or index == MAX_SIZES - 1:
            self.set_amount(self._raise_to_by_size[options[min(index, len(options) - 1)].value])
        else:
            self._table.app.say(format_keys([str(digit) for digit in range(1, len(options) + 1)]))

    @action(*AMOUNT_KEYS, cap="↑ ↓", repeats=True)
    def change_amount(self, index: int) -> bool:
        """Change the amount by the step of an amount key, one or ten big blinds. `index` is the index of the key.

        If no bet is possible, return False, so that other controls get the key.
        """
        if not self._table.may_act:
            return False
        self.step(list(AMOUNT_KEYS.values())[index])
        return True

    @property
    def buttons(self) -> tuple[Button, Button, Button]:
        return self.fold.button, self.call.button, self.bet.button

    def acts_at(self, x: float, y: float) -> bool:
        return any(holds(button.hit, x, y) for button in self.buttons[1:])

    def disarm(self) -> None:
        """Cancel an all-in that waits for its second press."""
        if self.armed_action is not None:
            self.armed_action = None
            self._label()

    def _confirm(self, action: Action) -> bool:
        risks_all = self._betting.puts_all_in(action) or self._betting.raises_all_in(action)
        if not risks_all or self.armed_action == action:
            return True
        self.armed_action = action
        self._label()
        self._table.controls.focus(self.call.button.name if action == CALL else self.bet.button.name)
        return False

    # ---- typing ---------------------------------------------------------------------------------------------
    def _may_be_typed(self, letter: str) -> bool:
        """Return whether a character can be part of an amount.

        Commas are allowed. If they were dropped, a typed "2,5" would become "25".
        """
        return letter.isdecimal() or letter in ".,"

    def _typed(self, typed: str) -> None:
        """Take over a typed amount, or show which amounts are legal."""
        wrong = self._wrong_with(typed)
        if not wrong:
            self.set_amount(self.words.read(typed))
            return
        self.problem = self.entry.problem = wrong
        self._label()
        self._table.relayout()

    def _wrong_with(self, typed: str) -> str:
        """Return the problem with a typed amount, or "" if it is legal."""
        try:
            self.words.read(typed)
        except BadInput as sentence:
            return str(sentence)
        return ""

    def _follow_typing(self) -> None:
        """Show the typed amount on the button and the slider. Clear a problem that no longer holds."""
        if self.entry.typing and not self.entry.problem:
            self.slider.number = self.words.read(self.entry.value)
        if self.problem and not self.entry.problem:
            self.problem = ""
            self._table.relayout()
        self._label()

    def _settle_typing(self) -> None:
        """Take over a typed amount even though the user has not pressed Enter."""
        if self.entry.typing:
            self.entry.key(Key("return"))

    # ---- words ----------------------------------------------------------------------------------------------
    def _write(self, raise_to: int) -> str:
        return self.words.write(raise_to)

    def _label(self) -> None:
        """Label the buttons.

        If the typed amount is not legal, the bet button shows the legal range instead of its key.
        """
        (_, call, bet), words, wrong = self.buttons, self.words, bool(self.entry.problem)
        bet.keycap = "" if wrong else self.bet.cap
        bet.kind = "primary" if bet.enabled and not wrong else "plain"
        call.sub = bet.sub = ""
        if self._is_offered:
            again = text("holdem.press_again")
            needs = words.needs() if self.tells_odds and self.tells_needs else ""
            call.sub = again if self.armed_action == CALL else needs
            bet.sub = words.bounds() if wrong else again if self.armed_action == self.raise_to else ""

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw_words(self, painter: Painter, rect: Rect) -> None:
        """Draw the amount to call and the problem. Without a problem, draw the text during a wait or the odds.

        If the panel is too low for all lines of the odds, the first lines are left out.
        """
        x, y, w, h = rect
        words = self.words
        painter.text(words.headline(), x, y + 34, "h2", fit=w)
        if self.problem:
            painter.suit("d", x + 6, y + 66, 12, "bad")
            for i, line in enumerate(painter.wrap(self.problem, w - 20, "small")[:3]):
                painter.text(line, x + 20, y + 66 + i * 19, "small", fit=w - 20)
            return
        room = int((h - ODDS_ABOVE) / ODDS_STEP)
        if self.awaited:
            wrapped = [painter.wrap(words, w, "label") for words in self.awaited]
            shown = next((one for one in wrapped if len(one) <= room), wrapped[-1][:room])
            for i, line in enumerate(shown):
                painter.text(line, x, y + ODDS_ABOVE + ODDS_STEP * (i + 0.5), "label", fit=w)
            return
        odds = zip(words.odds() if self.tells_odds else (), ("text", "dim"), strict=False)
        lines = [(line, ink) for said, ink in odds for line in painter.wrap(said, w, "label")]
        for i, (line, ink) in enumerate(lines[-room:]):
            painter.text(line, x, y + ODDS_ABOVE + ODDS_STEP * (i + 0.5), "label", ink, fit=w)

    def draw_problem(self, painter: Painter, rect: Rect) -> None:
        """Draw the problem in one line."""
        x, y, w, h = rect
        painter.suit("d", x + 6, y + h / 2, 12, "bad")
        painter.text(self.problem, x + 20, y + h / 2, "label", fit=w - 20)

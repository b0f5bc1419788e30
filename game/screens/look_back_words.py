"""What the list says of a hand: who sat across the table, for what, how it ended, and when."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.archive.hands import PlayedHand, Result, result_of
from game.core import Seat
from game.rules import games
from game.rules.holdem import HoldemState
from game.rules.kuhn_poker import KuhnState
from game.screens.opponents import Portrait, portrait
from game.screens.tables.amounts import Amounts
from game.screens.tables.kuhn_picture import CARD_CODES
from game.screens.tables.kuhn_words import chips
from game.screens.texts import MINUS, english, number, text
from game.screens.views.cards import code_of

if TYPE_CHECKING:
    from game.screens.app import App
    from game.screens.pen import Pen, Rect

INKS = {"won": "good", "lost": "bad", "drawn": "dim"}
NARROW = 460.0
MEDALLION = 15.0
LEAST_NAME = 176.0
CARD_SIZE, CARD_STEP, CARD_GAP = 17.0, 31.0, 14.0
WHOLE_BOARD = 5 * CARD_STEP

Cards = tuple[tuple[str, ...], tuple[str, ...]]
"""The cards of a row in two groups: those of the player, and the board or the other one's."""
NO_CARDS: Cards = ((), ())


@dataclass(frozen=True, slots=True)
class HandLine:
    """A row of the list in words. `ink` colours the result, which a word or a sign says too."""

    device: str
    name: str
    stake: str
    result: str
    how: str
    ink: str
    day: str
    hour: str

    @property
    def spoken(self) -> str:
        """The row in one breath."""
        return f"{self.name}. {self.stake}. {self.how} {self.result}. {self.day} {self.hour}"


def line_of(app: App, hand: PlayedHand) -> HandLine:
    """Return what the list says of a hand."""
    shown, across = who(app, hand, 0), who(app, hand, 1)
    own = hand.own_seat
    if own is not None:
        device, name = (across, shown)[own].device, _with_stage((across, shown)[own])
    else:
        device, name = "eye", text("look_back.pair", first=_with_stage(shown), second=_with_stage(across))
    net = hand.returns[own or 0]
    outcome: Result = hand.result or "drawn"
    return HandLine(
        device=device,
        name=name,
        stake=f"{text(f'games.{hand.game}')}, {stake_of(hand)}",
        result=written(app, hand, net),
        how=_how(hand, outcome, shown.name),
        ink=INKS[outcome] if own is not None else "text",
        day=_day(hand.at),
        hour=time.strftime("%H:%M", time.localtime(hand.at)),
    )


def who(app: App, hand: PlayedHand, seat: Seat) -> Portrait:
    """Return how the one who sat there is shown."""
    spec = hand.spec
    agents = [one for one in app.agents if one.game == spec.game and one.blinds in (None, spec.blinds)]
    return portrait(agents, spec.seats[seat])


def written(app: App, hand: PlayedHand, net: float) -> str:
    """Write a result in the unit of the game."""
    if hand.game == games.HOLDEM:
        return Amounts(app.settings.amounts == "blinds", hand.spec.big_blind).signed(round(net))
    if hand.game == games.TIC_TAC_TOE:
        return text(f"look_back.results.{result_of(net)}").capitalize()
    return f"{'+' if net > 0 else MINUS if net < 0 else ''}{chips(abs(net))}"


def stake_of(hand: PlayedHand) -> str:
    """Say what was played for."""
    spec = hand.spec
    if spec.game == games.HOLDEM:
        stack = number(min(spec.stacks) / spec.big_blind)
        return text(
            "look_back.stakes.holdem", small=number(spec.small_blind), big=number(spec.big_blind), bb=stack
        )
    return text(f"look_back.stakes.{spec.game}", blinds=chips(spec.blinds))


def draw_line(pen: Pen, rect: Rect, line: HandLine, cards: Cards = NO_CARDS) -> None:
    """Draw a row: who and what for at the left, the cards, how it ended and when at the right."""
    x, y, w, h = rect
    above, below = y + h / 2 - 9, y + h / 2 + 11
    pen.medallion(x + 34, y + h / 2, MEDALLION, line.device)
    when, result = (74.0, 104.0) if w < NARROW else (104.0, 124.0)
    left, right = x + 62, x + w - 16
    room = w - 62 - 16 - when - result
    room -= _draw_cards(pen, (left + LEAST_NAME, y + h / 2, room - LEAST_NAME - 12, 0), cards)
    pen.text(line.name, left, above, "label_b", fit=room - 8)
    pen.text(line.stake, left, below, "small", "dim", fit=room - 8)
    pen.text(line.result, right - when, above, "label_b", line.ink, al="r", fit=result - 8)
    pen.text(line.how, right - when, below, "small", "dim", al="r", fit=result - 8)
    pen.text(line.day, right, above, "small", "dim", al="r", fit=when - 12)
    pen.text(line.hour, right, below, "small", "faint", al="r", fit=when - 12)


def cards_of(hand: PlayedHand) -> Cards:
    """Return the cards of the player (of seat 0 where two were watched), and the board or the other one's card.

    The hand is dealt again for that.
    """
    session = hand.session()
    state, player = session.state, session.player_of(hand.own_seat or 0)
    if isinstance(state, HoldemState):
        return tuple(map(code_of, state.hole[player])), tuple(map(code_of, state.board))
    if isinstance(state, KuhnState):
        return (CARD_CODES[state.cards[player]],), (CARD_CODES[state.cards[1 - player]],)
    return NO_CARDS


def _how(hand: PlayedHand, outcome: Result, first: str) -> str:
    """Say how it ended for the player, in tic-tac-toe with which mark; of two others, whose result it is."""
    own = hand.own_seat
    if own is None:
        return text("look_back.for", name=first)
    if hand.game == games.TIC_TAC_TOE:
        begins = hand.spec.deal_of_hand(hand.number)[1] == own
        return text("look_back.as_mark", mark=text(f"tic_tac_toe.{'x' if begins else 'o'}"))
    return text(f"look_back.results.{outcome}")


def _draw_cards(pen: Pen, place: Rect, cards: Cards) -> float:
    """Draw cards with their right end at that of `place`, as many of the two groups as fit; return their width."""
    x, y, room, _ = place
    own, beside = (len(group) * CARD_STEP for group in cards)
    if not own or room < own:
        return 0.0
    wide = own + CARD_GAP + beside if beside and room >= own + CARD_GAP + WHOLE_BOARD else own
    left = x + room - (WHOLE_BOARD + CARD_GAP + own if room >= own + CARD_GAP + WHOLE_BOARD else own)
    pen.inline_cards(cards[0], left, y, CARD_SIZE)
    if wide > own:
        pen.inline_cards(cards[1], left + own + CARD_GAP, y, CARD_SIZE)
    return x + room - left + 12


def _with_stage(shown: Portrait) -> str:
    if not shown.stage:
        return shown.name
    return text("watch.at_stage", name=shown.name, stage=shown.stage)


def _day(at: float) -> str:
    then, now = time.localtime(at), time.localtime()
    if then[:3] == now[:3]:
        return text("look_back.today")
    month = english().many("common.months")[then.tm_mon - 1]
    return f"{then.tm_mday} {month}" + ("" if then.tm_year == now.tm_year else f" {then.tm_year}")

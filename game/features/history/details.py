"""The panel that describes a hand: players, result, cards and luck."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Generic

from game.archive.hands import PlayedHand, Result, classify_result
from game.archive.statistics import METHODS, HandLuck
from game.core import BadInput, Seat
from game.features.history.hand_list import Described, HandsPage
from game.rules import games
from game.rules.holdem import HoldemState
from game.rules.kuhn_poker import KuhnState
from game.study.amounts import Amounts, format_luck, format_table
from game.study.history import AskLuck
from game.study.opponents import Portrait, portrait
from game.tables.duplicate import deal_note
from game.tables.kuhn.view import CARD_CODES, chips
from game.tables.replay import HandSummary, HandT
from game.texts import MINUS, capitalize, day, day_and_time, join_sentences, number, text
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Column, Row, Scrolled, Space, Wrap, grow, natural
from game.window.ui.leaves import Caps, Centred, Control, Letters, Line, Pair, Picture, Rule, Words, indented
from game.window.ui.widgets import Button, Scroll
from game.window.views import hand_log
from game.window.views.cards import NO_CARDS, Cards, HandLine, card_code, card_codes

PADDING = 20.0
BUTTON, PAIR_GAP = 42.0, 10.0


class HandDetail(Generic[HandT]):
    """The panel at the right of a list.

    `show` selects the hand. If the record of the hand is damaged, the panel says so.

    The `buttons` are below the description of the hand. The first button has the full width.
    """

    def __init__(self, page: HandsPage, buttons: Sequence[Button]) -> None:
        self._page, self._app = page, page.app
        self._first, *self._others = buttons
        self._hand: HandT | None = None
        self._summary: HandSummary | None = None
        self.problem = ""
        self.scroll = Scroll(page.relayout)

    def show(self, hand: HandT | None) -> None:
        """Describe a hand. None means that no hand is selected."""
        if hand is self._hand:
            return
        self._hand, self._summary, self.problem = hand, None, ""
        self.scroll.offset = 0.0
        if hand is None:
            return
        try:
            session = hand.session()
        except BadInput as error:
            self.problem = text("history.broken", reason=error)
            return
        names, in_blinds = self._page.describe(hand).names, self._app.settings.in_blinds
        self._summary = HandSummary(session, hand.own_seat or 0, names, hand.own_seat is not None, in_blinds)
        self.ask(hand)

    def ask(self, hand: HandT) -> None:
        """Request the facts that a subclass adds to the description of a hand."""

    def more(self, hand: HandT) -> Sequence[Box]:
        """Return the additional facts about a hand, which are shown below its result."""
        return ()

    def box(self) -> Box:
        """Return the description of the hand, which scrolls if necessary, or a note that no hand is selected."""
        if self._hand is None:
            none = Centred(text("history.none_chosen"), "label", "faint")
            return Column(Space(), indented(none, PADDING), Space())
        self._first.disabled = self.problem
        return scrolling(self._parts(self._hand), self.scroll)

    def _parts(self, hand: HandT) -> Iterator[Box]:
        said = self._page.describe(hand)
        yield Words(said.line.name, "strong", after=2)
        yield Words(said.line.stake, "small", "dim", 0)
        yield Words(said.count, "small", "faint", 6)
        result = Line(said.line.result, "strong", "brass", size=26, height=32).sized(natural(max_share=0.6))
        how = Column(Space(4), Line(said.line.how, "label", "dim", height=28)).sized(grow())
        yield Column(Row(result, Space(12), how), Space(8))
        if self._summary is not None:
            yield from self.more(hand)
        yield Control(self._first, BUTTON, after=10)
        widths = (button.natural_width(self._app.painter) - 16 for button in self._others)
        size = grow(least=max(widths))
        yield Wrap(*(Control(button, BUTTON).sized(size) for button in self._others), gap=PAIR_GAP)
        yield Space(8).when(len(self._others) == 1)
        yield Rule(height=16.0)
        if self._summary is None:
            yield Words(self.problem, "label", "bad")
            return
        ending, why = self._summary.ending
        yield Words(ending, "label_b", "text", 2)
        yield Words(why, "label", "dim", 6).when(why)
        yield Space(8)
        streets = self._summary.streets
        yield Picture(partial(hand_log.draw, streets=streets), hand_log.height(streets))
        yield Caps(said.id_name)
        yield Letters(hand.id, "small", "dim")


def scrolling(parts: Iterable[Box], scroll: Scroll) -> Box:
    sides = (PADDING, PADDING)
    return Scrolled(Column(*parts), scroll, sides=sides, above=PADDING, below=PADDING + 4, least=0)


class PlayedDetail(HandDetail[PlayedHand]):
    """The panel of a hand from the history.

    In a game whose luck is computed exactly, the panel of a hand that the user played has lines about the luck. For
    Hold'em, the panel has no such lines, because an estimate from a single hand says nothing.
    """

    def __init__(self, page: HandsPage, buttons: Sequence[Button]) -> None:
        super().__init__(page, buttons)
        self.luck = Asked[tuple[HandLuck, ...]](page.app, page.relayout)

    def ask(self, hand: PlayedHand) -> None:
        """Request the luck of a hand."""
        self.luck.forget()
        if _has_luck(hand):
            self.luck.ask(AskLuck((hand,)))

    def more(self, hand: PlayedHand) -> Sequence[Box]:
        """Return the rake and a note on cash-outs for an imported hand, or the luck for any other hand.

        The rake is left out if the user lost the hand, because the loser of a pot pays no rake. While the luck is
        being computed, the rows show placeholders.
        """
        if hand.origin is not None:
            amount = choose_amounts(self._app, hand).write(hand.rake)
            is_paid = bool(hand.rake) and (hand.own_seat is None or hand.returns[hand.own_seat] >= 0)
            raked = text("history.raked", amount=amount) if is_paid else ""
            cashed = text("history.cashed_out") if hand.origin.is_cashed_out else ""
            said = join_sentences(raked, cashed)
            return [Words(said, "small", "dim", 8)] if said else ()
        if not _has_luck(hand):
            return ()
        if self.luck.problem:
            return [Words(self.luck.problem, "small", "dim", 8)]
        found = self.luck.fresh
        if found is None:
            rows = [(text(f"luck.{name}"), text("luck.awaited")) for name in ("cards", "decisions")]
        else:
            in_blinds = self._app.settings.in_blinds
            rows = list(format_luck((hand,), found, hand.spec, in_blinds=in_blinds))
        unknown = found is not None and not all(luck.known for luck in found)
        note = Words(text("luck.unknown"), "small", "dim", 4).when(unknown)
        return [*(Pair(name, value) for name, value in rows), note, Space(8)]


def _has_luck(hand: PlayedHand) -> bool:
    return hand.own_seat is not None and METHODS[hand.game] == "exact" and hand.deal is None


INKS = {"won": "good", "lost": "bad", "drawn": "dim"}


def build_line(app: Services, hand: PlayedHand) -> HandLine:
    """Return the row of a hand in the list."""
    shown, across = who(app, hand, 0), who(app, hand, 1)
    own = hand.own_seat
    if own is not None:
        device, name = (across, shown)[own].device, _with_stage((across, shown)[own])
    else:
        device, name = "eye", text("history.pair", first=_with_stage(shown), second=_with_stage(across))
    net, spec = hand.results[own or 0], hand.spec
    if spec.game == games.HOLDEM:
        stake = format_table(spec, hand.chip_unit)
    else:
        stake = text(f"history.stakes.{spec.game}", blinds=chips(spec.blinds))
    outcome: Result = hand.result or "drawn"
    return HandLine(
        device=device,
        name=name,
        stake=f"{text(f'games.{hand.game}')}, {stake}",
        result=format_net(app, hand, net),
        how=_how(hand, outcome, shown.name),
        ink=INKS[outcome] if own is not None else "text",
        day=_day(hand.at),
        hour=time.strftime("%H:%M", time.localtime(hand.at)) if hand.at else "",
    )


def describe_hand(app: Services, hand: PlayedHand) -> Described:
    """Return the description of a hand for the panel beside the list."""
    shown = hand.room_number or number(hand.number)
    count = text("table.hand_number", number=shown)
    if hand.at:
        count = text("history.number", number=shown, when=day_and_time(hand.at))
    count = f"{count} {deal_note(hand.spec, hand.number)}".rstrip()
    names = who(app, hand, 0).name, who(app, hand, 1).name
    return Described(build_line(app, hand), names, count, text("history.id"))


def who(app: Services, hand: PlayedHand, seat: Seat) -> Portrait:
    """Return the portrait of the player in a seat, as shown in this hand."""
    spec = hand.spec
    agents = [one for one in app.agents if one.game == spec.game and one.blinds in (None, spec.blinds)]
    return portrait(agents, spec.seats[seat])


def format_net(app: Services, hand: PlayedHand, net: float) -> str:
    """Write a result in the unit of the game."""
    if hand.game == games.HOLDEM:
        return choose_amounts(app, hand).signed(net)
    if hand.game == games.TIC_TAC_TOE:
        return capitalize(text(f"history.results.{classify_result(net)}"))
    return f"{'+' if net > 0 else MINUS if net < 0 else ''}{chips(abs(net))}"


def choose_amounts(app: Services, hand: PlayedHand) -> Amounts:
    return Amounts(app.settings.in_blinds, hand.spec.big_blind, hand.chip_unit)


def get_cards(hand: PlayedHand) -> Cards:
    """Return the cards of the user (of seat 0 in a watched hand), and the board or the opponent's card.

    The hand is replayed to find the cards. If the hand breaks the rules, the result is empty.
    """
    try:
        session = hand.session()
    except BadInput:
        return NO_CARDS
    state, player = session.state, session.get_player(hand.own_seat or 0)
    if isinstance(state, HoldemState):
        if player in session.hidden_players:
            return (), tuple(map(card_code, state.board))
        return tuple(card_codes(state.hole[player])), tuple(map(card_code, state.board))
    if isinstance(state, KuhnState):
        return (CARD_CODES[state.cards[player]],), (CARD_CODES[state.cards[1 - player]],)
    return NO_CARDS


def _how(hand: PlayedHand, outcome: Result, first: str) -> str:
    """Describe the result for the user, or for seat 0 in a watched hand.

    For tic-tac-toe, the text names the user's mark. For a watched hand, it names the player `first`.
    """
    own = hand.own_seat
    if own is None:
        return text("history.for", name=first)
    if hand.game == games.TIC_TAC_TOE:
        begins = hand.spec.deal_of_hand(hand.number)[1] == own
        return text("history.as_mark", mark=text(f"tic_tac_toe.{'x' if begins else 'o'}"))
    return text(f"history.results.{outcome}")


def _with_stage(shown: Portrait) -> str:
    if not shown.stage:
        return shown.name
    return text("watch.at_stage", name=shown.name, stage=shown.stage)


def _day(at: float) -> str:
    """Format the day of a hand. Empty for a hand without a date."""
    if not at:
        return ""
    then, now = time.localtime(at), time.localtime()
    if then[:3] == now[:3]:
        return text("history.today")
    return day(at, has_year=then.tm_year != now.tm_year)

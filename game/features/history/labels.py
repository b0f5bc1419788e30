"""What the list says of a hand: who sat across the table, for what, with which cards, how it ended, and when."""

from __future__ import annotations

import time

from game.archive.hands import PlayedHand, Result, result_of
from game.core import BadInput, Seat
from game.features.history.detail import Described
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.holdem import HoldemRules, HoldemState
from game.rules.kuhn_poker import KuhnState
from game.study.amounts import Amounts
from game.study.opponents import Portrait, portrait
from game.tables.duplicate import pass_in_words
from game.tables.kuhn.labels import chips
from game.tables.kuhn.view import CARD_CODES
from game.texts import MINUS, day_and_time, english, number, text
from game.window.frame.screen import Services
from game.window.views.cards import code_of
from game.window.views.hand_row import NO_CARDS, Cards, HandLine

INKS = {"won": "good", "lost": "bad", "drawn": "dim"}


def line_of(app: Services, hand: PlayedHand) -> HandLine:
    """Return what the list says of a hand."""
    shown, across = who(app, hand, 0), who(app, hand, 1)
    own = hand.own_seat
    if own is not None:
        device, name = (across, shown)[own].device, _with_stage((across, shown)[own])
    else:
        device, name = "eye", text("history.pair", first=_with_stage(shown), second=_with_stage(across))
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


def described(app: Services, hand: PlayedHand) -> Described:
    """Return what the panel beside the list says of a hand."""
    count = text("history.number", number=number(hand.number), when=day_and_time(hand.at))
    count = f"{count} {pass_in_words(hand.spec, hand.number)}".rstrip()
    names = who(app, hand, 0).name, who(app, hand, 1).name
    return Described(line_of(app, hand), names, count, text("history.id"))


def who(app: Services, hand: PlayedHand, seat: Seat) -> Portrait:
    """Return how the one who sat there is shown."""
    spec = hand.spec
    agents = [one for one in app.agents if one.game == spec.game and one.blinds in (None, spec.blinds)]
    return portrait(agents, spec.seats[seat])


def written(app: Services, hand: PlayedHand, net: float) -> str:
    """Write a result in the unit of the game."""
    if hand.game == games.HOLDEM:
        return Amounts(app.settings.amounts == "blinds", hand.spec.big_blind).signed(round(net))
    if hand.game == games.TIC_TAC_TOE:
        return text(f"history.results.{result_of(net)}").capitalize()
    return f"{'+' if net > 0 else MINUS if net < 0 else ''}{chips(abs(net))}"


def stake_of(hand: PlayedHand) -> str:
    """Say what was played for."""
    spec = hand.spec
    if spec.game == games.HOLDEM:
        return table_in_words(spec)
    return text(f"history.stakes.{spec.game}", blinds=chips(spec.blinds))


def table_in_words(rules: TableSpec | HoldemRules) -> str:
    """Say blinds and stacks of Hold'em: "50/100, 200 bb"."""
    small, big = number(rules.small_blind), number(rules.big_blind)
    return text("history.stakes.holdem", small=small, big=big, bb=number(min(rules.stacks) / rules.big_blind))


def cards_of(hand: PlayedHand) -> Cards:
    """Return the cards of the player (of seat 0 in a watched hand), and the board or the opponent's card.

    They are found by dealing the hand again. A hand that the rules do not allow has no cards; its details say so.
    """
    try:
        session = hand.session()
    except BadInput:
        return NO_CARDS
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
    then, now = time.localtime(at), time.localtime()
    if then[:3] == now[:3]:
        return text("history.today")
    month = english().many("common.months")[then.tm_mon - 1]
    return f"{then.tm_mday} {month}" + ("" if then.tm_year == now.tm_year else f" {then.tm_year}")

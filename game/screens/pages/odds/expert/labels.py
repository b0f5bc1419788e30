"""Rules, actions and spots in words."""

from __future__ import annotations

from collections.abc import Mapping

from game.core import Action
from game.rules.betting import BUTTON, CALL, FOLD, PublicBetting
from game.screens.pages.odds.expert.spot import Spot
from game.screens.ui.texts import capitalized, english, number, text

PLACES = ("street", "position", "facing")
"""What tells where a rule applies; the rest tells to which hands."""


def where_it_applies(written: Mapping[str, str]) -> str:
    """Return street, position and what is faced, as the rule says them."""
    said = [text(f"expert.places.{what}", words=written[what]) for what in PLACES if what in written]
    return " · ".join(said) or text("expert.anywhere")


def for_which_hands(written: Mapping[str, str]) -> str:
    """Return the other conditions of a rule."""
    said = [f"{what} {words}" for what, words in written.items() if what not in PLACES]
    return " · ".join(said)


def action_name(betting: PublicBetting, action: Action, group: str = "actions") -> str:
    """Name an action with its size in big blinds; `told` is "acts" where it is told of somebody."""
    if action == FOLD:
        return text(f"expert.{group}.fold")
    if action == CALL:
        return text(f"expert.{group}.call" if betting.to_call else f"expert.{group}.check")
    if action == betting.max_raise_to:
        return text(f"expert.{group}.all_in")
    key = "raise" if any(betting.street_committed) else "bet"
    return text(f"expert.{group}.{key}", bb=in_big_blinds(betting, action))


def in_big_blinds(betting: PublicBetting, action: Action) -> str:
    """Write what a bet or raise puts in on this street."""
    return number((action - betting.round_start) / betting.rules.big_blind, 1).removesuffix(".0")


def sentences_of(spot: Spot) -> list[str]:
    """Tell the betting, a sentence for each street."""
    streets = english().many("menu.streets")
    sentences: list[str] = []
    street = -1
    for betting, action in spot.line.steps:
        who = text("expert.who.button" if betting.actor == BUTTON else "expert.who.big_blind")
        said = f"{who} {action_name(betting, action, 'acts')}"
        if betting.street != street:
            street = betting.street
            said = text("expert.on_street", street=streets[street], said=said)
            sentences.append(said)
        else:
            sentences[-1] += f", {said}"
    return [f"{capitalized(sentence)}." for sentence in sentences] or [text("expert.nobody")]


def stakes(spot: Spot) -> str:
    """Tell blinds and stacks."""
    rules = spot.line.rules
    depth = number(min(rules.stacks) / rules.big_blind, 1).removesuffix(".0")
    blinds = f"{number(rules.small_blind)}/{number(rules.big_blind)}"
    return text("expert.stakes", blinds=blinds, depth=depth)


def asked(spot: Spot) -> str:
    """Say who is to act, on which street."""
    streets = english().many("menu.streets")
    who = text("expert.who.button" if spot.on_button else "expert.who.big_blind")
    return text("expert.to_act", who=capitalized(who), street=streets[spot.line.betting.street])

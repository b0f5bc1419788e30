"""The betting tree by the plain rules of game/rules/betting.py: the oracle of the kernels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ai.abstraction.bet_menu import BetMenu
from ai.abstraction.betting_tree import ALL_IN, CALLED, FOLDED
from game.core import Action
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting, Street


@dataclass(frozen=True)
class PlainNode:
    """A node: the betting, the size that led to it, and its children; none where the betting is at an end."""

    betting: PublicBetting
    fraction: float
    children: tuple[PlainNode, ...]


def plain_tree(menu: BetMenu, depth: int) -> PlainNode:
    stack = depth * HoldemRules().big_blind
    return _node(menu, PublicBetting.start(HoldemRules(stacks=(stack, stack))), CALLED)


def _node(menu: BetMenu, betting: PublicBetting, fraction: float) -> PlainNode:
    while betting.actor is None and betting.folded is None and not betting.is_all_in:
        if betting.street == Street.RIVER:
            return PlainNode(betting, fraction, ())
        betting = betting.next_round()
    if betting.actor is None:
        return PlainNode(betting, fraction, ())
    children = tuple(_node(menu, betting.child(action), size) for action, size in _on_offer(menu, betting))
    return PlainNode(betting, fraction, children)


def _on_offer(menu: BetMenu, betting: PublicBetting) -> Iterator[tuple[Action, float]]:
    if betting.to_call:
        yield FOLD, FOLDED
    yield CALL, CALLED
    stack, highest = betting.rules.stacks[0], betting.max_raise_to
    if highest is None:
        return
    on_street = menu.streets[betting.street]
    raises = sum(action > CALL for _, action in betting.history[-1])
    found: dict[int, float] = {}
    for size in on_street.fractions(raises):
        to = betting.raise_to_for_fraction(size)
        assert to is not None
        if to >= menu.commit * stack:
            to = stack
        found.setdefault(to, ALL_IN if to == stack else size)
    if on_street.all_in:
        found.setdefault(stack, ALL_IN)
    yield from sorted(found.items())

"""Choose the bet sizes of the first street: solve with five sizes, and drop the least used sizes one at a time.

The size that a player bets least often is dropped first, and the spot is solved again without this size. The cost
of a drop is the decrease of the player's winnings. The sizes of `oop` are chosen first, then the sizes of `ip`.

The solves with and without the size are approximate, so a cost has an error. Without rake, the game is zero-sum.
The value to a player is at most what the player's best response wins, and at least what the player's strategy wins
against the opponent's best response. The midpoint of the two bounds differs from the value by the exploitability at
most. A cost is the difference of two such midpoints, so its error is at most the sum of two exploitabilities.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ai.solver.betting import Begin, Path
from ai.solver.sizes import Fractions, written_sizes
from ai.solver.solving import Goal, solved
from ai.solver.spot import IP, OOP, SIDES, Spot
from ai.solver.streets import RIVER_CARDS, street_menu
from ai.solver.subgame import Limits, Subgame
from ai.solver.walk import Walk
from ai.steps import run_to_end
from game.match.spot_texts import STREETS, SpotTexts, join_sizes, split_sizes

CANDIDATES: Fractions = (0.25, 0.5, 0.75, 1.25, math.inf)
FIRST_DECISIONS: tuple[Path, Path] = ((), ("check",))
"""The actions before the first decision of each player."""
FLOP_CARDS = 3


@dataclass(frozen=True, slots=True)
class DroppedSize:
    """A size that was dropped.

    Attributes:
        player: The player.
        size: The size in the notation of ai/solver/sizes.py.
        frequency: The frequency with which the player bets the size at the player's first decision.
        cost: The decrease of the player's winnings without the size, in percent of the pot. Because of
            errors, the cost may be negative.
        error: The largest possible error of the cost, in percent of the pot. With rake, this error is only an
            estimate.
    """

    player: int
    size: str
    frequency: float
    cost: float
    error: float


@dataclass(frozen=True, slots=True)
class SizeChoice:
    """The chosen sizes of both players in the notation of ai/solver/sizes.py, and the dropped sizes in order."""

    sizes: tuple[str, str]
    drops: tuple[DroppedSize, ...]


def choose_sizes(spot: Spot, keep: int, goal: Goal, limits: Limits) -> Iterator[DroppedSize | SizeChoice]:
    """Yield each size that is dropped, and finally the choice.

    Args:
        spot: The spot. Its own bet sizes on the first street are ignored.
        keep: The number of sizes that each player keeps.
        goal: The goal of each solve.
        limits: The limits of each solve.

    Raises:
        BadInput: If the spot with five sizes is too large.
    """
    distinct = _distinct(spot)
    chosen = [distinct, distinct]
    dropped: list[DroppedSize] = []
    walk, values, exploitability = _solve(spot, chosen, goal, limits)
    for player in (OOP, IP):
        while len(chosen[player]) > keep:
            shares = walk.at(FIRST_DECISIONS[player]).frequencies()[1:]
            index = min(range(len(chosen[player])), key=shares.__getitem__)
            size, value, error = chosen[player][index], values[player], exploitability
            chosen[player] = tuple(one for one in chosen[player] if one != size)
            walk, values, exploitability = _solve(spot, chosen, goal, limits)
            cost, error = value - values[player], error + exploitability
            dropped.append(DroppedSize(player, written_sizes((size,)), shares[index], cost, error))
            yield dropped[-1]
    oop, ip = map(written_sizes, chosen)
    yield SizeChoice((oop, ip), tuple(dropped))


def _distinct(spot: Spot) -> Fractions:
    """Return the candidate sizes without duplicates. Sizes that put in the same number of chips are duplicates."""
    found: dict[str, float] = {}
    for size in CANDIDATES[::-1]:
        menu = street_menu(_with_bets(spot, ((size,), (size,))), len(spot.board))
        menu.raises = ()
        found[menu.street(Begin(), len(spot.board) == RIVER_CARDS).actions[-1]] = size
    return tuple(sorted(found.values()))


def _solve(
    spot: Spot, chosen: Sequence[Fractions], goal: Goal, limits: Limits
) -> tuple[Walk, tuple[float, float], float]:
    """Return the solution, the values of both players, and the exploitability.

    Values and exploitability are in percent of the pot. With rake, the game is not zero-sum and has no value. The
    EVs are then returned instead of the values.
    """
    game = Subgame(_with_bets(spot, chosen), limits=limits)
    found = solved(game, goal)
    oop, ip = (100 * ev / spot.pot for ev in found.ev)
    if not game.has_rake:
        gains = run_to_end(game.gains())
        shift = 100 * (gains[OOP] - gains[IP]) / 2
        oop, ip = oop + shift, ip - shift
    return Walk(game), (oop, ip), found.exploitability


def _with_bets(spot: Spot, chosen: Sequence[Fractions]) -> Spot:
    here = {(len(spot.board), player): chosen[player] for player in (OOP, IP)}
    return replace(spot, other_bets={**spot.other_bets, **here})


def with_chosen_sizes(texts: SpotTexts, cards: int, choice: SizeChoice) -> SpotTexts:
    """Return the texts of a spot with chosen sizes. `cards` is the number of cards on its board."""
    street = STREETS[cards - FLOP_CARDS]
    sizes = split_sizes(texts.bets) | {(street, SIDES[player]): choice.sizes[player] for player in (OOP, IP)}
    return replace(texts, bets=join_sizes(sizes))

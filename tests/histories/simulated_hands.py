"""Hands of two to six players, played at random by an independent engine, as an oracle for the parsers."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from game.rules.cards import DECK, Card
from game.rules.hand_rank import rank

BIG_BLIND, SMALL_BLIND = 100, 50
NAMES = ("Ada", "bob.2", "Zoë K", "x_men", "Per 5", "Émile")


@dataclass
class Event:
    """An action, or the cards of a street.

    `amount` is the number of added chips. `to` is the number of chips that the player has put in on the
    street.
    """

    what: str
    player: int = 0
    amount: int = 0
    to: int = 0
    all_in: bool = False
    cards: tuple[Card, ...] = ()


@dataclass
class SimulatedHand:
    """A finished hand, with amounts in hundredths of a currency unit.

    Players are given by their indices in the order of the seats.
    """

    number: int
    names: tuple[str, ...]
    stacks: list[int]
    button: int
    ante: int
    hero: int
    hole: list[tuple[Card, ...]]
    board: tuple[Card, ...]
    small: int
    big: int
    events: list[Event] = field(default_factory=list)
    put_in: list[int] = field(default_factory=list)
    bets: list[int] = field(default_factory=list)
    folded: list[bool] = field(default_factory=list)
    winnings: list[int] = field(default_factory=list)
    refund: tuple[int, int] = (0, 0)
    rakes: list[int] = field(default_factory=list)
    pots: list[list[int]] = field(default_factory=list)
    """The amount that each player collects from the main pot and from each side pot."""

    @property
    def count(self) -> int:
        return len(self.names)

    @property
    def nets(self) -> list[int]:
        """The net result of each player before rake."""
        back = [self.winnings[index] - self.put_in[index] for index in range(self.count)]
        back[self.refund[0]] += self.refund[1]
        return [one + rakes for one, rakes in zip(back, self.rakes, strict=True)]

    @property
    def rake(self) -> int:
        return sum(self.rakes)

    @property
    def shown_down(self) -> bool:
        return self.folded.count(False) > 1

    def live_on_flop(self) -> list[int]:
        """Return the players who see the flop."""
        gone: set[int] = set()
        for event in self.events:
            if event.what == "flop":
                return [index for index in range(self.count) if index not in gone]
            if event.what == "fold":
                gone.add(event.player)
        return []


def simulate(
    seed: int, count: int = 2, ante: int = 0, rake: bool = True, most: int = 40_000
) -> SimulatedHand:
    """Play a random hand of `count` players to its end. Stacks are random, up to `most` hundredths."""
    rng = random.Random(seed)
    cards = rng.sample(DECK, 2 * count + 5)
    button = rng.randrange(count)
    blinds = [button, 1 - button] if count == 2 else [(button + 1) % count, (button + 2) % count]
    hand = SimulatedHand(
        1_000_000 + seed,
        NAMES[:count],
        [rng.choice((2_000, 10_000, rng.randrange(1_500, most))) for _ in range(count)],
        button,
        ante,
        rng.randrange(count),
        [tuple(cards[2 * index : 2 * index + 2]) for index in range(count)],
        tuple(cards[2 * count :]),
        *blinds,
    )
    hand.put_in, hand.bets = [ante] * count, [0] * count
    hand.folded, hand.winnings = [False] * count, [0] * count
    for index, blind in zip(blinds, (SMALL_BLIND, BIG_BLIND), strict=True):
        hand.bets[index] = blind
        hand.put_in[index] += blind
    for street, name in enumerate(("", "flop", "turn", "river")):
        if name:
            end = street + 2
            start = 0 if street == 1 else end - 1
            hand.events.append(Event(name, cards=hand.board[start:end]))
            hand.bets = [0] * count
        first = (hand.big + 1) % count if not street else (button + 1) % count
        if count == 2 and not street:
            first = button
        _play_street(hand, rng, first, preflop=not street)
        if hand.folded.count(False) == 1:
            break
    _pay(hand, rake)
    return hand


def _left(hand: SimulatedHand, player: int) -> int:
    return hand.stacks[player] - hand.put_in[player]


def _play_street(hand: SimulatedHand, rng: random.Random, first: int, *, preflop: bool) -> None:
    count = hand.count
    able = [index for index in range(count) if not hand.folded[index] and _left(hand, index)]
    waiting = [player for step in range(count) if (player := (first + step) % count) in able]
    highest = max(hand.bets)
    if len(able) < 2 and all(hand.bets[index] >= highest for index in able):
        return
    smallest_raise = BIG_BLIND
    while waiting and hand.folded.count(False) > 1:
        player = waiting.pop(0)
        due, left = highest - hand.bets[player], _left(hand, player)
        roll = rng.random()
        others = [one for one in range(count) if one != player and not hand.folded[one] and _left(hand, one)]
        lowest = highest + smallest_raise
        if due and roll < (0.5 if preflop and count > 2 else 0.2):
            hand.folded[player] = True
            hand.events.append(Event("fold", player))
        elif roll > 0.75 and others and left > due:
            most = hand.bets[player] + left
            to = most if rng.random() < 0.1 or lowest >= most else min(most, rng.randint(lowest, 4 * lowest))
            _put(hand, player, to - hand.bets[player], "raise" if highest else "bet")
            smallest_raise = max(smallest_raise, to - highest)
            highest = to
            after = [(player + step) % count for step in range(1, count)]
            waiting = [one for one in after if not hand.folded[one] and _left(hand, one)]
        elif due:
            _put(hand, player, min(due, left), "call")
        else:
            hand.events.append(Event("check", player, 0, hand.bets[player]))


def _put(hand: SimulatedHand, player: int, added: int, what: str) -> None:
    hand.bets[player] += added
    hand.put_in[player] += added
    hand.events.append(Event(what, player, added, hand.bets[player], not _left(hand, player)))


def _pay(hand: SimulatedHand, rake: bool) -> None:
    """Refund the uncalled bet, and pay the main pot and each side pot to the best hands among its players."""
    top = max(range(hand.count), key=lambda index: hand.put_in[index])
    second = sorted(hand.put_in)[-2]
    uncalled = hand.put_in[top] - second
    hand.refund = (top, uncalled)
    paid = hand.put_in.copy()
    paid[top] -= uncalled
    live = [index for index in range(hand.count) if not hand.folded[index]]
    board = hand.board
    ranks = {index: rank((*hand.hole[index], *board)) for index in live} if len(live) > 1 else {live[0]: 1}
    levels = sorted({paid[index] for index in live})
    below = 0
    for level in levels:
        pot = sum(min(one, level) - min(one, below) for one in paid)
        if level == levels[-1]:
            pot += sum(max(0, one - level) for one in paid)
        eligible = [index for index in live if paid[index] >= level]
        best = min(ranks[index] for index in eligible)
        winners = [index for index in eligible if ranks[index] == best]
        hand.pots.append([0] * hand.count)
        for number, winner in enumerate(winners):
            hand.pots[-1][winner] = pot // len(winners) + (number < pot % len(winners))
        below = level
    hand.winnings = list(map(sum, zip(*hand.pots, strict=True)))
    has_flop = any(event.what == "flop" for event in hand.events)
    hand.rakes = [min(150, won // 20) if rake and has_flop else 0 for won in hand.winnings]
    hand.winnings = [won - rakes for won, rakes in zip(hand.winnings, hand.rakes, strict=True)]
    for player, taken in enumerate(hand.rakes):
        max(hand.pots, key=lambda pot: pot[player])[player] -= taken

"""Logged decisions as training arrays: feature planes, action classes and hand strengths.

A model predicts six classes or three:

- Six: fold, check/call, a bet or raise in one of three size classes (up to 0.6 pot, up to 1.1 pot, larger), and
  all-in.
- Three: fold, check/call and bet/raise.

The size of a bet is the number of chips beyond a call, as a fraction of the pot after the call. A bet as large as
the smaller stack is all-in.

A logged hand shows all cards, so each decision has its player's hole cards. Each decision also has a deal
number, the CRC-32 of the four sorted hole cards. Logs may contain the same deal several times. Because of the
deal number, all copies are in the same set (training, validation or test).

Four planes contain the hole cards, the flop, the turn and the river, with a row for each suit and a column for each
rank. The fifth plane describes the betting from the view of the player to act, with a row for each street and a
column for each feature. The remaining numbers describe the situation (pot odds, stacks, position, texture of the
board) and the hand (ai/knowledge/hand_strength.py). Betting and situation are public, so they are equal for all
hands. Most numbers are between 0 and 1, and chip amounts are given as logarithms.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from math import log1p
from typing import Literal

import numpy as np
import numpy.typing as npt

from ai.hands.evaluator import rank
from ai.hands.range_strategy import PublicState
from ai.knowledge.hand_strength import COLUMNS, NO_CARD, strengths
from game.core import Action, Player
from game.match.phh import HandRecord
from game.rules.betting import BUTTON, CALL, FOLD, PublicBetting, Round, Street
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS

Floats32 = npt.NDArray[np.float32]
CardNumbers = npt.NDArray[np.uint8]

STREETS = len(Street)
SUITS, RANKS = 4, 13
CELLS = SUITS * RANKS
OWN, FLOP, TURN, RIVER = range(4)
CARD_PLANES = 4
SITUATION = 27
PLANE_OF_PLACE = (OWN, OWN, FLOP, FLOP, FLOP, TURN, RIVER)
"""The plane of each of seven cards in the order hand, flop, turn, river."""

_MAX_RAISES = 4
_MAX_POTS = 4.0


def planes(cards: CardNumbers) -> Floats32:
    """Return the four card planes of `cards` (uint8[n, 7]): zeros and ones, float32[n, 4, 4, 13].

    In `cards`, NO_CARD marks a card that is not dealt yet.

    >>> planes(np.array([[12, 25, 0, 1, 2, NO_CARD, NO_CARD]], np.uint8)).sum(axis=(2, 3)).tolist()
    [[2.0, 3.0, 0.0, 0.0]]
    """
    found = np.zeros((len(cards), CARD_PLANES * CELLS + 1), np.float32)
    rows = np.arange(len(cards))
    for index, plane in enumerate(PLANE_OF_PLACE):
        card = cards[:, index].astype(np.int64)
        found[rows, np.where(card == NO_CARD, CARD_PLANES * CELLS, plane * CELLS + card)] = 1.0
    return found[:, :-1].reshape(-1, CARD_PLANES, SUITS, RANKS)


def seven_cards(hole: Sequence[Card], board: Sequence[Card]) -> list[int]:
    return [*hole, *board, *[NO_CARD] * (5 - len(board))]


def betting_plane(betting: PublicBetting) -> Floats32:
    """Return the betting so far from the view of the player to act, float32[4, 13], with a row for each street."""
    plane = np.zeros((SUITS, RANKS), np.float32)
    assert betting.actor is not None
    for street, round_ in enumerate(_rounds(betting)):
        plane[street] = _features_row(round_, betting.actor, betting.rules.big_blind)
    plane[betting.street, 1] = 1.0
    return plane


def situation(public: PublicState) -> Floats32:
    """Return pot odds, stacks, position and the texture of the board, float32[SITUATION]."""
    betting = public.betting
    player, pot, to_call = public.player, betting.effective_pot, betting.to_call
    behind = betting.effective_stack - to_call
    big_blind = betting.rules.big_blind
    actions_taken = betting.history[-1]
    aggressor = _last_raiser(betting.history)
    before = _last_raiser(betting.history[:-1])
    numbers = [
        *(float(street == betting.street) for street in Street),
        float(player == BUTTON),
        float(to_call > 0),
        betting.pot_odds * 2,
        _pots(to_call, pot - to_call),
        log1p(max(behind, 0) / (pot + to_call)) / 4,
        pot / (2 * min(betting.rules.stacks)),
        log1p(pot / big_blind) / 6,
        log1p(min(betting.rules.stacks) / big_blind) / 6,
        min(sum(action > CALL for _, action in actions_taken), _MAX_RAISES) / _MAX_RAISES,
        float(aggressor == player),
        float(aggressor == 1 - player),
        float(before == player),
        float(before == 1 - player),
        float(betting.min_raise_to is not None),
        float(len(actions_taken) > 0),
        *_look(public.board),
    ]
    return np.array(numbers, np.float32)


def _look(board: Sequence[Card]) -> list[float]:
    """Return 8 features of the board's texture: longest suit, pairs, high cards and connectedness of the ranks."""
    if not board:
        return [0.0] * 8
    ranks = sorted((card % 13 for card in board), reverse=True)
    different = sorted(set(ranks))
    fullest = max(sum(card // 13 == suit for card in board) for suit in range(4))
    near = max(sum(low <= rank <= low + 4 for rank in different) for low in range(-1, 9))
    most = max(ranks.count(rank) for rank in different)
    return [
        float(fullest == 2),
        float(fullest == 3),
        float(fullest >= 4),
        float(len(different) < len(ranks)),
        float(most >= 3 or len(ranks) - len(different) > 1),
        ranks[0] / 12,
        sum(rank >= 8 for rank in ranks) / 5,
        near / 5,
    ]


@dataclass(frozen=True, slots=True)
class _Round:
    """A betting round: its actions, and the chips that each player had put into the pot before the round."""

    actions_taken: Round
    committed: tuple[int, int]


def _rounds(betting: PublicBetting) -> list[_Round]:
    """Return the betting rounds that have started."""
    found: list[_Round] = []
    committed = (
        min(betting.rules.ante + betting.rules.big_blind, betting.rules.stacks[0]),
        min(betting.rules.ante + betting.rules.small_blind, betting.rules.stacks[1]),
    )
    for actions in betting.history:
        actions_taken = tuple((actor, betting.effective(action)) for actor, action in actions)
        found.append(_Round(actions_taken, committed))
        level = max(*committed, *(action for _, action in actions_taken))
        committed = (level, level)
    return found


def _features_row(round_: _Round, player: Player, big_blind: int) -> list[float]:
    """Return the 13 features of a street.

    If a feature exists for both players, the feature of the player to act is first.
    """
    committed = list(round_.committed)
    pot_before = sum(committed)
    raises, last, largest, passive = [0, 0], [0.0, 0.0], [0.0, 0.0], [0, 0]
    raiser = -1
    for actor, action in round_.actions_taken:
        level = max(committed)
        if action > CALL:
            size = (action - level) / (2 * level)
            raises[actor] += 1
            last[actor], largest[actor] = size, max(largest[actor], size)
            raiser = actor
            committed[actor] = action
        elif action != FOLD:
            passive[actor] += 1
            committed[actor] = level
    return [
        1.0,
        0.0,
        _pots(committed[player] - round_.committed[player], pot_before),
        _pots(committed[1 - player] - round_.committed[1 - player], pot_before),
        min(raises[player], _MAX_RAISES) / _MAX_RAISES,
        min(raises[1 - player], _MAX_RAISES) / _MAX_RAISES,
        min(last[player], _MAX_POTS) / 2,
        min(last[1 - player], _MAX_POTS) / 2,
        float(raiser == player),
        float(raiser == 1 - player),
        min(passive[player], 2) / 2,
        min(passive[1 - player], 2) / 2,
        log1p(pot_before / big_blind) / 6,
    ]


def _pots(chips: int, pot: int) -> float:
    return log1p(chips / max(pot, 1)) / 2


def _last_raiser(history: Sequence[Round]) -> Player | None:
    for actions_taken in reversed(history):
        for actor, action in reversed(actions_taken):
            if action > CALL:
                return actor
    return None


Classes = Literal[3, 6]
Mask = tuple[bool, ...]

FOLDS, CALLS, SMALL, MEDIUM, LARGE, ALL_IN = range(6)
SIX_CLASSES = ("fold", "call", "small", "medium", "large", "all-in")
THREE_CLASSES = ("fold", "call", "raise")
MAX_SMALL, MAX_MEDIUM = 0.6, 1.1


def action_class(betting: PublicBetting, action: Action) -> int:
    """Return the class of a legal action, one of six."""
    if action <= CALL:
        return FOLDS if action == FOLD else CALLS
    if action >= min(betting.rules.stacks):
        return ALL_IN
    fraction = betting.raise_fraction(action)
    return SMALL if fraction <= MAX_SMALL else MEDIUM if fraction <= MAX_MEDIUM else LARGE


def legal_classes(betting: PublicBetting) -> Mask:
    """Return a mask of the legal classes among the six, bool[6]."""
    legal = {CALLS} | ({FOLDS} if betting.to_call else set())
    lowest, highest = betting.min_raise_to, min(betting.rules.stacks)
    if lowest is not None:
        legal.add(ALL_IN)
        if lowest < highest:
            legal.update(range(action_class(betting, lowest), action_class(betting, highest - 1) + 1))
    return tuple(kind in legal for kind in range(len(SIX_CLASSES)))


def class_action(betting: PublicBetting, kind: int, size: float) -> Action:
    """Return a legal action of a legal class.

    If the rules allow it, a bet or raise has the size `size` in pots.
    """
    if kind <= CALLS:
        return FOLD if kind == FOLDS else CALL
    lowest, highest = betting.min_raise_to, min(betting.rules.stacks)
    assert lowest is not None
    if kind == ALL_IN:
        return max(lowest, highest)
    wanted = betting.raise_to_for_fraction(size)
    assert wanted is not None
    return wanted


def sum_raises(six: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return the probabilities of three classes (float32[n, 3]) from the probabilities of six (float32[n, 6])."""
    return np.stack([six[:, FOLDS], six[:, CALLS], six[:, SMALL:].sum(axis=1)], axis=1)


PlayerFilter = Callable[[str], bool]
"""A function that selects players by name."""

HELD_OUT_EACH = 10
"""One in this number of deals is a test deal, and one is a validation deal."""
HELD_OUT, SET_ASIDE = range(2)
"""The remainders of the deal number modulo `HELD_OUT_EACH` for test deals and for validation deals."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """n decisions: the inputs of the network, and the chosen action.

    Attributes:
        cards: uint8[n, 7], the hole cards, flop, turn and river.
        betting: float16[n, 4, 13].
        situation: float16[n, 27].
        strength: float16[n, 22] (ai/knowledge/hand_strength.py).
        legal: bool[n, 6], the legal classes of actions.
        done: uint8[n], the class of the chosen action.
        size: float32[n], the bet or raise in pots, 0 for other actions.
        deal: uint32[n], the deal number.
        player: uint32[n], the player as an index into a list of names.
    """

    cards: npt.NDArray[np.uint8]
    betting: npt.NDArray[np.float16]
    situation: npt.NDArray[np.float16]
    strength: npt.NDArray[np.float16]
    legal: npt.NDArray[np.bool_]
    done: npt.NDArray[np.uint8]
    size: npt.NDArray[np.float32]
    deal: npt.NDArray[np.uint32]
    player: npt.NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.done)

    @property
    def street(self) -> npt.NDArray[np.int64]:
        """The street, int64[n], from 0 before the flop to 3 on the river."""
        found: npt.NDArray[np.int64] = self.situation[:, :4].argmax(axis=1)
        return found

    @property
    def held_out(self) -> npt.NDArray[np.bool_]:
        """A mask of the decisions of test deals, bool[n].

        Test deals are used neither for training nor for choosing a model.
        """
        found: npt.NDArray[np.bool_] = self.deal % HELD_OUT_EACH == HELD_OUT
        return found

    @property
    def set_aside(self) -> npt.NDArray[np.bool_]:
        """A mask of the decisions of validation deals, bool[n]."""
        found: npt.NDArray[np.bool_] = self.deal % HELD_OUT_EACH == SET_ASIDE
        return found

    def of(self, chosen: npt.NDArray[np.bool_] | npt.NDArray[np.int64] | slice) -> Decisions:
        """Return the decisions that `chosen` selects: a mask (bool[n]), indices (int64[m]) or a slice."""
        return Decisions(*(getattr(self, entry.name)[chosen] for entry in fields(self)))

    @staticmethod
    def joined(parts: Sequence[Decisions]) -> Decisions:
        """Concatenate parts.

        Raises:
            ValueError: If there are no parts.
        """
        return Decisions(
            *(np.concatenate([getattr(part, entry.name) for part in parts]) for entry in fields(Decisions))
        )

    @staticmethod
    def none() -> Decisions:
        """Return 0 decisions, with the right shapes and dtypes."""
        shapes = ((7,), (SUITS, RANKS), (SITUATION,), (COLUMNS,), (len(SIX_CLASSES),), (), (), (), ())
        kinds = (np.uint8, *[np.float16] * 3, np.bool_, np.uint8, np.float32, np.uint32, np.uint32)
        return Decisions(*(np.empty((0, *shape), kind) for shape, kind in zip(shapes, kinds, strict=True)))


def deal_number(record: HandRecord) -> int:
    """Return the number of a hand's deal. The number does not depend on which player has which seat."""
    first, second = record.actions[:2], record.actions[2:4]
    return zlib.crc32(bytes(card for hole in sorted((sorted(first), sorted(second))) for card in hole))


@dataclass(frozen=True, slots=True)
class LoggedHand:
    """A replayed hand: (public state, hole cards, action) for each decision, and the winnings of player 0.

    Player 0 is in the big blind.
    """

    decisions: tuple[tuple[PublicState, tuple[Card, ...], Action], ...]
    won_bb: float


def replay_hand(record: HandRecord) -> LoggedHand:
    """Replay a hand without checking it, because hands from logs were checked when they were read."""
    holes, events = (record.actions[:2], record.actions[2:4]), record.actions[4:]
    betting = PublicBetting.start(record.rules)
    board: tuple[Card, ...] = ()
    decisions = []
    for event in events:
        if betting.actor is None:
            board = (*board, event)
            if len(board) in BOARD_CARDS.values():
                betting = betting.next_round()
        else:
            decisions.append((PublicState(betting.actor, board, betting), holes[betting.actor], event))
            betting = betting.child(event)
    chips = _won(betting, holes, board)
    return LoggedHand(tuple(decisions), chips / record.rules.big_blind)


def _won(betting: PublicBetting, holes: Sequence[tuple[Card, ...]], board: tuple[Card, ...]) -> int:
    """Return the winnings, in chips, of the player in the big blind. The odd chip of a split pot is ignored."""
    if betting.folded is not None:
        lost = betting.committed[betting.folded]
        return lost if betting.folded else -lost
    first, second = (rank((*hole, *board)) for hole in holes)
    return betting.committed[0] * ((first < second) - (first > second))


class DecisionCollector:
    """Collects the decisions of the chosen players, hand by hand."""

    def __init__(self, wanted: PlayerFilter) -> None:
        self._accepts = wanted
        self._rows: list[tuple[object, ...]] = []
        self._player_indices: dict[str, int] = {}
        self._net_bb: list[float] = []
        self.hands = 0

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, record: HandRecord) -> None:
        """Add the decisions of the chosen players in a hand."""
        if not any(map(self._accepts, record.names)):
            return
        self.hands += 1
        deal, hand = deal_number(record), replay_hand(record)
        places = [self._place(name) for name in record.names]
        for index, won_bb in zip(places, (hand.won_bb, -hand.won_bb), strict=True):
            self._net_bb[index] += won_bb
        for public, hole, action in hand.decisions:
            if self._accepts(record.names[public.player]):
                self._rows.append(_decisions_row(public, hole, action, deal, places[public.player]))

    def results(self) -> tuple[tuple[str, ...], tuple[float, ...]]:
        return tuple(self._player_indices), tuple(self._net_bb)

    def take(self) -> Decisions:
        """Return the decisions added since the last call."""
        if not self._rows:
            return Decisions.none()
        cards, *rest = zip(*self._rows, strict=True)
        self._rows.clear()
        seven = np.array(cards, np.uint8)
        columns = (seven, *rest[:2], strengths(seven), *rest[2:])
        kinds = [getattr(Decisions.none(), entry.name).dtype for entry in fields(Decisions)]
        return Decisions(*(np.array(column, kind) for column, kind in zip(columns, kinds, strict=True)))

    def _place(self, name: str) -> int:
        if name not in self._player_indices:
            self._player_indices[name] = len(self._player_indices)
            self._net_bb.append(0.0)
        return self._player_indices[name]


def _decisions_row(
    public: PublicState, hole: tuple[Card, ...], action: Action, deal: int, player: int
) -> tuple[object, ...]:
    """Return the columns of a decision, except the hand's strength.

    The strength is computed later, for many hands at once.
    """
    betting = public.betting
    return (
        seven_cards(hole, public.board),
        betting_plane(betting),
        situation(public),
        legal_classes(betting),
        action_class(betting, action),
        betting.raise_fraction(action) if action > CALL else 0.0,
        deal,
        player,
    )

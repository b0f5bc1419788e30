"""Drill decks: forks in tic-tac-toe, bluffs in Kuhn poker, and raises, river calls and pot odds in Hold'em.

Forks, bluffs and pot odds have exact solutions. In a pot-odds card, a call is all-in on the turn, so its value is
the mean over all river cards. Opening raises are graded by the blueprint, and river calls by solving the river.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from ai import catalog
from ai.agents.small_games import CHARACTERS, EQUILIBRIUM, PerfectAgent
from ai.drills.cards import DrillCard, new_card
from ai.evaluation.grading.decisions import Judge, exact_judgement, judge_in_kuhn, judge_position
from game.core import Action, Agent, KnownStrategy, Player, Progress
from game.rules import games
from game.rules.betting import CALL, FOLD, HoldemRules, Street
from game.rules.cards import DECK as CARDS_DECK
from game.rules.cards import Card as CardsCard
from game.rules.hand_rank import rank
from game.rules.holdem import HoldemInformationState, HoldemState
from game.rules.kuhn_poker import DECK, Card, KuhnInformationState, KuhnState, Move
from game.rules.tic_tac_toe import MARKS, Board, TicTacToeState, empty_cells
from game.study.judgements import Judgement, question_at
from game.study.words import threatened_lines

MIN_RIVER_COST, MAX_RIVER_COST = 0.03, 0.25
"""The minimum and maximum value difference between call and fold on the river, as shares of the pot."""
SURE = 0.8
"""The minimum frequency of the best answer in the solution."""
PLAIN = 1.0
"""The maximum value of an opening hand in big blinds. Better hands are too easy."""
DECISIONS_AT_ONCE = 50


def opening_raises(
    judge: Judge, trained: KnownStrategy, seed: int, now: float
) -> Iterator[Progress | DrillCard]:
    """Yield the first decision on the button in random hands.

    Hands that the blueprint folds alternate with hands that it plays.

    The possible answers are a fold, a call, and the most frequent raise of the blueprint. Easy hands are left out.
    The field `iteration` of a report is the number of judged hands.
    """
    rng, folds, tries, judged = random.Random(seed), True, 0, 0
    while True:
        tries += 1
        if tries % DECISIONS_AT_ONCE == 0:
            yield Progress(judged, None, 0.0)
        state = HoldemState()
        for card in rng.sample(CARDS_DECK, 4):
            state = state.child(card)
        info = state.information_state(state.current_player())
        share = trained.strategy(info).get(FOLD, 0.0)
        if not (share >= SURE if folds else share <= 1 - SURE):
            continue
        found = _with_one_raise((yield from _relay_judgement(judge(question_at(games.HOLDEM, info)), judged)))
        judged += 1
        if (found.best == FOLD) == folds and found.values[found.best] <= PLAIN:
            folds = not folds
            yield new_card(info, found, now)


def river_calls(judge: Judge, player: Agent, seed: int, now: float) -> Iterator[Progress | DrillCard]:
    """Yield fold-or-call decisions on the river from hands that an agent plays against itself.

    After a rare bet, the action values and the strategy of a solve may contradict each other. Such decisions
    are left out. The field `iteration` of a report is the number of judged rivers.
    """
    rng, judged = random.Random(seed), 0
    for met in bets_on_the_river(player, rng):
        if isinstance(met, Progress):
            yield Progress(judged, None, 0.0)
            continue
        found = yield from _relay_judgement(judge(question_at(games.HOLDEM, met)), judged)
        judged += 1
        sure = found.best in (FOLD, CALL) and found.shares.get(found.best, 0.0) >= SURE
        cost = abs(found.values[CALL] - found.values[FOLD])
        if sure and MIN_RIVER_COST * found.stake <= cost <= MAX_RIVER_COST * found.stake:
            yield new_card(met, _with_answers(found, (FOLD, CALL)), now)


def bets_on_the_river(player: Agent, rng: random.Random) -> Iterator[Progress | HoldemInformationState]:
    """Let an agent play against itself, and yield every river decision with a bet to call."""
    decisions = 0
    while True:
        state, cards = HoldemState(), rng.sample(CARDS_DECK, 9)
        while not state.is_terminal():
            actor = state.current_player()
            if actor < 0:
                state = state.child(cards[len(state.dealt)])
                continue
            info = state.information_state(actor)
            if state.street == Street.RIVER and state.to_call:
                yield info
                break
            decisions += 1
            if decisions % DECISIONS_AT_ONCE == 0:
                yield Progress(decisions, None, 0.0)
            state = state.child(player.decide(info, rng).action)


def _relay_judgement(
    items: Iterator[Progress | Judgement], judged: int
) -> Generator[Progress, None, Judgement]:
    """Yield a report for each report of the judge, and return the judgement."""
    for item in items:
        if isinstance(item, Judgement):
            return item
        yield Progress(judged, None, 0.0)
    raise AssertionError("a judgement comes last")


def _with_one_raise(judgement: Judgement) -> Judgement:
    """Remove all raises except the most frequent from a judgement.

    On a tie, the raise with the highest value stays.
    """
    raises = [action for action in judgement.values if action > CALL]
    if not raises:
        return judgement
    shares, values = judgement.shares, judgement.values
    chosen = max(raises, key=lambda action: (shares.get(action, 0.0), values[action], -action))
    return _with_answers(judgement, (FOLD, CALL, chosen))


def _with_answers(judgement: Judgement, actions: tuple[Action, ...]) -> Judgement:
    """Return the judgement restricted to these actions."""

    def of(found: Mapping[Action, float]) -> dict[Action, float]:
        return {action: value for action, value in found.items() if action in actions}

    values, shares = of(judgement.values), of(judgement.shares)
    best = judgement.best if judgement.best in values else max(values, key=lambda action: values[action])
    return replace(
        judgement,
        values=values,
        errors=of(judgement.errors),
        shares=shares or {best: 1.0},
        best=best,
        bounds=judgement.bounds & values.keys(),
        advice=(judgement.advice & values.keys()) | {best},
    )


FORK_WAYS = 2
"""The number of lines that a fork threatens at once."""
KUHN_TABLES = ((games.KUHN_POKER, 1.0), (games.KUHN_HALF_STREET, 1.0), (games.KUHN_HALF_STREET, 2.0))
KUHN_OPPONENTS = (EQUILIBRIUM, *CHARACTERS)
KING = 1
MIN_COST = 0.05
"""The minimum cost of a wrong answer in chips."""
_TURNS = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8),
    (6, 3, 0, 7, 4, 1, 8, 5, 2),
    (8, 7, 6, 5, 4, 3, 2, 1, 0),
    (2, 5, 8, 1, 4, 7, 0, 3, 6),
)
SYMMETRIES = (*_TURNS, *(tuple(turn[cell] for cell in (2, 1, 0, 5, 4, 3, 8, 7, 6)) for turn in _TURNS))
"""The eight symmetries of a board, each as the source cell of every cell."""


def forks(seed: int, now: float) -> Iterator[DrillCard]:
    """Yield the positions of tic-tac-toe in which the player must create or prevent a fork, in random order.

    Each position represents its eight symmetric images, one of which is shown at random.
    """
    rng = random.Random(seed)
    perfect = catalog.load(games.TIC_TAC_TOE, "perfect")
    assert isinstance(perfect, PerfectAgent)
    found = sorted(fork_positions(perfect))
    rng.shuffle(found)
    for board in found:
        turned = _seen_by(board, rng.choice(SYMMETRIES))
        state = TicTacToeState(turned)
        info = state.information_state(state.current_player())
        values = perfect.values(info)
        yield new_card(info, judge_position(values), now)


def fork_positions(perfect: PerfectAgent) -> set[Board]:
    """Return the boards on which a fork decides the game, and nobody can win at once.

    One board represents each set of symmetric images.
    """
    found, seen, ahead = set[Board](), set[Board](), [TicTacToeState()]
    while ahead:
        state = ahead.pop()
        board = min(_seen_by(state.board, symmetry) for symmetry in SYMMETRIES)
        if state.is_terminal() or board in seen:
            continue
        seen.add(board)
        ahead += [state.child(cell) for cell in state.legal_actions()]
        if _fork_decides(TicTacToeState(board), perfect):
            found.add(board)
    return found


def bluffs(seed: int, now: float) -> Iterator[DrillCard]:
    """Yield decisions of Kuhn poker against an equilibrium and against three other opponents.

    Against the other opponents, only the player's last decision in a hand is used.
    """
    found = list(_bluffs(now))
    random.Random(seed).shuffle(found)
    yield from found


def _bluffs(now: float) -> Iterator[DrillCard]:
    for game, blinds in KUHN_TABLES:
        root = games.initial_state(game, blinds=blinds)
        assert isinstance(root, KuhnState)
        for name in KUHN_OPPONENTS:
            opponent = cast(KnownStrategy, catalog.load(game, name, blinds))
            for card in DECK:
                for betting in ("", "p", "b", "pb"):
                    info = KuhnInformationState(len(betting) % 2, card, betting, root.rules)
                    is_trivial = info.facing_bet and card != KING  # a queen never calls, an ace always does
                    is_last = betting != "" or root.rules.street == "half-street"
                    if not _can_come(info) or is_trivial or (name != EQUILIBRIUM and not is_last):
                        continue
                    solution = judge_in_kuhn(root, info, opponent)
                    if max(solution.values.values()) - min(solution.values.values()) < MIN_COST:
                        continue
                    if name == EQUILIBRIUM:
                        yield new_card(info, solution, now)
                    else:  # the shares of the judgement are the opponent's own
                        answer = replace(solution, shares={solution.best: 1.0})
                        yield new_card(info, answer, now, against=name)


def habits(info: KuhnInformationState, name: str) -> tuple[dict[Card, float], dict[Card, float]]:
    """Return the probability of a bet and the probability of a call with each card of Kuhn poker.

    The probabilities are those of the agent `name` as the opponent of the player to act. If the agent never has the
    chance to bet, the first mapping is empty. If the agent never has the chance to call, the second mapping is
    empty.
    """
    game = games.KUHN_POKER if info.rules.street == "classic" else games.KUHN_HALF_STREET
    opponent = cast(KnownStrategy, catalog.load(game, name, float(info.rules.blinds)))
    player = 1 - info.player

    def shares(betting: str) -> dict[Card, float]:
        met = (KuhnInformationState(player, card, betting, info.rules) for card in DECK)
        return {one.card: opponent.strategy(one).get(Move.BET, 0.0) for one in met if _can_come(one)}

    return shares("p" if player else ""), shares("b" if player else "pb")


def _can_come(info: KuhnInformationState) -> bool:
    return not any(info.rules.is_final(info.betting[:end]) for end in range(len(info.betting) + 1))


def _fork_decides(state: TicTacToeState, perfect: PerfectAgent) -> bool:
    if any(threatened_lines(state, player) for player in (0, 1)):
        return False
    values = perfect.values(state.information_state(state.current_player()))
    if len(set(values.values())) == 1:
        return False
    return any(_forks(state.board, player) for player in (0, 1))


def _forks(board: Board, player: Player) -> bool:
    """Return whether a player has a move that creates a fork: two threats of three in a row."""
    marked = (
        TicTacToeState((*board[:cell], MARKS[player], *board[cell + 1 :])) for cell in empty_cells(board)
    )
    return any(len(threatened_lines(state, player)) >= FORK_WAYS for state in marked)


def _seen_by(board: Board, symmetry: tuple[int, ...]) -> Board:
    return tuple(board[cell] for cell in symmetry)


BET_SHARES = (1 / 4, 1 / 3, 1 / 2, 2 / 3, 1.0, 3 / 2, 2.0)
"""The bets in pots. A call needs an equity of 17 % to 40 %."""
OPENED, REOPENED = 300, 1000
MIN_EQUITY = 0.04
MIN_DIFFERENCE, MAX_DIFFERENCE = 0.03, 0.2
"""The limits of the difference between equity and pot odds. A smaller difference is too hard, a larger too easy."""
TRIES_AT_ONCE = 20


def pot_odds(seed: int, now: float) -> Iterator[Progress | DrillCard]:
    """Yield progress and an endless series of cards. The right answers alternate between a fold and a call."""
    rng = random.Random(seed)
    tries, calls = 0, False
    while True:
        tries += 1
        if tries % TRIES_AT_ONCE == 0:
            yield Progress(tries, None, 0.0)
        info, other = _deal(rng)
        share = equity(info.hole, other, info.board)
        above = share - info.betting.pot_odds
        is_instructive = share >= MIN_EQUITY and MIN_DIFFERENCE <= abs(above) <= MAX_DIFFERENCE
        if is_instructive and (above > 0) == calls:
            calls = not calls
            yield new_card(info, _judgement(info, share), now, shown=other)


def equity(own: Sequence[CardsCard], other: Sequence[CardsCard], board: Sequence[CardsCard]) -> float:
    """Return the equity of a hand against another hand on the turn, over the 44 rivers."""
    rivers = [card for card in CARDS_DECK if card not in (*own, *other, *board)]
    won = 0.0
    for river in rivers:
        mine, theirs = rank((*own, *board, river)), rank((*other, *board, river))
        won += 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
    return won / len(rivers)


def _deal(rng: random.Random) -> tuple[HoldemInformationState, tuple[CardsCard, ...]]:
    """Return a decision about an all-in bet on the turn of a three-bet pot, and the opponent's hand."""
    pot = 2 * REOPENED
    stack = REOPENED + round(pot * rng.choice(BET_SHARES))
    state = HoldemState(HoldemRules(stacks=(stack, stack)))
    *first, turn = rng.sample(CARDS_DECK, 8)
    for card in first[:4]:
        state = state.child(card)
    for action in (OPENED, REOPENED, CALL):
        state = state.child(action)
    for card in first[4:]:
        state = state.child(card)
    for action in (CALL, CALL, turn, stack):
        state = state.child(action)
    player = state.current_player()
    return state.information_state(player), state.hole[1 - player]


def _judgement(info: HoldemInformationState, share: float) -> Judgement:
    betting, blind = info.betting, info.rules.big_blind
    worth = (share * (betting.pot + betting.to_call) - betting.to_call) / blind
    best = CALL if worth > 0 else FOLD
    values = {FOLD: 0.0, CALL: worth}
    judgement = exact_judgement(values, {best: 1.0}, best, betting.pot / blind)
    return replace(judgement, equity=share, price=betting.pot_odds)

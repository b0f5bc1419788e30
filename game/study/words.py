"""Grades of decisions and the reasons for the best actions as text, and messages that several pages share.

In tic-tac-toe, the reason for the best move can be seen on the board. In Kuhn poker, a mixed strategy makes the
opponent indifferent at one decision, and a pure strategy follows from the order of the cards. A decision of Kuhn
poker is named by its information set: the player's card and the moves so far, like "Kpb".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from game.core import Action, Player
from game.files import user_files
from game.quoting import escape_controls
from game.rules import games, tic_tac_toe
from game.rules.betting import CALL, FOLD, PublicBetting, Street
from game.rules.kuhn_poker import CARD_LETTERS, KuhnInformationState, KuhnRules, Move
from game.rules.tic_tac_toe import EMPTY, LINES, Line, TicTacToeState
from game.study.judgements import SOUND, Grade, Judgement, Mark, OpponentValues, hand_cost
from game.texts import (
    join_list,
    join_sentences,
    number,
    percent,
    plural,
    signed,
    text,
    uncapitalize,
)


def format_keys(keys: Sequence[str]) -> str:
    """Return the message for a digit key that chooses nothing here.

    The message lists the digit keys that are in use.

    >>> format_keys(["1", "2"])
    'Keys that choose here: 1, 2.'
    """
    return text("common.digits", keys=join_list(*keys)) if keys else text("common.no_digits")


HALF = 0.5
MIN_COST = 0.005
"""A lower cost is written as zero."""
MIN_ERROR = 0.01
"""A smaller error is shown as this value, in big blinds."""
CLOSE = 0.03
"""If the equity is this close to the price of a call, it is no reason for or against the call."""


def format_cost(game: str, grade: Grade, *, chips_a_blind: float | None = None) -> str:
    """Return the cost of a decision as text. Empty if the decision cost nothing.

    In Hold'em, the text also has the cost as a share of the pot. If the cost exceeds the pot, the text says this
    instead. A missed gain is compared with the best move. `chips_a_blind` is the number of chips per big blind, if
    amounts of Hold'em are in chips of a solved spot. The share is then left out.
    """
    if grade.is_unknown:
        return text("grades.cost.unknown")
    if grade.sure_cost < MIN_COST:
        return ""
    if game == games.TIC_TAC_TOE:
        return text(f"grades.cost.{'half' if grade.cost < 1 else 'whole'}")
    cost = number(grade.sure_cost * (chips_a_blind or 1.0), 2)
    if game != games.HOLDEM or chips_a_blind is not None:
        return text("grades.cost.chips", cost=cost)
    if grade.shown_mark == Mark.MISSED:
        return text("grades.cost.less", cost=cost)
    key = "above_pot" if grade.cost_share > 1 else "blinds"
    return text(f"grades.cost.{key}", cost=cost, share=percent(grade.cost_share))


def format_verdict_cost(game: str, grade: Grade, name: str, action: str) -> str:
    """Return a sentence with a decision, its cost, and its basis: play against `name`, or theory.

    Empty if the decision cost nothing, or if the cost is unknown.
    """
    cost = format_cost(game, grade)
    if not cost or grade.is_unknown:
        return ""
    if grade.against is not None:
        return text("tutor.cost_against", action=action, name=name, cost=cost)
    return text("tutor.cost_in_theory" if game == games.HOLDEM else "tutor.cost", action=action, cost=cost)


def format_best(grade: Grade, name: str, label: Callable[[Action], str]) -> list[str]:
    """Return sentences about the best actions: in theory, or against the opponent `name` if it is known.

    Without a known opponent, the list is empty if the action is among the best. Against a known opponent, the list
    has a single sentence if the action is sound in theory but costs against the opponent (`SOUND`). Otherwise, a
    sentence about the opponent's reply may follow, if the only best action is not the chosen action. In Hold'em,
    the last sentence is about the best actions in theory.
    """

    def name_all(actions: Sequence[Action]) -> str:
        return join_choices(*dict.fromkeys(uncapitalize(label(action)) for action in actions))

    judgement, best = grade.judgement, grade.judgement.named_actions
    if judgement.against is None:
        return [] if grade.mark == Mark.BEST else [text("grades.best", action=name_all(best))]
    if grade.action in judgement.against.gambles and judgement.against.sure_lead(grade.action, best[0]):
        return [text("holdem.counsel.gamble")]
    if grade.shown_mark in SOUND:
        reply, share = find_reply(judgement) if grade.action <= CALL else ("other", 0.0)
        better = best if reply == "other" else best[:1]
        return [text(f"grades.missed.{reply}", name=name, action=name_all(better), share=percent(share))]
    key = "best_met" if grade.action == best[0] else "equal" if grade.mark == Mark.BEST else "best_against"
    others = [action for action in best if label(action) != label(grade.action)] or best
    said = [text(f"grades.{key}", name=name, action=name_all(others))]
    is_single = key == "best_against" and len(best) == 1
    reply, share = find_reply(judgement) if is_single else ("other", 0.0)
    if reply != "other":
        said.append(text(f"grades.reply.{reply}", name=name, share=percent(share)))
    if judgement.equity is not None:  # the values are in big blinds
        value = signed(judgement.values[judgement.best], 2)
        theory = name_all(judgement.theory_actions)
        said.append(text("holdem.counsel.theory", action=theory, value=value))
    return said


def join_choices(*actions: str) -> str:
    """Join the names of actions of which any may be taken.

    >>> join_choices("Call"), join_choices("Raise to 300", "call", "fold")
    ('Call', 'Raise to 300, call or fold')
    """
    *others, last = actions
    return text("holdem.counsel.or").join(filter(None, (join_list(*others), last)))


def find_reply(judgement: Judgement, bets: Sequence[Action] = ()) -> tuple[str, float]:
    """Return the known opponent's reply that makes the best action good, and the frequency of this reply.

    The reply is "folds" if most hands fold to a bet, "calls" if most stay in and the hand is ahead, else "other".
    The bet is the choice of the judgement. If `bets` is not empty, the opponent makes the same reply to all bets in
    `bets`, and the frequency is the lowest frequency of this reply.
    """
    assert judgement.against is not None
    bets = bets or [judgement.choice]
    folds = [judgement.against.folds[action] for action in bets if action in judgement.against.folds]
    if len(folds) < len(bets):
        return "other", 0.0
    if min(folds) > HALF:
        return "folds", min(folds)
    if max(folds) <= HALF < (judgement.equity or 0.0):
        return "calls", 1 - max(folds)
    return "other", 0.0


def never_folds(judgement: Judgement) -> bool:
    """Return whether the known opponent never folds to the best action.

    If the best action is not a bet, return whether the opponent never folds to any bet.
    """
    if judgement.against is None:
        return False
    folds = judgement.against.folds
    return folds.get(judgement.choice, max(folds.values(), default=1.0)) <= NEVER


def format_mark(grade: Grade) -> str:
    """Return the name of a grade's mark.

    A decision that is a mistake only against this opponent has a name of its own.
    """
    return text(f"grades.marks.{grade.shown_mark}")


def format_grades(game: str, grades: Sequence[Grade], *, waiting: int) -> str:
    """Sum up the grades of a hand: "2 good moves, 1 inaccuracy. Largest loss: 0.40 bb. 1 not graded yet."."""
    said = format_mark_counts(Counter(grade.shown_mark for grade in grades))
    parts = [text("grades.summary.graded", marks=said)] if said else []
    for key, is_gain in (("cost", False), ("gain", True)):
        costs = [grade.sure_cost for grade in grades if (grade.shown_mark == Mark.MISSED) == is_gain]
        cost = hand_cost(game, costs)
        if game == games.HOLDEM and cost >= MIN_COST:
            parts.append(text(f"grades.summary.{key}", cost=number(cost, 2)))
    if waiting:
        parts.append(text("grades.summary.waiting", count=number(waiting)))
    return join_sentences(*parts)


def format_mark_counts(counts: Mapping[Mark, int]) -> str:
    """List the decisions by mark, best first: "2 good moves, 1 inaccuracy"."""
    return join_list(*(plural(f"grades.summary.{mark}", counts[mark]) for mark in Mark if counts.get(mark)))


def format_equity(judgement: Judgement, *, last: bool) -> str:
    """Return a sentence on the equity and the price of a call in Hold'em, which supports the best action.

    The equity is against the range in theory. If another action is best against the opponent, the sentence is
    empty. `last` says whether no bets can follow a call.
    """
    assert judgement.equity is not None
    if judgement.choice != judgement.best:
        return ""
    key, need = "free", ""
    if judgement.price is not None:
        found, need = (
            reason(judgement.equity, judgement.price, judgement.best, last=last),
            percent(judgement.price),
        )
        is_told = found in ("later_costs", "later_pays", "folds_pay") and not never_folds(judgement)
        key = found if is_told else "price"
    return text(f"grades.why.{key}", have=percent(judgement.equity), need=need)


def format_source(judgement: Judgement, name: str, action: Action | None = None) -> str:
    """Return the source of the values of a Hold'em decision, and an error.

    The error is that of the cost of `action`, if this action was taken instead of the advised action. Otherwise, it
    is the error of the advice. If the values are against a known opponent, `name` is the name of the opponent.
    """
    extended = text("grades.extended") if judgement.is_extended else ""
    is_other = action is not None and action != judgement.choice
    grade = judgement.grade(action) if action is not None and is_other else None
    if judgement.against is not None and (grade is None or grade.against is not None):
        return join_sentences(_format_known_source(judgement.against, judgement, name, grade), extended)
    source = text(f"grades.sources.{judgement.source}.{judgement.stage}")
    if grade is not None:
        return join_sentences(source, format_error(grade), format_theory_alone(judgement, name), extended)
    is_exact = judgement.source == "exact"
    error = "" if is_exact else text("grades.known", error=_write_error(judgement.error))
    return join_sentences(source, error, extended)


def _format_known_source(known: OpponentValues, judgement: Judgement, name: str, grade: Grade | None) -> str:
    """Return the error of the cost of a decision or, without a `grade`, the error of the advice.

    The advice is compared with the best action in theory or, if this action is advised, with the action that has
    the closest value.
    """
    choice = judgement.choice
    if grade is not None:
        return text("holdem.counsel.known_cost", name=name, error=_write_error(grade.error))
    if choice != judgement.best:
        key, other = "known_gain", judgement.best
    else:
        others = [one for one in known.values if one != choice]
        key, other = "known", min(others, key=lambda one: abs(known.compare(one, choice)[0]), default=choice)
    error = known.compare(choice, other)[1]
    unsettled = text("holdem.counsel.unsettled") if judgement.is_unsettled else ""
    wins_more = any(known.sure_lead(one, choice) for one in known.gambles)
    gamble = text("holdem.counsel.gamble") if wins_more else ""
    said = text(f"holdem.counsel.{key}", name=name, error=_write_error(error))
    return join_sentences(said, unsettled, gamble)


def _write_error(error: float) -> str:
    return number(max(MIN_ERROR, error), 2)


def format_theory_alone(judgement: Judgement, name: str) -> str:
    """Return the reason why a judgement is that of theory although `name` is the opponent, or ""."""
    return text(f"holdem.counsel.{judgement.theory_alone}", name=name) if judgement.theory_alone else ""


def format_error(grade: Grade) -> str:
    """Return the error of the cost of a Hold'em decision, or "" if the cost is exact."""
    is_exact = grade.judgement.source == "exact"
    return "" if is_exact else text("grades.known_cost", error=_write_error(grade.error))


def reason(equity: float, price: float, best: Action, *, last: bool) -> str:
    """Return the reason for the best action, given the equity and the price of a call.

    "enough", "short" and "even" compare the equity with the price. "later_costs" and "later_pays" mean that
    later bets outweigh this comparison. "folds_pay" means that the opponent's folds to a raise outweigh the
    comparison.
    """
    if best == FOLD and not last and equity >= price:
        return "later_costs"
    if abs(equity - price) < CLOSE:
        return "even"
    if equity > price:
        return "enough"
    if best == FOLD:
        return "short"
    if last:
        return "folds_pay" if best > CALL else "short"
    return "later_pays"


def ends_betting(betting: PublicBetting) -> bool:
    return betting.street == Street.RIVER or betting.child(CALL).is_all_in


LIST = Path("logs") / "unusable-files.txt"
_listed: dict[Path, str] = {}
"""The content of each list that this process wrote."""


def in_one(folder: Path, problems: Sequence[str]) -> str:
    """Combine the messages about all problems in one short text. Empty if there are no problems."""
    if len(problems) < 2:
        return "".join(problems)
    return text("unusable_files.both", count=number(len(problems)), listed=where_listed(folder, problems))


def format_unusable_count(problems: Sequence[str]) -> str:
    return text("unusable_files.count", count=number(len(problems)))


def where_listed(folder: Path, problems: Sequence[str]) -> str:
    """Write the problems to a file in the user's folder, and return a text with the path of the file.

    A list that was just written is not written again, because a layout calls this function. If the file cannot be
    written, return the first problem.
    """
    file, lines = folder / LIST, "".join(f"{escape_controls(one)}\n" for one in problems)
    try:
        if _listed.get(file) != lines or not file.exists():
            user_files.atomic_write(file, lines.encode(), durable=False)
            _listed[file] = lines
    except OSError:
        return problems[0]
    return text("unusable_files.list", path=user_files.from_home(file))


# ---- tic-tac-toe ---------------------------------------------------------------------------------------------
Merit = Literal["takes_win", "stops_three", "two_threats"]
MERITS: tuple[Merit, ...] = ("takes_win", "stops_three", "two_threats")
"""The reasons for a square, the strongest first."""


def threatened_lines(state: TicTacToeState, player: Player) -> list[Line]:
    """Return the lines that `player` would complete with one more mark."""
    wanted = sorted((EMPTY, tic_tac_toe.MARKS[player], tic_tac_toe.MARKS[player]))
    return [line for line in LINES if sorted(state.board[cell] for cell in line) == wanted]


def merit(state: TicTacToeState, cell: int) -> Merit | None:
    """Return the merit of a move on `cell` for the player to move, or None if the move has none of the `MERITS`.

    >>> merit(TicTacToeState((-1, -1, 0, 1, 1, 0, 0, 0, 0)), 2)
    'takes_win'
    """
    player = state.current_player()
    after = state.child(cell)
    if after.winner == player:
        return "takes_win"
    if any(cell in line for line in threatened_lines(state, 1 - player)):
        return "stops_three"
    return "two_threats" if len(threatened_lines(after, player)) > 1 else None


def best_merit(state: TicTacToeState, values: Mapping[int, float]) -> tuple[Merit, int] | None:
    """Return the strongest merit among the best squares, and its square. None if no best square has a merit.

    `values` has the value of every legal square. Raises ValueError if `values` is empty.
    """
    best = max(values.values())
    by_merit = ((merit(state, cell), cell) for cell, value in values.items() if value == best)
    found = {one: cell for one, cell in by_merit if one is not None}
    first = next((one for one in MERITS if one in found), None)
    return (first, found[first]) if first is not None else None


# ---- Kuhn poker ----------------------------------------------------------------------------------------------
KuhnReason = Literal["mixed", "king", "ace", "ace_called", "queen"]
NEVER = 0.005  # up to this probability, a move counts as never played

INDIFFERENT: Mapping[str, str] = {"Q": "Kb", "A": "Kb", "Kb": "Q", "Qp": "Kpb", "Kpb": "Qp"}
"""Maps a mixed decision to the opponent's decision that it makes indifferent. "Q" and "A" do so together: the share
of queens among the bets makes a call with the king worth as much as a fold."""

_PURE: Mapping[tuple[str, bool, Action], KuhnReason] = {
    ("K", False, Move.PASS): "king",
    ("A", False, Move.BET): "ace",
    ("A", True, Move.BET): "ace_called",
    ("Q", True, Move.PASS): "queen",
}
"""The reason for a pure decision, by card, whether a bet is faced, and the move."""


def kuhn_reason(info: KuhnInformationState, judgement: Judgement) -> KuhnReason | None:
    """Return the reason for the equilibrium's play.

    None if there is no simple reason, or if other actions are best against the known opponent.
    """
    shares = judgement.shares
    if {*judgement.best_actions} != {*judgement.theory.best_actions}:
        return None
    if min(shares.get(move, 0.0) for move in Move) > NEVER:
        return "mixed" if info.key in INDIFFERENT else None
    move = max(shares, key=lambda action: shares[action])
    return _PURE.get((CARD_LETTERS[info.card], info.facing_bet, move))


def information_set(key: str, rules: KuhnRules) -> KuhnInformationState:
    """Return the information state with a key like "Kpb".

    Raises ValueError if the first letter is not a card.
    """
    card, betting = CARD_LETTERS.index(key[0]), key[1:]
    return KuhnInformationState(len(betting) % 2, card, betting, rules)

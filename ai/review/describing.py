"""A graded decision in words and figures, as the HTML report and the CSV file say it."""

from __future__ import annotations

from collections.abc import Mapping

from game.archive.readable import ROLES
from game.core import Action, InformationState
from game.match.reasons import INDIFFERENT, KuhnReason, Merit, best_merit, information_set, kuhn_reason
from game.match.terminal import CARD_NAMES
from game.rules import cards, games
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import CARD_LETTERS, KuhnInformationState, Move
from game.rules.tic_tac_toe import TicTacToeInformationState, TicTacToeState
from game.study.judgements import Grade, Mark, Source
from game.study.review import Reviewed

UNITS = {games.HOLDEM: "bb", games.TIC_TAC_TOE: "points"}
"""In what costs are counted; in Kuhn poker in chips."""
MOST_OF_MIX = 4
NEVER: Mapping[Source, str] = {
    "blueprint": "The Architect never does this here.",
    "equity": "A solid player never does this here.",
}
"""What is said of an action whose cost is not known, by the source of the grade."""
KUHN_REASONS: Mapping[KuhnReason, str] = {
    "king": "A bet gains nothing: the queen folds and the ace calls.",
    "ace": "Nothing beats the ace, so a bet can only win more.",
    "ace_called": "Nothing beats the ace, so a call always wins.",
    "queen": "The queen loses every showdown, so a call only costs more.",
}
MERITS: Mapping[Merit, str] = {
    "takes_win": "wins now",
    "stops_three": "blocks",
    "two_threats": "makes two threats",
}


def unit_of(game: str) -> str:
    """Return the unit of the costs of a game."""
    return UNITS.get(game, "chips")


def position_of(one: Reviewed) -> str:
    """Return what the player is called in the game, like "button"."""
    return ROLES[one.game][one.info.player]


def street_of(one: Reviewed) -> str:
    """Return the street, empty in games without any."""
    return one.info.street.name.lower() if isinstance(one.info, HoldemInformationState) else ""


def cards_of(one: Reviewed) -> str:
    """Name the cards of Hold'em that the player saw, like "AsKd on 7c2d2s"; empty in the other games."""
    if not isinstance(one.info, HoldemInformationState):
        return ""
    return " on ".join(filter(None, (cards.names(one.info.hole), cards.names(one.info.board))))


def situation_of(one: Reviewed) -> str:
    """Say what was known: the pot and what it cost to go on, the card, or the board."""
    info = one.info
    if isinstance(info, HoldemInformationState):
        blind = info.rules.big_blind
        call = f", {info.to_call / blind:.4g} bb to call" if info.to_call else ""
        return f"pot {info.pot / blind:.4g} bb{call}"
    if isinstance(info, KuhnInformationState):
        facing = ", facing a bet" if info.facing_bet else ""
        return f"holds {CARD_NAMES[CARD_LETTERS[info.card]]}{facing}"
    return "board " + str(info.key)


def action_of(one: Reviewed, action: Action) -> str:
    """Name an action, bets of Hold'em in big blinds on this street.

    A raise to the whole stack is "all-in".
    """
    info = one.info
    if isinstance(info, KuhnInformationState):
        called = ("fold", "call") if info.facing_bet else ("check", "bet")
        return called[action == Move.BET]
    if not isinstance(info, HoldemInformationState):
        return f"square {action + 1}"
    if action == FOLD:
        return "fold"
    if action == CALL:
        return "call" if info.to_call else "check"
    if action == info.betting.max_raise_to:
        return "all-in"
    size = (action - info.betting.round_start) / info.rules.big_blind
    return f"{'raise to' if any(info.betting.street_committed) else 'bet'} {size:.4g} bb"


def cost_in_words(game: str, grade: Grade) -> str:
    """Return the cost of a decision with its unit, in Hold'em in percent of the pot too.

    If the cost is not known, the words say so.
    """
    if grade.is_unknown:
        return "not known"
    share = f", {grade.cost_share:.0%} of the pot" if game == games.HOLDEM and grade.sure_cost else ""
    return f"{grade.sure_cost:.2f} {unit_of(game)}{share}"


def mix_of(one: Reviewed) -> str:
    """Return how often each action is taken, the most frequent first."""
    assert one.grade is not None
    shares = sorted(one.grade.judgement.shares.items(), key=lambda item: -item[1])[:MOST_OF_MIX]
    return ", ".join(f"{action_of(one, action)} {share:.0%}" for action, share in shares if share >= 0.005)


def why(one: Reviewed) -> str:
    """Say what speaks against the decision."""
    grade = one.grade
    assert grade is not None
    if grade.is_unknown:
        return NEVER[grade.judgement.source]
    values = _by_values(one, grade) if grade.judgement.equity is None else ""
    return " ".join(filter(None, (values, reason(one.info, grade))))


def reason(info: InformationState, grade: Grade) -> str:
    """Say in a sentence what makes the best action so; empty where nothing simple is true."""
    judgement = grade.judgement
    if isinstance(info, KuhnInformationState):
        return _of_kuhn(info, grade)
    if isinstance(info, TicTacToeInformationState):
        found = best_merit(TicTacToeState(info.board), judgement.values)
        return f"Square {found[1] + 1} {MERITS[found[0]]}." if found is not None else ""
    if judgement.equity is None:
        return ""
    have = f"{judgement.equity:.0%}"
    if judgement.price is None:
        said = f"Against the hands that get here this one wins {have} of the pot on average"
    else:
        need = f"a call needs {judgement.price:.0%}"
        said = f"Against the hands that bet here this one wins {have} of the pot; {need}"
    is_trained = judgement.source == "blueprint"
    doubt = f" Values here are known to {judgement.error:.2f} bb." if is_trained else ""
    return f"{said}.{doubt}"


def _of_kuhn(info: KuhnInformationState, grade: Grade) -> str:
    found = kuhn_reason(info, grade.judgement.shares)
    if found != "mixed":
        return KUHN_REASONS[found] if found is not None else ""
    theirs = information_set(INDIFFERENT[info.key], info.rules)
    card = CARD_NAMES[CARD_LETTERS[theirs.card]].removeprefix("the ")
    either = "a fold as with a call" if theirs.facing_bet else "a check as with a bet"
    return f"Mix, so that the opponent's {card} does as well with {either}."


def _by_values(one: Reviewed, grade: Grade) -> str:
    if grade.mark == Mark.BEST:
        return "Nothing is worth more."
    values = grade.judgement.values
    best, worth, own = action_of(one, grade.judgement.best), max(values.values()), values[grade.action]
    if unit_of(one.game) == "chips":
        return f"To {best} is worth {worth:.2f} chips on average, this {own:.2f}."
    unit = "point" if worth == 1 else "points"
    return f"{best.capitalize()} brings {worth:g} {unit} against perfect play, this {own:g}."

"""Write a review as an HTML page and as CSV. Each graded decision is described in words and numbers.

Costs are in the unit of the game: big blinds in Hold'em, points in tic-tac-toe, chips in Kuhn poker.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from game.archive.export import ROLES
from game.core import Action, InformationState
from game.match.terminal import CARD_NAMES
from game.quoting import count_noun, csv_line
from game.rules import cards, games
from game.rules.betting import CALL, FOLD
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import CARD_LETTERS, KuhnInformationState, Move
from game.rules.tic_tac_toe import TicTacToeInformationState, TicTacToeState
from game.study.judgements import Grade, Mark, Source
from game.study.review import Review, Reviewed
from game.study.words import (
    INDIFFERENT,
    KuhnReason,
    Merit,
    best_merit,
    format_mark_counts,
    information_set,
    join_choices,
    kuhn_reason,
)

COST_UNITS = {games.HOLDEM: "bb", games.TIC_TAC_TOE: "points"}
"""The unit of costs by game. Other games count in chips."""
MAX_MIX_ACTIONS = 4
SOUND_NAMES = {Mark.MISSED: "Missed gain", Mark.COSTLY: "Costly here"}
UNKNOWN_COST_TEXTS: Mapping[Source, str] = {
    "blueprint": "The Architect never does this here.",
    "equity": "A solid player never does this here.",
}
"""The text for an action with unknown cost, by the source of the grade."""
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


def cost_unit(game: str) -> str:
    return COST_UNITS.get(game, "chips")


def position_name(one: Reviewed) -> str:
    return ROLES[one.game][one.info.player]


def street_name(one: Reviewed) -> str:
    return one.info.street.name.lower() if isinstance(one.info, HoldemInformationState) else ""


def card_names(one: Reviewed) -> str:
    """Return the Hold'em cards that the player saw, such as "AsKd on 7c2d2s". In other games, return ""."""
    if not isinstance(one.info, HoldemInformationState):
        return ""
    return " on ".join(filter(None, (cards.names(one.info.hole), cards.names(one.info.board))))


def describe_situation(one: Reviewed) -> str:
    """Describe the situation of a decision.

    In Hold'em, this is the pot and the price of a call, in Kuhn poker the card, and in tic-tac-toe the board.
    """
    info = one.info
    if isinstance(info, HoldemInformationState):
        blind = info.rules.big_blind
        call = f", {info.to_call / blind:.4g} bb to call" if info.to_call else ""
        return f"pot {info.betting.effective_pot / blind:.4g} bb{call}"
    if isinstance(info, KuhnInformationState):
        facing = ", facing a bet" if info.facing_bet else ""
        return f"holds {CARD_NAMES[CARD_LETTERS[info.card]]}{facing}"
    return "board " + str(info.key)


def action_name(one: Reviewed, action: Action) -> str:
    """Name an action.

    In Hold'em, sizes are the player's total on this street in big blinds, and a raise of at least the smaller stack
    is "all-in".
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
    kind, chips = info.betting.name(action)
    if kind == "all_in":
        return "all-in"
    return f"{'raise to' if kind == 'raise' else 'bet'} {chips / info.rules.big_blind:.4g} bb"


def format_cost(game: str, grade: Grade) -> str:
    """Return the cost of a decision with its unit. In Hold'em, the percentage of the pot follows.

    If the cost is unknown, the text says so.
    """
    if grade.is_unknown:
        return "not known"
    share = f", {grade.cost_share:.0%} of the pot" if game == games.HOLDEM and grade.sure_cost else ""
    return f"{grade.sure_cost:.2f} {cost_unit(game)}{share}"


def format_mix(one: Reviewed) -> str:
    """Return the action frequencies of the best strategy, most frequent first."""
    assert one.grade is not None
    shares = sorted(one.grade.judgement.shares.items(), key=lambda item: -item[1])[:MAX_MIX_ACTIONS]
    return ", ".join(f"{action_name(one, action)} {share:.0%}" for action, share in shares if share >= 0.005)


def explain_cost(one: Reviewed) -> str:
    """Explain why the decision was a mistake."""
    grade = one.grade
    assert grade is not None
    if grade.is_unknown:
        return UNKNOWN_COST_TEXTS[grade.judgement.source]
    values = _compare_values(one, grade) if grade.judgement.equity is None else ""
    return " ".join(filter(None, (values, explain_best_action(one.info, grade))))


def explain_best_action(info: InformationState, grade: Grade) -> str:
    """Explain in a sentence why the best action is best. If there is no simple explanation, return ""."""
    judgement = grade.judgement
    if isinstance(info, KuhnInformationState):
        return _explain_kuhn(info, grade)
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


def _explain_kuhn(info: KuhnInformationState, grade: Grade) -> str:
    found = kuhn_reason(info, grade.judgement)
    if found != "mixed":
        return KUHN_REASONS[found] if found is not None else ""
    theirs = information_set(INDIFFERENT[info.key], info.rules)
    card = CARD_NAMES[CARD_LETTERS[theirs.card]].removeprefix("the ")
    either = "a fold as with a call" if theirs.facing_bet else "a check as with a bet"
    return f"Mix, so that the opponent's {card} does as well with {either}."


def _compare_values(one: Reviewed, grade: Grade) -> str:
    choice = grade.judgement.choice
    best, worth, own = action_name(one, choice), grade.values[choice], grade.values[grade.action]
    if cost_unit(one.game) == "chips":
        return f"To {best} is worth {worth:z.2f} chips on average, this {own:z.2f}."
    unit = "point" if worth == 1 else "points"
    return f"{best.capitalize()} brings {worth:g} {unit} against perfect play, this {own:g}."


MAX_SHOWN = 200
"""The maximum number of mistakes on the page. The CSV file has all of them."""
SUIT_SIGNS = {"s": ("\N{BLACK SPADE SUIT}", "#20242c"), "h": ("\N{BLACK HEART SUIT}", "#b3261e")} | {
    "c": ("\N{BLACK CLUB SUIT}", "#1e6b3a"),
    "d": ("\N{BLACK DIAMOND SUIT}", "#1f4fa3"),
}
"""The sign and colour of each suit by letter, in a four-colour deck."""
BAR_WIDTH, BAR_HEIGHT = 240, 10
CARD_WIDTH, CARD_HEIGHT = 30, 40

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  background: #f6f4ef; color: #20242c; }
h1 { font-size: 1.7rem; margin: 0 0 .3rem; }
p { margin: .3rem 0; }
article { background: #fff; border: 1px solid #d9d4c8; border-radius: 8px; padding: .9rem 1.1rem; margin: 1rem 0;
  break-inside: avoid; }
article h2 { font-size: 1.05rem; margin: 0; display: flex; gap: .8rem; flex-wrap: wrap; }
h2 .cost { margin-left: auto; font-variant-numeric: tabular-nums; }
.blunder .mark, .mistake .mark { color: #a3261e; }
.inaccuracy .mark, .missed .mark, .costly .mark { color: #80600f; }
.quiet { color: #5b5f68; }
svg { vertical-align: middle; margin-right: 3px; }
.bar rect { fill: #a3261e; }
.inaccuracy .bar rect, .missed .bar rect, .costly .bar rect { fill: #80600f; }
@media (prefers-color-scheme: dark) {
  body { background: #181b21; color: #e9e6df; }
  article { background: #22262e; border-color: #3a3f49; }
  .quiet { color: #a9adb6; }
  .blunder .mark, .mistake .mark { color: #ff8a80; }
  .inaccuracy .mark, .missed .mark, .costly .mark { color: #e3c266; }
  .bar rect { fill: #ff8a80; }
  .inaccuracy .bar rect, .missed .bar rect, .costly .bar rect { fill: #e3c266; }
}
"""


def review_html(review: Review) -> str:
    """Return the page. All texts are escaped."""
    shown, said = review.mistakes[:MAX_SHOWN], review_summary(review)
    if len(review.mistakes) > MAX_SHOWN:
        said.append(f"The {MAX_SHOWN} most costly follow.")
    most = max((one.grade.sure_cost for one in shown if one.grade is not None), default=0.0)
    title = f"Review: {escape(review.title)}"
    parts = "\n".join(_mistake_html(one, most) for one in shown)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"{''.join(f'<p>{line}</p>' for line in said)}\n{parts}\n</body>\n</html>\n"
    )


def review_summary(review: Review) -> list[str]:
    """Return sentences about the number of decisions, their total cost, and the hands left out."""
    unit, played = cost_unit(review.game), games.played_in(review.game).removesuffix("s")
    counted = "The costliest decision of each hand" if review.game == games.HOLDEM else "All decisions"
    said = [
        f"{count_noun(review.hands, played)} with {count_noun(review.decisions, 'decision')}.",
        *([f"{counts}."] if (counts := format_mark_counts(review.marks)) else ()),
        f"{counted} cost {review.cost:,.2f} {unit} in all, "
        f"{review.cost / max(1, review.hands):.3f} {unit} a {played}.",
    ]
    if review.left_out:
        said.append(f"{count_noun(review.left_out, played)} could not be read.")
    return said


def mark_name(grade: Grade) -> str:
    return SOUND_NAMES.get(grade.shown_mark, grade.mark.value.capitalize())


def _mistake_html(one: Reviewed, most: float) -> str:
    grade = one.grade
    assert grade is not None
    where = [f"Hand {one.room_number or f'{one.hand:,}'}", one.player, position_name(one)]
    if street := street_name(one):
        where.append(street)
    played = action_name(one, grade.action).capitalize()
    return (
        f'<article class="{grade.shown_mark}">\n'
        f"<h2><span>{escape(', '.join(where))}</span>"
        f'<span class="mark">{mark_name(grade)}</span>'
        f'<span class="cost">{escape(format_cost(one.game, grade))}</span></h2>\n'
        f"<p>{_cost_bar(grade.sure_cost, most)}</p>\n<p>{_cards_html(one)} "
        f'<span class="quiet">{escape(describe_situation(one))}</span></p>\n'
        f"<p>{escape(played)}. {_best_html(one, grade)}</p>\n"
        f'<p class="quiet">Mix: {escape(format_mix(one))}. {escape(explain_cost(one))}</p>\n'
        "</article>"
    )


def _cost_bar(cost: float, most: float) -> str:
    """Return an HTML bar whose length is a cost relative to the largest cost."""
    width = max(1.0, BAR_WIDTH * cost / most) if most else 1.0
    return (
        f'<svg class="bar" role="img" aria-label="cost" width="{BAR_WIDTH}" height="{BAR_HEIGHT}">'
        f'<rect width="{width:.1f}" height="{BAR_HEIGHT}" rx="3"/></svg>'
    )


def _best_html(one: Reviewed, grade: Grade) -> str:
    """Return HTML with the best actions. Against a known opponent, add the actions that are best in theory."""
    judgement = grade.judgement
    best = f"<b>{escape(best_names(one, judgement.named_actions))}</b>."
    if judgement.against is None:
        return f"Best: {best}"
    return (
        f"Best against this opponent: {best} In theory: {escape(best_names(one, judgement.theory_actions))}."
    )


def best_names(one: Reviewed, actions: Iterable[Action]) -> str:
    return join_choices(*(action_name(one, action) for action in actions))


def _cards_html(one: Reviewed) -> str:
    if not isinstance(one.info, HoldemInformationState):
        return ""
    board = f" &nbsp; {_card_row(one.info.board)}" if one.info.board else ""
    return _card_row(one.info.hole) + board


def _card_row(dealt: Iterable[Card]) -> str:
    return "".join(map(_card_svg, dealt))


def _card_svg(card: Card) -> str:
    """Draw a card as SVG."""
    rank, suit = tuple(cards.name(card))
    sign, colour = SUIT_SIGNS[suit]
    return (
        f'<svg role="img" aria-label="{rank}{suit}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}">'
        f'<rect x=".5" y=".5" width="{CARD_WIDTH - 1}" height="{CARD_HEIGHT - 1}" rx="4" fill="#fff" '
        f'stroke="#b9b4a8"/><text x="{CARD_WIDTH / 2:g}" y="18" text-anchor="middle" font-size="16" '
        f'font-weight="700" fill="{colour}">{rank}</text><text x="{CARD_WIDTH / 2:g}" y="35" '
        f'text-anchor="middle" font-size="15" fill="{colour}">{sign}</text></svg>'
    )


CSV_COLUMNS = (
    "hand",
    "player",
    "position",
    "street",
    "cards",
    "board",
    "action",
    "mark",
    "cost",
    "unit",
    "of pot",
    "error",
    "best",
    "mix",
    "source",
    "equity",
    "price",
    "id",
    "best actions",
)
DIGITS = 4


def review_csv(review: Review) -> str:
    """Return the review as CSV.

    Costs are in the unit of the game. The columns "of pot", "equity" and "price" are shares of the pot. If a cost
    is unknown, its cell is empty. The column "best" has one best action, and the column "best actions" has all best
    actions.
    """
    return "".join(map(csv_line, (CSV_COLUMNS, *map(_csv_row, review.mistakes))))


def _csv_row(one: Reviewed) -> tuple[object, ...]:
    grade, info = one.grade, one.info
    assert grade is not None
    judgement = grade.judgement
    hole, board = (info.hole, info.board) if isinstance(info, HoldemInformationState) else ((), ())
    return (
        one.room_number or one.hand,
        one.player,
        position_name(one),
        street_name(one),
        cards.names(hole),
        cards.names(board),
        action_name(one, grade.action),
        grade.shown_mark.value,
        "" if grade.is_unknown else f"{grade.sure_cost:.2f}",
        cost_unit(one.game),
        "" if grade.is_unknown else round(grade.cost_share, DIGITS),
        round(grade.error, DIGITS),
        action_name(one, judgement.choice),
        format_mix(one),
        judgement.source,
        "" if judgement.equity is None else round(judgement.equity, DIGITS),
        "" if judgement.price is None else round(judgement.price, DIGITS),
        one.hand_id,
        best_names(one, judgement.best_actions),
    )

"""Duplicate deals at a table: labels of a deal, the dialog after a block, and the summary of a visit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core import Seat
from game.match.series import (
    MIN_CLEAR_DEALS,
    BlockResult,
    build_block,
    find_pass,
    pair_deals,
)
from game.match.session import HandResult, Session
from game.match.table_spec import TableSpec
from game.study.amounts import signed_chips, unsigned_chips
from game.study.opponents import DEVICES_OF_PEOPLE, Portrait, format_style
from game.study.table_choices import find_style
from game.texts import join_sentences, number, plural, text
from game.window.dialogs.dialog import MatchCard, MatchOutcome, Reply, nothing
from game.window.frame.screen import Services
from game.window.ui.widgets import Act


def kind_note(spec: TableSpec, number_of_hand: int) -> str:
    """Return the kind of table and the number of the hand. At a table without hints, the kind is left out.

    At a table with duplicate deals, return only the text of `deal_note`.
    """
    if deal := deal_note(spec, number_of_hand):
        return deal
    kind = "" if find_style(spec) == "match" else format_style(spec)
    return join_sentences(kind, text("table.hand", number=number_of_hand))


def deal_note(spec: TableSpec, number_of_hand: int) -> str:
    """Return a text with the number of the deal and the number of the last deal in its block.

    The text also says whether the deal is played for the first or the second time. It is empty at a table without
    duplicate deals.
    """
    if not spec.duplicate:
        return ""
    current = find_pass(spec, number_of_hand)
    before = (number_of_hand - 1) // (2 * current.deals) * current.deals
    key = f"table.duplicate.{'second' if current.swapped else 'first'}"
    return text(key, deal=number(before + current.deal), deals=number(before + current.deals))


def standing_note(spec: TableSpec, results: Sequence[HandResult], seat: Seat, *, in_blinds: bool) -> str:
    """Return a text about the chips by which the player in `seat` is ahead or behind.

    Only deals that were played from both seats count. If there are none, the text is empty.
    """
    played = pair_deals(spec, results, seat) if spec.duplicate else None
    if played is None or not played.deals:
        return ""
    key = "ahead" if played.difference > 0 else "behind" if played.difference < 0 else "level"
    amount = unsigned_chips(spec, abs(played.difference), in_blinds=in_blinds)
    return text(f"duplicate.standing.{key}", amount=amount)


def deal_comes_again(session: Session) -> bool:
    """Return whether the cards of this hand will be dealt again. If so, hidden cards should stay hidden."""
    spec = session.spec
    return spec.duplicate and not find_pass(spec, session.hand_number).swapped


def deal_result_note(session: Session, seat: Seat, name: str, *, in_blinds: bool) -> str:
    """Return a sentence about the opponent's result with the cards that the player has just played.

    The sentence is empty if the deal has not been played from both seats. When all deals of a block were played for
    the first time, the sentence instead says that they will be repeated.
    """
    spec = session.spec
    if not (spec.duplicate and session.hand_over):
        return ""
    current = find_pass(spec, session.hand_number)
    if not current.swapped:
        order = "again_shuffled" if spec.shuffled else "again"
        return plural(f"duplicate.{order}", current.deals) if current.deal == current.deals else ""
    deal, _ = spec.deal_of_hand(session.hand_number)
    first = next((result for result in session.results if spec.deal_of_hand(result.number)[0] == deal), None)
    if first is None:
        return ""
    won = signed_chips(spec, first.returns[1 - seat], in_blinds=in_blinds)
    return text("table.duplicate.same_cards", name=name, amount=won)


@dataclass(frozen=True, slots=True)
class BlockComparison:
    """A comparison of both players' results with the same cards: verdict, numbers, sentences on deals."""

    spec: TableSpec
    block: BlockResult
    other: Portrait
    in_blinds: bool

    def write(self, chips: float) -> str:
        return signed_chips(self.spec, chips, in_blinds=self.in_blinds)

    def outcome(self, figures: Sequence[tuple[str, str]]) -> MatchOutcome:
        """Return the outcome with these figures.

        If luck may explain the difference, the title names no winner, and the emblem is that of the person.
        """
        has_lost = self._verdict in ("behind", "lost_more")
        device = self.other.device if has_lost else DEVICES_OF_PEOPLE["you"]
        return MatchOutcome(device, text(f"duplicate.{self._verdict}"), figures)

    @property
    def _verdict(self) -> str:
        own, other, difference = self.block.own, self.block.other, self.block.difference
        if difference == 0:
            return "even"
        if not self.block.is_clear:
            return "unclear"
        if max(own, other) < 0:
            return "lost_less" if difference > 0 else "lost_more"
        return "ahead" if difference > 0 else "behind"

    def caution(self) -> str:
        """Return the reason why the comparison has no verdict, or ""."""
        if self._verdict != "unclear":
            return ""
        is_few = len(self.block.deals) < MIN_CLEAR_DEALS
        return text(f"duplicate.{'too_few' if is_few else 'within_luck'}")

    def difference(self) -> tuple[str, str]:
        """Return the label and the value of the difference, with its 95% interval."""
        name, ci95 = text("duplicate.difference"), self.block.ci95
        if ci95 is not None:
            spread = unsigned_chips(self.spec, ci95, in_blinds=self.in_blinds)
            name = text("duplicate.difference_within", spread=spread)
        return name, self.write(self.block.difference)

    def extremes(self) -> list[tuple[str, str]]:
        """Return the player's best and worst deal, each with its difference. Empty if there is only one deal."""
        if len(self.block.deals) < 2:
            return []
        worst, *_, best = sorted(self.block.deals, key=lambda deal: deal.difference)
        return [
            (text("duplicate.best", deal=number(best.deal)), self.write(best.difference)),
            (text("duplicate.worst", deal=number(worst.deal)), self.write(worst.difference)),
        ]

    def sum_up(self) -> tuple[MatchOutcome, str]:
        """Return the outcome, and sentences about both results with the same cards."""
        pairs = text("duplicate.pairs"), number(len(self.block.deals))
        outcome = self.outcome([pairs, self.difference(), *self.extremes()])
        both = {
            "own": self.write(self.block.own),
            "name": self.other.name,
            "other": self.write(self.block.other),
        }
        return outcome, join_sentences(self.caution(), text("duplicate.both", **both))


def block_card(
    app: Services, session: Session, seat: Seat, other: Portrait, *, go_on: Act, leave: Act
) -> MatchCard:
    """Return the dialog at the end of a block: both players' results with the same cards, and the difference."""
    block = build_block(session.spec, session.results, seat)
    outcome, body = BlockComparison(session.spec, block, other, app.settings.in_blinds).sum_up()
    replies = (
        Reply("next-deals", text("duplicate.next"), go_on, "primary"),
        Reply("menu", text("duplicate.leave"), leave),
        Reply("look", text("duplicate.look"), nothing),
    )
    return MatchCard(app, outcome, replies, body)


def find_deals_to_sum_up(
    session: Session, results: Sequence[HandResult], seat: Seat, told_hand: int
) -> BlockResult | None:
    """Return the deals that were played for the second time in one visit to the table.

    `results` has the results of the hands of this visit. `told_hand` is the number of the last hand after which the
    dialog of a finished block was shown.

    Return None if this dialog has just shown all these deals.
    """
    spec = session.spec
    second = {spec.deal_of_hand(one.number)[0] + 1 for one in results if find_pass(spec, one.number).swapped}
    pairs = pair_deals(spec, session.results, seat).deals
    played = BlockResult(tuple(pair for pair in pairs if pair.deal in second))
    if told_hand != session.hand_number:
        return played
    shown = build_block(spec, session.results, seat)
    return None if len(played.deals) <= len(shown.deals) else played

"""The choices of New game: the cards of the agents, the options of a table, and the suggested agent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from game.rules import games
from game.study.ladder import Proposal
from game.study.opponents import Opponent
from game.study.table_choices import BIG_BLIND, BLOCKS, FORMS, GUEST, RISES, VARIANTS, TableChoices
from game.texts import join_sentences, number, plural, text
from game.window.ui.widgets import Option, options
from game.window.ui.widgets.gallery import GalleryCard


def mark_card(card: GalleryCard, *proposals: Proposal | None) -> GalleryCard:
    """Return the card with the hints of all proposals for its opponent, and the mark of the first such proposal."""
    for proposed in reversed([one for one in proposals if one is not None]):
        if card.value == proposed.opponent:
            card = replace(card, mark=proposed.mark, hint=f"{proposed.hint} {card.hint}")
    return card


def guest_card() -> GalleryCard:
    words = {part: text(f"new_game.guest.{part}") for part in ("label", "kind", "line", "figure")}
    return GalleryCard(value=GUEST, device="mirror", diamonds=0, hint="", **words)


def first_options(table: str) -> list[Option]:
    """Return the options for the player who starts or, in Hold'em, for the player who deals first."""
    if table == games.HOLDEM:
        return options("new_game.deals.{}", ("seat-0", "seat-1"))
    return options("new_game.begins.{}", ("seat-0", "seat-1", "alternate"))


def stakes_options(table: str, choices: TableChoices, stacks: Sequence[int]) -> dict[str, list[Option]]:
    """Return the options of each choice of the table, by the name of the choice.

    `stacks` are the available stacks in big blinds.

    In the duplicate style, each deal is played from both seats, so there is no choice of who starts.
    """
    rows = {} if choices.deals_twice(table) else {"first": first_options(table)}
    if table == games.KUHN_POKER:
        rows["variant"] = options("new_game.variants.{}", VARIANTS)
    if table == games.HOLDEM:
        rows["form"] = options("new_game.forms.{}", FORMS)
        rows["stack"] = [Option(str(bb), str(bb)) for bb in stacks]
        if choices.form == "match":
            rows["rise"] = options("new_game.rises.{}", RISES)
    if choices.deals_twice(table):
        rows["block"] = [Option(one, one) for one in BLOCKS]
    return rows


def style_options(table: str, choices: TableChoices, *, on_ladder: bool) -> list[Option]:
    """Return the styles of play. A disabled style has a reason.

    `on_ladder` says whether the opponent has several levels. The adaptive style requires this.
    """
    styles = ["match", "adaptive", "teaching", "tutor"]
    if table != games.TIC_TAC_TOE:
        styles.append("duplicate")
    barred = {}
    if choices.is_match(table):
        barred = {style: text(f"new_game.no_{style}") for style in ("adaptive", "duplicate")}
    if not on_ladder:
        barred["adaptive"] = text("new_game.no_ladder")
    return [
        Option(style, text(f"styles.{style}.name"), text(f"styles.{style}.note"), barred.get(style, ""))
        for style in styles
    ]


def list_tables(choices: TableChoices, stacks: Sequence[int]) -> list[TableChoices]:
    """Return the choices changed to each form, rise, variant and style with its own rows or texts.

    The stacks and the blocks are the largest, because their texts are the longest.
    """
    largest = replace(choices, stack=str(max(stacks)), block=BLOCKS[-1])
    kinds = product(FORMS, RISES, VARIANTS, ("match", "duplicate"))
    return [
        replace(largest, form=form, rise=rise, variant=variant, style=style)
        for form, rise, variant, style in kinds
    ]


def format_stakes(table: str, choices: TableChoices) -> str:
    """Describe the stakes of a table, and the order of its deals in the duplicate style."""
    order = plural("duplicate.begins", int(choices.block)) if choices.deals_twice(table) else ""
    if table == games.HOLDEM:
        chips = number(int(choices.stack) * BIG_BLIND)
        kind = "cash" if choices.form == "cash" else choices.rise
        return join_sentences(text(f"new_game.stakes.{kind}", chips=chips), order)
    kind = choices.variant if table == games.KUHN_POKER else table
    return join_sentences(text(f"new_game.stakes.{kind}"), order)


def present_agent(chosen: str, opponents: Sequence[Opponent], even: str, guests: Sequence[str]) -> str:
    """Return the agent `chosen` if available, else the even match, else the opponent for a newcomer.

    `even` is the name of the even match, empty if there is none. `guests` are additional agents that may be
    selected.
    """
    entries = [entry for opponent in opponents for entry in opponent.entries]
    names = [*(entry.name for entry in entries), *guests]
    if chosen in names:
        return chosen
    if even:
        return even
    easy = easy_opponent(opponents)
    return easy.default_entry.name if easy is not None else next(iter(guests), "")


def first_opponent(opponents: Sequence[Opponent]) -> Proposal | None:
    """Return the easy opponent that is proposed to a newcomer. None if there are no opponents."""
    easy = easy_opponent(opponents)
    words = text("new_game.start_here"), text("new_game.actions.start_here.tooltip")
    return None if easy is None else Proposal(easy.default_entry.name, easy.key, *words)


def easy_opponent(opponents: Sequence[Opponent]) -> Opponent | None:
    """Return the weakest opponent that does not play at random. None if there are no opponents."""
    return next((one for one in opponents if one.default_entry.kind != "random"), next(iter(opponents), None))

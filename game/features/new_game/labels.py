"""The words of the page before a table: cards of the gallery, the options of each row, what is played for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.agent_entries import AgentEntry, who_plays
from game.rules import games
from game.study.ladder_model import EvenMatch, NextRung
from game.study.opponents import Opponent, peers_in_words
from game.study.stack_depths import figure_at, strength_at
from game.study.table_choices import BIG_BLIND, BLOCKS, FORMS, GUEST, RISES, THINKING, VARIANTS, TableChoices
from game.texts import number, text
from game.window.ui.widgets import Option, options
from game.window.ui.widgets.gallery import GalleryCard


def card_of(opponent: Opponent, entry: AgentEntry, agents: Sequence[AgentEntry], stack: int) -> GalleryCard:
    """Return the card of an opponent at one stage, for a table with such stacks (in big blinds).

    Its hint names those of `agents` that are about as strong.
    """
    peers = peers_in_words(who_plays(entry, agents, stack), agents)
    return GalleryCard(
        value=opponent.key,
        label=opponent.name,
        kind=opponent.kind,
        line=opponent.line,
        device=opponent.device,
        diamonds=opponent.diamonds.get(entry.name, 0),
        figure=figure_at(entry, agents, stack),
        hint=f"{strength_at(entry, agents, stack)} {peers}".strip(),
    )


def scale_in_words(agents: Sequence[AgentEntry]) -> str:
    """Say by what the agents of a game have their diamonds: by their league, or each by its own measurement."""
    in_a_league = any(entry.strength is not None and entry.strength.diamonds for entry in agents)
    return text("new_game.measured_league" if in_a_league else "new_game.measured")


def marked(card: GalleryCard, *proposals: EvenMatch | NextRung | None) -> GalleryCard:
    """Return a card with the mark of the first who is proposed, if one of its stages is that, and all hints."""
    for proposed in reversed([one for one in proposals if one is not None]):
        if card.value == proposed.opponent:
            card = replace(card, mark=proposed.mark, hint=f"{proposed.words} {card.hint}")
    return card


def guest_card() -> GalleryCard:
    """Return the card of a second person."""
    words = {part: text(f"new_game.guest.{part}") for part in ("label", "kind", "line", "figure")}
    return GalleryCard(value=GUEST, device="mirror", diamonds=0, hint="", **words)


def first_options(table: str) -> list[Option]:
    """Return who may begin, or deal first."""
    if table == games.HOLDEM:
        return options("new_game.deals.{}", ("seat-0", "seat-1"))
    return options("new_game.begins.{}", ("seat-0", "seat-1", "alternate"))


def stakes_options(table: str, choices: TableChoices, stacks: Sequence[int]) -> dict[str, list[Option]]:
    """Return what can be chosen to play for, by the name of the choice; `stacks` are on offer, in big blinds."""
    rows = {}
    if table == games.KUHN_POKER:
        rows["variant"] = options("new_game.variants.{}", VARIANTS)
    if table == games.HOLDEM:
        rows["form"] = options("new_game.forms.{}", FORMS)
        rows["stack"] = [Option(str(bb), text("new_game.stacks", bb=bb)) for bb in stacks]
        if choices.form == "match":
            rows["rise"] = options("new_game.rises.{}", RISES)
        if choices.think:
            rows["think"] = [Option(one, text("new_game.thinks", seconds=one)) for one in THINKING]
    if choices.deals_twice(table):
        rows["block"] = [Option(one, text("new_game.blocks", deals=one)) for one in BLOCKS]
    return rows


def style_options(table: str, choices: TableChoices, *, on_ladder: bool) -> list[Option]:
    """Return how one may play, and why some of it is barred; `on_ladder`: whether the opponent has next levels."""
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


def stakes_in_words(table: str, choices: TableChoices) -> str:
    """Say what is played for, and how long an opponent who solves thinks."""
    if table == games.HOLDEM:
        chips = number(int(choices.stack) * BIG_BLIND)
        stakes = text(f"new_game.stakes.{'cash' if choices.form == 'cash' else choices.rise}", chips=chips)
        thinks = text("new_game.stakes.thinks", seconds=choices.think) if choices.think else ""
        return f"{stakes} {thinks}".rstrip()
    return text(f"new_game.stakes.{choices.variant if table == games.KUHN_POKER else table}")

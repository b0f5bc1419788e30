"""The choices before a table, and their widgets.

The choices for each table are stored in the settings, so Enter alone starts with the same choices as last time.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from game.agent_entries import AgentEntry
from game.features.new_game.labels import (
    card_of,
    first_options,
    guest_card,
    marked,
    scale_in_words,
    stakes_options,
    style_options,
)
from game.rules import games
from game.study.ladder_model import even_match, next_rung
from game.study.left_games import left_in_words
from game.study.opponents import Opponent
from game.study.stack_depths import only_depth
from game.study.table_choices import GUEST, STACKS_BB, USUAL_THINKING, TableChoices, with_last
from game.texts import text
from game.window.dialogs.question import Question, Reply, nothing
from game.window.frame.screen import Services
from game.window.frame.setup_screen import SetupScreen
from game.window.ui.widgets import Button, RadioList
from game.window.ui.widgets.gallery import Gallery


class NewGameChoices(SetupScreen[TableChoices]):
    """The page before a table, as far as one chooses there. The subclass says where everything stands."""

    def __init__(self, app: Services, table: str) -> None:
        self._met: dict[str, str] = {}  # the stage of each opponent that was chosen last
        self._usual_stack = STACKS_BB[-1]  # of opponents who play any stacks
        self._usual_thinking = USUAL_THINKING  # of opponents who solve
        self._ladder = Button("ladder", text("ladder.button"), self._open_ladder, keycap="L", style="label_b")
        self._resume = Button("resume", text("new_game.resume"), self.resume, keycap="R", style="label_b")
        super().__init__(app, table, text("new_game.title"), ("sit-down", text("new_game.sit_down")))
        self.controls.focus("opponents")

    # ---- what is chosen -------------------------------------------------------------------------------------
    def remembered(self) -> TableChoices:
        """Return what was chosen last; the style that the settings propose where nothing was."""
        kept = self.app.settings.tables.get(self.table, {})
        return TableChoices.from_words(kept, self.app.settings.coaching)

    @property
    def summary(self) -> str:
        """Say who is chosen."""
        guest = text("new_game.guest.label")
        name = self._opponent.name if self._opponent is not None else guest
        return text("new_game.chosen", name=name) if self.choices.agent else ""

    def begin(self) -> None:
        """Open the table; ask first if that ends a game with hands in play or played."""
        left = self.app.saves.under_way(self.game)
        if left is None:
            self._sit_down()
            return
        body = left_in_words(self.app.agents, left)
        replies = [
            Reply("stay", text("new_game.left.stay"), nothing, "primary"),
            Reply("resume", text("new_game.left.resume"), self.resume),
            Reply("sit-down", text("new_game.left.go"), self._sit_down),
        ]
        self.app.overlay(Question(self.app, text("new_game.left.title"), body, replies))

    def _sit_down(self) -> None:
        """Remember the choices and open the table."""
        tables = with_last(self.app.settings.tables, self.table, self.choices.to_words())
        self.app.change(tables=tables)
        self.app.sit_down(self.choices.spec(self.table, self.app.new_seed()))

    def _open_ladder(self) -> None:
        self.app.go(self.app.routes.ladder(self.app, self.table))

    def enter(self) -> None:
        """Find out how far the player has climbed."""
        self.app.ladders.look(self.table)

    @property
    def followed(self) -> Hashable:
        """What is known of the ladders."""
        return self.app.ladders.version

    def resume(self) -> None:
        """Go on with the game that was left at this table."""
        unfinished = self.app.saves.unfinished(self.game)
        if unfinished is not None:
            self.app.back()
            self.app.resume(unfinished.session)

    # ---- the widgets ----------------------------------------------------------------------------------------
    def build(self) -> None:
        """Make the widgets for the choices as they are."""
        self._scale = scale_in_words([one for one in self.app.agents if one.game == self.game])
        self._even = even_match(self.app.saves, self.app.agents, self.game, self.opponents)
        even = self._even.agent if self._even is not None else ""
        guests = (GUEST,) if self.table == games.TIC_TAC_TOE else ()
        agent = present_agent(self.choices.agent, self.opponents, even, guests)
        self.choices = replace(self.choices, agent=agent)
        if self._opponent is not None:
            self._met[self._opponent.key] = self.choices.agent
        self._settle_stack()
        self._settle_thinking()
        agents, stack = self.app.agents, int(self.choices.stack)
        cards = [card_of(opponent, self._entry_of(opponent), agents, stack) for opponent in self.opponents]
        ladder = self.app.ladders.known(self.game)
        cards = [marked(card, next_rung(ladder, self.opponents), self._even) for card in cards]
        if self.table == games.TIC_TAC_TOE:
            cards.append(guest_card())
        chosen = self._opponent.key if self._opponent is not None else GUEST
        self._gallery = Gallery("opponents", text("new_game.opponents"), cards, chosen, self._choose_opponent)
        self._gallery.empty = text("new_game.nobody")
        self._stages = self.stages("stage", "agent")
        rows = {"first": first_options(self.table), **stakes_options(self.table, self.choices, self._stacks)}
        self._rows = [self.segments(name, options) for name, options in rows.items()]
        on_ladder = self.app.ladders.has(self.game, self.choices.agent)
        styles, style = style_options(self.table, self.choices, on_ladder=on_ladder), self.choices.style
        self._style = RadioList("style", text("new_game.style"), styles, style, self.chooser("style"))

    def _settle_stack(self) -> None:
        """Let the stacks be some that are on offer; those against who plays any are kept for the next one."""
        depth = self._depth_of(self._opponent)
        own = () if depth is None else (depth,)
        self._stacks = sorted({*map(int, STACKS_BB), *own})
        if int(self.choices.stack) not in self._stacks:
            self.choices = replace(self.choices, stack=self._usual_stack)
        if depth is None:
            self._usual_stack = self.choices.stack

    def _settle_thinking(self) -> None:
        """Let only an opponent who solves have time to think, as much as the last one."""
        self._usual_thinking = self.choices.think or self._usual_thinking
        solves = self._opponent is not None and self._entry_of(self._opponent).solves
        self.choices = replace(self.choices, think=self._usual_thinking if solves else "")

    def _depth_of(self, opponent: Opponent | None) -> int | None:
        return None if opponent is None else only_depth(opponent, self.app.agents)

    @property
    def _opponent(self) -> Opponent | None:
        return self.opponent(self.choices.agent)

    def _entry_of(self, opponent: Opponent) -> AgentEntry:
        """The stage of an opponent that is chosen, or was the last time; else the even match or the middle one."""
        even = self._even.agent if self._even is not None else ""
        met = self._met.get(opponent.key, even)
        # in the middle, as `present_agent` has it for a newcomer
        middle = opponent.entries[(len(opponent.entries) - 1) // 2]
        return next((entry for entry in opponent.entries if entry.name == met), middle)

    def _choose_opponent(self, key: str) -> None:
        """Take an opponent at the stage that was met last, and at the stacks where it has learnt only those."""
        stages = {opponent.key: self._entry_of(opponent).name for opponent in self.opponents}
        depth = self._depth_of(next((one for one in self.opponents if one.key == key), None))
        self.choose(agent=stages.get(key, GUEST), stack=self._usual_stack if depth is None else str(depth))

    def segment_label(self, name: str) -> str:
        """Name a row of segments."""
        return text(f"new_game.{name}")


def present_agent(chosen: str, opponents: Sequence[Opponent], even: str, guests: Sequence[str]) -> str:
    """Return the chosen agent if it is here, else the even match, else a learner or another of middling strength.

    `even` is the agent of the even match, empty where there is none; `guests` may be chosen, too.
    """
    entries = [entry for opponent in opponents for entry in opponent.entries]
    names = [*(entry.name for entry in entries), *guests]
    if chosen in names:
        return chosen
    if even:
        return even
    fit = (
        [entry.name for entry in entries if entry.kind == "learned"]
        or [entry.name for entry in entries if entry.kind != "random"]
        or names
    )
    return fit[(len(fit) - 1) // 2] if fit else ""

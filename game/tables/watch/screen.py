"""The table that shows a series between two agents, with the side column of a watched Hold'em series.

The Hold'em column adds beliefs, equities and the hand by street to the common panels.

- A wide column has a half for each player: the player's mixed strategy, and below it the opponent's belief
  about the player's hand.
- A narrow column shows one player's half, and the key B switches to the other. The series is on a tab. In a
  drawer, the hand is also on a tab.
- In a tall window, the column is a band below the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Literal

from game.core import Seat
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.betting import Street
from game.rules.cards import hand_class
from game.rules.holdem import HoldemState
from game.tables.game_view import MIX_HEIGHT
from game.tables.holdem.streets import Beliefs, DecisionList, Odds, board_at, streets_reached
from game.tables.holdem.view import HoldemView
from game.tables.spectator import Spectator
from game.tables.watch.series import AgentSeries, SeriesSide, series_beside, series_box, side_column
from game.texts import join_sentences, number, percent, text
from game.window.dialogs.dialog import Question, Reply
from game.window.frame import table_frame
from game.window.frame.actions import ActionOwner, BoundAction, action
from game.window.frame.pages import page
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Colour
from game.window.ui.layout import Box, Column, Row, Space, grow
from game.window.ui.leaves import Control, Rule, TabRow, upright
from game.window.ui.leaves.bands import PADDING, beside, padded
from game.window.ui.widgets import Act, Tabs, options
from game.window.views.hand_log import DecisionListBox, DecisionListWidget, ListedDecision, StreetHeading
from game.window.views.range_grid import Believed, belief_box, tallest

TOP, GAP, BELOW_TABS, MIX_LIFT = 12.0, 24.0, 4.0, 4.0
BELOW_GRID = 2.0
WIDE = 460.0  # dp within the padding, from which each side has a half
OTHER, BESIDE_TABS = (124.0, 34.0), 14.0
STRIP_PADDING = 14.0
FIRST = 1_000.0  # the growth weight of a grid compared with its neighbours
ABOVE, BELOW = 1, 0
COLOURS: dict[Seat, Colour] = {BELOW: "brass", ABOVE: "info"}
BELIEFS, HAND, SERIES = "beliefs", "hand", "series"
Form = Literal["wide", "narrow", "band"]
SIZES = table_frame.Sizes(112, 88, (400, 548, 620), band=(484, 520), strip=(92, 112))


class HoldemSeriesSide(SeriesSide, ActionOwner):
    """The side column of a Hold'em series."""

    keys: ClassVar[str] = "watch"

    def __init__(self, table: Spectator, series: AgentSeries) -> None:
        super().__init__(table, series)
        self._session = table.session
        self.beliefs = Beliefs(table)
        self.odds = Odds(table.session, table.requests)
        self.decisions = DecisionList(table)
        self.studied_seat: Seat = ABOVE
        self.decision_list = DecisionListWidget(text("watch.hand"), self.go_to_moment)
        self.decision_list.tooltip = text("watch.odds_note")
        self.tabs = Tabs("tabs", text("watch.side"), (), BELIEFS, self.show_tab)

    @property
    def _view(self) -> HoldemView:
        assert isinstance(self.table.view, HoldemView)
        return self.table.view

    # ---- actions of the spectator ---------------------------------------------------------------------------
    def go_to_moment(self, place: str) -> None:
        """Pause, and go to a decision of the hand by its index. If the decision was undone, redo it."""
        self.table.pace.come_to_rest()
        made = self.decisions.made_count
        while made > int(place) and self._session.can_step_back:
            self._session.step_back()
            made -= 1
        while made < int(place) and self._session.can_redo:
            self._session.redo()
            made += 1
        self.table.after_change()

    def show_tab(self, tab: str) -> None:
        """Open a tab of the narrow column."""
        self.tabs.chosen = tab
        self.table.side_scroll.offset = 0.0
        self.table.relayout()

    @action("b", kind="outline", style="label_b", game=games.HOLDEM)
    def other_side(self) -> None:
        """If there is only one grid, show the grid of the other player."""
        if self._form == "narrow":
            self.studied_seat = 1 - self.studied_seat
            self.show_tab(BELIEFS)
            self.table.show_side()

    # ---- requests -------------------------------------------------------------------------------------------
    def update(self, dt: float) -> bool:
        """Request the equities and beliefs of a position at rest.

        Hands that are played in batches are skipped.
        """
        table = self.table
        self.decisions.follow()
        if not table.pace.instant or table.phase == "done":
            if table.open_cards:
                self.odds.follow()
            self.beliefs.follow(self._grids(), at_rest=table.timeline.animation_step is None)
        return False

    def ask_again(self) -> None:
        self.beliefs.forget()
        self.odds.forget()

    def _grids(self) -> tuple[Seat, ...]:
        """Return the seats whose grids are shown."""
        if self.table.regions.has_drawer and not self.table.drawer_open:
            return ()
        if self._form != "narrow":
            return (ABOVE, BELOW)
        return (self.studied_seat,) if self.tabs.chosen == BELIEFS else ()

    # ---- the hand by street ---------------------------------------------------------------------------------
    def compose_strip(self) -> Box:
        """Return the list of decisions between the table and the action bar, if there is room."""
        self._tell()
        self.decision_list.stacked = not self.table.regions.strip[3]
        if self.decision_list.stacked:
            return Box()
        return padded(DecisionListBox(self.decision_list).sized(grow()), side=STRIP_PADDING)

    def _tell(self) -> None:
        self.decisions.follow()
        listed = []
        for decision in self.decisions.all():
            what, mark = (
                self._view.name_action(decision.before, decision.step.action),
                self.table.seat_mark(decision.seat),
            )
            fields = {"name": self.table.seat_name(decision.seat), "what": what}
            sentence = text("watch.moment", street=self._street(decision.before.street), **fields)
            line = text("watch.marked", mark=mark, what=what) if mark else what
            listed.append(
                ListedDecision(
                    decision.before.street, self.table.portrait(decision.seat).device, line, sentence
                )
            )
        streets = streets_reached(self.decisions.board)
        heads = [self._heading(street) for street in streets]
        self.decision_list.tell(listed, heads, self.decisions.made_count)

    def _heading(self, street: Street) -> StreetHeading:
        """Return the heading of a street, with the player who is ahead and this player's equity."""
        name, board = self._street(street), board_at(street, self.decisions.board)
        equities = (
            {seat: self.odds.of(seat, board) for seat in (ABOVE, BELOW)} if self.table.open_cards else {}
        )
        known = {seat: equity for seat, equity in equities.items() if equity is not None}
        if not known:
            return StreetHeading(name)
        ahead = max(known, key=lambda seat: known[seat])
        share = percent(known[ahead])
        if share == percent(1 - known[ahead]):
            return StreetHeading(name, text("watch.odds_even", share=share))
        note = text("watch.odds", name=self.table.seat_name(ahead), share=share)
        return StreetHeading(name, note, share, self.table.portrait(ahead).device)

    def _street(self, street: Street) -> str:
        return text(f"holdem.streets.{street.name.lower()}")

    # ---- the side column ------------------------------------------------------------------------------------
    @property
    def _form(self) -> Form:
        """Return the kind of layout of the side column."""
        if self.table.regions.kind == "tall":
            return "band"
        return "wide" if self._inner >= WIDE else "narrow"

    @property
    def _inner(self) -> float:
        return self.table.regions.sides[0][2] - 2 * PADDING

    def compose(self) -> Box:
        forms = {"wide": self._compose_wide, "band": self._compose_band, "narrow": self._compose_narrow}
        return forms[self._form]()

    def _compose_wide(self) -> Box:
        halves = (
            Column(self._mix(seat), Space(MIX_LIFT), self._belief(seat).sized(grow()))
            for seat in (ABOVE, BELOW)
        )
        both = Row(*(half.sized(grow()) for half in halves), gap=GAP)
        most = MIX_HEIGHT + MIX_LIFT + tallest(self.table.app.painter, (self._inner - GAP) / 2)
        series = series_beside(self.series.standing).sized(grow())
        line = (Space(4 + BELOW_GRID), Rule(height=0), Space(2))
        return padded(both.sized(grow(FIRST, most=most)), *line, series, top=TOP - MIX_LIFT, bottom=TOP)

    def _compose_band(self) -> Box:
        upper, lower = self._mix(ABOVE, MIX_HEIGHT - MIX_LIFT), self._mix(BELOW)
        mixes = Column(upper, lower, series_box(self.series.standing).sized(grow()))
        grids = (
            Column(Space(MIX_LIFT), self._belief(seat).sized(grow()), Space(BELOW_GRID))
            for seat in (ABOVE, BELOW)
        )
        return beside(mixes, *grids, gap=GAP, top=TOP - MIX_LIFT, bottom=TOP)

    def _compose_narrow(self) -> Box:
        names = [BELIEFS, HAND, SERIES] if self.decision_list.stacked else [BELIEFS, SERIES]
        self.tabs.options = tuple(options("watch.tabs.{}", names))
        if self.tabs.chosen not in names:
            self.tabs.chosen = BELIEFS
        if self.tabs.chosen == HAND:
            named = Row(Space(PADDING - STRIP_PADDING), TabRow(self.tabs))
            decisions = DecisionListBox(self.decision_list).sized(grow())
            return padded(named, Space(BELOW_TABS), decisions, side=STRIP_PADDING, top=TOP, bottom=TOP)
        if self.tabs.chosen == SERIES:
            head = Column(TabRow(self.tabs), Space(BELOW_TABS))
            upper, lower = (self.table.mix(seat, height=MIX_HEIGHT - MIX_LIFT) for seat in (ABOVE, BELOW))
            return side_column(upper, lower, series_box(self.series.standing), head)
        wide, high = OTHER
        other = upright(Control(self.other_side.button, high)).sized(grow(FIRST, most=wide))
        tabs = Row(TabRow(self.tabs), Space(BESIDE_TABS), Space(), other)
        past, actor = self.decisions.all(), self._session.seat_to_act
        if actor is None:
            actor = past[-1].seat if past else self.studied_seat
        mix = (Rule(height=0), Space(BELOW_GRID), self._mix(actor))
        belief = self._belief(self.studied_seat, *mix).sized(grow())
        return padded(tabs, Space(BELOW_TABS), belief, top=TOP, bottom=TOP)

    def _mix(self, seat: Seat, height: float = MIX_HEIGHT) -> Box:
        """Return the mixed strategy of a seat.

        If all cards are shown, and the strip below the table does not show the list of decisions with the equities,
        the equity of the seat is added.
        """
        state = self.table.shown_steps[-1].state if self.table.shown_steps and self.table.open_cards else None
        told_here = self.decision_list.stacked
        equity = self.odds.of(seat, state.board) if told_here and isinstance(state, HoldemState) else None
        aside = text("watch.equity", share=percent(equity)) if equity is not None else ""
        return self.table.mix(seat, aside, height)

    def _belief(self, seat: Seat, *below: Box) -> Box:
        """Return the panel with the opponent's belief about the hand of a seat."""
        hole = self._view.state.hole[self._session.get_player(seat)]
        believed = Believed(
            name=self.table.seat_name(1 - seat),
            other=self.table.seat_name(seat),
            colour=COLOURS[seat],
            belief=self.beliefs.of(seat),
            true_hand=hand_class(hole) if self.table.open_cards and hole else "",
            done=self.beliefs.progress(seat),
            failed=self.beliefs.failed(seat),
        )
        return belief_box(believed, *below)


A_FEW_HANDS = 10  # hands of a series that the user can leave without a question


@page("series")
class Watch(Spectator):
    """A series between two agents with a spectator."""

    name: ClassVar[str] = "watch"
    keys: ClassVar[str] = "watch"
    shares: ClassVar[Sequence[float]] = (1.75, 1.1, 1.2, 1.3)

    def __init__(self, app: Services, spec: TableSpec, hands: int) -> None:
        is_holdem = spec.game == games.HOLDEM
        if is_holdem:
            self.sizes = SIZES
        super().__init__(app, Session(spec))
        self.hands = hands
        self.series = self.pace.source = AgentSeries(self, hands)
        self.side = HoldemSeriesSide(self, self.series) if is_holdem else SeriesSide(self, self.series)
        self.parts = (self.pace, self.series, self.side, self.narration)

    @property
    def more(self) -> Sequence[BoundAction[[]]]:
        return self.swap, self.rematch, self.take_over

    @property
    def action_parts(self) -> Sequence[ActionOwner]:
        return (self.side,) if isinstance(self.side, ActionOwner) else ()

    # ---- the series -----------------------------------------------------------------------------------------
    @property
    def phase(self) -> str:
        """The phase of the table.

        One of "moving", "thinking", "over" (the hand is over), "done" (the series is over), or "lost" (the
        worker has died).
        """
        if self.timeline.animation_step is not None:
            return "moving"
        if self.thinking.failed:
            return "lost"
        if self.session.hand_over:
            return "done" if self.session.hand_number >= self.hands else "over"
        return "thinking"

    @property
    def title(self) -> str:
        return text("watch.title")

    @property
    def subtitle(self) -> str:
        """The game, the number of the hand, the total number of hands, and the thinking time."""
        spec = self.session.spec
        kind = "duplicate" if spec.duplicate else "fresh"
        key = "watch.game_number" if self.game == games.TIC_TAC_TOE else f"watch.hand_number.{kind}"
        hand = text(key, number=f"{self.session.hand_number:,}", count=f"{self.hands:,}")
        end = text("watch.done") if self.phase == "done" else ""
        if not end and spec.think is not None:
            end = text("table.level.thinks", seconds=f"{spec.think:g}")
        return join_sentences(text(f"watch.games.{self.game}", blinds=spec.blinds), hand, end)

    def shown_total(self, seat: Seat) -> float:
        total = self.series.account.total
        return total if seat == self.below else -total

    def no_mix(self, seat: Seat) -> str:
        """Return the reason for a missing mixed strategy: no decision, or a strategy that was not stored."""
        session = self.session
        acted = any(step.player >= 0 and session.get_seat(step.player) == seat for step in self.shown_steps)
        return text("watch.mix_not_kept") if acted else super().no_mix(seat)

    def run_label(self) -> str:
        return {"done": "again", "lost": "try_again"}.get(self.phase) or super().run_label()

    def compose_strip(self) -> Box:
        return self.side.compose_strip()

    def compose_sides(self) -> Sequence[Box]:
        return (self.side.compose(),)

    # ---- actions of the spectator ---------------------------------------------------------------------------
    def enter(self) -> None:
        """Let agents that solve prepare the current hand, and show the first deal."""
        if not self._phase and not self.session.hand_over:
            self.get_ready()
        super().enter()

    @Spectator.run.override
    def run(self) -> None:
        """Pause or continue. If the series is over, start another series."""
        if self.phase == "done":
            self.rematch()
        elif self.phase == "lost":
            self.call_back()
        else:
            super().run()

    @Spectator.step_on.override
    def step_on(self) -> None:
        super().step_on()
        self.hurry()

    def call_back(self) -> None:
        self.side.ask_again()
        super().call_back()

    @action("x", style="label_b")
    def swap(self) -> None:
        first, second = self.session.spec.seats
        self._begin(replace(self.session.spec, seats=(second, first)))

    @action("n", style="label_b")
    def rematch(self) -> None:
        self._begin(replace(self.session.spec, seed=self.app.new_seed()))

    def _begin(self, spec: TableSpec) -> None:
        self.requests.drop_all()
        again = Watch(self.app, spec, self.hands)
        again.go_on_like(self)
        self.app.replace(again)

    # ---- the way out ----------------------------------------------------------------------------------------
    def leave_table(self) -> None:
        """Leave the table. If the series has many hands, which would be lost, ask first."""
        hands = self.series.account.hands
        if self.phase == "done" or hands <= A_FEW_HANDS:
            self.stand_up()
            return
        kind = games.played_in(self.game)
        body = text(f"watch.leave.{kind}", played=number(hands), count=number(self.hands))
        self.ask_to_leave("watch.leave", body, self.stand_up, self._pause())

    def _pause(self) -> Act:
        """Pause the series. Return a function that continues the series if it was running before."""
        resume = partial(self.pace.set_running, running=self.pace.running)
        self.pace.set_running(running=False)
        return resume

    @action("t", style="label_b")
    def take_over(self) -> None:
        """Ask the spectator which seat to take over."""
        replies = [Reply("stay", text("watch.over.stay"), self._pause(), "primary")]
        for seat in (0, 1):
            label = text("watch.over.seat", name=self.seat_name(seat))
            replies.append(Reply(f"seat-{seat}", label, partial(self.sit_in, seat)))
        body = f"{text(f'watch.over.{self._what_is_taken_over}')} {text('watch.over.series')}"
        self.app.overlay(Question(self.app, text("watch.over.title"), body, replies))

    look_ahead, solve_decision = Spectator.look_ahead, Spectator.solve_decision
    ask_experts, show_log = Spectator.ask_experts, Spectator.show_log

    def sit_in(self, seat: Seat) -> None:
        """Let the user take over a seat in this hand.

        If this hand is over, deal a hand that was not dealt before.
        """
        seats = list(self.session.spec.seats)
        seats[seat] = "you"
        self.requests.drop_all()
        session, is_seen = self.session, self._what_is_taken_over == "seen"
        last_dealt = self.series.last_dealt
        self.app.take_seat(session.handed_over((seats[0], seats[1]), last_dealt, seen=is_seen))

    @property
    def _what_is_taken_over(self) -> Literal["same", "seen", "next_game", "fresh"]:
        """The hand that the user would take over.

        "same" is this hand. "seen" is this hand if its hidden cards were shown. If this hand is over, the
        result is "fresh" for a new hand, or "next_game" in tic-tac-toe.
        """
        has_cards = self.game != games.TIC_TAC_TOE
        if self.session.hand_over:
            return "fresh" if has_cards else "next_game"
        return "seen" if has_cards and self.series.is_deal_seen else "same"

"""Asks what is locked at a decision: which action is taken how much more often, or who is played like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from game.messages.solver import SetLock
from game.messages.solver_answers import ALL_HANDS
from game.screens.dialogs.dialog import Dialog
from game.screens.frame.screen import Services
from game.screens.pages.solver.labels import action_label, player_name
from game.screens.pages.solver.logged import LoggedChoice
from game.screens.pages.solver.position import Position
from game.screens.ui.layout import Box
from game.screens.ui.leaves import Control, Setting, Words
from game.screens.ui.texts import percent, signed, text
from game.screens.ui.widgets import Button, Cycle, Option, RadioList, Segmented, Slider

USUAL_POINTS = 20
MOST_POINTS = 100
ROW, FIELD = 34.0, 40.0
EXTENT = (300.0, FIELD)
POINTS, AGENT, LOGGED = "points", "agent", "logged"
ALL, CLASS, KIND = "all", "class", "kind"


class LockDialog(Dialog):
    """The overlay; `lock` gets what was chosen for the decision at `where`. `hands` is the class at hand."""

    name: ClassVar[str] = "lock"

    def __init__(
        self,
        app: Services,
        where: Position,
        hands: str,
        agents: Sequence[Option],
        lock: Callable[[SetLock], None],
    ) -> None:
        node = where.node
        assert node is not None
        super().__init__(app, text("solver.locks.title", player=player_name(node.here.player)))
        self.entered = self.lock
        self._lock, self._where, self._hands = lock, where, hands
        self._source = Segmented(
            "source",
            text("solver.locks.source"),
            [
                Option(POINTS, text("solver.locks.sources.points")),
                Option(
                    AGENT,
                    text("solver.locks.sources.agent"),
                    disabled="" if agents else text("solver.locks.no_agents"),
                ),
                Option(LOGGED, text("solver.locks.sources.logged")),
            ],
            POINTS,
            self._turn,
        )
        self._logged = LoggedChoice(app, where, EXTENT, self._follow)
        shares = zip(node.here.actions, node.here.shares, strict=True)
        actions = [
            Option(action, text("solver.locks.action", action=action_label(action), share=percent(share, 1)))
            for action, share in shares
        ]
        self._action = RadioList(
            "action", text("solver.locks.which"), actions, actions[-1].value, self._changed
        )
        self._points = Slider(
            "points",
            text("solver.locks.points"),
            (-MOST_POINTS, MOST_POINTS),
            USUAL_POINTS,
            lambda points: self.relayout(),
            step=5,
            say=signed,
            shows_value=True,
        )
        first = agents[0].value if agents else ""
        self._agent = Cycle("agent", text("solver.locks.agent"), agents, first, self._changed)
        scopes = [
            Option(ALL, text("solver.locks.all")),
            Option(KIND, text("solver.locks.of_kind")),
            Option(
                CLASS,
                text("solver.locks.of_class", name=hands),
                disabled="" if hands in node.mixes else text("solver.grid.not_held"),
            ),
        ]
        self._scope = Segmented("scope", text("solver.locks.hands"), scopes, ALL, self._changed)
        kinds = [
            Option(
                one.kind,
                text(
                    "solver.locks.kind_share",
                    kind=text(f"solver.kinds.{one.kind}"),
                    share=percent(one.share, 1),
                ),
            )
            for one in node.kinds[node.here.player]
        ]
        self._kind = Cycle(
            "kind", text("solver.locks.kind"), kinds, kinds[0].value if kinds else "", self._changed
        )
        self._ok = Button("lock", text("solver.locks.lock"), self.lock, kind="primary")
        self._cancel = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus("points")

    def _changed(self, value: str) -> None:
        self.relayout()

    def _turn(self, source: str) -> None:
        if source == LOGGED:
            self._logged.ask()
        self._follow()

    def _follow(self) -> None:
        """Show what is known now."""
        self._ok.disabled = self._logged.problem if self._source.chosen == LOGGED else ""
        self.relayout()

    def enter(self) -> None:
        """Ask again what was dropped when the dialog was covered."""
        self._turn(self._source.chosen)

    def leave(self) -> None:
        """Take no more interest in what was asked."""
        for asked in self._logged.questions:
            asked.drop()

    @property
    def _chosen_hands(self) -> str:
        return {ALL: ALL_HANDS, CLASS: self._hands, KIND: self._kind.chosen}[self._scope.chosen]

    def lock(self) -> None:
        """Lock what was chosen, and close."""
        if self._ok.disabled or self._where.texts is None:
            return
        source, where = self._source.chosen, (self._where.texts, self._where.actions, self._where.cards)
        by_points = self._action.chosen, float(self._points.number)
        action, points = by_points if source == POINTS else ("", 0.0)
        hands = ALL_HANDS if source == LOGGED else self._chosen_hands
        agent = self._agent.chosen if source == AGENT else ""
        logged = self._logged.mix if source == LOGGED else None
        self.app.back()
        self._lock(SetLock(*where, action, points, hands, agent, logged))

    def parts(self) -> Sequence[Box]:
        """What is done: an action by how much, or an agent; and which hands do it."""
        source = self._source.chosen
        by_points, of_kind = source == POINTS, self._scope.chosen == KIND
        if source == LOGGED:
            note, of = Words(text("solver.locks.note"), "label", "dim", 8), self._logged.parts()
            return [note, Control(self._source, FIELD, after=8), *of]
        return [
            Words(text("solver.locks.note"), "label", "dim", 8),
            Control(self._source, FIELD, after=8),
            Control(self._action, ROW * len(self._action.options), after=4).when(by_points),
            Setting(text("solver.locks.points"), "", self._points, EXTENT).when(by_points),
            Setting(text("solver.locks.agent"), "", self._agent, EXTENT).when(not by_points),
            Setting(text("solver.locks.hands"), "", self._scope, EXTENT),
            Setting(text("solver.locks.kind"), "", self._kind, EXTENT).when(of_kind),
        ]

    def buttons(self) -> list[Button]:
        """Lock, or close."""
        return [self._ok, self._cancel]

    def trace(self) -> dict[str, Any]:
        """Say what is chosen."""
        return {
            "source": self._source.chosen,
            "action": self._action.chosen,
            "scope": self._scope.chosen,
            "hands": self._chosen_hands,
            "points": self._points.number,
            "agent": self._agent.chosen,
        }

"""Asks what is locked at a decision: which action is taken how much more often, or who is played like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from game.features.solver.asks import SetLock
from game.features.solver.labels import action_label, player_name
from game.features.solver.logged import LoggedMixes, mix_in_words
from game.study.opponents import portrait
from game.study.solved import ALL_HANDS, KindSummary, SolvedNode
from game.texts import percent, signed, text
from game.window.dialogs.dialog import Dialog
from game.window.dialogs.option_search import OptionSearch
from game.window.frame.screen import Services
from game.window.ui.layout import Box
from game.window.ui.leaves import Control, Note, Setting, Words
from game.window.ui.widgets import Button, Cycle, Lookup, Option, RadioList, Segmented, Slider, Widget

USUAL_POINTS, MOST_POINTS = 20, 100
ROW, FIELD = 34.0, 40.0
EXTENT = (300.0, FIELD)
POINTS, AGENT, LOGGED = "points", "agent", "logged"
ALL, CLASS, KIND = "all", "class", "kind"


class LockDialog(Dialog):
    """The overlay; `lock` gets what was chosen, `agents` are those that can be played like.

    `begun` says at which decision, and which class is at hand; `node` is what is known of it.
    """

    name: ClassVar[str] = "lock"

    def __init__(
        self,
        app: Services,
        begun: SetLock,
        node: SolvedNode,
        agents: Sequence[str],
        lock: Callable[[SetLock], None],
    ) -> None:
        super().__init__(app, text("solver.locks.title", player=player_name(node.here.player)))
        self.entered = self.lock
        self._begun, self._lock, hands = begun, lock, begun.hands
        self._here, self._mixes = node.here, LoggedMixes(app, begun, self.relayout)
        label = text("solver.locks.logged.player")
        self._player = Lookup("logged", label, [], "0", lambda place: self._mixes.choose(int(place)))
        self._player.find = lambda: app.overlay(OptionSearch(app, self._player))
        why_no_agent = "" if agents else text("solver.locks.no_agents")
        sources = [
            Option(POINTS, text("solver.locks.sources.points")),
            Option(AGENT, text("solver.locks.sources.agent"), disabled=why_no_agent),
            Option(LOGGED, text("solver.locks.sources.logged")),
        ]
        self._source = Segmented("source", text("solver.locks.source"), sources, POINTS, self._turn)
        actions = [
            Option(action, text("solver.locks.action", action=action_label(action), share=percent(share, 1)))
            for action, share in zip(node.here.actions, node.here.shares, strict=True)
        ]
        which = text("solver.locks.which")
        self._action = RadioList("action", which, actions, actions[-1].value, self._changed)
        self._points = Slider(
            "points",
            text("solver.locks.points"),
            (-MOST_POINTS, MOST_POINTS),
            USUAL_POINTS,
            self._changed,
            step=5,
            say=signed,
            shows_value=True,
        )
        self._agent = self._cycle("agent", [Option(one, portrait(app.agents, one).name) for one in agents])
        why_not_held = "" if hands in node.mixes else text("solver.grid.not_held")
        scopes = [
            Option(ALL, text("solver.locks.all")),
            Option(KIND, text("solver.locks.of_kind")),
            Option(CLASS, text("solver.locks.of_class", name=hands), disabled=why_not_held),
        ]
        self._scope = Segmented("scope", text("solver.locks.hands"), scopes, ALL, self._changed)
        kinds = [Option(one.kind, _kind_with_share(one)) for one in node.kinds[node.here.player]]
        self._kind = self._cycle("kind", kinds)
        self._ok = Button("lock", text("solver.locks.lock"), self.lock, kind="primary")
        self._cancel = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus("points")

    def _cycle(self, name: str, options: Sequence[Option]) -> Cycle:
        first = options[0].value if options else ""
        return Cycle(name, text(f"solver.locks.{name}"), options, first, self._changed)

    def _changed(self, value: object) -> None:
        self.relayout()

    def _turn(self, source: str) -> None:
        if source == LOGGED:
            self._mixes.ask()
        self.relayout()

    def enter(self) -> None:
        """Ask again what was dropped when the dialog was covered."""
        self._turn(self._source.chosen)

    def leave(self) -> None:
        """Take no more interest in what was asked."""
        for asked in self._mixes.questions:
            asked.drop()

    @property
    def _wanted(self) -> SetLock | None:
        """What is chosen; None where it cannot be locked."""
        source, hands = self._source.chosen, self._chosen_hands
        if source == LOGGED:
            mix = self._mixes.mix
            return replace(self._begun, hands=ALL_HANDS, logged=mix) if mix is not None else None
        if source == AGENT:
            return replace(self._begun, agent=self._agent.chosen, hands=hands)
        points = float(self._points.number)
        return replace(self._begun, action=self._action.chosen, points=points, hands=hands)

    @property
    def _chosen_hands(self) -> str:
        return {ALL: ALL_HANDS, CLASS: self._begun.hands, KIND: self._kind.chosen}[self._scope.chosen]

    def lock(self) -> None:
        """Lock what was chosen, and close."""
        if (wanted := self._wanted) is not None:
            self.app.back()
            self._lock(wanted)

    def parts(self) -> Sequence[Box]:
        """What is done: an action by how much, or an agent; and which hands do it."""
        source = self._source.chosen
        begin = [
            Words(text("solver.locks.note"), "label", "dim", 8),
            Control(self._source, FIELD, after=8),
        ]
        if source == LOGGED:
            return [*begin, *self._as_logged()]
        return [
            *begin,
            Control(self._action, ROW * len(self._action.options), after=4).when(source == POINTS),
            _setting(self._points).when(source == POINTS),
            _setting(self._agent).when(source == AGENT),
            _setting(self._scope),
            _setting(self._kind).when(self._scope.chosen == KIND),
        ]

    def _as_logged(self) -> Sequence[Box]:
        """The choice of a player, and below it that player's frequencies beside the solution's."""
        mixes, mix = self._mixes, self._mixes.mix
        self._player.options = tuple(Option(str(place), name) for place, name in enumerate(mixes.names))
        self._player.chosen = str(mixes.chosen)
        return [
            Words(text("solver.locks.logged.note"), "small", "dim", 6),
            _setting(self._player).when(self._player.options),
            Note(mixes.problem, wrong=mixes.is_counted)
            if mix is None
            else Words(mix_in_words(mix, self._here), "label", "text", 8),
        ]

    def buttons(self) -> list[Button]:
        """Lock, or close."""
        self._ok.disabled = self._mixes.problem if self._source.chosen == LOGGED else ""
        return [self._ok, self._cancel]

    def trace(self) -> dict[str, Any]:
        """Say what is chosen."""
        return {"hands": self._chosen_hands, "agent": self._agent.chosen}


def _setting(widget: Widget) -> Setting:
    return Setting(widget.label, "", widget, EXTENT)


def _kind_with_share(one: KindSummary) -> str:
    kind, share = text(f"solver.kinds.{one.kind}"), percent(one.share, 1)
    return text("solver.locks.kind_share", kind=kind, share=share)

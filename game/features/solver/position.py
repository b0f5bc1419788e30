"""The state of a solve that is looked at, and what the next card changes there."""

from __future__ import annotations

from collections.abc import Sequence

from game.features.solver.asks import AskRunOuts, AskSolved
from game.match.spot_texts import SpotTexts
from game.rules.cards import Card, parse
from game.study.solved import RunOuts, SolvedNode
from game.window.frame.asked import Asked
from game.window.frame.screen import Services
from game.window.ui.widgets import Act


class Position:
    """The position; `actions` and `cards` lead from the beginning of the solve of `texts` to the state."""

    def __init__(self, app: Services, changed: Act) -> None:
        self.texts: SpotTexts | None = None
        self.actions: tuple[str, ...] = ()
        self.cards: tuple[Card, ...] = ()
        self._changed = changed
        self._node = Asked[SolvedNode](app, self._take_node)
        self._run_outs = Asked[RunOuts](app, changed)
        self.questions = self._node, self._run_outs

    @property
    def node(self) -> SolvedNode | None:
        """The state in the worker's last answer."""
        return self._node.value

    @property
    def run_outs(self) -> RunOuts | None:
        """The report on every possible next card, if a card is to be dealt."""
        return self._run_outs.fresh

    def begin(self, texts: SpotTexts, actions: tuple[str, ...]) -> None:
        """Look at a solve of another spot, after some actions."""
        self.texts, self.actions, self.cards = texts, actions, ()

    def look(self) -> None:
        """Ask about the state that is looked at."""
        if self.texts is not None:
            self._run_outs.forget()
            self._node.ask(AskSolved(self.texts, self.actions, self.cards))

    def visit(self, actions: tuple[str, ...], board: Sequence[Card]) -> None:
        """Look at the state after some actions, with the cards dealt that lie on a board."""
        if self.texts is not None:
            before = len(parse(self.texts.board))
            self.actions, self.cards = actions, tuple(board[before:])
            self.look()

    def act(self, place: int, action: int) -> None:
        """Take an action at a step of the way, which leaves what came after it."""
        if self.node is not None and action < len(self.node.way[place].actions):
            self.go(place, self.node.way[place].actions[action])

    def go(self, place: int, *then: str) -> None:
        """Go back to a step of the way, and `then` take an action."""
        assert self.node is not None
        before = self.node.way[:place]
        self.actions = (*(step.actions[step.taken] for step in before if step.card is None), *then)
        self.cards = tuple(step.card for step in before if step.card is not None)
        self.look()

    def deal(self, card: Card) -> None:
        """Deal the next card."""
        if self.node is not None and self.node.state == "deal":
            self.cards = (*self.cards, card)
            self.look()

    def back(self) -> None:
        """Go back by one action or card."""
        if self.node is not None and len(self.node.way) > 1:
            self.go(len(self.node.way) - 2)

    def _take_node(self) -> None:
        found = self._node.fresh
        if found is not None and found.state == "deal" and self.texts is not None:
            self._run_outs.ask(AskRunOuts(self.texts, self.actions, self.cards))
        self._changed()

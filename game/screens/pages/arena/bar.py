"""The bar of a league: how much is played, what the rest will cost, and what can be done."""

from __future__ import annotations

from game.screens.models.run_words import left_in_words
from game.screens.pages.arena.figures import count_of, kind_of, unit_of
from game.screens.pages.arena.model import ArenaModel
from game.screens.ui.leaves.work_bar import WorkBar
from game.screens.ui.texts import number, text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.widget import Act

HEIGHT, NARROW_HEIGHT = 72.0, 136.0
RUN_WORDS = {"playing": "pause", "paused": "go_on", "done": "more", "lost": "try_again"}


class LeagueBar:
    """The words of the bar and its buttons."""

    def __init__(self, standings: ArenaModel, toggle: Act, more: Act) -> None:
        self._standings = standings
        self._run = Button("run", "", toggle, kind="primary", keycap=text("keys.space"), style="label_b")
        words = text("arena.more", unit=unit_of(standings.settings.game))
        self._more = Button("more", words, more, keycap="R", style="label_b")
        self._buttons = (self._run, self._more)

    def box(self, *, narrow: bool) -> WorkBar:
        """Return how far it is and what can be done, as it is now."""
        standings, phase, other = self._standings, self._standings.phase, self._standings.other
        self._run.label = text(f"arena.run.{RUN_WORDS.get(phase, 'begin')}")
        for button in self._buttons:
            button.visible = phase not in ("waiting", "nobody", "exact")
        occupied = text("arena.one_at_a_time", game=other) if other else ""
        self._run.disabled = occupied if phase != "lost" else ""
        self._more.disabled = occupied if phase in ("paused", "done") else text("arena.more_not_yet")
        share = 1.0 if phase == "exact" else standings.done / max(1, standings.total)
        high = NARROW_HEIGHT if narrow else HEIGHT
        return WorkBar(self._buttons, share, [self._words()], standings.problem, height=high, narrow=narrow)

    def _words(self) -> tuple[str, str]:
        standings, phase = self._standings, self._standings.phase
        league = standings.league
        if league is None or not league.pairs:
            return text("arena.title"), text(f"arena.{phase}")
        if phase == "exact":
            return text("arena.exact"), text("arena.exact_note")
        game = standings.settings.game
        done, total = (number(count_of(deals, game)) for deals in (standings.done, standings.total))
        counted = text(f"arena.counted.{kind_of(game)}", done=done, total=total)
        if league.warning:
            return counted, league.warning
        if phase == "new":
            return counted, text("arena.cost_unknown", unit=unit_of(game))
        if phase == "done":
            return counted, text("arena.done", unit=unit_of(game))
        begun = text("arena.begun", begun=number(league.begun), pairs=number(len(league.pairs)))
        cost = "arena.cost_playing" if phase == "playing" else "arena.cost"
        return counted, text(cost, begun=begun, left=left_in_words(standings.seconds_left))

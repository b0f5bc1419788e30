"""Texts for the judgement of a Hold'em decision: the advised action, the value of each action, and the reasons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, repeat

from game.core import Action
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemInformationState
from game.study.judgements import Judgement
from game.study.words import MIN_ERROR, ends_betting, format_source, format_verdict_cost, reason
from game.tables.holdem.view import HoldemView
from game.texts import number, percent, signed, text
from game.window.ui.canvas.painter import Colour, Pattern
from game.window.views.marks import MixRow

MAX_ROWS = 5
EQUALLY_GOOD = 0.25  # frequency from which a second action belongs to the advice
AHEAD = 0.5  # equity from which a bet is for value
Look = tuple[Pattern, Colour]
LOOKS: dict[Action, Look] = {FOLD: ("dots", "bad"), CALL: ("solid", "good")}
RAISES: tuple[Look, ...] = (("diagonal", "brass"), ("cross", "info"), ("diagonal", "brass"))


@dataclass(frozen=True, slots=True)
class Advice:
    """The texts for a judgement of the decision `info`.

    Attributes:
        is_awaited: Whether the values against the opponent at this table are still being computed.
        held_action: The action that a tutor holds back. The rows always include it.
    """

    view: HoldemView
    info: HoldemInformationState
    judgement: Judgement
    is_awaited: bool = False
    held_action: Action | None = None

    def headline(self) -> str:
        """Return the advised action: against the opponent if its strategy is known, else in theory.

        If the error leaves open which of two actions is better, both are named.
        """
        name = self.view.other_name
        if self.is_awaited:
            return text("holdem.counsel.awaited", name=name)
        if self.judgement.against is None:
            names = [self._name(action) for action in self._in_theory()]
            key = "one" if len(names) == 1 else "mix"
            return text(f"holdem.counsel.{key}", action=names[0], second=names[-1].lower())
        choice, rival = self.judgement.choice, self.judgement.rival
        if rival is not None:
            return self._write_close(choice, rival)
        return text("holdem.counsel.against", name=name, action=self._short(choice))

    def headlines(self) -> list[str]:
        """Return all possible headlines with values against the opponent.

        The layout leaves room for the longest.
        """
        name = self.view.other_name
        actions = self.judgement.values if self.is_awaited or self.judgement.against is not None else ()
        longest = sorted(actions, key=lambda action: -len(self._short(action)))
        close = [self._write_close(*longest[:2])] if len(longest) > 1 else []
        return [
            *(text("holdem.counsel.against", name=name, action=self._short(action)) for action in actions),
            *close,
        ]

    def _write_close(self, action: Action, second: Action) -> str:
        return text("holdem.counsel.close", action=self._name(action), second=self._short(second))

    def theory(self) -> str:
        """Return the theoretical advice, shown below the advice against the opponent.

        If the headline is theoretical, the text is empty, or says that the opponent's program gave no strategy.
        """
        if self.judgement.is_opponent_silent:
            return text("holdem.counsel.silent", name=self.view.other_name)
        if not self.is_awaited and self.judgement.against is None:
            return ""
        return self._write_theory(self._in_theory())

    def theories(self) -> list[str]:
        """Return the longest possible text of `theory` for a final judgement: a mix of two actions."""
        longest = sorted(self.judgement.values, key=lambda action: -len(self._short(action)))
        return [self._write_theory(longest[:2])]

    def _write_theory(self, actions: list[Action]) -> str:
        value = signed(self.judgement.values[self.judgement.best], 2)
        words = text("holdem.counsel.or").join(map(self._short, actions))
        return text("holdem.counsel.theory", action=words, value=value)

    def _in_theory(self) -> list[Action]:
        """Return the best action in theory, and a second one if the strategy mixes the two."""
        known, best, shares = self.judgement, self.judgement.best, self.judgement.shares
        often = [action for action in known.values if shares.get(action, 0.0) >= EQUALLY_GOOD]
        theory = replace(known, against=None)
        others = [action for action in often if action != best and not theory.grade(action).sure_cost]
        return [best, *sorted(others, key=lambda action: -shares[action])[:1]]

    def rows(self, most: int = MAX_ROWS) -> list[MixRow]:
        """Return the value of each action: fold and call first, then raises by size. The bars show frequencies.

        The values are against the opponent if they are known. The frequencies are always those of theory.
        """
        judgement, against = self.judgement, self.judgement.against
        worth = judgement.values if against is None else against.values
        rows, looks_of_raises = [], chain(RAISES, repeat(RAISES[-1]))
        for action in self.actions(most):
            look = LOOKS[action] if action in LOOKS else next(looks_of_raises)
            label, written = self._name(action), signed(worth[action], 2)
            if against is None and action in judgement.bounds:
                written = text("holdem.counsel.at_most", value=written)
            if action == self.held_action:
                label = text("holdem.counsel.held", action=label)
            share = judgement.shares.get(action, 0.0)
            chosen = not self.is_awaited and action == judgement.choice
            rows.append(MixRow(label, share, written, *look, chosen=chosen))
        return rows

    def actions(self, most: int = MAX_ROWS) -> list[Action]:
        """Return the actions of the rows.

        If there are too many, the raises with the lowest values are dropped. Advised, held-back and frequent
        ones stay.
        """
        named, shares = (self.judgement.choice, self.held_action), self.judgement.shares
        values = (self.judgement.against or self.judgement).values
        actions = sorted(
            values,
            key=lambda one: (
                one > CALL and one not in named,
                one > CALL,
                -shares.get(one, 0.0),
                -values[one],
            ),
        )
        return sorted(actions[:most])

    def units(self) -> tuple[str, str]:
        """Return the units of the bars and the figures."""
        if self.judgement.against is None:
            return text("holdem.counsel.often"), text("holdem.counsel.unit")
        return text("holdem.counsel.often_in_theory"), text(
            "holdem.counsel.unit_against", name=self.view.other_name
        )

    def _name(self, action: Action) -> str:
        return self.view.name_action(self.view.state, action)

    def _short(self, action: Action) -> str:
        return self.view.words.short(self.view.state, action)

    # ---- reasons --------------------------------------------------------------------------------------------
    def why(self) -> str:
        """Return a sentence that compares the equity with the price and supports the advice."""
        judgement, best = self.judgement, self.judgement.choice
        if judgement.against is not None and best != judgement.best:
            gain = number(judgement.against.sure_cost(judgement.best), 2)
            what = {"name": self.view.other_name, "action": self._short(judgement.best)}
            return text("holdem.why.exploits", gain=gain, **what)
        equity = judgement.equity or 0.0
        if not self.info.to_call:
            return text(f"holdem.why.{'bet' if best > CALL else 'free'}", have=percent(equity))
        need = self.info.betting.pot_odds
        key = reason(equity, need, best, last=ends_betting(self.info.betting))
        return text(f"holdem.why.{key}", need=percent(need), have=percent(equity))

    def held_cost(self) -> str:
        """Return the cost of the action that a tutor holds back, or "" without one."""
        judgement, held = self.judgement, self.held_action
        if held is None or held not in judgement.values or self.is_awaited:
            return ""
        return format_verdict_cost(games.HOLDEM, judgement.grade(held), self.view.other_name)

    def why_not(self, action: Action) -> str:
        """Return the reason why this action is worse than the advised one.

        The reason is the fold frequency of the known opponent, else that in theory.
        """
        betting, best = self.info.betting, self.judgement.choice
        if self.judgement.against is not None:
            about = action if action > CALL else best
            share = self.judgement.against.folds.get(about)
            key = "unknown" if share is None else "never" if percent(share) == percent(0.0) else "some"
            what = {"name": self.view.other_name, "action": self._short(about), "best": self._short(best)}
            return text(f"holdem.why_not.against.{key}", share=percent(share or 0.0), **what)
        kind = self.view.state.kind(action).name.lower() if betting.to_call or action <= CALL else "bet"
        if action > CALL and betting.puts_all_in(action):
            risk = self.view.amounts.write(action - betting.committed[self.info.player])
            return text("holdem.why_not.all_in", risk=risk, pot=self.view.amounts.write(betting.pot))
        if action > CALL and best > CALL:
            key = "smaller" if best < action else "larger"
            return text(f"holdem.why_not.{key}", best=self._name(best))
        if self.judgement.equity is None:
            return ""
        equity, need = self.judgement.equity, betting.pot_odds if betting.to_call else 0.0
        case = "ahead" if equity >= AHEAD else "behind"
        if action == FOLD or (action == CALL and best == FOLD):
            case = reason(equity, need, best, last=ends_betting(betting))
        elif action > CALL and best == FOLD:
            case = "fold"
        return text(f"holdem.why_not.{kind}.{case}", have=percent(equity), need=percent(need))

    def sure(self) -> str:
        """Describe the source of the values, their certainty, and the ranges assumed for both players."""
        known = self.judgement.against
        if known is None:
            assumed = text(f"grades.assumes.{self.judgement.source}")
            return f"{format_source(self.judgement)} {assumed}".rstrip()
        error = number(max(MIN_ERROR, known.error), 2)
        return text("holdem.counsel.known", name=self.view.other_name, error=error)

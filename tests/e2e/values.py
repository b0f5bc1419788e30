"""The values of the topmost screen's models, by the names of the values. The scripts wait for such values.

`main` runs the program, and adds these values to the lines that the program prints if PARLOUR_TRACE is set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.core import CHANCE
from game.features.solver.page import PLAY, WALK
from game.rules.cards import names
from game.rules.kuhn_poker import CARD_LETTERS

Values = dict[str, Any]


def screen_values(screen: Any) -> Values:
    return VALUES[screen.name](screen) if screen.name in VALUES else {}


# ---- tables ---------------------------------------------------------------------------------------------------
def of_table(table: Any) -> Values:
    session = table.session
    return {
        "game": table.game,
        "hand": session.hand_number,
        "phase": table.phase,
        "actions": [step.action for step in session.steps if step.player != CHANCE],
        "stacks": list(session.stacks),
        "may_act": getattr(table, "may_act", False),
        "warning": _warning_at(table),
        "guarded": hasattr(table, "person") and table.person.is_guarded,
    }


def _warning_at(table: Any) -> str:
    held = table.tutor.warning if hasattr(table, "tutor") else None
    return "" if held is None else str(held.grade.mark.value)


def of_holdem(table: Any) -> Values:
    state = table.view.state
    seen = {"own_cards": names(state.hole[table.own_player]), "board": names(state.board)}
    panel = {"problem": table.panel.problem, "asks_again": table.panel.armed_action is not None}
    return of_table(table) | seen | panel | {"pot": state.betting.pot}


def of_kuhn(table: Any) -> Values:
    state = table.view.state
    own_card = CARD_LETTERS[state.cards[table.own_player]]
    return of_table(table) | {"betting": state.betting, "own_card": own_card, "pot": float(state.pot)}


def of_spectator(table: Any) -> Values:
    return of_table(table) | {"running": table.pace.running}


def of_watch(table: Any) -> Values:
    beliefs = [table.side.beliefs.of(seat) for seat in (0, 1)]
    widths = [belief.width if belief is not None else None for belief in beliefs]
    return of_spectator(table) | {"counted": table.series.account.hands, "widths": widths}


# ---- hands that were played -----------------------------------------------------------------------------------
def of_hands(page: Any) -> Values:
    chosen = page.list.chosen
    return {"count": page.pages.total, "id": chosen.id if chosen is not None else ""}


def of_logs(page: Any) -> Values:
    logs = page.registry.logs
    return of_hands(page) | {"logs": None if logs is None else len(logs)}


def of_decision(page: Any) -> Values:
    """Return the values of a page on which a decision is retried, alone or in a review."""
    decision, review, listed = page.decision, getattr(page, "review", None), page.controls.find("mistakes")
    mark, cost = (
        (decision.grade.mark.value, decision.grade.sure_cost) if decision.grade is not None else ("", 0.0)
    )
    values = {"asking": decision.asking, "mark": mark, "cost": cost}
    mistakes, index = len(review.mistakes) if review else 0, listed.chosen if listed is not None else 0
    return values | {"mistakes": mistakes, "index": index}


def of_drill(page: Any) -> Values:
    card, verdict = page.question, page.verdict
    mark, days = (verdict.grade.mark.value, verdict.days) if verdict else ("", -1)
    return {"phase": page.phase, "card": card.card if card else "", "mark": mark, "days": days}


# ---- pages that compute ----------------------------------------------------------------------------------------
def of_run(page: Any) -> Values:
    model = page.model
    return {"known": model.done, "total": model.total, "running": model.running, "page": page.page}


def of_lab(page: Any) -> Values:
    model = page.model
    settings = {"variant": model.settings.variant, "blinds": model.settings.blinds}
    compared = [name for name, _ in model.extras.family]
    far = {"iteration": model.now, "exploitability": model.exploitability, "compared": compared}
    return of_run(page) | settings | far


def of_value_explorer(page: Any) -> Values:
    model = page.model
    values = {str(cell): round(value, 4) for cell, value in model.squares.items()}
    return of_run(page) | {"episode": model.now, "values": values, "lost_lines": model.lost_lines}


def of_odds(page: Any) -> Values:
    model, found = page.model, page.model.equity
    values = {"texts": list(model.texts), "board": names(model.board), "problem": model.problem}
    equity = (
        {"exact": found.exact, "equity": round(found.equity[0], 6)} if found is not None else {"exact": False}
    )
    return values | {"stale": model.stale} | equity


def of_solver(page: Any) -> Values:
    view, practice = page.model.view, page.practice.view
    here = view.node.here if view.node is not None else None
    return {
        "spot": view.texts.id,
        "problems": view.problems,
        "checked": view.checked is not None,
        "solving": view.is_solving,
        "files": [stored.name for stored in view.files],
        "exploitability": view.exploitability,
        "actions": list(page.model.position.actions),
        "offered": list(here.actions) if here is not None else [],
        "locks": len(view.locks),
        "walks": page.tab == WALK,
        "plays": page.tab == PLAY,
        "hands": practice.tally.hands,
        "mistakes": practice.mistakes,
        "made": len(practice.hand.decisions) if practice.hand is not None else 0,
        "to_do": list(practice.offered),
    }


def of_train_setup(page: Any) -> Values:
    named, at_work = page.controls.find, page.app.models.training.at_work
    kind = named("kind").chosen if named("kind") is not None else ""
    return {"kind": kind, "stored": page.stored.ids, "refusal": page.refusal, "at_work": at_work is not None}


def of_train_run(page: Any) -> Values:
    view, checkpoints = page.view, page.controls.find("checkpoints")
    return {
        "phase": view.phase,
        "iteration": view.iteration,
        "checkpoints": [stage.iteration for stage in view.run.stages],
        "chosen": checkpoints.chosen if checkpoints is not None else None,
        "has_snapshot": page.snapshot is not None,
    }


VALUES: Mapping[str, Callable[[Any], Values]] = {
    "play-tic-tac-toe": lambda table: of_table(table) | {"board": list(table.view.state.board)},
    "play-kuhn": of_kuhn,
    "play-holdem": of_holdem,
    "watch": of_watch,
    "replay": lambda table: of_spectator(table) | {"id": table.hand.id},
    "new_game": lambda page: {"table": page.table, "style": page.choices.style},
    "watch_setup": lambda page: {"table": page.table},
    "question": lambda question: {"question": question.title},
    "history": of_hands,
    "logs": of_logs,
    "export": lambda dialog: {"format": dialog.form},
    "paste_id": lambda dialog: {"problem": dialog.controls.find("id").problem},
    "paint": lambda dialog: {"problem": dialog.controls.find("text").problem},
    "review": of_decision,
    "retry": of_decision,
    "drills": lambda page: {"due": page.today.due},
    "drill": of_drill,
    "lab": of_lab,
    "value_explorer": of_value_explorer,
    "lab_compare": lambda page: {"compared": [one.run.id for one in page.model.shown_runs]},
    "odds": of_odds,
    "solver": of_solver,
    "train_setup": of_train_setup,
    "train_run": of_train_run,
}


def main() -> int:
    """Open the window as main.py does, and add the values to each line of the trace."""
    import main as program
    from game.app.app import App

    state = App.state
    App.state = lambda app: state(app) | screen_values(app.screen)  # type: ignore[method-assign]
    return program.main([])


if __name__ == "__main__":
    raise SystemExit(main())

"""The output of the command `solve` for one spot: the JSON document, and the readable lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath

from ai.hands.combos import Bools, hand_index
from ai.solver.betting import Path
from ai.solver.lines import select_at
from ai.solver.lock_files import PrintedLock
from ai.solver.results import DIGITS, solve_document, solve_megabytes, state_rows
from ai.solver.size_choice import DroppedSize, SizeChoice
from ai.solver.solving import Solved
from ai.solver.spot import SIDES
from ai.solver.subgame import Subgame
from ai.solver.walk import SolvedState, Walk
from game.quoting import count_noun, quoted
from game.rules.cards import Card, names, parse


@dataclass(frozen=True, slots=True)
class Shown:
    """The decision and the hands to print.

    Attributes:
        actions: The actions before the decision.
        cards: The cards dealt before the decision.
        line: The actions and cards, in the form in which the user types them.
        hands: The filter of hands. None for all hands.
        file: The file that gets the solution.
    """

    actions: Path
    cards: tuple[Card, ...]
    line: str
    hands: str | None
    file: FilePath | None


def make_document(walk: Walk, found: Solved, target: float, shown: Shown) -> dict[str, object]:
    """Return the JSON document of a solve, with the strategy of the shown decision."""
    state = walk.at(shown.actions, shown.cards)
    chosen = _chosen_hands(state, shown)
    document = solve_document(walk.game, found, target, state, chosen)
    if shown.line:
        document |= {"line": shown.line, "board": names(state.board)}
    if shown.hands is not None:
        shares = [round(share, DIGITS) for share in state.frequencies(chosen)]
        document["of_hands"] = {"hands": shown.hands, "frequencies": shares}
    if shown.file is not None:
        document["file"] = str(shown.file)
    return document


def make_lines(walk: Walk, found: Solved, target: float, shown: Shown) -> list[str]:
    """Return the printed lines of a solve."""
    state, game = walk.at(shown.actions, shown.cards), walk.game
    chosen = _chosen_hands(state, shown)
    short = "" if found.exploitability <= target else f", above the {target:g}% that count as solved"
    oop, ip = found.ev
    lines = [f"oop wins {oop:z.3f}, ip {ip:z.3f}"]
    if shown.line:
        lines.append(f"{SIDES[state.player]} after {shown.line} on {names(state.board)}:")
    lines += [
        f"{action:16} {part:7.2%}"
        for action, part in zip(state.actions, state.frequencies(chosen), strict=True)
    ]
    if chosen is not None:
        heads = ["hand", "weight", "ev", *state.actions]
        rows = [
            [str(row[0]), *(f"{float(one):z.3f}" for one in row[1 : len(heads)])]
            for row in state_rows(state)
            if chosen[hand_index(parse(str(row[0])))]
        ]
        if rows:
            lines += ["", *map("  ".join, _aligned([heads, *rows])), ""]
        else:
            lines.append(f"{SIDES[state.player]} has none of the hands {quoted(shown.hands)} here.")
    if found.gains is not None:
        oop, ip = found.gains
        gains = f"a best response gains oop {oop:z.4f}% and ip {ip:z.4f}% of the pot"
        rake = game.spot.pot - sum(found.ev)
        lines.append(f"rake {rake:.3f}; {gains}, and the exploitability is their mean")
    lines.append(
        f"exploitability {found.exploitability:z.4f}% of the pot{short}: "
        f"{count_noun(found.iterations, 'iteration')}, {found.seconds:.2f} s, {describe_memory(game)}"
    )
    return lines if shown.file is None else [*lines, f"The whole solution is in {shown.file}."]


def make_lock_lines(locks: Sequence[PrintedLock]) -> list[str]:
    """Return the printed lines of the locks of a solve."""
    count = count_noun(len(locks), "locked decision")
    return [
        f"{count}: the exploitability is that of the other decisions",
        *(
            f"{one.player} after {one.line or 'the start'} on {one.board}, {one.hands}: "
            + ", ".join(
                f"{action} {share:.1%}" for action, share in zip(one.actions, one.frequencies, strict=True)
            )
            for one in locks
        ),
    ]


def make_size_document(choice: SizeChoice) -> dict[str, object]:
    """Return the chosen sizes, and the dropped sizes with their costs."""
    dropped = [
        {
            "player": SIDES[one.player],
            "size": one.size,
            "frequency": round(one.frequency, DIGITS),
            "cost_pct": round(one.cost, DIGITS),
            "error_pct": round(one.error, DIGITS),
        }
        for one in choice.drops
    ]
    return {"sizes": dict(zip(SIDES, choice.sizes, strict=True)), "dropped": dropped}


def describe_drop(dropped: DroppedSize) -> str:
    """Describe a dropped size, with its cost or, if the cost is within the error of the solves, only the error."""
    cost = (
        f"it costs {dropped.cost:.2g}% of the pot (±{dropped.error:.2g}%)"
        if dropped.cost > dropped.error
        else f"its cost is within the error of the solves, ±{dropped.error:.2g}% of the pot"
    )
    return f"{dropped.size}: {dropped.frequency:.1%} of hands, {cost}"


def describe_memory(game: Subgame) -> str:
    return f"{solve_megabytes(game):,} MB{' in 16 bits' if game.bits == 16 else ''}"


def _chosen_hands(state: SolvedState, shown: Shown) -> Bools | None:
    return None if shown.hands is None else select_at(state, shown.hands, state.player)


def _aligned(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [[word.rjust(width) for word, width in zip(row, widths, strict=True)] for row in rows]

"""The words of the ladder: how the player stands on a rung, and what is missing to beat it."""

from __future__ import annotations

from game.archive.ladder import LEAST_HANDS, UNLOST, RungResult, hands_to_go
from game.rules import games
from game.screens.models.records import DIGITS, OTHER_DIGITS, scaled
from game.screens.ui.texts import number, signed, text


def short_note(game: str, rung: RungResult) -> str:
    """Return in a few words how the player stands on a rung."""
    if rung.beaten:
        return text(f"ladder.beaten.{_played(game)}", hands=number(rung.hands))
    if not rung.hands:
        return text("ladder.unplayed")
    return text(
        f"ladder.played.{_played(game)}.{'one' if rung.hands == 1 else 'many'}", hands=number(rung.hands)
    )


def figure(game: str, rung: RungResult) -> str:
    """Return the mean without luck and its interval, or the games that were not lost; empty before the first."""
    if not rung.hands:
        return ""
    if game == games.TIC_TAC_TOE:
        as_x, as_o = (number(min(UNLOST, count)) for count in rung.unlost)
        return text("ladder.unlost", x=as_x, o=as_o, all=number(UNLOST))
    digits = DIGITS.get(game, OTHER_DIGITS)
    mean = signed(scaled(game, rung.mean), digits)
    return mean if rung.ci95 is None else f"{mean} ± {number(scaled(game, rung.ci95), digits)}"


def way_left(game: str, rung: RungResult) -> str:
    """Say what is missing to beat a rung."""
    if rung.beaten:
        return text(f"ladder.done.{_played(game)}", hands=number(rung.hands))
    if game == games.TIC_TAC_TOE:
        x, o = (number(max(0, UNLOST - count)) for count in rung.unlost)
        return text("ladder.left.games", x=x, o=o)
    least = LEAST_HANDS[game]
    if rung.short is None:
        return text("ladder.left.nothing", least=number(least))
    if rung.short < 0 and rung.hands < least:
        return text("ladder.left.hands", hands=number(least - rung.hands))
    short = number(scaled(game, rung.short), DIGITS.get(game, OTHER_DIGITS))
    left = hands_to_go(game, rung)
    pace = text("ladder.left.pace", hands=number(left)) if left is not None else ""
    return f"{text(f'ladder.left.short.{game}', short=short)} {pace}".rstrip()


def rule(game: str, rung: RungResult) -> str:
    """Say when somebody is beaten."""
    if game == games.TIC_TAC_TOE:
        return text("ladder.rules.games", games=number(UNLOST))
    if rung.rung.bar < 0:
        return text("ladder.rules.held", bar=number(-rung.rung.bar, 2))
    return text("ladder.rules.hands")


def _played(game: str) -> str:
    return "games" if game == games.TIC_TAC_TOE else "hands"

"""Drawing of tables at every size, and the pictures on tables."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import texts
from game.app.app import App
from game.app.start import find_pages
from game.core import CHANCE, TERMINAL
from game.match.session import Session, Step
from game.match.table_spec import TableSpec
from game.rules.betting import CALL, FOLD
from game.rules.cards import parse
from game.rules.hand_rank import describe_hand
from game.rules.holdem import HoldemRules, HoldemState
from game.study.holdem import AskEquity, HandEquity
from game.study.judgements import AskJudgement, Judgement
from game.study.play import AskValues, Decide, ExploitRecordedPlay, RecordedExploitability
from game.tables.holdem.scene import (
    HandScene,
    animate,
    board_of_scene,
    last_actions,
    payouts,
    pot,
    pot_word,
    resting_scene,
    total_pot,
    turned_board,
)
from game.window.dialogs.stored_data import ENLARGED, Exported, picture
from game.window.frame import table_frame
from game.window.frame.page import Page
from game.window.ui.animation import AnimationStep
from game.window.ui.canvas.painter import SHAPE, Painter, Rect
from game.window.ui.theme import THEMES, scale_for
from game.window.ui.widgets.widget import overlap
from game.window.views import cards, kuhn_table, poker_table
from game.window.views.marks import draw_sentences
from game.window.views.mix_grid import write_outlined
from tests.features.arena.show import PLACES as ARENA
from tests.features.lab.abstraction.show import PLACES as ABSTRACTION
from tests.features.lab.range_show import PLACES as RANGES
from tests.window.conftest import Open
from tests.window.driver import LoggingPainter
from tests.window.tables import Table, TableWorker, decide, judged, perfect_judgement, perfect_values
from tests.window.test_layout import assert_readable
from tests.window.test_play_kuhn import gives_away

LOOKS = [
    *(((900, 560), text) for text in (80, 100, 150, 200)),
    *((size, text) for size in ((1280, 720), (1920, 1080)) for text in (100, 200)),
    ((900, 1100), 100),
    ((2000, 820), 100),
]
MIXED = {1: 0.62, 0: 0.38}


def counsel(request: Any) -> Judgement:
    betting = request.info.betting
    low, high = betting.min_raise_to, betting.max_raise_to
    values = {0: 0.0, 1: 1.3, low: 1.3, low + 700: 0.4, high: -112.5}
    more: Any = {"source": "blueprint", "bounds": frozenset({high}), "error": 0.6, "equity": 0.41}
    return judged(values, 1, {1: 0.6, low: 0.4}, **more)


def equity(request: Any) -> HandEquity:
    return HandEquity(0.614, 0.6, 0.028)


def reply(request: Any) -> RecordedExploitability:
    keys = ("Q", "K", "A", "Qp", "Kp", "Ap", "Qb", "Kb", "Ab", "Qpb", "Kpb", "Apb")
    return RecordedExploitability(0.083, (0.05, 0.125), dict.fromkeys(keys, 1))


def play_board(table: Table) -> Iterator[str]:
    yield "start"
    table.keys("5", "9", "v")
    yield "values"
    table.keys("v", "2")
    yield "middle"
    table.worker.dead = True
    table.key("7")
    yield "lost"


def play_two(table: Table) -> Iterator[str]:
    table.keys("1", "5", "2")
    yield "threat"
    table.keys("9", "3")
    yield "over"


def play_badly(table: Table) -> Iterator[str]:
    table.keys("5", "7", "9")
    table.settle()
    yield "blunder"


def play_kuhn(table: Table) -> Iterator[str]:
    yield "start"
    table.key("h")
    yield "hint"
    table.table.drawer_open = False
    table.table.relayout()
    table.key("c")
    yield "facing a bet"
    table.key("c")
    yield "end"
    table.table.best_reply.own_play.hands = 30
    table.table.best_reply.hand_ended()
    table.settle()
    table.key("b")
    yield "reply"


def play_holdem(table: Table) -> Iterator[str]:
    yield "start"
    table.keys("r", "r")
    yield "facing a raise"
    table.key("h")
    yield "hint"
    table.table.drawer_open = False
    table.table.relayout()
    table.click("amount")
    table.keys("3", "tab")
    yield "illegal amount"
    table.keys("5", "r")
    yield "all-in once"
    table.worker.silent = True
    table.keys("4", "r")
    yield "waiting"
    table.worker.silent = False
    table.settle()
    for _ in range(8):
        if table.screen.phase == "yours":
            table.keys("c")
    yield "end"


def board_worker() -> TableWorker:
    return TableWorker({Decide: decide(0, 2, 7), AskValues: perfect_values, AskJudgement: perfect_judgement})


def winning_worker() -> TableWorker:
    return TableWorker({Decide: decide(0, 1, 2), AskValues: perfect_values, AskJudgement: perfect_judgement})


def kuhn_worker() -> TableWorker:
    answers = {ExploitRecordedPlay: reply, AskJudgement: gives_away}
    return TableWorker({Decide: decide(1, shares=MIXED), **answers})


def holdem_worker() -> TableWorker:
    script = decide(1, 1, 1000, 1, 1, shares=MIXED)
    return TableWorker({Decide: script, AskJudgement: counsel, AskEquity: equity})


TEACHING = {"first": "seat-0", "teaching": True}
MATCH = {"form": "match", "stacks": (20_000, 20_000), "schedule": ((50, 100, 10), (100, 200, 10))}
GAMES: dict[str, tuple[TableSpec, Callable[[], TableWorker], Callable[[Table], Iterator[str]]]] = {
    "tic-tac-toe": (
        TableSpec("tic-tac-toe", ("you", "values-10k"), **TEACHING),  # type: ignore[arg-type]
        board_worker,
        play_board,
    ),
    "serious": (TableSpec("tic-tac-toe", ("you", "values-10k"), first="seat-0"), board_worker, play_board),
    "blunder": (TableSpec("tic-tac-toe", ("you", "values-10k"), first="seat-0"), winning_worker, play_badly),
    "two people": (TableSpec("tic-tac-toe", ("you", "guest"), **TEACHING), board_worker, play_two),  # type: ignore[arg-type]
    "kuhn": (TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), 3, **TEACHING), kuhn_worker, play_kuhn),  # type: ignore[arg-type]
    "holdem": (TableSpec("holdem", ("you", "steady"), 5, **TEACHING), holdem_worker, play_holdem),  # type: ignore[arg-type]
    "match": (TableSpec("holdem", ("you", "steady"), 5, "seat-0", **MATCH), holdem_worker, play_holdem),  # type: ignore[arg-type]
}


def _screen(app: App, session: Session) -> Any:
    return find_pages()[session.spec.game].make(app, session)


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("size", "text_size"), LOOKS)
def test_no_text_leaves_its_place_or_touches_another(
    opened: list[Table], tmp_path: Path, name: str, size: tuple[int, int], text_size: int
) -> None:
    look_at_every_moment(
        opened,
        tmp_path,
        name,
        f"{size} at {text_size}%",
        may_shorten=text_size > 100,
        size=size,
        text_size=text_size,
    )


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
@pytest.mark.parametrize("code", [one for one in texts.OFFERED if one != "en"])
def test_no_text_of_a_translation_is_cut_or_touches_another_at_a_table(
    opened: list[Table], tmp_path: Path, name: str, size: tuple[int, int], code: str
) -> None:
    look_at_every_moment(
        opened, tmp_path, name, f"{size} in {code}", may_shorten=False, size=size, language=code
    )


def look_at_every_moment(
    opened: list[Table], folder: Path, name: str, place: str, *, may_shorten: bool, **settings: Any
) -> None:
    """Play a game of `GAMES`. At each moment of the game, check the table and its drawer."""
    spec, worker, play = GAMES[name]
    amounts = "blinds" if name == "match" else "chips"
    opened.append(Table(folder, _screen, spec, worker(), amounts=amounts, **settings))
    table = opened[0]
    for moment in play(table):
        look(table, f"{name}, {moment}, {place}", may_shorten=may_shorten)
        if table.table.regions.has_drawer and not table.table.drawer_open:
            table.table.toggle_drawer()
            look(table, f"{name}, {moment}, drawer, {place}", may_shorten=True)
            table.table.toggle_drawer()


def look(table: Table, place: str, *, may_shorten: bool) -> None:
    window = pygame.display.get_surface().get_rect()
    screen = table.table
    drawer = screen.regions.has_drawer and screen.drawer_open
    seen = -1.0
    while screen.side_scroll.offset != seen:
        seen = screen.side_scroll.offset
        marks = [mark for mark in table.marks() if not drawer or in_front(table, mark)]
        assert marks, place
        assert_readable(marks, window, place)
        shortened = [mark.words for mark in marks if mark.words.endswith("…")]
        assert may_shorten or not shortened, f"{place}: {shortened}"
        x, y, w, h = screen.side_scroll.view
        table.wheel(x + w / 2, y + h / 2, -4)
    screen.side_scroll.offset = 0.0
    screen.relayout()
    table.settle()


def in_front(table: Table, mark: Any) -> bool:
    """Return whether a text is in the open drawer or in the header, and not on the table behind the drawer."""
    painter, screen = table.app.painter, table.table
    drawer = pygame.Rect(painter.box(screen.regions.sides[0]))
    header = pygame.Rect(painter.box(screen.regions.header))
    clipped = mark.clip != painter.s.get_rect()
    return clipped or drawer.contains(mark.rect) or header.contains(mark.rect)


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn", "holdem"])
@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_every_moment_draws_in_every_theme(
    opened: list[Table], tmp_path: Path, theme: str, name: str, size: tuple[int, int]
) -> None:
    spec, worker, play = GAMES[name]
    opened.append(
        Table(tmp_path, _screen, spec, worker(), size=size, theme=theme, deck="four", painter=LoggingPainter)
    )
    seen = set()
    for _ in play(opened[0]):
        opened[0].marks()
        seen.add(pygame.image.tobytes(pygame.display.get_surface(), "RGB"))
    assert len(seen) >= 4


AREAS = [
    (16.0, 60.0, width, height)
    for width in (509.0, 620.0, 760.0, 888.0, 1025.0, 1400.0)
    for height in (125.0, 155.0, 260.0, 329.0, 331.0, 420.0, 560.0, 700.0, 1000.0)
]


@pytest.mark.parametrize("area", AREAS)
def test_on_the_holdem_table_nothing_lies_over_another(area: Rect) -> None:
    place = poker_table.layout(area)
    boxes: dict[str, Rect] = {}
    for i, (x, y) in enumerate(place.board):
        boxes[f"board {i}"] = (x, y, place.board_height * SHAPE, place.board_height)
    for seat in (0, 1):
        height = place.hole_heights[seat]
        for i, (x, y) in enumerate(place.hole[seat]):
            boxes[f"hole {seat} {i}"] = (x, y, height * SHAPE, height)
        boxes[f"plaque {seat}"] = place.plaques[seat]
        x, y = place.buttons[seat]
        radius = 9.0 if place.flat else 14.0
        boxes[f"button {seat}"] = (x - radius, y - radius, 2 * radius, 2 * radius)
        if not place.flat:
            x, base = place.bets[seat]
            boxes[f"bet {seat}"] = (x, base - 2.4 * place.chip, 3.3 * place.chip, 2.4 * place.chip)
            below = place.chip * 2, poker_table.BELOW_BET
            boxes[f"word of bet {seat}"] = (x + place.chip + 10, base, *below)
    names = sorted(boxes)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            _, _, w, h = overlap(boxes[one], boxes[other])
            assert w <= 0.5 or h <= 0.5, f"{one} and {other} in {area}"
    x, y, w, h = area
    for name, (left, top, wide, high) in boxes.items():
        assert x - 1 <= left, name
        assert left + wide <= x + w + 1, name
        assert y - 1 <= top, name
        assert top + high <= y + h + 1, name


@pytest.mark.parametrize("area", AREAS)
def test_on_the_kuhn_table_nothing_lies_over_another(area: Rect) -> None:
    place = kuhn_table.layout(area)
    height = place.card_height
    boxes: dict[str, Rect] = {
        f"card {i}": (x, y, height * SHAPE, height) for i, (x, y) in enumerate(place.cards)
    }
    boxes |= {f"plaque {i}": plaque for i, plaque in enumerate(place.plaques)}
    x, y = place.unseen
    boxes["unseen"] = (x, y, place.unseen_height * SHAPE, place.unseen_height)
    names = sorted(boxes)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            _, _, w, h = overlap(boxes[one], boxes[other])
            assert w <= 0.5 or h <= 0.5, f"{one} and {other} in {area}"


@pytest.mark.parametrize("height", range(int(kuhn_table.LOWEST), 800, 20))
def test_between_the_kuhn_cards_the_words_of_the_hand_have_a_line(height: int) -> None:
    place = kuhn_table.layout((0.0, 0.0, 800.0, float(height)))
    (_, upper), (_, lower) = place.cards
    assert lower - upper - place.card_height >= kuhn_table.WORDS - 0.5


@pytest.mark.parametrize("width", range(529, 2400, 60))
@pytest.mark.parametrize("height", [329, 420, 560, 659, 720, 831, 1294])
@pytest.mark.parametrize("strip", [(0, 0), (92, 112)])
def test_the_parts_of_a_window_never_overlap(width: int, height: int, strip: tuple[float, float]) -> None:
    sizes = table_frame.Sizes(132, 108, (268, 320, 380), two_columns=not any(strip), strip=strip)
    parts = table_frame.divide(width, height, sizes)
    boxes = [parts.header, parts.table, parts.action_bar, *(() if parts.has_drawer else parts.sides)]
    if any(strip) and not parts.has_drawer:
        boxes.append(parts.strip)
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            _, _, w, h = overlap(one, other)
            assert w <= 0 or h <= 0
    for x, y, w, h in (*boxes, *parts.sides):
        assert min(w, h) > 60 or (x, y) == (0, 0)
        assert x >= 0
        assert y >= 0
        assert x + w <= width + 0.01
        assert y + h <= height + 0.01


@pytest.mark.parametrize(
    ("amount", "expected"),
    [(3, (3,)), (24, (9, 9, 6)), (133, (126,)), (367, (351,)), (2_150, (2_125,)), (1_500, (1_500,))],
)
def test_small_change_is_one_chip(amount: int, expected: tuple[int, ...]) -> None:
    assert cards.chip_stacks(amount) == expected


def test_a_hand_in_words_loses_its_kicker_before_it_is_cut() -> None:
    pygame.font.init()
    painter = Painter(pygame.Surface((1280, 720)))
    note = "Two pair, queens and fours, eight kicker"
    assert cards.fit_note(painter, note, 400) == note
    assert cards.fit_note(painter, note, 190) == "Two pair, queens and fours"
    assert cards.fit_note(painter, note, 80) == "Two pair"
    assert (
        cards.fit_note(painter, note, 190, "Two pair, queens and fours, ace kicker")
        == "Two pair, eight kicker"
    )
    assert cards.fit_note(painter, note, 190, note) == "Two pair, queens and fours"


def test_a_shortened_hand_of_the_board_keeps_that_the_board_makes_it() -> None:
    pygame.font.init()
    painter = Painter(pygame.Surface((1280, 720)))
    note = describe_hand(parse("AsKh"), parse("9d9c6s6h2d"))
    assert cards.fit_note(painter, note, 150) == "two pair on the board"


TWO_SENTENCES = {
    "en": (
        "O threatens to play (top) next. Only 1 square draws.",
        "The top edge loses, as they then get three there.",
    ),
    "si": ("O උඩ පේළිය පුරවන්න හදනවා. සම වෙන්නේ කොටු 1කින් විතරයි.", "උඩ මැදට දැම්මොත් ප්\u200dරතිවාදියාට තුන හදන්න බැහැ."),
}


@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
@pytest.mark.parametrize("code", TWO_SENTENCES)
def test_the_lines_of_two_sentences_in_a_low_bar_do_not_touch(code: str, size: tuple[int, int]) -> None:
    pygame.font.init()
    painter = Painter(pygame.Surface(size))
    painter.log = []
    area = (100, 400, 263, 84)
    draw_sentences(painter, area, *TWO_SENTENCES[code], "strong")
    assert len(painter.log) == 4
    assert_readable(painter.log, painter.s.get_rect(), code)
    assert all(pygame.Rect(painter.box(area)).contains(mark.rect) for mark in painter.log)


LOW_WINDOW = (1216, 608)
SHOWN = {**RANGES, **ARENA, **ABSTRACTION}


def no_numbers(kind: str, file: str) -> Any:
    raise AssertionError("a picture asks for no numbers")


@pytest.mark.parametrize("name", ["ranges river", "arena crowded", "abstraction"])
def test_a_page_that_scrolls_is_exported_whole(open_window: Open, name: str) -> None:
    driver = open_window(size=LOW_WINDOW)
    SHOWN[name](driver.app)
    driver.settle()
    page, window = driver.app.screen, driver.app.painter
    assert isinstance(page, Page)
    page.scroll.to_end()
    page.show()
    driver.settle()
    longest, offset, placed = page.scroll.longest, page.scroll.offset, page.root.rect
    assert longest > 0
    lowest: list[float] = []
    draw = page.draw

    def noted(painter: Painter) -> None:
        assert page.scroll.longest == 0
        assert painter.u == ENLARGED * window.u
        lowest.append(page.root.rect[1] + page.root.rect[3])
        draw(painter)

    page.draw = noted  # type: ignore[method-assign]
    surface = picture(Exported(page, "stamp", (), no_numbers))
    assert surface.get_width() == ENLARGED * LOW_WINDOW[0]
    assert lowest[0] <= surface.get_height() / (ENLARGED * window.u)
    assert surface.get_height() / (ENLARGED * window.u) == pytest.approx(page.height + longest, abs=60)
    driver.settle()
    assert (page.scroll.longest, page.scroll.offset, page.root.rect) == (longest, offset, placed)


def test_an_outline_lies_around_its_word_at_any_scale() -> None:
    surface = pygame.Surface((2 * LOW_WINDOW[0], 2 * LOW_WINDOW[1]))
    painter = Painter(pygame.Surface(LOW_WINDOW)).painter_on(surface, enlarged=2)
    assert painter.u == 2 * scale_for(*LOW_WINDOW)
    surface.fill("magenta")
    write_outlined(painter, "AKs", (600.0, 300.0), 12.0, held=True)
    surface.set_colorkey("magenta")
    inked = surface.get_bounding_rect()
    middle = round(600 * painter.u), round(300 * painter.u)
    assert inked.collidepoint(middle)
    assert inked.width < 40 * painter.u
    assert inked.height < 20 * painter.u


def test_a_layer_is_painted_anew_for_another_scale_at_the_same_size() -> None:
    size, scales = (640, 480), []
    painter = Painter(pygame.Surface(size))
    for one in (painter, painter.painter_on(pygame.Surface(size), enlarged=2)):
        one.layer("a layer of two scales", lambda on: scales.append(on.u))
    assert scales == [painter.u, 2 * painter.u]


def play(state: HoldemState, rng: random.Random) -> Iterator[tuple[HoldemState, Step]]:
    """Play a hand at random, with many all-ins."""
    while (player := state.current_player()) != TERMINAL:
        legal = state.legal_actions()
        if player == CHANCE or rng.random() < 0.75:
            passive = [action for action in (CALL,) if action in legal] if player != CHANCE else []
            action = passive[0] if passive and rng.random() < 0.5 else legal[rng.randrange(len(legal))]
        else:
            action = legal[-1]
        after = state.child(action)
        yield state, Step(player, action, None, after)
        state = after


def total(scene: HandScene) -> int:
    """Return the sum of all chips in a scene. The chips in `won` are already a part of the winner's stack."""
    moving = sum(scene.move.amounts) if scene.move is not None else 0
    return scene.pot + sum(scene.bets) + sum(scene.behind) + moving


@pytest.mark.parametrize("seed", range(60))
def test_every_scene_holds_all_chips(seed: int) -> None:
    rng = random.Random(seed)
    stacks = (rng.randint(1, 4000), rng.randint(1, 4000))
    rules = HoldemRules(rng.randint(1, 50), 100, stacks)
    own = seed % 2
    for before, step in play(HoldemState(rules), rng):
        for animation_step in animate(before, step, own):
            assert total(animation_step.scene) == sum(stacks), animation_step.scene.move
            assert pot(animation_step.scene) <= 2 * min(stacks), animation_step.scene.move
            assert (
                min(
                    *animation_step.scene.bets,
                    *animation_step.scene.behind,
                    animation_step.scene.pot,
                    *animation_step.scene.won,
                )
                >= 0
            )
        assert isinstance(step.state, HoldemState)
        assert total(resting_scene(step.state)) == sum(stacks)
        assert step.state.is_terminal() or pot(resting_scene(step.state)) == step.state.betting.effective_pot


def test_the_pot_is_named_at_stake_while_a_bet_that_nobody_can_match_moves() -> None:
    state = HoldemState(HoldemRules(50, 100, (9000, 2000)), tuple(range(4)))
    rounds = state.child(CALL).child(CALL)
    for card in (10, 11, 12):
        rounds = rounds.child(card)
    scenes = [one.scene for one in animate(rounds, Step(0, 9000, None, rounds.child(9000)), 1)]
    assert {(pot(one), total_pot(one)) for one in scenes if one.move is not None} == {(2100, 9100)}
    assert pot_word(2100, 9100) != pot_word(4000, 4000) == "Pot"


@pytest.mark.parametrize("seed", range(40))
def test_hidden_cards_are_turned_only_at_a_showdown_or_an_all_in(seed: int) -> None:
    rng = random.Random(seed)
    state = HoldemState(HoldemRules(50, 100, (2000, 2000)))
    for before, step in play(state, rng):
        assert isinstance(step.state, HoldemState)
        betting = step.state.betting
        shows = betting.folded is None and (step.state.is_terminal() or betting.is_all_in)
        for animation_step in animate(before, step, 0):
            turned = animation_step.scene.other_shown or (
                animation_step.scene.move is not None and animation_step.scene.move.what == "other"
            )
            assert shows or not turned


def state_after(
    *actions: int, stacks: tuple[int, int] = (2000, 2000)
) -> tuple[HoldemState, HoldemState, Step]:
    """Deal the cards of the deck in order, and take the actions.

    Return the state before the last action, the state after the last action, and the `Step` of this action.
    """
    state = HoldemState(HoldemRules(50, 100, stacks))
    before, step = state, None
    script = list(actions)
    while script or state.current_player() == CHANCE:
        if state.current_player() == CHANCE:
            if not script and len(state.dealt) >= 4:
                break
            state = state.child(state.legal_actions()[0])
            continue
        player, action = state.current_player(), script.pop(0)
        before, state = state, state.child(action)
        step = Step(player, action, None, state)
    assert step is not None
    return before, state, step


def what(animation_steps: list[AnimationStep[HandScene]]) -> list[str]:
    return [
        animation_step.scene.move.what
        for animation_step in animation_steps
        if animation_step.scene.move is not None
    ]


def test_a_call_that_closes_the_round_moves_the_bets_to_the_pot() -> None:
    before, after, step = state_after(300, CALL)
    animation_steps = animate(before, step, 0)
    assert what(animation_steps) == ["bet", "gather"]
    assert animation_steps[-1].scene.move is not None
    assert animation_steps[-1].scene.move.amounts == (300, 300)
    assert resting_scene(after).pot == 600


def test_an_uncalled_bet_goes_back_before_the_pot_is_paid() -> None:
    before, after, step = state_after(300, 900, FOLD)
    assert what(animate(before, step, 1)) == ["fold", "back", "gather", "result", "award"]
    assert payouts(after) == (600, 0)
    assert resting_scene(after).behind == (2300, 1700)


def test_an_all_in_call_turns_the_cards_before_the_board_comes() -> None:
    before, _, step = state_after(2000, CALL)
    assert what(animate(before, step, 0)) == ["bet", "gather", "other"]


def test_a_hand_is_named_only_by_cards_that_are_face_up() -> None:
    rng, state = random.Random(2), HoldemState(HoldemRules(50, 100, (2000, 2000)))
    for before, step in play(state, rng):
        for animation_step in animate(before, step, 0):
            face_up = [card.turned for card in board_of_scene(animation_step.scene, 0.5)].count(1.0)
            named = turned_board(animation_step.scene)
            assert named <= face_up
            assert named == face_up or face_up in (1, 2)


def test_a_check_moves_nothing() -> None:
    before, _, step = state_after(CALL, CALL, CALL)
    animation_steps = animate(before, step, 0)
    assert what(animation_steps) == []
    assert animation_steps[0].sound == "check"


def test_a_showdown_turns_lifts_and_pays() -> None:
    before, _, step = state_after(*([CALL] * 8))
    assert what(animate(before, step, 0)) == ["other", "result", "award"]


def test_words_say_what_was_done_in_this_round() -> None:
    def words(*actions: int) -> tuple[str, str]:
        state = HoldemState(HoldemRules(50, 100, (2000, 2000)))
        for card in range(4):
            state = state.child(card)
        betting = state.betting
        for action in actions:
            betting = (
                betting.child(action) if betting.actor is not None else betting.next_round().child(action)
            )
        return last_actions(betting)

    assert words() == ("big_blind", "small_blind")
    assert words(CALL) == ("big_blind", "call")
    assert words(CALL, CALL) == ("check", "call")
    assert words(300) == ("big_blind", "raise")
    assert words(CALL, 300) == ("raise", "call")
    assert words(CALL, 300, CALL) == ("raise", "call")
    assert words(300, 700, CALL) == ("raise", "call")
    assert words(CALL, CALL, CALL, 300) == ("check", "bet")
    assert words(CALL, CALL, CALL, 300, 700) == ("raise", "bet")
    assert words(CALL, CALL, CALL, 300, CALL) == ("call", "bet")

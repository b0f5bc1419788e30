"""The Kuhn poker table: to understand a bluff.

During a hand the panel holds the rules and the record. After it everything is told: the opponent's card, mix and
die at each decision, the equilibrium at each of yours, and for how much each of the two could be beaten.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from game.core import CHANCE, Action, Decision, InformationState, Player, State
from game.match.session import Session, Step
from game.rules import games
from game.rules.kuhn_poker import CARD_LETTERS, DECK, KuhnInformationState, KuhnState, Move
from game.screens.input import Key
from game.screens.pen import Colour, Pattern, Pen, Rect
from game.screens.play import BOTTOM, TOP, PlayScreen
from game.screens.tables.die import die_of
from game.screens.tables.move_button import MoveButton
from game.screens.tables.playback import Beat, motion
from game.screens.texts import number, percent, signed
from game.screens.views import kuhn_table, mix, regions
from game.screens.views.cards import CardPicture
from game.screens.views.kuhn_table import ChipFlight, KuhnPicture, Winnings
from game.screens.views.mix import MixRow
from game.screens.views.seats import SeatPicture
from game.screens.widgets.button import Button
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.app import App

Moving = Literal["deal", "turn", "word", "chips", "reveal", "result", "award"]

CARD_CODES = ("Qd", "Kh", "As")
WORD_SECONDS = 0.25
ENOUGH_HANDS = 30
NEVER = 0.005  # a share below it is never played
PADDING = 24.0
BLOCK_TITLE, ROW = 26.0, 25.0
DIE = 50.0
FAINTEST_BAR = 5.0  # bars of exploitability are full at 1 / this many chips


@dataclass(frozen=True, slots=True)
class KuhnScene:
    """The state behind a movement, what moves, and whose it is (a player of the rules)."""

    state: KuhnState
    moving: Moving
    player: Player = 0


@dataclass(frozen=True, slots=True)
class Spoken:
    """A decision of a hand: who, with what information, what was done, and the decision behind it."""

    player: Player
    info: KuhnInformationState
    action: Action
    decision: Decision | None


class PlayKuhn(PlayScreen[KuhnScene]):
    """Kuhn poker, classic or half-street, against an agent."""

    name: ClassVar[str] = "play-kuhn"
    sizes: ClassVar[regions.Sizes] = regions.Sizes(100, 84, (340, 384, 420), band=(250, 300))

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app, session)
        texts = self.texts
        self.spots = kuhn_table.layout(self.regions.table)
        self.shows_hint = False
        self.shows_reply = False
        self._advice: dict[str, Mapping[Action, float]] = {}
        self._asked: set[str] = set()
        self._reply: Mapping[str, Any] | None = None
        self._own_play = _own_play(session, self.own_seat)
        self._own_hands = len(session.results)
        self.pass_button = MoveButton("pass", "", lambda: self.act(Move.PASS))
        self.bet_button = MoveButton("bet", "", lambda: self.act(Move.BET), keycap="B")
        self.next_button = Button(
            "next", texts("kuhn.next"), self.next_hand, kind="primary", keycap=texts("keys.space")
        )
        self.hint_button = MoveButton(
            "hint-button",
            texts("table.show_hint"),
            self.hint,
            kind="outline",
            keycap="H",
            icon="hint",
            style="label_b",
        )
        self.reply_button = Button("reply", "", self.toggle_reply, keycap="B", style="label_b")

    # ---- the hand -------------------------------------------------------------------------------------------
    @property
    def state(self) -> KuhnState:
        """The hand as it is."""
        state = self.session.state
        assert isinstance(state, KuhnState)
        return state

    @property
    def own_player(self) -> Player:
        """The role of the person in this hand."""
        return self.session.player_of(self.own_seat)

    @property
    def half_street(self) -> bool:
        """Whether a check of the first player is shown at once."""
        return self.game == games.KUHN_HALF_STREET

    def first_state(self) -> State:
        """Return the state before the deal."""
        return KuhnState(self.state.rules)

    @property
    def subtitle(self) -> str:
        """Stakes, seat and number of the hand."""
        blinds = _chips(self.state.rules.blinds)
        key = "kuhn.stakes_half_street" if self.half_street else "kuhn.stakes"
        seat = self.texts("kuhn.first" if self.own_player == 0 else "kuhn.second")
        return " ".join(
            (self.texts(key, blinds=blinds), seat, self.texts("table.hand", number=self.session.hand_number))
        )

    def spoken(self) -> Iterator[Spoken]:
        """Return the decisions of this hand, in order."""
        steps = self.session.steps
        for before, step in pairwise(steps):
            state = before.state
            if step.player != CHANCE and isinstance(state, KuhnState):
                yield Spoken(step.player, state.information_state(step.player), step.action, step.decision)

    def action_word(self, info: KuhnInformationState, action: Action) -> str:
        """Return "check", "bet 1", "fold" or "call 1"."""
        kind = ("fold", "call") if info.facing_bet else ("check", "bet")
        return self.texts(f"kuhn.actions.{kind[action]}")

    def card_word(self, card: int) -> str:
        """Return "queen", "king" or "ace"."""
        return self.texts(f"kuhn.cards.{CARD_LETTERS[card]}")

    # ---- how it moves ---------------------------------------------------------------------------------------
    def story(self, before: State, step: Step) -> Sequence[Beat[KuhnScene]]:
        """Deal, turn the own card over, say the word, move the chips; at the end show and pay."""
        state = step.state
        assert isinstance(state, KuhnState)
        assert isinstance(before, KuhnState)
        if step.player == CHANCE:
            return self._story_of_a_deal(state)
        beats = [
            Beat(KuhnScene(state, "word", step.player), WORD_SECONDS, "check" if not step.action else "")
        ]
        if step.action == Move.BET:
            beats = [Beat(KuhnScene(state, "chips", step.player), motion("chips"), "chips", 1)]
            if step.player != self.own_player and not state.is_terminal():
                self.guard()
        if state.is_terminal():
            beats.extend(self._story_of_the_end(state))
        return beats

    def _story_of_a_deal(self, state: KuhnState) -> list[Beat[KuhnScene]]:
        player = len(state.cards) - 1
        beats = [Beat(KuhnScene(state, "deal", player), motion("deal"), "card", arrives=True)]
        if player == 1:
            beats.append(Beat(KuhnScene(state, "turn", self.own_player), motion("flip"), "flip"))
        return beats

    def _story_of_the_end(self, state: KuhnState) -> list[Beat[KuhnScene]]:
        won = state.returns()[self.own_player] > 0
        winner = self.own_player if won else 1 - self.own_player
        return [
            Beat(KuhnScene(state, "reveal", 1 - self.own_player), motion("flip"), "flip"),
            Beat(KuhnScene(state, "result", winner), motion("result"), "win" if won else "loss"),
            Beat(KuhnScene(state, "award", winner), motion("chips"), "chips", 2),
        ]

    # ---- what is drawn --------------------------------------------------------------------------------------
    def picture(self) -> KuhnPicture:
        """Return what lies on the table now."""
        beat = self.timeline.beat
        scene = beat.scene if beat is not None else KuhnScene(self.state, "award")
        resting = beat is None
        state = scene.state
        other = 1 - self.own_player
        terminal = state.is_terminal()
        return KuhnPicture(
            seats=(self._seat(other, state, resting), self._seat(self.own_player, state, resting)),
            cards=(self._card(other, scene, resting), self._card(self.own_player, scene, resting)),
            unseen=CardPicture(CARD_CODES[0], turned=0.0),
            unseen_word=self.texts("kuhn.unseen"),
            pot=self._pot(scene, resting),
            pot_written=_chips(self._pot_total(scene)),
            pot_word=self.texts("table.pot"),
            words=self._words(state, shown=terminal),
            flight=self._flight(scene, resting),
            won=self._winnings(state) if resting and terminal else None,
        )

    def _seat(self, player: Player, state: KuhnState, resting: bool) -> SeatPicture:
        own = player == self.own_player
        portrait = self.portrait_of(self.own_seat if own else self.other_seat)
        total = self.session.total(self.own_seat if own else self.other_seat)
        return SeatPicture(
            name=portrait.name,
            note=self._note(player, state, resting),
            stack=signed(total, 0 if total == int(total) else 2),
            device=portrait.device,
            active=resting and (state.current_player() == player or (state.is_terminal() and own)),
        )

    def _note(self, player: Player, state: KuhnState, resting: bool) -> str:
        """What somebody has done, or is about to do."""
        said = [action for place, action in enumerate(state.betting) if place % 2 == player]
        if state.is_terminal() and resting:
            return self._note_of_the_end(player, state)
        if resting and state.current_player() == player and player != self.own_player:
            return self.texts("table.thinking")
        if not said:
            return self.texts("kuhn.acts_first" if player == 0 else "kuhn.acts_second")
        place = max(place for place in range(len(state.betting)) if place % 2 == player)
        facing = place > 0 and state.betting[place - 1] == "b"
        kind = ("fold", "call") if facing else ("check", "bet")
        return self.texts(f"kuhn.does.{kind[said[-1] == 'b']}")

    def _note_of_the_end(self, player: Player, state: KuhnState) -> str:
        places = [place for place in range(len(state.betting)) if place % 2 == player]
        card = self.card_word(state.cards[player])
        if not places:
            return self.texts("kuhn.had", card=card)
        facing = places[-1] > 0 and state.betting[places[-1] - 1] == "b"
        bets = state.betting[places[-1]] == "b"
        kind = (("folded", "called") if facing else ("checked", "bet"))[bets]
        if kind == "bet" and state.cards[player] == DECK[0]:
            kind = "bluffed"
        return self.texts(f"kuhn.did.{kind}", card=card)

    def _card(self, player: Player, scene: KuhnScene, resting: bool) -> CardPicture | None:
        state, share = scene.state, self.timeline.share
        if player >= len(state.cards):
            return None
        own = player == self.own_player
        mine = scene.player == player
        arrived = share if scene.moving == "deal" and mine and not resting else 1.0
        turned = 1.0 if own and len(state.cards) == 2 else 0.0
        if scene.moving == "deal" and not resting:
            turned = 0.0
        elif scene.moving == "turn" and own and not resting:
            turned = share
        elif state.is_terminal() and not own:
            hidden = not resting and scene.moving in ("word", "chips")
            turned = 0.0 if hidden else share if scene.moving == "reveal" and not resting else 1.0
        shown = state.is_terminal() and (resting or scene.moving in ("result", "award"))
        winner = shown and state.returns()[player] > 0
        return CardPicture(CARD_CODES[state.cards[player]], lit=winner, turned=turned, arrived=arrived)

    def _pot(self, scene: KuhnScene, resting: bool) -> tuple[int, int]:
        """What the chips of (top, bottom) show; those on their way are not there yet."""
        paid = [math.ceil(chips) for chips in self._paid(scene.state)]
        if not resting and scene.moving == "chips":
            paid[scene.player] -= 1
        if scene.moving == "award" and scene.state.is_terminal():
            return (0, 0)
        return paid[1 - self.own_player], paid[self.own_player]

    def _pot_total(self, scene: KuhnScene) -> float:
        return float(sum(self._paid(scene.state)))

    def _paid(self, state: KuhnState) -> tuple[float, float]:
        """Return what each player has put in; nothing before the cards are dealt."""
        blinds = float(state.rules.blinds)
        bets = [sum(move == "b" for move in state.betting[player::2]) for player in (0, 1)]
        return blinds + bets[0], blinds + bets[1]

    def _flight(self, scene: KuhnScene, resting: bool) -> ChipFlight | None:
        if resting:
            return None
        seat = BOTTOM if scene.player == self.own_player else TOP
        if scene.moving == "chips":
            return ChipFlight(seat, 1, self.timeline.share)
        if scene.moving == "award":
            return ChipFlight(seat, math.ceil(self._pot_total(scene)), self.timeline.share, back=True)
        return None

    def _winnings(self, state: KuhnState) -> Winnings:
        won = state.returns()[self.own_player]
        seat = BOTTOM if won > 0 else TOP
        return Winnings(seat, math.ceil(sum(self._paid(state))), signed_chips(abs(won)))

    def _words(self, state: KuhnState, *, shown: bool) -> tuple[str, ...]:
        words = []
        for place, move in enumerate(state.betting):
            facing = place > 0 and state.betting[place - 1] == "b"
            kind = ("fold", "call") if facing else ("check", "bet")
            words.append(self.texts(f"kuhn.actions.{kind[move == 'b']}"))
        if shown and not state.betting.endswith("bp"):
            words.append(self.texts("kuhn.actions.show"))
        return tuple(words)

    # ---- layout ---------------------------------------------------------------------------------------------
    def first_focus(self) -> str:
        """Check or call while it is your move, then the next hand."""
        harmless = "bet" if self._facing_bet else "pass"
        return {"over": "next", "lost": "try-again"}.get(self.phase, harmless)

    @property
    def _facing_bet(self) -> bool:
        return self.state.betting.endswith("b")

    def arrange(self) -> list[Widget]:
        """Place the buttons of the dock."""
        self.spots = kuhn_table.layout(self.regions.table)
        x, y, w, h = self.regions.dock
        low = h < 90
        height = 44 if low else 48
        row = y + (h - height) / 2
        right = x + w - (14 if low else 24)
        if self.phase in ("over", "lost"):
            button = self.next_button if self.phase == "over" else self.try_again
            width = 180 if not low else 170
            button.rect = (right - width, row, width, height)
            return [button]
        if self.phase == "theirs" and self.waits_for_step:
            self.step_button.rect = (right - 190, row, 190, height)
            return [self.step_button]
        self._label_moves()
        each = min(190.0, w * 0.28)
        self.bet_button.rect = (right - each, row, each, height)
        self.pass_button.rect = (right - 2 * each - 12, row, each, height)
        return [self.pass_button, self.bet_button]

    def _label_moves(self) -> None:
        """Name the two moves, and say why they cannot be made now."""
        kinds = ("fold", "call") if self._facing_bet else ("check", "bet")
        waits = "" if self.phase in ("yours", "moving") else self.texts("table.not_your_move")
        for button, kind in zip((self.pass_button, self.bet_button), kinds, strict=True):
            word = self.texts(f"kuhn.actions.{kind}")
            button.label = word[:1].upper() + word[1:]
            button.disabled = waits
            button.kind = "plain"
        self.pass_button.keycap = "F" if self._facing_bet else "C"
        self.bet_button.keycap = "C" if self._facing_bet else "B"

    def side_needs(self) -> float:
        """Return what the panel needs after a hand: the more was decided, the more there is to tell."""
        if self.regions.kind == "tall":
            return 0.0
        if self.phase != "over":
            return self._rules_height()
        theirs = sum(spoken.player != self.own_player for spoken in self.spoken())
        yours = sum(spoken.player == self.own_player for spoken in self.spoken())
        block = BLOCK_TITLE + 2 * ROW
        return 68 + theirs * (block + DIE + 12) + yours * (block + 36) + 96 + 44 + PADDING

    def _rules_height(self) -> float:
        pen, width = self.app.pen, self.regions.sides[0][2] - 2 * PADDING
        lines = sum(len(pen.wrap(line, width, "label")) for line in self._rules())
        note = len(pen.wrap(self.texts("table.think_first_note"), width, "label"))
        below = 170 if self.shows_hint else 120 + 21 * note if self.teaching else 30
        return 150 + 21 * lines + 8 * len(self._rules()) + below

    def _rules(self) -> list[str]:
        kind = "half_street" if self.half_street else "classic"
        blinds = _chips(self.state.rules.blinds)
        return [line.format(blinds=blinds) for line in self.texts.many(f"kuhn.rules.{kind}")]

    def arrange_side(self, areas: Sequence[Rect]) -> list[Widget]:
        """Place the hint during the hand, the reply after it."""
        x, y, w, h = areas[0]
        column = w - 2 * PADDING if self.regions.kind != "tall" else (w - 2 * PADDING) / 3 - 16
        left = x + PADDING + (2 * (w - 2 * PADDING) / 3 if self.regions.kind == "tall" else 0)
        foot = (left, y + h - PADDING - 44, column, 44)
        if self.phase == "over":
            key = "kuhn.reply.hide" if self.shows_reply else "kuhn.reply.show"
            self.reply_button.label = self.texts(key)
            missing = self._own_hands < ENOUGH_HANDS
            self.reply_button.disabled = self.texts("kuhn.reply.after", count=ENOUGH_HANDS) if missing else ""
            self.reply_button.rect = foot
            return [self.reply_button]
        if not self.teaching or self.shows_hint:
            return []
        self.hint_button.disabled = "" if self.phase == "yours" else self.texts("table.not_your_move")
        self.hint_button.rect = foot
        return [self.hint_button]

    # ---- drawing --------------------------------------------------------------------------------------------
    def paint_ground(self, pen: Pen) -> None:
        """Draw room, table and panels."""
        pen.room()
        kuhn_table.draw_ground(pen, self.spots)
        pen.panel(self.regions.dock)
        if not self.regions.has_drawer:
            for side in self.regions.sides:
                pen.panel(side)

    def draw_table(self, pen: Pen) -> None:
        """Draw cards, chips and words."""
        kuhn_table.draw(pen, self.spots, self.picture())

    def draw_dock(self, pen: Pen) -> None:
        """Draw whose move it is, or the result."""
        x, y, w, h = self.regions.dock
        low = h < 90
        left = x + (16 if low else 28)
        buttons = [button for button in self.controls if button.rect[1] >= y]
        room = min((button.rect[0] for button in buttons if button.name in DOCK), default=x + w) - 16 - left
        said, note = self.sentences()
        alpha = round(255 * self.guard_share)
        self.pass_button.alpha = self.bet_button.alpha = alpha
        if low and self.phase == "yours":
            said, note = note, ""
        self.draw_sentences(pen, (left, y, room, h), said, note, "strong" if low else "h2")

    def sentences(self) -> tuple[str, str]:
        """Return what the dock says: a sentence and a note."""
        texts, phase = self.texts, self.phase
        if phase == "lost":
            return self.trouble, texts("table.kept")
        if phase == "over":
            return self._result(), self._after_note()
        if phase == "yours":
            card = self.card_word(self.state.cards[self.own_player])
            return texts("kuhn.you_hold", card=card), self._situation()
        if phase == "theirs":
            return texts("table.their_move", name=self.opponent.name), self._situation()
        return "", ""

    def _situation(self) -> str:
        if not self.state.betting:
            opens = "kuhn.you_open" if self.state.current_player() == self.own_player else "kuhn.they_open"
            note = self.texts(opens, name=self.opponent.name)
            return f"{note} {self.texts('kuhn.half_street_note')}" if self.half_street else note
        mine = self.state.current_player() != self.own_player
        kind = "bet" if self._facing_bet else "check"
        who = "you" if mine else "they"
        return self.texts(f"kuhn.situation.{who}_{kind}", name=self.opponent.name)

    def _result(self) -> str:
        won = self.state.returns()[self.own_player]
        amount = _chips(abs(won))
        lead = self.texts("kuhn.you_win" if won > 0 else "kuhn.you_lose", amount=amount)
        if self.state.betting.endswith("bp"):
            key = "kuhn.they_folded" if won > 0 else "kuhn.you_folded"
            return f"{lead} {self.texts(key, name=self.opponent.name)}"
        high, low = sorted(self.state.cards, reverse=True)
        beats = self.texts("kuhn.beats", high=self.card_word(high).capitalize(), low=self.card_word(low))
        return f"{lead} {beats}"

    def _after_note(self) -> str:
        theirs = self.card_word(self.state.cards[1 - self.own_player])
        unseen = next(card for card in DECK if card not in self.state.cards)
        return self.texts(
            "kuhn.they_held", name=self.opponent.name, card=theirs, unseen=self.card_word(unseen)
        )

    # ---- the panel ------------------------------------------------------------------------------------------
    def draw_side(self, pen: Pen, areas: Sequence[Rect]) -> None:
        """Draw the rules during the hand, and after it what both had in mind."""
        x, y, w, h = areas[0]
        area = (x + PADDING, y, w - 2 * PADDING, h)
        if self.phase == "over" and self.shows_reply and self._reply is not None:
            self._draw_reply(pen, area)
        elif self.phase == "over":
            self._draw_minds(pen, area)
        else:
            self._draw_rules(pen, area)

    def _draw_rules(self, pen: Pen, area: Rect) -> None:
        """Draw rules, record and coach below each other, in a band beside each other."""
        x, y, w, h = area
        banded = self.regions.kind == "tall"
        column = w / 3 - 16 if banded else w
        pen.text(self.texts("kuhn.rules.title"), x, y + 34, "h2", fit=column)
        top = y + 66
        for line in self._rules():
            top = pen.para(line, x, top, column, "label", col="dim") + 8
        if banded:
            x, top = x + w / 3, y + 8
        else:
            pen.line(x, top + 6, x + w, top + 6)
        pen.caps(self.texts("kuhn.record", name=self.opponent.name), x, top + 32, fit=column)
        self._draw_record(pen, (x, top + 60, column, h))
        if banded:
            x, top = x + w / 3, y - 76
        if self.shows_hint:
            self._draw_hint(pen, (x, top + 102, column, h))
        elif self.teaching:
            words = self.texts("table.think_first_note")
            foot = y + h - PADDING - 44
            lines = pen.wrap(words, column, "label")
            pen.text(self.texts("table.think_first"), x, foot - 30 - 21 * len(lines), "strong")
            pen.para(words, x, foot - 4 - 21 * len(lines), column, "label", col="dim")

    def _draw_record(self, pen: Pen, area: Rect) -> None:
        x, y, w, _ = area
        record = self.app.saves.record_against(self.game, self.session.spec.seats[self.other_seat])
        if not record.hands:
            pen.text(self.texts("kuhn.no_record"), x, y, "label", "dim", fit=w)
            return
        each = signed(record.net / record.hands, 2)
        pen.text(self.texts("kuhn.per_hand", hands=number(record.hands), each=each), x, y, "label", fit=w)

    def _draw_hint(self, pen: Pen, area: Rect) -> None:
        x, y, w, _ = area
        if self.phase != "yours":
            return
        info = self.session.info(self.own_seat)
        assert isinstance(info, KuhnInformationState)
        if self.regions.kind != "tall":
            pen.line(x, y - 22, x + w, y - 22)
        pen.caps(self.texts("kuhn.equilibrium", what=self._where(info)), x, y + 2, fit=w)
        shares = self._advice.get(info.key)
        if shares is None:
            pen.text(self.texts("table.working"), x, y + 30, "label", "dim")
        else:
            mix.draw_rows(pen, x, y + 30, w, self._rows(info, shares, None))

    def _draw_minds(self, pen: Pen, area: Rect) -> None:
        """Draw every decision with the mix behind it; in a band the two players stand side by side."""
        x, y, w, h = area
        name = self.opponent.name
        decisions = list(self.spoken())
        theirs = [spoken for spoken in decisions if spoken.player != self.own_player]
        yours = [spoken for spoken in decisions if spoken.player == self.own_player]
        third = w / 3
        banded = self.regions.kind == "tall"
        column = third - 16 if banded else w
        pen.text(self.texts("kuhn.in_mind", name=name), x, y + 34, "h2", fit=column)
        top = y + 68
        if not theirs:
            pen.text(self.texts("kuhn.nothing_decided", name=name), x, top, "label", "dim", fit=column)
            top += 34
        for spoken in theirs:
            top = self._draw_their_decision(pen, (x, top, column, h), spoken)
        if banded:
            x, top = x + third, y + 34
        for spoken in yours:
            top = self._draw_own_decision(pen, (x, top, column, h), spoken)
        if banded:
            x, top = x + third, y + 10
        elif yours:
            pen.line(x, top - 6, x + w, top - 6)
        self._draw_exploitability(pen, (x, top + 18, column, h))

    def _draw_their_decision(self, pen: Pen, area: Rect, spoken: Spoken) -> float:
        x, y, w, _ = area
        owner = self.texts("kuhn.their_card", name=self.opponent.name, card=self.card_word(spoken.info.card))
        pen.caps(f"{owner}, {self._where(spoken.info)}", x, y, fit=w)
        y += BLOCK_TITLE
        if spoken.decision is None:
            return y
        y = self._draw_mix(
            pen, (x, y, w, 0), self._rows(spoken.info, spoken.decision.strategy, spoken.action)
        )
        die = die_of(spoken.decision)
        if die is None:
            return y + 12
        bands = ", ".join(
            self.texts(
                "kuhn.band",
                first=number(band.first),
                last=number(band.last),
                what=self.action_word(spoken.info, band.action),
            )
            for band in die.bands
        )
        rolled = self.texts(
            "kuhn.rolled", name=self.opponent.name, number=number(die.number), sides=number(die.sides)
        )
        mix.draw_die(pen, (x, y - 8, w, DIE), rolled, bands)
        return y + DIE + 12

    def _draw_own_decision(self, pen: Pen, area: Rect, spoken: Spoken) -> float:
        x, y, w, _ = area
        owner = self.texts("kuhn.your_card", card=self.card_word(spoken.info.card))
        pen.caps(f"{owner}, {self._where(spoken.info)}", x, y, fit=w)
        y += BLOCK_TITLE
        shares = self._advice.get(spoken.info.key)
        if shares is None:
            pen.text(self.texts("table.working"), x, y, "label", "dim")
            return y + 2 * ROW + 30
        y = self._draw_mix(pen, (x, y, w, 0), self._rows(spoken.info, shares, spoken.action))
        right = shares.get(spoken.action, 0.0) > NEVER
        if right:
            pen.icon("check", x + 9, y, 18, "good", weight=2.4)
        else:
            pen.suit("d", x + 9, y, 15, "bad")
        mixed = min(shares.values()) > NEVER
        key = "kuhn.verdict." + ("both" if mixed else "right" if right else "wrong")
        pen.text(self.texts(key), x + 28, y, "label", fit=w - 28)
        return y + 36

    def _draw_mix(self, pen: Pen, area: Rect, rows: Sequence[MixRow]) -> float:
        x, y, w, _ = area
        return mix.draw_rows(pen, x, y, w, rows, pitch=ROW)

    def _draw_exploitability(self, pen: Pen, area: Rect) -> None:
        """Draw what each could be beaten for, in chips a hand."""
        x, y, w, _ = area
        pen.caps(self.texts("kuhn.exploitability.title"), x, y, fit=w)
        strength = self.entry.strength if self.entry is not None else None
        theirs = strength.mean if strength is not None and strength.metric == "exploitability" else None
        own = self._reply["exploitability"] if self._reply is not None else None
        own_name = self.texts("kuhn.exploitability.you", hands=number(self._own_hands))
        rows: tuple[tuple[str, float | None, Pattern, Colour], ...] = (
            (self.opponent.name, theirs, "diagonal", "info"),
            (own_name, own, "solid", "brass"),
        )
        label = min(126.0, w * 0.4)
        for i, (who, value, pattern, colour) in enumerate(rows):
            middle = y + 26 + i * 26
            pen.text(who, x, middle, "label", fit=label - 8)
            if value is None:
                words = (
                    self.texts("kuhn.reply.after", count=ENOUGH_HANDS) if i else self.texts("kuhn.unmeasured")
                )
                pen.text(words, x + w, middle, "label", "dim", al="r", fit=w - label)
                continue
            pen.bar(
                (x + label, middle - 5, w - label - 54, 10), min(1.0, value * FAINTEST_BAR), pattern, colour
            )
            pen.text(number(value, 3), x + w, middle, "label_b", al="r")
        if y + 120 < self.reply_button.rect[1]:
            pen.para(self.texts("kuhn.exploitability.note"), x, y + 80, w, "small", col="faint", limit=2)

    def _draw_reply(self, pen: Pen, area: Rect) -> None:
        """Draw what would beat you, card by card."""
        x, y, w, h = area
        assert self._reply is not None
        pen.text(self.texts("kuhn.reply.title"), x, y + 34, "h2", fit=w)
        top = y + 66
        top = pen.para(self.texts("kuhn.reply.note"), x, top, w, "label", col="dim") + 10
        reply: Mapping[str, Action] = self._reply["reply"]
        columns = 3 if self.regions.kind == "tall" else 1
        rows = math.ceil(len(reply) / columns)
        pitch = min(28.0, (y + h - PADDING - 60 - top) / max(1, rows))
        for place, (key, action) in enumerate(sorted(reply.items(), key=_by_card)):
            info = KuhnInformationState(
                len(key[1:]) % 2, CARD_LETTERS.index(key[0]), key[1:], self.state.rules
            )
            column, row = divmod(place, rows)
            left, middle = x + column * w / columns, top + (row + 0.5) * pitch
            width = w / columns - 12
            what = f"{self.card_word(info.card).capitalize()}, {self._where(info)}"
            pen.text(what, left, middle, "label", "dim", fit=width * 0.7)
            pen.text(self.action_word(info, action), left + width, middle, "label_b", al="r")

    def _where(self, info: KuhnInformationState) -> str:
        """Say when a decision fell: "to open", "after a check", "facing a bet"."""
        if not info.betting:
            return self.texts("kuhn.where.open")
        return self.texts("kuhn.where.bet" if info.facing_bet else "kuhn.where.check")

    def _rows(
        self, info: KuhnInformationState, shares: Mapping[Action, float], chosen: Action | None
    ) -> list[MixRow]:
        looks: tuple[tuple[Pattern, Colour], tuple[Pattern, Colour]] = (
            (("dots", "bad"), ("solid", "good"))
            if info.facing_bet
            else (("dots", "info"), ("solid", "brass"))
        )
        rows = []
        for action, (pattern, colour) in zip(Move, looks, strict=True):
            share = shares.get(action, 0.0)
            word = self.action_word(info, action)
            label = word[:1].upper() + word[1:]
            rows.append(MixRow(label, share, percent(share, 1), pattern, colour, action == chosen))
        return rows

    # ---- what the worker knows ------------------------------------------------------------------------------
    def hint(self) -> None:
        """Show the equilibrium of the decision at hand; only where the table teaches."""
        if self.teaching and self.phase == "yours":
            self.shows_hint = True
            self.show_side()
            self._ask_advice(self.session.info(self.own_seat))
            self.relayout()

    def changed(self) -> None:
        """Close the coach again."""
        self.shows_hint = self.shows_reply = False

    def phase_begins(self, phase: str) -> None:
        """Ask for what is told after the hand."""
        if phase == "over":
            for spoken in self.spoken():
                if spoken.player == self.own_player:
                    self._ask_advice(spoken.info)
            self._note_own_play()
        super().phase_begins(phase)

    def _ask_advice(self, info: InformationState) -> None:
        if info.key in self._asked:
            return
        self._asked.add(info.key)
        payload = {"game": self.game, "blinds": self.session.spec.blinds, "info": info}

        def received(value: Any, sentence: str) -> None:
            if sentence:
                self._asked.discard(info.key)
            else:
                self._advice[info.key] = value["strategy"]

        self.ask("advice", payload, received)

    def _note_own_play(self) -> None:
        """Count how the person has played, and ask what would beat that."""
        if self._own_hands < len(self.session.results):
            self._own_hands = len(self.session.results)
            for spoken in self.spoken():
                if spoken.player == self.own_player:
                    self._own_play.setdefault(spoken.info.key, [0, 0])[spoken.action] += 1
        if self._own_hands >= ENOUGH_HANDS:
            payload = {
                "game": self.game,
                "blinds": self.session.spec.blinds,
                "strategy": {key: _shares(counts) for key, counts in self._own_play.items()},
            }
            self.ask("best_response", payload, self._got_reply)

    def _got_reply(self, value: Any, sentence: str) -> None:
        if not sentence:
            self._reply = value
            self.relayout()

    def toggle_reply(self) -> None:
        """Show or hide what would beat the person best."""
        if self._own_hands >= ENOUGH_HANDS:
            self.shows_reply = not self.shows_reply
            self.relayout()

    # ---- keys and tests -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """C checks or calls, B bets, F folds; after the hand B shows the best reply."""
        if event.repeat or event.ctrl:
            return False
        facing = self._facing_bet
        if event.name == "c":
            self.act(Move.BET if facing else Move.PASS)
        elif event.name == "f" and facing:
            self.act(Move.PASS)
        elif event.name == "b" and self.phase == "over":
            self.toggle_reply()
        elif event.name == "b" and not facing:
            self.act(Move.BET)
        elif event.name == "h":
            self.hint()
        else:
            return super().key(event)
        return True

    def trace(self) -> dict[str, Any]:
        """Add the cards that the person may know, and the words."""
        over = self.state.is_terminal()
        own = self.state.cards[self.own_player] if len(self.state.cards) == 2 else None
        return {
            **super().trace(),
            "betting": self.state.betting,
            "own_card": None if own is None else CARD_LETTERS[own],
            "history": self.state.history if over else None,
            "pot": float(self.state.pot),
        }


DOCK = ("pass", "bet", "next", "try-again", "step")


def _chips(amount: Any) -> str:
    """Write chips, with digits behind the point only where there are any."""
    value = float(amount)
    return number(value) if value == int(value) else number(value, 2).rstrip("0")


def signed_chips(amount: float) -> str:
    """Write a gain in chips."""
    return f"+{_chips(amount)}"


def _own_play(session: Session, seat: int) -> dict[str, list[int]]:
    """Count what `seat` did in each information set of the finished hands, by playing them again."""
    counts: dict[str, list[int]] = {}
    again = Session(session.spec)
    for result in session.results:
        for action in result.actions:
            info = again.info(seat)
            if again.seat_to_act == seat:
                counts.setdefault(info.key, [0, 0])[action] += 1
            again.act(action)
        again.next_hand()
    return counts


def _shares(counts: Sequence[int]) -> dict[Action, float]:
    total = sum(counts)
    return {action: count / total for action, count in enumerate(counts)}


def _by_card(item: tuple[str, Action]) -> tuple[str, int]:
    key = item[0]
    return key[1:], -CARD_LETTERS.index(key[0])

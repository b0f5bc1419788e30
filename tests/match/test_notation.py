"""PHH texts and betting lines."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import HandHistory

from game import texts
from game.core import BadInput, IllegalAction
from game.match.betting_line import BettingLine, parse_line, write_line
from game.match.phh import finishing_stacks, from_phh, from_phhs, to_phh, to_phhs
from game.rules.betting import BUTTON, CALL, FOLD, HoldemRules
from game.rules.cards import DECK, Card, parse
from tests.played_hands import random_record

TABLE = HoldemRules(50, 100, (2000, 2000))
HAND = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [2000, 2000]
actions = [
    "d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 300 # opens", "p1 cc",
    "d db 2c7d9h", "p1 cbr 400", "p2 cc", "d db Js", "p1 cc", "p2 cc", "d db 4c", "p1 cc", "p2 cc",
    "p1 sm AsAh", "p2 sm -",
]
"""


def test_hand_is_read_with_amounts_of_the_street_as_chips_of_the_hand() -> None:
    record = from_phh(HAND)
    final = record.final_state()
    assert final.betting.acpc == "r300c/r700c/cc/cc"
    assert final.returns() == (700, -700)
    assert (record.names, record.number) == (("big blind", "button"), 1)


def test_random_hands_come_back_the_same() -> None:
    for seed in range(300):
        record = random_record(seed)
        assert from_phh(to_phh(record)) == record


@given(st.text(), st.text())
def test_names_come_back_whatever_they_hold(first: str, second: str) -> None:
    record = random_record(1, (first, second))
    assert from_phh(to_phh(record)) == record


def test_file_of_numbered_hands_comes_back_the_same() -> None:
    records = tuple(random_record(seed) for seed in range(5))
    text = to_phhs(records)
    assert "[5]" in text
    assert from_phhs(text) == records
    assert from_phhs(to_phhs(())) == ()


def test_pokerkit_reads_our_hands_to_the_same_stacks() -> None:
    for seed in range(150):
        record = random_record(seed)
        *_, final = HandHistory.loads(to_phh(record))
        assert not final.status
        assert tuple(final.stacks) == finishing_stacks(record.final_state())


def test_pokerkit_reads_our_files_of_many_hands() -> None:
    records = [random_record(seed) for seed in range(5)]
    assert [hand.hand for hand in HandHistory.loads_all(to_phhs(records))] == [0, 1, 2, 3, 4]


def test_we_read_what_pokerkit_writes() -> None:
    record = random_record(3)
    assert from_phh(HandHistory.loads(to_phh(record)).dumps()).actions == record.actions


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"NT"', '"FT"', "variant 'FT': only 'NT'"),
        ('variant = "NT"', "", "variant None"),
        ("antes = [0, 0]", "", "antes is missing"),
        ("antes = [0, 0]", "antes = [5, 0]", "both players post the same ante"),
        ("[50, 100]", "[50, 100, 200]", "blinds_or_straddles: a hand of two players"),
        ("[50, 100]", "[200, 100]", "blinds 200/100"),
        ("min_bet = 100", "min_bet = 50", "min_bet: the smallest bet is the big blind here, 100"),
        ("min_bet = 100", "min_bet = true", "min_bet: a hand"),
        ("[2000, 2000]", "[2000, -1]", "starting_stacks: a hand"),
        ("[2000, 2000]", f"[2000, {'9' * 5000}]", "not a PHH text"),
        ("actions = [", "actions = [7,", "actions: a hand"),
        ("actions = [", 'hand = "x"\nactions = [', "hand: a hand"),
        ("actions = [", 'players = ["ann"]\nactions = [', "players: a hand"),
        ("actions = [", "finishing_stacks = [0, 0]\nactions = [", "finishing_stacks: they are"),
        ("d dh p1 AsAh", "d dh p1 ????", 'No card "[?][?]"'),
        ("d dh p1 AsAh", "", "both players' are needed"),
        ("d dh p1 AsAh", "d dh p1 AsKh", "card Kh is already dealt"),
        ("p2 cbr 300", "p1 cbr 300", '"p1 cbr 300": it is not the turn of this player'),
        ("p2 cbr 300", "p2 cbr 150", '"p2 cbr 150": raise to 150: minimum is 200'),
        ("p2 cbr 300", "p2 cbr", '"p2 cbr" is not an event'),
        ("p2 cbr 300", "d db 2d3d4d", "board: more cards than are due"),
        ('"d db Js", ', "", "cards are to be dealt first"),
        ("p1 sm AsAh", "p1 sm QsQh", '"p1 sm QsQh": this player was dealt AsAh'),
        ('"d db 4c", "p1 cc", "p2 cc",', "", "the hand is not finished"),
    ],
)
def test_what_is_no_legal_hand_is_refused_with_the_reason(old: str, new: str, reason: str) -> None:
    assert old in HAND
    with pytest.raises(BadInput, match=reason):
        from_phh(HAND.replace(old, new))


def test_bad_hand_in_a_file_is_named_by_its_section() -> None:
    with pytest.raises(BadInput, match=r"hand \[2\]: variant None"):
        from_phhs(to_phhs([random_record(1)]) + "\n[2]\n")


def test_text_outside_the_sections_is_refused() -> None:
    with pytest.raises(BadInput, match='"variant" is outside'):
        from_phhs(HAND)


def test_text_nested_without_end_is_refused() -> None:
    with pytest.raises(BadInput, match="not a PHH text"):
        from_phh("a = " + "[" * 100_000)


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@given(st.text())
def test_any_text_is_bad_input(text: str) -> None:
    with pytest.raises(BadInput):
        from_phh(text)


@given(st.data())
def test_a_hand_with_a_wrong_letter_is_a_hand_or_bad_input(data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(HAND)))
    broken = HAND[:index] + data.draw(st.text(max_size=3)) + HAND[index + data.draw(st.integers(0, 3)) :]
    try:
        record = from_phh(broken)
    except BadInput:
        return
    assert record.final_state().is_terminal()


RULES = HoldemRules()
LONG = "r300 c / board Qs7h2d c r700 c / board 3c c c / board 4c r1400"


def test_a_line_is_read_with_its_board_and_written_again() -> None:
    line = parse_line(LONG, RULES)
    assert line.actions == (300, CALL, CALL, 700, CALL, CALL, CALL, 1400)
    assert line.dealt_board == parse("Qs7h2d3c4c")
    assert line.player == BUTTON
    assert write_line(line) == LONG


@pytest.mark.parametrize(
    "text", ["r300c/Qs7h2d", "R300 Call / Board Qs 7h 2d", "r300, c / qs,7h,2d", "r300 CALL/boardQs7h2d"]
)
def test_blanks_capitals_and_the_word_board_do_not_matter(text: str) -> None:
    assert parse_line(text, RULES) == BettingLine(RULES, (300, CALL), parse("Qs7h2d"))


def test_a_street_may_name_the_whole_board() -> None:
    assert parse_line("c c / Qs7h2d c c / Qs7h2d3c", RULES).dealt_board == parse("Qs7h2d3c")


def test_all_in_is_the_largest_raise() -> None:
    line = parse_line("all-in c", RULES)
    assert line.actions == (20_000, CALL)
    assert line.is_over
    assert parse_line("allin", RULES).actions == (20_000,)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("r150", '"r150" cannot be played there: minimum is 200.'),
        ("r0", '"r0" cannot be played there: minimum is 200.'),
        ("r30000", '"r30000" cannot be played there: maximum is 20000.'),
        ("c f", '"f" cannot be played there: there is no bet to fold to, a check is free.'),
        ("r99999999999999", '"r99999999999999" is more than either player has.'),
        ("f c", 'The hand is over before "c".'),
        ("f / Qs7h2d", "The hand is over before the flop: nothing can follow."),
        ("r300 c c", 'The betting before the flop is over before "c": a "/" and new cards come first.'),
        ("c c / c", 'Cards are missing before "c": the board has 3 cards on the flop, and none is given.'),
        ("c c / Qs c", 'Cards are missing before "c": the board has 3 cards on the flop, and 1 is given.'),
        ("c c / Qs7h c", 'Cards are missing before "c": the board has 3 cards on the flop, and 2 are given.'),
        ("r300 c / Qs7h2", '"2" is not a card: the board has 3 cards on the flop, and 2 are given.'),
        ("c c / Qs7h2 c", '"2" is not a card: the board has 3 cards on the flop, and 2 are given.'),
        ("c c/Qs7h2d c c/x", '"x" is not a card: the board has 4 cards on the turn, and 3 are given.'),
        ("c c / Qs7h2d3c", "There are 3 cards on the board on the flop, not 4."),
        ("c c / Qs7hQs", 'Card "Qs" appears twice.'),
        ("c c / Qs7h2d c c / Qs", 'Card "Qs" appears twice.'),
        ("Qs7h2d c", 'There is no board before the flop: its cards come after a "/".'),
        ("c / Qs7h2d", 'A "/" ends a street, but before the flop the big blind is still to act.'),
        ("c c / board c", '"board c" is not a card. Write a board as "board Qs7h2d".'),
        (
            "bet 300",
            '"bet" is not an action: write "f", "c" or "r300" (chips over the whole hand), '
            'as in "r300 c / board Qs7h2d c r400".',
        ),
        ("c c/Qs7h2d c c/3c c c/4c c c/5c", "The hand is over on the river: nothing can follow."),
        ("c c/Qs7h2d c c/3c c c/4c c/5c", 'There are four streets, so three "/" at most.'),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as said:
        parse_line(text, RULES)
    assert str(said.value) == sentence


def test_what_cannot_be_is_said_in_the_language_of_the_window() -> None:
    with pytest.raises(BadInput) as said:
        parse_line("c c / Qs c", RULES)
    try:
        telling = texts.use("de")
        where = telling("menu.streets.1")
        needed = telling.plural("match_errors.line.given", 1, {"cards": 3, "where": where})
        wanted = telling("match_errors.line.cards_missing", typed="c", needed=needed)
        assert texts.retell(str(said.value)) == wanted != str(said.value)
    finally:
        texts.use("en")


PIECES = (
    "c",
    "f",
    "r300",
    "r900 ",
    " all-in",
    "check",
    "/",
    " / Qs7h2d ",
    "/board 3c",
    " /4c",
    "Q",
    "7h",
    "x",
    "é",
)


@given(text=st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(max_size=20))
def test_whatever_is_typed_is_read_or_refused_in_one_sentence(text: str) -> None:
    try:
        line = parse_line(text, RULES)
    except BadInput as said:
        sentence = str(said)
        assert sentence.endswith(".")
        assert sentence[0] == '"' or sentence[0].isupper()
        return
    assert parse_line(write_line(line), RULES) == line


@given(data=st.data(), board=st.permutations(DECK).map(lambda cards: tuple(cards[:5])))
def test_every_line_is_read_as_it_was_written(data: st.DataObject, board: tuple[Card, ...]) -> None:
    line = BettingLine(RULES, (), board)
    for _ in range(data.draw(st.integers(0, 12))):
        if line.is_over:
            break
        legal = line.betting.legal_actions()
        raises = st.sampled_from(legal.raises) if legal.raises else st.nothing()
        line = line.after(data.draw(st.just(CALL) | raises))
    assert parse_line(write_line(line), RULES) == replace(line, board=line.dealt_board)


def test_a_line_waits_for_the_cards_of_a_street() -> None:
    line = BettingLine(RULES, (300, CALL))
    assert (line.missing, line.player, line.is_over) == (3, None, False)
    assert line.with_board(parse("Qs7h2d")).player == 0


def test_an_illegal_action_leads_nowhere() -> None:
    with pytest.raises(IllegalAction):
        BettingLine(RULES).after(150)


def test_taking_cards_away_takes_back_what_was_played_on_them() -> None:
    line = parse_line(LONG, RULES)
    assert line.with_board(parse("Qs7h2d")).actions == line.actions[:5]
    assert line.with_board(()).actions == (300, CALL)
    assert line.with_board(parse("Qs7h2d3c5c")).actions == line.actions


def test_going_back_keeps_the_board() -> None:
    line = parse_line(LONG, RULES).upto(1)
    assert (line.dealt_board, line.board) == ((), parse("Qs7h2d3c4c"))
    assert line.after(FOLD).is_over

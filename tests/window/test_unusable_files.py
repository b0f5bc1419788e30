"""However many files cannot be used, the window says it in one short text."""

from pathlib import Path

from game.core import MAX_MESSAGE_LENGTH
from game.study.words import LIST, in_one

SENTENCES = [f"own-{number}.yaml cannot be read: it is empty." for number in range(200)]


def test_nothing_is_said_of_no_file(tmp_path: Path) -> None:
    assert in_one(tmp_path, []) == ""
    assert not (tmp_path / LIST).exists()


def test_one_sentence_stays_as_it_is(tmp_path: Path) -> None:
    assert in_one(tmp_path, SENTENCES[:1]) == SENTENCES[0]


def test_two_hundred_are_counted_and_listed_in_a_file(tmp_path: Path) -> None:
    said = in_one(tmp_path, SENTENCES)
    assert said == f"200 files could not be used. They are listed in {tmp_path / LIST}."
    assert len(said) <= MAX_MESSAGE_LENGTH
    assert (tmp_path / LIST).read_text().splitlines() == SENTENCES


def test_where_the_folder_refuses_a_list_the_first_is_said(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("no folder")
    assert in_one(tmp_path, SENTENCES) == f"200 files could not be used. {SENTENCES[0]}"

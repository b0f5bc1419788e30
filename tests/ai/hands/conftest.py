"""The hash table of all hands, built once for all tests of the hands."""

import pytest

from ai.hands.hash_table import HandTable
from ai.hands.hash_table_maker import build_table


@pytest.fixture(scope="session")
def table() -> HandTable:
    *_, built = build_table()
    assert isinstance(built, HandTable)
    return built

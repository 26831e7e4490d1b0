"""Lists made to hurt: numbers without end in cells and forms, merged cells over more rows than there are."""

from __future__ import annotations

import pytest
from django.test import Client

from core import formulas
from tdapp.events.models import Event
from tdapp.interchange.roster import parse_roster
from tdapp.interchange.roster.findings import Severity
from tdapp.kernel import tabular
from tdapp.people import registry
from tdapp.people.models import Player
from tests import factories
from tests.interchange.rosters import ONE, parsed
from tests.interchange.test_screens import signed_in, staged, where
from tests.kernel import tabular_files

# More digits than Python turns into a number.
ENDLESS = "9" * 5000


@pytest.fixture
def event() -> Event:
    row = factories.event("cebu")
    factories.division(row, "Open")
    return row


@pytest.fixture
def client(event: Event) -> Client:
    return signed_in(event, "registrar")


@pytest.mark.parametrize(
    ("span", "told"),
    [("A2:A99999999", True), ("A2:A1048576", True), (f"A2:A{10**15}", False), (f"A2:A{ENDLESS}", False),
     (f"A{ENDLESS}", False), ("A:A", False), ("", False)],
)  # fmt: skip
def test_merged_cells_over_rows_without_end_are_never_walked(span: str, told: bool) -> None:
    cells = "".join(
        tabular_files.row(at, tabular_files.inline(f"A{at}", name)) for at, name in enumerate(("Name", "Cruz, Ana", "Go, Ben"), 1)
    )  # fmt: skip
    merged = f'<mergeCells><mergeCell ref="{span}"/></mergeCells>'
    roster = parse_roster(tabular.read(tabular_files.book(tabular_files.sheet(cells, merged))), ONE)
    assert [row.name for row in roster.rows] == ["Cruz, Ana", "Go, Ben"]
    assert ("merged-cells" in {one.code for one in roster.findings}) == told


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sheet", [f"{ENDLESS},Ana Cruz\n{ENDLESS},Ben Go\n", f"No.,Name\n{ENDLESS},Ana Cruz\n"]
)
def test_a_cell_of_thousands_of_digits_is_looked_at_like_any_other(client: Client, sheet: str) -> None:
    row = staged(client, sheet)
    assert client.get(where(row, "columns")).status_code == 200


@pytest.mark.django_db
def test_a_page_of_rows_that_sends_numbers_without_end_changes_nothing(client: Client) -> None:
    row = staged(client, "Surname,Given name\nCruz,Ana\n")
    sent = {
        "shown": f"2,{ENDLESS},x",
        "take": ["2", ENDLESS],
        "turn": f"all:{ENDLESS}",
    }
    answer = client.post(where(row, "again"), sent)
    assert answer.status_code == 303
    assert client.get(answer["Location"]).status_code == 200


@pytest.mark.django_db
def test_newcomers_are_counted_on_whatever_a_list_from_outside_called_temporary(event: Event) -> None:
    for at, number in enumerate(("T-4", "T-²", f"T-{'9' * 22}")):
        Player.objects.create(number=number, surname=f"Cruz {at}", key=f"cruz {at}")
    assert registry.temporary_number() == "T-5"


@pytest.mark.parametrize("cell", ["\n" * 300_000, "'\n" * 150_000, ";'" * 150_000])
def test_a_cell_of_signs_that_begin_a_formula_and_end_in_none_is_walked_through_once(cell: str) -> None:
    assert formulas.unguarded(formulas.guarded(cell)) == cell


@pytest.mark.django_db
def test_what_a_column_is_is_told_from_the_beginning_of_its_cells(client: Client) -> None:
    row = staged(client, "".join(f"{n},Ana Cruz,{'a@' * 16_000}\n" for n in range(2)))
    assert client.get(where(row, "columns")).status_code == 200


@pytest.mark.parametrize("column", ["Member no", "Rating", "Seed", "Fixed table", "Birth year"])
@pytest.mark.parametrize("cell", [ENDLESS, "9" + ",999" * 2000])
def test_a_number_of_thousands_of_digits_is_said_to_be_none(column: str, cell: str) -> None:
    roster = parsed(f'Surname,Given name,{column}\nCruz,Ana,"{cell}"\n', ONE)
    assert [one.row for one in roster.findings if one.severity is Severity.ERROR]

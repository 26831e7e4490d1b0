"""A .tou file makes a whole event, and a whole event goes out as one."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from tdapp.desk.ledger import division_standings
from tdapp.desk.rehearsal.invariants import broken
from tdapp.events.models import Division, Entrant, Event
from tdapp.interchange.exports.render import Wish, file_name, render
from tdapp.interchange.models import EventPreview
from tdapp.interchange.tsh import reading
from tdapp.interchange.tsh.importing import import_event
from tdapp.interchange.tsh.naming import surname_first
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.refusals import Refusal
from tests import factories
from tests.pairings.test_tou import GOLDEN

pytestmark = pytest.mark.django_db
TWO = (
    GOLDEN.replace("*** END OF FILE ***\r\n", "")
    + "*Novice\r\nDan Yap 2300 2\r\nEd Sy 200 1\r\n*** END OF FILE ***\r\n"
)


def figures(of: Division) -> list[tuple[int | None, int, int]]:
    rows = division_standings.table(of, division_standings.last_round(of))
    return [(line.row.rank, line.row.wins, line.row.spread) for line in rows]


def test_each_section_is_a_division_and_the_page_says_what_the_file_does_not(client: Client):
    client.force_login(factories.user("creator", operator=True))
    upload = SimpleUploadedFile("x.tou", TWO.encode())
    answer = client.post("/new/import", {"upload": upload, "preset": "local-club"})
    assert "holds no ratings and no table numbers" in client.get(answer["Location"]).content.decode()
    client.post(f"{answer['Location']}apply", {"seen": EventPreview.objects.get().digest, "minors": "no"})
    event = Event.objects.get()
    assert (event.name, event.starts_on, broken(event)) == ("Lungsod Open", date(2026, 3, 14), [])
    first, second = event.divisions.select_related("event").order_by("order")
    assert (first.name, second.name) == ("Premier", "Novice")
    assert figures(first) == [(1, 4, 131), (2, 3, 50), (3, 1, -81)]
    assert figures(second) == [(1, 2, 100), (2, 0, -100)]
    ana = first.entrants.get(number=1)
    assert (ana.surname, ana.given) == ("Cruz", "Ana")
    assert (
        render(event, Wish("tou"))
        == TWO.replace(
            "*Novice\r\nDan Yap 2300 2\r\nEd Sy 200 1",
            f"*Novice\r\n{'':38}0\r\n{'Dan Yap':20} 2300  +2\r\n{'Ed Sy':20}  200   1",
        ).encode()
    )


def test_an_event_of_our_own_goes_out_and_comes_back_with_the_same_standings():
    here = factories.hall(players=7, rounds=4, played=4)
    data = render(here.event, Wish("tou"))
    assert file_name(here.event, Wish("tou")).endswith(".tou")
    told = import_event(context.system(), Installation(), files=[("x.tou", data)], slug="again", minors="no")
    again = Event.objects.get(slug=told["slug"])
    assert figures(again.divisions.select_related("event").get()) == figures(here.division)


def test_children_go_out_as_the_public_knows_them():
    here = factories.hall(players=2, rounds=1, played=1)
    Entrant.objects.filter(number=1).update(age="minor")
    data = render(here.event, Wish("tou"))
    assert b"Abad" not in data
    assert b"Ana Abad" in render(here.event, Wish("tou", full_names=True))


def test_the_command_line_takes_a_file_that_names_itself(tmp_path: Path):
    (tmp_path / "x.tou").write_text(TWO)
    call_command(
        "import_event",
        str(tmp_path / "x.tou"),
        "--preset",
        "local-club",
        "--minors",
        "no",
        stdout=io.StringIO(),
    )
    assert Event.objects.get().slug == "lungsod-open"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ([("x.tou", GOLDEN.encode()), ("y.tou", GOLDEN.encode())], "send it alone"),
        ([("x.tou", GOLDEN.encode() + b"\x00")], "not a .tou file"),
        ([("x.tou", GOLDEN.replace("*** END OF FILE ***\r\n", "").encode() + GOLDEN.encode())], "the same name"),
        ([("x.tou", GOLDEN.replace("+2", "+9").encode())], "has 3 players"),
        ([("x.tou", f"*M 14.03.2026 X\r\n*A\r\nAna {'C' * 90} 0 1\r\n".encode())], "longer than 80"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_an_event_is_refused(files: list[tuple[str, bytes]], words: str):
    with pytest.raises(Refusal, match=words):
        import_event(context.system(), Installation(), files=files, slug="x")
    assert not Event.objects.exists()


def test_a_table_of_three_cannot_go_out():
    here = factories.hall(players=3, rounds=0)
    factories.play(factories.published(here.division, [list(here.division.entrants.all())]))
    with pytest.raises(Refusal, match="games of two"):
        render(here.event, Wish("tou"))


def test_a_school_in_brackets_is_no_surname_and_text_of_two_bytes_a_letter_is_read() -> None:
    assert surname_first("Pia C. (Lipa NHS)") == "C., Pia"
    assert surname_first("Ana Cruz") == "Cruz, Ana"
    read = reading.read_one("a.t", "Cruz, Ana 1500 2; 400\r\nGo, Ben 1400 1; 300\r\n".encode("utf-16"))
    assert isinstance(read, reading.Read)
    assert [player.name for player in read.file.players] == ["Cruz, Ana", "Go, Ben"]

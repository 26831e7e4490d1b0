"""The screens for lists and files: what a registrar sees and does, step by step."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from tdapp.events.models import Entrant, Event
from tdapp.interchange.commands import entering, roster
from tdapp.interchange.models import RosterPreview
from tdapp.kernel import jobs
from tdapp.kernel.models import AuditEntry, Job
from tdapp.kernel.tabular import LIMITS
from tests import factories
from tests.interchange import rosters

pytestmark = pytest.mark.django_db
HEADINGS = "Member no,Surname,Given name,Division,Rating\n"


@pytest.fixture
def event() -> Event:
    row = factories.event("cebu")
    for name in ("Open", "Elementary"):
        factories.division(row, name)
    return row


@pytest.fixture
def client(event: Event) -> Client:
    return signed_in(event, "registrar")


def signed_in(event: Event, role: str) -> Client:
    browser = Client()
    browser.force_login(factories.member(event, role))
    return browser


def upload(client: Client, data: bytes, name: str = "entries.csv", **more: Any) -> HttpResponse:
    return client.post("/e/cebu/entries/import", {"file": SimpleUploadedFile(name, data), **more})


def text(answer: HttpResponse) -> str:
    return answer.content.decode()


def staged(client: Client, data: str) -> RosterPreview:
    answer = upload(client, data.encode())
    assert answer.status_code == 303, text(answer)
    row = RosterPreview.objects.get()
    assert answer["Location"] in (where(row), where(row, "columns"))
    return row


def where(row: RosterPreview, step: str = "") -> str:
    return f"/e/cebu/entries/import/{row.pk}/{step}"


def test_the_page_offers_a_file_and_a_box_to_paste_into(client: Client):
    page = text(client.get("/e/cebu/entries/import"))
    assert 'type="file"' in page
    assert 'name="pasted"' in page
    assert "data-private" in page


def test_a_list_is_read_looked_at_and_entered(client: Client):
    row = staged(client, HEADINGS + "7,Cruz,Ana,Open,1500\n,Go,Ben,Elementary,\n")
    page = text(client.get(where(row)))
    assert ('value="Cruz"' in page, 'value="Ana"' in page) == (True, True)
    assert not Entrant.objects.exists()
    answer = client.post(where(row, "apply"), {"seen": row.digest, "minors": "no"})
    assert (answer.status_code, answer["Location"]) == (303, "/e/cebu/entries/")
    assert Entrant.objects.count() == 2
    assert "2 added" in text(client.get("/e/cebu/entries/"))
    assert "This list is entered" in text(client.get(where(row)))


def test_every_refused_cell_and_question_is_on_the_page(client: Client):
    row = staged(client, HEADINGS + "7,Cruz,Ana,Opne,15OO\n8,KATIGBAK,AMIHAN,Open,1400\n9,Go1,Ben,Open,\n")
    page = text(client.get(f"{where(row)}?show=all"))
    for words in ("D2", "E2", "Did you mean “Open”?", "Did you mean 1500?", "all capitals", "seldom have"):
        assert words in page


def test_refused_rows_hold_the_list_back_until_they_are_left_out(client: Client):
    row = staged(client, HEADINGS + "7,Cruz,Ana,Opne,1500\n8,Go,Ben,Open,1400\n")
    answer = client.post(where(row, "apply"), {"seen": row.digest, "minors": "no"}, follow=True)
    assert "1 row is refused" in text(answer)
    assert not Entrant.objects.exists()
    client.post(where(row, "apply"), {"seen": row.digest, "minors": "no", "skip_refused": "on"})
    assert [entrant.surname for entrant in Entrant.objects.all()] == ["Go"]


def test_a_changed_field_shows_before_and_after(client: Client):
    row = staged(client, HEADINGS + "7,Cruz,Ana,Open,1500\n")
    client.post(where(row, "apply"), {"seen": row.digest, "minors": "no"})
    upload(client, (HEADINGS + "7,Cruz,Ana,Open,1520\n8,Uy,C,Open,\n").encode())
    page = text(client.get(where(RosterPreview.objects.get(status="ready"))))
    assert '<del class="was">1500</del> → 1520' in page


def test_when_entries_moved_on_the_page_shows_the_new_plan(client: Client):
    row = staged(client, HEADINGS + "7,Cruz,Ana,Open,1500\n")
    other = upload(client, (HEADINGS + "7,Cruz,Ana,Open,1400\n").encode())
    second = RosterPreview.objects.exclude(pk=row.pk).get()
    assert other.status_code == 303
    client.post(where(second, "apply"), {"seen": second.digest, "minors": "no"})
    answer = client.post(where(row, "apply"), {"seen": row.digest, "minors": "no"}, follow=True)
    assert "look at it again" in text(answer)
    row.refresh_from_db()
    assert row.counts["change"] == 1


def test_cells_can_be_pasted(client: Client):
    answer = client.post(
        "/e/cebu/entries/import", {"pasted": "Apelyido\tPangalan\tDibisyon\nÑigo\tTala\tOpen\n"}
    )
    assert answer.status_code == 303
    page = text(client.get(answer["Location"]))
    assert ('value="Ñigo"' in page, 'value="Tala"' in page) == (True, True)


@pytest.mark.parametrize("body", [{}, {"pasted": "  "}])
def test_nothing_sent_is_one_sentence(client: Client, body: dict[str, str]):
    answer = client.post("/e/cebu/entries/import", body)
    assert answer.status_code == 422
    assert "one of the two" in text(answer)


def test_a_file_and_pasted_cells_together_are_refused(client: Client):
    answer = upload(client, b"Name\nCruz\n", pasted="Name\nGo\n")
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("data", "status", "words"),
    [
        (b"", 422, "empty"), (b"%PDF-1.7", 422, "not a table"),
        (b"Name\n", 422, "nobody below"), (b"x" * (LIMITS.packed + 1), 413, "larger than 5 MB"),
        (b"Name\nCr\x00uz\n", 422, "not text"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_refused_on_the_page(
    client: Client, data: bytes, status: int, words: str
):
    answer = upload(client, data)
    assert answer.status_code == status
    assert words in text(answer)
    assert not RosterPreview.objects.exists()


def test_an_upload_far_beyond_the_limit_is_cut_off_before_it_is_stored(client: Client):
    answer = upload(client, b"x" * (LIMITS.packed + 4 * 1024 * 1024))
    assert answer.status_code == 413
    assert "larger than 8 MB" in text(answer)


def test_rows_without_a_division_go_where_the_registrar_says(client: Client):
    row = staged(client, "Surname,Given name\nCruz,Ana\n")
    assert row.counts["refused"] == 1
    client.post(where(row, "again"), {"division": "elementary"})
    row.refresh_from_db()
    assert (row.counts["add"], row.division) == (1, "elementary")


def test_another_sheet_of_a_workbook_can_be_read(client: Client):
    book = openpyxl.Workbook()
    book.active.title = "Notes"
    book.active.append(["Name", "Division"])
    book.active.append(["Cruz, Ana", "Open"])
    page = book.create_sheet("Entries")
    page.append(["Name", "Division"])
    page.append(["Go, Ben", "Open"])
    stream = io.BytesIO()
    book.save(stream)
    upload(client, stream.getvalue(), "book.xlsx")
    row = RosterPreview.objects.get()
    assert 'value="Cruz"' in text(client.get(where(row)))
    client.post(where(row, "again"), {"sheet": "Entries", "division": ""})
    page = text(client.get(where(row)))
    assert ('value="Go"' in page, 'value="Cruz"' in page) == (True, False)


def test_a_dry_run_can_be_thrown_away(client: Client):
    row = staged(client, HEADINGS + "7,Cruz,Ana,Open,1500\n")
    assert "entries.csv" in text(client.get("/e/cebu/entries/import"))
    client.post(where(row, "discard"))
    row.refresh_from_db()
    assert (row.status, row.data) == ("discarded", None)
    assert "discarded" in text(client.get(where(row)))
    assert client.post(where(row, "apply"), {"seen": row.digest, "minors": "no"}).status_code == 303
    assert client.post(where(row, "discard")).status_code == 303
    assert not Entrant.objects.exists()


def test_the_same_key_sent_twice_enters_once(client: Client):
    row = staged(client, HEADINGS + "7,Cruz,Ana,Open,1500\n")
    body = {"seen": row.digest, "minors": "no", "idempotency_key": "k"}
    first, second = (client.post(where(row, "apply"), body) for _ in range(2))
    assert first["Location"] == second["Location"] == "/e/cebu/entries/"
    assert AuditEntry.objects.filter(intent="roster.apply").count() == 1


def test_a_large_list_shows_its_progress(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(entering, "LARGE_ROWS", 0)
    monkeypatch.setattr(roster, "LARGE_ROWS", 0)
    row = staged(client, HEADINGS + "7,Cruz,Ana,Open,1500\n")
    assert "hx-get" in text(client.get(where(row)))
    assert "HX-Refresh" not in client.get(where(row, "progress"))
    jobs.run(row.job)
    assert client.get(where(row, "progress"))["HX-Refresh"] == "true"
    row.refresh_from_db()
    client.post(where(row, "apply"), {"seen": row.digest, "minors": "no"})
    row.refresh_from_db()
    assert not Entrant.objects.exists()
    jobs.run(row.job)
    assert Entrant.objects.count() == 1
    assert "This list is entered" in text(client.get(where(row)))


def test_a_list_read_while_its_page_is_made_is_shown_as_read(client: Client, monkeypatch: pytest.MonkeyPatch):
    """Between the two looks of the page its job ends: the page would else wait for nothing."""
    monkeypatch.setattr(roster, "LARGE_ROWS", 0)
    row = staged(client, HEADINGS + "7,Cruz,Ana,Open,1500\n")
    ask = roster.job_of

    def between(preview: RosterPreview) -> Job | None:
        jobs.run(row.job)
        return ask(preview)

    monkeypatch.setattr(roster, "job_of", between)
    page = text(client.get(where(row)))
    assert ("Cruz" in page, "hx-get" in page) == (True, False)


def test_a_large_list_that_cannot_be_read_says_so(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(roster, "LARGE_ROWS", -1)
    upload(client, b"%PDF-1.7")
    row = RosterPreview.objects.get()
    jobs.run(row.job)
    assert "not a table" in text(client.get(where(row)))


@pytest.mark.parametrize("role", ["clerk", "viewer", "publisher"])
def test_whoever_may_not_edit_entries_sees_no_import(event: Event, client: Client, role: str):
    row = staged(client, HEADINGS + "7,Cruz,Ana,Open,1500\n")
    other = signed_in(event, role)
    assert other.get("/e/cebu/entries/import").status_code == 403
    assert other.get(where(row)).status_code == 403
    assert other.post(where(row, "apply"), {"seen": row.digest, "minors": "no"}).status_code == 403


def test_a_dry_run_of_another_event_does_not_exist(client: Client):
    row = staged(client, HEADINGS + "7,Cruz,Ana,Open,1500\n")
    other = factories.event("davao")
    stranger = signed_in(other, "director")
    assert stranger.get(where(row)).status_code == 404
    assert stranger.get(where(row).replace("cebu", "davao")).status_code == 404


def test_names_on_the_page_are_text_not_markup(client: Client):
    row = staged(client, HEADINGS + '7,"<svg onload=alert(1)>",{{7*7}},Open,1500\n')
    page = text(client.get(where(row)))
    assert "<svg onload" not in page
    assert "{{7*7}}" in page


@pytest.fixture
def director(event: Event) -> Client:
    row = staged(signed_in(event, "registrar"), rosters.HEADINGS + "\n1,Cruz,Ana,Cebu,Open,1500,1980,\n")
    browser = signed_in(event, "director")
    browser.post(where(row, "apply"), {"seen": row.digest, "minors": "no"})
    return browser


def test_csv_json_and_t_come_at_once(director: Client):
    for format, start in (("csv", b"\xef\xbb\xbf"), ("json", b"{"), ("t", b"Cruz, Ana")):
        answer = director.post("/e/cebu/export/", {"format": format, "division": "open"})
        assert answer.status_code == 200, text(answer)
        assert answer.content.startswith(start)
        assert answer["Content-Disposition"].startswith('attachment; filename="cebu-open')


def test_a_workbook_is_made_by_the_worker_and_fetched(director: Client, settings: Any, tmp_path: Path):
    settings.MEDIA_ROOT = tmp_path
    answer = director.post("/e/cebu/export/", {"format": "xlsx"})
    job = Job.objects.get()
    assert answer["Location"] == f"/e/cebu/export/{job.pk}/?fetch=1"
    assert "hx-get" in text(director.get(answer["Location"]))
    jobs.run(job.pk)
    done = director.get(answer["Location"], headers={"HX-Request": "true"})
    assert "Download" in text(done)
    assert done["HX-Refresh"] == "true"
    assert f'content="0; url=/e/cebu/export/{job.pk}/file"' in text(director.get(answer["Location"]))
    file = director.get(f"/e/cebu/export/{job.pk}/file")
    assert file["Content-Disposition"] == 'attachment; filename="cebu.xlsx"'
    assert openpyxl.load_workbook(io.BytesIO(file.content)).sheetnames[0] == "Standings Open"
    assert "cebu.xlsx" in text(director.get("/e/cebu/export/"))


def test_a_workbook_that_is_gone_or_not_ready_is_missing(director: Client):
    director.post("/e/cebu/export/", {"format": "xlsx"})
    assert director.get(f"/e/cebu/export/{Job.objects.get().pk}/file").status_code == 404


def test_an_export_can_be_stopped(director: Client):
    director.post("/e/cebu/export/", {"format": "xlsx"})
    director.post(f"/e/cebu/export/{Job.objects.get().pk}/cancel")
    assert Job.objects.get().status == "cancelled"
    assert AuditEntry.objects.filter(intent="event.export_cancel").exists()


def test_a_workbook_with_full_names_is_not_for_the_publisher(
    event: Event, director: Client, settings: Any, tmp_path: Path
):
    settings.MEDIA_ROOT = tmp_path
    director.post("/e/cebu/export/", {"format": "xlsx", "full_names": "on"})
    job = Job.objects.get()
    jobs.run(job.pk)
    publisher = signed_in(event, "publisher")
    assert "full_names" not in text(publisher.get("/e/cebu/export/"))
    assert publisher.get(f"/e/cebu/export/{job.pk}/file").status_code == 403
    assert director.get(f"/e/cebu/export/{job.pk}/file").status_code == 200


def test_a_t_file_of_two_divisions_asks_which(director: Client):
    answer = director.post("/e/cebu/export/", {"format": "t"})
    assert answer.status_code == 422
    assert "say which" in text(answer)


def test_an_export_of_another_event_does_not_exist(director: Client):
    director.post("/e/cebu/export/", {"format": "xlsx"})
    stranger = signed_in(factories.event("davao"), "director")
    for part in ("", "file"):
        assert stranger.get(f"/e/davao/export/{Job.objects.get().pk}/{part}").status_code == 404


def test_names_without_a_comma_are_one_question_and_not_one_a_row(client: Client) -> None:
    names = "".join(f"Ana Maria Reyes{'abcdefgh'[n]},open,1500\n" for n in range(8))
    row = staged(client, f"Name,Division,Rating\n{names}Tala,open,1400\n")
    page = text(client.get(f"/e/cebu/entries/import/{row.pk}/"))
    assert "8 names have no comma; the last word was taken for the surname" in page
    assert page.count("was read as surname") == 3
    assert "“Tala” is one word; it was read as a surname." in page


def test_a_few_names_without_a_comma_are_asked_about_one_by_one(client: Client) -> None:
    row = staged(client, "Name,Division,Rating\nAna Reyes,open,1500\nBen Cruz,open,1400\n")
    page = text(client.get(f"/e/cebu/entries/import/{row.pk}/"))
    assert page.count("was read as surname") == 2

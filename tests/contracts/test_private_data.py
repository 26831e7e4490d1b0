"""Birth dates, guardians, contacts and notes planted through every door, and looked for in everything that leaves the desk.

Nothing of them is on a page anybody can GET, in an export, an error page, the log, the audit trail or a stored key;
a guarded child's surname is on no public page and in no export either.
"""

from __future__ import annotations

import io
import json
import logging
import zipfile
from collections.abc import Iterator
from datetime import date
from html import unescape
from html.parser import HTMLParser
from itertools import product
from typing import Any
from urllib.parse import urldefrag, urlsplit

import pytest
from django.core import serializers
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tdapp.desk.pairing.commands import release
from tdapp.events.entries.commands import entrants as entry_commands
from tdapp.events.models import Division, Entrant, Event, Round, Table
from tdapp.interchange.commands import entering
from tdapp.interchange.commands import roster as rosters
from tdapp.interchange.exports.render import FORMATS, Wish, render
from tdapp.interchange.exports.sheets import KINDS
from tdapp.interchange.models import RosterPreview
from tdapp.kernel.models import AuditEntry, IdempotencyKey, Job
from tdapp.launch.requests.logs import JsonLines
from tdapp.people.models import PlayerPrivate
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.replay.commands.release import release as release_sheet
from tests import factories as f
from tests.contracts.addresses import every_address
from tests.contracts.conftest import Hall
from tests.contracts.filling import path
from tests.contracts.matrix import ANYBODY, MATRIX
from tests.contracts.worlds import World, a_sheet, signed_in
from tests.sweeps import SOAK, swept, taken_back

pytestmark = pytest.mark.django_db
GUARDIAN, CONTACT, CHILD = "Tagapag-alaga Kanaryo", "0917-555-77", "Kanaryong"
NOTES = "Hika ng Kanaryo"
BORN = [date(2011, 3, 7), date(2012, 9, 21), date(2010, 11, 13), date(2013, 5, 29)]
SAID = (
    "%Y-%m-%d",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d.%m.%Y",
    "%Y%m%d",
    "%d %B %Y",
    "%B %d, %Y",
    "%b %d, %Y",
    "%d %b %Y",
)
# A desk page links to some thirty others; breadth first, so every kind comes early.
MOST_PAGES = 250 if SOAK else 60
SCHOOL_DIVISION = "school"
# Sheets of teams, of which the planted hall has none.
WITHOUT_PLAYERS = {"teams", "matches"}


def birthday_words() -> set[str]:
    """Each planted birth date in every way it is usually written, as a spreadsheet's day number too."""
    words = {day.strftime(how) for day, how in product(BORN, SAID)}
    words |= {word.replace(" 0", " ").lstrip("0") for word in words if " " in word}
    return words | {f">{day.toordinal() - date(1899, 12, 30).toordinal()}<" for day in BORN}


PRIVATE = birthday_words() | {GUARDIAN, CONTACT, NOTES}
HTML_AND_DATA = ("text/", "application/json", "application/problem+json", "image/svg+xml")


@pytest.fixture(scope="module")
def _planted(_halls: Hall, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        here = _halls.own
        Event.objects.filter(pk=here.event.pk).update(school=True)
        _plant(here)
        yield here
        transaction.set_rollback(True)


@pytest.fixture
def planted(_planted: World) -> Iterator[World]:
    cache.clear()
    yield _planted
    cache.clear()


def _plant(here: World) -> None:
    """Through the walk-in, the private page and a roster file; then a round is played, shown and released."""
    row = f.division(Event.objects.get(pk=here.event.pk), SCHOOL_DIVISION.title(), school=True)
    ctx = f.acting(here.who("registrar"), here.event, key="planted-1")
    facts = {
        "guardian": f"{GUARDIAN} 1",
        "contact": f"{CONTACT}-1",
        "birth_date": BORN[0],
        "club": "San Roque School",
    }
    made = entry_commands.add_entrant(
        ctx, _fresh(row), surname=f"{CHILD}-una", given="Amihan", arrived=True, **facts
    )
    second = f.entrant(row, 2, surname=f"{CHILD}-dalawa", given="Bayani", age="unknown")
    more = {"birth_date": BORN[1], "birth_year": None, "guardian": f"{GUARDIAN} 2", "contact": f"{CONTACT}-2"}
    more |= {"notes": f"{NOTES} 2"}
    ctx = f.acting(here.who("registrar"), here.event, key="planted-2")
    entry_commands.edit_private(ctx, _entrant(second.pk), consent=False, **more)
    _import(here)
    assert made["number"]
    round_ = f.published(_fresh(row), public_at="2026-03-14T01:00:00Z")
    f.play(round_)
    program = f.program(here.event)
    release.close_round(program, Round.objects.select_related("division__event").get(pk=round_.pk))
    release.release_standings(program, _fresh(row), after=1)
    here.divisions[SCHOOL_DIVISION] = _fresh(row)
    here.facts["school_game"] = _game(here, f.table(row, row.table_first))


def _game(here: World, table: Table) -> Sheet:
    """A finished sheet with a child's name in its notes, for everybody to replay."""
    writer = f.acting(here.who("director"), here.event)
    made = a_sheet(writer, table, note=f"{CHILD} saw it")
    finish(writer, made, seen=made.version)
    release_sheet(writer, made)
    return made


def _fresh(row: Division) -> Division:
    return Division.objects.select_related("event").get(pk=row.pk)


def _entrant(pk: Any) -> Entrant:
    return Entrant.objects.select_related("division__event", "club", "player").get(pk=pk)


def _import(here: World) -> None:
    text = "Surname,Given name,School,Division,Birth date,Guardian,Contact,Notes\n" + "\n".join(
        f"{CHILD}-{name},Dalisay,San Isidro School,School,{born},{GUARDIAN} {n},{CONTACT}-{n},{NOTES} {n}"
        for n, (name, born) in enumerate([("tatlo", BORN[2]), ("apat", BORN[3])], start=3)
    )
    ctx = f.acting(here.who("registrar"), here.event, key="planted-3")
    event = Event.objects.get(pk=here.event.pk)
    told = rosters.preview_roster(ctx, event, data=text.encode(), name="roster.csv")
    preview = RosterPreview.objects.get(pk=told["id"])
    ctx = f.acting(here.who("registrar"), here.event, key="planted-4")
    entering.apply_roster(ctx, preview, seen=preview.digest)


def leaks(text: str, words: set[str] = PRIVATE) -> list[str]:
    """Which of the planted words stand in a text."""
    text = unescape(text)
    return sorted(word for word in words if word in text)


def test_everything_is_planted_and_the_one_page_for_it_shows_it(planted: World) -> None:
    """The control: the search finds what is really there."""
    assert PlayerPrivate.objects.exclude(guardian="").count() == len(BORN)
    assert PlayerPrivate.objects.exclude(notes="").count() == len(BORN) - 1
    row = Entrant.objects.get(surname=f"{CHILD}-una")
    answer = signed_in(planted.who("registrar")).post(
        f"/e/{planted.event.slug}/entries/{row.pk}/private/open"
    )
    found = leaks(answer.content.decode())
    assert GUARDIAN in found
    assert CONTACT in found
    assert BORN[0].isoformat() in found


class Links(HTMLParser):
    """Where a page leads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {
            value or "" for name, value in attrs if name in {"href", "hx-get", "data-poll", "data-url"}
        }


def crawled(client: Client, starts: list[str]) -> Iterator[tuple[str, str]]:
    """Every page that can be reached by links, with its text; not the files of `static`."""
    waiting, seen = list(starts), set(starts)
    for _visit in range(MOST_PAGES):
        if not waiting:
            return
        where = waiting.pop(0)
        answer = client.get(where)
        if not answer.get("Content-Type", "").startswith(HTML_AND_DATA):
            continue
        text = answer.content.decode()
        yield where, text
        links = Links()
        links.feed(text)
        for link in sorted(_inside(links.found, where) - seen):
            seen.add(link)
            waiting.append(link)


def _inside(links: set[str], where: str) -> set[str]:
    found = {urldefrag(link).url for link in links}
    found = {urlsplit(where).path + link if link.startswith("?") else link for link in found}
    return {link for link in found if link.startswith("/") and not link.startswith(("//", "/static/"))}


# In every run each address by itself, below.
@pytest.mark.soak
@pytest.mark.parametrize("role", ["director", "viewer"])
def test_no_page_of_the_desk_that_links_lead_to_shows_anything_private(planted: World, role: str) -> None:
    start = [f"/e/{planted.event.slug}/", f"/e/{planted.event.slug}/entries/?division={SCHOOL_DIVISION}", "/"]
    pages = dict(crawled(signed_in(planted.who(role)), start))
    assert len(pages) > 40
    assert {where: leaks(text) for where, text in pages.items() if leaks(text)} == {}


def test_no_public_page_shows_anything_private_or_a_guarded_childs_surname(planted: World) -> None:
    pages = dict(crawled(signed_in(None), [f"/t/{planted.event.slug}/", "/"]))
    assert any("Amihan" in text for text in pages.values()), "the children are there, by their public names"
    words = PRIVATE | {CHILD}
    assert {where: leaks(text, words) for where, text in pages.items() if leaks(text, words)} == {}


ADDRESSES = [a for a in every_address() if a.name in MATRIX and MATRIX[a.name].look]
# Whoever registers sees no page the director does not; in the soak their pages are looked through too.
ROLES = ("director", "registrar", "") if SOAK else ("director", "")


@pytest.fixture
def clients(planted: World) -> dict[str, Client]:
    return {role: signed_in(planted.who(role) if role else None) for role in ROLES}


@swept("address", ADDRESSES, around=taken_back)
def test_no_address_answers_a_get_with_anything_private(
    planted: World, clients: dict[str, Client], address: Any
) -> None:
    values = {"division": SCHOOL_DIVISION, "pk": Entrant.objects.get(surname=f"{CHILD}-una").pk}
    values = values if address.name not in {"events:link"} else {}
    if address.name == "publishing:replay":
        game = planted.facts["school_game"]
        values |= {"table": game.table.number, "sheet": game.number}
    # Whoever is signed out sees what is for anybody, and no more: that is the permission matrix.
    for role in ROLES if SOAK or MATRIX[address.name].look == ANYBODY else ROLES[:1]:
        answer = clients[role].get(path(address, planted, **values))
        words = PRIVATE | {CHILD} if address.name.startswith("publishing:") else PRIVATE
        assert leaks(text_of(answer), words) == []
        assert MATRIX[address.name].look != ANYBODY or answer.status_code < 400


def text_of(answer: Any) -> str:
    """An answer's text; of a workbook the text of all its parts."""
    data = answer.getvalue() if getattr(answer, "streaming", False) else answer.content
    return text_of_bytes(data)


def text_of_bytes(data: bytes) -> str:
    if not data.startswith(b"PK"):
        return data.decode("utf-8", "replace")
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        return "\n".join(book.read(name).decode("utf-8", "replace") for name in book.namelist())


@pytest.mark.parametrize(
    ("format_", "sheet"), [*product(["csv"], KINDS), *((name, "standings") for name in FORMATS)]
)
def test_no_export_holds_anything_private_or_a_guarded_childs_surname(
    planted: World, format_: str, sheet: str
) -> None:
    text = text_of_bytes(render(planted.event, Wish(format_, SCHOOL_DIVISION, sheet=sheet)))
    assert "Amihan" in text or format_ == "t" or sheet in WITHOUT_PLAYERS
    assert leaks(text, PRIVATE | {CHILD}) == []


def test_the_full_names_wish_brings_names_and_still_nothing_private(planted: World) -> None:
    text = text_of_bytes(render(planted.event, Wish("xlsx", SCHOOL_DIVISION, full_names=True)))
    assert CHILD in text
    assert leaks(text) == []


@pytest.mark.parametrize("model", [AuditEntry, IdempotencyKey, Job, RosterPreview], ids=lambda m: m.__name__)
def test_nothing_kept_beside_holds_anything_private(planted: World, model: Any) -> None:
    text = json.dumps(serializers.serialize("python", model.objects.all()), default=str, ensure_ascii=False)
    assert model.objects.exists() or model is Job
    assert leaks(text) == []


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that is logged, at every level, as the program writes it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root, before = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.setLevel(before)
    root.removeHandler(handler)


TYPED = {
    "birth_date": BORN[0].isoformat(), "guardian": f"{GUARDIAN} 9", "contact": f"{CONTACT}-9", "notes": f"{NOTES} 9",
}  # fmt: skip


def test_a_crash_over_private_data_puts_none_of_it_on_the_page_or_into_the_log(
    planted: World, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("the disk is on fire")

    monkeypatch.setattr("tdapp.people.registry.set_private", broken)
    row = Entrant.objects.get(surname=f"{CHILD}-una")
    client = signed_in(planted.who("registrar"))
    answer = client.post(f"/e/{planted.event.slug}/entries/{row.pk}/private", TYPED)
    assert answer.status_code == 500
    assert leaks(answer.content.decode()) == []
    assert "the disk is on fire" in log.getvalue()
    assert leaks(log.getvalue()) == []


def test_what_is_typed_into_refused_forms_reaches_no_log(planted: World, log: io.StringIO) -> None:
    client = signed_in(planted.who("registrar"))
    slug = planted.event.slug
    for where, body in ((f"/e/{slug}/entries/add", TYPED), (f"/e/{slug}/entries/add?{GUARDIAN}", {}),
                        (f"/e/{slug}/nowhere", TYPED)):  # fmt: skip
        client.post(where, body)
    row = Entrant.objects.get(surname=f"{CHILD}-una")
    client.post(f"/e/{slug}/entries/{row.pk}/private", {**TYPED, "birth_date": "not a day"})
    assert leaks(log.getvalue()) == []
    assert leaks("".join(str(entry.payload) for entry in AuditEntry.objects.all())) == []

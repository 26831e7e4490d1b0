"""What an archive holds beside the games: everything of an event that belongs there, and a word on what does not."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from core import canonical
from tdapp.desk.models import Finalisation, Prize, Result, Saying, SheetDecision
from tdapp.desk.prizes import ceremony
from tdapp.desk.prizes.rules.winners import table as winners
from tdapp.events.models import Division, Event
from tdapp.interchange.event_file import reading
from tdapp.interchange.event_file.table_spec import parts
from tdapp.interchange.event_file.writing import archive
from tdapp.judging.models import Pin, WordOverride, WordRules
from tdapp.kernel.refusals import Refusal
from tdapp.publishing.models import EventEntering
from tdapp.scoresheets.models import Sheet, Timing
from tests import factories as f
from tests.contracts.worlds import World, world
from tests.interchange.archived import as_bytes, brought_in
from tests.judging.words import edition
from tests.kept import kept

Told = dict[str, Any]


def full(slug: str) -> World:
    """The contracts' world, and what it has none of."""
    here = world(slug)
    event, closed = here.event, here.divisions["closed"]
    first = closed.entrants.order_by("number")[0]
    Saying.objects.create(entrant=first, text="AH-na")
    WordRules.objects.get_or_create(division=closed, defaults={"mode": "judge"})
    if not Pin.objects.filter(division__event=event).exists():
        Pin.objects.create(division=closed, edition=edition(["bata"]), layer="main")
    WordOverride.objects.create(
        event=event, key="bahay", verdict="acceptable", reason="said so", by_name="Judge"
    )
    Prize.objects.create(
        event=event, order=99, kind="custom", title="Spirit", places=[{"cents": 0, "thing": "cup"}],
        given_text="Lola Basyang", given_to=first,
    )  # fmt: skip
    sheet = Sheet.objects.filter(table__round__division__event=event, status="finished")[0]
    result = Result.objects.filter(table__round__division__event=event, in_force=True)[0]
    SheetDecision.objects.create(
        sheet=sheet, sheet_version=1, result=result, decision="slip", reason="seen", by_name="Desk"
    )
    EventEntering.objects.create(
        event=event,
        fee="300 pesos",
        deadline=event.starts_on,
        how="Bring a clock.",
        enquiries="open@example.org",
    )
    Timing.objects.create(table=sheet.table, move=1, seat=1, seconds=70, limit=120, by_name="Desk")
    return here


@pytest.fixture(scope="module")
def _here(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with kept(request, django_db_blocker):
        yield full("arch")


@pytest.fixture
def here(_here: World) -> World:
    return copy.deepcopy(_here)


@pytest.mark.django_db
def test_everything_that_belongs_to_an_event_goes_out_and_comes_back(here: World) -> None:
    told = archive(here.event, private=True)
    assert set(told["parts"]) == set(parts())
    event = brought_in(as_bytes(told), slug="copy")
    again = archive(event, private=True)
    assert again["parts"] == told["parts"]
    kept = Finalisation.objects.filter(division__event=event).latest("version")
    lines = {str(pk) for pk in Prize.objects.filter(event=event).values_list("pk", flat=True)}
    assert {one["prize"] for one in kept.awards} <= lines
    assert [one.who for one in winners(event).won] == [one.who for one in winners(here.event).won]
    assert len(ceremony.awards_of(event)) == len(ceremony.awards_of(here.event))


@pytest.mark.django_db
def test_an_archive_for_anybody_tells_the_prizes_and_nobody_who_was_named_for_one(here: World) -> None:
    text = json.dumps(archive(here.event)["parts"])
    assert set(json.loads(text)) == {name for name, one in parts().items() if one.open}
    for secret in ("Basyang", "given_to", "signer", "said so", "AH-na"):
        assert secret not in text
    event = brought_in(as_bytes(archive(here.event)), slug="copy")
    assert archive(event)["parts"] == json.loads(text)


def small(here: World) -> Told:
    """A private archive of a small division that is final with prizes, a sheet and an incident."""
    told: Told = json.loads(as_bytes(archive(here.event, private=True)))
    return told


Spoil = Callable[[Told], Any]


def part(told: Told, name: str) -> Told:
    row: Told = told["parts"][name][0]
    return row


BROKEN: list[tuple[Spoil, str]] = [
    (lambda t: t.update(parts=[]), "parts is not as it should be."),
    (lambda t: t["parts"].update(spies=[{}]), "spies: this program knows nothing of that kind."),
    (lambda t: t["parts"].update(prizes={}), "prizes is not as it should be."),
    (lambda t: t["parts"].update(prizes=[7]), "prizes 1 is not as it should be."),
    (lambda t: part(t, "prizes").update(kind="lottery"), "prizes 1: kind:"),
    (lambda t: part(t, "prizes").update(places=[]), "prizes 1 is not as it should be."),
    (lambda t: part(t, "prizes").update(places=[{"cents": -1, "thing": ""}]), "prizes 1 is not"),
    (lambda t: part(t, "prizes").update(places=[{"cents": 1, "thing": 1}]), "prizes 1 is not"),
    (lambda t: part(t, "prizes").update(breakers=["bribe"]), "prizes 1 is not"),
    (lambda t: part(t, "prizes").update(division="nowhere"), "prizes 1: division leads to nothing"),
    (lambda t: part(t, "prizes").update(given_to=["closed", 99]), "prizes 1: given_to leads to nothing"),
    (lambda t: t["parts"].update(prizes=t["parts"]["prizes"] * 99), "prizes is not as it should be."),
    (lambda t: part(t, "finals")["rows"][0].update(rank=9), "finals 1 is not as it should be."),
    (lambda t: part(t, "finals")["awards"][0].update(cents=10**9), "finals 1 is not"),
    (lambda t: part(t, "finals")["awards"][0].update(facts={}), "finals 1 is not"),
    (lambda t: part(t, "finals").update(changes=[{"code": "rank"}]), "finals 1 is not"),
    (lambda t: part(t, "finals").update(protest_until="soon"), "finals 1: protest_until:"),
    (lambda t: part(t, "rulings").update(answers=[{}]), "rulings 1 is not"),
    (lambda t: part(t, "rulings").update(challengers=[9]), "rulings 1 is not"),
    (lambda t: part(t, "rulings").update(supersedes=1), "rulings 1: supersedes leads to nothing"),
    (lambda t: part(t, "incidents").update(table=["closed", 1, 999]), "incidents 1: table leads to nothing"),
    (lambda t: part(t, "incident_steps").update(incident=99), "incident_steps 1: incident leads to nothing"),
    (lambda t: part(t, "sheets").update(rows=[{"id": 1, "version": 1, "turn": {}}]), "sheets 1 is not"),
    (lambda t: part(t, "screens").update(show="casino"), "screens 1 is not"),
    (lambda t: part(t, "screens").update(zoom="big"), "screens 1: zoom:"),
    (lambda t: part(t, "word_lists").update(list=["a"]), "word_lists 1 is not"),
]  # fmt: skip
# What only the tables themselves, or a sheet's own table, can tell.
LATE: list[tuple[Spoil, str]] = [
    (lambda t: t["parts"]["prizes"].append(t["parts"]["prizes"][0]), "prizes: its rows do not go together."),
    (lambda t: part(t, "freezes").update(last=0), "freezes: its rows do not go together."),
    (lambda t: part(t, "screens").update(zoom=10), "screens: its rows do not go together."),
    (lambda t: part(t, "sheets").update(kept_by=4), "sheets: there is no seat 4; this table has 2."),
    (lambda t: part(t, "sheets").update(rows=[row("kind", "dance")]), "dance"),
    (lambda t: part(t, "sheets").update(rows=[row("seat", 4)]), "there is no seat 4; this table has 2."),
]


def row(name: str, value: Any) -> Told:
    return {"id": "x", "version": 1, "turn": {"kind": "score", "seat": 1, "score": 20, name: value}}


def resealed(told: Told) -> bytes:
    kept = {name: value for name, value in told.items() if name not in {"digest", "made_at"}}
    return as_bytes({**kept, "digest": canonical.digest(kept)})


def refusal(read: Callable[[bytes], object], told: Told, spoil: Spoil) -> str:
    """What is said of an archive that was spoiled; "" where it is taken."""
    broken = copy.deepcopy(told)
    spoil(broken)
    try:
        read(resealed(broken))
    except Refusal as refused:
        return str(refused)
    return ""


@pytest.mark.django_db
def test_what_does_not_fit_is_said_with_its_place_and_nothing_is_made(here: World) -> None:
    told, events = small(here), Event.objects.count()
    for read, cases in ((reading.read, BROKEN), (lambda data: brought_in(data, slug="copy"), LATE)):
        for spoil, said in cases:
            assert said in refusal(read, told, spoil)
    assert Event.objects.count() == events


@pytest.mark.django_db
def test_an_archive_of_before_there_were_parts_is_still_read() -> None:
    here = f.hall(players=4, rounds=1, played=1)
    told = {**archive(here.event, private=True), "version": 1}
    told.pop("parts")
    event = brought_in(resealed(json.loads(as_bytes(told))), slug="copy")
    assert event.divisions.get().rounds.count() == 1
    assert not Prize.objects.filter(event=event).exists()


@pytest.mark.django_db
def test_a_list_of_words_that_is_not_here_is_named_and_left_out() -> None:
    row_ = f.division(f.event())
    f.entrants(row_, 2)
    Pin.objects.create(division=row_, edition=edition(["bata"], name="Diksyunaryo"), layer="main")
    told = json.loads(as_bytes(archive(row_.event)))
    part(told, "word_lists")["list"] = ["diksyunaryo", "2031", "0" * 64]
    made: Division = brought_in(resealed(told), slug="copy").divisions.get()
    assert not made.pins.exists()
    assert "diksyunaryo 2031 is not on this installation" in made.extras["not_in_the_file"][0]

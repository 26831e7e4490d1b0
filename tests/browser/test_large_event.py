"""47 players in three divisions over four rounds: round 1 by hand in the browser, the others by commands, then the files."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from tdapp.desk.pairing.commands.release import close_round
from tdapp.events.entries.commands import entrants, presence
from tdapp.events.models import Division, Event, Round, Slot
from tests import factories as f
from tests.browser import files, rosters, rounds, setting_up
from tests.browser.conftest import Arrive
from tests.browser.person import PHONE, Person

pytestmark = [pytest.mark.soak, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PLAN, ROUNDS = "swiss 1-3, koth 4", 4
FIELDS = {"Open": 23, "College-High School": 15, "Elementary": 9}
HEADINGS = (
    "Member no", "Surname", "Given name", "Club", "Division", "Rating", "Birth year", "Guardian consent"
)  # fmt: skip
SLUGS = ("open", "college-high-school", "elementary")


def people() -> Iterator[list[Any]]:
    """47 invented people: two of one name, particles and tildes, children with and without consent, gaps."""
    number = 0
    for division, count in FIELDS.items():
        for place in range(count):
            number += 1
            surname, given = f.SURNAMES[number % 24], f.GIVEN[(number * 3 + number // 24) % 14]
            child = division == "Elementary"
            rating = None if place % 5 == 4 else 1600 - 11 * number
            born = 2016 if child else 2009 if division.startswith("College") else 1960 + place
            consent = "yes" if place % 2 else None
            yield [number, surname, given, f.CLUBS[number % 4], division, rating, born, consent]


def test_forty_seven_players_from_the_list_to_the_workbook(arrive: Arrive, worker: None) -> None:
    director = _director(arrive)
    _round_1_by_hand(director)
    event = Event.objects.get(slug=director.event)
    for number in range(2, ROUNDS + 1):
        for slug in SLUGS:
            _round_by_command(event, slug, number)
    assert json.loads(told("check_event", event.slug))["faults"] == []
    _nobody_had_two_byes(event)
    _release_all(director)
    _files_and_phone_show_the_page(director, arrive(viewport=PHONE))


def _director(arrive: Arrive) -> Person:
    f.user("dina", operator=True, shown="Dina Director")
    person = arrive()
    person.log_in("dina")
    divisions = [(name, PLAN) for name in FIELDS]
    setting_up.create_event(person, "Sinulog Open", "Local club", divisions)
    return person


def _round_1_by_hand(director: Person) -> None:
    """The list, the door, three drafts, every result on the line, three rounds closed."""
    rosters.upload(director, rosters.workbook("Entries", HEADINGS, list(people())))
    rosters.dry_run(director, added=47, refused=0)
    rosters.apply(director, added=47)
    for slug in SLUGS:
        told("check_in", director.event, "--division", slug, "--all")
    tables: list[rounds.Seats] = []
    for slug in SLUGS:
        rounds.draft(director, slug, 1)
        rounds.publish(director, 1)
        tables += rounds.seats(director)
    assert [len(tables), len({one.table for one in tables})] == [22, 22]
    director.press("e", "Enter results")
    rounds.enter(director, *rounds.scores(tables))
    for slug in SLUGS:
        rounds.close(director, slug, 1)


def told(name: str, *arguments: str) -> str:
    """What a management command answers as JSON; a refusal fails the test."""
    out = StringIO()
    call_command(name, *arguments, "--json", stdout=out)
    return out.getvalue()


def _round_by_command(event: Event, slug: str, number: int) -> None:
    """Paired, published, entered and closed without a browser; with what happens in between."""
    division = Division.objects.select_related("event").get(event=event, slug=slug)
    BEFORE.get((slug, number), lambda _division: None)(division)
    told("pair", event.slug, "--division", slug)
    told("publish_round", event.slug, "--division", slug)
    chance = random.Random(f"{slug} {number}")
    round_ = Round.objects.select_related("division__event").get(division=division, number=number)
    for table in round_.tables.order_by("number"):
        scores = [str(chance.randrange(280, 520)) for _seat in range(2)]
        line = [str(table.number), *scores, *(("/", "300", "290") if scores[0] == scores[1] else ())]
        told("enter_result", event.slug, "--division", slug, "--sure", *line)
    close_round(f.program(event), Round.objects.select_related("division__event").get(pk=round_.pk))


def _late(division: Division) -> None:
    """Somebody arrives in round 3; the rounds missed are forfeits. The field is even from here on."""
    facts = {"surname": "Zaragoza", "given": "Late", "rating": 1111, "missed": "forfeit", "arrived": True}
    entrants.add_entrant(f.program(division.event), division, **facts)


def _leaves(division: Division) -> None:
    """Somebody goes home after round 3, the rest forfeited; somebody else misses a round."""
    first, second = division.entrants.select_related("division__event").order_by("number")[:2]
    presence.withdraw(f.program(division.event), first, from_round=4, intent="forfeit")
    presence.withdraw(f.program(division.event), second, from_round=4, to_round=4, intent="unscored")


BEFORE = {("open", 3): _late, ("college-high-school", 4): _leaves}


def _nobody_had_two_byes(event: Event) -> None:
    byes = Slot.objects.filter(round__division__event=event, kind="bye").values_list("entrant", flat=True)
    assert len(byes) > 3 * 3
    assert len(byes) == len(set(byes))


def _release_all(director: Person) -> None:
    director.go("publish/")
    for _slug in SLUGS:
        director.click(f"Make the standings after round {ROUNDS} public")
        director.said("are public")


def _files_and_phone_show_the_page(director: Person, phone: Person) -> None:
    """The workbook and the public page have, division by division, what the standings page has."""
    book = files.workbook(director)
    for name, slug in zip(FIELDS, SLUGS, strict=True):
        shown = rounds.standings(director, slug, ROUNDS)
        assert len(shown) == FIELDS[name] + (slug == "open")
        assert files.standings(book[f"Standings {name}"[:31]]) == shown
        phone.go(f"/t/{director.event}/{slug}/standings/")
        assert rounds.public_standings(phone) == shown

"""An archive somebody changed by hand and sealed again: every value of a wrong kind is refused, or does no harm."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tdapp.events.models import Event, Membership, Round
from tdapp.interchange.event_file import reading
from tdapp.kernel import clock
from tdapp.kernel.refusals import Refusal
from tests import factories as f
from tests.interchange.archived import brought_in
from tests.interchange.test_archive_parts import Spoil, Told, full, resealed, small
from tests.kept import kept
from tests.sweeps import SOAK

pytestmark = pytest.mark.django_db
WRONG: tuple[Any, ...] = (
    None,
    7,
    True,
    [[]],
    {"a": 1},
    "\N{RIGHT-TO-LEFT OVERRIDE}",
    "9999-12-31T23:59:59+00:00",
)
MOST_CASES, MOST_IMPORTS, MOST_WALKS = (200, 20, 3) if SOAK else (24, 3, 1)
Path = tuple[str | int, ...]


@pytest.fixture(scope="module")
def told(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[Told]:
    """Nobody changes it: what is spoiled is a copy."""
    with kept(request, django_db_blocker):
        yield small(full("arch"))


def paths(value: Any, at: Path = ()) -> Iterator[Path]:
    """Every place of an archive, the first row of each list standing for the others."""
    rows = (
        value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    )
    for name, item in rows:
        yield from paths(item, (*at, name))
    if at:
        yield at


def put(told: Told, at: Path, value: Any) -> Told:
    """A copy with another value at a place."""
    fresh: Any = copy.deepcopy(told)
    inner = fresh
    for name in at[:-1]:
        inner = inner[name]
    inner[at[-1]] = value
    return dict(fresh)


def walk(event: Event) -> None:
    """The pages an event's own people and the public see; none may fall over."""
    browser, director = Client(), f.user(f"d-{event.slug}-{event.pk}"[:60])
    Membership.objects.create(event=event, user=director, role="director")
    browser.force_login(director)
    Event.objects.filter(pk=event.pk).update(public=True)
    Round.objects.filter(division__event=event).exclude(status="planned").update(public_at=clock.now())
    slug = event.divisions.order_by("order")[0].slug
    inside = ("", "prizes/", "entries/", f"{slug}/standings/1/", f"{slug}/round/1/", f"{slug}/finish/")
    outside = ("", "now.json", f"{slug}/standings/", f"{slug}/results/", f"{slug}/players/1/")
    for place in (
        *(f"/e/{event.slug}/{one}" for one in inside),
        *(f"/t/{event.slug}/{one}" for one in outside),
    ):
        assert browser.get(place).status_code < 500, place


def first(told: Told) -> Told:
    row: Told = told["divisions"][0]
    return row


def entrant(told: Told) -> Told:
    row: Told = first(told)["entrants"][0]
    return row


def result(told: Told) -> Told:
    row: Told = first(told)["rounds"][0]["tables"][0]["results"][0]
    return row


def stored(told: Told) -> Told:
    row: Told = next(one for division in told["divisions"] for one in division["snapshots"])
    return row


def private_facts(told: Told, **facts: Any) -> None:
    entrant(told)["private"] = {**(entrant(told).get("private") or {}), **facts}


def circle(told: Told) -> None:
    one, two = first(told)["entrants"][:2]
    one["substitute_for"], two["substitute_for"] = two["number"], one["number"]


REFUSED: list[tuple[Spoil, str]] = [
    (lambda t: entrant(t).update(given=[[]]), "division 1, entrant 1: given:"),
    (lambda t: entrant(t).update(surname={}, name={}), "division 1, entrant 1: name:"),
    (lambda t: entrant(t).update(surname={"a": 1}), "division 1, entrant 1: surname:"),
    (lambda t: entrant(t).update(substitute_for={"a": 1}), "substitute_for leads to nothing"),
    (lambda t: entrant(t).update(substitute_for=entrant(t)["number"]), "in a circle"),
    (circle, "in a circle"),
    (lambda t: entrant(t).update(private=[1]), "entrant 1: private:"),
    (lambda t: entrant(t).update(age=[]), "entrant 1: age:"),
    (lambda t: entrant(t).update(display_consent="yes"), "entrant 1: display_consent:"),
    (lambda t: private_facts(t, birth_year="2026-99-99"), "entrant 1: private, birth_year:"),
    (lambda t: private_facts(t, birth_date="0001-01-01"), "entrant 1: private, birth_date:"),
    (lambda t: private_facts(t, guardian=["Lola"]), "entrant 1: private, guardian:"),
    (lambda t: private_facts(t, contact="9" * 161), "entrant 1: private, contact:"),
    (lambda t: private_facts(t, consent="yes"), "entrant 1: private, consent:"),
    (lambda t: result(t).update(entered_at=True), "entered_at:"),
    (lambda t: result(t).update(entered_name=7), "entered_name:"),
    (lambda t: first(t)["rounds"][0]["tables"][0].update(as_played=7), "as_played:"),
    (lambda t: result(t)["lines"][0].update(before=1), "before:"),
    (lambda t: first(t).update(overrides=7), "division 1: overrides:"),
    (lambda t: first(t).update(overrides=None), "division 1: overrides:"),
    (lambda t: first(t).update(precedence=7), "division 1: precedence:"),
    (lambda t: first(t).update(ruleset_frozen={"a": 1}), "division 1: ruleset_frozen:"),
    (lambda t: first(t).update(ruleset_frozen=[[]]), "division 1: ruleset_frozen:"),
    (lambda t: first(t).update(rounds_planned=30000), "division 1: rounds_planned:"),
    (lambda t: first(t).update(released_round=200), "division 1: released_round:"),
    (lambda t: first(t).update(snapshots=7), "division 1: snapshots:"),
    (lambda t: stored(t)["rows"][0].update(tie_breaks=[["wins", 1]]), "rows:"),
    (lambda t: stored(t).update(rows=[1, {}]), "rows:"),
    (lambda t: stored(t).update(digest="x"), "digest:"),
    (lambda t: stored(t).update(after=199), "after:"),
    (lambda t: t["event"].update(starts_on=7), "event: starts_on:"),
    (lambda t: t["event"].update(ends_on={}), "event: ends_on:"),
    (lambda t: t["event"].update(name="A\x00B"), "event, name holds a character that no text may hold."),
    (lambda t: t["event"].update(name="‮B"), "event, name holds a character"),
    (lambda t: t["event"].update({"\x00": 1}), "event holds a character"),
    (lambda t: first(t)["rounds"][0].update(published_at="0001-01-01T00:00:00+00:00"), "round 1: published_at:"),
    (lambda t: first(t)["rounds"][0].update(closed_at="9999-12-31T23:59:59+00:00"), "round 1: closed_at:"),
    (lambda t: first(t)["rounds"][0].update(based_on=1), "round 1: based_on:"),
    (lambda t: t["parts"]["freezes"][0].update(last=199), "freezes 1: last:"),
    (lambda t: t["parts"]["rulings"][0].update(words="ab"), "rulings 1 is not"),
    (lambda t: t["parts"]["rulings"][0]["penalty"].update(points=10**18), "rulings 1 is not"),
    *(
        (lambda t, part=part, name=name: t["parts"][part][0].update({name: 7}), f"{part} 1: {name}:")
        for part, name in (
            ("finals", "at"), ("finals", "protest_until"), ("freezes", "unveiled_at"), ("incidents", "at"),
            ("incidents", "deadline"), ("questions", "resolved_at"), ("rulings", "at"), ("sheets", "released_at"),
            ("timings", "at"),
        )
    ),
]  # fmt: skip


def test_a_wrong_kind_is_refused_with_its_place_and_private_values_are_not_said_again(told: Told) -> None:
    for spoil, said in REFUSED:
        broken = copy.deepcopy(told)
        spoil(broken)
        with pytest.raises(Refusal) as refused:
            reading.read(resealed(broken))
        assert said in str(refused.value)
        assert not any(secret in str(refused.value) for secret in ("2026-99", "0001-01", "Lola", "999"))


class Undo(Exception):
    """Takes an import back."""


def test_a_wrong_kind_anywhere_is_refused_with_a_sentence_or_harms_nothing(told: Told) -> None:
    places = [at for at in paths(told) if at[0] not in ("digest", "made_at")]
    cases = [(at, wrong) for at in places for wrong in WRONG]
    random.Random(7).shuffle(cases)
    said: list[str] = []
    imports = walks = taken = 0
    for at, wrong in cases[:MOST_CASES]:
        data = resealed(put(told, at, wrong))
        try:
            reading.read(data)
            if imports >= MOST_IMPORTS:
                continue
            imports += 1
            with transaction.atomic():
                event = brought_in(data, slug="copy")
                if walks < MOST_WALKS:
                    walks += 1
                    walk(event)
                raise Undo
        except Refusal as refused:
            said = [*said, *refused.sentences]
        except Undo:
            taken += 1
    assert len(said) > MOST_CASES // 2
    assert all(said)
    assert taken

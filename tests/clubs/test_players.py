"""A player over all public events: who has such a page, and that it says what was released and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.clubs.commands import members
from tdapp.clubs.players import career, gathering
from tdapp.desk.ledger.entry_line import Entry
from tdapp.desk.results.commands.results import correct_result
from tdapp.events.entries.commands.entrants import edit_private
from tdapp.events.models import Entrant, Event
from tdapp.kernel import clock
from tdapp.kernel.templatetags import td
from tdapp.people import registry
from tdapp.people.models import Club, ClubMember, Player, PlayerPrivate
from tdapp.people.officers import club_context
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import personal, public_access, rounds, single_flight
from tdapp.ratings.ranking import pages
from tests import factories as f
from tests.kept import once
from tests.publishing.hall import Hall, hall

pytestmark = pytest.mark.django_db
NONE: dict[str, Any] = {"birth_date": None, "birth_year": None, "guardian": "", "contact": ""}


@pytest.fixture(autouse=True)
def _on_a_day() -> Iterator[None]:
    with clock.at(datetime(2026, 6, 10, 4, 0, tzinfo=UTC)):
        yield


def seasons(count: int = 3) -> list[Hall]:
    """The same six people at so many events, two rounds each, all of it released."""
    players: list[Player] = []
    made = []
    for number in range(count):
        here = hall(6)
        day = date(2020 + number // 12, 1 + number % 12, 3)
        name = f"Open {number + 1}"
        Event.objects.filter(pk=here.division.event_id).update(
            starts_on=day, ends_on=day, public=True, name=name, guards_unknown="no"
        )
        rows = list(here.division.entrants.order_by("number"))
        players = players or [row.player for row in rows if row.player]
        for row, who in zip(rows, players, strict=True):
            Entrant.objects.filter(pk=row.pk).update(player=who, given=who.given, surname=who.surname)
        for after in (1, 2):
            here.publish()
            here.play(after)
        here.release(2)
        made.append(here)
    return made


whole, here = once(lambda: seasons())


def player(of: Hall, number: int = 1) -> Player:
    row = Entrant.objects.select_related("player").get(division=of.division, number=number)
    assert row.player
    return row.player


def url(who: Player) -> str:
    return f"/players/{who.code}/"


def status(where: str) -> int:
    return Client().get(where).status_code


def page(where: str, language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get(where)
    assert answer.status_code == 200, where
    return answer.content.decode()


def test_the_page_has_every_public_event_with_place_record_and_spread(here: list[Hall]) -> None:
    text = page(url(player(here[0])))
    for number in (1, 2, 3):
        assert f"Open {number}" in text
    assert "of 6" in text
    entry = personal.of_entrants(personal.entrants_of(player(here[0]).pk))[2]
    assert td.record(entry.line.wins, entry.line.counted) in text
    assert td.signed(entry.line.spread) in text
    assert "Mga paligsahan" in page(url(player(here[0])), "fil")


def test_read_over_events_a_person_has_the_lines_and_games_of_each_events_own_pages(here: list[Hall]) -> None:
    correct(here[1])
    for number in range(1, 7):
        found = personal.of_entrants(personal.entrants_of(player(here[0], number).pk))
        assert len(found) == 3
        for entry, of in zip(found, reversed(here), strict=True):
            door = public_access.open_event(of.division.event.slug)
            board = boards.current(door.division(of.division.slug))
            assert entry.line == board.line_of(number)
            assert tuple(sat.game for sat in entry.games) == rounds.of_board(board).of(number)


def correct(of: Hall) -> None:
    """A result of a released round is corrected, and the correction is not released."""
    table = of.round(1).tables.select_related("round__division__event").get(number=1)
    with clock.at(datetime(2026, 6, 10, 5, 0, tzinfo=UTC)):
        correct_result(
            f.program(of.division.event), table, entry=Entry(scores=(333, 444)), seen=1, reason="slip", sure=True
        )  # fmt: skip


def test_only_what_was_released_counts(here: list[Hall]) -> None:
    who = player(here[0])
    before = page(url(who))
    here[2].publish()
    here[2].play(3)
    cache.clear()
    assert page(url(who)) == before, "round 3 is played and not released"
    Event.objects.filter(pk=here[2].division.event_id).update(public=False)
    Event.objects.filter(pk=here[1].division.event_id).update(deleted_at=clock.now())
    cache.clear()
    left = page(url(who))
    assert "Open 1" in left
    assert "Open 2" not in left
    assert "Open 3" not in left
    Event.objects.update(public=False)
    cache.clear()
    assert status(url(who)) == 404


def test_the_pages_the_search_and_the_rating_list_lead_to_it(here: list[Hall]) -> None:
    who = player(here[0])
    link = f'href="{url(who)}"'
    assert link in page(f"{here[0].base}players/1/")
    assert link in page(f"/search?q={who.surname}")


def test_what_is_not_wanted_is_gone_at_once_and_nothing_leads_there(here: list[Hall]) -> None:
    who, row = (
        player(here[0]),
        here[0].division.entrants.select_related("player", "division__event").get(number=1),
    )
    assert status(url(who)) == 200
    edit_private(f.program(row.event), row, **NONE, consent=False, page="no")
    assert status(url(who)) == 404
    assert who.code not in page(f"/search?q={who.surname}")
    other = player(here[0], 2)
    assert who.code not in page(url(other))
    assert status(f"{url(other)}against/{who.code}/") == 404
    edit_private(f.program(row.event), row, **NONE, consent=False)
    assert status(url(who)) == 404, "a form that does not ask takes nothing back"
    edit_private(f.program(row.event), row, **NONE, consent=False, page="")
    assert status(url(who)) == 200


def agreed(who: Player, said: str, scope: str = "event:elsewhere") -> None:
    registry.say_page(who, scope, said, "Somebody")


CHILDREN: dict[str, dict[str, Any]] = {
    "a minor whose name may be shown": {"age": "minor", "display_consent": True},
    "of unknown age in a school event whose name may be shown": {"age": "unknown", "display_consent": True},
}


@pytest.mark.parametrize("case", CHILDREN)
def test_of_a_child_there_is_none_until_somebody_agreed(here: list[Hall], case: str) -> None:
    who = player(here[0])
    Event.objects.filter(pk=here[1].division.event_id).update(school=True)
    Entrant.objects.filter(player=who, event=here[1].division.event_id).update(**CHILDREN[case])
    assert status(url(who)) == 404
    agreed(who, "yes")
    answer = Client().get(url(who))
    assert answer.status_code == 200
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert 'rel="canonical"' not in answer.content.decode()
    assert "og:" not in answer.content.decode()
    agreed(who, "no", "club:elsewhere")
    assert status(url(who)) == 404, "one no counts more than any yes"


def test_whoever_is_guarded_anywhere_has_none_whatever_was_said(here: list[Hall]) -> None:
    who = player(here[0])
    agreed(who, "yes")
    Entrant.objects.filter(player=who, event=here[1].division.event_id).update(age="minor")
    assert status(url(who)) == 404


def test_a_birth_date_told_to_a_club_and_a_school_ask_for_a_yes(here: list[Hall]) -> None:
    who = player(here[0])
    told = PlayerPrivate.objects.create(player=who, scope="club:x", birth_year=2012)
    assert pages.page_of(who) is None
    agreed(who, "yes")
    assert pages.page_of(who) == pages.Page(who.code, True)
    told.delete()
    PlayerPrivate.objects.update(page="")
    Club.objects.filter(pk=who.club_id).update(kind="school")
    assert pages.page_of(who) == pages.Page(who.code, False), "known as an adult at every event"
    Entrant.objects.filter(player=who).update(age="unknown", display_consent=True)
    assert pages.page_of(who) is None


def test_a_merged_number_leads_to_the_page_of_who_stayed_with_all_events(here: list[Hall]) -> None:
    gone, stays = (
        player(here[0]),
        Player.objects.create(number="S-1", given="Ana", surname="Reyes", key="reyes ana"),
    )
    Player.objects.filter(pk=gone.pk).update(merged_into=stays)
    answer = Client().get(url(gone))
    assert answer.status_code == 303
    assert answer["Location"] == url(stays)
    assert "Open 3" in page(url(stays))
    agreed(gone, "no")
    assert status(url(gone)) == 404
    assert status(url(stays)) == 404


def test_two_meet_with_every_game_and_what_it_comes_to(here: list[Hall]) -> None:
    one, other = player(here[0]), player(here[0], 2)
    text = page(f"{url(one)}against/{other.code}/")
    turned = page(f"{url(other)}against/{one.code}/")
    for shown in (text, turned):
        assert all(f"Open {number}" in shown for number in (1, 2, 3))
    met = career.against(gathering.career(one.pk).entries, other.pk)
    assert met is not None
    with clock.at(clock.now() + 2 * single_flight.STALE):
        stays = Player.objects.create(number="S-2", given="Ana", surname="Reyes", key="reyes ana")
        Player.objects.filter(pk=other.pk).update(merged_into=stays)
        assert career.against(gathering.career(one.pk).entries, stays.pk) is not None, (
            "a merge counts at once"
        )
        Player.objects.filter(pk=other.pk).update(merged_into=None)
    cache.clear()
    assert td.record(met.wins, met.games) in text
    assert td.record(2 * met.games - met.wins, met.games) in turned
    assert url(other) in text
    assert status(f"{url(one)}against/{one.code}/") == 404
    assert status(f"{url(one)}against/bcdfghjkmn/") == 404
    assert other.code in page(f"{url(one)}against/")
    agreed(other, "no")
    assert status(f"{url(one)}against/{other.code}/") == 404
    assert other.code not in page(f"{url(one)}against/")
    assert other.surname not in page(f"{url(one)}against/")


def test_the_club_forgets_a_member_but_not_that_they_want_no_page(here: list[Hall]) -> None:
    who, home = player(here[0]), f.club("lipa")
    ctx = club_context(f.officer(home), home, "web")
    row = ClubMember.objects.create(club=home.club, player=who, number="7")
    members.edit_private(ctx, row, **{**NONE, "guardian": "Lola"}, page="no")
    assert status(url(who)) == 404
    members.remove_member(ctx, row)
    kept = PlayerPrivate.objects.get(player=who, scope=home.scope_key)
    assert (kept.page, kept.guardian) == ("no", "")
    assert status(url(who)) == 404


def test_nine_events_cost_as_many_statements_as_two() -> None:
    def statements(count: int) -> int:
        where = url(player(seasons(count)[0]))
        cache.clear()
        with CaptureQueriesContext(connection) as asked:
            page(where)
        return len(asked)

    assert statements(2) == statements(9)

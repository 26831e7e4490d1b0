"""The demo of a new installation: it shows it all, says what it is, keeps to itself, and goes without a trace."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from core import canonical
from lexicon_admin.models import Edition, Lexicon
from tdapp.clubs.models import Season
from tdapp.clubs.seasons import gathering
from tdapp.demo import commands
from tdapp.demo.making import cast, hours, season
from tdapp.desk.models import Certificate, Claim, Finalisation, Result, TableQuestion
from tdapp.events.entries import roster
from tdapp.events.entries.commands.entrants import place
from tdapp.events.models import Entrant, Event, Membership, Round
from tdapp.events.models.hall import Announcement, DayPlan
from tdapp.events.setup.commands.editing import edit_event
from tdapp.interchange.archives.importing import import_archive
from tdapp.interchange.entering import existing_people
from tdapp.interchange.event_file.writing import archive
from tdapp.interchange.federation import making as federation
from tdapp.interchange.roster import RosterRow
from tdapp.judging.models import Call
from tdapp.kernel import clock, context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import AuditEntry, User
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.people import officers, registry
from tdapp.people.models import Club, ClubHome, ClubMember, Officer, Player, RatingList, RatingValue
from tdapp.ratings.identity.suspects import suspects
from tdapp.ratings.keeping import overview
from tdapp.ratings.models import RatingChange
from tdapp.ratings.runs import planning
from tdapp.scoresheets.access import sheets
from tests import factories as f

pytestmark = pytest.mark.django_db
Demo = tuple[Event, Event]
PROGRAM = context.system(via="cli")


def test_nothing_in_it_breaks_an_invariant_and_its_log_tells_of_every_row(demo: Demo) -> None:
    for event in demo:
        said = StringIO()
        call_command("check_event", event.slug, stdout=said)
        assert "all invariants hold" in said.getvalue()


def test_last_month_is_over_in_every_way(demo: Demo) -> None:
    _here, over = demo
    division = over.divisions.get()
    assert {row.status for row in division.rounds.all()} == {"closed"}
    assert (division.released_round, division.rounds_planned) == (7, 7)
    assert Finalisation.objects.get(division=division).awards
    assert Certificate.objects.filter(event=over).count() == season.THEN
    assert over.ends_on < clock.today() - timedelta(days=20)


def test_today_is_in_round_4_of_two_divisions_with_one_of_each_thing_a_desk_meets(demo: Demo) -> None:
    here, _over = demo
    for division in here.divisions.all():
        states = division.rounds.order_by("number").values_list("status", flat=True)
        assert list(states) == ["closed", "closed", "closed", "published"]
        assert division.released_round == 3
        assert 0 < Result.objects.filter(table__round__division=division, table__round__number=4).count() < 10
    asked = TableQuestion.objects.filter(table__round__division__event=here, resolved_at=None)
    assert [one.kind for one in asked] == [TableQuestion.Kind.PHONES]
    assert Claim.objects.filter(table=asked[0].table, state=Claim.State.STANDS).count() == 2
    assert [one.state for one in Call.objects.filter(table__round__division__event=here)] == ["waiting"]
    assert Announcement.objects.filter(event=here, until=None).count() == 1
    assert here.hall_screens.count() == 1


def test_one_sheet_is_complete_and_its_result_one_has_a_slip_and_no_result(demo: Demo) -> None:
    here, _over = demo
    whole, wrong = sheets().filter(table__round__division__event=here).order_by("table__round__number")
    assert (whole.status, whole.errors, whole.released_at is not None) == ("finished", 0, True)
    result = Result.objects.get(table=whole.table, in_force=True)
    assert whole.totals == [line.score for line in result.lines.order_by("seat")]
    assert (wrong.status, wrong.table.round.number, wrong.table.results.count()) == ("open", 4, 0)
    assert wrong.errors > 0


@pytest.mark.parametrize("hour", [0, 5, 9, 14, 23])
def test_it_is_planned_at_sane_hours_and_nothing_is_stamped_later_than_now(hour: int) -> None:
    now = datetime(2026, 11, 22, hour, 10, tzinfo=timezone.get_default_timezone())
    then, day = hours.last_month(now), hours.today(now)
    assert (then.day.weekday(), day.day) == (5, date(2026, 11, 22))
    assert timedelta(days=28) <= day.day - then.day < timedelta(days=35)
    assert day.ends(3) < day.begins(4) < now
    assert now - day.begins(4) < timedelta(minutes=30)
    assert [one.hour in range(8, 17) for one in hours.BEGINS] == [True] * 7


def test_its_day_plan_is_read_as_people_write_one(demo: Demo) -> None:
    for event in demo:
        assert DayPlan.objects.get(event=event).line == hours.DAY_PLAN


def test_whoever_keeps_the_installation_directs_it(demo: Demo, operator: User) -> None:
    for event in demo:
        assert list(Membership.objects.filter(event=event).values_list("user", "role")) == [
            (operator.pk, "director")
        ]


def test_what_the_program_did_is_said_in_the_language_of_the_page(demo: Demo, operator: User) -> None:
    browser = Client(headers={"accept-language": "fil"})
    browser.force_login(operator)
    for path in ("", "sheets/", "open/round/4/"):
        page = browser.get(f"/e/demo/{path}").content.decode()
        assert "The program" not in page
        assert "first meeting" not in page
    assert "Ang programa" in browser.get("/e/demo/").content.decode()


def test_a_club_runs_it_with_a_page_a_season_and_members(demo: Demo, operator: User) -> None:
    home = ClubHome.objects.get()
    assert {event.host_id for event in demo} == {home.club_id}
    assert officers.roles_at(operator, home.club_id) == {"club-officer"}
    assert sum(row.lapsed_on(clock.today()) for row in ClubMember.objects.all()) == 1
    page = Client().get("/clubs/demo-club/").content.decode()
    told_now = gathering.found(Season.objects.get())
    leader = told_now.names[told_now.lines[0].player]
    for told in (*(event.name for event in demo), f"{leader}</a>"):
        assert told in page, told
    season = Client().get(f"/clubs/demo-club/seasons/{Season.objects.get().slug}/").content.decode()
    assert demo[1].name in season
    assert ">20</td>" in season, "what a first place is worth"


def test_a_visitor_finds_it_in_every_list_marked_and_in_no_calendar_file(demo: Demo) -> None:
    visitor = Client()
    for where in ("/events/", "/calendar/", "/search?q=demo"):
        page = visitor.get(where).content.decode()
        assert demo[0].name in page, where
        assert '<span class="chip chip-plain">Demo' in page, where
    assert b"SUMMARY" not in visitor.get("/calendar.ics").content


def test_its_ratings_have_a_past_and_no_real_list_or_event_mixes_with_them(demo: Demo) -> None:
    here, over = demo
    own = RatingList.objects.get(demo=True)
    real = RatingList.objects.create(slug="real", name="Real")
    played = f.hall(players=4).division
    steps = RatingChange.objects.filter(run__rating_list=own, run__state="current")
    assert RatingValue.objects.filter(rating_list=own).count() == season.THEN
    assert steps.count() == season.THEN * 5, "four earlier values and the open"
    for rating_list, division in ((real, over.divisions.get()), (own, played)):
        with pytest.raises(Refusal) as refused:
            planning.refuse_unready(rating_list, [division])
        assert refused.value.code == "demo"
    assert {row.event.demo for row in overview.waiting(own)} == {True}
    assert not any(row.event.demo for row in overview.waiting(real))
    with pytest.raises(Refusal, match="go to nobody"):
        federation.make(here, federation.Signature("Ana"))


def test_nobody_of_it_is_known_at_a_real_event(demo: Demo, operator: User) -> None:
    real = f.hall(players=2).event
    Membership.objects.create(event=real, user=operator, role="director")
    ctx = f.acting(operator, real)
    somebody = Player.objects.get(number=cast.NUMBER.format(1))
    assert roster.players_like(ctx, real, somebody.surname) == []
    assert not set(roster.club_names()) & {*cast.CLUBS, *cast.SCHOOLS}
    told = RosterRow(1, surname=somebody.surname, given=somebody.given, member=somebody.number)
    assert existing_people.players(real, [told]) == []
    assert not any(pair.one.number.startswith("DEMO") for pair in suspects())


def test_its_children_are_guarded_as_real_ones_are(demo: Demo) -> None:
    here, _over = demo
    children = Entrant.objects.filter(division__event=here, division__slug="juniors")
    assert all(row.guarded for row in children.select_related("division__event"))
    anybody = Client()
    for page in ("", "standings/", "players/", "results/"):
        text = anybody.get(f"/t/demo/juniors/{page}").content.decode()
        assert "Sanga" in text or page == "results/"
        assert not [row.surname for row in children if f" {row.surname}" in text]


def test_it_keeps_its_name_and_stays_a_demo_when_an_archive_of_it_is_read_back(demo: Demo) -> None:
    _here, over = demo
    with pytest.raises(Refusal, match="keeps its name"):
        edit_event(context.system(over.scope_key), over, name="City Open")
    told = import_archive(
        PROGRAM, Installation(), data=canonical.dumps(archive(over)).encode(), slug="again", name="City Open"
    )
    again = Event.objects.get(slug=told["slug"])
    assert (again.demo, again.name) == (True, over.name)


def test_one_press_takes_it_away_with_all_that_came_with_it_and_nothing_real(
    demo: Demo, operator: User
) -> None:
    real = f.hall(players=4)
    stays = {
        model: set(model._default_manager.values_list("pk", flat=True)) for model in (Event, Round, Player)
    }
    browser = Client()
    browser.force_login(operator)
    assert "Remove the demo" in browser.get("/").content.decode()
    answer = browser.post("/demo/remove", follow=True)
    assert "The demo is removed" in answer.content.decode()
    assert list(Event.objects.all()) == [real.event]
    assert set(Player.objects.values_list("pk", flat=True)) < stays[Player]
    assert not Player.objects.filter(number__startswith="DEMO").exists()
    assert not Club.objects.filter(name__in=[*cast.CLUBS, *cast.SCHOOLS]).exists()
    assert not AuditEntry.objects.filter(scope__regex="^(club|ratings):").exists()
    for gone in (
        RatingList,
        RatingValue,
        RatingChange,
        Lexicon,
        Edition,
        ClubHome,
        Season,
        ClubMember,
        Officer,
    ):
        assert not gone._default_manager.exists()
    assert AuditEntry.objects.filter(intent="demo.remove", scope="installation").count() == 1
    with pytest.raises(Refusal, match="no demo here"):
        commands.remove(PROGRAM, Installation())


def test_somebody_real_who_was_entered_in_it_stays_known(demo: Demo) -> None:
    known = registry.player(
        given="Ana", surname="Cruz", number="PH-1", club=registry.club("Tile Club of Cebu")
    )
    real, here = f.hall(players=2).division, demo[0].divisions.get(slug="juniors")
    for division in (real, here):
        place(division, known, rating=0, house=False, extras={})
    commands.remove(PROGRAM, Installation())
    assert [row.division for row in known.entries.all()] == [real]


def test_who_may_not_make_events_has_no_button_and_is_refused(demo: Demo) -> None:
    here, _over = demo
    clerk = f.user("clerk")
    Membership.objects.create(event=here, user=clerk, role="clerk")
    browser = Client()
    browser.force_login(clerk)
    page = browser.get("/e/demo/").content.decode()
    assert "data-demo" in page
    assert "Remove the demo" not in page
    assert browser.post("/demo/remove").status_code == 403
    assert Event.objects.filter(demo=True).count() == 2


def test_a_second_one_is_refused_and_the_command_does_nothing(demo: Demo) -> None:
    with pytest.raises(Conflict, match="There is a demo already"):
        commands.make_later(PROGRAM, Installation())
    said = StringIO()
    call_command("create_demo", "--json", stdout=said)
    assert '"created":false' in said.getvalue()
    assert Event.objects.filter(demo=True).count() == 2


def test_a_visitor_finds_what_is_on_their_table_and_the_results_on_the_first_page(demo: Demo) -> None:
    text = Client().get("/").content.decode()
    on, over = text.index("On now"), text.index(">Results<")
    assert on < text.index("Demo: Kuwadro Cup") < over < text.index("Demo: Titik Open")
    for where in (
        "/t/demo/find",
        "/t/demo/open/",
        "/t/demo/juniors/standings/",
        "/t/demo-open/open/standings/",
    ):
        assert where in text
    for where in ("/t/demo/", "/t/demo/find?q=nobody", "/t/demo-open/open/standings/", "/ratings/demo/"):
        assert b"data-demo" in Client().get(where).content

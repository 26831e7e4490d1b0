"""Creating an event from a kind, cloning one, changing its settings."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tdapp.events.models import Division, Event, Membership
from tdapp.events.rules import rulesets
from tdapp.kernel.models import User
from tests import factories
from tests.events.pages import fields, signed_in, story, text

pytestmark = pytest.mark.django_db


def operator() -> tuple[Client, User]:
    who = factories.user(operator=True)
    return signed_in(who), who


def test_a_member_who_is_no_operator_is_told_that_events_are_not_his_to_create() -> None:
    here = story()
    assert here.alice.get("/new").status_code == 403
    assert here.alice.post("/new", {"preset": "casual"}).status_code == 403


def test_creating_starts_with_the_kinds() -> None:
    shown = text(operator()[0].get("/new"))
    assert "PSPA open" in shown
    assert "?preset=school-divisions" in shown


def test_a_preset_needs_only_a_name_and_a_day() -> None:
    client, who = operator()
    sent = fields(client.get("/new?preset=school-divisions")) | {
        "name": "School Day",
        "starts_on": "2026-03-14",
    }
    answer = client.post("/new", sent)
    event = Event.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/e/{event.slug}/entries/")
    assert [row.name for row in event.divisions.all()] == ["Elementary", "High school", "College"]
    assert all(
        row.school and row.avoid_clubs and row.rating_kind == "unrated" for row in event.divisions.all()
    )
    assert Membership.objects.get(event=event, user=who).role == "director"


@pytest.mark.parametrize(
    ("preset", "desk", "chosen", "policies"),
    [
        ("pspa-open", "alone", {}, ["single"]),
        ("pspa-open", "more", {}, ["two-people"]),
        ("championship", "more", {}, ["two-slips"]),
        ("championship", "alone", {}, ["single"]),
        ("casual", "more", {}, ["two-people"]),
        ("casual", None, {}, ["single"]),
        ("school-divisions", "alone", {"d2-confirm_policy": "two-slips"}, ["single", "two-slips", "single"]),
    ],
)
def test_who_is_alone_at_the_desk_needs_nobody_else_for_a_result(
    preset: str, desk: str | None, chosen: dict[str, str], policies: list[str]
) -> None:
    client, _who = operator()
    sent = fields(client.get(f"/new?preset={preset}")) | {"name": "Cup", "starts_on": "2026-03-14"} | chosen
    client.post("/new", sent | ({"desk": desk} if desk else {}))
    assert list(Event.objects.get().divisions.values_list("confirm_policy", flat=True)) == policies


def test_each_division_may_differ_and_an_emptied_one_is_left_out() -> None:
    client, _who = operator()
    page = client.get("/new?preset=school-divisions")
    # The browser must not hold an emptied name back.
    names = re.findall(r'<input[^>]*name="d\d-name"[^>]*>', text(page))
    assert [" required" in one for one in names] == [False, False, False]
    sent = fields(page) | {
        "name": "School Day", "starts_on": "2026-03-14", "d2-name": "", "d3-plan": "rr 1-3", "d3-spread_cap": "200",
        "d3-starts_rule": "eldest", "d3-ruleset": "set-words", "d3-bye_spread": "0",
    }  # fmt: skip
    client.post("/new", sent)
    rows = Event.objects.get().divisions.values_list(
        "name", "plan", "spread_cap", "starts_rule", "ruleset", "bye_spread"
    )
    assert list(rows) == [
        ("Elementary", "swiss 1-5, koth 6", None, "balanced", "salitaan-competition", 50),
        ("College", "rr 1-3", 200, "eldest", "set-words", 0),
    ]


def test_a_refused_event_keeps_everything_typed_and_names_every_mistake() -> None:
    client, _who = operator()
    sent = fields(client.get("/new?preset=casual")) | {
        "name": "Cup & Saucer", "starts_on": "2026-03-14", "ends_on": "2026-03-01", "d1-plan": "swisss 1-3",
    }  # fmt: skip
    answer = client.post("/new", sent)
    shown = text(answer)
    assert answer.status_code == 422
    assert 'value="Cup &amp; Saucer"' in shown
    assert 'value="swisss 1-3"' in shown
    assert "ends before it starts" in shown
    fixed = client.post("/new", sent | {"ends_on": ""})
    assert "There is no system called" in text(fixed).split("<fieldset")[2]
    assert not Event.objects.exists()


def test_sending_the_same_new_event_twice_makes_one() -> None:
    client, _who = operator()
    sent = fields(client.get("/new?preset=casual")) | {"name": "Cup", "starts_on": "2026-03-14"}
    assert [client.post("/new", sent).status_code for _turn in range(2)] == [303, 303]
    assert Event.objects.count() == 1


def test_balanced_starts_are_marked_as_a_departure_from_the_rulebook() -> None:
    assert "departs from SAL:94" in text(operator()[0].get("/new?preset=pspa-open"))


def test_one_more_division_comes_as_a_fragment_with_its_own_number() -> None:
    shown = text(operator()[0].get("/new/division?preset=casual&n=4"))
    assert 'name="d4-name"' in shown
    assert "n=5" in shown
    assert "<html" not in shown


def test_last_years_event_is_cloned_by_who_belongs_to_it() -> None:
    client, who = operator()
    here = story()
    sent = {"source": here.hall.event.slug, "name": "Open 2027", "starts_on": "2027-03-13"}
    assert client.post("/new/clone", sent).status_code == 422
    Membership.objects.create(event=here.hall.event, user=who, role="viewer")
    assert client.post("/new/clone", sent).status_code == 303
    assert Event.objects.get(name="Open 2027").divisions.get().plan == here.hall.division.plan


def test_a_changed_event_is_saved_and_a_refused_one_keeps_what_was_typed() -> None:
    here = story()
    url = f"{here.base}settings"
    sent = fields(here.alice.get(url)) | {"venue": "Quezon City"}
    assert here.alice.post(url, sent).status_code == 303
    again = fields(here.alice.get(url)) | {"ends_on": "2020-01-01", "venue": "Elsewhere"}
    answer = here.alice.post(url, again)
    assert answer.status_code == 422
    assert 'value="Elsewhere"' in text(answer)
    assert Event.objects.get(pk=here.hall.event.pk).venue == "Quezon City"


def test_what_round_1_fixed_is_shown_as_fixed_and_cannot_be_sent() -> None:
    here = story(rounds=1, frozen_at=factories.clock.now())
    url = f"{here.base}settings/divisions/{here.hall.division.slug}/"
    page = here.alice.get(url)
    assert text(page).count("Fixed since round 1 was posted.") == 6
    sent = fields(page) | {"starts_rule": "drawn", "bye_spread": "77"}
    assert here.alice.post(url, sent).status_code == 303
    row = Division.objects.get(pk=here.hall.division.pk)
    assert (row.starts_rule, row.bye_spread) == (here.hall.division.starts_rule, 77)


def test_when_a_result_counts_may_change_on_a_running_day_and_asks_why() -> None:
    here = story(rounds=1, frozen_at=factories.clock.now())
    url = f"{here.base}settings/divisions/{here.hall.division.slug}/"
    sent = fields(here.alice.get(url)) | {"confirm_policy": "two-slips"}
    refused = here.alice.post(url, sent)
    assert (refused.status_code, "say why it changes when a result counts" in text(refused)) == (422, True)
    again = fields(refused) | {"confirm_policy": "two-slips", "reason": "Slips were printed after all"}
    assert here.alice.post(url, again).status_code == 303
    assert Division.objects.get(pk=here.hall.division.pk).confirm_policy == "two-slips"


def test_an_event_is_put_away_and_brought_back_from_the_first_page() -> None:
    here = story()
    url = f"{here.base}settings/away"
    assert here.alice.post(url, {"typed_name": "open", "reason": "x"}).status_code == 422
    assert here.alice.post(url, {"typed_name": "Open 2026", "reason": "rain"}).status_code == 303
    assert here.alice.get(here.base).status_code == 404
    assert "Bring back" in text(here.alice.get("/"))
    assert here.charlie.post(f"{here.base}back").status_code == 404
    assert here.bob.post(f"{here.base}back").status_code == 403
    here.alice.post(f"{here.base}back")
    assert here.alice.get(here.base).status_code == 200


def test_two_directors_saving_settings_at_once_see_each_other() -> None:
    here = story()
    url = f"{here.base}settings/divisions/{here.hall.division.slug}/"
    mine = fields(here.alice.get(url))
    theirs = mine | {"bye_spread": "75", "idempotency_key": "theirs"}
    assert here.alice.post(url, theirs).status_code == 303
    answer = here.alice.post(url, mine | {"bye_spread": "60", "idempotency_key": "mine"})
    assert answer.status_code == 409
    assert "bye_spread is now 75, you typed 60" in text(answer)
    assert 'value="60"' in text(answer)
    assert Division.objects.get(pk=here.hall.division.pk).bye_spread == 75


def test_two_directors_saving_the_event_at_once_see_each_other() -> None:
    here = story()
    url = f"{here.base}settings"
    mine = fields(here.alice.get(url))
    assert here.alice.post(url, mine | {"venue": "Cebu", "idempotency_key": "theirs"}).status_code == 303
    answer = here.alice.post(url, mine | {"venue": "Davao", "idempotency_key": "mine"})
    assert answer.status_code == 409
    assert "venue is now Cebu, you typed Davao" in text(answer)
    assert Event.objects.get(pk=here.hall.event.pk).venue == "Cebu"


def test_the_order_of_ranking_and_house_rules_are_lines_anybody_can_type() -> None:
    here = story()
    url = f"{here.base}settings/divisions/{here.hall.division.slug}/"
    sent = fields(here.alice.get(url)) | {
        "precedence": "wins, head_to_head spread", "overrides": "timer.overrun = points\n\ntimer.seconds=150",
    }  # fmt: skip
    assert here.alice.post(url, sent).status_code == 303
    row = Division.objects.get(pk=here.hall.division.pk)
    assert row.precedence == ["wins", "head_to_head", "spread"]
    assert row.overrides == ["timer.overrun=points", "timer.seconds=150"]
    page = here.alice.get(url)
    assert (fields(page)["overrun"], fields(page)["stops_at"]) == ("points", "")
    assert "timer.seconds=150" in text(page)
    assert "timer.overrun=points" not in text(page), "it stands in its field"


@pytest.mark.parametrize(
    ("field", "typed", "named"),
    [
        ("precedence", "wins, luck", "luck"),
        ("overrides", "rack.sise = 9", "rack.sise"),
        ("overrides", "rack.size = many", "rack.size"),
        ("overrides", "a rule", "a rule"),
    ],
)
def test_a_ranking_or_house_rule_that_is_none_is_named_and_nothing_is_lost(
    field: str, typed: str, named: str
) -> None:
    here = story()
    url = f"{here.base}settings/divisions/{here.hall.division.slug}/"
    answer = here.alice.post(url, fields(here.alice.get(url)) | {field: typed})
    assert answer.status_code == 422
    assert named in text(answer)
    assert typed in text(answer)


def test_the_rule_sheet_shows_every_rule_with_its_source_and_what_departs_from_the_book() -> None:
    here = story(overrides=["timer.overrun=points"])
    url = f"{here.base}{here.hall.division.slug}/rules/"
    shown = text(here.bob.get(url))
    assert "SAL:254" in shown
    assert "differs from the book: set for this event" in shown
    assert "unconfirmed:" in shown
    assert shown.partition('class="board"')[2].count("<rect") == 19 * 19
    assert here.charlie.get(url).status_code == 404


@pytest.mark.parametrize(
    ("starts", "ruleset", "said"),
    [
        ("balanced", "salitaan-competition", "instead of SAL:94"),
        ("eldest", "salitaan-competition", "The eldest player goes first."),
        ("drawn", "bisonte", "BIS:15"),
        ("drawn", "salitaan-competition", "instead of SAL:94"),
    ],
)
def test_the_rule_sheet_tells_who_starts_here(starts: str, ruleset: str, said: str) -> None:
    here = story(starts_rule=starts, ruleset=ruleset)
    assert said in text(here.bob.get(f"{here.base}{here.hall.division.slug}/rules/"))


def test_what_running_over_costs_and_what_stops_the_clock_are_chosen_and_not_typed() -> None:
    client, _who = operator()
    sent = fields(client.get("/new?preset=pspa-open")) | {
        "name": "Cup", "starts_on": "2026-03-14", "d1-overrun": "points", "d1-stops_at": "tiles_laid",
        "d1-overrides": "timer.seconds=150",
    }  # fmt: skip
    assert client.post("/new", sent).status_code == 303
    row = Division.objects.get()
    assert row.overrides == ["timer.seconds=150", "timer.overrun=points", "timer.stops_at=tiles_laid"]
    timer = rulesets.of_division(row).timer
    assert (timer.overrun, timer.stops_at, timer.seconds) == ("points", "tiles_laid", 150)
    assert fields(client.get("/new?preset=pspa-open"))["d1-overrun"] == "", (
        "nobody decides it for the director"
    )


def test_a_rule_chosen_one_way_and_written_another_is_asked_about() -> None:
    client, _who = operator()
    sent = fields(client.get("/new?preset=pspa-open")) | {
        "name": "Cup", "starts_on": "2026-03-14", "d1-overrun": "points", "d1-overrides": "timer.overrun = record",
    }  # fmt: skip
    answer = client.post("/new", sent)
    assert answer.status_code == 422
    assert "timer.overrun is chosen above as points; the line says record" in text(answer)
    client.post("/new", sent | {"d1-overrides": "timer.overrun = points"})
    assert Division.objects.get().overrides == ["timer.overrun=points"]


def test_a_casual_event_asks_which_book_and_takes_the_family_rules() -> None:
    client, _who = operator()
    page = client.get("/new?preset=casual")
    assert fields(page)["d1-ruleset"] == "salitaan-family"
    more = "More: rules, rating"
    assert "d1-ruleset" in text(page).partition(more)[0]
    client.post("/new", fields(page) | {"name": "Afternoon", "starts_on": "2026-03-14"})
    assert Division.objects.get().ruleset == "salitaan-family"
    assert "d1-ruleset" not in text(client.get("/new?preset=pspa-open")).partition(more)[0]

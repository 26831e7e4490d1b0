"""Creating, cloning and changing events and divisions: tables of what is taken and what is refused."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tdapp.events import access
from tdapp.events.log.commands.log import begin
from tdapp.events.models import Division, Event, Membership
from tdapp.events.setup.commands import creating, editing
from tdapp.events.setup.presets import PRESETS
from tdapp.kernel import audit
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context, system
from tdapp.kernel.models import AuditEntry, User
from tdapp.kernel.refusals import Missing, NotAllowed, Refusal
from tests import factories

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 14)


def operator() -> tuple[Context, User]:
    user = factories.user(operator=True)
    return access.installation_context(user, "web"), user


def create(**values: Any) -> dict[str, Any]:
    ctx, _user = operator()
    facts = {"name": "Manila Open", "starts_on": DAY} | values
    answer: dict[str, Any] = creating.create_event(ctx, Installation(), **facts)
    return answer


def director_of(event: Event) -> Context:
    return factories.acting(factories.member(event, "director"), event)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_makes_an_event_that_stands(preset: str) -> None:
    answer = create(preset=preset)
    event = Event.objects.get(slug=answer["slug"])
    wanted = PRESETS[preset]
    assert [row.name for row in event.divisions.all()] == [str(name) for name in wanted.divisions]
    assert event.school == wanted.school
    assert all(row.rounds_planned > 0 and row.seed >= 0 for row in event.divisions.all())


def test_where_schools_play_mates_are_kept_apart_unless_somebody_says_otherwise() -> None:
    kinds = [
        {"name": "Kids", "school": True},
        {"name": "Mixed", "school": True, "avoid_clubs": False},
        {"name": "Open"},
    ]
    create(divisions=kinds)
    assert list(Division.objects.order_by("order").values_list("avoid_clubs", flat=True)) == [
        True,
        False,
        False,
    ]


def test_the_creator_becomes_director_and_both_logs_begin() -> None:
    ctx, user = operator()
    answer = creating.create_event(ctx, Installation(), name="Manila Open", starts_on=DAY)
    event = Event.objects.get(slug=answer["slug"])
    assert Membership.objects.get(event=event).user == user
    assert AuditEntry.objects.filter(scope=event.scope_key).get().intent == "event.create"
    assert audit.broken(event.scope_key) == audit.broken("installation") == []


def test_divisions_get_table_ranges_that_do_not_meet() -> None:
    create(divisions=[{"name": "Open"}, {"name": "Novice"}, {"name": "Masters"}])
    ranges = list(Division.objects.order_by("order").values_list("table_first", "table_last"))
    assert ranges == [(1, 50), (51, 100), (101, 150)]


@pytest.mark.parametrize(
    ("values", "code", "said"),
    [
        ({"name": "  "}, "bad-event", "needs a name"),
        ({"slug": "new"}, "bad-event", "cannot be used"),
        ({"name": "!!!"}, "bad-event", "cannot be used"),
        ({"name": "x" * 121}, "bad-event", "120 characters"),
        ({"venue": "x" * 161}, "bad-event", "160 characters"),
        ({"ends_on": date(2026, 3, 13)}, "bad-event", "ends before it starts"),
        ({"preset": "olympics"}, "unknown-preset", "olympics"),
        ({"divisions": [{"name": ""}]}, "bad-division", "needs a name"),
        ({"divisions": [{"name": "Entries"}]}, "bad-division", "cannot have the short name"),
        ({"divisions": [{"name": "A"}, {"name": "a"}]}, "division-taken", "already a division"),
        ({"divisions": [{"name": "A", "plan": "swisss 1-3"}]}, "bad-division", "swisss"),
        ({"divisions": [{"name": "A", "ruleset": "chess"}]}, "bad-division", "chess"),
        ({"divisions": [{"name": "A", "starts_rule": "loser"}]}, "bad-division", "starts_rule"),
        ({"divisions": [{"name": "A", "confirm_policy": "nobody"}]}, "bad-division", "confirm_policy"),
        ({"divisions": [{"name": "A", "spread_cap": 0}]}, "bad-division", "spread_cap"),
        ({"divisions": [{"name": "A", "forfeit_spread": 50}]}, "bad-division", "forfeit_spread"),
        ({"divisions": [{"name": "A", "bye_spread": True}]}, "bad-division", "bye_spread"),
        ({"divisions": [{"name": "A", "precedence": ["luck"]}]}, "bad-division", "luck"),
        ({"divisions": [{"name": "A", "colour": "red"}]}, "bad-division", "colour"),
        ({"divisions": [{"name": "A", "table_first": 9, "table_last": 8}]}, "bad-division", "above the last"),
        (
            {"divisions": [{"name": "A"}, {"name": "B", "table_first": 40, "table_last": 60}]},
            "bad-division", "unique in the hall",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_created_is_refused_whole(values: dict[str, Any], code: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        create(**values)
    assert refused.value.code == code
    assert said in str(refused.value)
    assert not Event.objects.exists()
    assert not Division.objects.exists()


def test_every_mistake_of_a_division_is_named_at_once() -> None:
    with pytest.raises(Refusal) as refused:
        create(divisions=[{"name": "", "plan": "x", "bye_spread": 900, "rating_kind": "gold"}])
    assert len(refused.value.sentences) >= 4


def test_a_taken_short_name_is_refused_with_a_sentence() -> None:
    create(slug="open")
    with pytest.raises(Refusal, match="open is taken"):
        create(slug="open")


def test_who_is_no_operator_creates_nothing() -> None:
    ctx = access.installation_context(factories.user(), "web")
    with pytest.raises(NotAllowed):
        creating.create_event(ctx, Installation(), name="Mine", starts_on=DAY)
    assert not Event.objects.exists()


def test_a_clone_has_the_same_divisions_nobody_in_it_and_fresh_lots() -> None:
    ctx, _user = operator()
    here = factories.hall(players=6, rounds=1, bye_spread=75, spread_cap=300, room="Annex")
    answer = creating.clone_event(
        ctx, Installation(), source=here.event, name="Open 2027", starts_on=date(2027, 3, 13)
    )
    twin = Event.objects.get(slug=answer["slug"])
    row = twin.divisions.get()
    assert (row.bye_spread, row.spread_cap, row.room, row.plan) == (75, 300, "Annex", here.division.plan)
    assert (row.frozen_at, row.ruleset_hash) == (None, "")
    assert row.seed != here.division.seed
    assert not twin.entrants.exists()
    assert not row.rounds.exists()


def test_editing_an_event_says_before_and_after() -> None:
    here = factories.hall()
    editing.edit_event(here.as_(here.director), here.event, name="Open and more", venue="Manila")
    entry = AuditEntry.objects.get(intent="event.edit")
    assert entry.payload["before"]["name"] == "Open 2026"
    assert entry.payload["after"]["venue"] == "Manila"


@pytest.mark.parametrize(
    "values",
    [{"name": ""}, {"ends_on": date(2020, 1, 1)}, {"slug": "other"}, {"sequence": 1}, {"venue": "x" * 200}],
    ids=str,
)
def test_an_event_cannot_be_changed_into_nonsense(values: dict[str, Any]) -> None:
    here = factories.hall()
    with pytest.raises(Refusal):
        editing.edit_event(here.as_(here.director), here.event, **values)
    assert Event.objects.get(pk=here.event.pk).name == "Open 2026"


def test_changing_who_is_guarded_makes_every_public_page_new() -> None:
    here = factories.hall()
    before = here.division.version
    editing.edit_event(here.as_(here.director), here.event, school=True)
    assert Division.objects.get(pk=here.division.pk).version == before + 1


def test_an_event_is_put_away_only_by_its_name_and_can_come_back() -> None:
    here = factories.hall()
    ctx = here.as_(here.director)
    with pytest.raises(Refusal, match="exactly"):
        editing.delete_event(ctx, here.event, typed_name="open 2026", reason="test")
    editing.delete_event(ctx, here.event, typed_name="Open 2026", reason="rained out")
    assert Event.objects.get(pk=here.event.pk).deleted_at is not None
    editing.undelete_event(ctx, here.event)
    assert Event.objects.get(pk=here.event.pk).deleted_at is None


def test_a_deputy_cannot_put_the_event_away() -> None:
    here = factories.hall()
    deputy = factories.acting(factories.member(here.event, "deputy"), here.event)
    with pytest.raises(NotAllowed):
        editing.delete_event(deputy, here.event, typed_name="Open 2026", reason="x")


FROZEN = [
    ("ruleset", "set-words"), ("starts_rule", "eldest"), ("overrides", {"a.b": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), FROZEN)
def test_what_round_1_fixed_cannot_change(name: str, value: Any) -> None:
    here = factories.hall(frozen_at=factories.clock.now())
    with pytest.raises(Refusal) as refused:
        editing.edit_division(here.as_(here.director), here.division, **{name: value})
    assert refused.value.code == "frozen"
    assert name in str(refused.value)


def test_who_confirms_changes_after_round_1_with_a_reason_only() -> None:
    here = factories.hall(frozen_at=factories.clock.now())
    ctx = here.as_(here.director)
    for reason in ("", "  "):
        with pytest.raises(Refusal) as refused:
            editing.edit_division(ctx, here.division, confirm_policy="two-people", reason=reason)
        assert refused.value.code == "no-reason"
    editing.edit_division(ctx, here.division, confirm_policy="two-people", reason="A helper came")
    assert Division.objects.get(pk=here.division.pk).confirm_policy == "two-people"


def test_the_same_value_is_no_change_of_what_is_fixed() -> None:
    here = factories.hall(frozen_at=factories.clock.now())
    editing.edit_division(here.as_(here.director), here.division, confirm_policy="single", bye_spread=60)
    assert Division.objects.get(pk=here.division.pk).bye_spread == 60


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ("swiss 1-8", None),
        ("swiss 1-2, koth 3-7", None),
        ("koth 1-7", "plan-published"),
        ("swiss 1", "plan-too-short"),
    ],
)
def test_the_plan_changes_only_behind_what_is_published(plan: str, code: str | None) -> None:
    here = factories.hall(players=8, rounds=2)
    ctx = here.as_(here.director)
    if code is None:
        editing.edit_division(ctx, here.division, plan=plan)
        assert Division.objects.get(pk=here.division.pk).plan == plan
        return
    with pytest.raises(Refusal) as refused:
        editing.edit_division(ctx, here.division, plan=plan)
    assert refused.value.code == code
    assert Division.objects.get(pk=here.division.pk).plan == "swiss 1-7"


def test_a_division_is_added_over_the_events_preset() -> None:
    event = Event.objects.get(slug=create(preset="championship")["slug"])
    creating.add_division(director_of(event), event, name="Novice")
    row = event.divisions.get(slug="novice")
    assert (row.confirm_policy, row.rounds_planned) == ("two-slips", 15)


def test_a_division_of_another_event_is_missing() -> None:
    here, there = factories.hall(), factories.hall()
    with pytest.raises(Missing):
        editing.edit_division(here.as_(here.director), there.division, name="Mine")


def test_a_name_without_a_latin_letter_gets_a_short_name_by_its_day() -> None:
    names = [
        create(name="\u65e5\u672c\u5927\u4f1a", divisions=[{"name": "\u4e00"}])["slug"] for _turn in range(3)
    ]
    assert names == ["event-2026-03-14", "event-2026-03-14-2", "event-2026-03-14-3"]
    assert Division.objects.filter(event__slug=names[0]).get().slug == "division-1"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"name": "  "}, "needs a name"),
        ({"ends_on": date(2020, 1, 1)}, "cannot end before it starts"),
        ({"starts_on": date(1815, 1, 1)}, "1815"),
    ],
)
def test_an_event_is_not_changed_into_one_that_cannot_be(values: dict[str, Any], said: str) -> None:
    here = factories.hall()
    with pytest.raises(Refusal, match=said) as refused:
        editing.edit_event(here.as_(here.director), here.event, **values)
    assert refused.value.code == "bad-event"


def test_a_division_is_not_changed_into_one_that_cannot_be() -> None:
    here = factories.hall()
    with pytest.raises(Refusal) as refused:
        editing.edit_division(here.as_(here.director), here.division, spread_cap=0)
    assert refused.value.code == "bad-division"


@pytest.mark.parametrize("values", [{"name": "Nationals"}, {"public": True}])
def test_a_rehearsal_is_neither_renamed_nor_made_public(values: dict[str, Any]) -> None:
    here = factories.hall()
    Event.objects.filter(pk=here.event.pk).update(extras={"notices": {"rehearsal": {"kind": "rehearsal"}}})
    with pytest.raises(Refusal, match="A rehearsal keeps its name"):
        editing.edit_event(here.as_(here.director), here.event, **values)


def test_the_log_begins_once() -> None:
    here = factories.hall()
    begin(here.as_(here.director), here.event)
    with pytest.raises(Refusal, match="tells of its rows already"):
        begin(here.as_(here.director), here.event)


def test_an_event_made_out_of_sight_is_not_shown_under_a_name_taken_meanwhile() -> None:
    staged = creating.stage_event(
        name="Cup", slug="cup", starts_on=date(2026, 3, 14), divisions=[{"name": "Open"}]
    )
    factories.event("cup")
    with pytest.raises(Refusal) as refused:
        creating.reveal(system(), staged)
    assert refused.value.code == "slug-taken"

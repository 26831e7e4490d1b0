"""Entering, changing, moving and removing players; what is private stays apart."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tdapp.events.entries.commands import entrants
from tdapp.events.models import Division, Entrant, Presence
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, Missing, NotAllowed, Refusal
from tdapp.people import registry
from tdapp.people.models import Player, PlayerPrivate
from tests import factories
from tests.factories import Hall
from tests.kept import first
from tests.needles import standing

pytestmark = pytest.mark.django_db
whole, ready = first(factories.hall, players=2, rounds=0)


def add(here: Hall, **values: Any) -> Entrant:
    facts = {"surname": "Reyes", "given": "Ana"} | values
    answer = entrants.add_entrant(here.as_(here.director), here.division, **facts)
    return Entrant.objects.get(pk=answer["id"])


def test_at_a_desk_taken_over_by_pin_nobody_tells_consent_or_private_data() -> None:
    here = factories.hall(players=2, rounds=0)
    ctx = replace(here.as_(here.director), by_pin=True)
    told: list[dict[str, Any]] = [
        {"consent": True}, {"guardian": "Gloria"}, {"contact": "0917"}, {"birth_year": 2015},
        {"birth_date": date(2015, 7, 14)},
    ]  # fmt: skip
    for facts in told:
        with pytest.raises(NotAllowed, match="A PIN does not open this"):
            entrants.add_entrant(ctx, here.division, surname="Reyes", **facts)
    row = one(here)
    with pytest.raises(Refusal, match="no display_consent"):
        entrants.edit_entrant(ctx, row, seen=row.version, display_consent=True)
    assert not Entrant.objects.filter(display_consent=True).exists()
    assert entrants.add_entrant(ctx, here.division, surname="Reyes")["number"] == 3


def one(here: Hall, number: int = 1) -> Entrant:
    return Entrant.objects.select_related("division__event", "player").get(
        division=here.division, number=number
    )


def test_a_walk_in_gets_the_next_number_and_a_temporary_member_number() -> None:
    here = factories.hall(players=4, rounds=0)
    row = add(here, club="Cebu Word Club", rating=1500, team="A", klass="U20", fixed_table=3)
    assert (row.number, row.rating, row.team, row.klass, row.fixed_table) == (5, 1500, "A", "U20", 3)
    assert row.player is not None
    assert row.player.is_temporary
    assert row.checked_in_at is None


def test_a_walk_in_who_is_there_is_checked_in_at_once() -> None:
    assert add(factories.hall(rounds=0), arrived=True).checked_in_at is not None


def test_two_people_of_one_name_stay_two() -> None:
    here = factories.hall(players=2, rounds=0)
    first, second = add(here), add(here)
    assert first.player_id != second.player_id


def test_a_member_number_finds_the_player_again_and_the_club_typed_today_counts() -> None:
    here, later = factories.hall(players=2, rounds=0), factories.hall(players=2, rounds=0)
    first = add(here, member_number="PSPA-7", club="Old Club")
    second = add(later, member_number="PSPA-7", club="New Club")
    third = add(factories.hall(players=2, rounds=0), member_number="PSPA-7")
    assert first.player_id == second.player_id == third.player_id
    assert [row.club.name for row in (first, second, third) if row.club] == [
        "Old Club",
        "New Club",
        "Old Club",
    ]


def test_a_member_number_under_another_name_is_refused_and_nobody_is_made() -> None:
    here = factories.hall(players=2, rounds=0)
    add(here, member_number="PSPA-7")
    count = Player.objects.count()
    with pytest.raises(Refusal, match="belongs to somebody of another name"):
        add(here, member_number="PSPA-7", surname="Santos")
    assert Player.objects.count() == count


def test_the_same_player_is_entered_once_per_event_whatever_the_division() -> None:
    here = factories.hall(players=2, rounds=0)
    add(here, member_number="PSPA-7")
    other = factories.division(here.event, "Novice")
    with pytest.raises(Conflict, match="already entered: Open, number 3") as refused:
        entrants.add_entrant(
            here.as_(here.director), other, surname="Reyes", given="Ana", member_number="PSPA-7"
        )
    assert refused.value.facts["entrant"]["number"] == 3


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"surname": "  "}, "at least one name"),
        ({"rating": 4001}, "rating is 4001"),
        ({"rating": -1}, "rating is -1"),
        ({"fixed_table": 0}, "fixed_table is 0"),
        ({"surname": "x" * 81}, "80 characters"),
        ({"klass": "x" * 21}, "20 characters"),
        ({"missed": "holiday"}, "not scored, forfeit or bye"),
    ],
)
def test_a_bad_entry_is_refused_and_leaves_neither_player_nor_entry(
    values: dict[str, Any], said: str
) -> None:
    here = factories.hall(players=2, rounds=0)
    players = Player.objects.count()
    with pytest.raises(Refusal, match=said):
        add(here, **values)
    assert here.division.entrants.count() == 2
    assert Player.objects.count() == players


@pytest.mark.parametrize("missed", ["unscored", "forfeit", "bye"])
def test_a_late_entry_misses_the_rounds_already_published(missed: str) -> None:
    here = factories.hall(players=4, rounds=2)
    row = add(here, missed=missed)
    gap = row.absences.get()
    assert (gap.first, gap.last, gap.kind, gap.intent) == (1, 2, Presence.Kind.LATE, missed)


def test_private_data_are_stored_apart_and_never_logged() -> None:
    here = factories.hall(players=2, rounds=0)
    row = add(
        here, birth_date=date(2014, 5, 6), guardian="Maria Guardian", contact="0917-CANARY", consent=False
    )
    private = PlayerPrivate.objects.get(player=row.player)
    assert (private.birth_date, private.guardian, private.contact) == (
        date(2014, 5, 6), "Maria Guardian", "0917-CANARY",
    )  # fmt: skip
    assert row.age == "minor"
    logged = " ".join(str(entry.__dict__) for entry in AuditEntry.objects.all())
    assert standing(logged, "2014", "Maria Guardian", "0917-CANARY") == []


def test_a_refused_double_entry_logs_no_private_data_either() -> None:
    here = factories.hall(players=2, rounds=0)
    add(here, member_number="PSPA-7")
    with pytest.raises(Conflict):
        add(here, member_number="PSPA-7", birth_date=date(2014, 5, 6), guardian="Maria Guardian")
    logged = " ".join(str(entry.payload) for entry in AuditEntry.objects.all())
    assert standing(logged, "2014", "Maria Guardian") == []


def test_a_player_without_private_data_has_no_private_row() -> None:
    add(factories.hall(players=2, rounds=0))
    assert not PlayerPrivate.objects.exists()


def edit_private(here: Hall, row: Entrant, **values: Any) -> None:
    facts = {"birth_date": None, "birth_year": None, "guardian": "", "contact": "", "consent": False} | values
    entrants.edit_private(here.as_(here.director), row, **facts)


def test_consent_shows_the_full_name_and_taking_it_back_hides_it_again() -> None:
    here = factories.hall(players=2, rounds=0, school=True)
    row = add(here, club="Lipa NHS", birth_year=2014)
    versions = [Division.objects.get(pk=here.division.pk).version]
    for consent, shown in ((True, "Ana Reyes"), (False, "Ana R. (Lipa NHS)")):
        edit_private(here, row, birth_year=2014, consent=consent)
        row = Entrant.objects.select_related("division__event", "club", "player").get(pk=row.pk)
        assert row.public_name == shown
        versions.append(Division.objects.get(pk=here.division.pk).version)
    assert versions == sorted(set(versions))


def test_a_consent_is_kept_with_who_when_and_under_which_notice() -> None:
    here = factories.hall(players=2, rounds=0, school=True)
    row = add(here)
    edit_private(here, row, consent=True)
    stored = PlayerPrivate.objects.get(player=row.player)
    assert (stored.consent, stored.consent_by, stored.notice_version) == (True, here.director.shown_as, "1")
    assert stored.consent_at is not None
    edit_private(here, row, consent=False)
    stored.refresh_from_db()
    assert (stored.consent, stored.consent_by, stored.consent_at) == (False, "", None)


def test_of_a_page_over_all_events_one_says_yes_or_no() -> None:
    with pytest.raises(Refusal) as refused:
        registry.say_page(Player.objects.all()[0], "event:x", "maybe", "Somebody")
    assert refused.value.code == "bad-page"
    assert not PlayerPrivate.objects.exists()


def test_what_is_emptied_on_the_private_page_is_forgotten() -> None:
    here = factories.hall(players=2, rounds=0)
    row = add(here, guardian="Maria", contact="0917", birth_year=2000)
    edit_private(here, row)
    stored = PlayerPrivate.objects.get(player=row.player)
    assert (stored.guardian, stored.contact, stored.birth_year) == ("", "", None)
    assert Entrant.objects.get(pk=row.pk).age == "unknown"


def test_looking_at_private_data_is_logged_and_needs_the_right() -> None:
    here = factories.hall(players=2, rounds=0)
    row = one(here)
    with pytest.raises(NotAllowed):
        entrants.open_private(here.as_(here.clerk), row)
    entrants.open_private(here.as_(here.director), row)
    assert AuditEntry.objects.get(intent="entrant.open_private").actor_name == here.director.shown_as


def test_an_edit_over_a_newer_version_is_refused_with_both_and_loses_nothing() -> None:
    here = factories.hall(players=2, rounds=0)
    row, ctx = one(here), here.as_(here.director)
    entrants.edit_entrant(ctx, one(here), seen=1, rating=1600)
    with pytest.raises(Conflict) as refused:
        entrants.edit_entrant(ctx, row, seen=1, rating=1700)
    assert refused.value.facts["stored"]["rating"] == 1600
    assert refused.value.facts["typed"] == {"rating": 1700}
    assert one(here).rating == 1600
    entrants.edit_entrant(ctx, one(here), seen=2, rating=1700)
    assert one(here).rating == 1700


@pytest.mark.parametrize(
    "values",
    [{"rating": 9000}, {"surname": ""}, {"fixed_table": 5000}, {"seniority": -1}, {"age": "adult"}],
    ids=str,
)
def test_an_entry_cannot_be_changed_into_nonsense(values: dict[str, Any]) -> None:
    here = factories.hall(players=2, rounds=0)
    with pytest.raises(Refusal) as refused:
        entrants.edit_entrant(here.as_(here.director), one(here), seen=1, **values)
    assert refused.value.code == "bad-entry"
    assert one(here).version == 1


def test_an_entry_moves_before_round_1_and_not_after() -> None:
    here = factories.hall(players=2, rounds=0)
    other = factories.division(here.event, "Novice")
    entrants.move_entrant(here.as_(here.director), one(here), to=other)
    assert other.entrants.get().number == 1
    Division.objects.filter(pk=other.pk).update(frozen_at=factories.clock.now())
    with pytest.raises(Refusal, match="round 1"):
        entrants.move_entrant(here.as_(here.director), one(here, 2), to=Division.objects.get(pk=other.pk))


def test_an_entry_cannot_move_into_another_event() -> None:
    here, there = factories.hall(players=2, rounds=0), factories.hall(players=2, rounds=0)
    with pytest.raises(Missing):
        entrants.move_entrant(here.as_(here.director), one(here), to=there.division)


def test_an_entry_that_was_never_paired_can_be_removed_a_paired_one_cannot() -> None:
    here = factories.hall(players=4, rounds=1)
    late = add(here)
    entrants.remove_entrant(here.as_(here.director), late)
    assert here.division.entrants.count() == 4
    with pytest.raises(Refusal, match="withdraw instead") as refused:
        entrants.remove_entrant(here.as_(here.director), one(here))
    assert refused.value.code == "already-paired"


def test_a_removed_player_stays_known_for_the_next_event() -> None:
    here = factories.hall(players=2, rounds=0)
    row = add(here, member_number="PSPA-7")
    entrants.remove_entrant(here.as_(here.director), row)
    assert Player.objects.filter(number="PSPA-7").exists()


def test_seeding_numbers_by_rating_then_name_and_the_eldest_by_birth() -> None:
    here = factories.hall(players=0, rounds=0)
    for surname, rating, year in (("Cruz", 1200, 1990), ("Abad", 1500, None), ("Bato", 1500, 1960)):
        add(here, surname=surname, rating=rating, birth_year=year)
    entrants.seed_division(here.as_(here.director), here.division)
    rows = here.division.entrants.order_by("number").values_list("surname", "number", "seniority")
    assert list(rows) == [("Abad", 1, 0), ("Bato", 2, 1), ("Cruz", 3, 2)]


def test_seeding_is_refused_once_round_1_is_published() -> None:
    here = factories.hall(players=4, rounds=0, frozen_at=factories.clock.now())
    with pytest.raises(Refusal, match="fixed"):
        entrants.seed_division(here.as_(here.director), here.division)


@pytest.mark.parametrize("role", ["clerk", "checker", "viewer"])
def test_only_those_who_look_after_entries_may_enter_players(role: str) -> None:
    here = factories.hall(players=2, rounds=0)
    who = factories.acting(factories.member(here.event, role), here.event)
    with pytest.raises(NotAllowed):
        entrants.add_entrant(who, here.division, surname="Reyes")


def test_what_one_event_was_told_of_a_child_is_not_another_event_s_to_read_or_change() -> None:
    first, second = factories.hall(players=2, rounds=0), factories.hall(players=2, rounds=0)
    facts = {"given": "Ian", "surname": "Abad", "member_number": "Cebu-77"}
    entrants.add_entrant(
        first.as_(first.director),
        first.division,
        **facts,
        birth_date=date(2015, 7, 14),
        guardian="Gloria",
        consent=True,
    )
    entrants.add_entrant(second.as_(second.director), second.division, **facts)
    one, other = (
        Entrant.objects.get(event=hall.event, surname="Abad", given="Ian") for hall in (first, second)
    )
    assert one.player == other.player
    assert registry.private(other.player, other.scope_key).guardian == ""
    assert (other.age, other.display_consent) == ("minor", False)
    entrants.edit_private(
        second.as_(second.director), other,
        birth_date=date(1990, 1, 1), birth_year=None, guardian="Mallory", contact="", consent=True,
    )  # fmt: skip
    kept = registry.private(one.player, one.scope_key)
    assert (kept.birth_date, kept.guardian) == (date(2015, 7, 14), "Gloria")

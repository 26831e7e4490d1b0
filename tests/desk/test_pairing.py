"""Draft, hand edits, publish, recall, as played: through the real commands and the real engine."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tdapp.desk.ledger.pairing_adapter import is_stale
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing import draft_page
from tdapp.desk.pairing.commands import drafting, publishing
from tdapp.desk.pairing.commands.as_played import as_played
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.pairing.pairing_forms import read_places
from tdapp.desk.rehearsal import simulation
from tdapp.desk.rehearsal.invariants import broken
from tdapp.desk.results.commands.results import correct_result, enter_result
from tdapp.events.entries.commands.presence import withdraw
from tdapp.events.entries.commands.wishing import set_wishes
from tdapp.events.models import Division, Round, Slot, Table
from tdapp.kernel import context
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, Missing, NotAllowed, Refusal
from tests import factories
from tests.desk.drafting import draft, numbers, publish

pytestmark = pytest.mark.django_db


def test_a_draft_places_everybody_once_and_gives_every_table_a_reason(hall: tuple[Context, Division]) -> None:
    run = draft(*hall)
    placed = [e for table in run.boards["tables"] for e in table["seats"]] + [
        b["entrant"] for b in run.boards["byes"]
    ]
    assert sorted(placed) == sorted(str(row.pk) for row in hall[1].entrants.all())
    assert len(run.boards["byes"]) == 1
    assert all(table["why"] for table in run.boards["tables"])
    assert run.check_report["valid"]


def test_a_second_press_of_pair_gets_the_draft_that_is_there(hall: tuple[Context, Division]) -> None:
    first = draft(*hall)
    assert drafting.draft_round(hall[0], hall[1], number=1)["existing"]
    assert PairingRun.objects.filter(status="draft").get() == first


def test_pairing_again_keeps_the_old_draft_on_file(hall: tuple[Context, Division]) -> None:
    first = draft(*hall)
    second = draft(*hall, again=True)
    first.refresh_from_db()
    assert first.status == "discarded"
    assert first.boards["tables"] == second.boards["tables"]  # same facts, same seed: same pairings


def test_a_round_beyond_the_plan_is_refused(hall: tuple[Context, Division]) -> None:
    with pytest.raises(Refusal) as refused:
        drafting.draft_round(*hall, number=8)
    assert refused.value.code == "beyond-plan"


def test_why_can_t_i_pair_names_the_tables_and_players_that_are_out(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    round_ = publish(ctx, division)
    simulation.play(ctx, round_, 1, share=0.5)
    with pytest.raises(Refusal) as refused:
        drafting.draft_round(ctx, division, number=2)
    out = round_.tables.exclude(results__isnull=False).order_by("number")
    assert len(refused.value.sentences) == out.count()
    for table, sentence in zip(out, refused.value.sentences, strict=True):
        assert f"table {table.number} " in sentence
        assert table.seats.get(seat=1).entrant.surname in sentence


def test_a_swap_by_hand_is_marked_priced_and_checked(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    run = draft(ctx, division)
    one, other = run.boards["tables"][0]["seats"][0], run.boards["tables"][1]["seats"][0]
    told = drafting.edit_draft(ctx, run, seen=run.version, action="swap", one=one, other=other)
    assert told["boards"]["tables"][0]["by_hand"]
    assert told["boards"]["tables"][1]["by_hand"]
    assert told["check"]["price"]["sentence"]
    assert told["check"]["valid"]


def test_an_edit_on_a_draft_that_moved_on_is_a_conflict(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    run = draft(ctx, division)
    drafting.edit_draft(ctx, run, seen=1, action="turn", table=1)
    with pytest.raises(Conflict):
        drafting.edit_draft(ctx, run, seen=1, action="turn", table=1)


def test_the_rest_is_paired_anew_around_a_locked_table(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    run = draft(ctx, division)
    rows = {str(row.pk): row.number for row in division.entrants.all()}
    ids = {number: pk for pk, number in rows.items()}
    drafting.edit_draft(ctx, run, seen=1, action="pair", one=ids[1], other=ids[2])
    table = next(
        t for t in PairingRun.objects.get(pk=run.pk).boards["tables"] if set(t["seats"]) == {ids[1], ids[2]}
    )
    drafting.edit_draft(ctx, run, seen=2, action="lock", table=table["table"])
    run.refresh_from_db()
    told = drafting.repair_draft(ctx, run, seen=3)
    assert any(set(t["seats"]) == {ids[1], ids[2]} and t["locked"] for t in told["boards"]["tables"])
    assert told["check"]["valid"]


@pytest.mark.parametrize(
    ("action", "what", "code"),
    [
        ("swap", {"one": "nobody", "other": "nobody"}, "not-in-draft"),
        ("turn", {"table": 99}, "no-table"),
        ("fly", {}, "unknown-edit"),
    ],
)
def test_a_senseless_edit_is_refused(
    hall: tuple[Context, Division], action: str, what: dict[str, Any], code: str
) -> None:
    run = draft(*hall)
    with pytest.raises(Refusal) as refused:
        drafting.edit_draft(hall[0], run, seen=1, action=action, **what)
    assert refused.value.code == code


def test_publishing_writes_tables_and_freezes_the_division(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    round_ = publish(ctx, division)
    division.refresh_from_db()
    assert (round_.status, round_.print_version) == ("published", 1)
    assert round_.tables.count() == 4
    assert Slot.objects.filter(round=round_).count() == 9
    assert division.frozen_at is not None
    assert len(division.ruleset_hash) == 64
    assert division.ruleset_frozen["id"] == "salitaan-competition"


def test_a_clerk_may_not_publish(hall: tuple[Context, Division]) -> None:
    run = draft(*hall)
    clerk = Context("user:x", "Clerk", hall[0].scope, frozenset({"clerk"}), "web")
    with pytest.raises(NotAllowed):
        publishing.publish_round(clerk, run, seen=run.version)


def test_another_event_s_director_does_not_see_the_draft(hall: tuple[Context, Division]) -> None:
    run = draft(*hall)
    with pytest.raises(Missing):
        publishing.publish_round(context.system("event:other"), run, seen=run.version)


def test_publishing_twice_is_a_conflict_and_leaves_one_set(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    run = draft(ctx, division)
    publishing.publish_round(ctx, run, seen=1)
    with pytest.raises(Conflict):
        publishing.publish_round(ctx, run, seen=1)
    assert Table.objects.filter(round__division=division).count() == 4


def test_somebody_who_left_after_the_draft_stops_the_publishing_by_name(
    hall: tuple[Context, Division],
) -> None:
    ctx, division = hall
    run = draft(ctx, division)
    leaver = division.entrants.get(number=3)
    withdraw(ctx, leaver, from_round=1, intent="unscored")
    with pytest.raises(Refusal) as refused:
        publishing.publish_round(ctx, run, seen=1)
    assert leaver.listed in str(refused.value)
    run.refresh_from_db()
    assert run.status == "draft"


def test_a_table_number_in_use_by_another_division_stops_the_publishing(
    hall: tuple[Context, Division],
) -> None:
    ctx, division = hall
    other = factories.division(division.event, "Novice", table_first=201, table_last=250)
    factories.entrants(other, 4)
    publish(ctx, other)
    run = draft(ctx, division)
    drafting.edit_draft(ctx, run, seen=1, action="number", table=1, to=201)
    run.refresh_from_db()
    with pytest.raises(Refusal) as refused:
        publishing.publish_round(ctx, run, seen=2)
    assert "201" in str(refused.value)


def test_more_pairs_than_tables_is_refused(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    division.table_last = division.table_first + 1
    division.save()
    with pytest.raises(Refusal) as refused:
        drafting.draft_round(ctx, division, number=1)
    assert refused.value.code == "cannot-pair"
    assert "table" in str(refused.value)


def test_as_played_exchanges_opponents_and_leaves_the_rest(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    round_ = publish(ctx, division)
    tables = list(round_.tables.order_by("number"))
    first, second, third = (numbers(table) for table in tables[:3])
    as_played(
        ctx, round_, reason="sat at the wrong table",
        tables={tables[0].number: [first[0], second[0]], tables[1].number: [first[1], second[1]]},
    )  # fmt: skip
    after = {table.number: numbers(table) for table in round_.tables.all()}
    assert after[tables[0].number] == [first[0], second[0]]
    assert after[tables[1].number] == [first[1], second[1]]
    assert after[tables[2].number] == third
    assert broken(division.event) == []


def test_as_played_lets_a_late_player_meet_the_one_with_the_bye(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    late = division.entrants.get(number=9)
    withdraw(ctx, late, from_round=1, to_round=1, intent="unscored")
    withdraw(ctx, division.entrants.get(number=8), from_round=1, intent="unscored")
    round_ = publish(ctx, division)
    bye = Slot.objects.get(round=round_, kind="bye").entrant
    as_played(ctx, round_, tables={30: [bye.number, 9]}, reason="came five minutes late")
    assert numbers(round_.tables.get(number=30)) == [bye.number, 9]
    assert not Slot.objects.filter(round=round_, kind="bye").exists()


def test_two_no_shows_opponents_are_paired_together(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    round_ = publish(ctx, division)
    one, two = list(round_.tables.order_by("number"))[:2]
    (a, b), (c, d) = numbers(one), numbers(two)
    as_played(
        ctx,
        round_,
        tables={one.number: [a, c], two.number: []},
        absent={b: "forfeit", d: "forfeit"},
        reason="two no-shows",
    )
    assert numbers(round_.tables.get(number=one.number)) == [a, c]
    assert not round_.tables.filter(number=two.number).exists()
    assert Slot.objects.filter(round=round_, kind="forfeit", spread=-50).count() == 2


@pytest.mark.parametrize("line", ["bye %s", "absent %s forfeit", "%s 1 2", "7 %s 2"])
def test_as_played_says_of_a_number_without_end_that_it_is_none(line: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_places(line % ("9" * 5000))
    assert refused.value.code == "bad-places"


@pytest.mark.parametrize(
    ("places", "word"),
    [
        ({"tables": {1: [1, 1]}}, "twice"),
        ({"tables": {1: [1]}}, "2 to 4"),
        ({"tables": {}, "byes": [1]}, "gets none"),
        ({"tables": {1: [1, 77]}}, "77"),
    ],
)
def test_as_played_refuses_what_cannot_be(
    hall: tuple[Context, Division], places: dict[str, Any], word: str
) -> None:
    round_ = publish(*hall)
    with pytest.raises(Refusal) as refused:
        as_played(hall[0], round_, reason="test", **places)
    assert word in str(refused.value)
    assert Slot.objects.filter(round=round_).count() == 9


def test_as_played_never_touches_a_table_with_a_result(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    round_ = publish(ctx, division)
    one, two = list(round_.tables.order_by("number"))[:2]
    enter_result(ctx, one, entry=Entry(scores=(401, 377)))
    (a, b), (c, d) = numbers(one), numbers(two)
    with pytest.raises(Refusal) as refused:
        as_played(ctx, round_, tables={one.number: [a, c], two.number: [b, d]}, reason="swapped")
    assert f"Table {one.number} already has a result" in str(refused.value)


def test_a_correction_after_the_next_round_is_paired_shows_and_changes_no_pairing(
    hall: tuple[Context, Division],
) -> None:
    ctx, division = hall
    first = publish(ctx, division)
    simulation.play(ctx, first, 1)
    close_round(ctx, first)
    second = publish(ctx, division, 2)
    before = [numbers(table) for table in second.tables.all()]
    assert not is_stale(second)
    pairing_of_round_1 = first.tables.filter(results__kind="played").first()
    pairing_of_round_1.refresh_from_db()
    correct_result(
        ctx, pairing_of_round_1, entry=Entry(scores=(111, 444)), seen=1, reason="slip misread", sure=True
    )
    assert is_stale(second)
    assert [numbers(table) for table in second.tables.all()] == before


@pytest.mark.parametrize(
    "players", [2, 3, 8, *(pytest.param(more, marks=pytest.mark.soak) for more in (5, 13))]
)
def test_a_simulated_event_of_any_size_keeps_every_invariant(players: int) -> None:
    field = simulation.Field(players, 3, players, f"Sim {players}", plan="swiss 1-2, koth 3")
    event = simulation.run(field, context.system())
    assert broken(event) == []
    assert event.divisions.get().rounds.filter(status="closed").count() == 3


def test_king_of_the_hill_says_why_rematches_are_there() -> None:
    here = factories.hall(players=2, rounds=1, played=1, plan="swiss 1, koth 2", rounds_planned=2)
    ctx, division = factories.program(here.event), here.division
    close_round(ctx, Round.objects.select_related("division__event").get(division=division))
    shown = draft_page.draft_of(draft(ctx, division, 2))
    assert shown.belongs.startswith("King of the hill: first meets second")


def test_the_last_changes_by_hand_are_taken_back_one_by_one(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    run = draft(ctx, division)
    states = [run.boards]
    first, second = (table["seats"] for table in run.boards["tables"][:2])
    for what in (
        {"action": "swap", "one": first[0], "other": second[0]},
        {"action": "number", "table": 1, "to": 90},
        {"action": "lock", "table": 2},
    ):
        run.refresh_from_db()
        states.append(drafting.edit_draft(ctx, run, seen=run.version, **what)["boards"])
    for known in reversed(states[:-1]):
        run.refresh_from_db()
        assert drafting.undo_edit(ctx, run, seen=run.version)["boards"] == known
    run.refresh_from_db()
    assert (run.edits, run.past) == ([], [])
    with pytest.raises(Refusal) as refused:
        drafting.undo_edit(ctx, run, seen=run.version)
    assert refused.value.code == "nothing-to-undo"


def test_a_rest_paired_anew_is_taken_back_whole(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    run = draft(ctx, division)
    first, second = (table["seats"] for table in run.boards["tables"][:2])
    swapped = drafting.edit_draft(ctx, run, seen=1, action="swap", one=first[0], other=second[0])["boards"]
    run.refresh_from_db()
    drafting.repair_draft(ctx, run, seen=2)
    run.refresh_from_db()
    assert drafting.undo_edit(ctx, run, seen=3)["boards"] == swapped


def test_a_page_compares_a_changed_draft_with_the_best_round_and_prices_a_wish(
    hall: tuple[Context, Division], client: Client
) -> None:
    ctx, division = hall
    run = draft(ctx, division)
    first, second = (table["seats"] for table in run.boards["tables"][:2])
    drafting.edit_draft(ctx, run, seen=1, action="swap", one=first[0], other=second[0])
    client.force_login(factories.member(division.event, "director"))
    where = f"/e/{division.event.slug}/{division.slug}/round/{run.round.number}/"
    page = client.get(where, {"one": first[0], "other": first[1]}).content.decode()
    assert page.count("Compare with the best round") == 1
    assert "Take the last change back" in page
    names = {str(row.pk): row.listed for row in division.entrants.all()}
    assert f"If {names[first[0]]} and {names[first[1]]} meet" in page


def test_a_draft_that_breaks_a_wish_is_published_only_when_somebody_is_sure(
    hall: tuple[Context, Division], client: Client
) -> None:
    ctx, division = hall
    run = draft(ctx, division)
    one, other = run.boards["tables"][0]["seats"]
    numbers_of = {str(row.pk): str(row.number) for row in division.entrants.all()}
    set_wishes(ctx, division, forbidden=f"{numbers_of[one]} {numbers_of[other]}")
    run = PairingRun.objects.select_related("round__division__event").get(pk=run.pk)
    client.force_login(factories.member(division.event, "director"))
    page = client.get(f"/e/{division.event.slug}/{division.slug}/round/1/").content.decode()
    assert "The wishes or prizes were changed" in page
    assert "This draft breaks what was asked" in page
    with pytest.raises(Refusal) as refused:
        publishing.publish_round(ctx, run, seen=1)
    assert refused.value.code == "against-wishes"
    publishing.publish_round(ctx, run, seen=1, sure=True)
    entry = AuditEntry.objects.filter(intent="round.publish", refused="").latest("number")
    assert entry.payload["after"]["against"]


def test_by_hand_a_round_is_proposed_and_every_place_of_it_can_be_changed(
    hall: tuple[Context, Division],
) -> None:
    ctx, division = hall
    Division.objects.filter(pk=division.pk).update(plan="manual 1-7")
    division.refresh_from_db()
    run = draft(ctx, division)
    first, second = (table["seats"] for table in run.boards["tables"][:2])
    told = drafting.edit_draft(ctx, run, seen=1, action="swap", one=first[1], other=second[1])
    assert told["check"]["valid"]
    assert run.request["system"] == "manual"


def test_who_works_on_a_draft_that_was_published_meanwhile_is_told_so(
    hall: tuple[Context, Division], client: Client
) -> None:
    ctx, division = hall
    draft(ctx, division)
    publish(ctx, division)
    client.force_login(factories.member(division.event, "director"))
    where = f"/e/{division.event.slug}/{division.slug}/round/1/edit"
    answer = client.post(where, {"seen": "1", "action": "turn", "table": "1"})
    assert answer.status_code == 409
    assert "Somebody else posted round 1" in answer.content.decode()


def test_a_table_moved_away_from_a_need_is_told_and_priced_before_it_is_published(
    hall: tuple[Context, Division], client: Client
) -> None:
    ctx, division = hall
    set_wishes(ctx, division, access="step-free 1-2: 1")
    run = draft(ctx, division)
    seats = next(table for table in run.boards["tables"] if _needy(division) in table["seats"])
    told = drafting.edit_draft(ctx, run, seen=1, action="number", table=seats["table"], to=9)
    sentence = next(row["sentence"] for row in told["check"]["findings"] if row["code"] == "unsuited_table")
    assert sentence.endswith("needs a table that is step-free (1-2) and sits at table 9.")
    assert told["check"]["price"]["sentences"] == ["worse: one player at a table that does not suit them"]
    client.force_login(factories.member(division.event, "director"))
    page = client.get(f"/e/{division.event.slug}/{division.slug}/round/1/").content.decode()
    assert "This draft breaks what was asked" in page
    assert page.count(sentence) == 3, "above the draft, at its table, and before publishing all the same"
    assert "worse: one player at a table that does not suit them" in page
    assert "Table 1 suits" not in page
    run.refresh_from_db()
    with pytest.raises(Refusal) as refused:
        publishing.publish_round(ctx, run, seen=2)
    assert sentence in refused.value.sentences


def test_a_need_told_after_the_draft_is_held_against_it(
    hall: tuple[Context, Division], client: Client
) -> None:
    ctx, division = hall
    set_wishes(ctx, division, access="step-free 9: 1")
    run = draft(ctx, division)
    set_wishes(ctx, division, access="step-free 9: 2")
    division.refresh_from_db()
    run = PairingRun.objects.select_related("round__division__event").get(pk=run.pk)
    with pytest.raises(Refusal) as refused:
        publishing.publish_round(ctx, run, seen=1)
    assert "needs a table that is step-free (9)" in refused.value.sentences[0]
    client.force_login(factories.member(division.event, "director"))
    page = client.get(f"/e/{division.event.slug}/{division.slug}/round/1/").content.decode()
    assert "The wishes or prizes were changed" in page


def _needy(division: Division) -> str:
    return str(division.entrants.get(number=1).pk)

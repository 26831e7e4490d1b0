"""Entering, confirming, correcting, undoing: every refusal, both sides of a conflict, one row a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import Result
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.results.commands import results
from tdapp.desk.results.commands.results import confirm_result, correct_result, enter_result, undo_result
from tdapp.events.models import Division, Round, Table
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, Missing, NotAllowed, Refusal
from tests import factories as f

pytestmark = pytest.mark.django_db

GAME = Entry(scores=(412, 388))
OTHER = Entry(scores=(401, 377))


def refused(kind: type[Refusal], code: str, call: Callable[[], Any]) -> Refusal:
    """The refusal a call ends in."""
    with pytest.raises(kind) as caught:
        call()
    assert caught.value.code == code
    assert caught.value.sentences
    return caught.value


def rows(hall: f.Hall, number: int) -> list[Result]:
    """Every version of a table's result."""
    return list(
        Result.objects.filter(table__round__division=hall.division, table__number=number).order_by("version")
    )


def two_people(**values: Any) -> f.Hall:
    """A hall where somebody else confirms."""
    return f.hall(8, confirm_policy="two-people", **values)


def test_a_single_person_enters_and_the_result_counts_at_once() -> None:
    hall = f.hall(8)
    told = enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
    (row,) = rows(hall, 1)
    assert (row.in_force, row.is_current, row.version, row.confirmed_name) == (True, True, 1, "Clerk")
    assert (told["scores"], told["confirmed"], told["by"]) == ([412, 388], True, "Clerk")
    assert [line.score for line in row.lines.all()] == [412, 388]


def test_an_entry_is_in_the_log_with_what_was_stored() -> None:
    hall = f.hall(8)
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=Entry(scores=(412, 388), penalties={2: 10}))
    entry = AuditEntry.objects.get(intent="result.enter")
    assert (entry.actor_name, entry.target) == ("Clerk", "open round 1 table 1")
    assert entry.payload["after"]["scores"] == [412, 388]
    assert entry.payload["after"]["penalties"] == {"2": 10}


def test_a_viewer_enters_nothing_and_a_foreign_table_does_not_exist() -> None:
    hall, foreign = f.hall(4), f.hall(4)
    refused(NotAllowed, "not-allowed", lambda: enter_result(hall.as_(hall.viewer), hall.table(1), entry=GAME))
    refused(Missing, "missing", lambda: enter_result(hall.as_(hall.clerk), foreign.table(1), entry=GAME))
    assert not Result.objects.exists()


def test_a_closed_or_unpublished_round_takes_no_result() -> None:
    hall = f.hall(4)
    for status in ("closed", "planned"):
        Round.objects.update(status=status)
        refused(
            Refusal, "round-closed", lambda: enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
        )


def test_a_question_stores_nothing_until_it_is_agreed_to() -> None:
    hall = f.hall(4)
    odd = Entry(scores=(412, 388), spread=30)
    refusal = refused(Refusal, "ask", lambda: enter_result(hall.as_(hall.clerk), hall.table(1), entry=odd))
    assert [q["code"] for q in refusal.facts["questions"]] == ["spread-differs"]
    assert not Result.objects.exists()
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=odd, sure=True)
    assert Result.objects.count() == 1


def test_equal_scores_stop_even_when_agreed_to() -> None:
    hall = f.hall(4)
    even = Entry(scores=(400, 400))
    refused(
        Refusal,
        "equal-scores",
        lambda: enter_result(hall.as_(hall.clerk), hall.table(1), entry=even, sure=True),
    )


def test_the_same_key_answers_the_same_and_stores_once() -> None:
    hall = f.hall(4)
    first = enter_result(hall.as_(hall.clerk, "k"), hall.table(1), entry=GAME)
    for _again in range(3):
        assert enter_result(hall.as_(hall.clerk, "k"), hall.table(1), entry=GAME) == first
    assert len(rows(hall, 1)) == 1
    reused = lambda: enter_result(hall.as_(hall.clerk, "k"), hall.table(2), entry=GAME)  # noqa: E731
    refused(Refusal, "key-reused", reused)


def test_a_second_clerk_sees_both_entries_and_his_own_is_kept_in_the_log() -> None:
    hall = f.hall(4)
    second = f.member(hall.event, "clerk", "second")
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
    refusal = refused(
        Conflict, "already-in", lambda: enter_result(hall.as_(second), hall.table(1), entry=OTHER)
    )
    assert refusal.facts["stored"]["scores"] == [412, 388]
    assert refusal.facts["stored"]["by"] == "Clerk"
    assert refusal.facts["typed"]["scores"] == [401, 377]
    attempt = AuditEntry.objects.get(refused="already-in")
    assert attempt.actor_name == "Second"
    assert "401" in str(attempt.payload)
    assert len(rows(hall, 1)) == 1


def test_two_clerks_who_saw_the_table_empty_at_the_same_moment_store_one_result(monkeypatch: Any) -> None:
    """The interleaving a look cannot catch: the other entry lands between look and write."""
    hall = f.hall(4)
    seen = hall.table(1)
    look = results.newest
    looked: list[Table] = []

    def look_then_lose(table: Table) -> tuple[Result | None, int]:
        found = look(table)
        if not looked:
            looked.append(table)
            enter_result(hall.as_(hall.checker), hall.table(1), entry=OTHER)
        return found

    monkeypatch.setattr(results, "newest", look_then_lose)
    refusal = refused(Conflict, "stale", lambda: enter_result(hall.as_(hall.clerk), seen, entry=GAME))
    assert refusal.facts["stored"]["scores"] == [401, 377]
    assert refusal.facts["typed"]["scores"] == [412, 388]


def test_without_the_swap_only_the_constraint_is_left_and_it_can_show_nothing(monkeypatch: Any) -> None:
    """The negative control of the test above: the guard, not luck, keeps the second entry out."""
    hall = f.hall(4)
    look = results.newest
    looked: list[Table] = []

    def look_then_lose(table: Table) -> tuple[Result | None, int]:
        found = look(table)
        if not looked:
            looked.append(table)
            enter_result(hall.as_(hall.checker), hall.table(1), entry=OTHER)
        return found

    monkeypatch.setattr(results, "newest", look_then_lose)
    monkeypatch.setattr(results, "swap", lambda table, seen, typed=None: None)
    seen = hall.table(1)
    refusal = refused(
        Conflict, "changed-meanwhile", lambda: enter_result(hall.as_(hall.clerk), seen, entry=GAME)
    )
    assert "stored" not in refusal.facts


def test_the_same_result_typed_twice_is_said_to_be_the_same() -> None:
    hall = f.hall(4)
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
    refused(
        Conflict, "same-already-in", lambda: enter_result(hall.as_(hall.checker), hall.table(1), entry=GAME)
    )


def test_two_people_means_that_nobody_confirms_what_he_entered() -> None:
    hall = two_people()
    checker, other = hall.checker, f.member(hall.event, "checker", "other")
    enter_result(hall.as_(checker), hall.table(1), entry=GAME)
    assert not rows(hall, 1)[0].in_force
    refused(NotAllowed, "own-entry", lambda: confirm_result(hall.as_(checker), hall.table(1), seen=1))
    confirm_result(hall.as_(other), hall.table(1), seen=1)
    assert rows(hall, 1)[0].in_force
    assert rows(hall, 1)[0].confirmed_name == "Other"


def test_a_clerk_may_not_confirm_at_all() -> None:
    hall = two_people()
    enter_result(hall.as_(hall.director), hall.table(1), entry=GAME)
    refused(NotAllowed, "not-allowed", lambda: confirm_result(hall.as_(hall.clerk), hall.table(1), seen=1))


def test_confirming_needs_an_entry_and_the_version_that_was_looked_at() -> None:
    hall = two_people()
    refused(Refusal, "nothing-in", lambda: confirm_result(hall.as_(hall.checker), hall.table(1), seen=1))
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
    undo_result(hall.as_(hall.clerk), hall.table(1), seen=1)
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=OTHER)
    refusal = refused(
        Conflict, "stale", lambda: confirm_result(hall.as_(hall.checker), hall.table(1), seen=1)
    )
    assert refusal.facts["stored"]["scores"] == [401, 377]
    confirm_result(hall.as_(hall.checker), hall.table(1), seen=2)


def test_confirming_twice_changes_nothing_more() -> None:
    hall = two_people()
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
    confirm_result(hall.as_(hall.checker), hall.table(1), seen=1)
    version = Division.objects.get().version
    assert confirm_result(hall.as_(hall.director), hall.table(1), seen=1)["confirmed"]
    assert Division.objects.get().version == version
    assert rows(hall, 1)[0].confirmed_name == "Checker"


@pytest.mark.parametrize("policy", ["single", "two-people", "two-slips"])
def test_nobody_alone_decides_on_his_own_game(policy: str) -> None:
    hall = f.hall(8, confirm_policy=policy)
    playing = f.member(hall.event, "checker", "playing", player=hall.seats(1)[0].entrant.player)
    enter_result(hall.as_(playing), hall.table(1), entry=GAME)
    assert not rows(hall, 1)[0].in_force
    refused(NotAllowed, "own-game", lambda: confirm_result(hall.as_(playing), hall.table(1), seen=1))
    confirm_result(hall.as_(hall.director), hall.table(1), seen=1)
    assert rows(hall, 1)[0].in_force


def test_a_player_may_enter_and_confirm_other_tables() -> None:
    hall = two_people()
    playing = f.member(hall.event, "checker", "playing", player=hall.seats(1)[0].entrant.player)
    enter_result(hall.as_(hall.clerk), hall.table(2), entry=GAME)
    confirm_result(hall.as_(playing), hall.table(2), seen=1)
    assert rows(hall, 2)[0].in_force


def test_two_equal_slips_confirm_each_other() -> None:
    hall = f.hall(8, confirm_policy="two-slips")
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
    assert not rows(hall, 1)[0].in_force
    enter_result(hall.as_(hall.checker), hall.table(1), entry=GAME)
    (row,) = rows(hall, 1)
    assert (row.in_force, row.entered_name, row.confirmed_name) == (True, "Clerk", "Checker")


def test_whoever_typed_the_first_slip_is_asked_whether_this_is_the_second() -> None:
    hall = f.hall(8, confirm_policy="two-slips")
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
    refusal = refused(Refusal, "ask", lambda: enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME))
    assert [q["code"] for q in refusal.facts["questions"]] == ["second-slip"]
    assert not rows(hall, 1)[0].in_force
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME, second=True)
    assert rows(hall, 1)[0].in_force


def test_two_slips_that_differ_are_both_shown_and_nothing_counts() -> None:
    hall = f.hall(8, confirm_policy="two-slips")
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
    refusal = refused(
        Conflict, "slips-differ", lambda: enter_result(hall.as_(hall.checker), hall.table(1), entry=OTHER)
    )
    assert (refusal.facts["stored"]["scores"], refusal.facts["typed"]["scores"]) == ([412, 388], [401, 377])
    assert not Result.objects.filter(in_force=True).exists()


def test_a_slip_typed_by_oneself_is_not_confirmed_by_hand() -> None:
    hall = f.hall(8, confirm_policy="two-slips")
    enter_result(hall.as_(hall.checker), hall.table(1), entry=GAME)
    refused(NotAllowed, "own-slip", lambda: confirm_result(hall.as_(hall.checker), hall.table(1), seen=1))
    confirm_result(hall.as_(hall.director), hall.table(1), seen=1)
    assert rows(hall, 1)[0].in_force


def test_correcting_ones_own_first_slip_makes_it_count_no_sooner() -> None:
    hall = f.hall(8, confirm_policy="two-slips")
    enter_result(hall.as_(hall.director), hall.table(1), entry=GAME)
    corrected(hall, hall.director)
    corrected(hall, hall.director, seen=2, reason="misread again")
    assert not Result.objects.filter(in_force=True).exists()
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=OTHER)
    assert rows(hall, 1)[-1].in_force


def test_correcting_somebody_elses_slip_or_what_counts_already_counts_at_once() -> None:
    hall = f.hall(8, confirm_policy="two-slips")
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
    corrected(hall, hall.director)
    assert rows(hall, 1)[-1].in_force
    corrected(hall, hall.director, seen=2, reason="misread again")
    assert rows(hall, 1)[-1].in_force


def test_a_third_slip_is_already_in() -> None:
    hall = f.hall(8, confirm_policy="two-slips")
    for who in (hall.clerk, hall.checker):
        enter_result(hall.as_(who), hall.table(1), entry=GAME)
    refused(Conflict, "already-in", lambda: enter_result(hall.as_(hall.clerk), hall.table(1), entry=OTHER))


def corrected(hall: f.Hall, who: Any, seen: int = 1, reason: str = "misread", **more: Any) -> dict[str, Any]:
    """Table 1 corrected to the other scores."""
    return correct_result(hall.as_(who), hall.table(1), entry=OTHER, seen=seen, reason=reason, **more)


def test_a_correction_needs_a_right_a_result_a_reason_and_the_version_seen() -> None:
    hall = f.hall(8)
    refused(Refusal, "nothing-in", lambda: corrected(hall, hall.director))
    f.enter(hall.table(1), 412, 388)
    refused(NotAllowed, "not-allowed", lambda: corrected(hall, hall.checker))
    refused(Refusal, "no-reason", lambda: corrected(hall, hall.director, reason="  "))
    refusal = refused(Conflict, "stale", lambda: corrected(hall, hall.director, seen=2))
    assert refusal.facts["typed"]["scores"] == [401, 377]
    assert len(rows(hall, 1)) == 1


def test_a_correction_is_a_new_version_and_the_log_has_both_and_the_reason() -> None:
    hall = f.hall(8)
    f.enter(hall.table(1), 412, 388)
    corrected(hall, hall.director)
    old, new = rows(hall, 1)
    assert (old.is_current, old.in_force, new.is_current, new.in_force, new.version) == (
        False,
        False,
        True,
        True,
        2,
    )
    entry = AuditEntry.objects.get(intent="result.correct")
    assert (entry.payload["before"]["scores"], entry.payload["after"]["scores"]) == ([412, 388], [401, 377])
    assert entry.reason == "misread"


def test_under_two_people_the_old_result_counts_until_the_new_one_is_confirmed() -> None:
    hall = two_people()
    f.enter(hall.table(1), 412, 388)
    corrected(hall, hall.director)
    old, new = rows(hall, 1)
    assert (old.in_force, new.in_force, new.is_current) == (True, False, True)
    refused(NotAllowed, "own-entry", lambda: confirm_result(hall.as_(hall.director), hall.table(1), seen=2))
    confirm_result(hall.as_(hall.checker), hall.table(1), seen=2)
    old, new = rows(hall, 1)
    assert (old.in_force, new.in_force) == (False, True)


def test_a_correction_is_checked_like_an_entry() -> None:
    hall = f.hall(8)
    f.enter(hall.table(1), 412, 388)
    at, ctx = hall.table(1), hall.as_(hall.director)
    wrong = {"seen": 1, "reason": "misread"}
    refused(Refusal, "impossible", lambda: correct_result(ctx, at, entry=Entry(scores=(1,)), **wrong))
    refused(Refusal, "equal-scores", lambda: correct_result(ctx, at, entry=Entry(scores=(4, 4)), **wrong))
    odd = Entry(scores=(412, 388), spread=1)
    refused(Refusal, "ask", lambda: correct_result(ctx, at, entry=odd, **wrong))


def test_a_correction_works_after_the_round_is_closed() -> None:
    hall = f.hall(4)
    f.play(Round.objects.get())
    close_round(hall.as_(hall.director), Round.objects.select_related("division__event").get())
    corrected(hall, hall.director)
    assert [row.version for row in rows(hall, 1) if row.in_force] == [2]


def test_undo_takes_back_ones_own_entry_and_the_table_is_out_again() -> None:
    hall = f.hall(4)
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
    told = undo_result(hall.as_(hall.clerk), hall.table(1), seen=1)
    (row,) = rows(hall, 1)
    assert (row.withdrawn, row.is_current, row.in_force) == (True, False, False)
    assert (told["undone"], told["scores"]) == (True, [412, 388])
    enter_result(hall.as_(hall.checker), hall.table(1), entry=OTHER)
    assert [(r.version, r.in_force) for r in rows(hall, 1)] == [(1, False), (2, True)]


def test_nobody_undoes_what_is_not_his_or_what_he_has_not_seen() -> None:
    hall = f.hall(4)
    refused(Conflict, "stale", lambda: undo_result(hall.as_(hall.clerk), hall.table(1), seen=1))
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
    refused(Conflict, "stale", lambda: undo_result(hall.as_(hall.checker), hall.table(1), seen=1))
    refused(Conflict, "stale", lambda: undo_result(hall.as_(hall.clerk), hall.table(1), seen=2))


def test_what_somebody_else_confirmed_is_only_corrected() -> None:
    hall = two_people()
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
    confirm_result(hall.as_(hall.checker), hall.table(1), seen=1)
    refused(Refusal, "confirmed", lambda: undo_result(hall.as_(hall.clerk), hall.table(1), seen=1))


def test_nothing_is_undone_in_a_closed_round() -> None:
    hall = f.hall(4)
    for number in (1, 2):
        enter_result(hall.as_(hall.clerk), hall.table(number), entry=GAME)
    close_round(hall.as_(hall.director), Round.objects.select_related("division__event").get())
    refused(Refusal, "round-closed", lambda: undo_result(hall.as_(hall.clerk), hall.table(1), seen=1))


def test_an_undone_correction_brings_back_the_result_before_it() -> None:
    hall = f.hall(8)
    f.enter(hall.table(1), 412, 388)
    corrected(hall, hall.director)
    undo_result(hall.as_(hall.director), hall.table(1), seen=2)
    old, new = rows(hall, 1)
    assert (old.is_current, old.in_force, new.withdrawn) == (True, True, True)


def test_an_undone_correction_over_an_unconfirmed_one_brings_back_what_counted() -> None:
    """v1 counts; v2 by a player of the table waits; v3 counts at once. Without v3, v2 waits and v1 counts."""
    hall = f.hall(8, confirm_policy="two-slips")
    f.enter(hall.table(1), 412, 388)
    playing = f.member(hall.event, "director", "playing", player=hall.seats(1)[0].entrant.player)
    corrected(hall, playing)
    correct_result(
        hall.as_(hall.director), hall.table(1), entry=Entry(scores=(390, 377)), seen=2, reason="again"
    )
    undo_result(hall.as_(hall.director), hall.table(1), seen=3)
    assert [(r.version, r.is_current, r.in_force) for r in rows(hall, 1)] == [
        (1, False, True), (2, True, False), (3, False, False),
    ]  # fmt: skip


def test_confirming_moves_the_divisions_version_and_entering_its_counter() -> None:
    hall = two_people()
    before = Division.objects.get()
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=GAME)
    entered = Division.objects.get()
    confirm_result(hall.as_(hall.checker), hall.table(1), seen=1)
    assert (entered.version, entered.entries) == (before.version, before.entries + 1)
    assert Division.objects.get().version == entered.version + 1


def test_results_of_three_and_four_seats_have_a_line_a_seat() -> None:
    hall = f.hall(4, rounds=0)
    four = list(hall.division.entrants.all())
    f.published(hall.division, [four])
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=Entry(scores=(412, 388, 350, 290)))
    assert [line.score for line in rows(hall, 1)[0].lines.order_by("seat")] == [412, 388, 350, 290]

"""Closing rounds and showing things to the public: the commands, and the page with their buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tdapp.desk.models import Snapshot
from tdapp.desk.overview import releasing
from tdapp.desk.pairing.commands.release import (
    close_round,
    open_tables,
    release_standings,
    reopen_round,
    show_pairings,
)
from tdapp.events.models import Division, Event, Round
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Missing, NotAllowed, Refusal
from tests import factories as f

pytestmark = pytest.mark.django_db


def the_round(hall: f.Hall, number: int = 1) -> Round:
    """A round of the hall as a command wants it."""
    return Round.objects.select_related("division__event").get(division=hall.division, number=number)


def code(call: Callable[[], Any], kind: type[Refusal] = Refusal) -> str:
    """The code of the refusal a call ends in."""
    with pytest.raises(kind) as caught:
        call()
    assert caught.value.sentences
    return caught.value.code


def test_a_round_closes_when_every_result_counts_and_keeps_its_standings() -> None:
    hall = f.hall(8, 1, 1)
    close_round(hall.as_(hall.director), the_round(hall))
    assert the_round(hall).status == "closed"
    snapshot = Snapshot.objects.get()
    assert (snapshot.after, snapshot.why, len(snapshot.rows)) == (1, "closed", 8)


def test_a_round_with_tables_out_or_not_confirmed_does_not_close_and_they_are_named() -> None:
    hall = f.hall(8, confirm_policy="two-people")
    f.enter(hall.table(1), 412, 388)
    f.enter(hall.table(2), 412, 388, confirm=False)
    assert [table.number for table in open_tables(the_round(hall))] == [2, 3, 4]
    with pytest.raises(Refusal) as caught:
        close_round(hall.as_(hall.director), the_round(hall))
    assert (caught.value.code, "2, 3, 4" in str(caught.value)) == ("tables-out", True)
    assert not Snapshot.objects.exists()


def test_a_closed_round_opens_again_with_a_reason_only() -> None:
    hall = f.hall(4, 1, 1)
    ctx = hall.as_(hall.director)
    assert code(lambda: reopen_round(ctx, the_round(hall), reason="late slip")) == "not-closed"
    close_round(ctx, the_round(hall))
    assert code(lambda: close_round(ctx, the_round(hall))) == "not-open"
    assert code(lambda: reopen_round(ctx, the_round(hall), reason=" ")) == "no-reason"
    reopen_round(ctx, the_round(hall), reason="late slip")
    assert the_round(hall).status == "published"
    assert AuditEntry.objects.get(intent="round.reopen").reason == "late slip"


def test_pairings_are_shown_and_taken_off_and_the_first_showing_opens_the_public_pages() -> None:
    hall = f.hall(4)
    ctx = hall.as_(hall.director)
    assert not Event.objects.get().public
    show_pairings(ctx, the_round(hall))
    assert Event.objects.get().public
    assert the_round(hall).public_at is not None
    show_pairings(ctx, the_round(hall), shown=False)
    assert the_round(hall).public_at is None
    Round.objects.update(status="planned")
    assert code(lambda: show_pairings(ctx, the_round(hall))) == "not-published"


def test_standings_are_released_with_a_snapshot_and_taken_back() -> None:
    hall = f.hall(6, 2, 1)
    ctx = hall.as_(hall.director)
    before = Division.objects.get()
    release_standings(ctx, before, after=1)
    after = Division.objects.get()
    assert (after.released_round, after.released_version) == (1, before.released_version + 1)
    assert after.version == before.version + 1
    assert Snapshot.objects.get().why == "released"
    release_standings(ctx, Division.objects.get(), after=0)
    assert Division.objects.get().released_round == 0
    for number in (3, -1):
        assert code(lambda n=number: release_standings(ctx, Division.objects.get(), after=n)) == "bad-round"


def test_who_may_show_release_and_close() -> None:
    hall, foreign = f.hall(4, 1, 1), f.hall(4)
    publisher = hall.as_(f.member(hall.event, "publisher"))
    release_standings(publisher, hall.division, after=1)
    assert code(lambda: show_pairings(publisher, the_round(hall)), NotAllowed) == "not-allowed"
    assert code(lambda: close_round(hall.as_(hall.clerk), the_round(hall)), NotAllowed) == "not-allowed"
    assert (
        code(lambda: release_standings(hall.as_(hall.clerk), hall.division, after=1), NotAllowed)
        == "not-allowed"
    )
    assert code(lambda: close_round(hall.as_(hall.director), the_round(foreign)), Missing) == "missing"


def browser(who: Any) -> Client:
    """Somebody's browser."""
    client = Client()
    client.force_login(who)
    return client


def press(hall: f.Hall, path: str, who: Any = None, **typed: str) -> Any:
    """A button of the page pressed."""
    return browser(who or hall.director).post(f"/e/{hall.event.slug}/open/{path}", typed)


def page(hall: f.Hall, who: Any = None) -> str:
    """The page itself."""
    return browser(who or hall.director).get(f"/e/{hall.event.slug}/publish/").content.decode()


def test_the_buttons_do_what_they_say_and_lead_back() -> None:
    hall = f.hall(6, 2, 1)
    back = f"/e/{hall.event.slug}/publish/"
    for path, typed in (
        ("round/2/show", {"shown": "1"}), ("release", {"after": "1"}), ("round/1/close", {}),
        ("round/1/reopen", {"reason": "late slip"}), ("round/2/show", {"shown": "0"}),
        ("release", {"after": "0"}),
    ):  # fmt: skip
        answer = press(hall, path, **typed)
        assert (answer.status_code, answer["Location"]) == (303, back)
    done = [
        "round.show",
        "standings.release",
        "round.close",
        "round.reopen",
        "round.show",
        "standings.release",
    ]
    assert list(AuditEntry.objects.order_by("number").values_list("intent", flat=True))[-6:] == done


def test_the_overview_closes_a_complete_round_in_one_press() -> None:
    hall = f.hall(6, 1, 1)
    client, home = browser(hall.director), f"/e/{hall.event.slug}/"
    address = f"{home}open/round/1/close"
    assert f'action="{address}"' in client.get(home).content.decode()
    # A round with results is recalled no more, so nobody is offered to.
    assert "round/1/recall" not in client.get(f"{home}open/round/1/").content.decode()
    client.post(address)
    assert the_round(hall).status == "closed"


def test_a_button_that_may_not_be_pressed_says_why() -> None:
    hall = f.hall(6, 1)
    client = browser(hall.director)
    answer = client.post(f"/e/{hall.event.slug}/open/round/1/close", follow=True)
    assert "cannot close: tables 1, 2, 3 are pending" in answer.content.decode()
    assert press(hall, "release", after="x").status_code == 422
    assert press(hall, "release", after="").status_code == 422
    assert press(hall, "round/1/close", hall.clerk).status_code == 403
    assert press(hall, "release", hall.viewer, after="1").status_code == 403
    assert press(hall, "round/9/show").status_code == 404


def test_the_page_says_what_the_public_sees_now_and_what_is_next() -> None:
    hall = f.hall(6, 3, 2)
    (shown,) = releasing.shown(hall.event)
    assert (shown.next, shown.pairings) == (2, ())
    assert [(line.round.number, line.complete) for line in shown.rounds] == [(3, False), (2, True), (1, True)]
    assert "Nothing is public yet." in page(hall)
    press(hall, "round/3/show", shown="1")
    press(hall, "release", after="2")
    (shown,) = releasing.shown(hall.event)
    assert (shown.next, shown.pairings) == (0, (3,))
    html = page(hall)
    assert "pairings of round 3" in html
    assert "standings after round 2" in html


def test_a_publisher_has_no_buttons_for_what_is_not_his() -> None:
    hall = f.hall(6, 2, 1)
    html = page(hall, f.member(hall.event, "publisher"))
    assert "/release" in html
    assert "/show" not in html
    assert "/close" not in html

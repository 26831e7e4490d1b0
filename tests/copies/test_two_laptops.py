"""Two laptops with one event: the later one counts, the other is fenced, both keep what the other had."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.desk.pairing.commands.release import release_standings, show_pairings
from tdapp.events.models import Event
from tdapp.events.setup.commands.editing import edit_event
from tdapp.interchange.commands import copies, rehearsals
from tdapp.interchange.copies import handover, plans, rehearsing, results, spoken_words
from tdapp.interchange.models import CopyLink, CopyPlan, Handover
from tdapp.kernel import clock, fence
from tdapp.kernel.models import AuditEntry, Job
from tdapp.kernel.refusals import Fenced, Refusal
from tdapp.people.models import Player, RatingList
from tdapp.publishing.screens.commands.screens import add_screen
from tdapp.ratings.runs.planning import refuse_unready
from tests import factories as f
from tests.copies.conftest import newest, sealed_copy

pytestmark = pytest.mark.django_db
NOBODY = "6f1f1d1e-0000-4000-8000-000000000000"


@pytest.fixture
def plan(hall: f.Hall) -> CopyPlan:
    """The event was copied."""
    return plans.new_plan(hall.event)


def message_of(hall: f.Hall, plan: CopyPlan, **more: Any) -> dict[str, Any]:
    """What the laptop says that took over from a copy and entered another result at table 1, one more at table 2."""
    rows = [row | {} for row in results.of_event(hall.event)]
    second = [row for row in rows if row["round"] == 2]
    second[0] |= {"scores": [401, 300]}
    second[1] |= {
        "kind": "played",
        "scores": [350, 340],
        "absent": [],
        "penalties": [0, 0],
        "by": "Ben",
        "at": "",
    }
    said = {
        "event": str(hall.event.pk), "term": 2, "holder": "b" * 36, "fenced": False, "name": "Laptop B",
        "address": "http://192.168.1.9:8000", "at": "2026-03-14T02:00:00+00:00", "results": rows,
    } | more  # fmt: skip
    return said | {"sign": handover._sign(plan, said)}


def sent(said: dict[str, Any]) -> Any:
    return Client().post(reverse("copies:meet"), json.dumps(said), content_type="application/json")


def test_the_old_laptop_is_fenced_by_the_new_one_and_both_see_what_differs(
    hall: f.Hall, plan: CopyPlan
) -> None:
    answer = sent(message_of(hall, plan))
    assert answer.status_code == 200
    assert answer.json()["fenced"]
    assert answer.json()["results"] == results.of_event(hall.event)
    with pytest.raises(Fenced, match="Laptop B runs this event now"):
        f.enter(hall.table(3), 400, 300)
    rows = results.differing(hall.event, Handover.objects.get(event=hall.event).results)
    assert [(row.table, row.here.scores, row.there.scores) for row in rows] == [
        (1, (400, 300), (401, 300)),
        (2, (), (350, 340)),
    ]
    client = Client()
    client.force_login(hall.director)
    page = client.get(reverse("copies:page", args=[hall.event.slug])).content.decode()
    assert "Laptop B runs this event now" in page
    assert "401 – 300" in page
    overview = client.get(reverse("desk:overview", args=[hall.event.slug])).content.decode()
    assert "Work there: nothing is written here." in overview
    assert "Nothing was saved" not in overview, "nobody tried to write anything"


def test_the_new_laptop_keeps_what_the_old_one_had_and_goes_on(hall: f.Hall, plan: CopyPlan) -> None:
    fence.begin_term(hall.event.scope_key, 3, "c")
    assert not sent(message_of(hall, plan)).json()["fenced"]
    f.enter(hall.table(2), 400, 300)
    assert len(results.differing(hall.event, Handover.objects.get(event=hall.event).results)) == 2


def test_seeing_each_other_again_writes_nothing_new(hall: f.Hall, plan: CopyPlan) -> None:
    said = message_of(hall, plan)
    sent(said)
    before = AuditEntry.objects.count()
    assert sent(said).status_code == 200
    assert AuditEntry.objects.count() == before


@pytest.mark.parametrize(
    "change",
    [{"term": 9}, {"sign": "0" * 64}, {"sign": None}, {"event": NOBODY}, {"name": "Evil"}, {"results": None}],
    ids=["term", "sign", "no sign", "event", "name", "results"],
)
def test_a_stranger_in_the_network_stops_nothing(
    hall: f.Hall, plan: CopyPlan, change: dict[str, Any]
) -> None:
    assert sent(message_of(hall, plan) | change).status_code == 400
    assert not fence.state(hall.event.scope_key).fenced


def test_six_words_fence_where_no_network_joins_the_two(hall: f.Hall, plan: CopyPlan) -> None:
    words = spoken_words.say(handover._code(plan, 2, "abcd"))
    assert len(words.split("-")) == 6
    client = Client()
    client.force_login(hall.director)
    where = reverse("copies:other", args=[hall.event.slug])
    assert client.post(where, {"said": "lusab babad lusab babad lusab babad"}).status_code == 422
    assert not fence.state(hall.event.scope_key).fenced
    assert client.post(where, {"said": words.upper().replace("-", " ")}).status_code == 303
    assert fence.state(hall.event.scope_key).fenced
    # The network tells it more exactly later, and the name comes with it.
    assert sent(message_of(hall, plan, holder="abcd" + "0" * 32)).json()["fenced"]
    assert fence.state(hall.event.scope_key).fenced["name"] == "Laptop B"


def test_words_of_this_laptop_itself_fence_nothing(hall: f.Hall, plan: CopyPlan) -> None:
    fence.begin_term(hall.event.scope_key, 2, "abcd" + "0" * 32)
    with pytest.raises(Refusal, match="taken over here later"):
        handover.type_code(hall.as_(hall.director), hall.event, handover.code(hall.event))


@pytest.mark.parametrize(
    "text", ["http://8.8.8.8:80", "https://10.0.0.1", "http://example.test", "10.0.0.1:99999", "x"]
)
def test_nobody_outside_this_network_is_called(text: str) -> None:
    with pytest.raises(Refusal, match="as its console shows it"):
        handover.address_of(text)


def test_a_helpers_link_fetches_the_newest_copy_until_it_is_revoked(hall: f.Hall) -> None:
    data = sealed_copy(hall)
    made = copies.make_link(hall.as_(hall.director), hall.event, label="Ben")
    link = CopyLink.objects.get(pk=made["id"])
    token, phone = copies.token_of(link), Client()
    assert token not in json.dumps(made, default=str) + link.token_hash
    assert "Keep it on this phone" in phone.get(reverse("copies:helper", args=[token])).content.decode()
    answer = phone.post(reverse("copies:fetch", args=[token]))
    assert b"".join(answer.streaming_content) == data
    link.refresh_from_db()
    assert (link.fetched, link.fetched_number) == (1, CopyPlan.objects.get(event=hall.event).told["number"])
    page = reverse("copies:helper", args=[token])
    assert "this one is kept" in phone.get(page).content.decode()
    newest(hall)
    assert "newer than the one you kept" in phone.get(page).content.decode()
    sent(message_of(hall, CopyPlan.objects.get(event=hall.event)))
    assert "Another laptop runs this event now." in phone.get(page).content.decode()
    with clock.at(link.expires_at):
        assert phone.post(reverse("copies:fetch", args=[token])).status_code == 410
    copies.revoke_link(hall.as_(hall.director), link)
    assert phone.get(reverse("copies:helper", args=[token])).status_code == 410
    assert phone.post(reverse("copies:fetch", args=["A" * 32])).status_code == 410


class Run:
    """A job's run; stops at step `stop`."""

    def __init__(self, hall: f.Hall, stop: int = 10**6) -> None:
        self.params, self.hall, self.left = {"event": str(hall.event.pk), "seed": 7}, hall, stop

    def context(self) -> Any:
        return f.program(self.hall.event)

    def step(self, *_facts: Any) -> None:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt


def _press_what_opens_the_public_pages(event: Event) -> None:
    division = event.divisions.select_related("event").get()
    show_pairings(f.program(event), division.rounds.select_related("division__event").get(number=1))
    release_standings(f.program(event), division, after=7)
    add_screen(f.program(event), event, name="Front")


def test_a_rehearsal_is_played_marked_unrated_and_deleted_without_a_trace(hall: f.Hall) -> None:
    people = Player.objects.count()
    before = results.of_event(hall.event)
    rehearsals.rehearse_later(hall.as_(hall.director), hall.event)
    Job.objects.all().delete()
    rehearsals.make_rehearsal(Run(hall))  # type: ignore[arg-type]
    there = rehearsals.of_event(hall.event)
    assert there is not None
    assert there.name == "Rehearsal: Open 2026"
    assert [row.status for row in there.divisions.get().rounds.order_by("number")] == ["closed"] * 7
    client = Client()
    client.force_login(hall.director)
    assert "Everything after the entries is invented" in client.get(f"/e/{there.slug}/").content.decode()
    assert client.get(f"/t/{there.slug}/").status_code == 404
    with pytest.raises(Refusal, match="its results are invented"):
        refuse_unready(RatingList(slug="x", name="X"), [there.divisions.get()])
    with pytest.raises(Refusal, match="is never public"):
        edit_event(f.program(there), there, public=True)
    _press_what_opens_the_public_pages(there)
    assert client.get(f"/t/{there.slug}/").status_code == 404
    assert client.post(f"/e/{hall.event.slug}/copies/rehearsal/end").status_code == 303
    assert not Event.objects.filter(pk=there.pk).exists()
    assert Player.objects.count() == people
    assert results.of_event(hall.event) == before


def test_a_rehearsal_that_is_stopped_leaves_nothing(hall: f.Hall) -> None:
    with pytest.raises(KeyboardInterrupt):
        rehearsals.make_rehearsal(Run(hall, stop=3))  # type: ignore[arg-type]
    assert Event.objects.count() == 1


def test_nothing_but_a_rehearsal_is_deleted_as_one(hall: f.Hall) -> None:
    with pytest.raises(Refusal, match="no rehearsal"):
        rehearsing.away(hall.event)
    assert Event.objects.filter(pk=hall.event.pk).exists()

"""The list of entries, the walk-in, one entry with all that can be done with it, and what is private."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from tdapp.events.models import Entrant, Membership
from tdapp.kernel import permissions
from tdapp.kernel.models import AuditEntry
from tdapp.people.models import Player, PlayerPrivate
from tests import factories
from tests.events.pages import Story, fields, signed_in, story, text
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(story)


def test_the_list_filters_by_name_club_division_and_state() -> None:
    here = story(players=6)
    Entrant.objects.filter(division=here.hall.division, number=2).update(checked_in_at=None)
    # Nobody else is found by the number looked for, however many players were made before.
    for at, player in enumerate(Player.objects.all()):
        Player.objects.filter(pk=player.pk).update(number=f"Member{at}th")
    Player.objects.filter(entries=here.hall.division.entrants.get(number=5)).update(number="M-2999")
    url = f"{here.base}entries/"
    cases = {
        "": 6,
        "?q=abad": 1,
        "?q=cebu": 2,
        "?state=missing": 1,
        "?q=2": 1,
        "?q=2999": 1,
        "?q=m-2999": 1,
        "?division=open": 6,
        "?q=zzz": 0,
    }
    for query, count in cases.items():
        assert text(here.alice.get(url + query)).count('<th scope="row">') == count, query


@pytest.mark.parametrize("sort", ["number", "name", "club", "rating", "here", "nonsense"])
def test_the_list_sorts_by_every_column(sort: str) -> None:
    here = story()
    shown = text(here.alice.get(f"{here.base}entries/?sort={sort}"))
    assert shown.count('<th scope="row">') == 6


def test_an_unknown_division_in_the_address_is_missing() -> None:
    here = story()
    assert here.alice.get(f"{here.base}entries/?division=none").status_code == 404


def add(here: Story, client: Client | None = None, **values: str) -> Any:
    sent = {"surname": "Reyes", "given": "Ana", "division": "open", "rating": "", "arrived": "on"} | values
    return (client or here.alice).post(f"{here.base}entries/add", sent)


def test_a_walk_in_is_entered_and_the_next_one_can_be_typed() -> None:
    here = story()
    answer = add(here, rating="1450", club="Davao Tiles")
    row = here.entrant(7)
    assert (answer.status_code, answer["Location"]) == (303, f"{here.base}entries/add?division=open")
    assert (row.listed, row.rating, row.checked_in_at is not None) == ("Reyes, Ana", 1450, True)
    assert "Entered: Reyes, Ana, number 7." in text(here.alice.get(answer["Location"]))


def test_with_one_division_nobody_has_to_choose_it() -> None:
    here = story()
    url = f"{here.base}entries/add"
    sent = fields(here.alice.get(url)) | {"surname": "Reyes"}
    assert here.alice.post(url, sent).status_code == 303
    assert here.entrant(7).surname == "Reyes"


def test_the_walk_in_form_is_ready_to_type_and_keeps_children_apart() -> None:
    here = story()
    shown = text(here.alice.get(f"{here.base}entries/add"))
    surname = re.search(r'<input[^>]*name="surname"[^>]*>', shown)
    assert surname
    assert "autofocus" in surname[0]
    assert re.search(r'<details class="card" data-private[^>]*>', shown)
    assert shown.index("data-private") < shown.index('name="birth_date"')


def test_who_may_not_see_children_s_data_cannot_type_them_either(monkeypatch: pytest.MonkeyPatch) -> None:
    here = story()
    monkeypatch.setitem(permissions.ROLES, "clerk", frozenset({"event.view", "roster.view", "roster.edit"}))
    shown = text(here.bob.get(f"{here.base}entries/add"))
    assert 'name="surname"' in shown
    assert 'name="birth_date"' not in shown
    add(here, here.bob, birth_date="2014-05-06", guardian="Maria")
    assert here.entrant(7).surname == "Reyes"
    assert not PlayerPrivate.objects.exists()


def test_a_refused_walk_in_keeps_everything_typed() -> None:
    here = story()
    answer = add(here, rating="9999", club="Davao Tiles", contact="0917")
    shown = text(answer)
    assert answer.status_code == 422
    assert all(f'value="{value}"' in shown for value in ("Reyes", "Ana", "9999", "Davao Tiles", "0917"))


def test_the_same_form_sent_twice_enters_one_and_another_name_on_its_key_is_asked_about() -> None:
    here = story()
    for _turn in range(2):
        add(here, idempotency_key="k-1")
    assert here.hall.division.entrants.count() == 7
    answer = add(here, idempotency_key="k-1", surname="Santos")
    assert answer.status_code == 422
    assert "sent before" in text(answer)
    key = re.search(r'name="idempotency_key" value="([^"]+)"', text(answer))
    assert key
    assert key[1] != "k-1"
    assert add(here, idempotency_key=key[1], surname="Santos").status_code == 303


def test_a_late_walk_in_is_asked_what_the_missed_rounds_count_as() -> None:
    here = story(rounds=2)
    assert 'name="missed"' in text(here.alice.get(f"{here.base}entries/add"))
    add(here, missed="forfeit")
    assert here.entrant(7).absences.get().intent == "forfeit"


def test_known_players_are_offered_and_picked_by_their_number() -> None:
    here, other, strange = story(), factories.hall(players=1, rounds=0), factories.hall(players=1, rounds=0)
    Membership.objects.create(event=other.event, user=here.hall.director, role="viewer")
    player = other.division.entrants.get().player
    assert player is not None
    player.surname, player.key = "Zapanta", "zapanta ana"
    player.save()
    elsewhere = strange.division.entrants.get().player
    assert elsewhere is not None
    elsewhere.surname, elsewhere.key = "Zaragoza", "zaragoza ana"
    elsewhere.save()
    shown = text(here.alice.get(f"{here.base}entries/known?surname=za"))
    assert "Zaragoza" not in shown
    assert "Zaragoza" not in text(here.alice.get(f"{here.base}entries/add?player={elsewhere.number}"))
    assert f"?player={player.number}" in shown
    picked = text(here.alice.get(f"{here.base}entries/add?player={player.number}"))
    assert 'value="Zapanta"' in picked
    assert f'value="{player.number}"' in picked


def test_an_entry_changed_by_somebody_else_meanwhile_shows_both_and_loses_nothing() -> None:
    here = story()
    url = here.entry_url()
    seen = fields(here.alice.get(url))
    other = factories.member(here.hall.event, "registrar")
    assert signed_in(other).post(url, seen | {"rating": "1600", "idempotency_key": "a"}).status_code == 303
    answer = here.alice.post(url, seen | {"rating": "1700", "club": "New Club", "idempotency_key": "b"})
    shown = text(answer)
    assert answer.status_code == 409
    assert "Both versions" in shown
    assert "<td>1600</td>" in shown
    assert '<td class="strong">1700</td>' in shown
    assert 'value="1700"' in shown
    assert 'value="New Club"' in shown
    assert here.entrant().rating == 1600
    again = fields(answer) | {"idempotency_key": "c"}
    assert here.alice.post(url, again).status_code == 303
    assert here.entrant().rating == 1700


def test_a_clerk_sees_an_entry_and_cannot_change_it() -> None:
    here = story()
    shown = text(here.bob.get(here.entry_url()))
    assert "<fieldset" in shown
    assert "disabled" in shown
    assert "Birth, guardian, consent" not in shown
    assert here.bob.post(here.entry_url(), {"surname": "X", "seen": "1"}).status_code == 403


@pytest.mark.parametrize(
    ("what", "sent", "said"),
    [
        ("withdraw", {"from_round": "3", "to_round": "", "intent": "forfeit", "reason": "ill"}, "out from round 3: forfeits"),
        ("withdraw", {"from_round": "3", "to_round": "4", "intent": "unscored"}, "away in rounds 3 to 4: not scored"),
        ("move", {"to": "novice"}, "Novice"),
    ],
)  # fmt: skip
def test_what_is_done_with_an_entry_is_said_on_its_page(what: str, sent: dict[str, str], said: str) -> None:
    here = story(rounds=0)
    factories.division(here.hall.event, "Novice")
    url = here.entry_url()
    assert here.alice.post(f"{url}{what}", sent).status_code == 303
    assert said in text(here.alice.get(url))


def test_a_refused_withdrawal_keeps_what_was_typed_and_opens_its_part() -> None:
    here = story(rounds=2)
    answer = here.alice.post(
        here.entry_url(1, "withdraw"), {"from_round": "1", "intent": "forfeit", "reason": "went home"}
    )
    shown = text(answer)
    assert answer.status_code == 422
    assert "already paired in round 2" in shown
    assert 'value="went home"' in shown


def test_out_back_in_and_substituted_by_the_buttons() -> None:
    here = story(rounds=1)
    url = here.entry_url()
    here.alice.post(f"{url}withdraw", {"from_round": "2", "intent": "forfeit"})
    assert here.alice.post(f"{url}rejoin", {"from_round": "3"}).status_code == 303
    assert "away in round 2: forfeits" in text(here.alice.get(url))
    answer = here.alice.post(f"{url}substitute", {"surname": "Stitute", "given": "Sub", "from_round": "4"})
    assert answer.status_code == 303
    assert "substitute" in text(here.alice.get(answer["Location"]))


def test_an_unpaired_entry_is_removed_a_paired_one_is_not() -> None:
    here = story(rounds=0)
    assert here.alice.post(here.entry_url(1, "remove"), {}).status_code == 303
    assert here.hall.division.entrants.count() == 5
    factories.published(here.hall.division)
    assert here.alice.post(here.entry_url(2, "remove"), {}).status_code == 422


CANARIES = ("2014-05-06", "Guardian Canary", "0917-CANARY")


def test_private_data_are_shown_only_after_a_logged_request() -> None:
    here = story(school=True)
    row = here.entrant()
    assert row.player is not None
    PlayerPrivate.objects.create(
        player=row.player,
        scope=row.scope_key,
        birth_date=date(2014, 5, 6),
        guardian=CANARIES[1],
        contact=CANARIES[2],
    )
    for url in (
        here.entry_url(),
        f"{here.base}entries/",
        f"{here.base}entries/names",
        f"{here.base}log",
        here.base,
    ):
        assert not any(canary in text(here.alice.get(url)) for canary in CANARIES), url
    shown = text(here.alice.post(here.entry_url(1, "private/open")))
    assert all(canary in shown for canary in CANARIES)
    assert "data-private" in shown
    assert AuditEntry.objects.filter(intent="entrant.open_private").count() == 1
    assert here.bob.post(here.entry_url(1, "private/open")).status_code == 403


def test_recorded_consent_changes_the_public_name_at_once_and_the_log_tells_no_secret() -> None:
    here = story(school=True)
    Entrant.objects.filter(pk=here.entrant().pk).update(age="minor")
    assert "Abad, Ana" in text(here.alice.get(f"{here.base}entries/names"))
    sent = {"birth_date": CANARIES[0], "guardian": CANARIES[1], "contact": CANARIES[2], "consent": "on"}
    assert here.alice.post(here.entry_url(1, "private"), sent).status_code == 303
    assert "Abad, Ana" not in text(here.alice.get(f"{here.base}entries/names"))
    assert here.entrant().public_name == "Ana Abad"
    assert not any(canary in text(here.alice.get(f"{here.base}log")) for canary in CANARIES)


def test_an_impossible_birth_date_is_refused_and_what_was_typed_stays() -> None:
    here = story()
    answer = here.alice.post(here.entry_url(1, "private"), {"birth_date": "3026-01-01", "guardian": "Maria"})
    assert answer.status_code == 422
    assert 'value="Maria"' in text(answer)


def test_the_preview_of_public_names_shows_both_names() -> None:
    here = story(school=True)
    Entrant.objects.filter(pk=here.entrant().pk).update(age="unknown")
    shown = text(here.alice.get(f"{here.base}entries/names"))
    assert "Abad, Ana" in shown
    assert "Ana A. (Cebu Word Club)" in shown
    assert "5 others appear with their full names" in shown


# --- check-in ---

"""The links of the tables: made, made anew, revoked, over; whom they let call, and that their tokens are kept nowhere."""

from __future__ import annotations

import io
import json
import logging
import re
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tdapp.desk.pairing.commands.recalling import recall_round
from tdapp.desk.pairing.commands.release import close_round, reopen_round
from tdapp.events.members.commands.members import hashed
from tdapp.events.models import Division, Event
from tdapp.judging.models import Call, TableLink
from tdapp.judging.phone.commands.table_links import call_by_link, make_links, revoke_links
from tdapp.judging.phone.views import table_links
from tdapp.judging.rulings.commands.calls import call_judge, take
from tdapp.judging.tables.links import token_of
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.pages import print_parts
from tdapp.kernel.permissions import EVENT_ROLES
from tdapp.kernel.refusals import Missing, NotAllowed, Refusal
from tdapp.launch.requests.logs import JsonLines
from tests import factories as f
from tests.judging.links import call, links, page, round_of, token
from tests.judging.test_rulings import judge, playing
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(playing)


def by_phone(link: TableLink, key: str = "") -> Context:
    return Context(f"table:{link.pk}", "Phone", link.scope_key, frozenset({"table"}), "web", key=key)


def desk_page(hall: f.Hall, name: str = "table_links") -> str:
    return reverse(f"judging:{name}", args=[hall.event.slug, hall.division.slug, 1])


def signed_in(hall: f.Hall, role: str) -> Client:
    client = Client()
    client.force_login(f.member(hall.event, role))
    return client


def test_every_table_of_the_round_gets_a_link_of_192_bits_for_twelve_hours() -> None:
    hall = playing()
    made = links(hall)
    assert sorted(made) == [hall.table(1).number, hall.table(2).number]
    tokens = {token_of(row) for row in made.values()}
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{32}", one) for one in tokens)
    assert len(tokens) == 2
    assert {row.expires_at - row.made_at for row in made.values()} == {timedelta(hours=12)}


def test_a_token_is_stored_as_its_hash_and_stands_nowhere_in_the_database() -> None:
    hall = playing()
    signed_in(hall, "judge").post(desk_page(hall), {"idempotency_key": "k"})
    secret = token_of(TableLink.objects.select_related("table").get(table=hall.table(1)))
    call(secret, key="k2", seat=1)
    rows = [row for model in apps.get_models() for row in model._default_manager.all()]
    kept = json.dumps(serializers.serialize("python", rows), default=str)
    assert hashed(secret) in kept
    assert secret not in kept


def test_a_token_reaches_no_log_whatever_is_answered() -> None:
    hall, stream = playing(), io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    secret = token(hall)
    call(secret, words="99")
    revoke_links(judge(hall), round_of(hall))
    answers = [page(secret).status_code, call(secret).status_code, page("x" + secret).status_code]
    logging.getLogger().removeHandler(handler)
    assert answers == [410, 410, 404]
    assert "/q/..." in stream.getvalue()
    assert secret not in stream.getvalue()


def test_links_made_anew_end_those_before_and_one_table_alone_can_be() -> None:
    hall = playing()
    first, other = token_of(links(hall)[hall.table(1).number]), hall.table(2)
    kept = token_of(TableLink.objects.get(table=other))
    anew = token_of(links(hall, table=hall.table(1).number)[hall.table(1).number])
    assert [page(one).status_code for one in (first, kept, anew)] == [410, 200, 200]
    links(hall)
    assert [page(one).status_code for one in (kept, anew)] == [410, 410]


@pytest.mark.parametrize("make", [make_links, revoke_links])
def test_a_table_that_is_not_there_is_refused(make: Any) -> None:
    hall = playing()
    with pytest.raises(Refusal) as refused:
        make(judge(hall), round_of(hall), table=999)
    assert refused.value.code == "no-table"


def test_no_links_are_made_for_a_round_that_is_not_played() -> None:
    hall = f.hall(played=1)
    close_round(f.program(hall.event), round_of(hall))
    with pytest.raises(Refusal) as refused:
        make_links(judge(hall), round_of(hall))
    assert refused.value.code == "round-closed"


@pytest.mark.parametrize(
    "role", [role for role in EVENT_ROLES if role not in {"director", "deputy", "judge"}]
)
def test_links_are_made_and_revoked_by_judges_and_directors_alone(role: str) -> None:
    hall = playing()
    for run in (make_links, revoke_links):
        with pytest.raises(NotAllowed):
            run(hall.as_(f.member(hall.event, role)), round_of(hall))
    # Whoever may not is told so before it is looked whether there is such a round.
    nowhere = reverse("judging:table_links_revoke", args=[hall.event.slug, hall.division.slug, 99])
    assert signed_in(hall, role).post(nowhere).status_code == 403


def test_unknown_revoked_expired_and_closed_links_say_the_same_sentence_by_the_same_way() -> None:
    hall = f.hall(played=1)
    made = {number: token_of(row) for number, row in links(hall).items()}
    revoked, expired, closed, *_rest = made.values()
    revoke_links(judge(hall), round_of(hall), table=next(iter(made)))
    TableLink.objects.filter(token_hash=hashed(expired)).update(
        made_at=clock.now() - timedelta(hours=13), expires_at=clock.now() - timedelta(seconds=1)
    )
    close_round(f.program(hall.event), round_of(hall))
    said, asked = set(), set()
    for one, status in (("nothing", 404), (revoked, 410), (expired, 410), (closed, 410)):
        with CaptureQueriesContext(connection) as caught:
            answer = page(one)
        assert answer.status_code == status
        said |= set(re.findall(r'<p class="big">(.*?)</p>', answer.content.decode()))
        asked.add(tuple(query["sql"].partition("WHERE")[0] for query in caught))
    assert said == {"This table link opens nothing now. Raise your hand and ask for a judge."}
    assert len(asked) == 1
    assert len(next(iter(asked))) == 1


def test_a_link_ends_by_the_clock_while_its_round_is_still_played() -> None:
    hall = playing()
    secret = token(hall)
    until = TableLink.objects.get(token_hash=hashed(secret)).expires_at
    for moment, status in ((until - timedelta(seconds=1), 200), (until, 410)):
        with clock.at(moment):
            assert page(secret).status_code == status


def test_a_link_is_over_with_its_round_and_opens_again_with_it() -> None:
    hall = f.hall(played=1)
    secret = token(hall)
    close_round(f.program(hall.event), round_of(hall))
    assert page(secret).status_code == 410
    reopen_round(f.program(hall.event), round_of(hall), reason="a slip turned up")
    assert page(secret).status_code == 200


def test_a_recalled_round_takes_its_links_along_and_the_next_pairing_has_others() -> None:
    hall = playing()
    secret = token(hall)
    recall_round(f.program(hall.event), round_of(hall), reason="wrong list")
    assert page(secret).status_code == 410
    f.published(hall.division)
    assert page(secret).status_code == 410
    assert TableLink.objects.filter(table=None).count() == 2


def test_a_link_of_an_event_that_was_put_away_opens_nothing() -> None:
    hall = playing()
    secret = token(hall)
    Event.objects.filter(pk=hall.event.pk).update(deleted_at=clock.now())
    assert page(secret).status_code == 410


def test_a_link_that_is_revoked_between_the_page_and_the_call_calls_nobody() -> None:
    hall = playing()
    link = links(hall)[hall.table(1).number]
    revoke_links(judge(hall), round_of(hall))
    with pytest.raises(Refusal) as refused:
        call_by_link(by_phone(link), link)
    assert (refused.value.code, refused.value.status) == ("table-link-over", 410)
    assert not Call.objects.exists()


def test_a_link_may_call_by_itself_and_nothing_else_not_even_at_its_own_table() -> None:
    hall, abroad = playing(), playing()
    link, other = links(hall)[hall.table(1).number], links(abroad)[abroad.table(1).number]
    with pytest.raises(NotAllowed):
        call_judge(by_phone(link), hall.table(1))
    with pytest.raises(NotAllowed):
        make_links(by_phone(link), round_of(hall))
    with pytest.raises(Missing):
        call_by_link(by_phone(link), other)
    assert not Call.objects.exists()


def test_the_call_stands_in_the_judges_queue_at_once_and_is_taken_and_timed_like_any_other() -> None:
    hall = playing()
    link = links(hall)[hall.table(1).number]
    told = call_by_link(by_phone(link), link, seat=2, words=3)
    row = Call.objects.get(pk=told["call"])
    assert (row.table, row.challengers, row.challenged, row.word_count, row.link) == (
        hall.table(1), [2], 1, 3, link,
    )  # fmt: skip
    text = signed_in(hall, "judge").get(f"/e/{hall.event.slug}/judges/queue").content.decode()
    for part in (f"Table {hall.table(1).number}", "challenges", "3 words", "by phone"):
        assert part in text
    take(judge(hall), row, seen=1)
    assert Call.objects.get().state == "taken"
    assert AuditEntry.objects.get(intent="table_link.call").actor == f"table:{link.pk}"


def test_at_a_table_of_three_the_judge_asks_whose_play_it_is() -> None:
    hall = playing(seats=3)
    link = links(hall)[hall.table(1).number]
    call_by_link(by_phone(link), link, seat=2, words=1)
    assert (Call.objects.get().challengers, Call.objects.get().challenged) == ([2], None)


def test_a_phone_calls_six_times_in_ten_minutes_and_then_raises_a_hand() -> None:
    hall = playing()
    link = links(hall)[hall.table(1).number]
    for _time in range(6):
        call_by_link(by_phone(link), link)
        Call.objects.update(state="off")
    with pytest.raises(Refusal) as refused:
        call_by_link(by_phone(link), link)
    assert (refused.value.code, refused.value.status) == ("too-many-calls", 429)
    with clock.at(clock.now() + timedelta(minutes=11)):
        assert call_by_link(by_phone(link), link)["state"] == "waiting"


@pytest.mark.parametrize("words", [0, -1, 99])
def test_more_words_than_a_play_can_form_are_refused(words: int) -> None:
    hall = playing()
    link = links(hall)[hall.table(1).number]
    with pytest.raises(Refusal) as refused:
        call_by_link(by_phone(link), link, words=words)
    assert refused.value.code == "too-many"


def test_no_words_are_challenged_where_the_rules_know_no_challenges() -> None:
    hall = playing()
    Division.objects.update(overrides={"challenge.allowed": False}, ruleset_frozen=None)
    link = links(hall)[hall.table(1).number]
    with pytest.raises(Refusal) as refused:
        call_by_link(by_phone(link), link, words=1)
    assert refused.value.code == "no-challenges"


def test_the_sheet_with_the_codes_answers_the_making_and_nothing_shows_them_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = playing()
    client, where = signed_in(hall, "judge"), desk_page(hall)
    answer = client.post(where, {"idempotency_key": "once", "paper": "letter"})
    sheet = answer.content.decode()
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert sheet.count('class="link-card"') == 2
    assert 'class="paper-letter' in sheet
    assert "link-card" not in client.get(where).content.decode()
    again = client.post(where, {"idempotency_key": "once", "paper": "letter"}).content.decode()
    codes = re.findall(r'<svg[^>]*class="qr".*?</svg>', sheet, re.S)
    assert codes
    assert re.findall(r'<svg[^>]*class="qr".*?</svg>', again, re.S) == codes
    monkeypatch.setattr(print_parts, "ROOM", 4000)
    monkeypatch.setattr(table_links, "ON_A_SHEET", 1)
    for part, cards in (("2", codes[1:]), ("all", codes)):
        half = client.post(
            where, {"idempotency_key": "once", "paper": "letter", "part": part}
        ).content.decode()
        assert re.findall(r'<svg[^>]*class="qr".*?</svg>', half, re.S) == cards, "a long sheet comes in parts"
    assert 'name="idempotency_key" value="once"' in half
    client.post(desk_page(hall, "table_links_revoke"), {})
    late = client.post(where, {"idempotency_key": "once", "paper": "letter"}).content.decode()
    assert 'class="link-card"' not in late


def test_the_page_says_which_tables_have_a_link_and_revokes_one() -> None:
    hall = playing()
    links(hall)
    client, where = signed_in(hall, "director"), desk_page(hall)
    assert client.get(where).content.decode().count("until ") >= 2
    answer = client.post(desk_page(hall, "table_links_revoke"), {"table": hall.table(1).number})
    assert answer.status_code == 303
    in_force = TableLink.objects.filter(revoked_at=None)
    assert [row.table for row in in_force] == [hall.table(2)]
    client.post(desk_page(hall, "table_links_revoke"), {"table": "all?"})
    assert in_force.count() == 1

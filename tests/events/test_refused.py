"""What entries, rules and links refuse and no other test of events comes across: found by taking each guard away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tdapp.events.members.commands.members import invite
from tdapp.events.models import Division, Event, JoinLink
from tdapp.events.models.library import NamedSet
from tdapp.events.rules.commands import rules
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tests import factories as f

pytestmark = pytest.mark.django_db
BOARD = ["T . T", ". . .", "T . T"]
Ask = Callable[[Context, Division], Any]


def board(**more: Any) -> Ask:
    return lambda ctx, division: rules.set_board(ctx, division, **{"rows": BOARD, **more})


REFUSED: dict[str, tuple[Ask, str, str]] = {
    "neither board nor tiles": (
        lambda ctx, division: rules.confirm(ctx, division, what="clock", confirmed=True),
        "bad-rules",
        "Only the board and the tiles",
    ),
    "a name without end": (board(name="n" * 81), "bad-rules", "may have 80 characters"),
    "kept without a name": (board(keep=True), "bad-rules", "Give it a name"),
    "a page out of date": (board(seen="older"), "stale", "Somebody else changed these settings"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_rules_that_are_refused_change_nothing(name: str) -> None:
    division = f.division(f.event())
    ask, code, sentence = REFUSED[name]
    with pytest.raises(Refusal, match=sentence) as refused:
        ask(f.program(division.event), division)
    assert refused.value.code == code
    assert Division.objects.get().overrides == {}
    assert not NamedSet.objects.exists()


def test_a_name_taken_at_another_event_stays_with_what_it_stands_for() -> None:
    one, other = f.division(f.event()), f.division(f.event())
    board(keep=True, name="Ours")(f.program(one.event), one)
    kept = NamedSet.objects.get().content
    with pytest.raises(Refusal) as refused:
        board(keep=True, name="Ours", rows=["D . D", *BOARD[1:]])(f.program(other.event), other)
    assert refused.value.code == "name-taken"
    assert NamedSet.objects.get().content == kept


@pytest.mark.parametrize(("players", "said"), [(0, "Nobody is entered in Open yet"), (2, "or say --all")])
def test_checking_in_nobody_is_told_in_a_sentence(
    players: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    division = f.division(f.event())
    f.entrants(division, players)
    with pytest.raises(SystemExit) as ended:
        call_command("check_in", division.event.slug)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_a_link_of_another_installation_shows_no_code(client: Client, settings: Any) -> None:
    event = f.event()
    client.force_login(f.member(event, "director"))
    invite(f.program(event), event, role="clerk", uses=1, hours=1)
    where = reverse("events:link", args=[event.slug, JoinLink.objects.get().pk])
    assert client.get(where).status_code == 200
    JoinLink.objects.update(token_hash="0" * 64)
    assert client.get(where).status_code == 404


@pytest.mark.parametrize("name", ["events:new", "events:bring_back"])
def test_the_signed_out_are_sent_to_the_log_in_from_pages_of_no_event(name: str, client: Client) -> None:
    event = f.event()
    Event.objects.filter(pk=event.pk).update(deleted_at=clock.now())
    where = reverse(name, args=[event.slug] if name == "events:bring_back" else [])
    answer = client.post(where) if name == "events:bring_back" else client.get(where)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/login")

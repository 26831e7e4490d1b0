"""Webhooks: what is told, how it is signed, what a receiver may do to us, and who may have anything told."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tdapp.api.doors import operations
from tdapp.api.models import Webhook, WebhookMessage
from tdapp.api.webhooks import calling, commands, outcomes, sending, signing, topics
from tdapp.events.models import Membership
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import REGISTRY, Installation
from tdapp.kernel.models import AuditEntry, IdempotencyKey
from tdapp.people.models import RatingList
from tdapp.ratings.keeping.commands.lists import create_list
from tests import factories as f
from tests.api.hall import base, hall, post, program, signed_in, table, token
from tests.api.test_whole_event import everywhere
from tests.kept import first
from tests.ratings.test_runs import SYSTEM, do, new_list, played

pytestmark = pytest.mark.django_db
whole, ready = first(hall)
ALL = list(topics.TOPICS)


class Receiver(ThreadingHTTPServer):
    """A program that is told: keeps what came, answers `status`; `after`: what it does behind the status line."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.came: list[tuple[dict[str, str], bytes]] = []
        self.status, self.headers, self.over = 204, dict[str, str](), threading.Event()
        self.endless = b""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/told?key=theirs"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.came.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            while self.server.endless and not self.server.over.wait(0.001):
                self.wfile.write(self.server.endless)
        except OSError:
            pass

    def log_message(self, *_what: Any) -> None:
        """In silence."""


@contextmanager
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    threading.Thread(target=made.serve_forever, daemon=True).start()
    try:
        yield made
    finally:
        made.over.set()
        made.shutdown()
        made.server_close()


def carried_out() -> None:
    """One tick of the keeper and the worker's job, if there is one."""
    if (job := sending.tick()) is not None:
        jobs.run(job.pk)
        job.refresh_from_db()
        assert job.status == "done", job.message


def is_ours(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """As the guide has a receiver check it."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return hmac.compare_digest(headers["webhook-signature"], wanted)


def test_a_result_and_its_correction_are_told_once_each_signed_and_without_a_name() -> None:
    here = hall()
    operations.table()
    for intents in topics.TOPICS.values():
        assert set(intents) <= REGISTRY.keys()
    with receiver() as there:
        deputy = program(token(here.event, here.director, "deputy", scopes=["webhooks", "results", "read"]))
        made = post(
            deputy, f"{base(here)}/commands/webhook.add", {"name": "app", "address": there.address, "topics": ALL},
            **{"Idempotency-Key": "once"},
        )  # fmt: skip
        assert made.status_code == 200, made.content
        assert made["Cache-Control"] == "no-store"
        told, secret = made.json(), made.json()["secret"]
        carried_out()
        assert there.came == []
        assert (
            post(
                deputy, f"{table(here)}/commands/result.enter", {"entry": {"scores": [401, 377]}}
            ).status_code
            == 200
        )
        correction = {"entry": {"scores": [410, 377]}, "seen": 1, "reason": "read again"}
        assert post(deputy, f"{table(here)}/commands/result.correct", correction).status_code == 200
        for _look in range(3):
            carried_out()
        kinds = [json.loads(body)["kind"] for _headers, body in there.came]
        assert kinds == ["result.enter", "result.correct"]
        headers, body = there.came[1]
        assert is_ours(secret, headers, body)
        assert not is_ours(secret, headers, body + b" ")
        assert not is_ours(secret, {**headers, "webhook-timestamp": "0"}, body)
        said = json.loads(body)
        assert said["read"] == table(here)
        assert [said["event"], said["round"], said["table"]] == [here.event.slug, 2, 1]
        for entrant in here.event.entrants.all():
            assert entrant.listed.encode() not in body
        # Sent again under its own id; the page and the programs see how it went.
        page = signed_in(here.director)
        shown = page.get(f"/webhooks/{told['id']}/").content.decode()
        assert "result corrected" in shown
        message = WebhookMessage.objects.get(intent="result.correct")
        assert page.post(f"/webhooks/{told['id']}/messages/{message.pk}/again").status_code == 303
        carried_out()
        assert there.came[2][0]["webhook-id"] == headers["webhook-id"]
        rows = deputy.get(f"/api/v1/webhooks/{told['id']}/messages").json()["results"]
        assert {row["status"] for row in rows} == {"done"}
        # The secret is shown once: no page, log or kept answer has it, nor the address's own key.
        kept = [str(AuditEntry.objects.values_list("payload", "facts", "target")), shown, json.dumps(rows)]
        kept += [str(list(IdempotencyKey.objects.values_list("answer", flat=True)))]
        kept += [json.dumps(deputy.get(f"{base(here)}/webhooks").json())]
        assert [text for text in kept if "whsec_" in text or "theirs" in text] == []
        fresh = page.post(f"/webhooks/{told['id']}/secret").content.decode()
        found = re.search(r'whsec_[^"<]+', fresh)
        assert found
        assert found[0] != secret
        page.post(f"/webhooks/{told['id']}/try")
        carried_out()
        assert is_ours(found[0], *there.came[-1])
        assert not is_ours(secret, *there.came[-1])


def test_a_receiver_that_fails_is_tried_with_growing_pauses_given_up_and_switched_off_with_a_sentence() -> (
    None
):
    here = hall()
    now = clock.now()
    with receiver() as there:
        there.status = 503
        there.headers = {"X-Reason": "disk"}
        ctx = f.acting(here.director, here.event)
        row = Webhook.objects.get(
            pk=commands.add_webhook(ctx, here.event, name="app", address=there.address)["id"]
        )
        for _message in range(2):
            commands.try_webhook(ctx, row)
        waited = []
        for _try in range(outcomes.TOO_OFTEN):
            with clock.at(now):
                carried_out()
                carried_out()
            row.refresh_from_db()
            if row.off_at is None and row.next_at:
                waited.append(int((row.next_at - now).total_seconds() // 60))
                now = row.next_at
        assert waited == [1, 5, 15, 60, 180, 360, *[720] * 5]
        assert len(there.came) == outcomes.TOO_OFTEN
        assert row.off_at is not None
        first_, second = WebhookMessage.objects.order_by("made_at")
        assert [first_.status, first_.tries, second.status] == ["failed", outcomes.TRIES, "waiting"]
        page = signed_in(here.director)
        shown = page.get(f"/webhooks/{row.pk}/").content.decode()
        assert "Switched off after 12 tries in vain. The last one: 127.0.0.1 answered 503" in shown
        assert page.post(f"/webhooks/{row.pk}/try").status_code == 303
        assert WebhookMessage.objects.count() == 2
        there.status = 200
        page.post(f"/webhooks/{row.pk}/switch", {"on": "1"})
        carried_out()
        second.refresh_from_db()
        assert second.status == "done"
        there.status = 410
        commands.try_webhook(ctx, row)
        carried_out()
        row.refresh_from_db()
        assert row.off_at is not None
        assert "nobody listens there any more" in outcomes.why_off(row)


def test_whatever_a_hostile_receiver_does_it_reaches_nothing_inside_and_holds_nobody(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiver() as there, receiver() as inside:
        there.status, there.headers = 302, {"Location": inside.address}
        assert calling.post(there.address, {}, b"{}")["code"] == "redirected"
        assert inside.came == []
        # An answer without an end is not read; one that trickles is cut off.
        there.status, there.headers, there.endless = 200, {}, b"x" * 65536
        assert calling.post(there.address, {}, b"{}") == {}
        with socket.create_server(("127.0.0.1", 0)) as mute:
            told = calling.post(f"http://127.0.0.1:{mute.getsockname()[1]}/", {}, b"{}", 0.2)
            assert told == {"code": "slow", "facts": {"host": "127.0.0.1"}}
        # A name that leads inside is met by nobody, whatever it led to a moment ago: what is connected to is what was
        # looked at, and there is no second look.
        settings.PUSH_PRIVATE = False
        asked = []

        def rebinding(host: str, port: int, **_how: Any) -> list[Any]:
            asked.append(host)
            to = "93.184.216.34" if len(asked) > 1 else "127.0.0.1"
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (to, port))]

        monkeypatch.setattr(socket, "getaddrinfo", rebinding)
        before = len(there.came)
        assert calling.post(f"http://evil.example:{there.server_port}/", {}, b"{}")["code"] == "inside"
        assert [len(there.came) - before, asked] == [0, ["evil.example"]]
    here = hall()
    ctx = f.acting(here.director, here.event)
    wrong = """http://example.org/ https://10.0.0.1/ https://[::1]/ https://localhost/ https://169.254.169.254/latest
        https://[::ffff:127.0.0.1]/ https://user:word@example.org/ ftp://example.org/ https://example.org/#a https:///
        https://exa mple.org/ https://example.org:0/ gopher:x file:///etc/passwd https://例.org/"""
    for address in re.split(r"\s{2,}|(?<=/) (?!m)|(?<=\w) (?=h)", wrong):
        with pytest.raises(Exception, match=r"address|begin with https") as told:
            commands.add_webhook(ctx, here.event, name="x", address=address)
        assert told.value.status == 422, address
    assert not Webhook.objects.exists()


def test_a_club_is_told_of_its_events_and_everybody_only_of_what_they_have_a_part_in() -> None:
    here, other = hall(), f.hall(2)
    home = f.club()
    officer = f.officer(home)
    here.event.host = home.club
    here.event.save()
    wide = program(everywhere(f.user(operator=True), "webhooks"))
    with receiver() as there:
        page = signed_in(officer)
        new = {"name": "club app", "address": there.address, "topics": ALL}
        assert "whsec_" in page.post(f"/c/{home.slug}/webhooks/", new).content.decode()
        assert post(wide, "/api/v1/commands/webhook.add_everywhere", new).status_code == 200
        own = f.acting(here.director, here.event)
        assert commands.add_webhook(own, here.event, name="app", address=there.address, topics=["event"])
        for one in (here, other):
            director = program(token(one.event, one.director, "deputy"))
            assert (
                post(director, f"{base(one)}/commands/announcement.post", {"text": "Lunch."}).status_code
                == 200
            )
        carried_out()
        # The club's and the event's own; the operator has no part in either, and nobody has one in the other.
        assert sorted(json.loads(body)["event"] for _headers, body in there.came) == [here.event.slug] * 2
        # Strangers meet no webhook; whoever loses their standing is told of nothing more.
        row = Webhook.objects.get(event=here.event)
        assert signed_in(other.director).get(f"/webhooks/{row.pk}/").status_code == 404
        assert signed_in(here.clerk).get(f"/webhooks/{row.pk}/").status_code == 403
        assert wide.get(f"/api/v1/webhooks/{row.pk}").status_code == 404
        Membership.objects.filter(event=here.event, user=here.director).update(role="viewer")
        commands.try_webhook(own, row)
        carried_out()
        row.refresh_from_db()
        assert "may no longer" in outcomes.why_off(row)
        assert len(there.came) == 2
        assert signing.secret_of(row) not in str(row.__dict__)
        assert timedelta(0) <= clock.now() - row.off_at


def test_the_installations_webhooks_are_told_of_every_list_though_each_has_a_log_of_its_own() -> None:
    wide = program(everywhere(f.user(operator=True), "webhooks"))
    before, division = new_list(), played(14)
    with receiver() as there:
        new = {"name": "app", "address": there.address, "topics": ["ratings"]}
        assert post(wide, "/api/v1/commands/webhook.add_everywhere", new).status_code == 200
        create_list(SYSTEM, Installation(), slug="later", facts={"name": "Later"})
        for one in (before, RatingList.objects.get(slug="later")):
            do(one, division)
            carried_out()
        assert [json.loads(body)["kind"] for _headers, body in there.came] == ["ratings.rate"] * 2

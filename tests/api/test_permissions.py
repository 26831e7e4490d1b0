"""Who may ask what: every address with every role, strangers and foreign events among them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tdapp.api.urls import urlpatterns
from tdapp.kernel.models import Job
from tests import factories as f
from tests.api.hall import ROLES, hall, post, program, signed_in, token
from tests.api.test_whole_event import everywhere
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(hall)
ALL = frozenset(ROLES)
RUN = frozenset({"director", "deputy"})
# name -> (method, arguments beyond event and division, roles that get a 2xx or reach the command)
TABLE: dict[str, tuple[str, dict[str, Any], frozenset[str]]] = {
    "event": ("get", {}, ALL),
    "divisions": ("get", {}, ALL),
    "division": ("get", {}, ALL),
    "entrants": ("get", {}, ALL),
    "rounds": ("get", {}, ALL),
    "standings": ("get", {}, ALL),
    "teams": ("get", {}, ALL),
    "pairings": ("get", {"number": 1}, ALL),
    "tables": ("get", {"number": 1}, ALL),
    "table": ("get", {"number": 1, "table": 1}, ALL),
    "enter_result": ("post", {"number": 2, "table": 1}, RUN | {"clerk", "checker"}),
    "confirm_result": ("post", {"number": 1, "table": 1}, RUN | {"checker"}),
    "correct_result": ("post", {"number": 1, "table": 1}, RUN),
    "scoresheets": ("get", {}, ALL),
    "round_scoresheets": ("get", {"number": 1}, ALL),
    "table_scoresheets": ("get", {"number": 1, "table": 1}, ALL),
    "table_scoresheets/post": ("post", {"number": 1, "table": 1}, RUN | {"clerk", "checker", "judge"}),
    "scoresheet": ("get", {"number": 1, "table": 1, "sheet": 1}, ALL),
    "webhooks": ("get", {}, RUN),
    "rulings": ("get", {}, RUN | {"judge"}),
    "call_judge": ("post", {"number": 2, "table": 2}, RUN | {"clerk", "checker", "judge"}),
    "tokens": ("get", {}, frozenset({"director"})),
    "tokens/post": ("post", {}, frozenset({"director"})),
    "token": ("delete", {"token": "7f1c0a56-54a8-4b0c-8d0e-0e2f2b7c9c11"}, frozenset({"director"})),
}
EVERYBODY = {"events", "schema", "docs", "docs_room", "try_out", "validate_scoresheet"}
BODIES = {
    "enter_result": {"scores": [400, 300]},
    "confirm_result": {"seen": 1},
    "correct_result": {"scores": [410, 300], "seen": 1, "reason": "slip"},
    "table_scoresheets/post": {"text": "seat,score\n1,20\n", "order": "1 2", "sure": True},
    "call_judge": {"words": ["ma"]},
    "tokens/post": {"label": "x", "roles": ["viewer"]},
}


def address(name: str, event: str, division: str, more: dict[str, Any]) -> str:
    pattern = next(str(row.pattern) for row in urlpatterns if row.name == name.partition("/")[0])
    values = {"event": event, "division": division, **more}
    for key, value in values.items():
        for kind in ("slug", "small", "uuid"):
            pattern = pattern.replace(f"<{kind}:{key}>", str(value))
    return f"/api/{pattern}"


def ask(client: Client, name: str, event: str, division: str) -> Any:
    method, more, _roles = TABLE[name]
    where = address(name, event, division, more)
    return post(client, where, BODIES.get(name)) if method == "post" else getattr(client, method)(where)


def test_every_address_of_the_api_is_in_the_table() -> None:
    # Doors and what they act on are asked one by one in `test_doors`.
    doors = {row.name for row in urlpatterns if str(row.name).startswith(("do_", "thing"))} | {
        "draft",
        "job_file",
        # Of the installation: asked by the matrix of all addresses.
        "clubs",
        "rating_lists",
        "players",
        *("jobs_wide", "job_wide", "jobs_club", "job_club"),
        # Asked in `test_webhooks`.
        "webhook",
        "webhook_messages",
        "webhooks_club",
        "webhooks_wide",
    }
    assert {row.name for row in urlpatterns} - doors == {name.partition("/")[0] for name in TABLE} | EVERYBODY


DOORS = [("session", role) for role in ROLES] + [("token", role) for role in ROLES if role != "director"]


@pytest.mark.parametrize(("door", "role"), DOORS)
def test_each_role_reaches_what_is_its_own(door: str, role: str) -> None:
    here = hall()
    person, asked = f.member(here.event, role), dict(TABLE)
    client = signed_in(person)
    if door == "token":
        client = program(token(here.event, here.director, role))
        asked = {name: row for name, row in TABLE.items() if not name.startswith("token")}
    for name, (_method, _more, roles) in asked.items():
        status = ask(client, name, here.event.slug, here.division.slug).status_code
        assert (status not in (401, 403)) is (role in roles), (name, status)
        assert status < 500


def test_a_foreign_event_does_not_exist() -> None:
    here, other = hall(), hall()
    client, mine = signed_in(other.director), program(token(other.event, other.director, "deputy"))
    for name in TABLE:
        assert ask(client, name, here.event.slug, here.division.slug).status_code == 404, name
        if not name.startswith("token"):
            assert ask(mine, name, here.event.slug, here.division.slug).status_code == 404, name


def test_a_stranger_is_asked_to_sign_in() -> None:
    here = hall()
    for name in TABLE:
        answer = ask(Client(), name, here.event.slug, here.division.slug)
        assert answer.status_code in (401, 403), name
        assert answer["Content-Type"] == "application/problem+json", name


@pytest.mark.parametrize(
    "path", ["/api/schema/", "/api/docs/", "/api/docs/tables/", "/api/docs/try/", "/api/v1/events"]
)
def test_even_the_description_is_for_those_who_signed_in(path: str) -> None:
    here = hall()
    assert Client().get(path).status_code in (302, 401, 403)
    assert signed_in(here.viewer).get(path).status_code == 200


def test_a_list_of_events_holds_only_ones_own() -> None:
    here, _other = hall(), hall()
    for client in (signed_in(here.clerk), program(token(here.event, here.director, "viewer"))):
        assert [row["slug"] for row in client.get("/api/v1/events").json()["results"]] == [here.event.slug]


def test_an_event_put_away_is_gone_for_tokens_and_people() -> None:
    here = hall()
    secret = token(here.event, here.director, "viewer")
    here.event.deleted_at = "2026-03-14T10:00Z"
    here.event.save()
    assert signed_in(here.director).get(f"/api/v1/events/{here.event.slug}").status_code == 404
    assert program(secret).get(f"/api/v1/events/{here.event.slug}").status_code == 401


def test_a_session_opened_by_pin_reaches_its_own_event_only() -> None:
    here, other = hall(), hall()
    f.Membership.objects.create(event=other.event, user=here.clerk, role="clerk")
    client = f.taken_over(Client(), here.clerk, here.event)
    assert client.get(f"/api/v1/events/{here.event.slug}").status_code == 200
    assert client.get(f"/api/v1/events/{other.event.slug}").status_code == 404


def test_a_session_needs_the_csrf_token_to_write() -> None:
    here = hall()
    client = Client(enforce_csrf_checks=True)
    client.force_login(here.clerk)
    answer = ask(client, "enter_result", here.event.slug, here.division.slug)
    assert answer.status_code == 403
    assert "CSRF" in answer.json()["detail"]


def test_a_job_outside_events_is_shown_to_whom_its_page_is_shown() -> None:
    """The rating list's to its keepers, merges and backups to owners, a club's to its officers; letters to nobody."""
    here, home = hall(), f.club("lipa")
    kept = {
        "rate": "ratings.rate",
        "merge": "ratings.merge",
        "copy": "installation.make_backup",
        "demo": "demo.make",
    }
    facts = {"actor": "system", "actor_name": "The program", "params": {"who": "Salonga"}}
    jobs = {name: Job.objects.create(kind=kind, scope="installation", **facts) for name, kind in kept.items()}
    letter = Job.objects.create(kind="account.letter", scope="installation", **facts)
    file = Job.objects.create(kind="club.file", scope=home.scope_key, **facts)
    owner, operator, officer = f.user(owner=True), f.user(operator=True), f.officer(home)
    reach = [
        (signed_in(owner), set(kept)),
        (signed_in(operator), {"rate", "demo"}),
        (program(everywhere(owner, "players")), {"merge"}),
        (program(everywhere(owner, "ratings", "read")), {"rate"}),
        (program(everywhere(owner, "read")), set()),
        (signed_in(officer), set()),
        (program(token(here.event, here.director, "deputy")), set()),
    ]
    for client, seen in reach:
        answer = client.get("/api/v1/jobs")
        assert answer.status_code == (200 if seen else 403)
        assert {one["id"] for one in answer.json().get("results", ())} == {
            str(jobs[name].pk) for name in seen
        }
        for name, row in jobs.items():
            one = client.get(f"/api/v1/jobs/{row.pk}")
            assert one.status_code == (200 if name in seen else 403)
            assert b"Salonga" not in one.content
        assert {client.get(f"/api/v1/jobs/{row.pk}").status_code for row in (letter, file)} == {404}
    where = f"/api/v1/clubs/{home.slug}/jobs"
    other = f"/api/v1/clubs/{f.club('batangas').slug}/jobs/{file.pk}"
    mine = signed_in(officer)
    assert [one["id"] for one in mine.get(where).json()["results"]] == [str(file.pk)]
    assert [mine.get(at).status_code for at in (f"{where}/{file.pk}", f"{where}/{letter.pk}", other)] == [
        200,
        404,
        404,
    ]
    publisher = signed_in(f.officer(home, "club-publisher"))
    assert [publisher.get(at).status_code for at in (where, f"{where}/{file.pk}")] == [403, 403]

"""The register of incidents: what is refused, who decides, what follows, and that nothing is rewritten."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client

from tdapp.desk.pairing.commands.recalling import recall_round
from tdapp.desk.prizes.finishing import checklist
from tdapp.events.models import Entrant, Table
from tdapp.judging.incidents import incident_list
from tdapp.judging.incidents.commands import incident_photos as pictures
from tdapp.judging.incidents.commands import incidents as register
from tdapp.judging.incidents.commands.incidents import Ruling
from tdapp.judging.models.incidents import Incident, IncidentPhoto, IncidentStep
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.pages import photos
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tdapp.people.models import Club
from tests import factories as f
from tests.scoresheets.pictures import png

pytestmark = pytest.mark.django_db
WARN, SCORE = IncidentStep.Measure.WARNING, IncidentStep.Measure.SCORE


@pytest.fixture
def hall() -> f.Hall:
    return f.hall(players=4, rounds=2, played=0)


@pytest.fixture
def table(hall: f.Hall) -> Table:
    return f.table(hall.division, hall.division.table_first)


@pytest.fixture
def judge(hall: f.Hall) -> User:
    return f.member(hall.event, "judge", "judge")


def sits(table: Table, seat: int = 1) -> Entrant:
    return table.seats.select_related("entrant__division").get(seat=seat).entrant


def written(hall: f.Hall, table: Table | None = None, **more: Any) -> Incident:
    facts = {"kind": "exposed", "text": "Two tiles lay open.", "table": table, **more}
    told = register.report(hall.as_(hall.clerk), hall.event, **facts)
    return one(hall, told["incident"])


def one(hall: f.Hall, number: int) -> Incident:
    return incident_list.rows().get(event=hall.event, number=number)


def decided(hall: f.Hall, row: Incident, judge: User, ruling: Ruling | None = None) -> Incident:
    register.decide(
        f.acting(judge, hall.event), row, ruling=ruling or Ruling("Play on."), seen=row.version, neutral=True
    )
    return one(hall, row.number)


def test_an_incident_at_a_table_is_about_everybody_who_sits_there(hall: f.Hall, table: Table) -> None:
    row = written(hall, table, turn=7)
    assert (row.number, row.state, row.turn, row.division) == (1, "open", 7, hall.division)
    assert {party.entrant for party in row.parties.all()} == {sits(table), sits(table, 2)}
    assert written(hall).number == 2


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({"text": "  \n "}, "no-text"),
        ({"text": "a" * 1001}, "too-long"),
        ({"kind": "riot"}, "unknown-kind"),
        ({"kind": "protest", "minutes": 0}, "bad-deadline"),
    ],
    ids=["empty", "long", "kind", "deadline"],
)
def test_what_cannot_be_written_down_is_refused(hall: f.Hall, what: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        written(hall, **what)
    assert refused.value.code == code
    assert not Incident.objects.exists()


def test_players_and_tables_are_those_of_the_event_and_not_too_many(hall: f.Hall) -> None:
    other = f.hall(players=10, rounds=0)
    people = list(other.division.entrants.all())
    for who, code in ((people[:1], "not-here"), (people[:9], "too-many-players")):
        with pytest.raises(Refusal) as refused:
            written(hall, entrants=who)
        assert refused.value.code == code


def test_only_a_protest_has_a_deadline_half_an_hour_unless_said(hall: f.Hall) -> None:
    row = written(hall, kind="protest")
    assert row.deadline
    assert row.deadline - row.at == timedelta(minutes=30)
    soon = written(hall, kind="protest", minutes=5)
    assert written(hall, minutes=5).deadline is None
    with clock.at(soon.at + timedelta(minutes=6)):
        assert [row.late for row in incident_list.of_event(hall.event)] == [False, True, False]


def test_a_decision_says_what_follows_and_is_made_once(hall: f.Hall, table: Table, judge: User) -> None:
    row = written(hall, table)
    now = decided(hall, row, judge, Ruling("Ten points off.", SCORE, sits(table), 10))
    told = incident_list.IncidentRow(now)
    assert now.state == "decided"
    assert told.decision
    assert told.decision.measure == f"10 points off the score of {sits(table).listed}."
    with pytest.raises(Conflict, match="moved on"):
        decided(hall, row, judge)
    assert now.steps.count() == 1


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        (Ruling(""), "no-text"),
        (Ruling("x", "jail"), "unknown-measure"),
        (Ruling("x", WARN), "nobody"),
        (Ruling("x", "time"), "no-amount"),
        (Ruling("x", "time", None, 1441), "no-amount"),
    ],
    ids=["empty", "measure", "nobody", "no minutes", "too many minutes"],
)
def test_a_decision_that_says_too_little_is_refused(
    hall: f.Hall, table: Table, judge: User, ruling: Ruling, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        decided(hall, written(hall, table), judge, ruling)
    assert refused.value.code == code


def test_a_measure_is_against_somebody_the_incident_is_about(hall: f.Hall, table: Table, judge: User) -> None:
    stranger = hall.division.entrants.exclude(slots__table=table).first()
    with pytest.raises(Refusal, match="not about this player"):
        decided(hall, written(hall, table), judge, Ruling("x", WARN, stranger))


def as_player(hall: f.Hall, judge: User, who: Entrant) -> Context:
    judge.person = str(who.player_id)
    judge.save(update_fields=["person"])
    return f.acting(judge, hall.event)


def test_nobody_decides_on_his_own_game_nor_on_his_school_s(hall: f.Hall, table: Table, judge: User) -> None:
    row, free = written(hall, table), hall.division.entrants.exclude(slots__table=table).first()
    assert free
    cases = [(as_player(hall, judge, sits(table)), "own-game")]
    cases.append((as_player(hall, judge, free), "own-school"))
    school = Club.objects.create(name="Mabini High", key="mabini high")
    free.player.club = school
    free.player.save()
    Entrant.objects.filter(pk=sits(table).pk).update(club=school)
    for ctx, code in cases:
        with pytest.raises(NotAllowed) as refused:
            register.decide(ctx, one(hall, row.number), ruling=Ruling("x"), seen=1, neutral=True)
        assert refused.value.code == code
    about = written(hall, entrants=[free])
    with pytest.raises(NotAllowed, match="about you"):
        register.decide(cases[1][0], about, ruling=Ruling("x"), seen=1, neutral=True)


def test_who_decides_says_that_nobody_is_of_his_school(hall: f.Hall, judge: User) -> None:
    with pytest.raises(Refusal) as refused:
        register.decide(f.acting(judge, hall.event), written(hall), ruling=Ruling("x"), seen=1, neutral=False)
    assert refused.value.code == "not-neutral"


def test_an_appeal_is_in_time_and_decided_by_another(hall: f.Hall, table: Table) -> None:
    director = hall.as_(hall.director)
    row = decided(hall, written(hall, table), hall.director, Ruling("Lost.", "game", sits(table)))
    with clock.at(row.at + timedelta(minutes=31)), pytest.raises(Refusal) as late:
        register.appeal(hall.as_(hall.clerk), row, text="It was the clock", seen=row.version)
    assert late.value.code == "too-late"
    register.appeal(hall.as_(hall.clerk), row, text="It was the clock", seen=row.version)
    appealed = one(hall, row.number)
    with pytest.raises(NotAllowed, match="your own decision"):
        register.decide_appeal(director, appealed, ruling=Ruling("x"), seen=appealed.version, neutral=True)
    deputy = f.acting(f.member(hall.event, "deputy", "deputy"), hall.event)
    for neutral, ruling, code in ((False, Ruling("x"), "not-neutral"), (True, Ruling("x", WARN), "nobody")):
        with pytest.raises(Refusal) as refused:
            register.decide_appeal(deputy, appealed, ruling=ruling, seen=appealed.version, neutral=neutral)
        assert refused.value.code == code
    register.decide_appeal(
        deputy,
        appealed,
        ruling=Ruling("Five off.", SCORE, sits(table), 5),
        seen=appealed.version,
        neutral=True,
    )
    told = incident_list.IncidentRow(one(hall, row.number))
    assert told.row.state == "settled"
    assert told.decision
    assert told.decision.measure.startswith("5 points off")


def test_only_an_open_one_is_taken_back_and_a_note_is_always_added(hall: f.Hall, judge: User) -> None:
    clerk = hall.as_(hall.clerk)
    row = written(hall)
    for text in ("", "x" * 1001):
        with pytest.raises(Refusal):
            register.withdraw(clerk, row, text=text, seen=1)
    register.withdraw(clerk, row, text="A mistake", seen=1)
    register.note(clerk, one(hall, 1), text="He said sorry")
    with pytest.raises(Conflict):
        decided(hall, one(hall, 1), judge)
    assert [step.kind for step in one(hall, 1).steps.all()] == ["withdrawn", "note"]


def test_an_incident_is_decided_once_by_constraint_too(hall: f.Hall, judge: User) -> None:
    row = decided(hall, written(hall), judge)
    for kind in ("decision", "on-appeal"):
        with pytest.raises(IntegrityError), transaction.atomic():
            IncidentStep.objects.bulk_create(
                IncidentStep(incident=row, kind=kind, text="x", by_name="x") for _again in range(2)
            )


def test_open_incidents_keep_a_division_from_being_final_and_so_does_a_penalty_not_entered(
    hall: f.Hall, table: Table, judge: User
) -> None:
    def codes() -> list[str]:
        return [point.code for point in checklist(hall.division) if point.code.startswith("incident")]

    row = written(hall, table)
    assert codes() == ["incident-open"]
    decided(hall, row, judge, Ruling("Ten off", SCORE, sits(table), 10))
    assert codes() == ["incident-penalty"]
    f.enter(table, 400, 380, penalties={1: 10})
    assert codes() == []
    lost = decided(hall, written(hall, table), judge, Ruling("Lost", "game", sits(table)))
    assert codes() == ["incident-penalty"]
    register.appeal(hall.as_(hall.clerk), lost, text="No", seen=lost.version)
    assert codes() == ["incident-open"]


def test_a_round_with_an_incident_is_not_recalled(hall: f.Hall, table: Table) -> None:
    written(hall, table)
    with pytest.raises(Refusal) as refused:
        recall_round(hall.as_(hall.director), table.round, reason="again")
    assert refused.value.code == "incidents-in"


@pytest.fixture
def desk(hall: f.Hall, client: Client) -> Client:
    client.force_login(hall.clerk)
    return client


def test_a_clerk_writes_one_down_at_a_table_and_the_mistakes_name_their_field(
    hall: f.Hall, table: Table, desk: Client
) -> None:
    where = f"/e/{hall.event.slug}/incidents/"
    body = {"kind": "overdrawn", "text": "Eight tiles", "division": hall.division.slug, "table": table.number}
    assert "A table needs its division and its round." in desk.post(where, body).content.decode()
    wrong = desk.post(where, {**body, "round": 1, "table": 999, "players": "1 77"})
    assert "Round 1 has no table 999." in wrong.content.decode()
    assert "No player has number 77." in wrong.content.decode()
    assert wrong.status_code == 422
    made = desk.post(where, {**body, "round": 1}, follow=True)
    assert "Too many tiles drawn" in made.content.decode()
    page = desk.get(
        f"/e/{hall.event.slug}/{hall.division.slug}/round/1/table/{table.number}/"
    ).content.decode()
    assert "1: Too many tiles drawn" in page


def test_a_photo_is_kept_without_its_metadata_shown_and_taken_away(hall: f.Hall, desk: Client) -> None:
    row = written(hall)
    where = f"/e/{hall.event.slug}/incidents/{row.number}/photos"
    refused = desk.post(where, {"photo": SimpleUploadedFile("a.png", b"no picture")})
    assert refused.status_code == 422
    desk.post(where, {"photo": SimpleUploadedFile("a.png", png())})
    kept = IncidentPhoto.objects.get()
    assert desk.get(f"{where}/{kept.pk}")["Content-Type"] == "image/jpeg"
    for _more in range(pictures.MOST_PHOTOS - 1):
        IncidentPhoto.objects.create(incident=row, sha256="0" * 64, width=1, height=1, by_name="x")
    assert desk.post(where, {"photo": SimpleUploadedFile("a.png", png())}).status_code == 422
    pictures.remove(
        hall.as_(hall.director), IncidentPhoto.objects.select_related("incident__event").get(pk=kept.pk)
    )
    assert desk.get(f"{where}/{kept.pk}").status_code == 404
    with pytest.raises(Refusal):
        pictures.remove(hall.as_(hall.director), IncidentPhoto.objects.get(pk=kept.pk))


def test_a_full_disk_keeps_no_photo_and_says_so(hall: f.Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_picture: object, _target: object) -> None:
        raise OSError

    monkeypatch.setattr(photos, "_write", full)
    with pytest.raises(Refusal) as refused:
        pictures.attach(hall.as_(hall.clerk), written(hall), data=png())
    assert (refused.value.code, refused.value.status) == ("not-kept", 507)


def test_the_printed_register_tells_every_step(hall: f.Hall, table: Table, judge: User, desk: Client) -> None:
    decided(hall, written(hall, table), judge, Ruling("Mind your rack", WARN, sits(table)))
    page = desk.get(f"/e/{hall.event.slug}/incidents/print").content.decode()
    assert "Mind your rack" in page
    assert f"{sits(table).listed} is warned." in page


def test_who_decides_has_seen_the_incident_as_it_stands(hall: f.Hall, judge: User) -> None:
    row = written(hall)
    ctx = f.acting(judge, hall.event)
    with pytest.raises(Conflict, match="has moved on"):
        register.decide(ctx, row, ruling=Ruling("Play on."), seen=row.version + 1, neutral=True)
    assert one(hall, row.number).state == "open"

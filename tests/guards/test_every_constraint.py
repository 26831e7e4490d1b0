"""What must never be in the database is refused by the database itself, whoever writes it. One way for each constraint."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction

from tdapp.accounts.models import Authenticator, LinkedIdentity, Passkey, RecoveryCode
from tdapp.api.models import ApiToken, Webhook, WebhookMessage
from tdapp.clubs.models import Season, SeasonCertificate
from tdapp.desk.models import (
    Certificate,
    Claim,
    Finalisation,
    Freeze,
    LineUp,
    PairingRun,
    PhoneCode,
    PhoneDevice,
    PhoneRule,
    Prize,
    PrizeGiving,
    Result,
    Saying,
    SheetDecision,
)
from tdapp.events.models import DeskPin, Entrant, JoinLink, Membership, Presence, Round, Slot, Table
from tdapp.events.models.championship import Eligibility
from tdapp.events.models.hall import DayPlan, RollCall, RollCallMark, RoundClock, RoundTime
from tdapp.events.models.library import NamedSet
from tdapp.interchange.models import (
    BroughtIn,
    CopyLink,
    CopyPlan,
    EventPreview,
    Handover,
    ListHeadings,
    RosterPreview,
    StagedChange,
)
from tdapp.judging.models import (
    Call,
    Incident,
    IncidentParty,
    IncidentStep,
    Pin,
    Ruling,
    TableLink,
    WordRules,
)
from tdapp.kernel import clock, context
from tdapp.kernel.models import AuditEntry, IdempotencyKey
from tdapp.kernel.signing_in import invitations
from tdapp.people.models import (
    Club,
    ClubMember,
    FormerName,
    Officer,
    Player,
    PlayerPrivate,
    RatingList,
    RatingValue,
)
from tdapp.publishing.models import EventEntering, EventLook, EventWebsite, HallScreen, InboxSender, PushPlace
from tdapp.ratings.models import RatingChange, RatingRun, TwoPeople
from tdapp.scoresheets.models import Sheet, SheetEdit, Timing
from tests import factories as f
from tests.guards import lexicons
from tests.judging.words import edition
from tests.sweeps import swept, taken_back

pytestmark = pytest.mark.django_db
MODELS = [model for model in apps.get_models() if model.__module__.startswith(("tdapp.", "lexicon_admin."))]


def twice(row: models.Model, **other: Any) -> None:
    """The same row once more under a new id, but for `other`."""
    copy = type(row).objects.get(pk=row.pk)  # type: ignore[attr-defined]
    copy.pk, copy._state.adding = None, True
    key = copy._meta.pk
    copy.pk = key.get_default()
    for name, value in other.items():
        setattr(copy, name, value)
    copy.save(force_insert=True)


def changed(row: models.Model, **to: Any) -> None:
    """The same row with other values, past every check in Python."""
    type(row).objects.filter(pk=row.pk).update(**to)  # type: ignore[attr-defined]


def sender() -> InboxSender:
    return InboxSender.objects.create(slug="cebu", name="Cebu", token_hash="x")


def screen(hall: f.Hall) -> HallScreen:
    return HallScreen.objects.create(event=hall.event, slug="front", name="Front")


def result(hall: f.Hall) -> Result:
    f.enter(hall.table(1), 400, 390)
    return Result.objects.get()


def second_result(hall: f.Hall, **facts: Any) -> None:
    row = result(hall)
    twice(row, **{"version": 2, "is_current": False, "in_force": False, **facts})


def run(hall: f.Hall, status: str) -> PairingRun:
    facts: dict[str, Any] = {"request": {}, "outcome": {}, "boards": {}, "basis": "", "engine": "1"}
    return PairingRun.objects.create(round=Round.objects.get(), status=status, **facts)


def ruling(hall: f.Hall, **facts: Any) -> Ruling:
    known: dict[str, Any] = {
        "words": ["a"],
        "answers": [],
        "acceptable": True,
        "ruled_by": "judge",
        "judge_name": "",
    }
    return Ruling.objects.create(division=hall.division, **known | facts)


def incident(hall: f.Hall) -> Incident:
    return Incident.objects.create(event=hall.event, number=1, kind="other", text="x", by_name="")


def step(hall: f.Hall, kind: str) -> IncidentStep:
    return IncidentStep.objects.create(incident=incident(hall), kind=kind, text="x", by_name="")


def pinned(hall: f.Hall, layer: str = "main") -> Pin:
    return Pin.objects.create(division=hall.division, edition=edition(("A",)), layer=layer)


def rating_run(hall: f.Hall) -> RatingRun:
    rating_list = RatingList.objects.create(slug="l", name="L")
    facts: dict[str, Any] = {"order": 1, "state": "current", "batch": uuid4(), "formula": "elo"}
    return RatingRun.objects.create(
        rating_list=rating_list, division=hall.division, on=hall.event.ends_on, **facts
    )


def absence(hall: f.Hall, **facts: Any) -> Presence:
    known = {"first": 2, "kind": "away", "intent": "unscored", **facts}
    return Presence.objects.create(entrant=Entrant.objects.order_by("number")[0], **known)


def key(hall: f.Hall) -> IdempotencyKey:
    return IdempotencyKey.objects.create(scope="s", actor="a", key="k", intent="i", asked="d")


def slot(hall: f.Hall) -> Slot:
    return Slot.objects.filter(kind="seat").order_by("table__number", "seat")[0]


def rating(hall: f.Hall) -> RatingValue:
    ratings = RatingList.objects.create(slug="pspa", name="PSPA")
    return RatingValue.objects.create(rating_list=ratings, player=Player.objects.all()[0], rating=1500)


def two_people(_hall: f.Hall) -> TwoPeople:
    one, other = sorted(Player.objects.all()[:2], key=lambda row: str(row.pk))
    return TwoPeople.objects.create(one=one, other=other, by_name="Dina")


def link(hall: f.Hall) -> JoinLink:
    return JoinLink.objects.create(event=hall.event, role="clerk", token_hash="h", expires_at=clock.now())


def table_link(hall: f.Hall) -> TableLink:
    later = clock.now() + timedelta(hours=1)
    return TableLink.objects.create(
        round=Round.objects.get(), table=hall.table(1), token_hash="h", expires_at=later
    )


def claim(hall: f.Hall, **facts: Any) -> Claim:
    seat = slot(hall)
    return Claim.objects.create(
        table=seat.table, seat=seat.seat, entrant=seat.entrant, scores=[400, 390], seating=[], **facts
    )


def device(hall: f.Hall, **facts: Any) -> PhoneDevice:
    known = {"cookie": uuid4(), "label": "A1", **facts}
    return PhoneDevice.objects.create(event=hall.event, **known)


def token(hall: f.Hall) -> ApiToken:
    facts = {"label": "x", "prefix": "td_x", "token_hash": "h", "roles": [], "expires_at": clock.now()}
    return ApiToken.objects.create(event=hall.event, user=hall.director, **facts)


def webhook(hall: f.Hall) -> Webhook:
    return Webhook.objects.create(
        event=hall.event, user=hall.director, name="x", address="https://example.org/"
    )


def told(hall: f.Hall) -> WebhookMessage:
    where = {"scope": hall.event.scope_key, "number": 1}
    return WebhookMessage.objects.create(webhook=webhook(hall), intent="result.enter", body={}, **where)


def logged(hall: f.Hall) -> AuditEntry:
    result(hall)
    return AuditEntry.objects.all()[0]


def sheet(hall: f.Hall) -> Sheet:
    return Sheet.objects.create(table=hall.table(1), number=1, created_name="x")


def undone(hall: f.Hall) -> SheetEdit:
    """An edit that takes another back."""
    facts: dict[str, Any] = {"sheet": sheet(hall), "operations": [], "inverse": [], "by_name": "x"}
    return SheetEdit.objects.create(
        version=3, takes_back=SheetEdit.objects.create(version=2, **facts), **facts
    )


def brought_in(hall: f.Hall) -> BroughtIn:
    facts: dict[str, Any] = {"origin": uuid4(), "digest": "", "fingerprint": "", "signed": {}, "by_name": "x"}
    return BroughtIn.objects.create(event=hall.event, **facts)


def decision(hall: f.Hall) -> SheetDecision:
    facts: dict[str, Any] = {"sheet_version": 1, "decision": "slip", "reason": "x", "by_name": "x"}
    return SheetDecision.objects.create(sheet=sheet(hall), result=result(hall), **facts)


def season() -> Season:
    days = {"starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    return Season.objects.create(club=Club.objects.all()[0], slug="s", name="S", **days)


def season_certificate() -> SeasonCertificate:
    return SeasonCertificate.objects.create(club=Club.objects.all()[0], season_name="S", school="A school")


def club_member(hall: f.Hall) -> ClubMember:
    player = Player.objects.all()[0]
    return ClubMember.objects.create(club=Club.objects.all()[0], player=player, number="7")


def round_clock(hall: f.Hall) -> RoundClock:
    return RoundClock.objects.create(round=Round.objects.get(), seconds=3600)


def roll_call_mark(hall: f.Hall) -> RollCallMark:
    row = RollCall.objects.create(event=hall.event)
    return RollCallMark.objects.create(roll_call=row, entrant=Entrant.objects.all()[0])


def prize(hall: f.Hall) -> Prize:
    return Prize.objects.create(event=hall.event, order=1, kind="high-game")


def final(hall: f.Hall) -> Finalisation:
    facts: dict[str, Any] = {"version": 1, "after": 1, "rows": [], "digest": "", "by_name": "x"}
    return Finalisation.objects.create(division=hall.division, protest_until=clock.now(), **facts)


def certificate(hall: f.Hall) -> Certificate:
    return Certificate.objects.create(event=hall.event, school="A school")


Way = Callable[[f.Hall], None]
WAYS: dict[str, Way] = {
    "User.username": lambda h: twice(h.clerk),
    "Club.key": lambda h: twice(Club.objects.all()[0]),
    "ClubHome.club": lambda h: twice(f.club(), slug="other"),
    "ClubHome.slug": lambda h: twice(f.club(), club=Club.objects.filter(home=None)[0]),
    "FormerName.key": lambda h: twice(
        FormerName.objects.create(club=Club.objects.all()[0], name="Before", key="before")
    ),
    "officer_once_per_role": lambda h: twice(Officer.objects.create(club=Club.objects.all()[0], user=h.clerk)),
    "club_member_once": lambda h: twice(club_member(h), number="8"),
    "club_member_one_number": lambda h: twice(club_member(h), player=Player.objects.all()[1]),
    "season_one_slug_per_club": lambda h: twice(season()),
    "season_days_in_order": lambda h: changed(season(), ends_on="2025-12-31"),
    "Player.number": lambda h: twice(Player.objects.all()[0], code="bcdfghjkmn"),
    "Player.code": lambda h: twice(Player.objects.all()[0], number="X-1"),
    "RatingList.slug": lambda h: twice(rating(h).rating_list),
    "private_one_row_per_event": lambda h: twice(
        PlayerPrivate.objects.create(player=Player.objects.all()[0], scope=h.event.scope_key)
    ),
    "rating_one_value_per_list": lambda h: twice(rating(h)),
    "Event.sequence": lambda h: twice(h.event, slug="other"),
    "Event.slug": lambda h: twice(h.event, sequence=999),
    "desk_pin_one_per_person": lambda h: twice(DeskPin.objects.create(event=h.event, user=h.clerk)),
    "JoinLink.token_hash": lambda h: twice(link(h)),
    "Authenticator.user": lambda h: twice(Authenticator.objects.create(user=h.clerk, sealed="x")),
    "RecoveryCode.code_hash": lambda h: twice(RecoveryCode.objects.create(user=h.clerk, code_hash="x")),
    "Passkey.key_hash": lambda h: twice(Passkey.objects.create(user=h.clerk, name="x", key_hash="x", data=b"x")),
    "identity_is_one_account": lambda h: twice(
        LinkedIdentity.objects.create(user=h.clerk, issuer="x", subject="x")
    ),
    "Invitation.code_hash": lambda h: twice(invitations.make(context.system(), "account")),
    "ApiToken.token_hash": lambda h: twice(token(h)),
    "token_of_one_place": lambda h: changed(token(h), club=f.club().club_id, scopes=["read"]),
    "token_beyond_an_event_has_scopes": lambda h: changed(token(h), event=None),
    "webhook_of_one_place": lambda h: changed(webhook(h), club=f.club().club_id),
    "webhook_told_once": lambda h: twice(told(h)),
    "audit_one_number_per_scope": lambda h: twice(logged(h)),
    "idempotency_one_row_per_key": lambda h: twice(key(h)),
    "division_one_slug_per_event": lambda h: twice(h.division),
    "division_tables_in_order": lambda h: changed(h.division, table_first=9, table_last=8),
    "entrant_one_number_per_division": lambda h: twice(Entrant.objects.all()[0], player=None),
    "entrant_a_player_once_per_event": lambda h: twice(Entrant.objects.all()[0], number=99),
    "presence_one_absence_per_first_round": lambda h: twice(absence(h)),
    "presence_in_order": lambda h: changed(absence(h), last=1),
    "screen_one_slug_per_event": lambda h: twice(screen(h)),
    "screen_never_below_one_25th": lambda h: changed(screen(h), zoom=99),
    "screen_pages_can_be_read": lambda h: changed(screen(h), seconds=4),
    "InboxSender.slug": lambda h: twice(sender()),
    "InboxSender.token_hash": lambda h: twice(sender(), slug="other"),
    "push_one_name_per_event": lambda h: twice(
        PushPlace.objects.create(event=h.event, name="Club web", kind="sftp")
    ),
    "EventEntering.event": lambda h: twice(EventEntering.objects.create(event=h.event)),
    "EventLook.event": lambda h: twice(EventLook.objects.create(event=h.event)),
    "EventWebsite.event": lambda h: twice(EventWebsite.objects.create(event=h.event)),
    "RoundClock.round": lambda h: twice(round_clock(h)),
    "round_clock_runs_from_a_mark": lambda h: changed(round_clock(h), since=clock.now()),
    "round_clock_called_stands": lambda h: changed(
        round_clock(h), since=clock.now(), mark=1, called_at=clock.now()
    ),
    "RoundTime.division": lambda h: twice(RoundTime.objects.create(division=h.division)),
    "round_time_some_minutes": lambda h: changed(RoundTime.objects.create(division=h.division), minutes=0),
    "DayPlan.event": lambda h: twice(DayPlan.objects.create(event=h.event)),
    "roll_call_one_open_per_event": lambda h: twice(roll_call_mark(h).roll_call),
    "roll_call_an_entrant_once": lambda h: twice(roll_call_mark(h)),
    "membership_once_per_role": lambda h: twice(Membership.objects.all()[0]),
    "round_once_per_division": lambda h: twice(Round.objects.get()),
    "table_once_per_round": lambda h: twice(Table.objects.all()[0]),
    "slot_an_entrant_once_per_round": lambda h: twice(slot(h), seat=3),
    "slot_one_entrant_per_seat": lambda h: twice(slot(h), entrant=f.entrant(h.division, 99)),
    "slot_a_seat_has_a_table": lambda h: changed(slot(h), table=None, seat=None),
    "run_one_draft_per_round": lambda h: twice(run(h, "draft")),
    "run_one_pairing_set_per_round": lambda h: twice(run(h, "published")),
    "result_one_current_per_table": lambda h: second_result(h, is_current=True),
    "result_one_confirmed_per_table": lambda h: second_result(h, in_force=True),
    "result_one_row_per_version": lambda h: second_result(h, version=1),
    "result_in_force_is_confirmed": lambda h: changed(result(h), confirmed_at=None),
    "result_an_undone_one_is_not_current": lambda h: changed(result(h), withdrawn=True),
    "line_one_per_seat": lambda h: twice(result(h).lines.all()[0]),
    "SheetEdit.takes_back": lambda h: twice(undone(h), version=9),
    "sheet_once_per_table_and_number": lambda h: twice(sheet(h)),
    "decision_once_per_sheet_and_result": lambda h: twice(decision(h)),
    "sheet_finished_has_its_time": lambda h: changed(sheet(h), status="finished"),
    "sheet_released_is_finished": lambda h: changed(sheet(h), released_at=clock.now()),
    "sheet_edit_once_per_version": lambda h: twice(undone(h), takes_back=None),
    "timing_once_per_move": lambda h: twice(
        Timing.objects.create(table=h.table(1), move=1, seat=1, seconds=50, limit=120)
    ),
    "named_set_one_name_an_event": lambda h: twice(
        NamedSet.objects.create(kind="board", name="Ours", content={}, scope=h.event.scope_key)
    ),
    "WordRules.division": lambda h: twice(WordRules.objects.create(division=h.division)),
    "Freeze.division": lambda h: twice(Freeze.objects.create(division=h.division, last=1)),
    "freeze_of_a_round_at_least": lambda h: changed(
        Freeze.objects.create(division=h.division, last=1), last=0
    ),
    "line_up_one_per_team_and_round": lambda h: twice(
        LineUp.objects.create(division=h.division, number=1, team="Cebu", members=[])
    ),
    "Eligibility.division": lambda h: twice(Eligibility.objects.create(division=h.division)),
    "PrizeGiving.event": lambda h: twice(PrizeGiving.objects.create(event=h.event)),
    "prize_one_place_in_the_order": lambda h: twice(prize(h)),
    "prize_from_a_place": lambda h: changed(prize(h), first=0),
    "final_one_row_per_version": lambda h: twice(final(h)),
    "Saying.entrant": lambda h: twice(Saying.objects.create(entrant=Entrant.objects.all()[0], text="x")),
    "Certificate.code": lambda h: twice(certificate(h)),
    "SeasonCertificate.code": lambda _h: twice(season_certificate()),
    "certificate_of_a_player_or_a_school": lambda h: changed(certificate(h), school=""),
    "Ruling.supersedes": lambda h: twice(ruling(h, supersedes=ruling(h), reason="again")),
    "pin_an_edition_once": lambda h: twice(pinned(h), layer="block"),
    "pin_one_main_edition": lambda h: twice(pinned(h), edition=edition(("A",))),
    "pin_one_theme_list": lambda h: twice(pinned(h, layer="theme"), edition=edition(("A",))),
    "call_one_open_per_table": lambda h: twice(Call.objects.create(table=h.table(1), called_name="")),
    "call_taken_has_its_time": lambda h: changed(
        Call.objects.create(table=h.table(1), called_name=""), state="taken"
    ),
    "TableLink.token_hash": lambda h: twice(table_link(h), table=None),
    "claim_one_standing_without_phone": lambda h: twice(claim(h)),
    "claim_one_standing_per_phone": lambda h: twice(claim(h, device=device(h))),
    "claim_a_seat_has_its_player": lambda h: changed(claim(h), seat=0),
    "table_link_one_in_force_per_table": lambda h: twice(table_link(h), token_hash="other"),
    "table_link_ends_after_it_begins": lambda h: changed(table_link(h), expires_at=h.event.created_at),
    "incident_one_number_per_event": lambda h: twice(incident(h)),
    "incident_deadline_after_it": lambda h: changed(incident(h), deadline=h.event.created_at),
    "party_once_per_incident": lambda h: twice(
        IncidentParty.objects.create(incident=incident(h), entrant=Entrant.objects.order_by("number")[0])
    ),
    "incident_decided_once": lambda h: twice(step(h, "decision")),
    "incident_appeal_decided_once": lambda h: twice(step(h, "on-appeal")),
    "ruling_a_judge_names_a_source": lambda h: changed(ruling(h), by_list=False),
    "ruling_anew_says_why": lambda h: changed(ruling(h), supersedes=ruling(h)),
    "run_one_current_per_list_and_division": lambda h: twice(rating_run(h), order=2),
    "run_one_current_per_place_in_order": lambda h: twice(rating_run(h), kind="values", division=None),
    "run_an_event_has_a_division": lambda h: changed(rating_run(h), division=None),
    "change_one_per_run_and_player": lambda h: twice(
        RatingChange.objects.create(run=rating_run(h), player=slot(h).entrant.player, after=1500)
    ),
    "two_people_once_a_pair": lambda h: twice(two_people(h)),
    "two_people_in_order": lambda h: changed(row := two_people(h), one=row.other, other=row.one),
    "event_preview_forgets_its_files": lambda _h: changed(
        EventPreview.objects.create(files=[], digest="", made_by="", made_name=""), status="applied"
    ),
    "BroughtIn.origin": lambda h: twice(brought_in(h), event=f.event()),
    "BroughtIn.event": lambda h: twice(brought_in(h), origin=uuid4()),
    "preview_forgets_its_file": lambda h: changed(
        RosterPreview.objects.create(event=h.event, name="r", data=b"x", made_by="", made_name=""), status="applied"
    ),
    "ListHeadings.key": lambda _h: twice(ListHeadings.objects.create(key="name")),
    "staged_one_change_an_entry": lambda h: twice(
        StagedChange.objects.create(
            preview=RosterPreview.objects.create(event=h.event, name="r", data=b"x", made_by="", made_name=""),
            entrant=Entrant.objects.all()[0],
        )
    ),
    "CopyPlan.event": lambda h: twice(CopyPlan.objects.create(event=h.event, secret="00")),
    "Handover.event": lambda h: twice(Handover.objects.create(event=h.event)),
    "CopyLink.token_hash": lambda h: twice(
        CopyLink.objects.create(event=h.event, token_hash="t", made_at=clock.now(), expires_at=clock.now())
    ),
    "PhoneCode.entrant": lambda h: twice(PhoneCode.objects.create(entrant=Entrant.objects.all()[0])),
    "device_one_per_cookie": lambda h: twice(device(h), label="B1"),
    "device_one_per_label": lambda h: twice(device(h), cookie=uuid4()),
    "PhoneRule.division": lambda h: twice(PhoneRule.objects.create(division=h.division)),
    **lexicons.ways(twice, changed),
}  # fmt: skip


def there_are() -> set[str]:
    """Every constraint and unique column of our models, by name."""
    found = {constraint.name for model in MODELS for constraint in model._meta.constraints}
    columns = {
        f"{model.__name__}.{field.name}" for model in MODELS for field in model._meta.fields
        if field.unique and not field.primary_key
    }  # fmt: skip
    return found | columns


def test_each_constraint_there_is_is_tried_and_each_that_is_tried_exists() -> None:
    assert there_are() == set(WAYS)


@swept("name", WAYS, around=taken_back)
def test_the_database_refuses_what_must_not_be(name: str) -> None:
    hall = f.hall(4)
    with pytest.raises(IntegrityError), transaction.atomic():
        WAYS[name](hall)


@pytest.mark.parametrize(
    ("what", "named"),
    [
        (lambda h: h.event, "divisions"), (lambda h: h.division, "rounds"), (lambda h: Round.objects.get(), "tables"),
        (lambda h: Table.objects.order_by("number")[0], "results"), (lambda h: slot(h), "lines"),
        (lambda h: slot(h).entrant, "slots"), (lambda h: slot(h).entrant.player, "entries"),
        (lambda h: h.clerk, "entered_by"), (lambda h: Result.objects.get(), "lines"),
    ],
)  # fmt: skip
def test_nothing_with_a_result_behind_it_can_be_deleted(
    what: Callable[[f.Hall], models.Model], named: str
) -> None:
    hall = f.hall(4)
    f.enter(hall.table(1), 400, 390, by=hall.as_(hall.clerk))
    with pytest.raises(models.ProtectedError), transaction.atomic():
        what(hall).delete()
    assert Result.objects.count() == 1, named


def test_the_log_holds_no_key_that_could_take_an_entry_along() -> None:
    assert [field.name for field in AuditEntry._meta.fields if isinstance(field, models.ForeignKey)] == []

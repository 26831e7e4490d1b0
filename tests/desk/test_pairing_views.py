"""The pairing desk in the browser's terms: pages, forms, refusals that keep what was typed."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from core.messages import read
from pairings.systems.cop import contenders
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing import jobs as worker
from tdapp.desk.pairing.views import drafts, round_page
from tdapp.events.models import Round, Slot
from tdapp.kernel import jobs
from tdapp.kernel.models import Job
from tests import factories

pytestmark = pytest.mark.django_db
SEE_OTHER = 303


@pytest.fixture
def hall() -> factories.Hall:
    return factories.hall(players=9, rounds=0)


@pytest.fixture
def desk(hall: factories.Hall, client: Client) -> Client:
    client.force_login(hall.director)
    return client


def at(hall: factories.Hall, number: int = 1, what: str = "") -> str:
    return f"/e/{hall.event.slug}/{hall.division.slug}/round/{number}/{what}"


def run_of(hall: factories.Hall) -> PairingRun:
    return PairingRun.objects.get(round__division=hall.division, status="draft")


def test_a_planned_round_offers_to_pair_it(hall: factories.Hall, desk: Client) -> None:
    page = desk.get(at(hall))
    assert page.status_code == 200
    assert "Pair this round" in page.content.decode()


def test_drafting_and_publishing_by_two_buttons(hall: factories.Hall, desk: Client) -> None:
    assert desk.post(at(hall, what="draft")).status_code == SEE_OTHER
    page = desk.get(at(hall)).content.decode()
    assert "Best possible pairing (verified)" in page
    assert "DRAFT" in page
    assert desk.post(at(hall, what="publish"), {"seen": run_of(hall).version}).status_code == SEE_OTHER
    assert Slot.objects.filter(round__division=hall.division).count() == 9
    assert "POSTED" in desk.get(at(hall)).content.decode()


def test_a_draft_made_while_the_page_of_its_round_is_made_is_shown(
    hall: factories.Hall, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "AT_ONCE", 8)
    desk.post(at(hall, what="draft"))
    ask = round_page.job_of

    def between(round_: Round) -> Job | None:
        found = ask(round_)
        jobs.run(Job.objects.get().pk)
        return found

    monkeypatch.setattr(round_page, "job_of", between)
    assert "Best possible pairing (verified)" in desk.get(at(hall)).content.decode()


def test_a_draft_is_seen_by_those_who_pair_and_by_nobody_else(hall: factories.Hall, desk: Client) -> None:
    desk.post(at(hall, what="draft"))
    assert "DRAFT" in desk.get(at(hall)).content.decode()
    clerk = Client()
    clerk.force_login(hall.clerk)
    page = clerk.get(at(hall)).content.decode()
    assert "The director pairs this round" in page
    assert "DRAFT" not in page


def test_a_hand_edit_shows_what_it_costs(hall: factories.Hall, desk: Client) -> None:
    desk.post(at(hall, what="draft"))
    tables = run_of(hall).boards["tables"]
    desk.post(
        at(hall, what="edit"),
        {"action": "swap", "one": tables[0]["seats"][0], "other": tables[-1]["seats"][0], "seen": 1},
    )
    page = desk.get(at(hall)).content.decode()
    assert "Against the best round this costs" in page
    assert "set by hand" in page


def test_the_options_of_a_player_name_a_price_and_can_be_taken(hall: factories.Hall, desk: Client) -> None:
    desk.post(at(hall, what="draft"))
    one = run_of(hall).boards["tables"][0]["seats"][0]
    page = desk.get(at(hall), {"options": one}).content.decode()
    assert "What another opponent would cost" in page
    assert "Do it" in page


def test_a_stale_edit_says_so_and_changes_nothing(hall: factories.Hall, desk: Client) -> None:
    desk.post(at(hall, what="draft"))
    desk.post(at(hall, what="edit"), {"action": "turn", "table": 1, "seen": 1})
    before = run_of(hall).boards
    answer = desk.post(at(hall, what="edit"), {"action": "turn", "table": 1, "seen": 1}, follow=True)
    assert "Somebody else changed" in answer.content.decode()
    assert run_of(hall).boards == before


def test_reasons_are_said_in_the_language_of_the_page_drafted_and_posted(
    hall: factories.Hall, desk: Client
) -> None:
    def why(language: str) -> set[str]:
        page = desk.get(at(hall), headers={"accept-language": language}).content.decode()
        return {one for one in ("Same score group", "Parehong grupo ng puntos") if one in page}

    desk.post(at(hall, what="draft"))
    assert (why("en"), why("fil")) == ({"Same score group"}, {"Parehong grupo ng puntos"})
    desk.post(at(hall, what="publish"), {"seen": 1})
    assert (why("en"), why("fil")) == ({"Same score group"}, {"Parehong grupo ng puntos"})


def test_what_is_printed_tells_the_sheets_from_before_the_actual_pairings(
    hall: factories.Hall, desk: Client
) -> None:
    desk.post(at(hall, what="draft"))
    desk.post(at(hall, what="publish"), {"seen": 1})
    round_ = Round.objects.get(division=hall.division, number=1)
    one, other = Slot.objects.filter(round=round_, table__number=1).order_by("seat")
    sheet, said = at(hall, what="print/by-table/"), {"reason": "the other one went first"}

    def printed() -> str:
        return " ".join(desk.get(sheet).content.decode().split())

    assert "version 1 ·" in printed()
    for turn, (first, second) in enumerate(((other, one), (one, other)), start=1):
        places = f"1 {first.entrant.number} {second.entrant.number}"
        assert desk.post(at(hall, what="as-played"), {"places": places, **said}).status_code == SEE_OTHER
        assert f"version 1.{turn} ·" in printed()
    for page in (at(hall), at(hall, what="print/"), f"/e/{hall.event.slug}/paper/"):
        assert "version 1.2" in desk.get(page).content.decode()
    desk.post(at(hall, what="recall"), {"reason": "paired anew"})
    desk.post(at(hall, what="draft"))
    desk.post(at(hall, what="publish"), {"seen": 1})
    assert "version 2 ·" in printed()


def test_results_are_entered_by_one_key_from_where_an_open_round_is_printed(
    hall: factories.Hall, desk: Client
) -> None:
    desk.post(at(hall, what="draft"))
    desk.post(at(hall, what="publish"), {"seen": 1})
    offered = 'data-key="e"'
    assert offered in desk.get(at(hall, what="print/")).content.decode()
    Round.objects.filter(division=hall.division).update(status=Round.Status.CLOSED)
    assert offered not in desk.get(at(hall, what="print/")).content.decode()


def test_why_can_t_i_pair_is_on_the_page(hall: factories.Hall, desk: Client) -> None:
    desk.post(at(hall, what="draft"))
    desk.post(at(hall, what="publish"), {"seen": 1})
    page = desk.get(at(hall, 2)).content.decode()
    assert "Why can’t I pair?" in page
    assert "result pending" in page
    assert "Pair this round" not in page


def test_who_is_not_checked_in_can_be_left_out(hall: factories.Hall, desk: Client) -> None:
    missing = hall.division.entrants.get(number=4)
    missing.checked_in_at = None
    missing.save()
    assert missing.listed in desk.get(at(hall)).content.decode()
    desk.post(at(hall, what="leave-out"))
    desk.post(at(hall, what="draft"))
    assert str(missing.pk) not in str(run_of(hall).boards["tables"])


def test_as_played_keeps_what_was_typed_when_it_is_refused(hall: factories.Hall, desk: Client) -> None:
    desk.post(at(hall, what="draft"))
    desk.post(at(hall, what="publish"), {"seen": 1})
    answer = desk.post(at(hall, what="as-played"), {"places": "1 1 77", "reason": "wrong seat"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "There is no entrant number 77." in page
    assert "1 1 77" in page


@pytest.mark.parametrize("line", ["seven 1 2", "bye", "absent 1 holiday", "1 2 3 4 5 6"])
def test_a_place_that_cannot_be_read_is_named(hall: factories.Hall, desk: Client, line: str) -> None:
    desk.post(at(hall, what="draft"))
    desk.post(at(hall, what="publish"), {"seen": 1})
    answer = desk.post(at(hall, what="as-played"), {"places": line, "reason": "x"})
    assert answer.status_code == 422
    assert "is no place" in answer.content.decode()


def test_a_recall_by_the_button_asks_for_a_reason(hall: factories.Hall, desk: Client) -> None:
    desk.post(at(hall, what="draft"))
    desk.post(at(hall, what="publish"), {"seen": 1})
    assert "Say why" in desk.post(at(hall, what="recall"), follow=True).content.decode()
    desk.post(at(hall, what="recall"), {"reason": "two players forgotten"})
    assert Round.objects.get(division=hall.division).status == "planned"
    page = desk.get(at(hall)).content.decode()
    assert "two players forgotten" in page


@pytest.mark.parametrize("number", [0, 8, 99])
def test_a_round_outside_the_plan_is_missing(hall: factories.Hall, desk: Client, number: int) -> None:
    assert desk.get(at(hall, number)).status_code == 404


def test_a_clerk_sees_the_round_but_cannot_pair(hall: factories.Hall, client: Client) -> None:
    client.force_login(hall.clerk)
    assert "Pair this round" not in client.get(at(hall)).content.decode()
    assert client.post(at(hall, what="draft")).status_code == 403
    assert not PairingRun.objects.exists()


def test_a_large_field_is_drafted_by_a_worker_with_progress_and_a_way_to_stop(
    hall: factories.Hall, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "AT_ONCE", 8)
    answer = desk.post(at(hall, what="draft"), follow=True)
    assert "is being drafted" in answer.content.decode()
    assert not PairingRun.objects.exists()
    work = Job.objects.get(kind="round.draft")
    assert "waiting" in desk.get(at(hall, what="drafting")).content.decode()
    jobs.run(work.pk)
    assert desk.get(at(hall, what="drafting"))["HX-Refresh"] == "true"
    assert len(run_of(hall).boards["tables"]) == 4
    jobs.run(work.pk)
    assert PairingRun.objects.count() == 1


def test_a_worker_that_drafts_can_be_stopped(
    hall: factories.Hall, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "AT_ONCE", 8)
    desk.post(at(hall, what="draft"))
    desk.post(at(hall, what="stop"))
    jobs.run(Job.objects.get().pk)
    assert not PairingRun.objects.exists()
    assert desk.post(at(hall, what="stop")).status_code == 404


def test_what_stops_a_worker_is_said_on_the_page(
    hall: factories.Hall, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "AT_ONCE", 8)
    desk.post(at(hall, what="draft"))
    hall.division.table_last = hall.division.table_first
    hall.division.save()
    jobs.run(Job.objects.get().pk)
    assert "table" in Job.objects.get().message
    assert Job.objects.get().message[:30] in desk.get(at(hall)).content.decode()


def test_a_round_robin_draft_shows_the_records_as_they_stand_and_speaks_of_no_score_groups(
    hall: factories.Hall, desk: Client
) -> None:
    hall.division.plan = "rr 1-7"
    hall.division.save()
    for number in (1, 2):
        desk.post(at(hall, number, "draft"))
        if number == 1:
            desk.post(at(hall, number, "publish"), {"seen": 1})
            factories.play(Round.objects.get(division=hall.division, number=1))
    page = desk.get(at(hall, 2)).content.decode()
    assert "1-0" in page
    assert "score group" not in page.partition("verdict")[2].partition("</div>")[0]


def test_club_mates_are_counted_only_where_they_are_kept_apart(hall: factories.Hall, desk: Client) -> None:
    desk.post(at(hall, what="draft"))
    assert "a school or club" not in desk.get(at(hall)).content.decode()
    hall.division.avoid_clubs = True
    hall.division.save()
    desk.post(at(hall, what="draft"), {"again": "1"})
    assert "a school or club" in desk.get(at(hall)).content.decode()


def test_a_second_division_is_told_why_its_tables_start_where_they_do(
    hall: factories.Hall, desk: Client
) -> None:
    second = factories.division(hall.event, "Second")
    factories.entrants(second, 4)
    page = desk.get(f"/e/{hall.event.slug}/second/round/1/").content.decode()
    assert "It gets tables 51 to 100: no two divisions share a number." in page
    assert f"/e/{hall.event.slug}/settings/divisions/second/" in page


def traded(page: str) -> list[str]:
    """What the draft says of itself and of the round beside it."""
    return [text for text in re.findall(r"<dd>(.*?)</dd>", page) if "score gaps" in text]


def test_the_round_beside_a_draft_is_taken_with_one_press(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rematches or nearer scores: both are shown, at the desk and where a worker pairs, until one is posted."""
    hall = factories.hall(players=8, rounds=6, played=6, plan="swiss 1-6, koth 7, swiss 8", rounds_planned=8)
    client.force_login(hall.director)
    for large in (False, True):
        if large:
            monkeypatch.setattr(drafts, "AT_ONCE", 5)
        client.post(at(hall, 7, "draft"), {"system": "swiss", "again": "1"})
        for job in Job.objects.filter(status=Job.Status.QUEUED):
            jobs.run(job.pk)
        first = run_of(hall)
        this, that = traded(client.get(at(hall, 7)).content.decode())
        assert this.startswith("no rematches, score gaps ")
        assert "rematch" in that
        tables = first.boards["tables"]
        client.post(
            at(hall, 7, "edit"), {"action": "turn", "table": tables[0]["table"], "seen": first.version}
        )
        assert traded(client.get(at(hall, 7)).content.decode()) == [this, that]
        assert client.post(at(hall, 7, "draft"), {"again": "1", "other": "1"}).status_code == SEE_OTHER
        for job in Job.objects.filter(status=Job.Status.QUEUED):
            jobs.run(job.pk)
        second = run_of(hall)
        assert (second.request["system"], second.request["params"]) == ("swiss", {"repeats": 1})
        page = client.get(at(hall, 7)).content.decode()
        assert traded(page) == [that, this]
        assert "(one rematch is free)" in page
        client.post(at(hall, 7, "draft"), {"again": "1", "other": "1"})
        for job in Job.objects.filter(status=Job.Status.QUEUED):
            jobs.run(job.pk)
        assert run_of(hall).request.get("params", {}) == {}


def test_where_there_is_no_round_beside_the_press_is_refused(hall: factories.Hall, desk: Client) -> None:
    desk.post(at(hall, what="draft"))
    assert not traded(desk.get(at(hall)).content.decode())
    answer = desk.post(at(hall, what="draft"), {"again": "1", "other": "1"})
    assert answer.status_code == SEE_OTHER
    assert (
        "There is no other round beside this draft" in desk.get(answer.headers["Location"]).content.decode()
    )


def test_a_cop_round_goes_to_a_worker_and_its_draft_tells_who_can_win_what(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = "swiss 1, cop(sims=1000,chases=200) 2"
    hall = factories.hall(players=10, rounds=1, played=1, plan=plan, rounds_planned=2)
    client.force_login(hall.director)
    client.post(at(hall, 2, "draft"))
    job = Job.objects.get(kind="round.draft")
    if job.status == Job.Status.QUEUED:
        jobs.run(job.pk)
    run = run_of(hall)
    assert run.request["study"]["contenders"], "what was counted is kept with what was asked"
    page = client.get(at(hall, 2)).content.decode()
    musts = [str(one["sentence"]) for one in read(run.outcome["study"]["musts"])]
    assert len(musts) >= 1
    assert all(sentence in page for sentence in musts), musts
    assert "May hope for" in page
    assert "COP counted 1,000 endings" in page
    here = f"/api/v1/events/{hall.event.slug}/divisions/{hall.division.slug}/rounds/2/draft"
    told = client.get(here, headers={"accept-language": "en"}).json()["study"]
    assert [one["sentence"] for one in told["musts"]] == musts
    assert told["endings"] == 1000
    assert len(told["contenders"]) == 10

    def never(*_: object) -> None:
        raise AssertionError("simulated again")

    monkeypatch.setattr(contenders, "counts_of", never)
    one, other = (table["seats"][0] for table in run.boards["tables"][:2])
    swapped = client.post(
        at(hall, 2, "edit"), {"seen": run.version, "action": "swap", "one": one, "other": other}
    )
    assert swapped.status_code == SEE_OTHER
    changed = run_of(hall)
    said = [row["sentence"] for row in changed.check_report["findings"] if row["code"] == "promise"]
    assert any(sentence.startswith("COP asked that ") for sentence in said), changed.check_report
    assert client.post(at(hall, 2, "repair"), {"seen": changed.version}).status_code == SEE_OTHER
    filipino = client.get(at(hall, 2), headers={"accept-language": "fil"}).content.decode()
    assert "dapat magtapat: huling round" in filipino.casefold()
    assert "must meet" not in filipino.casefold()


def test_a_worker_that_counts_endings_is_stopped_in_the_middle(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = factories.hall(players=10, rounds=1, played=1, plan="swiss 1-2", rounds_planned=2)
    client.force_login(hall.director)
    for what, sentence in (
        ({"system": "cop", "settings": "hope=x"}, "hope is &#x27;x&#x27;; it has to be up to 10 numbers"),
        ({"settings": "hope=5"}, "Choose the system these settings are for."),
    ):
        refused = client.post(at(hall, 2, "draft"), what)
        assert sentence in refused.content.decode(), what
        assert not Job.objects.exists()
    client.post(at(hall, 2, "draft"), {"system": "cop", "settings": "sims=1000, hope=5/2.5"})
    assert Job.objects.get().params["params"] == {"sims": 1000, "hope": "5/2.5"}
    count = contenders.counted

    def stopped_meanwhile(*what: object, **more: object) -> object:
        client.post(at(hall, 2, "stop"))
        return count(*what, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(contenders, "counted", stopped_meanwhile)
    monkeypatch.setattr(worker, "ONCE", timedelta(0))
    contenders.counts_of.cache_clear()
    jobs.run(Job.objects.get().pk)
    assert Job.objects.get().status == Job.Status.CANCELLED
    assert not PairingRun.objects.filter(round__number=2).exists()

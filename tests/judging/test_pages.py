"""The judges' screens as people use them: take, rule, what was typed stays, who sees what."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from lexicon_admin.lists import embargo
from lexicon_admin.models import Proposal
from tdapp.events.models import Division
from tdapp.judging.models import Call, Ruling, WordOverride
from tdapp.judging.rulings.commands.calls import call_judge, take
from tdapp.judging.rulings.commands.rulings import rule, rule_at, supersede
from tdapp.judging.rulings.reporting import report_on
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.judging.words.commands.setup import override_word
from tdapp.kernel import clock
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.writing import create, write
from tests import factories as f
from tests.judging.kiosks import opened
from tests.judging.kiosks import rule as kiosk_rules
from tests.judging.pages import ana, client, page, text
from tests.judging.test_rulings import called, judge, playing
from tests.judging.words import edition, pin
from tests.kept import first
from tests.scoresheets.factories import FIRST, SECOND, add

pytestmark = pytest.mark.django_db
whole, ready = first(playing)


def test_the_queue_says_table_round_who_challenges_whose_play_the_words_and_the_minutes() -> None:
    hall = playing()
    called(hall, words=["bahay"], note="blank is an H")
    first, second = (slot.entrant.short for slot in hall.seats(1))
    with clock.at(clock.now() + timedelta(minutes=7)):
        told = text(page(client(ana(hall)), "desk", hall.event.slug))
    for part in ("Table 1", "round 1", f"{second} challenges {first}", "BAHAY", "blank is an H", "7 min"):
        assert part in told, part


def test_a_call_goes_through_taking_and_ruling_to_what_is_read_out() -> None:
    hall, browser = playing(), None
    call, browser = called(hall, words=["bahay", "zzz"]), client(ana(hall))
    answer = browser.post(reverse("judging:take", args=[hall.event.slug, call.pk]), {"seen": 1}, follow=True)
    assert "Taken by Ana" in text(answer)
    assert "BAHAY" in text(answer)
    assert "in no list" not in text(answer)
    body = {"words": "bahay\nzzz", "challenged": "1", "seen": 2}
    answer = browser.post(reverse("judging:call", args=[hall.event.slug, call.pk]), body, follow=True)
    assert "The play is UNACCEPTABLE" in text(answer)
    assert "The play comes off the board and the turn is lost." in text(answer)
    row = Ruling.objects.get()
    assert (row.challengers, row.challenged, row.call_id) == ([2], 1, call.pk)


def test_the_second_judge_is_told_who_was_first_and_his_words_stay() -> None:
    hall = playing()
    call, ben = called(hall, words=["bahay"]), client(ana(hall, shown="Ben"))
    first = judge(hall, shown="Ana")
    take(first, call, seen=1)
    answer = ben.post(reverse("judging:take", args=[hall.event.slug, call.pk]), {"seen": 1}, follow=True)
    assert "changed meanwhile by Ana" in text(answer)
    rule(first, Call.objects.get(pk=call.pk), asked=Asked(("bahay",), (2,), 1), seen=2)
    body = {"words": "bahay, araw", "challenged": "1", "seen": 2, "note": "seen the board"}
    answer = ben.post(reverse("judging:call", args=[hall.event.slug, call.pk]), body)
    assert answer.status_code in {409, 422}
    for part in ("bahay, araw", "seen the board", "acceptable: BAHAY", "Nothing of yours was stored"):
        assert part in text(answer), part
    assert Ruling.objects.count() == 1


def test_on_the_page_of_a_call_another_judge_has_the_second_is_refused_and_may_take_it_over() -> None:
    hall = playing()
    call, ben = called(hall, words=["bahay"]), client(ana(hall, shown="Ben"))
    take(judge(hall, shown="Ana"), call, seen=1)
    where = reverse("judging:call", args=[hall.event.slug, call.pk])
    body = {"words": "bahay", "challenged": "1", "note": "seen the board", "seen": 2}
    answer = ben.post(where, body)
    assert answer.status_code == 409
    for part in ("Ana has taken this call", "Take over", "seen the board"):
        assert part in text(answer), part
    over = reverse("judging:take", args=[hall.event.slug, call.pk])
    assert "Taken by Ben" in text(ben.post(over, {"seen": 2, "reason": "Ana is away"}, follow=True))
    assert ben.post(where, {**body, "seen": 3}).status_code == 303


def test_in_judge_mode_the_form_asks_for_a_decision_and_a_source_and_keeps_both() -> None:
    hall = playing("judge")
    browser = client(ana(hall))
    where = reverse("judging:rule_at", args=[hall.event.slug, "open", 1, 1])
    answer = browser.post(where, {"words": "hangin", "challenged": "1", "page": "431"})
    assert answer.status_code == 422
    assert 'name="decide-HANGIN"' in text(answer)
    assert 'value="431"' in text(answer)
    answer = browser.post(where, {"words": "hangin", "challenged": "1", "decide-HANGIN": "yes"})
    assert "Name the dictionary" in text(answer)
    assert 'value="yes" checked' in text(answer)
    browser.post(
        where, {"words": "hangin", "challenged": "1", "decide-HANGIN": "yes", "source": "UPD", "page": "431"}
    )
    row = Ruling.objects.get()
    assert (row.acceptable, row.by_list, row.source, row.page) == (True, False, "UPD", "431")


def test_a_division_without_any_list_leaves_every_word_to_a_judge() -> None:
    hall = f.hall(4)
    where = reverse("judging:rule_at", args=[hall.event.slug, "open", 1, 1])
    browser = client(ana(hall))
    assert browser.post(where, {"words": "hangin", "challenged": "1"}).status_code == 422
    assert browser.post(where, {"words": "ma", "challenged": "1"}).status_code == 303
    assert Ruling.objects.get().acceptable


@pytest.mark.parametrize("ruleset", ["salitaan-family", "salitaan-competition"])
def test_where_challenges_count_or_cost_the_form_asks_who_challenges(ruleset: str) -> None:
    hall = playing(ruleset=ruleset)
    where = reverse("judging:rule_at", args=[hall.event.slug, "open", 1, 1])
    browser = client(ana(hall))
    answer = browser.post(where, {"words": "bahay", "note": "seen it"})
    assert answer.status_code == 422
    assert "Say who challenges" in text(answer)
    assert "seen it" in text(answer)
    assert browser.post(where, {"words": "bahay", "challenged": "1"}).status_code == 303
    anew = reverse("judging:anew", args=[hall.event.slug, Ruling.objects.get().pk])
    assert browser.post(anew, {"words": "zzz", "reason": "misread"}).status_code == 422
    assert Ruling.objects.count() == 1


def test_a_second_ruling_on_a_play_is_refused_with_the_first_beside_it_and_a_way_on() -> None:
    hall = playing()
    where = reverse("judging:rule_at", args=[hall.event.slug, "open", 1, 1])
    browser, body = client(ana(hall)), {"words": "bahay", "challenged": "1"}
    browser.post(where, body)
    answer = browser.post(where, {**body, "note": "seen it"})
    assert answer.status_code == 409
    told = text(answer)
    for part in ("See that ruling", "Replace that ruling", "another play of the same words", "seen it"):
        assert part in told, part
    assert browser.post(where, {**body, "new_play": "on"}).status_code == 303
    assert Ruling.objects.count() == 2


def test_what_a_judge_had_decided_stands_in_the_form_when_he_rules_anew() -> None:
    hall = playing("judge")
    row = judged(hall)
    told = text(page(client(ana(hall)), "anew", hall.event.slug, row.pk))
    assert 'name="decide-HANGIN" value="yes" checked' in told
    assert 'value="431"' in told


def test_a_call_just_taken_was_called_just_now_and_source_is_not_called_optional() -> None:
    hall = playing("judge")
    call = called(hall, words=["hangin"])
    take(judge(hall, shown="Ana"), call, seen=1)
    told = text(page(client(ana(hall)), "call", hall.event.slug, call.pk))
    assert "Taken by Ana, called just now." in told
    assert '<label for="id_source">Source</label>' in told


def test_on_paper_a_ruling_made_anew_says_why_and_what_it_replaces() -> None:
    hall = playing()
    boss = judge(hall, shown="Ana")
    rule_at(boss, hall.table(1), asked=Asked(("bahay",), challengers=(2,), challenged=1))
    supersede(boss, Ruling.objects.get(), asked=Asked(("zzz",), (2,), 1), reason="misread the slip")
    told = text(page(client(ana(hall)), "print_rulings", hall.event.slug))
    assert re.search(r"in place of \d\d-\d\d \d\d:\d\d: misread the slip", told)
    assert re.search(r"superseded \d\d-\d\d \d\d:\d\d", told)


def test_pages_about_a_ruling_at_a_table_stand_in_the_rail_at_the_judges() -> None:
    hall = playing()
    where = reverse("judging:rule_at", args=[hall.event.slug, "open", 1, 1])
    told = text(client(ana(hall)).get(where))
    marked = re.findall(r'<a[^>]*aria-current="[^"]*"[^>]*>', told)
    assert any(f"/e/{hall.event.slug}/judges/" in link for link in marked), marked
    assert not any("/round/1/" in link for link in marked), marked


@pytest.mark.parametrize(("role", "leads"), [("judge", "judges/"), ("clerk", "open/round/1/table/1/")])
def test_the_overview_leads_to_a_waiting_table_where_who_looks_may_go(role: str, leads: str) -> None:
    hall = playing()
    called(hall)
    somebody = client(f.member(hall.event, role, "somebody"))
    told = somebody.get(f"/e/{hall.event.slug}/").content.decode()
    [found] = re.findall(r'<p>Table 1 waits for a judge\.</p>.*?href="([^"]+)"', told, re.DOTALL)
    assert found == f"/e/{hall.event.slug}/{leads}"
    assert somebody.get(found).status_code == 200


def test_who_only_looks_is_offered_no_entering_of_results_at_a_table() -> None:
    hall = playing()
    where = f"/e/{hall.event.slug}/open/round/1/table/1/"
    assert 'data-key="e"' in text(client(hall.clerk).get(where))
    assert 'data-key="e"' not in text(client(hall.viewer).get(where))


def test_where_words_may_be_looked_up_before_a_play_the_list_stays_open() -> None:
    closed, free = playing(), playing(overrides={"variants.open_dictionary": True})
    assert embargo.is_closed(closed.division.pins.get().edition)
    assert not embargo.is_closed(free.division.pins.get().edition)


@pytest.mark.parametrize("role", ["clerk", "checker", "judge", "director"])
def test_a_table_calls_a_judge_with_one_button(role: str) -> None:
    hall = playing()
    who = f.member(hall.event, role)
    where = reverse("judging:call_from_table", args=[hall.event.slug, "open", 1, 1])
    assert client(who).post(where).status_code == 303
    assert "waits for a judge" in text(client(who).get(f"/e/{hall.event.slug}/open/round/1/table/1/"))
    assert client(who).post(where).status_code == 409


def test_a_call_with_a_mistake_keeps_what_was_typed() -> None:
    hall = playing()
    where = reverse("judging:call_from_table", args=[hall.event.slug, "open", 1, 1])
    answer = client(hall.clerk).post(where, {"words": "bahay", "challengers": "x"})
    assert answer.status_code == 422
    assert "bahay" in text(answer)


def test_at_a_table_of_two_the_challenger_is_the_other_seat() -> None:
    hall = playing()
    where = reverse("judging:call_from_table", args=[hall.event.slug, "open", 1, 1])
    client(hall.clerk).post(where, {"words": "bahay", "challenged": "2"})
    assert Call.objects.get().challengers == [1]


def test_clerk_and_public_never_see_a_word_on_the_pages_of_a_table() -> None:
    hall = playing()
    rule_at(judge(hall), hall.table(1), asked=Asked(("bahay", "qqqwww"), challengers=(2,), challenged=1))
    for who in (hall.clerk, hall.checker, hall.viewer):
        browser = client(who)
        table = text(browser.get(f"/e/{hall.event.slug}/open/round/1/table/1/"))
        assert "unacceptable" in table
        for address in (f"/e/{hall.event.slug}/", f"/e/{hall.event.slug}/open/round/1/table/1/"):
            told = text(browser.get(address)).upper()
            assert "QQQWWW" not in told
            assert "BAHAY" not in told
        for name in ("desk", "rulings", "report", "overrides", "print_rulings"):
            assert page(browser, name, hall.event.slug).status_code == 403
        assert page(browser, "ruling", hall.event.slug, Ruling.objects.get().pk).status_code == 403


def test_the_words_of_the_sheets_last_play_are_brought_to_the_form() -> None:
    hall = playing()
    told = create(hall.as_(hall.clerk), hall.table(1))
    sheet = sheets().get(table=hall.table(1), number=told["sheet"])
    write(hall.as_(hall.clerk), sheet, operations=[add(FIRST), add(SECOND)])
    browser = client(ana(hall))
    where = reverse("scoresheets:last_play", args=[hall.event.slug, "open", 1, 1])
    shown = browser.get(where, follow=True)
    form = shown.context["form"]
    assert (form["words"].value(), form["turn"].value(), form["challenged"].value()) == ("BUHAY", "2", "2")
    row = sheets().get(pk=sheet.pk).rows[1]
    assert form["play"].value() == row["id"]
    call = called(hall)
    assert f"/judges/call/{call.pk}/?words=BUHAY" in browser.get(f"{where}?call={call.pk}")["Location"]
    empty = reverse("scoresheets:last_play", args=[hall.event.slug, "open", 1, 2])
    assert "No sheet of this table" in text(browser.get(empty, follow=True))


def test_a_superseded_ruling_is_not_read_out() -> None:
    hall = playing()
    boss, browser = judge(hall, shown="Ana"), client(ana(hall))
    rule_at(boss, hall.table(1), asked=Asked(("bahay",), (2,), 1))
    old = Ruling.objects.get()
    assert "Read this aloud" in text(page(browser, "ruling", hall.event.slug, old.pk))
    told = supersede(boss, old, asked=Asked(("zzz",), (2,), 1), reason="misread")
    shown = text(page(browser, "ruling", hall.event.slug, old.pk))
    assert "Read this aloud" not in shown
    assert "no longer counts" in shown
    assert "Read this aloud" in text(page(browser, "ruling", hall.event.slug, told["ruling"]))


def test_a_ruling_at_the_kiosk_is_said_to_be_the_kiosks_by_its_screens_name() -> None:
    hall = playing()
    kiosk_rules(opened(hall), "BAHAY", table=1, challenger=2, challenged=1)
    browser = client(ana(hall))
    where = reverse("judging:rule_at", args=[hall.event.slug, "open", 1, 1])
    assert "by the kiosk Door:" in text(browser.post(where, {"words": "bahay", "challenged": "1"}))
    assert "the kiosk Door" in text(page(browser, "rulings", hall.event.slug))


def test_the_log_is_filtered_printed_and_a_ruling_superseded_on_its_page() -> None:
    hall = playing()
    boss = judge(hall, shown="Ana")
    rule_at(boss, hall.table(1), asked=Asked(("bahay",), challengers=(2,), challenged=1))
    rule_at(boss, hall.table(2), asked=Asked(("zzz",), (2,), 1))
    browser = client(ana(hall, shown="Ben"))
    assert text(page(browser, "rulings", hall.event.slug)).count('<td class="num table-no"') == 2
    assert "ZZZ" not in text(page(browser, "rulings", hall.event.slug, verdict="acceptable"))
    assert "BAHAY" not in text(page(browser, "rulings", hall.event.slug, round="2"))
    assert "BAHAY" in text(page(browser, "print_rulings", hall.event.slug, judge="Ana"))
    old = Ruling.objects.get(acceptable=False)
    where = reverse("judging:anew", args=[hall.event.slug, old.pk])
    assert browser.post(where, {"words": "araw", "reason": ""}).status_code == 422
    answer = browser.post(where, {"words": "araw", "reason": "misread", "challenged": "1"}, follow=True)
    assert "The play is ACCEPTABLE" in text(answer)
    assert "misread" in text(page(browser, "ruling", hall.event.slug, old.pk))
    answer = browser.post(where, {"words": "tubig", "reason": "again"})
    assert answer.status_code == 409
    assert "tubig" in text(answer)
    assert "ARAW" in text(answer)


def judged(hall: f.Hall, word: str = "hangin", **more: Any) -> Ruling:
    asked = Asked((word,), (2,), 1, decided={word.upper(): True}, source="UPD", page="431", **more)
    return Ruling.objects.get(pk=rule_at(judge(hall, shown="Ana"), hall.table(1), asked=asked)["ruling"])


def test_words_a_judge_let_stand_become_drafts_with_their_precedent_once() -> None:
    hall = playing("judge")
    row, browser = judged(hall), client(ana(hall))
    assert report_on(hall.event).to_send == 1
    where = reverse("judging:send", args=[hall.event.slug])
    assert "Sent to the committee" in text(browser.post(where, {"ruling": str(row.pk)}, follow=True))
    made = Proposal.objects.get()
    assert (made.status, made.action, made.key, made.citations) == ("draft", "add", "HANGIN", "UPD, 431")
    assert made.origin == str(row.pk)
    assert made.precedent.startswith("Open 2026, Open, round 1, table 1, ")
    judged(hall, new_play=True)
    assert "has not seen" in text(browser.post(where, follow=True))
    assert Proposal.objects.count() == 1


def test_the_report_counts_rulings_in_force() -> None:
    hall = playing()
    for word in ("bahay", "zzz", "zzz"):
        rule_at(judge(hall, shown="Ana"), hall.table(1), asked=Asked((word,), (2,), 1, new_play=True))
    report = report_on(hall.event)
    assert (report.whole.all, report.whole.succeeded, report.whole.percent) == (3, 2, 67)
    assert [(one.name, one.all, one.succeeded) for one in report.words] == [("ZZZ", 2, 2), ("BAHAY", 1, 0)]
    assert "67 %" in text(page(client(ana(hall)), "report", hall.event.slug))


def test_lists_are_chosen_on_the_divisions_page_and_frozen_with_a_sentence() -> None:
    here = f.event()
    division = f.division(here)
    director = client(f.member(here, "director"))
    main, block = edition(("BAHAY",)), edition(("MA",), kind="block")
    where = reverse("judging:words", args=[here.slug, "open"])
    body = {"main": str(main.pk), "blocks": [str(block.pk)], "mode": "judge"}
    told = text(director.post(where, body, follow=True))
    assert main.sha256[:12] in told
    assert "2026-01-01" in told
    assert [str(one.edition) for one in division.pins.order_by("place")] == [str(main), str(block)]
    Division.objects.filter(pk=division.pk).update(frozen_at=clock.now())
    answer = director.post(where, {"main": "", "mode": "list"})
    assert answer.status_code == 422
    told = text(director.get(where))
    assert "keeps its word lists to the end" in told
    assert 'name="main"' not in told
    assert client(f.member(here, "viewer")).get(where).status_code == 200
    assert client(f.member(here, "clerk")).post(where, body).status_code == 403


def test_a_word_is_decided_for_the_event_with_its_author_and_reason() -> None:
    hall = playing()
    browser = client(ana(hall))
    where = reverse("judging:overrides", args=[hall.event.slug])
    assert browser.post(where, {"word": "zzz", "verdict": "acceptable"}).status_code == 422
    browser.post(where, {"word": "zzz", "verdict": "acceptable", "reason": "sponsor's name"})
    browser.post(where, {"word": "zzz", "verdict": "withdrawn", "reason": "no more"})
    told = text(browser.get(where))
    for part in ("sponsor", "Ana", "withdrawn", "replaced"):
        assert part in told
    assert WordOverride.objects.count() == 2


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"word": "12345", "verdict": "acceptable"}, "Type one word of letters."),
        ({"word": "ba7ay", "verdict": "acceptable"}, "Type one word of letters."),
        (
            {"word": "yyy", "verdict": "withdrawn"},
            "YYY is not decided in this event: there is nothing to withdraw.",
        ),
        (
            {"word": "zzz", "verdict": "withdrawn"},
            "ZZZ is not decided in this event: there is nothing to withdraw.",
        ),
        ({"word": "yyy", "verdict": ""}, ""),
    ],
)
def test_a_slip_decides_no_word(body: dict[str, str], sentence: str) -> None:
    hall = playing()
    browser = client(ana(hall))
    where = reverse("judging:overrides", args=[hall.event.slug])
    for verdict in ("acceptable", "withdrawn"):
        override_word(f.program(hall.event), hall.event, word="zzz", verdict=verdict, reason="x")
    answer = browser.post(where, {"reason": "a slip", **body})
    assert (answer.status_code, sentence in text(answer)) == (422, True)
    assert WordOverride.objects.count() == 2


def test_no_decision_is_chosen_before_somebody_chooses() -> None:
    hall = playing()
    page = text(client(ana(hall)).get(reverse("judging:overrides", args=[hall.event.slug])))
    assert '<option value="" selected>choose</option>' in page


def test_the_rail_says_how_many_wait_to_whoever_rules() -> None:
    hall = playing()
    called(hall)
    call_judge(f.program(hall.event), hall.table(2))
    where = f"/e/{hall.event.slug}/"
    assert "2 waiting" in text(client(hall.director).get(where))
    assert "2 waiting" not in text(client(hall.clerk).get(where))


def test_the_polled_queue_says_nothing_while_nothing_changed() -> None:
    hall = playing()
    called(hall)
    browser = client(ana(hall))
    first = page(browser, "queue", hall.event.slug)
    with clock.at(clock.now()):
        fresh = page(browser, "queue", hall.event.slug)["X-Version"]
        assert page(browser, "queue", hall.event.slug, v=fresh).status_code == 204
    assert first.status_code == 200


def test_a_judge_who_plays_at_the_table_is_offered_nothing() -> None:
    hall = playing()
    called(hall)
    player = hall.seats(1)[0].entrant.player
    told = text(page(client(ana(hall, player=player)), "desk", hall.event.slug))
    assert "You play at this table" in told
    assert "/take" not in told


@pytest.mark.parametrize(("words", "status"), [(("bahay",), 0), (("bahay", "zzz"), 1)])
def test_adjudicate_by_what_an_event_goes_by(words: tuple[str, ...], status: int, capsys: Any) -> None:
    hall = playing()
    wanted = ["adjudicate", *words, "--event", hall.event.slug]
    if status:
        with pytest.raises(SystemExit) as ended:
            call_command(*wanted)
        assert ended.value.code == status
    else:
        call_command(*wanted)
    assert capsys.readouterr().out.startswith("UNACCEPTABLE" if status else "ACCEPTABLE")


def test_adjudicate_by_an_event_hears_its_own_decisions_and_asks_for_the_division(capsys: Any) -> None:
    hall = playing()
    override_word(f.program(hall.event), hall.event, word="zzz", verdict="acceptable", reason="x")
    call_command("adjudicate", "zzz", "--event", hall.event.slug)
    f.division(hall.event, "Other")
    with pytest.raises(SystemExit) as ended:
        call_command("adjudicate", "zzz", "--event", hall.event.slug)
    assert ended.value.code == 2
    call_command("adjudicate", "zzz", "--event", hall.event.slug, "--division", "Open")
    with pytest.raises(SystemExit) as ended:
        call_command("adjudicate", "zzz")
    assert ended.value.code == 2


def test_pins_are_untouched_by_looking() -> None:
    here = f.event()
    pin(f.division(here), edition(("BAHAY",)))
    viewer = client(f.member(here, "viewer"))
    assert "BAHAY" not in text(viewer.get(reverse("judging:words", args=[here.slug, "open"])))

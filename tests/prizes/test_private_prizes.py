"""Prizes for girls, boys or an age: decided from private data, and known in public by their name and winner alone."""

from __future__ import annotations

import json
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.desk.models import Prize
from tdapp.desk.prizes import building, telling_names
from tdapp.desk.prizes.commands import ceremony, prizes
from tdapp.desk.prizes.rules import among, winners, words
from tdapp.desk.prizes.rules.among import Among
from tdapp.events.entries.commands.filling_private import fill_private
from tdapp.events.models import Entrant
from tdapp.interchange.event_file.writing import archive
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import PlayerPrivate
from tests import factories as f
from tests.kept import first
from tests.needles import standing
from tests.prizes.hall import Hall, hall

whole, ready = first(hall)

DAY = date(2026, 3, 14)
GIRLS = (3, 6, 8)


def told(here: Hall, numbers: tuple[int, ...], **facts: object) -> None:
    """What the event was told of some of its players, apart from their entries."""
    for row in here.division.entrants.select_related("player").filter(number__in=numbers):
        PlayerPrivate.objects.update_or_create(player=row.player, scope=here.event.scope_key, defaults=facts)


def signed_in(here: Hall, role: str) -> Client:
    client = Client()
    client.force_login(f.member(here.event, role))
    return client


def add(here: Hall, text: str) -> None:
    read, faults = building.lines.read(text)
    assert not faults
    prizes.add_prizes(here.ctx, here.event, wanted=[prizes.of_line(one, here.division) for one in read])


def places(here: Hall) -> list[int]:
    """Numbers by place."""
    rows = winners.fields([here.fresh()])[here.division.slug].rows
    return [
        here.division.entrants.get(pk=row.entrant).number
        for row in sorted(rows, key=lambda one: one.rank or 99)
    ]


def test_whom_a_prize_is_for_is_read_as_people_say_it() -> None:
    asked = {
        "girls": Among("female"), "Babae under 13": Among("female", 13), "u-13": Among(under=13),
        "under 13 boys": Among("male", 13), "from 60": Among(least=60), "women from 18 under 26": Among("female", 26, 18),
    }  # fmt: skip
    assert {text: among.read(text) for text in asked} == asked
    assert [among.read(str(one)) for one in asked.values()] == list(asked.values())
    wrong = (
        "",
        "everybody",
        "girls boys",
        "under",
        "under 0",
        "under 13 under 11",
        "from 18 under 18",
        "girls 13",
        "under 999",
    )
    assert [text for text in wrong if among.read(text)] == []


def test_an_age_counts_on_the_day_and_whoever_is_not_known_is_not_among_them() -> None:
    under = Among(under=13)
    assert under.takes("", date(2013, 3, 15), DAY)
    assert not under.takes("", date(2013, 3, 14), DAY)
    assert Among(least=60).takes("", date(1966, 3, 14), DAY)
    assert not under.takes("", None, DAY)
    assert not Among("female").takes("", DAY, DAY)
    assert not Among("female", 13).takes("male", date(2020, 1, 1), DAY)


@pytest.mark.django_db
def test_it_goes_to_the_best_of_those_it_is_for_and_nothing_says_why() -> None:
    here = hall()
    told(here, GIRLS, gender="female", birth_date=date(2014, 5, 6))
    told(here, (1, 2, 4, 5, 7), gender="male", birth_year=1990)
    add(
        here,
        "rank 1: trophy\namong girls 1-2 as Best girl: medal, medal\namong under 13 2 as Second junior: book",
    )
    order = [number for number in places(here) if number in GIRLS]
    won = [one for one in winners.table(here.event).won if one.kind == "among"]
    assert [(one.title, one.who and one.who[1]) for one in won] == [
        ("Best girl", order[0]), ("Best girl", order[1]), ("Second junior", order[1]),
    ]  # fmt: skip
    names = words.names_of(here.event, words.public)
    said = json.dumps([one.as_data() for one in won]) + " ".join(words.why(one, names) for one in won)
    logged = json.dumps([row.payload for row in AuditEntry.objects.all()], default=str)
    assert standing(said + logged, "girls", "female", "under 13", "2014") == []


@pytest.mark.django_db
def test_whoever_is_passed_over_or_loses_a_tie_is_not_named_beside_it() -> None:
    here = hall()
    told(here, GIRLS, gender="female")
    prizes.set_giving(
        here.ctx, here.event, protest_minutes=15, most_each=1, withdrawn_win=False, currency="₱"
    )
    first, second, third = [number for number in places(here) if number in GIRLS]
    add(
        here,
        f"rank 1-{places(here).index(first) + 1}: " + ", ".join(["cup"] * (places(here).index(first) + 1)),
    )
    add(here, "among girls 1-2 as Best girl: medal, medal")
    Prize.objects.filter(kind="among").update(ties="broken")
    won = [one for one in winners.table(here.event).won if one.kind == "among"]
    assert [one.who and one.who[1] for one in won] == [second, third]
    assert {(one.how, tuple(map(tuple, one.tied)), tuple(one.passed)) for one in won} == {
        ("alone", ((here.division.slug, second),), ()), ("alone", ((here.division.slug, third),), ()),
    }  # fmt: skip


@pytest.mark.django_db
def test_pages_for_everybody_and_files_without_private_data_know_its_name_alone(client: Client) -> None:
    here = hall()
    told(here, GIRLS, gender="female", birth_date=date(2014, 5, 6))
    add(here, "rank 1-3: cup, cup, cup\namong girls under 13 1 as Golden rack: medal")
    here.release(4)
    here.final()
    ceremony.start_ceremony(here.ctx, here.event)
    text = json.dumps(archive(here.event, private=False), default=str)
    assert "Golden rack" in text
    for address in ("", "standings/", "public/"):
        text += client.get(f"/t/{here.event.slug}/{address}").content.decode()
    text += json.dumps(here.event.prize_giving.cards)
    assert "Golden rack" in text
    assert [secret for secret in ("female", "girls", "under 13") if secret in text] == []
    assert '"among": "girls under 13"' in json.dumps(archive(here.event, private=True), default=str)


@pytest.mark.django_db
def test_a_prize_one_or_two_could_win_is_warned_of_to_whoever_may_know() -> None:
    here = hall()
    told(here, (3,), gender="female")
    told(here, (1, 2, 4, 5, 6, 7), gender="male")
    add(here, "among girls 1 as Best girl: medal\namong boys 1 as Best boy: medal")
    said = telling_names.sentences(here.event)
    assert [("only 1 player" in one.sentence, [row.number for row in one.unknown]) for one in said] == [
        (True, []), (False, [8]), (False, [8]),
    ]  # fmt: skip
    page = reverse("desk:prizes", args=[here.event.slug])
    director, scorer = (signed_in(here, role) for role in ("director", "publisher"))
    shown = director.get(page).content.decode()
    assert "only 1 player" in shown
    assert reverse("events:private", args=[here.event.slug, here.entrant(8).pk]) in shown
    assert "only 1 player" not in scorer.get(page).content.decode()


@pytest.mark.django_db
def test_who_they_are_is_ticked_in_private_and_only_what_was_missing_is_kept() -> None:
    here = hall()
    told(here, (3,), gender="female", guardian="Somebody")
    told(here, (1, 2, 4, 5, 7), gender="male", birth_year=1990)
    add(here, "among girls 1-2 as Best girl: medal, medal\namong under 13 1 as Best junior: book")
    address = reverse("desk:prizes_whom", args=[here.event.slug])
    director = signed_in(here, "director")
    page = director.get(reverse("desk:prizes", args=[here.event.slug])).content.decode()
    six, eight, three = (here.entrant(number).pk for number in (6, 8, 3))
    assert f'name="gender-{six}"' in page
    assert f'name="year-{three}"' in page
    assert f'name="gender-{three}"' not in page  # known: neither asked nor shown
    assert signed_in(here, "publisher").post(address, {f"gender-{six}": "female"}).status_code == 403
    wrong = director.post(address, {f"gender-{six}": "female", f"year-{eight}": "2190"})
    assert wrong.status_code == 422
    assert "a birth year is from 1900 to" in wrong.content.decode()
    typed = wrong.content.decode().split(f'name="gender-{six}"')[1].partition("</select>")[0]
    assert 'value="female" selected' in typed
    assert not PlayerPrivate.objects.filter(player=here.entrant(6).player).exists()
    sent = {
        f"gender-{six}": "female",
        f"gender-{eight}": "male",
        f"year-{three}": "2015",
        f"gender-{three}": "male",
    }
    assert director.post(address, sent).status_code == 303
    kept = PlayerPrivate.objects.get(player=here.entrant(3).player)
    assert (kept.gender, kept.birth_year, kept.guardian) == ("female", 2015, "Somebody")
    assert here.entrant(3).age == "minor"
    won = {one.title: one.who and one.who[1] for one in winners.table(here.event).won if one.kind == "among"}
    assert won["Best junior"] == 3
    assert won["Best girl"] in (3, 6)
    entries = AuditEntry.objects.filter(intent="entrant.fill_private", refused="")
    logged = json.dumps([(row.payload, row.target, row.reason) for row in entries], default=str)
    assert standing(logged, "female", "2015", str(six), "Best") == []
    assert '"filled": 3' in logged


@pytest.mark.django_db
def test_who_belongs_to_no_player_and_what_is_no_gender_is_refused_and_nobodys_is_kept() -> None:
    here = hall(0)
    one, other = here.entrant(1), here.entrant(2)
    Entrant.objects.filter(pk=other.pk).update(player=None)
    told_of = {one.pk: {"gender": "woman"}, other.pk: {"birth_year": 2014}}
    with pytest.raises(Refusal) as refused:
        fill_private(here.ctx, here.event, told=told_of)
    assert [sentence.partition(": ")[2] or sentence for sentence in refused.value.sentences] == [
        "say female or male, or leave it blank.",
        f"{other.listed} belongs to no player, so nothing private can be kept.",
    ]
    assert not PlayerPrivate.objects.exists()


@pytest.mark.django_db
def test_without_whom_or_without_a_name_it_is_refused() -> None:
    here = hall(0)
    for more, said in (({"title": "Best"}, "Say whom it is for"), ({"among": "girls"}, "Give it a name")):
        wanted = prizes.Wanted("among", ((0, "medal"),), here.division.pk, **more)  # type: ignore[arg-type]
        with pytest.raises(Refusal, match=said):
            prizes.add_prizes(here.ctx, here.event, wanted=[wanted])


def test_the_line_says_whom_the_places_and_the_name() -> None:
    line = building.lines.read_line("among under 13 1-2 as Best under 13: medal, book")
    assert (line.among, line.first, line.last, line.title) == ("under 13", 1, 2, "Best under 13")
    wrong = {
        "among girls: medal": "Give it a name", "among cats as Cat: 5": "is not whom a prize",
        "among girls 0 as Best: 5": "from 1 upwards", "among girls 1-3 as Best: 5": "3 places and 1 prizes",
    }  # fmt: skip
    for text, said in wrong.items():
        with pytest.raises(building.lines.BadLine, match=said):
            building.lines.read_line(text)


PICKED = {
    "pick-kind": "among",
    "pick-gender": "girls",
    "pick-count": "2",
    "pick-gets": "medal",
    "pick-name": "Best girl",
}


def test_a_press_makes_the_line_that_would_be_typed() -> None:
    assert building.pressed("quick:three", "", {})[0] == "rank 1-3: trophy, medal, medal"
    assert (
        building.pressed("add", "high game: 5", PICKED)[0]
        == "high game: 5\namong girls 1-2 as Best girl: medal, medal"
    )
    lower = {**PICKED, "pick-kind": "class", "pick-klass": "B", "pick-count": "1", "pick-gets": "500 + cup"}
    assert building.pressed("add", "", lower)[0] == "class B 1: 500 + cup"
    assert building.pressed("remove:0", "a\nb", {})[0] == "b"
    assert building.pressed("remove:7", "a\nb", {})[0] == building.pressed("read", "a\nb", {})[0] == "a\nb"


def test_controls_that_make_no_line_say_so_and_stay_as_they_are() -> None:
    wrong = {"pick-count": "0", "pick-name": "", "pick-gets": "1, 2, 3", "pick-gender": ""}
    for name, value in wrong.items():
        text, form = building.pressed("add", "high game: 5", {**PICKED, name: value})
        assert (text, bool(form.errors)) == ("high game: 5", True), name


@pytest.mark.django_db
def test_the_page_builds_lines_without_a_script_and_stores_them_when_they_are_sent() -> None:
    here = hall(0)
    client, add_to = signed_in(here, "director"), reverse("desk:prizes_add", args=[here.event.slug])
    page = client.post(
        add_to, {"press": "quick:girl", "lines": "high game: 5", "division": here.division.slug}
    )
    assert "among girls 1 as Best girl: medal" in page.content.decode()
    part = client.post(
        add_to, {"press": "read", "lines": "rank 0: 5", "division": ""}, headers={"X-Pressed": "1"}
    )
    assert "from 1 upwards" in part.content.decode()
    assert "<html" not in part.content.decode()
    assert not Prize.objects.exists()
    f.division(here.event, "Second")
    client.post(add_to, {"lines": "rank 1: cup", "division": "*"})
    assert sorted(Prize.objects.values_list("division__slug", flat=True)) == sorted(
        ["second", here.division.slug]
    )

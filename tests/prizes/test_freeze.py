"""What is kept back until the prize giving is nowhere to be seen, and everywhere once it is unveiled."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from django.urls.exceptions import NoReverseMatch

from tdapp.desk.prizes.commands.freezing import unveil
from tdapp.interchange.exports.render import Wish, check, render
from tdapp.kernel.refusals import Refusal
from tdapp.publishing import urls as public_urls
from tests import factories as f
from tests.kept import first
from tests.prizes.hall import ROUNDS, SECRET, Hall, hall
from tests.sweeps import SOAK

pytestmark = pytest.mark.django_db
whole, ready = first(hall)
# What a parameter of a public address may be: every round and table, and as many players (both of the game kept back sit
# at a table that is tried); all players in the soak.
VALUES = {
    "number": range(1, 9 if SOAK else ROUNDS + 1),
    "table": range(1, 5),
    "sheet": (1,),
    "screen": ("front",),
    "code": ("0" * 24,),
}
SHEET = "results"
SHOWS = ("auto", "standings", "out", "names", "tables", "ceremony", "checkin")


def addresses(here: Hall) -> Iterator[str]:
    """Every public address of an event, of every round and player, from the URLconf itself."""
    for pattern in public_urls.urlpatterns:
        assert isinstance(pattern, URLPattern)
        yield from _filled(here, f"publishing:{pattern.name}", sorted(pattern.pattern.converters))
    base = reverse("publishing:screen_feed", args=(here.event.slug,))
    yield from (f"{base}?show={name}" for name in SHOWS)
    yield from (f"/t/{here.event.slug}/find?q={name}" for name in ("a", "1", "cruz"))


def _filled(here: Hall, name: str, wants: list[str]) -> Iterator[str]:
    sets: list[dict[str, object]] = [{"event": here.event.slug, "division": here.division.slug}]
    for want in (one for one in wants if one in VALUES):
        sets = [{**known, want: value} for known in sets for value in VALUES[want]]
    for values in sets:
        kept = {key: value for key, value in values.items() if key in wants}
        try:
            yield reverse(name, kwargs=kept)
        except NoReverseMatch:
            continue


def seen(here: Hall) -> dict[str, str]:
    """What a stranger is answered at every public address; of a picture its bytes say nothing, read as letters and digits."""
    client = Client()
    answers = {address: client.get(address) for address in dict.fromkeys(addresses(here))}
    return {
        address: answer.content.decode(errors="replace")
        for address, answer in answers.items()
        if answer.status_code == 200 and answer["Content-Type"] != "image/png"
    }


def leaks(here: Hall) -> list[str]:
    """Addresses that tell the score of the round kept back, or the place it leads to."""
    told = seen(here)
    return [address for address, text in told.items() if tells(text)]


# The score as a number by itself: the same digits stand now and then in a digest, an id or a moment.
ALONE = re.compile(rf"(?<![0-9a-f]){SECRET}(?![0-9a-f])(?!(?<=-{SECRET})-[0-9a-f])")


def tells(text: str) -> bool:
    """Whether a text tells the score of the round kept back."""
    return bool(ALONE.search(text))


def test_no_public_address_tells_what_is_kept_back_and_all_do_once_it_is_unveiled() -> None:
    here = hall()
    here.release(2)
    here.freeze(2)
    assert leaks(here) == []
    # The negative control: the same walk finds it as soon as it may be seen.
    unveil(here.ctx, here.event)
    found = leaks(here)
    assert f"/t/{here.event.slug}/{here.division.slug}/results/{ROUNDS}/" in found
    assert len(found) >= 3


def test_the_walk_goes_to_every_public_pattern() -> None:
    names = {pattern.name for pattern in get_resolver("tdapp.publishing.urls").url_patterns}
    assert {
        "standings",
        "results",
        "player",
        "wallchart",
        "standings_json",
        "now",
        "me",
        "screen_feed",
    } <= names


def test_rounds_out_already_are_taken_back_and_the_page_says_so() -> None:
    here = hall()
    here.release(4)
    here.freeze(1)
    page = Client().get(reverse("publishing:standings", args=(here.event.slug, here.division.slug)))
    assert "After round 3" in page.content.decode()
    assert "The last round is kept back until the prize giving." in page.content.decode()
    told = json.loads(
        Client().get(reverse("publishing:standings_json", args=(here.event.slug, here.division.slug))).content
    )
    assert (told["round"], told["held_back"]) == (3, 1)


def test_standings_of_a_round_kept_back_are_not_released_one_by_one() -> None:
    here = hall()
    here.freeze(2)
    assert here.release(2)["released"] == 2
    with pytest.raises(Refusal, match="kept back until the prize giving") as refusal:
        here.release(3)
    assert refusal.value.code == "held-back"


def test_a_shorter_plan_afterwards_opens_nothing() -> None:
    here = hall()
    here.release(3)
    here.freeze(1)
    row = here.fresh()
    row.rounds_planned = 3
    row.save(update_fields=["rounds_planned"])
    assert [text for text in seen(here).values() if "After round 3" in text] == []


@pytest.mark.parametrize("format", ["csv", "json", "t"])
def test_a_file_for_anybody_ends_before_the_freeze_and_one_for_the_desk_does_not(format: str) -> None:
    here = hall()
    here.freeze(1)
    for_all = Wish(format, sheet=SHEET)
    for_desk = Wish(format, sheet=SHEET, full_names=True, private=format == "json")
    assert not tells(render(here.event, for_all).decode())
    assert tells(render(here.event, for_desk).decode())


def test_a_file_for_anybody_of_a_round_kept_back_is_refused() -> None:
    here = hall()
    here.freeze(1)
    with pytest.raises(Refusal, match="kept back"):
        check(here.event, Wish("csv", after=4))


@pytest.mark.parametrize("last", [-1, ROUNDS, 99])
def test_not_every_round_can_be_kept_back(last: int) -> None:
    with pytest.raises(Refusal, match="from 0 to 3"):
        hall(0).freeze(last)


def test_nothing_is_unveiled_where_nothing_is_kept_back() -> None:
    here = hall(0)
    with pytest.raises(Refusal, match="Nothing is kept back here"):
        unveil(f.program(here.event), here.event)

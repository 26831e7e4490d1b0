"""An event's look: every colour becomes tones that can be read, a logo is made anew, and the public finds both."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tdapp.kernel.refusals import Refusal
from tdapp.launch.requests.static import stamp
from tdapp.publishing.look import tones
from tdapp.publishing.look.commands import look
from tdapp.publishing.models import EventLook
from tests import factories as f
from tests.kept import first
from tests.publishing.hall import hall
from tests.scoresheets import pictures

pytestmark = pytest.mark.django_db
whole, ready = first(hall)

ROOT = Path(__file__).resolve().parents[2]
COLOURS = [
    "#000000",
    "#ffffff",
    "#ffd84d",
    "#0b5d7a",
    "#c2387e",
    "#7f7f7f",
    "#00ff00",
    "#0000ff",
    "#ff8800",
    "#fbfaf7",
]


TOKENS = (ROOT / "tdapp/kernel/static/td/tokens.css").read_text()
LIGHT, _SYSTEM, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
    for block in re.findall(r":root[^{]*\{([^}]*--paper[^}]*)\}", TOKENS)
)


def surfaces(theme: dict[str, str]) -> set[str]:
    """What text stands on in a theme, but for the tint of the accent colour, which a look brings itself."""
    return {
        colour for name, colour in theme.items() if name in ("paper", "panel") or name.endswith("-bg")
    } - {theme["sea-bg"]}


def test_of_every_colour_text_can_be_read_on_every_surface_by_day_by_night_and_upon_it() -> None:
    assert (surfaces(LIGHT), surfaces(DARK)) == (set(tones.DAY), set(tones.NIGHT))
    for colour in COLOURS:
        made = tones.tones(colour)
        pairs = [
            *((made.day, ground) for ground in (*surfaces(LIGHT), made.day_bg, "#ffffff")),
            *((made.night, ground) for ground in (*surfaces(DARK), made.night_bg, made.on_night)),
            *((LIGHT[ink], made.day_bg) for ink in ("ink", "ink-2")),
            *((DARK[ink], made.night_bg) for ink in ("ink", "ink-2")),
            (made.on, colour),
        ]
        assert [pair for pair in pairs if tones.contrast(*pair) < tones.LEAST] == [], colour


def test_paper_stays_black_and_the_projector_keeps_its_theme() -> None:
    here = hall()
    event = here.division.event
    event.__class__.objects.update(public=True)
    look.set_colour(f.program(event), event, colour="#c2387e")
    for_all, *screen = Client().get(f"/t/{event.slug}/look.css").content.decode().split("@media ")
    assert "--sea" not in for_all
    assert [part.split("{")[0] for part in screen] == ["screen", "screen and (prefers-color-scheme:dark)"]
    assert ':root:not([data-theme="light"],[data-theme="projector"]){--sea:' in screen[1]


def test_a_colour_that_can_be_read_stays_as_it_was_chosen() -> None:
    assert (tones.tones("#0b5d7a").day, tones.tones("#6cc3e0").night) == ("#0b5d7a", "#6cc3e0")
    assert round(tones.contrast("#000000", "#ffffff"), 2) == 21


def test_a_colour_is_read_as_people_write_it() -> None:
    told = {"#0B5D7A": "#0b5d7a", " 0b5d7a ": "#0b5d7a", "blue": "", "#12345": "", "#12345g": "", "": ""}
    assert {text: tones.read(text) for text in told} == told


def test_what_is_no_colour_is_refused_with_what_would_be_one() -> None:
    here = hall()
    event = here.division.event
    with pytest.raises(Refusal, match="“blue” is no colour: write # and six digits"):
        look.set_colour(f.program(event), event, colour="blue")
    assert not EventLook.objects.exists()


def test_the_public_page_the_screen_and_the_phone_carry_colour_and_logo() -> None:
    here = hall()
    here.publish()
    here.show(1)
    event, ctx = here.division.event, f.program(here.division.event)
    base, guest = f"/t/{event.slug}/", Client()
    assert guest.get(f"{base}look.css").status_code == guest.get(f"{base}logo.png").status_code == 404
    assert "look.css" not in guest.get(base).content.decode()
    look.set_logo(ctx, event, data=pictures.png())
    assert guest.get(f"{base}look.css").status_code == 404
    look.set_colour(ctx, event, colour="#FFD84D")
    row = EventLook.objects.get()
    sheet = guest.get(f"{base}look.css")
    assert (sheet["Content-Type"], "--mark:#ffd84d" in sheet.content.decode()) == (
        "text/css; charset=utf-8",
        True,
    )
    assert guest.get(f"{base}logo.png").content == b64decode(row.logo)
    for path in ("", "screen/", "me/"):
        assert f"look.css?v={row.version}" in guest.get(base + path).content.decode(), path
    look.remove_logo(ctx, event)
    assert guest.get(f"{base}logo.png").status_code == 404


def test_the_desk_chooses_on_one_page_and_keeps_what_was_typed_wrong() -> None:
    here = hall()
    event, desk = here.division.event, Client()
    desk.force_login(f.member(event, "director"))
    page = f"/e/{event.slug}/look/"
    wrong = desk.post(page, {"colour": "sky"})
    assert (wrong.status_code, "“sky” is no colour" in wrong.content.decode()) == (422, True)
    assert 'value="sky"' in wrong.content.decode()
    logo = SimpleUploadedFile("logo.png", pictures.png())
    shown = desk.post(page, {"colour": "#ffd84d", "logo": logo}, follow=True).content.decode()
    assert "has a contrast of 1.2 there, 4.5 is needed" in shown
    assert "The logo as it is kept" in shown


def test_the_typeface_is_asked_for_under_its_stamp_and_its_licence_lies_beside_it() -> None:
    asked = dict(re.findall(r'url\("\.\./(fonts/[\w.-]+)\?v=(\w+)"\)', TOKENS))
    assert len(asked) == 2
    assert {name: stamp(name) for name in asked} == asked
    assert finders.find("fonts/LICENSE.txt")


def test_the_projector_theme_has_a_contrast_of_seven() -> None:
    block = re.search(
        r'\[data-theme="projector"\] \{([^}]*)\}',
        (ROOT / "tdapp/publishing/static/publishing/screen.css").read_text(),
    )
    assert block
    known = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block[1]))
    for ink in ("ink", "ink-2", "sea", "sun", "ok", "ask", "stop"):
        for ground in ("paper", "panel"):
            assert tones.contrast(known[ink], known[ground]) >= 7, (ink, ground)

"""Browsers of people, phones and kiosks at a world."""

from __future__ import annotations

from django.test import Client

from tdapp.desk.phones import cookies
from tdapp.judging.kiosk.session import KIOSK
from tdapp.kernel.models import User
from tdapp.publishing.phones import device
from tests import factories as f
from tests.contracts.worlds.here import World


def signed_in(user: User | None) -> Client:
    """A browser of somebody, or of nobody; a crash is a 500 here, as it is outside."""
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return client


def phone_browser(here: World) -> Client:
    """The phone of that player: nobody is signed in at it."""
    client = signed_in(None)
    client.cookies[device.COOKIE] = cookies.signed(here.facts["phone_cookie"])
    return client


def pin_browser(here: World, role: str) -> Client:
    """A shared laptop that somebody of this role took over by PIN."""
    return f.taken_over(signed_in(None), here.people[role], here.event)


def kiosk_browser(here: World) -> Client:
    """The browser of that screen: nobody is signed in."""
    client = signed_in(None)
    session = client.session
    session[KIOSK] = str(here.facts["kiosk"].pk)
    session.save()
    return client

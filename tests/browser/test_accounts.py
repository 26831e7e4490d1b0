"""An account from the invitation on paper to the passkey: with keyboard, on a phone, in both languages, axe on each page."""

from __future__ import annotations

import base64
import re
from typing import Any

import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from playwright.sync_api import expect

from tdapp.accounts.commands import rule
from tdapp.accounts.models import Passkey
from tdapp.events.access import installation_context
from tdapp.kernel import clock
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import system
from tdapp.kernel.models import User
from tdapp.kernel.signing_in import invitations, inviting
from tdapp.kernel.signing_in.doors import notes
from tests import factories as f
from tests.accounts.people import with_app
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import PHONE, Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GOOD = "salitaan-sa-hapon"


def clean(person: Person, *, twice: bool = True) -> None:
    """Nothing a screen reader would trip over, nothing wider than the screen, in English; `twice`: in Filipino too."""
    page = person.page
    for language in ("fil", "en") if twice else ("en",):
        if twice:
            page.context.add_cookies([{"name": "django_language", "value": language, "url": person.base}])
            page.reload()
            assert page.locator("html").get_attribute("lang") == language
        assert faults(page) == [], (language, page.url)
        wide, most = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= most, (language, page.url)


def with_authenticator(person: Person) -> Any:
    """The browser has a key of its own, with a finger that is always there."""
    cdp = person.page.context.new_cdp_session(person.page)
    cdp.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    return cdp, cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def code_of_app(person: Person) -> str:
    """What an app makes of the letters on the page."""
    spelled = person.page.locator("strong[translate=no]").inner_text().replace(" ", "")
    secret = base64.b32decode(spelled + "=" * (-len(spelled) % 8))
    return TOTP(secret, 6, SHA1(), 30).generate(int(clock.now().timestamp())).decode()


def test_from_the_printed_code_to_the_second_factor_on_a_phone(arrive: Arrive) -> None:
    f.user("olga", owner=True)
    olga = arrive()
    olga.log_in("olga")
    olga.page.locator("summary", has_text="Olga").click()
    olga.follow("My account", "My account")
    clean(olga)
    olga.follow("Accounts", "Accounts")
    clean(olga)
    olga.page.get_by_role("textbox", name=re.compile("^Name")).fill("Ben Reyes")
    olga.page.get_by_role("button", name="Invite", exact=True).press("Enter")
    olga.arrived("Invitation for Ben Reyes")
    clean(olga)
    code = olga.page.locator("[data-code]").inner_text()
    ben = arrive(viewport=PHONE)
    ben.go("/login")
    clean(ben)
    ben.follow("I have a code", "Type your code")
    clean(ben)
    ben.keys(code.upper().replace("-", " "), "Enter")
    ben.arrived("You are invited")
    clean(ben)
    ben.page.get_by_label("Username").fill("ben")
    ben.page.get_by_label("Password").fill(GOOD)
    ben.click("Make my account")
    ben.arrived("My events")
    ben.go("/account/")
    clean(ben)
    ben.follow("Turn it on", "Second factor")
    clean(ben)
    ben.page.get_by_label("Code", exact=True).fill(code_of_app(ben))
    ben.click("Turn it on")
    ben.arrived("Recovery codes")
    clean(ben, twice=False)
    codes = ben.page.locator("[data-code]").all_inner_texts()
    assert len(codes) == 10
    ben.follow("I have them", "My account")
    ben.sees("10 recovery codes are left.")
    other = arrive()
    other.page.goto("/login")
    other.keys("ben", "Tab", GOOD, "Enter")
    other.arrived("Second step")
    clean(other)
    other.keys(codes[0], "Enter")
    other.arrived("My events")
    notes.tick()
    ben.go("/account/")
    ben.sees("9 recovery codes are left.")
    ben.click("End all others")
    ben.said("1 other session has ended.")
    other.page.reload()
    expect(other.page.get_by_role("link", name="Log in")).to_be_visible()


def test_a_passkey_is_made_and_used_and_removed(arrive: Arrive) -> None:
    f.user("ana")
    ana = arrive()
    cdp, key = with_authenticator(ana)
    ana.log_in("ana")
    ana.go("/account/")
    ana.follow("Add a passkey", "New passkey")
    clean(ana)
    ana.page.get_by_label(re.compile("^Name")).fill("my laptop")
    ana.click("Make a passkey")
    ana.arrived("My account")
    ana.said("The passkey is there")
    assert len(cdp.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"]) == 1
    clean(ana)
    logged_out(ana, "Ana")
    ana.go("/login?next=/account/")
    ana.follow("Use a passkey", "Log in with a passkey")
    clean(ana)
    ana.page.get_by_role("button", name="Use a passkey").press("Enter")
    ana.arrived("My account")
    assert ana.page.get_by_label("Name of the passkey").input_value() == "my laptop"
    ana.page.get_by_role("button", name="Remove my laptop").click()
    ana.said("The passkey is removed.")
    assert not Passkey.objects.exists()


def test_a_browser_that_says_no_is_told_what_else_to_do(arrive: Arrive) -> None:
    ana = arrive()
    cdp, key = with_authenticator(ana)
    cdp.send("WebAuthn.setUserVerified", {"authenticatorId": key, "isUserVerified": False})
    ana.go("/login/passkey")
    ana.click("Use a passkey")
    expect(ana.page.get_by_role("alert")).to_contain_text("Try again, or log in with the password.")
    clean(ana, twice=False)


def test_who_logged_in_a_while_ago_types_the_password_and_nothing_typed_is_lost(arrive: Arrive) -> None:
    ana = arrive()
    ana.sign_in(f.user("ana"))
    ana.go("/account/")
    ana.page.get_by_role("textbox", name="Name", exact=True).fill("Ana Cruz")
    ana.page.locator("form[action='/account/person']").get_by_role("button", name="Save").click()
    ana.arrived("Your password")
    clean(ana, twice=False)
    ana.keys("pass", "Enter")
    ana.arrived("My account")
    ana.said("Saved.")
    assert User.objects.get(username="ana").display_name == "Ana Cruz"


def test_who_cannot_log_in_reads_whom_to_ask(arrive: Arrive) -> None:
    f.user("olga", owner=True, shown="Olga Reyes")
    ana = arrive(viewport=PHONE)
    ana.go("/login")
    ana.follow("Cannot log in?", "Cannot log in?")
    ana.sees("Ask: Olga Reyes.")
    clean(ana)


def logged_out(person: Person, name: str) -> None:
    """By pressing, and stand on the page one is led to: what is typed before would go to a page that is left."""
    person.page.locator("summary", has_text=name).click()
    person.click("Log out")
    person.page.wait_for_url(f"{person.base}/")


def test_where_a_second_factor_is_asked_one_makes_a_passkey_at_the_door_and_a_newcomer_sets_an_app_up(
    arrive: Arrive,
) -> None:
    olga = f.user("olga", owner=True, operator=True)
    with_app(olga)
    f.user("dan", operator=True)
    rule.ask_of(installation_context(olga, "web"), Installation(), kinds=["operators"], seen=1)
    dan = arrive()
    cdp, key = with_authenticator(dan)
    dan.go("/login")
    dan.type_log_in("dan")
    dan.arrived("Second factor")
    cdp.send("WebAuthn.setUserVerified", {"authenticatorId": key, "isUserVerified": False})
    dan.click("Make a passkey and log in")
    expect(dan.page.get_by_role("alert")).to_contain_text("Try again, or take an app.")
    cdp.send("WebAuthn.setUserVerified", {"authenticatorId": key, "isUserVerified": True})
    dan.click("Make a passkey and log in")
    dan.arrived("My events")
    logged_out(dan, "Dan")
    dan.go("/login")
    dan.type_log_in("dan")
    dan.arrived("Second factor")
    clean(dan)
    dan.follow("Use a passkey", "Log in with a passkey")
    dan.page.get_by_role("button", name="Use a passkey").press("Enter")
    dan.arrived("My events")
    row = invitations.make(system(), inviting.ACCOUNT.name, payload={"operator": True}, name="Ben")
    ben = arrive(viewport=PHONE)
    ben.go(f"/invited/{invitations.code_of(row)}")
    ben.page.get_by_label("Username").fill("ben")
    ben.page.get_by_label("Password").fill(GOOD)
    ben.click("Make my account")
    ben.arrived("Second factor")
    ben.sees("Accepted.")
    clean(ben)
    ben.page.get_by_label("Code", exact=True).fill(code_of_app(ben))
    ben.click("Turn it on and log in")
    ben.arrived("Recovery codes")

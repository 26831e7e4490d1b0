"""What a kiosk is to the server: whose session it holds, what its screen may know, who may end it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tdapp.events import access
from tdapp.events.models import Division, Event, Table
from tdapp.events.rules import rulesets
from tdapp.judging.kiosk.commands.kiosks import open_round, playing_round
from tdapp.judging.models import Kiosk, Pin
from tdapp.judging.rulings.ports import at_stake
from tdapp.judging.tables import codes as codes
from tdapp.judging.tables.links import find_link, opens
from tdapp.judging.tables.links import table_of as link_table
from tdapp.judging.words.layers import pinned
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.permissions import granted
from tdapp.kernel.refusals import Missing, NotAllowed, Refusal
from tdapp.kernel.signing_in import accounts
from tdapp.kernel.signing_in.accounts import Visitor

# The one thing a kiosk's session holds.
KIOSK = "kiosk"
SEEN_FOR = 24 * 3600


@dataclass(frozen=True, slots=True)
class Card:
    """What players show at the screen: number and code of their table, or the link a reader took off its card."""

    number: int = 0
    code: str = ""
    link: str = ""


def kiosk_id(request: HttpRequest) -> str:
    """The kiosk whose browser this is, "" for every other one.

    Who comes without a session is not looked up, and the look at somebody else's leaves no trace: a public page stays
    one that any cache may keep.
    """
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return ""
    before = request.session.accessed
    found = str(request.session.get(KIOSK, ""))
    request.session.accessed = before or bool(found)
    return found


def kiosk_of(request: HttpRequest) -> Kiosk:
    """The kiosk of this browser, closed or not; Missing at any other browser."""
    pk = request.session.get(KIOSK)
    if not pk:
        raise Missing("no-kiosk", _("This browser is no kiosk. A director opens one at the screen itself."))
    return find(Kiosk.objects.select_related("division__event"), pk=pk)


def is_open(kiosk: Kiosk) -> bool:
    """Whether it still rules: not closed by a director, its event not put away."""
    return kiosk.closed_at is None and kiosk.division.event.deleted_at is None


def closed() -> Refusal:
    """What a screen is told that was closed from the desk."""
    return Refusal("kiosk-closed", _("This kiosk was closed by a director. Ask a judge."), status=410)


def context_of(request: HttpRequest, kiosk: Kiosk) -> Context:
    """A kiosk acts as itself: nobody is signed in at it."""
    name = kiosk.label or _("Kiosk")
    facts = access.request_facts(request)
    return Context(f"kiosk:{kiosk.pk}", name, kiosk.scope_key, frozenset({"kiosk"}), "web", **facts)


def table_by(kiosk: Kiosk, card: Card) -> Table:
    """The table whose code was typed, or whose card was held to a reader; tries of one table are counted (429)."""
    if card.link:
        return _of_link(kiosk, card.link)
    codes.count_try(kiosk, card.number)
    rows = Table.objects.select_related("round__division__event")
    table = rows.filter(round=playing_round(kiosk.division), number=card.number).first()
    if table is None or not codes.fits(table, card.code):
        raise wrong_card()
    codes.forget_tries(kiosk, card.number)
    return table


def _of_link(kiosk: Kiosk, token: str) -> Table:
    link = find_link(token)
    if link is None or not opens(link) or link.round != playing_round(kiosk.division):
        raise wrong_card()
    return link_table(link)


def wrong_card() -> Refusal:
    """One sentence for a table there is not, a code of another and a card that is over."""
    sentence = _(
        "This is not the number and the code of a table in this round. They stand on its slip and its card."
    )
    return Refusal("wrong-card", sentence)


def at_screen(table: Table) -> dict[str, Any]:
    """What the screen shows of an opened table: who sits there by their public names, and the last turn of its sheet."""
    rows = table.seats.select_related("entrant__division__event", "entrant__club").order_by("seat")
    stake = at_stake(table)
    return {
        "table": table.number,
        "seats": [slot.entrant.public_called for slot in rows],
        "turn": None if stake is None else asdict(stake),
    }


def state_of(kiosk: Kiosk) -> dict[str, Any]:
    """What the screen goes by: bounds of the rules, whether a round is played, the verdict that stands on it. Nothing of any
    list.
    """
    division, ruleset = kiosk.division, rulesets.of_division(kiosk.division)
    return {
        "open": is_open(kiosk), "most": ruleset.rack.size + 1, "longest": 2 * len(ruleset.board.grid),
        "playing": open_round(division) is not None, "shown": kiosk.shown,
    }  # fmt: skip


def lists_of(division: Division) -> list[Pin]:
    """The editions named at the foot of the screen."""
    return list(pinned(division))


def note_seen(kiosk: Kiosk) -> None:
    """The screen asked. Kept beside the tables: looking writes nothing."""
    cache.set(f"kiosk-seen:{kiosk.pk}", clock.now(), SEEN_FOR)


def last_seen(kiosk: Kiosk) -> datetime:
    """When the screen asked last; at the latest its last ruling."""
    asked: datetime | None = cache.get(f"kiosk-seen:{kiosk.pk}")
    return max(asked, kiosk.seen_at) if asked else kiosk.seen_at


def is_away(kiosk: Kiosk) -> bool:
    """Whether a screen that asks every 15 seconds has been silent for two minutes."""
    return clock.now() - last_seen(kiosk) > timedelta(minutes=2)


def director_of(event: Event, username: str, password: str, visitor: Visitor) -> User:
    """Who may end a kiosk: a director, by name and password, held back like the log-in (ASVS 6.3.1)."""
    user = accounts.checked(visitor, username, password)
    if user is None or "division.edit" not in granted(access.roles_of(user, event)):
        sentence = _("This is not the name and password of a director of this event.")
        raise NotAllowed("not-a-director", sentence, status=422)
    return user

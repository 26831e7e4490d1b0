"""How often phones write: bounded for each device and each player, never for an address, which a whole hall shares."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from tdapp.desk import devices
from tdapp.events.models import Entrant
from tdapp.kernel import limits
from tdapp.kernel.refusals import Refusal

OF_A_DEVICE_A_MINUTE = 30
# A family has a phone or two. Without this a new cookie for every press would be a new budget, too.
OF_A_PLAYER_A_MINUTE = 60


def refuse_flood(who: Entrant, cookie: UUID | None) -> None:
    """Refuse (429) what one phone, or all that came by one player's card or code, send above their number a minute.

    Phones never seen before have the player's budget alone, all of them one: who holds one card uses up that card's.
    """
    device = devices.known(who.division.event, cookie)
    slow = limits.wait("phone-device", device.pk, OF_A_DEVICE_A_MINUTE) if device else 0.0
    if slow or limits.wait("phone-player", who.pk, OF_A_PLAYER_A_MINUTE):
        sentence = _(
            "One moment: this phone sent too much, and this was NOT saved. Wait a minute and send it again, or tell the desk."
        )
        raise Refusal("too-fast", sentence, status=429)

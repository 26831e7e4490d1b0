"""Players' own phones: each asks for its own view every ten seconds, with the version of what it shows."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID, uuid4

from django.core import signing

from bench.load.generator import HOST, Line, Told, at_times, evenly
from tdapp.desk.models import PhoneBinding, PhoneDevice
from tdapp.desk.phones.cookies import SALT
from tdapp.events.models import Division
from tdapp.kernel import clock
from tdapp.publishing.phones.device import COOKIE
from tests.servers import Hall

EVERY_SECONDS = 10


def bound(division: Division, count: int, data: Path) -> list[str]:
    """What the cookies of so many players' phones hold, signed as the hall of this data folder signs them."""
    rows = division.entrants.order_by("number")[:count]
    ids: list[UUID] = [uuid4() for _row in rows]
    now = clock.now()
    devices = PhoneDevice.objects.bulk_create(
        PhoneDevice(event=division.event, cookie=one, label=f"L{place}", at=now)
        for place, one in enumerate(ids)
    )
    PhoneBinding.objects.bulk_create(
        PhoneBinding(device=device, entrant=row, how=PhoneBinding.How.CODE, renewed=0, at=now)
        for device, row in zip(devices, rows, strict=True)
    )
    key = (data / "secret.key").read_text(encoding="ascii").strip()
    return [signing.dumps({"id": str(one)}, key=key, salt=SALT) for one in ids]


@dataclass
class OwnPhones:
    """These phones, one after the other. Each keeps the line it came by."""

    port: int
    path: str
    phones: list[str]
    told: Told = field(default_factory=Told)
    versions: dict[str, str] = field(default_factory=dict)
    lines: dict[str, Line] = field(default_factory=dict)
    turns: dict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    next: int = 0

    @property
    def rate(self) -> float:
        """Questions a second of all of them."""
        return len(self.phones) / EVERY_SECONDS

    async def look(self, due: float) -> None:
        """The next phone asks for news."""
        mine = self.phones[self.next % len(self.phones)]
        self.next += 1
        line = self.lines.setdefault(mine, Line(self.port))
        async with self.turns[mine]:  # a phone that still waits for its last answer asks after it
            asked = f"GET {self.path}?v={self.versions.get(mine, '')} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: gzip\r\n"
            answer = await line.ask(f"{asked}Cookie: {COOKIE}={mine}\r\n\r\n".encode())
        self.told.note((time.perf_counter() - due) * 1000, answer.status)
        if answer.status == 200:
            self.versions[mine] = answer.headers.get("x-version", "")


async def asked(hall: Hall, row: Division, count: int, seconds: float, told: Told) -> None:
    """So many phones ask for so long."""
    cookies = await asyncio.to_thread(bound, row, count, hall.data)
    phones = OwnPhones(hall.port, f"/t/{row.event.slug}/me/", cookies, told)
    await at_times(evenly(phones.rate, seconds), phones.look)

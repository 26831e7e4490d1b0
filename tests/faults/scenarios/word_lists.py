"""Scenario 14: word lists that are broken or far too large, and programs killed while one is taken in."""

from __future__ import annotations

import itertools
import re
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse

from lexicon_admin.commands import lexicons
from lexicon_admin.lists import editions
from lexicon_admin.models import Edition, Lexicon, ListImport, Seat
from lexicon_admin.words.store import open_verified
from tdapp.kernel import clock
from tdapp.kernel.models import Job
from tests.faults.clerk import Answer, Clerk
from tests.faults.halls import Scene
from tests.faults.scenario import Tally, World, scenario
from tests.faults.scenarios.kills import ENDED
from tests.faults.test_killed import PATIENCE_SECONDS, status
from tests.lexicon import hostile_files as hostile
from tests.lexicon import making
from tests.servers import eventually

MIB = 1024 * 1024
SLOWER = 2.0
# Nobody waits for an answer that came so fast, whatever the factor.
SOON_SECONDS = 0.1
FIRST = b"bahay\naso\nibon\n"
BROUGHT = re.compile(r"/import/([0-9a-f-]{36})")
# The rest of them is read without a hall in `tests/lexicon/test_hostile.py`.
SHORT = ("random bytes", "a workbook cut off", "Cyrillic alone")
SHORT_READ = ("every line end",)


@dataclass
class Committee:
    """A word list with an edition in force, and its secretary at a browser."""

    scene: Scene
    lexicon: Lexicon
    secretary: Clerk

    def at(self, name: str, *more: object) -> str:
        return reverse(f"lexicon_admin:{name}", args=[self.lexicon.slug, *more])

    def sends(self, data: bytes) -> Answer:
        """Choose a file on the page."""
        return self.secretary.upload(self.at("import"), "file", "list.txt", data)

    def brought(self, answer: Answer) -> ListImport:
        """The list a page took in."""
        found = BROUGHT.search(answer.headers.get("Location", ""))
        assert found, (answer.status, answer.text[:300])
        return ListImport.objects.get(pk=UUID(found[1]))

    def read(self, row: ListImport) -> Job:
        """Its job, once the worker is through with it."""
        eventually(lambda: status(Job(pk=row.job)) in ENDED, f"{row.name} read", PATIENCE_SECONDS)
        row.refresh_from_db()
        return Job.objects.get(pk=row.job)

    def applies(self, row: ListImport, name: str) -> Answer:
        """Make it an edition."""
        facts = {
            "source": "made for a test",
            "licence": "public domain",
            "effective_from": f"{clock.today()}",
        }
        return self.secretary.post(self.at("import_apply", row.pk), seen=row.sha256, name=name, **facts)

    def standing(self) -> tuple[str, int]:
        """The edition that counts and how many words its file holds; the file must be the one that was published."""
        edition = editions.in_force(self.lexicon)
        assert edition
        store = self.scene.hall.data / "lexicons" / f"{edition.file_sha256}.sqlite3"
        return edition.name, len(open_verified(store, edition.file_sha256))


def committee(scene: Scene) -> Committee:
    """Over HTTP, all but the lexicon and its seat: the files have to be the hall's own."""
    lexicon = making.lexicon("salita")
    seat = {"username": scene.chief.username, "role": Seat.Role.SECRETARY}
    lexicons.give_seat(making.program(lexicon), lexicon, **seat)
    here = Committee(scene, lexicon, scene.director())
    row = here.brought(here.sends(FIRST))
    here.read(row)
    answer = here.applies(row, "first")
    assert here.standing() == ("first", 3), answer.text[:500]
    return here


@scenario(
    14,
    "Huge, broken and wrong word lists, and programs killed while one is taken in",
    guards=(
        "who sends a list is looked at before his bytes are",
        "the store of an import is put in place before its edition is there",
    ),
)
def hostile_lists(world: World) -> Tally:
    """Each is refused with a sentence or read whole; the edition in force stays until another one is published whole."""
    tally = Tally()
    with world.scene(players=8) if world.quick else world.own_hall("lists", players=8) as scene:
        here = committee(scene)
        _broken_off(tally, here, words(world.size(quick=20_000, whole=100_000)))
        for name, data in _broken(world.quick):
            _refused(tally, here, name, data)
        for name in SHORT_READ if world.quick else hostile.READ:
            _read(tally, here, name)
        _measured(tally, here, world.size(quick=3_000, whole=500_000), strict=not world.quick)
        for number in range(world.size(quick=1, whole=5)):
            _killed_while_read(tally, here, world.size(quick=25_000, whole=400_000) + number)
        for number in range(world.size(quick=1, whole=20)):
            _killed_while_published(tally, here, 1000 + number)
        tally.check(scene.event)
    return tally


def _broken(quick: bool) -> Iterator[tuple[str, bytes]]:
    yield "52 MB of words", b"bahay\r\n" * (52 * MIB // 7)
    for name in SHORT if quick else hostile.REFUSED:
        yield name, hostile.REFUSED[name][1]()


def _refused(tally: Tally, here: Committee, name: str, data: bytes) -> None:
    """Refused at the door, or by the worker in its job; nothing of it counts."""
    before, answer = here.standing(), here.sends(data)
    tally.tried += 1
    if answer.status in (302, 303):
        job = here.read(here.brought(answer))
        good, said = job.status == Job.Status.FAILED and job.message.endswith("."), job.message
    else:
        good, said = answer.status in (413, 422), answer.text[:200]
    tally.errors += not good
    tally.notes += [] if good else [f"{name}: {answer.status} {said}"]
    tally.doubled += here.standing() != before


def _broken_off(tally: Tally, here: Committee, data: bytes) -> None:
    """A sender who goes away in the middle: half a list is no list, and nothing of it is kept."""
    before, kept = here.standing(), _kept(here)
    here.secretary.break_off(here.at("import"), "file", "list.txt", data)
    assert here.secretary.browser.ask("GET", here.at("import")).status == 200
    tally.tried += 1
    tally.doubled += here.standing() != before or _kept(here) != kept


def _kept(here: Committee) -> tuple[int, list[str]]:
    """The lists that are known, and the files of lists on their way."""
    work = here.scene.hall.data / "lexicon-work"
    return here.lexicon.imports.count(), sorted(path.name for path in work.iterdir())


def _read(tally: Tally, here: Committee, name: str) -> None:
    """An odd list is read to exactly its words, and is no edition before somebody says so."""
    make, keys = hostile.READ[name]
    before, row = here.standing(), here.brought(here.sends(make()))
    here.read(row)
    tally.tried += 1
    tally.lost += row.report.get("words") != len(keys)
    tally.doubled += here.standing() != before


def words(count: int) -> bytes:
    """So many different words, their lines as Windows ends them."""
    letters = itertools.product("abdegiklmnoprstuwy", repeat=5)
    return "\r\n".join("".join(word) for word in itertools.islice(letters, count)).encode()


def _measured(tally: Tally, here: Committee, count: int, strict: bool) -> None:
    """What a clerk's page takes while a list is read, against what it took before."""
    idle = [_page(tally, here) for _time in range(60 if strict else 6)][-40:]
    row, busy = here.brought(here.sends(words(count))), []
    while status(Job(pk=row.job)) not in ENDED:
        busy.append(_page(tally, here))
    before, during = statistics.median(idle), statistics.median(busy)
    told = f"a page took {1000 * before:.0f} ms, and {1000 * during:.0f} ms while a list of {count} words was read"
    tally.notes.append(told)
    tally.tried += 1
    # How fast is a matter of the machine and who else works on it: it counts where a table is made, not in every run.
    tally.errors += strict and during > max(SLOWER * before, SOON_SECONDS)


def _page(tally: Tally, here: Committee) -> float:
    started = time.monotonic()
    answer = here.secretary.browser.ask("GET", f"/e/{here.scene.event.slug}/enter/")
    tally.errors += answer.status != 200
    return time.monotonic() - started


def _killed_while_read(tally: Tally, here: Committee, count: int) -> None:
    """The worker dies in the middle of a list: the next one goes on with what is kept, and reads it whole."""
    before, row = here.standing(), here.brought(here.sends(words(count)))
    eventually(lambda: Job.objects.get(pk=row.job).done, "a list half read", PATIENCE_SECONDS)
    here.scene.hall.kill("worker")
    caught, started = status(Job(pk=row.job)) not in ENDED, time.monotonic()
    tally.doubled += here.standing() != before
    job = here.read(row)
    tally.recovery += [time.monotonic() - started] * caught
    tally.notes += [] if caught else ["a list was read before its worker died"]
    tally.tried += 1
    tally.lost += job.status != Job.Status.DONE or row.report.get("words") != count
    tally.doubled += here.standing() != before


def _killed_while_published(tally: Tally, here: Committee, count: int) -> None:
    """The web processes die while a list becomes an edition: the old one counts, or the new one whole."""
    row, name = here.brought(here.sends(words(count))), f"of-{count}"
    here.read(row)
    before = here.standing()
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(here.applies, row, name)
        time.sleep(0.01 * (count % 7))
        here.scene.hall.kill("web")
        asked.result(PATIENCE_SECONDS)
    started = time.monotonic()
    assert here.scene.hall.get("/healthz", timeout=PATIENCE_SECONDS)[0] == 200
    tally.recovery.append(time.monotonic() - started)
    tally.lost += here.standing() not in (before, (name, count))
    here.applies(row, name)
    tally.tried += 1
    tally.lost += here.standing() != (name, count)
    tally.doubled += Edition.objects.filter(lexicon=here.lexicon, name=name).count() != 1

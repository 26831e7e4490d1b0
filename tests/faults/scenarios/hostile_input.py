"""Scenarios 12, 13, 15 and 16: files, names and bodies that are broken on purpose, sent to the running program."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import openpyxl

from tdapp.events.models import Entrant
from tdapp.interchange.commands.export import KIND
from tdapp.kernel.models import Job
from tdapp.launch.host import machine
from tdapp.launch.web import THREADS
from tests.api.test_malformed import BODIES
from tests.faults.clerk import Clerk
from tests.faults.halls import Scene
from tests.faults.scenario import Tally, World, scenario
from tests.faults.scenarios.two_people import crashed
from tests.kernel import tabular_files
from tests.servers import eventually

MIB = 1024 * 1024
MOST_GROWTH = 100 * MIB
FORMULAS = (
    "=1+1",
    "+SUM(A1:A9)",
    "-2+3",
    "@now",
    "\t=1+1",
    "＝1+1",
    '=HYPERLINK("x","y")',
    "=cmd|' /C calc'!A0",
)
ODD_TEXTS = (
    "%00", "a%00b", "%FF%FE", "%ED%A0%80", "%E2%80%AEtxt", "e%CC%81" * 200, "%F0%9F%90%BA", "A" * 100_000,
    "%0D%0ASet-Cookie:x=1", "{{7*7}}", "%7B%25%20debug%20%25%7D", "'%3B--", "%3Csvg%20onload%3Dalert(1)%3E", "%C0%80",
)  # fmt: skip


def memory(scene: Scene) -> dict[int, int]:
    """Bytes that each web process holds."""
    return {pid: 1024 * _of(pid, "VmRSS") for pid in scene.hall.children("web")}


def all_serve(scene: Scene) -> bool:
    """A hall is ready with its first web process; the others may still load the program, which is no growth."""
    found = scene.hall.children("web")
    return len(found) == machine.web_processes() and all(_of(pid, "Threads") > THREADS for pid in found)


def _of(pid: int, what: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{what}:")), 0)


@scenario(
    12,
    "Broken, packed and hostile spreadsheets",
    guards=("a part of a workbook does not unpack without end",),
)
def hostile_files(world: World) -> Tally:
    """Each is refused with a sentence, or read as far as it is lawful; no crash, and the web processes stay small."""
    tally = Tally()
    corpus = list(tabular_files.HOSTILE.items())
    with world.scene(players=4) as scene:
        where, director = f"/e/{scene.event.slug}/entries/import", scene.director()
        eventually(lambda: all_serve(scene), "every web process")
        for _process in range(4):
            director.upload(where, "file", "list.csv", b"Surname,Given\nSantos,Ana\n")
        before, people = memory(scene), Entrant.objects.filter(event=scene.event).count()
        for name, (_code, make) in corpus[:: world.size(quick=5, whole=1)]:
            answer = director.upload(where, "file", "list.xlsx", make())
            tally.tried += 1
            if crashed([answer]):
                tally.errors += 1
                tally.notes.append(f"{name}: {answer.status}")
        grown = max(held - before[pid] for pid, held in memory(scene).items())
        tally.errors += grown > MOST_GROWTH
        tally.notes.append(f"the web process that grew most grew by {grown // MIB} MiB")
        tally.doubled = Entrant.objects.filter(event=scene.event).count() - people
        tally.check(scene.event)
    return tally


@scenario(
    13,
    "Names that a spreadsheet would run as formulas",
    guards=("text is no formula in a file for spreadsheets",),
)
def formulas(world: World) -> Tally:
    """Every such name comes out of a workbook and a CSV as text."""
    tally = Tally()
    with world.scene(players=2 * len(FORMULAS)) as scene:
        rows = list(Entrant.objects.filter(event=scene.event).order_by("number"))
        for row, text in zip(rows, itertools.cycle(FORMULAS), strict=False):
            Entrant.objects.filter(pk=row.pk).update(surname=text)
        director, where = scene.director(), f"/e/{scene.event.slug}/export/"
        director.post(where, format="xlsx")
        book = openpyxl.load_workbook(io.BytesIO(_workbook(scene, director)))
        cells = [
            cell for sheet in book for line in sheet.iter_rows() for cell in line if cell.value is not None
        ]
        tally.tried = len(cells)
        tally.errors = sum(cell.data_type == "f" for cell in cells)
        tally.lost = len(set(FORMULAS[:4]) - {text for cell in cells for text in _texts(cell.value)})
    return tally


def _texts(value: object) -> Iterator[str]:
    """A name's parts as a cell shows them: "SURNAME, Given"."""
    yield from (part.strip() for part in str(value).lstrip("'").split(","))


def _workbook(scene: Scene, director: Clerk) -> bytes:
    """The bytes of the workbook the worker made."""
    made = Job.objects.filter(scope=scene.event.scope_key, kind=KIND).order_by("-created_at")
    eventually(lambda: made.filter(status=Job.Status.DONE).exists(), "the workbook", 120)
    job = made.filter(status=Job.Status.DONE)[0]
    return next((scene.hall.data / "media" / "exports").glob(f"*{job.pk}*")).read_bytes()


@scenario(
    15,
    "Text that is no text: NUL, lone surrogates, turned directions, markup, 100,000 letters",
    controls=("tests/faults/test_controls.py::test_past_the_forms_such_text_is_a_crash",),
    guards=("a character that is none is kept nowhere", "a page asked for a character that is none says so"),
)
def odd_texts(world: World) -> Tally:
    """Whatever is typed into a field or an address is answered below 500."""
    tally = Tally()
    with world.scene(players=4) as scene:
        director, here = scene.director(), f"/e/{scene.event.slug}"
        pages = (
            f"{here}/entries/add", f"{here}/enter/", f"{here}/announcements/", "/login",
            f"{here}/{scene.division.slug}/round/1/recall", f"{here}/people/",
        )  # fmt: skip
        fields = ("surname", "given", "line", "text", "reason", "username", "q", "name")
        for text in ODD_TEXTS[:: world.size(quick=2, whole=1)]:
            body = "&".join(f"{field}={text}" for field in fields)
            for page in pages:
                answers = [
                    director.raw_post(page, body),
                    director.browser.tried("GET", f"{page}?q={text[:2000]}"),
                ]
                tally.tried += len(answers)
                bad = [answer.status for answer in answers if answer.status >= 500]
                tally.errors += len(bad)
                tally.notes += [f"{page} {quote(text[:20])}: {status}" for status in bad]
        tally.check(scene.event)
    return tally


@scenario(
    16,
    "Bodies that are no JSON, or far too much of it",
    guards=("a body that is no JSON is told so",),
)
def odd_bodies(world: World) -> Tally:
    """A problem document below 500, and nothing is stored."""
    tally = Tally()
    with world.scene(players=4) as scene:
        director, table = scene.director(), scene.tables()[0]
        where = f"/api/v1/events/{scene.event.slug}/divisions/{scene.division.slug}/rounds/1/tables/{table}"
        for name, body in BODIES.items():
            for what in ("result", "result/confirm")[: world.size(quick=1, whole=2)]:
                answer = director.raw_post(f"{where}/{what}", body, "application/json")
                tally.tried += 1
                good = 400 <= answer.status < 500 and "problem+json" in answer.headers.get("Content-Type", "")
                tally.errors += not good
                tally.notes += [] if good else [f"{name}: {answer.status} {answer.text[:120]}"]
        tally.check(scene.event)
    return tally

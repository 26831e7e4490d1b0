"""A tsh folder is taken over in the middle of an event, and the director pairs the next round here."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.models import PairingRun, Result
from tdapp.desk.pairing.commands.drafting import draft_round
from tdapp.desk.pairing.commands.publishing import publish_round
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.rehearsal import invariants
from tdapp.events.models import Division, Event, Presence, Round, Slot, Table
from tdapp.interchange.exports.render import Wish, render
from tdapp.interchange.models import EventPreview
from tdapp.interchange.tsh.exporting import export_t
from tdapp.interchange.tsh.importing import import_event
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.refusals import Refusal
from tests import factories
from tests.interchange.tsh_folders import CONFIG, FOLDER, A, B, packed

pytestmark = pytest.mark.django_db
Figures = list[tuple[str, int | None, int, int]]
# After round 3, by hand: Fe +50 -120 +20; Gat -50 -10 -111; Peñaranda 0 +120 +111; Ro 0 +75 -50; Sto +75 +10 -20.
STANDINGS_A = [("Cayabyab", 1, 5, 231), ("Enriquez", 2, 4, 65), ("Amorsolo", 3, 4, -50), ("Balagtas", 4, 0, -171),
               ("Dagohoy", 4, 3, 25)]  # fmt: skip
STANDINGS_B = [("Garcia", 1, 2, 80), ("Hizon", 2, 1, 0), ("Ilagan", 2, 1, 0), ("Jacinto", 4, 0, -80)]


def taken(*files: tuple[str, bytes], **more: Any) -> Event:
    named = files or (("lungsod.zip", packed(FOLDER, "lungsod/")),)
    facts = {"preset": "local-club", "minors": "no"} | more
    told = import_event(context.system(), Installation(), files=named, **facts)
    return Event.objects.get(slug=told["slug"])


def division(event: Event, slug: str) -> Division:
    return event.divisions.select_related("event").get(slug=slug)


def standings(of: Division, after: int) -> Figures:
    rows = division_standings.table(of, after)
    return [(line.entrant.surname, line.row.rank, line.row.wins, line.row.spread) for line in rows]


def digest(of: Division) -> str:
    history = halls.of_division(of)
    return halls.digest(history, len(history.rounds), halls.numbers_of(history))


def told(of: Division) -> str:
    return "\n".join(of.extras["not_in_the_file"])


def refusal(*files: tuple[str, bytes]) -> list[str]:
    with pytest.raises(Refusal) as caught:
        taken(*files)
    assert not Event.objects.exists()
    return list(caught.value.sentences)


def test_a_folder_says_its_name_its_first_day_its_divisions_and_how_they_go_on():
    event = taken()
    assert (event.name, event.slug) == ('Lungsod Open "2026"', "lungsod-open-2026")
    assert event.starts_on == date(2026, 3, 14)
    a, b = division(event, "a"), division(event, "b")
    assert (a.name, a.bye_spread, a.plan) == (
        "Premier",
        75,
        "manual 1-4, swiss(lag=1) 5-6, koth(repeats=1) 7",
    )
    assert (b.name, b.rounds_planned, b.plan) == ("B", 3, "manual 1-3")
    assert (a.table_first, a.table_last, b.table_first) == (1, 10, 11)
    assert invariants.broken(event) == []


def test_what_was_played_stands_as_in_tsh_and_what_is_paired_is_open():
    event = taken()
    a, b = division(event, "a"), division(event, "b")
    assert (standings(a, 3), standings(b, 1)) == (STANDINGS_A, STANDINGS_B)
    rounds = {row.number: row.status for row in a.rounds.all()}
    assert rounds == {1: "closed", 2: "closed", 3: "closed", 4: "published"}
    seats = Slot.objects.filter(round__division=a, round__number=4, kind="seat").order_by(
        "table__number", "seat"
    )
    assert [(one.table.number, one.entrant.surname) for one in seats if one.table] == [
        (1, "Cayabyab"), (1, "Amorsolo"), (2, "Balagtas"), (2, "Enriquez"),
    ]  # fmt: skip
    assert list(
        Table.objects.filter(round__division=b, round__number=2).values_list("number", flat=True)
    ) == [11, 12]


def test_the_director_enters_the_open_round_and_pairs_the_next_one():
    event = taken()
    a, ctx = division(event, "a"), factories.program(event)
    open_round = a.rounds.get(number=4)
    factories.play(open_round)
    close_round(ctx, Round.objects.select_related("division__event").get(pk=open_round.pk))
    run = draft_round(ctx, division(event, "a"), number=5)
    row = PairingRun.objects.select_related("round__division__event").get(pk=run["id"])
    publish_round(ctx, row, seen=run["version"], sure=True)
    paired = Slot.objects.filter(round__division=a, round__number=5)
    assert paired.filter(kind="seat").count() == 4
    assert not paired.filter(kind="seat", entrant__surname="Dagohoy").exists()
    assert invariants.broken(event) == []


def test_a_round_with_some_of_its_results_goes_on_with_the_others():
    half = A.replace(b"; 400 300 410;", b"; 400 300 410 388;").replace(
        b"; 380 420 444;", b"; 380 420 444 401;"
    )
    event = taken(("x.zip", packed(FOLDER | {"a.t": half})))
    results = Result.objects.filter(table__round__division__slug="a", table__round__number=4, in_force=True)
    assert [row.table.number for row in results] == [1]
    assert division(event, "a").rounds.get(number=4).status == "published"


def test_who_has_left_has_no_bye_in_a_round_that_is_paired_without_a_score_for_them():
    gone = A.replace(b"; 380 75 -50 -50;", b"; 380 75 -50;").replace(b"3 0 0 0; 380", b"3 0 0 0 ; 380")
    a = division(taken(("x.zip", packed(FOLDER | {"a.t": gone}))), "a")
    slot = Slot.objects.get(round__division=a, round__number=4, entrant__surname="Dagohoy")
    assert (slot.kind, slot.spread) == ("forfeit", -50)
    assert Presence.objects.get(entrant__surname="Dagohoy").first == 3


def test_a_bye_behind_a_round_that_is_still_open_is_counted_on_both_sides():
    ahead = b"Cruz, A 1500 2 0; 400\nGo, B 1400 1 3; 350\nUy, C 1300 0 2; 50\n"
    config = b"division A a.t\nconfig event_name='X'\nconfig max_rounds = 4\n"
    for text in (ahead, ahead.replace(b" 400\n", b"\n").replace(b" 350\n", b"\n").replace(b" 50\n", b"\n")):
        a = division(taken(("x.zip", packed({"config.tsh": config, "a.t": text})), slug=f"x{len(text)}"), "a")
        assert "differ" not in told(a)
        assert told(a).count("taken as a bye of +50") == (1 if b"; 50" in text else 2)


def test_what_is_not_carried_is_told_in_a_sentence_each():
    said = told(division(taken(), "a"))
    for words in (
        "lines of prizes (1)",
        "line 21: lines of Perl",
        "settings in line 14 are no plain values",
        "without a counterpart here: html_directory.",
    ):
        assert said.count(words) == 1, words
    assert "hush" not in said
    assert "secret" not in said


def test_division_files_of_the_event_read_again_are_equal():
    event = taken()
    a, b = division(event, "a"), division(event, "b")
    again = taken(
        ("again.zip", packed({"config.tsh": CONFIG, "a.t": export_t(a), "b.t": export_t(b)})), slug="again"
    )
    for first in (a, b):
        second = division(again, first.slug)
        assert digest(first) == digest(second)
        assert export_t(first) == export_t(second)


def test_a_whole_event_goes_out_as_a_folder_and_comes_back_equal():
    event = taken()
    data = render(event, Wish("tsh"))
    assert data == render(event, Wish("tsh"))
    again = taken(("lungsod.zip", data), slug="again")
    assert (again.name, again.starts_on) == (event.name, event.starts_on)
    for slug in ("a", "b"):
        first, second = division(event, slug), division(again, slug)
        assert digest(first) == digest(second)
        same = ("name", "plan", "bye_spread", "spread_cap", "table_first", "rounds_planned")
        assert [getattr(first, one) for one in same] == [getattr(second, one) for one in same]
        tables = Table.objects.filter(round__division=first).order_by("round__number", "number")
        again_tables = Table.objects.filter(round__division=second).order_by("round__number", "number")
        assert list(tables.values_list("number", flat=True)) == list(
            again_tables.values_list("number", flat=True)
        )


def test_a_folder_that_goes_out_hides_the_names_of_children():
    event = taken(minors="yes")
    data = render(event, Wish("tsh"))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = b"".join(archive.read(name) for name in archive.namelist())
    assert b"Amorsolo" not in text
    assert b"Fe A." in text


def test_files_chosen_one_by_one_and_the_archive_form_are_the_same_event():
    zipped = taken()
    loose = taken(*FOLDER.items(), slug="loose")
    inside = "".join(
        f"#begin_file name={name}\n{data.decode('cp1252')}#end_file name={name}\n"
        for name, data in FOLDER.items()
        if name != "config.tsh"
    )
    archive = taken(("event.tsh", CONFIG + inside.encode()), slug="archive")
    for slug in ("a", "b"):
        assert len({digest(division(event, slug)) for event in (zipped, loose, archive)}) == 1


def test_spread_caps_count_as_in_tsh():
    capped = CONFIG + b"config spread_cap = 100\n"
    event = taken(("x.zip", packed(FOLDER | {"config.tsh": capped})))
    a = division(event, "a")
    assert a.spread_cap == 100
    # Peñaranda: 0, +120 and +111 count as 0, +100 and +100.
    assert standings(a, 3)[0] == ("Cayabyab", 1, 5, 200)
    assert "differ" not in told(a)
    by_round = CONFIG + b"config spread_cap = [50, 60]\n"
    second = division(taken(("x.zip", packed(FOLDER | {"config.tsh": by_round})), slug="second"), "a")
    assert standings(second, 3)[0] == ("Cayabyab", 1, 5, 120)


def test_tables_that_overlap_are_numbered_anew_and_that_is_told():
    config = CONFIG.replace(b"[11, 12]", b"[3, 4]").replace(b"[1 .. 4]", b"[2 .. 5]")
    event = taken(("x.zip", packed(FOLDER | {"config.tsh": config})))
    assert "numbered anew" in told(division(event, "a"))
    assert invariants.broken(event) == []


def test_names_are_read_in_the_encoding_the_folder_names():
    config = CONFIG.replace(b"cp1252", b"iso-8859-2")
    files = FOLDER | {"config.tsh": config, "a.t": A.decode("cp1252").replace("ñ", "ł").encode("iso-8859-2")}
    event = taken(("x.zip", packed(files)))
    a = division(event, "a")
    assert a.entrants.get(number=3).given == "Pełaranda"
    assert export_t(a).decode("iso-8859-2").count("Pełaranda") == 1
    again = taken(("x.zip", render(event, Wish("tsh"))), slug="again")
    assert division(again, "a").entrants.get(number=3).given == "Pełaranda"


def test_a_folder_without_a_number_of_rounds_says_so():
    config = b"division A a.t\nconfig event_name = 'X'\n"
    a = division(taken(("x.zip", packed({"config.tsh": config, "a.t": A}))), "a")
    assert a.plan == "manual 1-4"
    assert "does not say how many rounds" in told(a)


def test_the_page_takes_a_zip_and_shows_the_dry_run(client: Client):
    client.force_login(factories.user("creator", operator=True))
    upload = SimpleUploadedFile("lungsod.zip", packed(FOLDER, "lungsod/"))
    answer = client.post("/new/import", {"upload": upload, "preset": "local-club"})
    assert answer.status_code == 303
    page = client.get(answer["Location"]).content.decode()
    assert "Lungsod Open" in page
    assert "round 4 still open" in page
    assert not Event.objects.exists()
    client.post(f"{answer['Location']}apply", {"seen": EventPreview.objects.get().digest, "minors": "no"})
    assert standings(division(Event.objects.get(), "a"), 3) == STANDINGS_A


def test_the_command_line_takes_the_folder_itself(tmp_path: Path):
    for name, data in FOLDER.items():
        (tmp_path / name).write_bytes(data)
    call_command(
        "import_event", str(tmp_path), "--preset", "local-club", "--minors", "no", stdout=io.StringIO()
    )
    assert standings(division(Event.objects.get(slug="lungsod-open-2026"), "b"), 1) == STANDINGS_B


def test_a_folder_on_the_command_line_opens_nothing_outside(tmp_path: Path, capsys: Any):
    (tmp_path / "secret.t").write_bytes(B)
    inside = tmp_path / "event"
    inside.mkdir()
    (inside / "link.t").symlink_to(tmp_path / "secret.t")
    for path in ("../secret.t", str(tmp_path / "secret.t"), "link.t"):
        (inside / "config.tsh").write_bytes(f"division A {path}\nconfig event_name = 'X'\n".encode())
        with pytest.raises(SystemExit):
            call_command("import_event", str(inside))
        assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not Event.objects.exists()


def test_a_folder_without_config_and_files_of_one_name_are_refused(tmp_path: Path, capsys: Any):
    with pytest.raises(SystemExit):
        call_command("import_event", str(tmp_path))
    assert "a folder without a config.tsh" in capsys.readouterr().err
    assert "send each once" in refusal(("config.tsh", CONFIG), ("a.t", A), ("a.t", B))[0]


def one(config: bytes, **files: bytes) -> bytes:
    return packed({"config.tsh": config, **{f"{name}.t": data for name, data in files.items()}})


NAMED = b"division A a.t\nconfig event_name = 'X'\n"


def locked() -> bytes:
    data = bytearray(packed(FOLDER))
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        data[at + 8] |= 1
        at = data.find(b"PK\x01\x02", at + 1)
    return bytes(data)


def doubled() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in (("a.t", A), ("b.t", B), ("config.tsh", NAMED)):
            archive.writestr(name, data)
    return stream.getvalue().replace(b"b.t", b"a.t")


LONG = b"Cruz, A 1500 " + b"0 " * 100_000 + b"\n"
HOSTILE: dict[str, tuple[bytes, str]] = {
    "no config": (packed({"a.t": A}), "no config.tsh in this zip"),
    "two events": (packed({"x/config.tsh": NAMED, "y/config.tsh": NAMED}), "several events"),
    "cut off": (packed(FOLDER)[:300], "not a whole one"),
    "only a head": (b"PK\x03\x04" + b"\xff" * 50, "not a whole one"),
    "contents bent": (packed(FOLDER, how=zipfile.ZIP_STORED).replace(b"Hizon", b"Hizom", 1), "cannot be unpacked"),
    "many files": (packed(FOLDER) + b"PK\x01\x02" * 20_001, "more than 20000 files"),
    "locked": (locked(), "locked with a password"),
    "a bomb": (one(NAMED, a=b"0" * 6_000_000), "larger than 5 MB"),
    "a bomb nobody names": (packed(FOLDER | {"html/big.html": b"0" * 90_000_000}), ""),
    "a file twice": (doubled(), "a.t is in it twice"),
    "up": (one(b"division A ../../a.t\n", a=A), "leads out of the folder"),
    "absolute": (one(b"division A /etc/passwd\n", a=A), "leads out of the folder"),
    "a drive": (one(b"division A C:\\\\a.t\n", a=A), "leads out of the folder"),
    "up in the zip": (packed({"config.tsh": NAMED, "../a.t": A}), "it is not there"),
    "missing": (one(NAMED), "it is not there"),
    "binary config": (one(b"division A a.t\0", a=A), "holds no text"),
    "empty config": (one(b" \n"), "holds no text"),
    "no division": (one(b"config max_rounds = 3\n", a=A), "names no division"),
    "unknown word": (one(NAMED + b"launch rockets\n", a=A), "line 3: “launch” is no word"),
    "a division twice": (one(NAMED + b"division a b.t\n", a=A), "named twice"),
    "many divisions": (one(b"".join(b"division D%d a.t\n" % at for at in range(60)), a=A), "more than 40 divisions"),
    "binary division": (one(NAMED, a=b"\x00\x01"), "a.t: This is no text"),
    "100,000 rounds": (one(NAMED, a=LONG), "a.t: Line 1"),
    "a negative number": (one(NAMED, a=b"Cruz, A 1500 -2; 400\n"), "a.t: Line 1"),
    "a repeated player": (one(NAMED, a=b"Cruz, A:X1 1\nGo, B:X1 1\n"), "X1 is also in line 1"),
    "no name": (one(b"division A a.t\n", a=A), "needs a name"),
    "many blank lines": (one(b"\n" * 2_000_000 + NAMED, a=A), "at most 20000 are read"),
    "a workbook beside it": (packed(FOLDER | {"list.xlsx": packed({"[Content_Types].xml": A})}, how=zipfile.ZIP_STORED), ""),
    "many lines": (one(b"# x\n" * 30_000 + NAMED, a=A), "at most 20000 are read"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_folder_is_one_sentence_and_nothing_is_made(name: str):
    data, words = HOSTILE[name]
    if not words:
        assert taken(("x.zip", data)).divisions.count() == 2
        return
    said = refusal(("x.zip", data))
    assert words in " ".join(said), said
    assert len(said) < 30

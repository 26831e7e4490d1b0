"""The site on a disk: always what a build from nothing would be, only changes written, nothing of others touched."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management import call_command

from tdapp.events.models import Entrant, Event
from tdapp.kernel.refusals import Refusal
from tdapp.publishing.site import folder
from tests.kept import first
from tests.publishing.hall import Hall, played_hall

pytestmark = pytest.mark.django_db
whole, ready = first(played_hall, 4)


def written(here: Hall, out: Path, *words: str) -> str:
    cache.clear()
    said: list[str] = []
    stream = type("Said", (), {"write": lambda self, text: said.append(text), "isatty": lambda self: False})()
    call_command("site", here.division.event.slug, f"--out={out}", *words, stdout=stream)
    return "".join(said)


def files(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def _released(here: Hall) -> None:
    here.show(2)
    here.release(2)


def _renamed(here: Hall) -> None:
    Entrant.objects.filter(division=here.division, number=2).update(given="Maria", surname="Bago")


def _hidden(here: Hall) -> None:
    here.show(3, shown=False)


CHANGES: tuple[Callable[[Hall], None], ...] = (_released, _renamed, _hidden)


def test_after_each_change_the_folder_is_what_a_build_from_nothing_is(tmp_path: Path) -> None:
    here = played_hall(4)
    written(here, tmp_path / "kept")
    for number, change in enumerate(CHANGES):
        change(here)
        said = written(here, tmp_path / "kept")
        written(here, tmp_path / f"new-{number}")
        assert files(tmp_path / "kept").keys() == files(tmp_path / f"new-{number}").keys()
        assert " 0 unchanged" not in said
    gone = tmp_path / "kept" / "t" / here.division.event.slug / here.division.slug / "round" / "3"
    assert (tmp_path / "new-1" / gone.relative_to(tmp_path / "kept")).is_dir()
    assert not gone.exists()


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    here = played_hall(4)
    (tmp_path / "diary.txt").write_text("mine")
    with pytest.raises(Refusal, match="Name an empty folder"):
        folder.keep({"a.html": b"a"}, tmp_path)
    with pytest.raises(SystemExit) as refused:
        written(here, tmp_path)
    assert refused.value.code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"files": 3}', '{"files": []}'])
def test_a_list_that_cannot_be_read_deletes_nothing(tmp_path: Path, text: str) -> None:
    folder.keep({"a.html": b"a", "b/c.html": b"c"}, tmp_path)
    (tmp_path / folder.LIST).write_text(text)
    with pytest.raises(Refusal, match="nobody knows which files"):
        folder.keep({"a.html": b"a"}, tmp_path)
    assert (tmp_path / "b" / "c.html").read_bytes() == b"c"


def test_a_list_that_names_what_lies_outside_deletes_nothing_there(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside.txt", tmp_path / "site"
    outside.write_text("mine")
    folder.keep({"a.html": b"a"}, root)
    names = ["../outside.txt", str(outside), "x/../../outside.txt", "..\\outside.txt"]
    (root / folder.LIST).write_text(json.dumps({"format": 1, "files": dict.fromkeys(names, "0")}))
    assert folder.keep({"a.html": b"a"}, root) == folder.Kept(1, 0, 0)
    assert outside.read_text() == "mine"


def test_what_somebody_deleted_is_written_again_and_empty_folders_go(tmp_path: Path) -> None:
    folder.keep({"a/b/c.html": b"c", "d.html": b"d"}, tmp_path)
    (tmp_path / "d.html").unlink()
    assert folder.keep({"d.html": b"d"}, tmp_path) == folder.Kept(1, 0, 1)
    assert sorted(files(tmp_path)) == ["d.html", folder.LIST]
    assert not (tmp_path / "a").exists()


def test_a_zip_holds_the_same_and_what_is_no_address_is_refused(tmp_path: Path) -> None:
    here = played_hall(4)
    assert "Written:" in written(here, tmp_path / "site.zip", "--base=https://results.example.org/club/")
    with zipfile.ZipFile(tmp_path / "site.zip") as archive:
        names = archive.namelist()
        home = archive.read(f"t/{here.division.event.slug}/index.html").decode()
    assert names == sorted(names)
    assert f'href="https://results.example.org/club/t/{here.division.event.slug}/"' in home
    for wrong in (
        "results",
        "ftp://a.example",
        "https://",
        "https://[",
        "https://a.example/?q=1",
        "https://a.example/x\r\nX-MORE:1",
        "https://a.example/\u202ex",
    ):
        with pytest.raises(SystemExit):
            written(here, tmp_path / "no.zip", f"--base={wrong}")
    assert not (tmp_path / "no.zip").exists()


def test_an_event_of_which_nothing_is_public_makes_no_folder(tmp_path: Path) -> None:
    here = played_hall(4)
    Event.objects.filter(pk=here.division.event_id).update(public=False)
    with pytest.raises(SystemExit):
        written(here, tmp_path / "site")
    assert not (tmp_path / "site").exists()

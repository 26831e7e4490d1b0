"""The folder follows what is public in stages: each leaves it whole, and what was taken back goes before anything is built."""

from __future__ import annotations

import os
import posixpath
import random
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

import pytest
from django.core.cache import cache

from tdapp.events.models import Entrant, Event
from tdapp.kernel import audit
from tdapp.kernel.models import AuditHead
from tdapp.kernel.refusals import Conflict
from tdapp.publishing.site import building, facts, folder
from tdapp.publishing.site.staging import on_disk, stages, standing, withdrawal
from tdapp.publishing.site.staging.on_disk import OnDisk
from tdapp.publishing.site.staging.stages import carry_out
from tdapp.publishing.site.staging.standing import Standing
from tdapp.publishing.site.staging.withdrawal import Emptied
from tdapp.scoresheets.models import Sheet
from tests import factories as f
from tests.kept import first
from tests.publishing.hall import Hall, played_hall
from tests.scoresheets.games import GAME, stored

pytestmark = pytest.mark.django_db
whole, ready = first(played_hall, 6)
LANGUAGES = ("en", "fil")
LINK = re.compile(r'(?:href|src|url)="([^"#]+)"')
PLAYER = re.compile(r"/players/\d+/")
UPDATING = withdrawal.updating("")


class Killed(Exception):
    """The program ended here."""


class Watched(OnDisk):
    """A folder that is looked at after each stage. `stages`: their names; `kill`: the stage in which it ends; `unseen`: what
    stands in no file once the first thing was done.
    """

    def __init__(self, root: Path, kill: str = "", unseen: Collection[str] = ()) -> None:
        super().__init__(root)
        self.stages: list[str] = []
        self.kill, self.unseen = kill, unseen

    def take_back(self, emptied: Emptied) -> None:
        super().take_back(emptied)
        self._after("taken back")

    def bring(
        self, files: Mapping[str, bytes], kept: Collection[str], during: Standing, after: Standing
    ) -> None:
        own = [path for path in files if PLAYER.search(path) and files[path] != withdrawal.updating(path)]
        name = "last" if own else "first"
        if self.kill == f"within {name}":
            super().bring(dict(list(files.items())[::2]), (*kept, *self.holds()), during, during)
            raise Killed
        super().bring(files, kept, during, after)
        self._after(name)

    def _after(self, name: str) -> None:
        self.stages.append(name)
        is_whole(self.root, (name, self.stages))
        texts = read(self.root)
        for word in self.unseen:
            assert not [path for path, data in texts.items() if word.encode() in data], (name, word)
        if self.kill == name:
            raise Killed


def read(root: Path) -> dict[str, bytes]:
    """All its files but the list."""
    found = {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }
    found.pop(folder.LIST, None)
    return found


def is_whole(root: Path, when: object) -> None:
    """Every link leads to a file, and the list names what is there."""
    there = read(root)
    assert set(folder.known_in(root)) == there.keys(), when
    for path, data in there.items():
        for link in LINK.findall(data.decode()) if path.endswith(".html") else ():
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
            assert target in there, (when, path, link)


def run(here: Hall, place: Watched) -> Watched:
    cache.clear()
    carry_out(here.division.event.slug, LANGUAGES, place, on_disk=True)
    return place


def from_nothing(here: Hall) -> dict[str, bytes]:
    cache.clear()
    return building.build(facts.read(here.division.event.slug, LANGUAGES), on_disk=True)


def same(root: Path, files: dict[str, bytes], when: object) -> None:
    """What lies there is what a build from nothing is, but for the hour in the calendar."""
    there = read(root)
    assert there.keys() == files.keys(), when
    assert not [path for path, data in files.items() if there[path] != data and not path.endswith(".ics")], (
        when
    )


def named(here: Hall, number: int, given: str, surname: str) -> None:
    Entrant.objects.filter(division=here.division, number=number).update(given=given, surname=surname)
    audit.write(f.program(here.division.event), "entrant.edit", str(here.division.event_id))


def released(here: Hall) -> None:
    here.show(2)
    here.release(2)


def public(here: Hall, shown: bool) -> None:
    Event.objects.filter(pk=here.division.event_id).update(public=shown)


def replayed(here: Hall, shown: bool) -> None:
    at = here.division.event
    if shown:
        director = f.member(at, "director")
        stored(f.Hall(at, here.division, director, director, director, director), GAME, public=True)
    else:
        Sheet.objects.filter(table__round__division=here.division).update(released_at=None)


def test_what_came_out_comes_before_the_pages_of_the_players_and_each_stage_is_whole(tmp_path: Path) -> None:
    here = played_hall(6)
    assert run(here, Watched(tmp_path)).stages == ["last"], (
        "the first time a page leads to what is not there yet"
    )
    same(tmp_path, from_nothing(here), "made")
    players = {path: data for path, data in read(tmp_path).items() if "/players/" in path}
    released(here)
    place = Watched(tmp_path, kill="first")
    with pytest.raises(Killed):
        run(here, place)
    between, now = read(tmp_path), from_nothing(here)
    front = f"t/{here.division.event.slug}/{here.division.slug}/"
    for path in ("standings/index.html", "standings/2/index.html", "results/2/index.html", "standings.json"):
        assert between[front + path] == now[front + path], path
    one = f"{front}players/1/index.html"
    assert between[one] == players[one] != now[one]
    assert run(here, Watched(tmp_path)).stages == ["first", "last"]
    same(tmp_path, now, "finished by the next run")
    assert run(here, Watched(tmp_path)).done.written <= 2, "nothing but the calendars"


def test_what_is_taken_back_is_gone_with_the_first_step(tmp_path: Path) -> None:
    """Rounds, a release, a name, a game, the event: in no file, before anything new is built."""
    here = played_hall(6)
    released(here)
    named(here, 3, "Canarya", "Dilaw")
    replayed(here, True)
    run(here, Watched(tmp_path))
    assert any(b"Canarya" in data for data in read(tmp_path).values())
    assert any("/game/" in path for path in read(tmp_path))
    ways: list[tuple[str, Callable[[], None], tuple[str, ...]]] = [
        ("a name", lambda: named(here, 3, "Bagong", "Pangalan"), ("Canarya", "Dilaw")),
        ("a game", lambda: replayed(here, False), ("/game/", "Replay")),
        ("a round", lambda: here.show(3, shown=False), ("Round 3",)),
        ("a release", lambda: here.release(1), ("After round 2", "standings/2/")),
        ("the event", lambda: public(here, False), ("<", "Public Open")),
    ]
    for what, change, unseen in ways:
        change()
        place = Watched(tmp_path, kill="taken back", unseen=unseen)
        with pytest.raises(Killed):
            run(here, place)
        assert place.stages == ["taken back"], what
        assert not [path for path in read(tmp_path) for word in unseen if word in path], what
        assert not list(tmp_path.glob(".gone-*")), what
        if what == "the event":
            assert read(tmp_path) == {}
            break
        assert UPDATING in read(tmp_path).values(), what
        run(here, Watched(tmp_path, unseen=unseen))
        same(tmp_path, from_nothing(here), what)


def test_who_is_killed_while_hiding_leaves_no_page_that_says_for_ever_it_is_being_updated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name is taken back and given again, and in between the program ended after so many files."""
    here, write = played_hall(6), folder.write
    run(here, Watched(tmp_path))
    who = Entrant.objects.get(division=here.division, number=2)
    for written in (1, 2, 6):
        before, left = read(tmp_path), iter(range(written))

        def dying(path: Path, data: bytes, left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise Killed
            write(path, data)

        named(here, 2, "Another", "Name")
        monkeypatch.setattr(folder, "write", dying)
        with pytest.raises(Killed):
            run(here, Watched(tmp_path))
        monkeypatch.setattr(folder, "write", write)
        assert [path for path, data in read(tmp_path).items() if before[path] != data] or written == 1
        named(here, 2, who.given, who.surname)
        run(here, Watched(tmp_path))
        same(tmp_path, from_nothing(here), written)


def test_a_name_taken_back_leaves_the_pages_it_does_not_stand_on(tmp_path: Path) -> None:
    here = played_hall(6)
    run(here, Watched(tmp_path))
    before = read(tmp_path)
    named(here, 3, "Bagong", "Pangalan")
    with pytest.raises(Killed):
        run(here, Watched(tmp_path, kill="taken back"))
    after = read(tmp_path)
    pages = [path for path in after if re.search(r"^t/.*/players/\d+/", path)]
    stay = {path for path in pages if after[path] == before[path]}
    assert {path for path in pages if b"/players/3/" in before[path] or b'"../3/' in before[path]}.isdisjoint(
        stay
    )
    assert len(stay) >= 2, "who never met him"


def test_any_sequence_of_changes_and_kills_ends_in_what_a_build_from_nothing_is(tmp_path: Path) -> None:
    here, dice = played_hall(6), random.Random(20261129)
    changes: list[Callable[[], None]] = [
        lambda: here.show(2), lambda: here.release(2), lambda: here.release(1), lambda: here.show(3, shown=False),
        lambda: here.show(3), lambda: named(here, dice.randint(1, 6), dice.choice(["Ana", "Bea"]), "Bago"),
        lambda: replayed(here, False), lambda: public(here, False),
    ]  # fmt: skip
    kills = ("", "", "taken back", "first", "within first", "within last", "last")
    told = []
    for _turn in range(14):
        public(here, True)
        change, kill = dice.choice(changes), dice.choice(kills)
        told.append((changes.index(change), kill))
        change()
        try:
            run(here, Watched(tmp_path, kill=kill))
        except Killed:
            run(here, Watched(tmp_path))
        shown = Event.objects.get(pk=here.division.event_id).public
        same(tmp_path, from_nothing(here) if shown else {}, told)


def test_a_build_of_before_never_lands_after_a_newer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one is building, a round is hidden and another run carries that out."""
    here, build = played_hall(6), building.rest
    released(here)
    hidden: list[Watched] = []

    def overtaken(*args: object, **more: object) -> building.Files:
        files = build(*args, **more)  # type: ignore[arg-type]
        if not hidden:
            hidden.append(Watched(tmp_path))
            here.release(1)
            run(here, hidden[0])
        return files

    monkeypatch.setattr(building, "rest", overtaken)
    run(here, Watched(tmp_path))
    same(tmp_path, from_nothing(here), "the newer one")
    assert not [path for path, data in read(tmp_path).items() if b"After round 2" in data]


def test_where_more_is_taken_back_each_time_it_says_so_and_shows_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = played_hall(6)
    monkeypatch.setattr(stages, "_is_overtaken", lambda _place, _made: True)
    with pytest.raises(Conflict, match="Try again in a minute"):
        run(here, Watched(tmp_path))
    assert read(tmp_path) == {}


def test_a_database_that_was_restored_writes_although_the_folder_was_newer(tmp_path: Path) -> None:
    here = played_hall(6)
    run(here, Watched(tmp_path))
    AuditHead.objects.update(number=1)
    named_only = Entrant.objects.filter(division=here.division, number=2)
    named_only.update(given="Naibalik")
    assert "last" in run(here, Watched(tmp_path)).stages
    same(tmp_path, from_nothing(here), "restored")


def test_what_somebody_else_put_into_a_hidden_folder_comes_back(tmp_path: Path) -> None:
    here = played_hall(6)
    run(here, Watched(tmp_path))
    mine = tmp_path / "t" / here.division.event.slug / "mine.txt"
    mine.write_text("mine")
    public(here, False)
    cache.clear()
    assert not carry_out(here.division.event.slug, LANGUAGES, OnDisk(tmp_path))
    assert read(tmp_path) == {mine.relative_to(tmp_path).as_posix(): b"mine"}


def test_where_no_folder_can_be_renamed_its_files_go_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, rename = played_hall(6), os.replace
    run(here, Watched(tmp_path))
    here.show(3, shown=False)

    def refused(source: Path, target: Path) -> None:
        if Path(source).is_dir():
            raise PermissionError(13, "a file of it is being read")
        rename(source, target)

    monkeypatch.setattr(on_disk.os, "replace", refused)
    run(here, Watched(tmp_path, unseen=("Round 3",)))
    same(tmp_path, from_nothing(here), "one by one")


def test_the_list_says_nothing_of_who_is_not_public(tmp_path: Path) -> None:
    """Nobody can try names against it, and who entered but stands on no page is not counted in it."""
    here = played_hall(6)
    for number in (7, 8):
        f.entrant(here.division, number)
    run(here, Watched(tmp_path))
    found = standing.of_data(folder.made_of(tmp_path))
    now = standing.read(here.division.event.slug)
    assert found is not None
    assert now is not None
    faces, known = found.divisions[here.division.slug].faces, now.divisions[here.division.slug].faces
    assert faces.items() <= known.items()
    assert len(faces) == 6 < len(known)
    assert len(set(known.values())) == len(known)

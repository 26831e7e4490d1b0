"""The difference carried out: what goes first, what comes last, and that a push which broke off goes on from there."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest

from tdapp.publishing.site import folder
from tdapp.publishing.site.push import faults, sending
from tdapp.publishing.site.push.faults import Fault
from tdapp.publishing.site.push.holds import Holds, place_of
from tests.publishing.push.places import Shelf

SITE = {
    "index.html": b"door",
    "t/open/index.html": b"home",
    "t/open/a/index.html": b"pairings",
    "t/open/a/players/1/index.html": b"one",
    "t/open/a/players/2/index.html": b"two",
    "fil/t/open/index.html": b"tahanan",
    "static/abc/style.css": b"css",
}


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, settings: object) -> None:
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]


def sent(files: dict[str, bytes], shelf: Shelf, key: object) -> sending.Plan:
    shelf.order.clear()
    return sending.send(sending.with_list(files), shelf, Holds(key), lambda _done, _of: None, event="open")


def paths(shelf: Shelf, how: str = "put") -> list[str]:
    return [path for done, path in shelf.order if done == how]


def test_style_comes_first_and_what_leads_to_a_page_after_it(shelf: Shelf) -> None:
    sent(SITE, shelf, uuid4())
    order = paths(shelf)
    assert order[0] == folder.LIST, "who deletes by the list knows of every file before it comes"
    assert order[1] == "static/abc/style.css"
    assert order.index("t/open/a/players/1/index.html") < order.index("t/open/a/index.html")
    assert order.index("t/open/a/index.html") < order.index("t/open/index.html") < order.index("index.html")
    assert order[-1] == folder.LIST
    assert {path: data for path, data in shelf.files.items() if path != folder.LIST} == SITE


def test_only_what_changed_is_sent_and_nothing_at_all_when_nothing_did(shelf: Shelf) -> None:
    key = uuid4()
    sent(SITE, shelf, key)
    sent({**SITE, "t/open/index.html": b"new"}, shelf, key)
    assert paths(shelf) == [folder.LIST, "t/open/index.html", folder.LIST]
    assert sent({**SITE, "t/open/index.html": b"new"}, shelf, key).steps == 0
    assert shelf.order == []


def test_what_is_public_no_longer_goes_before_anything_comes_and_old_style_after(shelf: Shelf) -> None:
    key = uuid4()
    sent(SITE, shelf, key)
    now = {
        path: data for path, data in SITE.items() if "players" not in path and not path.startswith("static")
    }
    sent({**now, "static/def/style.css": b"other"}, shelf, key)
    done = [one for one in shelf.order if one[1] != folder.LIST]
    gone = [("remove", f"t/open/a/players/{n}/index.html") for n in (1, 2)]
    assert sorted(done[:2]) == gone
    assert done[2:] == [("put", "static/def/style.css"), ("remove", "static/abc/style.css")]


def test_a_push_that_broke_off_goes_on_from_there(shelf: Shelf) -> None:
    key, shelf.breaks_after = uuid4(), 4
    with pytest.raises(Fault, match="cut"):
        sent(SITE, shelf, key)
    had = set(paths(shelf))
    shelf.breaks_after = None
    sent(SITE, shelf, key)
    again = set(paths(shelf)) - {folder.LIST}
    assert again
    assert not again & had
    assert shelf.files.keys() == {*SITE, folder.LIST}


def test_what_may_have_come_before_the_break_is_deleted_when_it_is_public_no_longer(shelf: Shelf) -> None:
    """The line broke after the file was taken and before that was acknowledged."""
    key, real = uuid4(), Shelf.put

    def taken_in_silence(path: str, data: bytes) -> None:
        real(shelf, path, data)
        if "players" in path:
            raise Fault("cut", host="shelf", why="no answer")

    shelf.put = taken_in_silence  # type: ignore[method-assign]
    with pytest.raises(Fault):
        sent(SITE, shelf, key)
    del shelf.put
    assert "t/open/a/players/1/index.html" in shelf.files
    sent({path: data for path, data in SITE.items() if "players" not in path}, shelf, key)
    assert not [path for path in shelf.files if "players" in path]


def test_the_power_goes_while_it_is_written_down(shelf: Shelf) -> None:
    key = uuid4()
    sent(SITE, shelf, key)
    with open(place_of(key), "a") as out:
        out.write("0123abc t/open/ind")
    assert set(Holds(key).files) == {*SITE, folder.LIST}


def test_another_installation_deletes_what_the_first_one_left_there(shelf: Shelf) -> None:
    sent(SITE, shelf, uuid4())
    rest = {path: data for path, data in SITE.items() if "players" not in path}
    sent(rest, shelf, uuid4())
    assert shelf.files.keys() == {*rest, folder.LIST}


def test_another_event_and_a_page_that_is_not_ours_are_never_overwritten(shelf: Shelf) -> None:
    sent({path.replace("open", "other"): data for path, data in SITE.items()}, shelf, uuid4())
    before = dict(shelf.files)
    with pytest.raises(Fault, match="occupied"):
        sent(SITE, shelf, uuid4())
    assert shelf.files == before
    shelf.files = {"index.html": b"the club's own"}
    with pytest.raises(Fault, match="occupied"):
        sent(SITE, shelf, uuid4())
    shelf.files = {folder.LIST: b"{}"}
    with pytest.raises(Fault, match="occupied"):
        sent(SITE, shelf, uuid4())


def test_who_has_nothing_public_takes_nobody_elses_website_down(shelf: Shelf) -> None:
    """A place named before the first release, by mistake or on purpose the one where another club's website lies."""
    sent({path.replace("open", "other"): data for path, data in SITE.items()}, shelf, uuid4())
    before = dict(shelf.files)
    with pytest.raises(Fault, match="occupied"):
        sent({}, shelf, uuid4())
    assert shelf.files == before


def test_of_the_same_event_what_another_installation_left_is_taken_down(shelf: Shelf) -> None:
    sent(SITE, shelf, uuid4())
    sent({}, shelf, uuid4())
    assert shelf.files == {}


def test_a_list_that_names_what_lies_outside_leads_nowhere(shelf: Shelf) -> None:
    told = {
        "../x": "",
        "/etc/passwd": "",
        "t/open/../../x": "",
        "t/open/a\nb": "",
        "t/open/old.html": "",
        "c:\\x": "",
    }
    shelf.files = {folder.LIST: json.dumps({"files": told}).encode()}
    sent(SITE, shelf, uuid4())
    assert paths(shelf, "remove") == ["t/open/old.html"]


def test_everything_goes_when_nothing_is_to_stay(shelf: Shelf) -> None:
    key = uuid4()
    sent(SITE, shelf, key)
    sent({}, shelf, key)
    assert shelf.files == {}
    assert paths(shelf, "remove")[-1] == folder.LIST
    assert Holds(key).files == {}


def test_a_step_that_raises_stops_it_and_loses_nothing(shelf: Shelf) -> None:
    key = uuid4()

    def step(done: int, _of: int) -> None:
        if done > 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        sending.send(sending.with_list(SITE), shelf, Holds(key), step, event="open")
    sent(SITE, shelf, key)
    assert shelf.files.keys() == {*SITE, folder.LIST}


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("code", sorted(faults.SENTENCES))
def test_where_the_first_that_was_sent_came_nowhere_nothing_is_held(
    shelf: Shelf, whole: bool, code: str
) -> None:
    """So that a place that was named wrongly can be named rightly; of what may have come everything is remembered."""
    key, came = uuid4(), code in faults.PASSING and code not in {"no-network", "no-disk"}

    def refused(_path: str, _data: bytes) -> None:
        raise Fault(code, host="shelf")

    shelf.put, shelf.whole = refused, whole  # type: ignore[method-assign]
    with pytest.raises(Fault, match=code):
        sent(SITE, shelf, key)
    assert (Holds(key).files != {}) == came
    assert Holds(key).new != came, "the next push looks what lies there"


def test_a_later_refusal_forgets_nothing_of_what_lies_there(shelf: Shelf) -> None:
    key, other = uuid4(), uuid4()
    sent(SITE, shelf, key)

    def refused(_path: str, _data: bytes) -> None:
        raise Fault("refused", host="shelf")

    shelf.put = refused  # type: ignore[method-assign]
    for who in (key, other):
        with pytest.raises(Fault, match="refused"):
            sent({**SITE, "index.html": b"new"}, shelf, who)
        assert set(SITE) <= set(Holds(who).files)

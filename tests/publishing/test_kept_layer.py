"""The layer in front of the application: what it keeps, for how long, and whom it never answers."""

from __future__ import annotations

import gzip
import json
import threading
from collections import Counter
from collections.abc import Iterable
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest

from tdapp.publishing.kept.answering import has
from tdapp.publishing.kept.asking import Environ, language_of
from tdapp.publishing.kept.layer import KeptPages

PAGE = "<p>" + "A line that is long enough to be packed. " * 20 + "</p>"
Answer = tuple[str, dict[str, str], bytes]


class Application:
    """A public event of one division, as the layer sees the real one: counts what it is asked."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.cookies: list[str] = []
        self.parts = {"": "1", "open": "1"}
        self.public, self.text = True, PAGE
        self.extra: list[tuple[str, str]] = []
        self.inside = threading.Event()
        self.goes_on: threading.Event | None = None

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        path, query = environ["PATH_INFO"], environ["QUERY_STRING"]
        self.asked[f"{path}?{query}" if query else path] += 1
        self.cookies.append(environ.get("HTTP_COOKIE", ""))
        if not self.public:
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"nothing"]
        if path.endswith("now.json"):
            start_response(
                "200 OK", [("Cache-Control", "no-cache"), ("ETag", f'"{self.parts}"'), ("X-Td-Now", "1")]
            )
            return [json.dumps({"clocks": [], "parts": self.parts}).encode()]
        if self.goes_on and path.endswith("standings/"):
            self.inside.set()
            self.goes_on.wait(10)
        told = "private" if path.endswith("/mine/") else "public, max-age=2"
        headers = [("Cache-Control", told), ("X-Request-ID", "one"), ("Content-Length", "7"), *self.extra]
        if query.startswith("v="):
            headers.append(("X-Version", f"token-{self.parts['open']}"))
        start_response("200 OK", headers)
        return [self.text.encode()]


class Time:
    """Seconds that go on when told."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def environ_of(path: str, query: str, headers: dict[str, str]) -> Environ:
    environ: Environ = {"PATH_INFO": path, "QUERY_STRING": query} | {
        f"HTTP_{k}": v for k, v in headers.items()
    }
    environ["REQUEST_METHOD"] = environ.pop("HTTP_METHOD", "GET")
    setup_testing_defaults(environ)
    return environ


class Reader:
    """Somebody who asks through the layer."""

    def __init__(self, **kept: Any) -> None:
        self.application, self.time = Application(), Time()
        self.layer = KeptPages(self.application, self.time, **kept)

    def at_hand(self, path: str, **headers: str) -> Any:
        """What can be said of it without waiting; None nothing."""
        told = self.layer.at_hand(environ_of(path, "", headers))
        return told and (told.status, dict(told.headers), told.body)

    def get(self, path: str, query: str = "", **headers: str) -> Answer:
        environ = environ_of(path, query, headers)
        said: list[Any] = []
        body = b"".join(
            self.layer(environ, lambda status, headers, error=None: said.append((status, headers)))
        )
        return said[-1][0], dict(said[-1][1]), body


@pytest.fixture
def reader() -> Reader:
    return Reader()


STANDINGS = "/t/open-2026/open/standings/"


def test_a_page_is_made_once_for_a_thousand_readers(reader: Reader) -> None:
    for _reader in range(1000):
        status, headers, body = reader.get(STANDINGS)
        assert (status, body) == ("200 OK", PAGE.encode())
        assert headers["Content-Length"] == str(len(PAGE.encode()))
        assert "X-Request-ID" not in headers
    assert reader.application.asked == {STANDINGS: 1, "/t/open-2026/now.json": 1}


def test_a_release_is_out_after_a_second(reader: Reader) -> None:
    reader.get(STANDINGS)
    reader.application.text, reader.application.parts = "<p>Round 2</p>", {"": "2", "open": "2"}
    assert reader.get(STANDINGS)[2] == PAGE.encode()
    reader.time.seconds += 1.1
    assert reader.get(STANDINGS)[2] == b"<p>Round 2</p>"


def test_what_another_division_released_makes_no_page_anew(reader: Reader) -> None:
    reader.get(STANDINGS)
    reader.application.parts = {"": "2", "open": "1", "kids": "2"}
    reader.time.seconds += 1.1
    reader.get(STANDINGS)
    assert reader.application.asked[STANDINGS] == 1
    reader.get("/t/open-2026/")
    reader.application.parts = {"": "3", "open": "1", "kids": "3"}
    reader.time.seconds += 1.1
    reader.get("/t/open-2026/")
    assert reader.application.asked["/t/open-2026/"] == 2


def test_an_event_put_away_is_gone_at_once_after_a_second(reader: Reader) -> None:
    reader.get(STANDINGS)
    reader.application.public = False
    reader.time.seconds += 1.1
    assert reader.get(STANDINGS)[0] == "404 Not Found"
    assert reader.get("/t/open-2026/now.json")[0] == "404 Not Found"


def test_nobodys_cookie_reaches_a_page_that_is_kept(reader: Reader) -> None:
    reader.get(STANDINGS, COOKIE="sessionid=secret; django_language=fil", AUTHORIZATION="Token x")
    assert set(reader.application.cookies) == {"django_language=fil"}


def test_what_is_somebodys_own_is_asked_for_with_his_cookie(reader: Reader) -> None:
    for path in ("/t/open-2026/me/", "/t/open-2026/find", "/t/open-2026/screen/feed", "/e/open-2026/"):
        reader.get(path, COOKIE="sessionid=mine")
        assert reader.application.cookies[-1] == "sessionid=mine", path
    for _time in range(2):
        reader.get("/t/open-2026/open/mine/", COOKIE="sessionid=mine")
        assert reader.application.cookies[-1] == "sessionid=mine"


def test_an_answer_with_a_cookie_is_never_kept(reader: Reader) -> None:
    reader.application.extra = [("Set-Cookie", "a=b")]
    reader.get(STANDINGS)
    reader.get(STANDINGS)
    assert reader.application.asked[STANDINGS] == 4


def test_only_reading_is_answered(reader: Reader) -> None:
    reader.get(STANDINGS)
    for _time in range(2):
        reader.get(STANDINGS, METHOD="POST")
    assert reader.application.asked[STANDINGS] == 3
    status, headers, body = reader.get(STANDINGS, METHOD="HEAD")
    assert (status, body, headers["Content-Length"]) == ("200 OK", b"", str(len(PAGE.encode())))
    assert reader.application.asked[STANDINGS] == 3


def test_who_has_it_is_told_so(reader: Reader) -> None:
    _status, headers, _body = reader.get(STANDINGS)
    for told in (headers["ETag"], f"W/{headers['ETag']}", f'"other", {headers["ETag"]}', "*"):
        assert reader.get(STANDINGS, IF_NONE_MATCH=told)[::2] == ("304 Not Modified", b""), told
    assert reader.get(STANDINGS, IF_NONE_MATCH='"other"')[0] == "200 OK"
    assert not has("", headers["ETag"])


def test_a_page_is_packed_once_for_who_takes_it_packed(reader: Reader) -> None:
    plain = reader.get(STANDINGS)
    _status, headers, body = reader.get(STANDINGS, ACCEPT_ENCODING="gzip, br")
    assert headers["Content-Encoding"] == "gzip"
    assert headers["ETag"] == f"W/{plain[1]['ETag']}"
    assert len(body) < len(PAGE) / 3
    assert gzip.decompress(body).decode() == PAGE


def test_a_page_that_asks_for_news_of_itself_is_answered_from_what_is_kept(reader: Reader) -> None:
    assert reader.get(STANDINGS, "v=old")[2] == PAGE.encode()
    for _time in range(50):
        assert reader.get(STANDINGS, "v=token-1")[::2] == ("204 No Content", b"")
    reader.application.parts = {"": "2", "open": "2"}
    reader.time.seconds += 1.1
    status, headers, body = reader.get(STANDINGS, "v=token-1")
    assert (status, headers["X-Version"], body) == ("200 OK", "token-2", PAGE.encode())
    assert reader.application.asked[f"{STANDINGS}?v="] == 2


def test_orders_and_languages_are_pages_of_their_own(reader: Reader) -> None:
    reader.get("/t/open-2026/open/", "by=name")
    reader.get("/t/open-2026/open/", "by=club")
    reader.get("/t/open-2026/open/", "by=name", ACCEPT_LANGUAGE="fil-PH,fil;q=0.9")
    reader.get("/t/open-2026/open/", "by=name", ACCEPT_LANGUAGE="fil")
    asked = reader.application.asked
    assert (asked["/t/open-2026/open/?by=name"], asked["/t/open-2026/open/?by=club"]) == (2, 1)


@pytest.mark.parametrize(
    ("cookies", "accepted", "spoken"),
    [
        ("", "", "en"), ("", "fil-PH,fil;q=0.9,en;q=0.8", "fil"), ("", "de,en;q=0.5", "en"), ("", "nonsense;;q=", "en"),
        ("django_language=fil", "en", "fil"), ("django_language=xx", "fil", "fil"), ("a=b; django_language=en", "fil", "en"),
        ("django_language=\x01", "", "en"),
    ],
)  # fmt: skip
def test_the_language_is_the_one_the_application_would_speak(
    cookies: str, accepted: str, spoken: str
) -> None:
    assert language_of(cookies, accepted) == spoken


def test_the_clock_goes_on_while_the_rest_is_kept(reader: Reader) -> None:
    first, second = reader.get("/t/open-2026/now.json"), reader.get("/t/open-2026/now.json", "lang=fil")
    assert json.loads(first[2])["parts"] == {"": "1", "open": "1"}
    assert reader.application.asked["/t/open-2026/now.json"] == 2
    assert first[1]["X-Td-Now"] != "1"
    assert second[1]["X-Td-Now"].isdigit()


def test_what_is_asked_for_the_least_goes_when_room_is_scarce() -> None:
    reader = Reader(room=3 * len(PAGE))
    for number in range(10):
        reader.get(f"/t/open-2026/open/players/{number}/")
    assert reader.layer.size <= 3 * len(PAGE)
    reader.get("/t/open-2026/open/players/9/")
    assert reader.application.asked["/t/open-2026/open/players/9/"] == 1
    reader.get("/t/open-2026/open/players/0/")
    assert reader.application.asked["/t/open-2026/open/players/0/"] == 2


def test_who_comes_while_a_page_is_made_waits_for_that_one(reader: Reader) -> None:
    reader.application.goes_on = threading.Event()
    got: list[bytes] = []
    readers = [threading.Thread(target=lambda: got.append(reader.get(STANDINGS)[2])) for _ in range(8)]
    for one in readers:
        one.start()
    assert reader.application.inside.wait(10)
    reader.application.goes_on.set()
    for one in readers:
        one.join(10)
    assert got == [PAGE.encode()] * 8
    assert reader.application.asked[STANDINGS] == 1


def test_events_nobody_asks_for_are_forgotten(reader: Reader) -> None:
    for number in range(30):
        reader.get(f"/t/event-{number}/open/")
    reader.time.seconds += 60
    reader.get("/t/event-1/open/")
    assert len(reader.layer.halls) == 1


def test_what_is_known_is_at_hand_without_waiting_and_nothing_else_is(reader: Reader) -> None:
    assert reader.at_hand(STANDINGS) is None
    reader.get(STANDINGS)
    asked = reader.application.asked.total()
    status, headers, body = reader.at_hand(STANDINGS)
    assert (status, body, headers["Content-Length"]) == ("200 OK", PAGE.encode(), str(len(PAGE.encode())))
    assert reader.at_hand(STANDINGS, IF_NONE_MATCH=headers["ETag"])[0] == "304 Not Modified"
    assert reader.at_hand("/t/open-2026/now.json")[1]["X-Td-Now"].isdigit()
    for other in ("/t/open-2026/open/", "/t/open-2026/me/", "/t/another/open/", "/e/open-2026/"):
        assert reader.at_hand(other) is None, other
    assert reader.at_hand(STANDINGS, METHOD="POST") is None
    assert reader.application.asked.total() == asked


def test_an_event_is_looked_at_again_beside_those_who_ask_and_never_much_too_late(reader: Reader) -> None:
    ordered: list[Any] = []
    reader.layer.looker.order = ordered.append  # type: ignore[method-assign]
    reader.get(STANDINGS)
    reader.application.text, reader.application.parts = "<p>Round 2</p>", {"": "2", "open": "2"}
    reader.time.seconds += 1.1
    for _time in range(3):
        assert reader.at_hand(STANDINGS)[2] == PAGE.encode()
    (look,) = ordered
    look()
    # It must be made now: no longer at hand, and then again.
    assert reader.at_hand(STANDINGS) is None
    assert reader.get(STANDINGS)[2] == reader.at_hand(STANDINGS)[2] == b"<p>Round 2</p>"
    reader.time.seconds += 1.1
    assert reader.at_hand(STANDINGS) is not None
    assert len(ordered) == 2
    # A machine that has no time to look: what was known is better than a queue, for ten seconds.
    reader.time.seconds += 8
    assert reader.at_hand(STANDINGS) is not None
    reader.time.seconds += 2
    assert reader.at_hand(STANDINGS) is None


def test_nobody_is_told_what_an_event_was_a_while_ago_when_nobody_looks(reader: Reader) -> None:
    reader.get(STANDINGS)
    reader.time.seconds += 2.6
    assert reader.at_hand(STANDINGS) is None


def test_an_event_put_away_is_at_hand_no_longer(reader: Reader) -> None:
    reader.get(STANDINGS)
    reader.application.public = False
    reader.time.seconds += 1.1
    looks: list[Any] = []
    reader.layer.looker.order = looks.append  # type: ignore[method-assign]
    reader.at_hand(STANDINGS)
    looks[0]()
    assert reader.at_hand(STANDINGS) is None


@pytest.mark.parametrize("path", ["/t/", "/t/open-2026", "/tt/open/", "/t"])
def test_what_is_no_page_of_an_event_goes_through(reader: Reader, path: str) -> None:
    reader.get(path)
    assert reader.application.asked == {path: 1}

"""Object storage: an S3-compatible server of another make than our client, which checks who signs; whole and broken."""

from __future__ import annotations

import threading
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from uuid import uuid4

import pytest
from minio import Minio

from tdapp.publishing.site import folder
from tdapp.publishing.site.push import sending
from tdapp.publishing.site.push.faults import Fault
from tdapp.publishing.site.push.holds import Holds
from tdapp.publishing.site.push.targets import s3
from tests.conftest import needed
from tests.publishing.push.hosts import cutting

SITE = {
    "index.html": b"door",
    "t/open/index.html": b"home",
    **{f"t/open/a/players/{n}/index.html": bytes([n]) * 3000 for n in range(1, 41)},
    "static/abc/style.css": b"css",
}
POLICY = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:*","Resource":"*"}]}'
AUTHORISED = {
    "Authorization": "AWS4-HMAC-SHA256 Credential=x/20260101/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=x"
}

PLAIN = {"Content-Type": "text/plain"}


def asked(
    path: str, data: bytes | None, method: str = "POST", headers: dict[str, str] | None = None
) -> bytes:
    request = urllib.request.Request(
        needed("TD_TEST_S3_URL") + path, data, headers or AUTHORISED, method=method
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        return bytes(answer.read())


def iam(action: str, **more: str) -> ET.Element:
    body = urllib.parse.urlencode({"Action": action, "Version": "2010-05-08", "UserName": "club", **more})
    return ET.fromstring(asked("/", body.encode()))


@pytest.fixture
def account(tmp_path: Path, settings: object) -> s3.Account:
    """A bucket and somebody who may write to it; nobody else may from then on."""
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]
    asked("/moto-api/reset-auth", b"1000000", headers=PLAIN)
    asked("/moto-api/reset", b"", headers=PLAIN)
    iam("CreateUser")
    iam("PutUserPolicy", PolicyName="all", PolicyDocument=POLICY)
    key = iam("CreateAccessKey")
    found = {part.tag.rpartition("}")[2]: part.text or "" for part in key.iter()}
    asked("/moto-api/reset-auth", b"0", headers=PLAIN)
    made = s3.Account(
        needed("TD_TEST_S3_URL"), "results", "open", found["AccessKeyId"], found["SecretAccessKey"]
    )
    host = urllib.parse.urlsplit(made.endpoint).netloc
    Minio(host, made.key_id, made.secret, secure=False, region="us-east-1").make_bucket(bucket_name="results")
    return made


def sent(files: dict[str, bytes], account: s3.Account, key: object) -> sending.Plan:
    with s3.opened(account) as target:
        return sending.send(
            sending.with_list(files), target, Holds(key), lambda _done, _of: None, event="open"
        )


def lies(account: s3.Account, paths: object) -> dict[str, bytes | None]:
    with s3.opened(account) as target:
        return {path: target.read(path) for path in paths}  # type: ignore[attr-defined]


def fault_of(account: s3.Account) -> Fault:
    with pytest.raises(Fault) as met:
        sent(SITE, account, uuid4())
    return met.value


def other(account: s3.Account, **said: object) -> s3.Account:
    return s3.Account(**{name: said.get(name, getattr(account, name)) for name in account.__slots__})  # type: ignore[arg-type]


@pytest.mark.services
def test_the_whole_site_lies_there_and_what_is_hidden_goes(account: s3.Account) -> None:
    key = uuid4()
    assert len(sent(SITE, account, key).changed) == len(SITE) + 1
    assert lies(account, SITE) == SITE
    sent({path: data for path, data in SITE.items() if "/players/1/" not in path}, account, key)
    assert lies(account, ["t/open/a/players/1/index.html"]) == {"t/open/a/players/1/index.html": None}
    sent({}, account, key)
    assert set(lies(account, [*SITE, folder.LIST]).values()) == {None}


@pytest.mark.services
def test_browsers_are_told_what_it_is_and_how_long_it_keeps(account: s3.Account) -> None:
    sent(SITE, account, uuid4())
    with s3.opened(account) as target:
        page = target._client.stat_object(bucket_name="results", object_name="open/index.html")
        style = target._client.stat_object(bucket_name="results", object_name="open/static/abc/style.css")
    assert page.content_type == "text/html; charset=utf-8"
    assert page.metadata["cache-control"] == "no-cache"
    assert style.content_type == "text/css; charset=utf-8"
    assert "immutable" in style.metadata["cache-control"]


@pytest.mark.services
def test_a_wrong_secret_a_wrong_key_and_a_bucket_that_is_missing_wait_for_a_person(
    account: s3.Account,
) -> None:
    wrong = fault_of(other(account, secret="not it"))
    assert (wrong.code, wrong.passing) == ("key-refused", False)
    assert "not it" not in str(wrong.as_data())
    assert fault_of(other(account, key_id="AKIANOBODY")).code == "key-refused"
    missing = fault_of(other(account, bucket="nowhere"))
    assert (missing.code, missing.facts["path"]) == ("no-bucket", "nowhere")


@pytest.mark.services
def test_a_line_cut_in_the_middle_goes_on_from_there(account: s3.Account) -> None:
    key, parts = uuid4(), urllib.parse.urlsplit(account.endpoint)
    with s3.opened(account) as target:
        real, count = target.put, iter(range(20))

        def put(path: str, data: bytes) -> None:
            if next(count, None) is None:
                raise Fault("cut", host="x", why="x")
            real(path, data)

        target.put = put  # type: ignore[method-assign]
        with pytest.raises(Fault):
            sending.send(sending.with_list(SITE), target, Holds(key), lambda _done, _of: None, event="open")
    had = sum(digest != "?" for digest in Holds(key).files.values())
    assert had > 5
    with cutting(str(parts.hostname), parts.port or 80, 0) as port:
        # The first connection is cut before it said anything: the client goes another way by itself.
        todo = sent(SITE, other(account, endpoint=f"http://127.0.0.1:{port}"), key)
    assert len(todo.changed) <= len(SITE) + 1 - had + 1
    assert lies(account, SITE) == SITE


def test_storage_that_is_away_is_a_passing_fault() -> None:
    with cutting("127.0.0.1", 1, 0) as _unused, pytest.raises(Fault) as met:
        sent(SITE, s3.Account("http://127.0.0.1:1", "results", "", "a", "b"), uuid4())
    assert (met.value.code, met.value.passing) == ("no-network", True)


@contextmanager
def storage_that_says(status: int, code: str) -> Iterator[str]:
    """Storage with one answer to everything."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = f"<Error><Code>{code}</Code><Message>m</Message></Error>".encode() if code else b""
            self.send_response(status)
            self.send_header("Content-Type", "application/xml")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_words: object) -> None:
            """Quiet."""

    server = HTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("status", "code", "fault"),
    [
        (403, "RequestTimeTooSkewed", "wrong-clock"),
        (403, "SignatureDoesNotMatch", "key-refused"),
        (404, "NoSuchBucket", "no-bucket"),
        (507, "XMinioStorageFull", "full"),
        (400, "SomethingNew", "said-no"),
        (503, "SlowDown", "server-fault"),
        (302, "", "said-no"),
    ],
)
def test_what_storage_says_becomes_a_sentence(status: int, code: str, fault: str) -> None:
    with storage_that_says(status, code) as address:
        account = s3.Account(address, "results", "", "a", "b")
        with pytest.raises(Fault) as met, s3.opened(account):
            pass
    assert met.value.code == fault

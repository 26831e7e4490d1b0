"""A federation’s sign-in, served over HTTP: discovery, keys, authorization with PKCE, signed tokens; all can be spoilt."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

from tdapp.kernel import clock

CLIENT, SECRET = "tournament-desk", "not-a-secret"


class Provider(ThreadingHTTPServer):
    """One provider: `person` is who is signed in there, `spoil` changes what a token says, `key` signs it."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.key = self.published = RSAKey.generate_key(2048, {"kid": "one"})
        self.person: dict[str, Any] = {"sub": "u-1", "email": "ana@example.ph", "email_verified": True}
        self.spoil: dict[str, Any] = {}
        self.asked: dict[str, dict[str, str]] = {}
        self.away = False

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def signed_in(self, address: str) -> str:
        """What the browser does at the authorization address; returns where it is sent back to."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert query["client_id"] == CLIENT
        assert query["code_challenge_method"] == "S256"
        code = f"code-{len(self.asked)}"
        self.asked[code] = query
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def token(self, sent: dict[str, str]) -> dict[str, Any]:
        """The token for a code, if whoever brings it knows the verifier and the secret."""
        query = self.asked.pop(sent["code"])
        digest = hashlib.sha256(sent["code_verifier"].encode()).digest()
        assert base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == query["code_challenge"]
        now = int(clock.now().timestamp())
        claims = {
            "iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": query["nonce"], **self.person,
            **self.spoil,
        }  # fmt: skip
        token = jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.key)
        return {"access_token": "x", "token_type": "Bearer", "expires_in": 300, "id_token": token}


class Answers(BaseHTTPRequestHandler):
    """The provider's addresses."""

    server: Provider

    def do_GET(self) -> None:
        """Discovery and keys."""
        here = self.server.issuer
        if self.server.away:
            self.send_error(500)
        elif self.path.endswith("openid-configuration"):
            told = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
            self._tell({"issuer": here, **{name: f"{here}/{path}" for name, path in told.items()}})
        else:
            self._tell({"keys": [self.server.published.as_dict(private=False)]})

    def do_POST(self) -> None:
        """Tokens."""
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        sent = {name: values[0] for name, values in parse_qs(body).items()}
        given = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        assert self.headers["Authorization"] == f"Basic {given}"
        self._tell(self.server.token(sent))

    def _tell(self, told: dict[str, Any]) -> None:
        body = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_about: Any) -> None:
        """Says nothing."""


@contextmanager
def provider() -> Iterator[Provider]:
    """A provider that runs for as long as the block does."""
    server = Provider()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

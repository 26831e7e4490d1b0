"""Schemathesis let loose on the program within this process: whatever a case does is taken back after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from django.conf import settings
from django.core import signals
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.db import close_old_connections, connections, transaction

from core.later import later
from tests.api.checked import document
from tests.api.described.filling import Filling, said
from tests.api.described.told import Told
from tests.api.described.ways_on import with_links

if TYPE_CHECKING:
    import schemathesis
    from schemathesis import config, engine, hooks, openapi
    from schemathesis.transport import wsgi
else:
    # Installed for the soak alone.
    schemathesis = later("schemathesis")
    config, engine, hooks, openapi = (
        later(f"schemathesis.{name}") for name in ("config", "engine", "hooks", "openapi")
    )
    wsgi = later("schemathesis.transport.wsgi")

# All checks are on. What is as described may still be nothing that can be done now (403, 404, 409, 422, 428) or be larger than
# what is read of a body (413); it is never 400. What is not as described is refused, by whichever of these says it first.
TAKEN = ["2xx", "403", "404", "409", "410", "413", "422", "428"]
REFUSED = ["400", "401", "403", "404", "405", "406", "409", "410", "413", "415", "422", "428"]
OF_A_NETWORK = {"max_redirects", "verify", "cert", "proxies"}
PHASES = ("examples", "coverage", "fuzzing", "stateful")
Start = Callable[..., Any]


@contextmanager
def desk() -> Iterator[Desk]:
    """The program to ask; what a server does between requests would end the transaction that all of this is in."""
    between = (signals.request_started, signals.request_finished)
    for one in between:
        one.disconnect(close_old_connections)
    try:
        yield Desk()
    finally:
        for one in between:
            one.connect(close_old_connections)


class Desk:
    """The program as a WSGI application whose every request is taken back; in a scenario of several only all of them."""

    def __init__(self) -> None:
        self.program = WSGIHandler()
        there = (path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file())
        self.files = {path: path.read_bytes() for path in there}
        self.shared = connections["default"]
        self.shared.inc_thread_sharing()
        self.open: Any = None
        self.answered: list[bytes] = []

    def join(self) -> None:
        """The thread that asks is in the transaction of all of this."""
        connections["default"] = self.shared

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        # What unpacks answers is a client's, and here there is none.
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        if self.open is not None:
            return self._asked(environ, start)
        with self.taken_back():
            return self._asked(environ, start)

    def _asked(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        answer = self.program(environ, start)
        try:
            content = b"".join(answer)
        finally:
            answer.close()
        if self.open is not None:
            self.answered.append(content)
        return [content]

    @contextmanager
    def taken_back(self) -> Iterator[None]:
        """Around what leaves nothing behind."""
        cache.clear()
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
        for path, data in self.files.items():
            if not path.exists():
                path.write_bytes(data)

    def begin(self) -> None:
        """From here on until `end` the requests see what those before them did."""
        self.join()
        self.open = self.taken_back()
        self.open.__enter__()

    def knows(self, value: Any) -> bool:
        """Whether an answer of this scenario said it: a case that goes on with it has met its row."""
        return any(str(value).encode() in one for one in self.answered)

    def end(self) -> None:
        """All of it is taken back."""
        if self.open is not None:
            self.open, found, self.answered = None, self.open, []
            found.__exit__(None, None, None)


def told_by(
    desk: Desk, filling: Filling, secret: str, *, phase: str, seed: int, most: int, only: str = ""
) -> Told:
    """What Schemathesis finds in a phase, with `most` cases an operation where it draws them by chance.

    only: a pattern of operations' names; all of them without.
    """
    made = config.SchemathesisConfig.from_dict(
        {
            "seed": seed, "cache": {"enabled": False},
            "headers": {"Authorization": f"Bearer {secret}"},
            "workers": 1, "continue-on-failure": True,
            "generation": {"max-examples": most, "no-shrink": True, "database": "none"},
            "checks": {
                "positive_data_acceptance": {"expected-statuses": TAKEN},
                "negative_data_rejection": {"expected-statuses": REFUSED},
            },
            "phases": {name: {"enabled": name == phase} for name in PHASES},
        }
    )  # fmt: skip
    schema = openapi.from_dict(with_links() if phase == "stateful" else document(), config=made)
    schema.app = desk
    if only:
        schema = schema.include(operation_id_regex=only)
    _in_scenarios(schema, desk)
    told = Told()

    def before_call(_context: Any, case: Any, _kwargs: dict[str, Any]) -> None:
        desk.join()
        _fill(filling, desk, case)

    schemathesis.hook("before_call")(before_call)
    try:
        with patch.object(wsgi.WSGI_TRANSPORT, "send", _without_a_network(wsgi.WSGI_TRANSPORT.send)):
            for event in engine.from_schema(schema).execute():
                told.see(event)
    finally:
        hooks.unregister(before_call)
    return told


def _without_a_network(send: Callable[..., Any]) -> Callable[..., Any]:
    """What a check that asks again hands over of a network is left out: the program in this process takes none of it."""

    def sent(case: Any, **kwargs: Any) -> Any:
        return send(case, **{name: one for name, one in kwargs.items() if name not in OF_A_NETWORK})

    return sent


def _fill(filling: Filling, desk: Desk, case: Any) -> None:
    """What was drawn against the description stays as it is; the rest meets rows."""
    against = set()
    if case.meta is not None:
        against = {at.value for at, one in case.meta.components.items() if one.mode.value == "negative"}
    path = case.operation.path
    gone_on = any(len(str(one)) > 4 and desk.knows(one) for one in (case.path_parameters or {}).values())
    spot = None if "path" in against or gone_on else filling.spot(path)
    if spot is not None:
        case.path_parameters = {**case.path_parameters, **said(spot[0])}
    if "body" not in against and isinstance(case.body, dict):
        case.body = filling.body(path, case.body, spot or ({}, None))


def _in_scenarios(schema: Any, desk: Desk) -> None:
    """Requests of one scenario see what those before them did."""
    build = schema.build_state_machine

    def built(**values: Any) -> Any:
        made = build(**values)

        class Kept(made):  # type: ignore[valid-type, misc]
            def __init__(self) -> None:
                super().__init__()
                desk.begin()

            def teardown(self) -> None:
                desk.end()
                super().teardown()

        return Kept

    object.__setattr__(schema, "build_state_machine", built)

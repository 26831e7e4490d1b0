"""Passkeys by the `fido2` library: made and asked for by the browser, which does so on https or on this computer alone."""

from __future__ import annotations

import hashlib
import json
import struct
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext as _

from core.later import later
from tdapp.accounts.models import Passkey
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Refusal

if TYPE_CHECKING:
    from fido2 import server as fido
    from fido2 import webauthn
else:
    fido = later("fido2.server")
    webauthn = later("fido2.webauthn")

STATE = "passkey"  # in the session: the question a key has to answer
LONGEST = 20_000
MOST = 20  # passkeys of one account
# What the library and `json` raise on answers no browser sends: cut, nested by the thousand, without any key (an assertion).
UNREADABLE = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    RecursionError,
    struct.error,
)


def possible(request: HttpRequest) -> bool:
    """Whether browsers make and use passkeys at this address: https, or this computer by its name `localhost`."""
    return request.is_secure() or split_domain_port(request.get_host())[0] == "localhost"


def ask_to_make(request: HttpRequest, user: User) -> str:
    """What the browser needs to make a key, as JSON; the session remembers the question."""
    entity = webauthn.PublicKeyCredentialUserEntity(
        id=user.pk.bytes, name=user.username, display_name=user.shown_as
    )
    known = [_credential(row) for row in user.passkeys.all()]
    options, state = _server(request).register_begin(
        entity, known, resident_key_requirement=webauthn.ResidentKeyRequirement.REQUIRED,
        user_verification=webauthn.UserVerificationRequirement.REQUIRED,
    )  # fmt: skip
    request.session[STATE] = state
    return json.dumps(dict(options))


def made(request: HttpRequest, sent: str) -> dict[str, Any]:
    """The new key's columns, from what the browser sent. Refuses what does not answer the question of this session."""
    state = request.session.pop(STATE, None)
    try:
        data = _server(request).register_complete(state, _read(sent)).credential_data
        return {"key_hash": _hash(data.credential_id), "data": bytes(data)}
    except UNREADABLE as error:
        raise _refused() from error


def ask_for_one(request: HttpRequest) -> str:
    """What the browser needs to ask for a key of this site, whosever it is."""
    options, state = _server(request).authenticate_begin(
        user_verification=webauthn.UserVerificationRequirement.REQUIRED
    )
    request.session[STATE] = state
    return json.dumps(dict(options))


def answered(request: HttpRequest, sent: str) -> tuple[Passkey, int]:
    """The key that answered, with its count. Refuses unknown keys, wrong answers, and a key whose count went back."""
    state = request.session.pop(STATE, None)
    try:
        answer = _read(sent)
        response = webauthn.AuthenticationResponse.from_dict(answer)
        row = Passkey.objects.select_related("user").filter(key_hash=_hash(response.raw_id)).first()
        if row is None or not row.user.is_active:
            raise _refused()
        _server(request).authenticate_complete(state, [_credential(row)], answer)
        count = int(response.response.authenticator_data.counter)
    except UNREADABLE as error:
        raise _refused() from error
    # Keys that are meant to be on several devices always say 0.
    if row.count and count <= row.count:
        raise _refused()
    return row, count


def _server(request: HttpRequest) -> Any:
    host = split_domain_port(request.get_host())[0]
    here = f"{request.scheme}://{request.get_host()}"
    entity = webauthn.PublicKeyCredentialRpEntity(id=host, name="Tournament desk")
    return fido.Fido2Server(entity, verify_origin=lambda origin: possible(request) and origin == here)


def _credential(row: Passkey) -> Any:
    return webauthn.AttestedCredentialData(bytes(row.data))


def _read(sent: str) -> dict[str, Any]:
    answer = json.loads(sent[:LONGEST])
    if not isinstance(answer, dict):
        raise ValueError("no object")
    return answer


def _hash(credential: bytes) -> str:
    return hashlib.sha256(credential).hexdigest()


def _refused() -> Refusal:
    sentence = _("This passkey did not open the account. Try again, or log in with the password.")
    return Refusal("no-such-passkey", sentence, status=422)

"""A passkey made in the test: what a phone answers, byte by byte."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData

F = AuthenticatorData.FLAG


class SoftKey:
    """One key of one device; `count` is what it says of how often it was used. `bare`: it answers without a new key."""

    def __init__(self, origin: str = "http://localhost", rp_id: str = "localhost") -> None:
        self.origin, self.rp, self.count = origin, hashlib.sha256(rp_id.encode()).digest(), 0
        self.private, self.id = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.flags, self.bare = F.UP | F.UV, False

    def make(self, options: str) -> str:
        """The answer to a question for a new key."""
        data = AttestedCredentialData.create(
            Aaguid.NONE, self.id, ES256.from_cryptography_key(self.private.public_key())
        )
        new = (self.flags, self.count) if self.bare else (self.flags | F.AT, self.count, data)
        told = AuthenticatorData.create(self.rp, *new)
        made = AttestationObject.create("none", told, {})
        response = {"attestationObject": websafe_encode(bytes(made))}
        return self._answer({**response, "clientDataJSON": self._client("webauthn.create", options)})

    def open(self, options: str) -> str:
        """The answer to a log-in's question."""
        told = AuthenticatorData.create(self.rp, self.flags, self.count)
        client = self._client("webauthn.get", options)
        signed = bytes(told) + hashlib.sha256(websafe_decode(client)).digest()
        signature = self.private.sign(signed, ec.ECDSA(hashes.SHA256()))
        response = {"authenticatorData": websafe_encode(bytes(told)), "signature": websafe_encode(signature)}
        return self._answer({**response, "clientDataJSON": client})

    def _client(self, kind: str, options: str) -> str:
        challenge = json.loads(options)["publicKey"]["challenge"]
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return websafe_encode(json.dumps(told).encode())

    def _answer(self, response: dict[str, Any]) -> str:
        name = websafe_encode(self.id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})

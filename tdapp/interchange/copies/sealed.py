"""One file that says nothing without its passphrase, and that nobody can change or cut unseen.

scrypt makes a key of the passphrase (RFC 7914: N 2^15, r 8, p 1; 32 MiB), HKDF one of that for each file, AES-256-GCM
seals pieces of 64 KiB. A piece's nonce is its number and whether it is the last (the STREAM construction): pieces
cannot change places, be left out, or be cut off at the end. The numbers are fixed by the version in the first bytes:
a file cannot ask for more memory.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import IO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.utils.translation import gettext as _

from tdapp.interchange.copies.spoken_words import folded
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular.limits import MIB

MAGIC = b"TDCOPY1\n"
KIND = MAGIC[:6]
SALT, CHECK, TAG = 16, 16, 16
HEADER = len(MAGIC) + 2 * SALT + CHECK
PIECE = 64 * 1024
MOST = 1024 * MIB
SCRYPT = {"n": 2**15, "r": 8, "p": 1, "maxmem": 64 * MIB, "dklen": 32}


@dataclass(frozen=True, slots=True)
class Key:
    """What a passphrase became: kept, so that a copy after a round needs nobody at the keyboard."""

    salt: bytes
    secret: bytes

    def for_file(self, salt: bytes, what: bytes = b"file") -> bytes:
        """A key of its own for one file; `what` keeps the check in its header apart."""
        return HKDF(SHA256(), 32, salt, b"td copy 1 " + what).derive(self.secret)


def key_of(passphrase: str, salt: bytes | None = None) -> Key:
    """The key of a passphrase; a new salt when none is given. Takes about a tenth of a second, on purpose."""
    salt = salt or secrets.token_bytes(SALT)
    return Key(salt, hashlib.scrypt(folded(passphrase).encode(), salt=salt, **SCRYPT))


def seal(key: Key, source: IO[bytes], target: IO[bytes]) -> None:
    """Write what `source` holds to `target`, sealed."""
    own = secrets.token_bytes(SALT)
    header = MAGIC + key.salt + own + key.for_file(own, b"check")[:CHECK]
    target.write(header)
    box, number, piece = AESGCM(key.for_file(own)), 0, source.read(PIECE)
    while True:
        following = source.read(PIECE)
        target.write(box.encrypt(_nonce(number, not following), piece, header))
        if not following:
            return
        number, piece = number + 1, following


def _nonce(number: int, last: bool) -> bytes:
    return number.to_bytes(11) + bytes([last])


def open_sealed(passphrase: str | Key, source: IO[bytes], target: IO[bytes]) -> None:
    """Write what is sealed in `source` to `target`. Refuses, with one sentence, what is no copy, a wrong passphrase, and
    a file that was cut or changed; what was written until then must not be used.
    """
    header = source.read(HEADER)
    key, own = _key(passphrase, header)
    box, number, piece, size = AESGCM(key.for_file(own)), 0, source.read(PIECE + TAG), 0
    while True:
        following = source.read(PIECE + TAG)
        target.write(_opened(box, number, piece, header, last=not following))
        if not following:
            return
        number, piece, size = number + 1, following, size + len(piece)
        if size > MOST:
            raise damaged(_("it is larger than any copy of an event"))


def _key(passphrase: str | Key, header: bytes) -> tuple[Key, bytes]:
    if header.startswith(KIND) and not header.startswith(MAGIC):
        raise newer()
    if len(header) < HEADER or not header.startswith(MAGIC):
        raise Refusal("no-copy", _("This is no copy of an event. Its file name ends with .tdcopy."))
    salt, own = header[8 : 8 + SALT], header[8 + SALT : 8 + 2 * SALT]
    key = passphrase if isinstance(passphrase, Key) else key_of(passphrase, salt)
    if not secrets.compare_digest(key.for_file(own, b"check")[:CHECK], header[-CHECK:]):
        raise Refusal("wrong-passphrase", _("The passphrase does not open this file. Look at every word."))
    return key, own


def _opened(box: AESGCM, number: int, piece: bytes, header: bytes, *, last: bool) -> bytes:
    try:
        return box.decrypt(_nonce(number, last), piece, header)
    except InvalidTag:
        raise damaged(_("it was cut short, or changed after it was written")) from None


def damaged(why: str) -> Refusal:
    """The one sentence about a file that cannot be used."""
    return Refusal("damaged-copy", _("This copy cannot be used: %(why)s. Take another one.") % {"why": why})


def newer() -> Refusal:
    """The one sentence about a file nothing is wrong with, but this program."""
    sentence = _(
        "This copy is from a newer version of this program, and nothing is wrong with it. Put that version "
        "here, as from the stick of who made the copy; then take over."
    )
    return Refusal("newer-copy", sentence)

"""A certificate nobody else trusts, for a server that is tried on one machine."""

from __future__ import annotations

from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tdapp.kernel import clock

DAYS = 30


def make(folder: Path, name: str) -> Path:
    """`td.pem` and `td.key` for a name and this machine's own address, good for some days; the way to the first."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = clock.now()
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=2))
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(name), x509.IPAddress(ip_address("127.0.0.1"))]), False
        )
        .sign(key, hashes.SHA256())
    )
    text = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "td.key").write_bytes(text)
    (folder / "td.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    return folder / "td.pem"
